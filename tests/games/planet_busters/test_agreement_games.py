"""Exact tables against what happens inside games, read from traces (section j): what the tally does not count.

A battle's chances depend on who is in it. So every trial is taken with the chance of its own case, known before the dice
fell: the units committed to fire, the ships there are when the torpedoes fly, the shots left for a planet.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest

from balance.games.planet_busters import state as s
from balance.games.planet_busters.kernel import log
from balance.games.planet_busters.odds_deck import CLASSES, chain_of_planets
from tests.games.plain import statistics
from tests.games.planet_busters.agreement import FAR, distance, figure, many_chances, many_means
from tests.games.planet_busters.fights import FIRST, SECOND, THIRD, Fight, Group, Witness, field_stands, plain_groups

pytestmark = [pytest.mark.kernel, statistics]

F = Fraction
CROWDED = {  # rare pieces meet often, and fuel is no question
    "counts.sailing_ship": 12, "counts.whirler": 6, "counts.screen_satellite": 6, "counts.reflector": 5,
    "counts.tug": 6, "counts.armored_satellite": 5, "counts.salvage_vessel": 8, "counts.carrier": 4, "counts.planet_buster": 5,
    "counts.mines": 4, "counts.tanker": 8, "planet_fuel": 3, "planet_fuel_fires_on_attack": True,
}  # fmt: skip
asked = cache(figure)


@cache
def crowded() -> Witness:
    return Witness(CROWDED, ("greedy", "raider"), 500)


@cache
def muddled() -> Witness:
    """Players who send and fire at anything: all kinds meet the Reflector, and many tugs tow."""
    box = {"counts.reflector": 8, "counts.tug": 10, "counts.armored_satellite": 10, "counts.carrier": 0}
    rules = {**box, "planet_fuel": 3, "planet_fuel_fires_on_attack": True}
    return Witness(rules, ("random_legal", "random_legal"), 300)


@cache
def printed() -> Witness:
    return Witness({}, ("buster", "raider"), 700)


def listed(witness: Witness, units: list[int]) -> str:
    """Firing units as the odds tables take them."""
    return ",".join("w" if witness.kind[unit] == s.WHIRLER else str(witness.fire[unit]) for unit in units)


def volleys(witness: Witness) -> Iterator[tuple[Fight, Group, list[int]]]:
    """Groups in which only the attackers' shots decide over the target, with the units alive when they began."""
    for fight in witness.fights:
        for group in plain_groups(witness, fight):
            kinds = {witness.kind[unit] for unit in group.firing}
            if s.SAILING_SHIP in kinds or witness.kind[group.target] == s.REFLECTOR:
                continue
            marks = (group.target, group.drone)
            start = next(
                (k for k, row in enumerate(fight.rows)
                 if row[0] == log.SHOT and row[FIRST] in group.firing and row[SECOND] in marks), None
            )  # fmt: skip
            if start is not None:
                lost = fight.lost(start)
                yield fight, group, [unit for unit in group.firing if unit not in lost]


def shot_down(fight: Fight, piece: int) -> int:
    return int(any(row[FIRST] == piece and row[SECOND] == log.BY_LASER for row in fight.of(log.LOSS)))


def test_focus_and_whirlers() -> None:
    """PB-52, PB-54: several units at one target, open and under a drone; a whirler alone."""
    witness = crowded()
    kinds = {"open": ([], []), "screened": ([], []), "drone": ([], []), "whirler": ([], [])}
    for fight, group, units in volleys(witness):
        defence, fleet = witness.defence[group.target], listed(witness, units)
        lost = shot_down(fight, group.target)
        wanted: dict[str, Any] = {"attackers": fleet, "defender": defence, "screened": group.drone >= 0}
        found: list[tuple[str, int, Fraction]] = []
        if group.drone >= 0:
            found.append(("screened", lost, asked("focus", len(units), "lost", **wanted)))
            found.append(("drone", shot_down(fight, group.drone), asked("focus", len(units), "drone_lost", **wanted)))
        elif fleet == "w":
            found.append(("whirler", lost, asked("whirler", defence, "hit")))
        elif len(units) > 1:
            found.append(("open", lost, asked("focus", len(units), "lost", **wanted)))
        for name, hit, chance in found:
            kinds[name][0].append(hit)
            kinds[name][1].append(chance)
    for name, (hits, chances) in kinds.items():
        assert len(hits) > 300, name
        assert abs(many_chances(hits, chances)) < FAR, name


def single_combats(witness: Witness) -> Iterator[tuple[Group, int]]:
    """Groups of one firing unit and a target that is committed to fire at it, with nothing in between."""
    odd = (s.WHIRLER, s.REFLECTOR)
    for fight in witness.fights:
        if field_stands(fight):
            continue
        for group in plain_groups(witness, fight):
            if len(group.firing) == 1 and group.replies_at == group.firing[0] and group.drone < 0:
                if not {witness.kind[group.target], witness.kind[group.firing[0]]} & {*odd}:
                    yield group, group.firing[0]


def test_duels_and_sailing_ships() -> None:
    """PB-52: both fire; PB-53: the shot at a sailing ship comes before its own."""
    witness = crowded()
    cases: dict[str, tuple[list[int], list[Fraction]]] = {}

    def note(name: str, hit: int, chance: Fraction) -> None:
        cases.setdefault(name, ([], []))[0].append(hit)
        cases[name][1].append(chance)

    for group, unit in single_combats(witness):
        a, d = witness.fire[unit], witness.fire[group.target]
        shot, reply = group.shot(unit, group.target), group.shot(group.target, unit)
        sails = [witness.kind[piece] == s.SAILING_SHIP for piece in (unit, group.target)]
        if sails == [True, False] and reply >= 0:
            assert (shot >= 0) == (reply == 0)
            note("sailing ship lost", reply, asked("sailing", d, "sailing_lost"))
            note("opponent lost", int(shot == 1), asked("sailing", d, "opponent_lost"))
        elif sails == [False, False] and shot >= 0:
            assert reply >= 0  # a target that is hit fires all the same
            for row, seen in (("both lost", shot & reply), ("only defender lost", shot & (1 - reply)),
                              ("only attacker lost", reply & (1 - shot))):  # fmt: skip
                note(row, seen, asked("duel", row, attacker=a, defender=d))
    assert len(cases) == 5
    for name, (hits, chances) in cases.items():
        assert len(hits) > 300, name
        assert abs(many_chances(hits, chances)) < FAR, name


def test_screens() -> None:
    """PB-55: the field falls when every Screen that lies face up is shot down by the units paired with it."""
    witness, falls, chances = crowded(), [], []
    for fight in witness.fights:
        tries = fight.of(log.FIELD)
        groups = {group.target: group for group in plain_groups(witness, fight)}
        if not tries or not groups or fight.spied:
            continue
        met = [groups.get(screen) for screen in fight.shown_screens]
        if any(group is None or not group.firing for group in met):
            assert tries[0][FIRST] == 1
            continue
        chance = F(1)
        for group in met:
            assert group is not None
            if group.drone >= 0 and s.SAILING_SHIP in {witness.kind[unit] for unit in group.firing}:
                break  # the drone fires before that ship
            wanted = {"attackers": listed(witness, group.firing), "screen": witness.defence[group.target]}
            chance *= asked("screen", "field falls", screened=group.drone >= 0, **wanted)
        else:
            falls.append(1 - tries[0][FIRST])
            chances.append(chance)
    assert len(falls) > 200
    assert abs(many_chances(falls, chances)) < FAR


def test_reflectors() -> None:
    """PB-57: what a shot at the Reflector does to its firer."""
    witness = muddled()
    cases: dict[str, tuple[list[int], list[Fraction]]] = {"firer_lost": ([], []), "both_lost": ([], [])}
    for fight in witness.fights:
        tugs = {unit for unit, tow in fight.units().items() if tow >= 0}
        for k, row in enumerate(fight.rows):
            if row[0] != log.SHOT or witness.kind[row[SECOND]] != s.REFLECTOR:
                continue
            piece = row[FIRST]
            if piece in tugs or witness.kind[piece] == s.WHIRLER or piece in fight.lost(k):
                continue  # a piece that is lost and still fires cannot be lost again
            burnt = int(any(r[0] == log.LOSS and r[2:4] == (piece, log.BY_MIRROR) for r in fight.rows[k + 1 : k + 3]))
            for column, seen in (("firer_lost", burnt), ("both_lost", burnt & row[7])):
                cases[column][0].append(seen)
                cases[column][1].append(asked("reflector", str(row[THIRD]), column))
    for name, (hits, chances) in cases.items():
        assert len(hits) > 300
        assert abs(many_chances(hits, chances)) < FAR, name


def test_tows() -> None:
    """PB-24: shots at a tug that still has its tow."""
    cases: dict[str, tuple[list[int], list[Fraction]]] = {"hit": ([], []), "tug_lost": ([], []), "tow_lost": ([], [])}
    for witness, fight in ((w, fight) for w in (crowded(), muddled()) for fight in w.fights):
        towing = {unit: tow for unit, tow in fight.units().items() if tow >= 0}
        for row, after in zip(fight.rows, fight.rows[1:]):
            if row[0] == log.TOW_ROLL:
                towing.pop(row[FIRST], None)
            if row[0] != log.SHOT or row[SECOND] not in towing:
                continue
            tug, satellite = witness.defence[row[SECOND]], witness.defence[towing[row[SECOND]]]
            assert row[5] == asked("tow", 1, "defence", tug=tug, satellite=satellite)
            assert (after[0] == log.TOW_ROLL) == (row[7] == 1)
            captured = int(after[0] == log.TOW_ROLL and after[5])
            for column, seen in (("hit", row[7]), ("tug_lost", captured), ("tow_lost", row[7] - captured)):
                cases[column][0].append(seen)
                cases[column][1].append(asked("tow", row[THIRD], column, tug=tug, satellite=satellite))
    for name, (hits, chances) in cases.items():
        assert len(hits) > 600
        assert abs(many_chances(hits, chances)) < FAR, name


def test_salvage() -> None:
    """PB-71: two vessels throw for a wreck, again after a tie."""
    won, ties = [], []
    for fight in crowded().fights:
        first = True
        for row in fight.of(log.CONTEST):
            mine, theirs = row[4], row[5]
            if first:
                ties.append(int(mine == theirs))
            first = mine != theirs
            if mine != theirs:
                won.append(int(mine > theirs))
    assert len(won) > 300
    assert abs(distance(won, asked("salvage", "attacker gets it"))) < FAR
    assert abs(distance(ties, asked("salvage", "first throw is a tie"))) < FAR


def last_stands(witness: Witness) -> Iterator[tuple[Fight, int, int, int]]:
    """Fights in which one piece is left when the torpedoes fly: it, the attacker's torpedoes, his units."""
    torps = [int(n) for n in witness.rules.torps]
    for fight in witness.fights:
        start = next((k for k, row in enumerate(fight.rows) if row[0] == log.TORPEDO), None)
        if start is None or fight.rows[start][1] != fight.seat or any(tow >= 0 for tow in fight.units().values()):
            continue
        if fight.of(log.MUTINY_ROLL, fight.seat) or fight.of(log.SABOTAGE_ROLL, fight.seat):
            continue
        lost, aim = fight.lost(start), fight.rows[start][SECOND]
        alone = [row[FIRST] for row in fight.of(log.SCREENING) if row[SECOND] < 0]
        covers = [row[FIRST] for row in fight.of(log.SCREENING) if row[SECOND] >= 0]
        left = [piece for piece in (*fight.orbit, *alone) if piece not in lost]
        if left != [aim] or any(drone not in lost for drone in covers):
            continue
        drones = {row[FIRST] for row in fight.of(log.PAIR) if witness.kind[row[FIRST]] == s.DRONE}
        made = sum(row[4] for row in fight.of(log.LAUNCH, fight.seat))
        units = [unit for unit in fight.units() if unit not in lost]
        there = len(units) + made - len(drones & lost)
        yield fight, aim, sum(torps[unit] for unit in units), there


def test_torpedoes_and_the_reply() -> None:
    """PB-60, PB-61: all torpedoes at the last piece of an orbit, and those it fires at the ships if it is left."""
    witness = printed()
    lost, chances, ships, expected = [], [], [], []
    for fight, aim, salvo, there in last_stands(witness):
        replies = int(witness.rules.torps[aim])
        wanted = {"attacker_torpedoes": salvo, "defender_torpedoes": replies, "attacker_ships": there}
        lost.append(int(any(row[2:4] == (aim, log.BY_TORPEDO) for row in fight.of(log.LOSS, fight.foe))))
        chances.append(asked("torpedo", "target lost", **wanted))
        if replies > 0 and witness.kind[aim] != s.MINES:
            ships.append(sum(row[SECOND] == log.BY_TORPEDO for row in fight.of(log.LOSS, fight.seat)))
            expected.append(asked("torpedo", "expected ships lost in return", **wanted))
    assert len(lost) > 200 and len(ships) > 100
    assert abs(many_chances(lost, chances)) < FAR
    assert abs(many_means(ships, expected)) < FAR


def test_captures() -> None:
    """PB-62: all lasers and torpedoes of the ships left before an empty orbit, with fuel for all of them."""
    witness, taken, chances = crowded(), [], []
    for fight in witness.fights:
        start = next((k for k, row in enumerate(fight.rows) if row[0] == log.CAPTURE_AIM), None)
        towing = any(tow >= 0 for tow in fight.units().values())
        if start is None or towing or not fuel_for_all(witness, fight, start):
            continue
        lasers, torpedoes = left_for_planets(witness, fight, start)
        success = int(fight.has(log.CAPTURED_PLANET))
        if not success:
            assert len(fight.of(log.CAPTURE_SHOT)) == sum(4 if number == "w" else 1 for number in lasers)
            assert sum(row[0] == log.TORPEDO for row in fight.rows[start:]) == torpedoes
        taken.append(success)
        planet = int(witness.rules.value[fight.rows[start][FIRST]])
        chances.append(asked("capture", planet, "captured", shots=",".join(lasers), torpedoes=torpedoes))
    assert len(taken) > 200
    assert abs(many_chances(taken, chances)) < FAR


def fuel_for_all(witness: Witness, fight: Fight, start: int) -> bool:
    """Does a tanker serve, or the attacker's planets for moving, firing and firing again?"""
    tankers = {unit for unit in fight.units() if witness.kind[unit] == s.TANKER} - fight.lost(start)
    return bool(tankers) or int(witness.rules.planet_fuel) * fight.worlds >= 3 * len(fight.units())


def left_for_planets(witness: Witness, fight: Fight, start: int) -> tuple[list[str], int]:
    """Battle numbers of the lasers (as odds tables take them) and torpedoes a fleet has left for the planets."""
    lost, rules = fight.lost(start), witness.rules
    active = {row[FIRST] for row in fight.of(log.LAUNCH, fight.seat)}
    units = [unit for unit in fight.units() if unit not in lost and witness.kind[unit] != s.BUSTER]
    armed = [u for u in units if rules.laser[u] and (witness.kind[u] != s.CARRIER or u in active)]
    made = sum(row[4] for row in fight.of(log.LAUNCH, fight.seat))
    drones = made - sum(witness.kind[row[FIRST]] == s.DRONE for row in fight.of(log.LOSS, fight.seat))
    fired = sum(row[0] == log.TORPEDO and row[1] == fight.seat and row[FIRST] in units for row in fight.rows[:start])
    torpedoes = sum(int(rules.torps[unit]) for unit in units) - fired
    lasers = [] if fight.has(log.CHAFF_PLAYED) else listed(witness, armed).split(",") * bool(armed) + ["1"] * drones
    return lasers, torpedoes


def test_first_draws() -> None:
    """PB-11, PB-13: the first draw of a game against the deck table; planets of a first turn that melds all of them."""
    witness, draws, chains = Witness({"round_limit": 1}, ("greedy", "greedy"), 1500), [], []
    for rows in witness.games:
        turns = [k for k, row in enumerate(rows) if row[0] == log.TURN]
        first = rows[turns[0] : turns[1]]
        kinds = [s.KINDS[witness.kind[row[FIRST]]] for row in first if row[0] == log.DRAW][:2]
        draws.append([sum(kind in CLASSES[name] for kind in kinds) for name in CLASSES])
        chains.append(sum(row[0] == log.MELD and witness.kind[row[FIRST]] == s.PLANET for row in first))
    for name, column in zip(CLASSES, np.array(draws).T):
        assert abs(distance(column == 0, asked("deck", name, "none", pieces=2))) < FAR, name
        assert abs(distance(column, asked("deck", name, "expected", pieces=2))) < FAR, name
    assert abs(distance(chains, chain_of_planets(116, 9, 9, 2))) < FAR
