"""Exact tables of laser fire: single shots, duels, several on one, sailing ships, screens, reflectors (PB-50..57)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from balance.errors import InputError, Problem
from balance.games.contract import Cell, OddsColumn, OddsResult, OddsTable, Setting
from balance.games.planet_busters.exact import NEVER, SURE, Curve, any_of, chance, screened, torpedo, volley
from balance.games.planet_busters.odds_setting import (
    CURVE,
    TIMING,
    WHIRLER,
    WIDTH,
    curve_of,
    numbers,
    table,
    two_columns,
    units,
    whirler_shots,
)

NUMBER = (0.0, 12.0)


def laser(settings: Mapping[str, Any]) -> OddsResult:
    """Chance of one shot by difference of battle numbers (PB-50)."""
    curve, low, high = curve_of(settings), settings["low"], settings["high"]
    if low > high:
        raise InputError(problems=[Problem(("low",), f"{low} is above high = {high}", f"at most {high}")])
    rows: list[tuple[Cell, ...]] = [(difference, curve.hit(difference, 0)) for difference in range(low, high + 1)]
    columns = (OddsColumn("difference", "battle number minus defence", "points"), OddsColumn("hit", "chance to hit"))
    return table(columns, rows)


def exchange(p: Fraction, q: Fraction, timing: str) -> dict[str, Fraction]:
    """One shot each, `p` attacker hits, `q` defender hits: chances of the four outcomes (PB-52)."""
    if timing == "attacker_first":
        return _ordered("defender", p, "attacker", q)
    if timing == "defender_first":
        return _ordered("attacker", q, "defender", p)
    return {"both": p * q, "defender": p * (1 - q), "attacker": q * (1 - p), "neither": (1 - p) * (1 - q)}


def _ordered(first_victim: str, p: Fraction, second_victim: str, q: Fraction) -> dict[str, Fraction]:
    return {first_victim: p, second_victim: (1 - p) * q, "both": NEVER, "neither": (1 - p) * (1 - q)}


def duel(settings: Mapping[str, Any]) -> OddsResult:
    """Two pieces fire at each other, then their torpedoes fly, the attacker's first (PB-52, 60)."""
    curve, t = curve_of(settings), torpedo(settings["torpedo_width"])
    a, d = settings["attacker"], settings["defender"]
    p, q = curve.hit(a, d), curve.hit(d, a)
    left = exchange(p if settings["attacker_laser"] else NEVER, q if settings["defender_laser"] else NEVER,
                    settings["laser_timing"])  # fmt: skip
    salvo = any_of([t] * settings["attacker_torpedoes"])
    reply = (1 - salvo) * any_of([t] * settings["defender_torpedoes"])
    left["defender"] += left["neither"] * salvo
    left["attacker"] += left["neither"] * reply
    left["neither"] *= 1 - salvo - reply
    rows: list[tuple[Cell, ...]] = [
        ("both lost", left["both"]),
        ("only defender lost", left["defender"]),
        ("only attacker lost", left["attacker"]),
        ("neither lost", left["neither"]),
        ("attacker lost", left["both"] + left["attacker"]),
        ("defender lost", left["both"] + left["defender"]),
    ]
    return two_columns("outcome", "what is left", rows)


def focus(settings: Mapping[str, Any]) -> OddsResult:
    """Several units fire one after the other at one target, alone or under a drone (PB-52)."""
    curve, d = curve_of(settings), settings["defender"]
    fleet = units(settings["attackers"], "attackers", whirler_shots(settings))
    rows: list[tuple[Cell, ...]] = []
    for k in range(1, len(fleet) + 1):
        so_far = fleet[:k]
        if settings["screened"]:
            drone, lost = screened(so_far, d, curve)
        else:
            drone, lost = NEVER, any_of(volley(shots, d, curve) for shots in so_far)
        rows.append((k, ",".join(map(str, fleet[k - 1])), lost, drone))
    columns = (
        OddsColumn("units", "units that have fired", "units"),
        OddsColumn("numbers", "battle numbers of the unit firing now", "word"),
        OddsColumn("lost", "target destroyed so far"),
        OddsColumn("drone_lost", "screening drone destroyed so far"),
    )
    return table(columns, rows)


def whirler(settings: Mapping[str, Any]) -> OddsResult:
    """A whirler's rolls against every defence (PB-54)."""
    curve, shots = curve_of(settings), whirler_shots(settings)
    rows: list[tuple[Cell, ...]] = [
        (d, volley(shots, d, curve), sum((curve.hit(a, d) for a in shots), NEVER)) for d in range(13)
    ]
    columns = (
        OddsColumn("defence", "defence of the target", "points"),
        OddsColumn("hit", "at least one roll hits"),
        OddsColumn("expected_hits", "rolls that would hit, were the target still there", "hits"),
    )
    return table(columns, rows)


def sailing(settings: Mapping[str, Any]) -> OddsResult:
    """A sailing ship against other ships: the opponent's shot is resolved first (PB-53)."""
    curve, own = curve_of(settings), settings["sailing_ship"]
    rows: list[tuple[Cell, ...]] = []
    for d in range(1, 10):
        p, q = curve.hit(own, d), curve.hit(d, own)
        last = settings["fires_last"]
        rows.append((d, q, (1 - q) * p if last else p, NEVER if last else p * q))
    columns = (
        OddsColumn("opponent", "battle number of the other ship", "points"),
        OddsColumn("sailing_lost", "the sailing ship is destroyed"),
        OddsColumn("opponent_lost", "the other ship is destroyed"),
        OddsColumn("both_lost", "both are destroyed"),
    )
    return table(columns, rows)


def screen(settings: Mapping[str, Any]) -> OddsResult:
    """Will the force field fall before the other groups are fought (PB-55)?"""
    curve = curve_of(settings)
    fleet = units(settings["attackers"], "attackers", whirler_shots(settings))
    one = (
        screened(fleet, settings["screen"], curve)[1]
        if settings["screened"]
        else any_of(volley(shots, settings["screen"], curve) for shots in fleet)
    )
    down = one ** settings["screens"]
    rows: list[tuple[Cell, ...]] = [("field falls", down), ("field stands", 1 - down), ("one satellite falls", one)]
    return two_columns("outcome", "what happens to the field", rows, "every Screen is attacked by the same units")


def reflector(settings: Mapping[str, Any]) -> OddsResult:
    """One roll decides over the Reflector and its firer (PB-57)."""
    curve, d = curve_of(settings), settings["reflector"]
    flat = settings["reflector_self_test"] == "flat"
    shots = whirler_shots(settings)
    rows: list[tuple[Cell, ...]] = []
    for a in range(13):
        rows.append((str(a), *_mirror(curve, [a], a, d, flat)))
    rows.append(("whirler", *_mirror(curve, shots, 4, d, flat)))
    rows.append(("tow", *_mirror(curve, [settings["satellite"]], settings["tow_defence"], d, flat)))
    columns = (
        OddsColumn("firer", "battle number of the firer", "word"),
        OddsColumn("reflector_lost", "the Reflector is destroyed"),
        OddsColumn("firer_lost", "the firer is destroyed"),
        OddsColumn("both_lost", "both are destroyed"),
        OddsColumn("firer_share", "share of kills of the Reflector that kill the firer, too"),
    )
    return table(columns, rows)


def _mirror(curve: Curve, shots: Sequence[int], own: int, d: int, flat: bool) -> tuple[Fraction, ...]:
    """(Reflector lost, firer lost, both lost, both | Reflector lost); rolls stop when either is gone."""
    standing, kill, die, both = SURE, NEVER, NEVER, NEVER
    for a in shots:
        dies = [face for face in range(1, 11) if (face <= curve.base if flat else curve.hits(face, a, own))]
        kills = [face for face in range(1, 11) if curve.hits(face, a, d)]
        kill += standing * Fraction(len(kills), 10)
        die += standing * Fraction(len(dies), 10)
        both += standing * Fraction(len(set(kills) & set(dies)), 10)
        standing *= chance(lambda face, gone=set(kills) | set(dies): face not in gone)  # type: ignore[misc]
    return kill, die, both, both / kill if kill else NEVER


def clear(settings: Mapping[str, Any]) -> OddsResult:
    """One-on-one duels all along the orbit: is it cleared, and at what price (j.10)?"""
    curve = curve_of(settings)
    attackers, defenders = numbers(settings["attackers"], "attackers"), numbers(settings["defenders"], "defenders")
    armed = numbers(settings["armed"], "armed", 0, 1)
    if len(armed) != len(defenders):
        legal = f"{len(defenders)} numbers, one per defender"
        raise InputError(problems=[Problem(("armed",), f"{settings['armed']!r} is not one per defender", legal)])
    pairs = list(zip(attackers, defenders, armed))
    losses = [curve.hit(d, a) if fires else NEVER for a, d, fires in pairs]
    cleared, unhurt = SURE, SURE
    for (a, d, _), loss in zip(pairs, losses):
        cleared *= curve.hit(a, d)
        unhurt *= 1 - loss
    rows: list[tuple[Cell, ...]] = [
        ("orbit cleared", cleared if len(attackers) >= len(defenders) else NEVER),
        ("attacker loses nothing", unhurt),
        ("expected attackers lost", sum(losses, NEVER)),
    ]
    return two_columns("outcome", "result of all duels", rows)


_ATTACKERS = Setting("2,2", "battle numbers in firing order, w for a whirler")
TABLES = (
    OddsTable("laser", "One laser shot", "PB-50", {
        "low": Setting(-8, "lowest difference", range=(-12, 12)),
        "high": Setting(8, "highest difference", range=(-12, 12)), **CURVE}, laser),
    OddsTable("duel", "Two pieces fire at each other", "PB-52 PB-60", {
        "attacker": Setting(2, "battle number of the attacker", range=NUMBER),
        "defender": Setting(3, "battle number of the defender", range=NUMBER),
        "attacker_laser": Setting(True, "the attacker fires"), "defender_laser": Setting(True, "the defender fires"),
        "attacker_torpedoes": Setting(0, "torpedoes of the attacker", range=(0, 8)),
        "defender_torpedoes": Setting(0, "torpedoes of the defender", range=(0, 8)),
        "torpedo_width": WIDTH, "laser_timing": TIMING, **CURVE}, duel),
    OddsTable("focus", "Several units on one target", "PB-52", {
        "attackers": _ATTACKERS, "defender": Setting(5, "defence of the target", range=NUMBER),
        "screened": Setting(False, "a drone screens the target"), "whirler_shots": WHIRLER, **CURVE}, focus),
    OddsTable("whirler", "A whirler's four rolls", "PB-54", {"whirler_shots": WHIRLER, **CURVE}, whirler),
    OddsTable("sailing", "A sailing ship in a duel", "PB-53", {
        "sailing_ship": Setting(2, "its battle number", range=NUMBER),
        "fires_last": Setting(True, "the opponent's shot comes first"), **CURVE}, sailing),
    OddsTable("screen", "Breaking a Screen Satellite", "PB-55", {
        "attackers": Setting("3,3", "battle numbers of the units paired with it, w for a whirler"),
        "screen": Setting(3, "defence of the satellite", range=NUMBER),
        "screens": Setting(1, "face-up Screens, attacked alike", range=(1, 4)),
        "screened": Setting(False, "a drone lies on it"), "whirler_shots": WHIRLER, **CURVE}, screen),
    OddsTable("reflector", "Firing at the Reflector", "PB-57", {
        "reflector": Setting(6, "its defence", range=NUMBER),
        "reflector_self_test": Setting("own_numbers", "how the firer tests", choices=("own_numbers", "flat")),
        "whirler_shots": WHIRLER, "satellite": Setting(4, "towed satellite that fires", range=NUMBER),
        "tow_defence": Setting(3, "defence of tug and tow", range=NUMBER), **CURVE}, reflector),
    OddsTable("clear", "Clearing an orbit in single duels", "PB-52", {
        "attackers": Setting("5,3,2", "battle numbers"), "defenders": Setting("1,2,1", "battle numbers"),
        "armed": Setting("1,1,0", "1 where the defender fires"), **CURVE}, clear),
)  # fmt: skip
