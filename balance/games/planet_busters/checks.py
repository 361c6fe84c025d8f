"""Counts of a run beside their exact chances: what must hold whatever the players do (section j)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from balance.games.contract import ExactCheck, RunData
from balance.games.planet_busters.charts_battle import DIFFERENCE_0, curve_of
from balance.games.planet_busters.exact import Curve, chance, drones_of, event, mines_kill, torpedo
from balance.games.planet_busters.state import EVENTS

FIRST_DIFFERENCE, LAST_DIFFERENCE = -13, 18
ROLLED_EVENTS = ("meteor", "mutiny", "revolt", "sabotage")


def exact_checks(data: RunData) -> list[ExactCheck]:
    """All counts of the run whose chance is known exactly, those that were tried at all."""
    found = [*_lasers(data), *_planets(data), *_events(data), *_dice(data), *_torpedoes(data)]
    return [check for check in found if check.n > 0]


def _check(name: str, exact: Fraction, hits: Any, n: Any) -> ExactCheck:
    return ExactCheck(name, exact, int(hits), int(n))


def _lasers(data: RunData) -> Iterator[ExactCheck]:
    curve, tally = curve_of(data), data.tally
    for difference in range(FIRST_DIFFERENCE, LAST_DIFFERENCE + 1):
        i = difference + DIFFERENCE_0
        name = f"laser at difference {difference:+d} (PB-50)"
        yield _check(name, curve.hit(difference, 0), tally.laser_hits[i], tally.laser_shots[i])
    defence = int(data.ruleset["battle.reflector"])
    for a in range(len(tally.reflector_rolls)):
        name = f"number {a} at the Reflector (PB-57)"
        yield _check(name, curve.hit(a, defence), tally.reflector_kills[a], tally.reflector_rolls[a])
        if data.ruleset["reflector_self_test"] == "flat":
            own = chance(lambda face, base=curve.base: face <= base)  # type: ignore[misc]
            yield _check(f"beam of number {a} comes back", own, tally.reflector_self[a], tally.reflector_rolls[a])


def _planets(data: RunData) -> Iterator[ExactCheck]:
    curve, tally = curve_of(data), data.tally
    tables = (
        ("buster", "planet", "PB-65", tally.buster_hits, tally.buster_tries, _attack),
        ("number", "planet", "PB-62", tally.capture_hits, tally.capture_shots, _attack),
        ("buster", "picket", "PB-56", tally.picket_lost, tally.picket_met, _defence),
    )
    for first, second, rule, hits, tries, odds in tables:
        for x in range(tries.shape[0]):
            for y in range(tries.shape[1]):
                if tries[x, y] > 0:
                    yield _check(f"{first} {x}, {second} {y} ({rule})", odds(curve, x, y), hits[x, y], tries[x, y])


def _attack(curve: Curve, number: int, planet: int) -> Fraction:
    return curve.hit(number, planet)


def _defence(curve: Curve, buster: int, picket: int) -> Fraction:
    return curve.hit(picket, buster)


def _events(data: RunData) -> Iterator[ExactCheck]:
    tally = data.tally
    for name in ROLLED_EVENTS:
        i = EVENTS.index(name)
        yield _check(f"{name} bites", event(data.ruleset[f"{name}_odds"]), tally.event_bites[i], tally.event_rolls[i])
    spies = int(tally.spy_faces.sum())
    for face in range(1, 11):
        yield _check(f"Spy rolls {face} (PB-21)", Fraction(1, 10), tally.spy_faces[face], spies)


def _dice(data: RunData) -> Iterator[ExactCheck]:
    rules, tally = data.ruleset, data.tally
    survive = 1 - mines_kill(rules["mines_rolls"])
    yield _check("unit survives mines (PB-46)", survive, tally.mines_survived, tally.mines_dice_tests)
    yield _check("tug lost, tow captured (PB-24)", Fraction(1, 2), tally.tow_odd, tally.tow_rolls)
    yield _check("salvage throw is a tie (PB-71)", Fraction(1, 10), tally.duel_ties, tally.duel_throws)
    made = [drones_of(face, rules["carrier_min_drones"]) for face in range(1, 11)]
    launches = int(tally.drone_counts.sum())
    for drones in sorted(set(made)):
        exact = Fraction(made.count(drones), 10)
        yield _check(f"carrier launches {drones} (PB-35)", exact, tally.drone_counts[drones], launches)


def _torpedoes(data: RunData) -> Iterator[ExactCheck]:
    """Exact only while every player picks his numbers evenly (PB-61)."""
    if all(len(set(player.weights.get("number_model", [1]))) == 1 for player in data.players):
        tally, exact = data.tally, torpedo(data.ruleset["torpedo_width"])
        yield _check("torpedo hits (PB-61)", exact, tally.torpedo_hits, tally.torpedoes)
        name = "torpedo takes a planet (PB-62)"
        yield _check(name, exact, tally.torpedo_captures, tally.torpedoes_at_planets)
