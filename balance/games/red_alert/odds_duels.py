"""Exact odds of several rolls: exchanges with battle back, duels to the death, volleys; facts of maps (spec j7, j9)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from balance.games.contract import Cell, OddsColumn, OddsResult, OddsTable, Setting
from balance.games.red_alert import chances
from balance.games.red_alert.forces import built_in
from balance.games.red_alert.odds_dice import IGNORED, ONE, RA, ZERO, rolls
from balance.kit import hexes

_DICE = Setting(3, "dice of the first attacker", range=(1, 9))
_BACK = Setting(3, "dice of the other side", range=(1, 9))
BATTLES = ("planet_skirmish", "supply_base")


def answers(dice: int, ignored: int, figures: int, ra: int) -> Fraction:
    """P(the target of a close attack is alive in its hex afterwards): it may battle back (RA-60)."""
    return sum((p for hits, reds, p in rolls(dice, ignored) if hits < figures and reds <= ra), ZERO)


def exchange_table(settings: Mapping[str, Any]) -> OddsResult:
    """One close attack with its battle back, by figures of the target."""
    dice, back = int(settings["dice"]), int(settings["back"])
    ignored, back_ignored, ra = (int(settings[key]) for key in ("ignored", "back_ignored", "ra"))
    rows: list[tuple[Cell, ...]] = []
    for figures in range(1, 7):
        alive = answers(dice, ignored, figures, ra)
        loss = alive * chances.mean_hits(back, back_ignored, back)
        rows.append((figures, chances.mean_hits(dice, ignored, figures), alive, loss))
    columns = (
        OddsColumn("figures", "figures of the target", "figures"),
        OddsColumn("removed", "mean figures the attack removes", "figures"),
        OddsColumn("answers", "the target can battle back"),
        OddsColumn("loss", "mean hits of the battle back, if it always answers", "hits"),
    )
    return OddsResult(columns, tuple(rows), "Losses by blocked retires left out.")


@cache
def duel(dice: tuple[int, int], ignored: tuple[int, int], figures: tuple[int, int]) -> Fraction:
    """P(the side to attack wins a duel to the death), attacks alternate, red alerts and stars off.

    `ignored[i]`: blasts of side i's dice the other ignores. The loop of two misses in a row is closed algebraically.
    """
    mine, other = chances.hits(dice[0], ignored[0]), chances.hits(dice[1], ignored[1])

    def after(hits: int) -> Fraction:  # I scored hits > 0
        if hits >= figures[1]:
            return ONE
        return 1 - duel(dice[::-1], ignored[::-1], (figures[1] - hits, figures[0]))

    scored = sum((p * after(h) for h, p in enumerate(mine) if h), ZERO)
    answered = ZERO  # I missed and the other hit: he wins at once, or I am to attack with fewer figures
    for h, p in enumerate(other):
        if 0 < h < figures[0]:
            answered += p * duel(dice, ignored, (figures[0] - h, figures[1]))
    return (scored + mine[0] * answered) / (1 - mine[0] * other[0])


def duel_table(settings: Mapping[str, Any]) -> OddsResult:
    """Duels by figures of both."""
    dice = int(settings["dice"]), int(settings["back"])
    ignored = int(settings["ignored"]), int(settings["back_ignored"])
    rows: list[tuple[Cell, ...]] = [(a, *(duel(dice, ignored, (a, b)) for b in range(1, 7))) for a in range(1, 7)]
    columns = (
        OddsColumn("figures", "figures of the side that attacks first", "figures"),
        *(OddsColumn(f"against_{b}", f"it wins against {b} figures") for b in range(1, 7)),
    )
    return OddsResult(columns, tuple(rows), "Attacks alternate to the death; red alerts and stars off.")


def volley(dice: tuple[int, ...], ignored: int, figures: int) -> Fraction:
    """P(a unit dies to several attacks in a row, hits only)."""
    left = {figures: ONE}
    for n in dice:
        after: dict[int, Fraction] = {}
        for f, p in left.items():
            for h, q in enumerate(chances.hits(n, ignored)):
                after[max(f - h, 0)] = after.get(max(f - h, 0), ZERO) + p * q
        left = after
    return left.get(0, ZERO)


def volley_table(settings: Mapping[str, Any]) -> OddsResult:
    """Up to three attacks on one unit."""
    dice = tuple(int(settings[key]) for key in ("first", "second", "third"))
    ignored = int(settings["ignored"])
    rows: list[tuple[Cell, ...]] = [(f, *(volley(dice[:k], ignored, f) for k in (1, 2, 3))) for f in range(1, 7)]
    columns = (
        OddsColumn("figures", "figures of the target", "figures"),
        *(OddsColumn(f"after_{k}", f"dead after {k} attack{'s' * (k > 1)}") for k in (1, 2, 3)),
    )
    return OddsResult(columns, tuple(rows), "Hits only: no retire between the attacks.")


def sight_counts(planets: tuple[int, ...], rule: str) -> dict[int, tuple[int, int]]:
    """Distance 1..6 -> (pairs of hexes so far apart, pairs in sight) of a map (RA-06..RA-10)."""
    seen, gap = hexes.sight(planets, rule), hexes.distances()
    found = {}
    for distance in range(1, hexes.REACH + 1):
        there = gap == distance
        visible = there if distance == 1 else there & seen
        found[distance] = int(there.sum()) // 2, int(visible.sum()) // 2
    return found


def map_table(settings: Mapping[str, Any]) -> OddsResult:
    """How far one sees on a built-in map."""
    cells = built_in("battles.toml")[settings["battle"]]["planets"]
    planets = tuple(sorted(hexes.hex_id(c, r) for c, r in cells))
    counts = sight_counts(planets, str(settings["los_edge_rule"]))
    rows: list[tuple[Cell, ...]] = [(d, pairs, seen, Fraction(seen, pairs)) for d, (pairs, seen) in counts.items()]
    columns = (
        OddsColumn("distance", "hexes apart", "hexes"),
        OddsColumn("pairs", "pairs of hexes", "pairs"),
        OddsColumn("seen", "pairs in sight of each other", "pairs"),
        OddsColumn("share", "share in sight", "share"),
    )
    note = f"{hexes.HEXES} hexes; adjacent units always fight, whatever the line."
    return OddsResult(columns, tuple(rows), note)


TABLES = (
    OddsTable("exchange", "An attack and its battle back", "RA-60",
              {"dice": _DICE, "ignored": IGNORED, "ra": RA, "back": _BACK,
               "back_ignored": Setting(0, "blasts the attacker ignores", range=(0, 5))}, exchange_table),
    OddsTable("duel", "Duel to the death", "RA-55",
              {"dice": _DICE, "ignored": IGNORED, "back": _BACK,
               "back_ignored": Setting(0, "blasts the first attacker ignores", range=(0, 5))}, duel_table),
    OddsTable("volley", "Several attacks on one unit", "RA-55",
              {"first": _DICE, "second": Setting(2, "dice of the second attack", range=(0, 9)),
               "third": Setting(0, "dice of the third attack", range=(0, 9)), "ignored": IGNORED}, volley_table),
    OddsTable("sight", "Lines of sight of a map", "RA-06..10",
              {"battle": Setting("planet_skirmish", "built-in battle", choices=BATTLES),
               "los_edge_rule": Setting("both_sides_line", "lines along hex edges", choices=hexes.EDGE_RULES)}, map_table),
)  # fmt: skip
