"""The tally of a run against counts from the traces of the same games: equal to the last one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from balance.games.planet_busters import state as s
from balance.games.planet_busters.exact import PRINTED, tow_defence
from balance.games.planet_busters.kernel import log
from balance.games.planet_busters.policies import attack
from balance.games.planet_busters.position import Replica
from tests.games.plain import statistics
from tests.games.planet_busters.fights import FIRST, SECOND, THIRD, Rows, Witness
from tests.games.planet_busters.positions import Position

pytestmark = [pytest.mark.kernel, statistics]

CROWDED = {
    "counts.reflector": 5, "counts.whirler": 5, "counts.carrier": 8, "counts.tug": 6, "counts.salvage_vessel": 14,
    "counts.mines": 8, "counts.armored_satellite": 6, "counts.spy": 5, "counts.mutiny": 6, "counts.sabotage": 6,
}  # fmt: skip


@cache
def witness() -> Witness:
    return Witness(CROWDED, ("random_legal", "raider"), 250)


def rows(event: int) -> Iterator[tuple[int, ...]]:
    """Rows of one event in all games."""
    return (row for game in witness().games for row in game if row[0] == event)


def told(tally: object) -> dict[tuple[int, ...], int]:
    """Cells of a tally that are not 0."""
    cells = np.atleast_1d(np.asarray(tally))
    return {tuple(int(i) for i in at): int(cells[tuple(at)]) for at in np.argwhere(cells)}


def test_lasers_reflectors_and_pickets() -> None:
    seen = {name: Counter[tuple[int, ...]]() for name in ("shots", "hits", "met", "lost", "rolls", "kills")}
    w = witness()
    for row in rows(log.SHOT):
        target, number, defence, hit = row[SECOND], row[THIRD], row[5], row[7]
        seen["shots"][number - defence + 13,] += 1
        seen["hits"][number - defence + 13,] += hit
        if w.kind[target] == s.BUSTER:
            seen["met"][int(w.rules.value[target]), number] += 1
            seen["lost"][int(w.rules.value[target]), number] += hit
        if w.kind[target] == s.REFLECTOR:
            seen["rolls"][number,] += 1
            seen["kills"][number,] += hit
    fields = {"shots": "laser_shots", "hits": "laser_hits", "met": "picket_met", "lost": "picket_lost",
              "rolls": "reflector_rolls", "kills": "reflector_kills"}  # fmt: skip
    for name, counts in seen.items():
        assert sum(counts.values()) > 20, name
        assert told(w.tally[fields[name]]) == +counts, name


def test_beams_that_come_back() -> None:
    """PB-57: the roll at the Reflector is read once more against the firer's own number (a tug's with its tow)."""
    w, own, both = witness(), Counter[tuple[int, ...]](), Counter[tuple[int, ...]]()
    for fight in w.fights:
        towing = {unit: tow for unit, tow in fight.units().items() if tow >= 0}
        for row in fight.rows:
            if row[0] == log.TOW_ROLL:
                towing.pop(row[FIRST], None)
            if row[0] != log.SHOT or w.kind[row[SECOND]] != s.REFLECTOR:
                continue
            defence = w.defence[row[FIRST]]
            if row[FIRST] in towing:
                defence = tow_defence(defence, w.defence[towing[row[FIRST]]])
            burnt = PRINTED.hits(row[6], row[THIRD], defence)
            own[row[THIRD],] += burnt
            both[row[THIRD],] += burnt and row[7]
    assert sum(own.values()) > 100
    assert told(w.tally.reflector_self) == +own
    assert told(w.tally.reflector_both) == +both


def test_dice_of_events_mines_carriers_tows_and_salvage() -> None:
    w = witness()
    assert told(w.tally.spy_faces) == Counter((row[4],) for row in rows(log.SPY_LOOKS))
    minimum = int(w.rules.carrier_min_drones)
    assert told(w.tally.drone_counts) == Counter((max(minimum, (row[SECOND] + 1) // 2),) for row in rows(log.LAUNCH))
    tests = [row[SECOND] for row in rows(log.MINE_TEST)]
    assert (w.tally.mines_dice_tests, w.tally.mines_survived) == (len(tests), sum(tests))
    tows = [row[5] for row in rows(log.TOW_ROLL)]
    assert (w.tally.tow_rolls, w.tally.tow_odd) == (len(tows), sum(tows))
    rolls = Counter({(1,): sum(1 for _ in rows(log.STORM))})
    bites = Counter({(1,): sum(row[4] for row in rows(log.STORM))})
    for kind, event, at in ((s.MUTINY, log.MUTINY_ROLL, 5), (s.REVOLT, log.REVOLT_ROLL, 6),
                            (s.SABOTAGE, log.SABOTAGE_ROLL, 5)):  # fmt: skip
        rolls[kind - s.HALLEY,] = sum(1 for _ in rows(event))
        bites[kind - s.HALLEY,] = sum(row[at] for row in rows(event))
    assert told(w.tally.event_rolls) == +rolls and told(w.tally.event_bites) == +bites
    throws = ties = 0
    for fight in w.fights:
        first = True
        for row in fight.of(log.CONTEST):
            throws += first
            ties += first and row[4] == row[5]
            first = row[4] != row[5]
    assert (w.tally.duel_throws, w.tally.duel_ties) == (throws, ties)
    assert min(len(tests), len(tows), throws, *rolls.values()) > 20 and ties > 2


def test_torpedoes_captures_and_busters() -> None:
    w = witness()
    value = w.rules.value
    torpedoes = list(rows(log.TORPEDO))
    planets = [row for row in torpedoes if w.kind[row[SECOND]] == s.PLANET]
    assert (w.tally.torpedoes, w.tally.torpedo_hits) == (len(torpedoes), sum(row[6] for row in torpedoes))
    assert (w.tally.torpedoes_at_planets, w.tally.torpedo_captures) == (len(planets), sum(row[6] for row in planets))
    shots, hits = Counter[tuple[int, ...]](), Counter[tuple[int, ...]]()
    for row in rows(log.CAPTURE_SHOT):
        shots[row[THIRD], int(value[row[SECOND]])] += 1
        hits[row[THIRD], int(value[row[SECOND]])] += row[6]
    assert told(w.tally.capture_shots) == shots and told(w.tally.capture_hits) == +hits
    tries, busts = Counter[tuple[int, ...]](), Counter[tuple[int, ...]]()
    for row in rows(log.BUST):
        tries[int(value[row[FIRST]]), int(value[row[SECOND]])] += 1
        busts[int(value[row[FIRST]]), int(value[row[SECOND]])] += row[5]
    assert told(w.tally.buster_tries) == tries and told(w.tally.buster_hits) == +busts
    assert min(map(len, (planets, shots, tries, busts))) > 5


def test_units_in_the_rear() -> None:
    """`rear` by kind: sent paired, of these lost, sent unpaired, of these lost, of these by torpedo."""
    w, counts = witness(), Counter[tuple[int, ...]]()
    for fight in w.fights:
        paired: set[int] = set()
        units = set(fight.units())
        for row in fight.rows:
            if row[0] == log.PAIR:
                paired.add(row[FIRST])
            fleet = row[0] == log.LOSS and row[1] == fight.seat and row[SECOND] != log.WITH_TUG
            if fleet and (row[FIRST] in units or w.kind[row[FIRST]] == s.DRONE):
                counts[1 if row[FIRST] in paired else 3, w.kind[row[FIRST]]] += 1
                counts[4, w.kind[row[FIRST]]] += row[FIRST] not in paired and row[SECOND] == log.BY_TORPEDO
        made = sum(row[4] for row in fight.of(log.LAUNCH, fight.seat))
        drones = sum(w.kind[piece] == s.DRONE for piece in paired)
        counts[0, s.DRONE] += drones
        counts[2, s.DRONE] += made - drones
        for piece in units:
            counts[0 if piece in paired else 2, w.kind[piece]] += 1
    assert told(w.tally.rear) == +counts
    assert all(sum(n for (row, _), n in counts.items() if row == k) > 20 for k in range(5))


def test_carriers_that_defend() -> None:
    w, counts = witness(), Counter[tuple[int, ...]]()
    for fight in w.fights:
        screened = {row[SECOND] for row in fight.of(log.SCREENING)}
        agents = [row for event in (log.SABOTAGE_ROLL, log.MUTINY_ROLL) for row in fight.of(event, fight.seat)]
        taken = {row[SECOND] for row in agents if row[5]}
        for row in fight.of(log.LAUNCH, fight.foe):
            carrier = row[FIRST]
            if carrier in screened and carrier in taken:
                continue  # its drone has taken its place in the orbit: no carrier any more
            counts[int(carrier in screened), int(carrier in fight.lost())] += 1
    assert told(w.tally.carriers_defended) == +counts
    assert len(counts) == 4


def test_turns_and_changes_of_the_lead() -> None:
    """Player-turns with an attack phase, those the Treaty cut short, and changes of the sole leader between round ends."""
    w, attacks, peace, leads = witness(), 0, 0, 0
    for game in w.games:
        turns = sum(row[0] == log.TURN for row in game)
        cut = any(row[0] == log.TREATY_UP for row in game)
        peace += cut
        attacks += turns - cut
        leaders = [leader for leader in leaders_at_round_ends(game) if leader >= 0]
        leads += sum(one != other for one, other in pairwise(leaders))
    assert (w.tally.attack_turns, w.tally.treaty_turns, w.tally.point_leads) == (attacks, peace, leads)
    assert peace > 200 and leads > 50


def leaders_at_round_ends(game: Rows) -> Iterator[int]:
    """The seat with strictly the most points after each complete round, -1 without one."""
    w = witness()
    replica, turns = Replica(w.run.ruleset), 0
    for row in [*game, (log.TURN, 0)]:
        if row[0] == log.TURN:
            if turns and turns % len(replica.orbit) == 0:
                yield sole_leader(replica)
            turns += 1
        event = log.EVENTS[row[0]]
        if hasattr(replica, f"_{event.name}") and len(row) > 2:
            replica.apply(event.name, row[1], dict(zip(event.fields, row[2:])))


def sole_leader(replica: Replica) -> int:
    """PB-81: planets by their value, one point for each colony."""
    value, colonies = witness().rules.value, (s.COLUMBIA, s.BETA)
    points = [sum(int(value[p]) for p in worlds) + sum(replica.kind[p] in colonies for p in orbit)
              for worlds, orbit in zip(replica.worlds, replica.orbit)]  # fmt: skip
    best = max(points)
    return points.index(best) if points.count(best) == 1 else -1


@pytest.mark.parametrize(("sources", "short"), [((), 1), (("fuel 2",), 1), (("fuel 7",), 0)])
def test_fleets_short_of_fuel(sources: tuple[str, ...], short: int) -> None:
    """f.3: three conicles need more points to move and fire than a lone planet and a small counter give."""
    p = Position({}, ("raider", "raider"))
    p.planets(0, 5)
    p.orbit(0, "conicle", "conicle", "conicle")
    p.orbit(1, "scout")
    p.rack(0, *sources)
    attack.planned_target(p.st, p.rules, p.players.of[0], p.tally, 0)
    assert p.tally.attacks_short_of_fuel == short
