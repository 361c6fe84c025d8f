"""Exact landing odds: the 36 fate entries, what a landing brings, and colonies in bad air (spec 13.4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from balance.games.contract import Cell, OddsColumn, OddsResult, OddsTable, Setting

FACES = range(1, 7)
ENTRIES = tuple(10 * first + second for first in FACES for second in FACES)
WORDS = {
    11: "crash", 12: "bad landing", 13: "extractor defect", 14: "colonising defect", 15: "engine damage",
    16: "laser defect", 21: "toxic air", 22: "unbreathable air", 23: "hot surface", 24: "ice", 25: "deadly gravity",
    26: "odd gravity", 31: "ogres", 32: "huge animals", 33: "fickle natives", 34: "money lenders",
    35: "tax collectors", 36: "clinging natives", 41: "fine view", 42: "traders", 43: "bankers",
    44: "settlers welcome", 45: "native support", 46: "fraternising", 51: "stony ground", 52: "jungle", 53: "liquids",
    54: "glitter", 55: "casino", 56: "worship", 61: "engineers", 62: "time masters", 63: "bioengineers",
    64: "the enlightened", 65: "lords", 66: "genii",
}  # fmt: skip
GROUPS = {1: "problems", 2: "bad planets", 3: "bad natives", 4: "good natives", 5: "finds", 6: "superior races"}
DEATH = {21: 3, 22: 2}  # a colony dies on this or less
CHECK = {31: 3, 32: 2}  # the ship goes on with this or more


def entry_chances(rule: str, uses: int = 1, room: bool = True) -> dict[int, Fraction]:
    """Chance of each entry per landing.

    `rule`: `none`; `first_one` (a Time Warp is spent on a first die of 1); `policy` (D3 of the heuristics: that, and
    on the second die of 1-1 and 1-2, and of 2-1 and 2-2 when a colony could be founded here, `room`).
    """
    chances = dict.fromkeys(ENTRIES, Fraction(0))
    left = uses if rule != "none" else 0
    for first in FACES:
        _first_die(first, left, Fraction(1, 6), rule, room, chances)
    return chances


def _first_die(first: int, uses: int, weight: Fraction, rule: str, room: bool, into: dict[int, Fraction]) -> None:
    stands = [(first, uses, weight)]
    if uses and first == 1:  # every die can be re-rolled once
        stands = [(again, uses - 1, weight / 6) for again in FACES]
    for face, left, chance in stands:
        for second in FACES:
            _second_die(face, second, left, chance / 6, rule, room, into)


def _second_die(
    first: int, second: int, uses: int, weight: Fraction, rule: str, room: bool, into: dict[int, Fraction]
) -> None:
    entry = 10 * first + second
    bad = entry in (11, 12) or (room and entry in DEATH)
    if uses and rule == "policy" and bad:
        for again in FACES:
            into[10 * first + again] += weight / 6
        return
    into[entry] += weight


def stopped(chances: Mapping[int, Fraction]) -> Fraction:
    """Ship destroyed, or done for the turn (1-1, 1-2, failed 3-1 and 3-2)."""
    return chances[11] + chances[12] + sum((chances[e] * Fraction(CHECK[e] - 1, 6) for e in CHECK), Fraction(0))


def weighted(chances: Mapping[int, Fraction], amounts: Mapping[int, int | Fraction]) -> Fraction:
    """Mean of an amount that some entries bring."""
    return sum((chances[entry] * amount for entry, amount in amounts.items()), Fraction(0))


def fate(settings: Mapping[str, Any]) -> OddsResult:
    """Chance of every entry, by a Time Warp rule."""
    chances = entry_chances(str(settings["time_warp"]), int(settings["time_warp_uses"]), bool(settings["room"]))
    rows: list[tuple[Cell, ...]] = []
    for first in FACES:
        row = sum((chances[10 * first + second] for second in FACES), Fraction(0))
        rows += [
            (f"{first}-{second}", WORDS[10 * first + second], GROUPS[first], chances[10 * first + second], row)
            for second in FACES
        ]
    columns = (
        OddsColumn("entry", "first and second die", "entry"),
        OddsColumn("name", "what happens", "name"),
        OddsColumn("group", "kind of row", "name"),
        OddsColumn("chance", "per landing"),
        OddsColumn("row", "any entry of this first die"),
    )
    return OddsResult(columns, tuple(rows))


def landing(settings: Mapping[str, Any]) -> OddsResult:
    """What one landing brings, without and with a Time Warp for the landing dice."""
    plain = entry_chances("none")
    warped = entry_chances(str(settings["time_warp"]), int(settings["time_warp_uses"]), bool(settings["room"]))
    rows = [(name, unit, value(plain), value(warped)) for name, unit, value in _events(settings)]
    for entry, name in ((31, "ogres stop the ship, given 3-1"), (32, "animals stop the ship, given 3-2")):
        miss = Fraction(CHECK[entry] - 1, 6)
        rows.append((name, "probability", miss, miss ** (1 + min(1, int(settings["time_warp_uses"])))))
    columns = (
        OddsColumn("event", "what a landing may bring", "name"),
        OddsColumn("measure", "how to read the values", "unit"),
        OddsColumn("plain", "without Time Warp", "see measure"),
        OddsColumn("time_warp", "with a Time Warp for this roll", "see measure"),
    )
    return OddsResult(columns, tuple(rows), "6-6 takes the entry of `gift_66` where that counts.")


def _events(settings: Mapping[str, Any]) -> list[tuple[str, str, Callable[[Mapping[int, Fraction]], Fraction]]]:
    """(event, unit, value from the entry chances), in the order of spec 13.4."""
    landings = int(settings["landings"])
    gift = 0 if settings["gift_66"] == "none" else int(str(settings["gift_66"]))

    def amount(wanted: Mapping[int, int | Fraction]) -> Callable[[Mapping[int, Fraction]], Fraction]:
        amounts = {**wanted, 66: wanted[gift]} if gift in wanted else wanted
        return lambda chances: weighted(chances, amounts)

    nuts = {51: 2, 52: 2, 53: 2, 54: int(settings["fate_54_nuts"]), 55: 4, 56: 5}
    dies = {entry: Fraction(worst, 6) for entry, worst in DEATH.items()}
    free = {44: 1, 45: 1, 46: 1, 63: 1}
    return [
        ("crash", "probability", amount({11: 1})),
        (f"no crash in {landings} landings", "probability", lambda c: (1 - c[11]) ** landings),
        ("landings to the first crash", "landings", lambda c: 1 / c[11]),
        ("ship lost or stopped", "probability", stopped),
        ("extraction barred", "probability", lambda c: stopped(c) + c[13]),
        ("founding barred", "probability", lambda c: stopped(c) + c[14]),
        ("movement barred", "probability", lambda c: stopped(c) + c[15]),
        ("attack barred", "probability", lambda c: stopped(c) + c[16]),
        ("mean Nuts found, full bank", "Nuts", amount(nuts)),
        ("technology", "probability", amount({61: 1})),
        ("mean extra actions", "actions", amount({62: 3})),
        ("colony founded at once dies", "probability", lambda c: weighted(c, dies)),
        ("some free founding", "probability", amount(free)),
        ("mean surcharge to extract at once", "actions", amount({23: 2, 24: 1})),
        ("mean surcharge to leave at once", "actions", amount({25: 2, 26: 1, 36: 1})),
        ("bad row (first die 1 to 3)", "probability", lambda c: sum((c[e] for e in ENTRIES if e < 40), Fraction(0))),
    ]  # fmt: skip


def colony(settings: Mapping[str, Any]) -> OddsResult:
    """Founding in bad air: does a colony stand, and how many tries does it take (2-1, 2-2)?"""
    tries, uses = int(settings["tries"]), int(settings["time_warp_uses"])
    rows: list[tuple[Cell, ...]] = []
    for entry, worst in DEATH.items():
        stand = 1 - Fraction(worst, 6)
        rows.append(
            (
                f"{entry // 10}-{entry % 10}",
                stand,
                1 - (1 - stand) ** (1 + min(1, uses)),
                1 - (1 - stand) ** tries,
                1 - (1 - stand) ** (tries + min(tries, uses)),
                tries * stand,
                1 / stand,
            )
        )
    columns = (
        OddsColumn("entry", "air of the planet", "entry"),
        OddsColumn("stands", "a colony stands"),
        OddsColumn("stands_tw", "it stands with a Time Warp"),
        OddsColumn("some", f"at least one of {tries} tries stands"),
        OddsColumn("some_tw", f"at least one of {tries} tries stands with a Time Warp"),
        OddsColumn("mean", f"mean colonies of {tries} tries", "colonies"),
        OddsColumn("per_colony", "tries per standing colony, each pays in full", "tries"),
    )
    return OddsResult(columns, tuple(rows))


_WARP = {
    "time_warp": Setting("first_one", "when a Time Warp is spent on the landing dice",
                         choices=("none", "first_one", "policy")),
    "time_warp_uses": Setting(1, "re-rolls a Time Warp gives in a turn, one a die", range=(0, 3)),
    "room": Setting(True, "a colony could be founded here (matters to the policies' rule)"),
}  # fmt: skip

_NO_WARP = Setting("none", _WARP["time_warp"].meaning, _WARP["time_warp"].choices)

TABLES = (
    OddsTable("fate", "The fate table", "AN-41, AN-42, AN-F11..F66", {**_WARP, "time_warp": _NO_WARP}, fate),
    OddsTable("landing", "What a landing brings", "AN-41..48",
              {**_WARP,
               "landings": Setting(10, "landings in a row", range=(1, 100)),
               "fate_54_nuts": Setting(3, "coins of 5-4", range=(0, 5)),
               "gift_66": Setting("63", "gift taken at 6-6", choices=("none", "61", "62", "63", "64", "65"))}, landing),
    OddsTable("colony", "Colonies in bad air", "AN-F21, AN-F22, AN-48",
              {"tries": Setting(2, "foundings tried", range=(1, 6)), "time_warp_uses": _WARP["time_warp_uses"]}, colony),
)  # fmt: skip
