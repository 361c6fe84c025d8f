"""Exact odds of the dash test and of the optional rules (spec 13.5, 13.6).

Dash: one ship, m - 1 open spaces, a small empty planet at distance m, coins enough, no technology, no own planet but
home. The player flies, lands and founds once (and extracts, if asked to), all in one turn; 6-4 is declined, 6-6 takes
6-2.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from balance.games.astronuts.odds_declaration import AIMED_SETTINGS, DECLARATIONS, FACES, bet_of
from balance.games.astronuts.odds_fate import CHECK, DEATH, ENTRIES
from balance.games.contract import Cell, OddsColumn, OddsResult, OddsTable, Setting

_FREE_FOUNDING = (44, 45, 46)
_EXTRACT_MORE = {23: 2, 24: 1}
_EXTRA_ACTIONS = {62: 3, 66: 3}


def settled_after(actions: int, extract: bool) -> Fraction:
    """P(the colony stands, and the Nuts are taken if `extract`) with `actions` left after the landing move.

    f(a) and g(a) of the spec; averaged over the 36 entries of the fate table.
    """
    return sum((_settled(entry, actions, extract) for entry in ENTRIES), Fraction(0)) / 36


def _settled(entry: int, actions: int, extract: bool) -> Fraction:
    if entry in (11, 12, 14) or (extract and entry == 13):
        return Fraction(0)
    chance = Fraction(1)
    if entry in CHECK:
        chance = 1 - Fraction(CHECK[entry] - 1, 6)
    if entry in DEATH:
        chance = 1 - Fraction(DEATH[entry], 6)
    left = actions + _EXTRA_ACTIONS.get(entry, 0) - (1 if entry == 33 else 0)
    needed = 0 if entry in _FREE_FOUNDING else 1
    if extract:
        needed += 1 + _EXTRACT_MORE.get(entry, 0)
    return chance if max(left, 0) >= needed else Fraction(0)


def dash_chance(settings: Mapping[str, Any], declared: int) -> Fraction:
    """P(fly `distance` steps, land and found in one turn) when declaring `declared`.

    A Time Warp for the declaration is spent wherever that raises this chance.
    """
    bet = bet_of(settings)
    distance, extract = int(settings["distance"]), bool(settings["extract"])

    def worth(face: int) -> Fraction:
        left = bet.actions(declared, face) - distance
        return settled_after(left, extract) if left >= 0 else Fraction(0)

    value = sum((worth(face) for face in FACES), Fraction(0)) / 6
    if bet.warp:
        value = sum((max(worth(face), value) for face in FACES), Fraction(0)) / 6
    return value


def dash(settings: Mapping[str, Any]) -> OddsResult:
    """The dash, for every declaration."""
    chances = {d: dash_chance(settings, d) for d in DECLARATIONS}
    top = max(chances.values())
    best = [d for d in DECLARATIONS if chances[d] == top]
    rows: list[tuple[Cell, ...]] = [(d, chances[d], "yes" if d == best[0] else "no") for d in DECLARATIONS]
    columns = (
        OddsColumn("d", "declared number", "number"),
        OddsColumn("chance", "the colony stands at the end of the turn"),
        OddsColumn("best", "the best declaration for this dash (the smallest of equals)", "yes or no"),
    )
    return OddsResult(columns, tuple(rows), "Fate 6-6 takes 6-2; in bad air only one founding is tried.")


def arrival(settings: Mapping[str, Any]) -> OddsResult:
    """What is still possible with a actions after the landing move."""
    rows: list[tuple[Cell, ...]] = [(a, settled_after(a, False), settled_after(a, True)) for a in range(7)]
    columns = (
        OddsColumn("actions", "actions left after the landing move", "actions"),
        OddsColumn("found", "one colony founded: f(a)"),
        OddsColumn("found_extract", "one colony founded and the planet's Nuts taken: g(a)"),
    )
    return OddsResult(columns, tuple(rows))


def survive(misses: int, crossings: int, uses: int) -> Fraction:
    """P(a ship survives `crossings` rolls that each fail on `misses` faces, `uses` Time Warps in all)."""
    fail = Fraction(misses, 6)
    reach = [Fraction(0)] * uses + [Fraction(1)]  # reach[u]: alive with u uses left
    for _ in range(crossings):
        after = [Fraction(0)] * (uses + 1)
        for left, chance in enumerate(reach):
            for spent in range(min(left, 1) + 1):  # every die can be re-rolled once
                after[left - spent] += chance * fail**spent * (1 - fail)
        reach = after
    return sum(reach, Fraction(0))


def asteroids(settings: Mapping[str, Any]) -> OddsResult:
    """Asteroid spaces: crossing several, and crossing them and stopping on the next."""
    cross = min(6, int(settings["asteroid_cross_min"]) - 1)
    stop = min(6, int(settings["asteroid_land_min"]) - 1)
    uses = int(settings["time_warp_uses"])
    rows: list[tuple[Cell, ...]] = []
    for k in range(int(settings["up_to"]) + 1):
        rows.append((k, survive(cross, k, 0), survive(cross, k, uses), _then_stop(cross, stop, k, 0),
                     _then_stop(cross, stop, k, uses)))  # fmt: skip
    columns = (
        OddsColumn("crossings", "asteroid spaces crossed in a row", "spaces"),
        OddsColumn("cross", "the ship survives them"),
        OddsColumn("cross_tw", "it survives them with a Time Warp for the turn"),
        OddsColumn("cross_stop", "it survives them and stopping on one more"),
        OddsColumn("cross_stop_tw", "the same with a Time Warp for the turn"),
    )
    return OddsResult(columns, tuple(rows), "A Time Warp is spent on the first roll that fails.")


def _then_stop(cross: int, stop: int, crossings: int, uses: int) -> Fraction:
    """Crossings, then one stop: condition on the Time Warps the crossings used up."""
    total = Fraction(0)
    for spent in range(uses + 1):
        exactly = survive(cross, crossings, spent) - (survive(cross, crossings, spent - 1) if spent else 0)
        total += exactly * survive(stop, 1, uses - spent)
    return total


TABLES = (
    OddsTable("dash", "Fly, land and found in one turn", "AN-14, AN-20..26, AN-41",
              {**AIMED_SETTINGS,
               "distance": Setting(3, "steps to the planet", range=(1, 16)),
               "extract": Setting(False, "take the planet's Nuts as well")}, dash),
    OddsTable("arrival", "What a landing leaves room for", "AN-41..48", {}, arrival),
    OddsTable("asteroids", "Asteroid spaces", "AN-71..73",
              {"asteroid_cross_min": Setting(2, "die that survives a crossing", range=(1, 7)),
               "asteroid_land_min": Setting(3, "die that survives a stop", range=(1, 7)),
               "time_warp_uses": Setting(1, "re-rolls of a turn", range=(0, 3)),
               "up_to": Setting(4, "crossings shown", range=(0, 12))}, asteroids),
)  # fmt: skip
