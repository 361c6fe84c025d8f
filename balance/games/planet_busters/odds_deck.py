"""Exact tables of the deck, of fuel counters and of the length of the game (j.8, j.9; PB-02..16, 80, f.1)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations, cycle
from math import comb
from pathlib import Path
from typing import Any

from balance.errors import InputError, Problem
from balance.games.contract import Cell, OddsColumn, OddsResult, OddsTable, Setting
from balance.games.planet_busters.exact import NEVER, no_hit_in
from balance.games.planet_busters.odds_setting import numbers, table, two_columns
from balance.kit.ledger import Ledger

SHIPS = (
    "scout", "zerstor", "conicle", "baycruz", "dranaut", "deathon", "tanker", "tug", "armed_merchantman", "blue_bolt",
    "carrier", "reflector", "sailing_ship", "salvage_vessel", "whirler",
)  # fmt: skip
ADVANCED = (
    *SHIPS[8:], "torpedo_station", "screen_satellite", "colony_columbia", "colony_beta", "mines", "chaff",
)  # fmt: skip
CLASSES: Mapping[str, tuple[str, ...]] = {
    "ship that can move": SHIPS,
    "satellite": ("armored_satellite", "fuel_station", "torpedo_station", "screen_satellite"),
    "colony": ("colony_columbia", "colony_beta"),
    "mines": ("mines",),
    "planet_buster": ("planet_buster",),
    "planet": ("planet",),
    "fuel": ("fuel",),
    "event": ("halleys_comet", "meteor_storm", "mutiny", "revolt", "sabotage", "spy", "chaff"),
}


def _box() -> Mapping[str, Setting]:
    """A setting for every kind of piece but the Treaty: how many the box holds."""
    ledger = Ledger.read(Path(__file__).with_name("ruleset.toml"))
    settings: dict[str, Setting] = {}
    for kind in (kind for kinds in CLASSES.values() for kind in kinds):
        entry = ledger.entries[f"counts.{kind}"]
        assert isinstance(entry.value, int)
        basic = ", none in mode basic" if kind in ADVANCED else ""
        settings[entry.key] = Setting(entry.value, entry.meaning + basic, range=entry.range)
    return settings


def _counts(settings: Mapping[str, Any]) -> Mapping[str, int]:
    """Pieces of the box by id, Treaty excluded."""
    basic = settings["mode"] == "basic"
    kinds = [kind for kinds in CLASSES.values() for kind in kinds]
    return {kind: 0 if basic and kind in ADVANCED else settings[f"counts.{kind}"] for kind in kinds}


def deck_size(settings: Mapping[str, Any]) -> int:
    """Pieces of the first deck: all but the Treaty (PB-02)."""
    return sum(_counts(settings).values())


def deck(settings: Mapping[str, Any]) -> OddsResult:
    """What a number of pieces drawn from the full deck holds (hypergeometric, j.8)."""
    counts, size, drawn = _counts(settings), deck_size(settings), settings["pieces"]
    values = numbers(settings["planet_values"], "planet_values", 0, 15) if counts["planet"] else []
    if len(values) != counts["planet"]:
        legal = f"{counts['planet']} numbers, one per planet"
        raise InputError(problems=[Problem(("planet_values",), f"{len(values)} values", legal)])
    if drawn > size:
        raise InputError(problems=[Problem(("pieces",), f"the deck has only {size} pieces", f"at most {size}")])
    rows: list[tuple[Cell, ...]] = []
    for name, kinds in CLASSES.items():
        wanted = sum(counts[kind] for kind in kinds)
        rows.append((name, wanted, no_hit_in(size, wanted, drawn), Fraction(drawn * wanted, size)))
    columns = (
        OddsColumn("class", "class of piece", "word"),
        OddsColumn("in_deck", "pieces of that class in the deck", "pieces"),
        OddsColumn("none", "chance to draw none"),
        OddsColumn("expected", "pieces expected", "pieces"),
    )
    points = Fraction(drawn * sum(values), size)
    turn = drawn + settings["draw_per_turn"]
    chain = chain_of_planets(size, counts["planet"], turn, settings["planet_meld_draws"])
    return table(columns, rows, f"planet points expected {points}; planets of a first turn that melds all {chain}")


def chain_of_planets(size: int, planets: int, drawn: int, bonus: int) -> Fraction:
    """Planets expected when `drawn` pieces are drawn and each planet found brings `bonus` more (PB-13)."""

    @cache
    def expected(left: int, hidden: int, pending: int) -> Fraction:
        if pending == 0 or left == 0:
            return NEVER
        hit = Fraction(hidden, left)
        found = hit * (1 + expected(left - 1, hidden - 1, pending - 1 + bonus)) if hidden else NEVER
        return found + (1 - hit) * expected(left - 1, hidden, pending - 1)

    return expected(size, planets, drawn)


def cover(need: int, counters: tuple[int, ...]) -> tuple[int, ...] | None:
    """The counters played for `need` points, or None if they fall short (f.1)."""
    held, played = sorted(counters), []
    while need > 0:
        if not held:
            return None
        enough = [value for value in held if value >= need]
        value = enough[0] if enough else held[-1]
        held.remove(value)
        played.append(value)
        need -= value
    return tuple(played)


def fuel(settings: Mapping[str, Any]) -> OddsResult:
    """What random counters can pay for, and what is lost because there is no change (f.1, j.8)."""
    values, need = numbers(settings["values"], "values"), settings["need"]
    if settings["counters"] > len(values):
        raise InputError(problems=[Problem(("counters",), f"there are only {len(values)} counters")])
    hands = comb(len(values), settings["counters"])
    paid, points = 0, 0
    for hand in combinations(values, settings["counters"]):
        played = cover(need, hand)
        if played is not None:
            paid += 1
            points += sum(played)
    waste = Fraction(points - paid * need, paid) if paid else NEVER
    rows: list[tuple[Cell, ...]] = [
        ("need can be paid", Fraction(paid, hands)),
        ("points wasted when it is paid", waste),
        ("mean value of a counter", Fraction(sum(values), len(values))),
    ]
    return two_columns("quantity", "what is asked", rows)


def turns_of_treaty(settings: Mapping[str, Any]) -> tuple[int, dict[int, Fraction]]:
    """Size of the second deck, and the chance of every player-turn to be the last, when nobody plays anything (j.9).

    Everybody draws and discards down to the limit; at the restock all discards and the Treaty form the second deck.
    """
    players, per_turn, limit = settings["players"], settings["draw_per_turn"], settings["rack_limit"]
    racks = [settings["starting_pieces"]] * players
    left = deck_size(settings) - sum(racks)
    if left < 0:
        raise InputError(problems=[Problem(("starting_pieces",), f"the deck lacks {-left} pieces for the deal")])
    discards = 1
    for turn, seat in enumerate(cycle(range(players)), 1):
        drawn = min(per_turn, left)
        racks[seat] += drawn
        left -= drawn
        if left == 0:
            return discards, _last_turns(turn, per_turn - drawn, per_turn, discards)
        over = max(0, racks[seat] - limit) if limit else 0
        racks[seat] -= over
        discards += over
    raise AssertionError("the seats never end")


def _last_turns(turn: int, unfinished: int, per_turn: int, size: int) -> dict[int, Fraction]:
    ends: dict[int, Fraction] = {}
    for position in range(1, size + 1):
        later = position - unfinished
        last = turn if later <= 0 else turn + -(-later // per_turn)
        ends[last] = ends.get(last, NEVER) + Fraction(1, size)
    return ends


def length(settings: Mapping[str, Any]) -> OddsResult:
    """When the Treaty turns up if everybody only draws and discards (PB-16, 80, j.9)."""
    size, ends = turns_of_treaty(settings)
    rows: list[tuple[Cell, ...]] = []
    so_far = NEVER
    for turn in sorted(ends):
        so_far += ends[turn]
        rows.append((turn, (turn - 1) % settings["players"] + 1, ends[turn], so_far))
    columns = (
        OddsColumn("turn", "player-turn", "turns"),
        OddsColumn("seat", "seat that plays it", "seat"),
        OddsColumn("exactly", "the game ends in this turn"),
        OddsColumn("by_then", "the game is over by then"),
    )
    mean = sum((turn * p for turn, p in ends.items()), NEVER)
    seats = [sum((p for t, p in ends.items() if (t - 1) % settings["players"] == s), NEVER)
             for s in range(settings["players"])]  # fmt: skip
    drawer = ", ".join(f"{p} for seat {s}" for s, p in enumerate(seats, 1))
    note = f"second deck {size} pieces, Treaty after {Fraction(size + 1, 2)} draws of it on average; "
    return table(columns, rows, note + f"mean {mean} player-turns; Treaty drawn {drawer}")


_MODE = Setting("advanced", "which pieces are in the box", choices=("advanced", "basic"))
_BOX = _box()
_PER_TURN = Setting(2, "pieces drawn per turn", range=(1, 5))
TABLES = (
    OddsTable("deck", "Pieces drawn from the full deck", "PB-02 PB-03 PB-13", {
        "mode": _MODE, "pieces": Setting(7, "pieces drawn", range=(1, 15)), "draw_per_turn": _PER_TURN,
        "planet_meld_draws": Setting(2, "pieces drawn for a melded planet", range=(0, 4)),
        "planet_values": Setting("1,2,3,4,5,6,7,8,9", "values of the planets"), **_BOX}, deck),
    OddsTable("fuel", "Paying with counters that give no change", "PB-26", {
        "values": Setting(",".join(str(v) for v in range(1, 8) for _ in range(4)), "values of all counters"),
        "need": Setting(4, "points to be paid", range=(1, 60)),
        "counters": Setting(3, "random counters in the rack", range=(1, 6))}, fuel),
    OddsTable("length", "When the Peace Treaty turns up if nobody plays", "PB-16 PB-80", {
        "mode": _MODE, "players": Setting(2, "players", range=(2, 4)),
        "starting_pieces": Setting(7, "pieces dealt to each", range=(1, 15)), "draw_per_turn": _PER_TURN,
        "rack_limit": Setting(10, "rack limit, 0 for none", range=(0, 30)), **_BOX}, length),
)  # fmt: skip
