"""Told games keep the rules of section k that no sum of a row can show: who moves, who pays, who is paired with whom."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import pytest

from balance.games.planet_busters import state as s
from balance.games.planet_busters.kernel import log
from tests.games.plain import games
from tests.games.planet_busters.told import Turn, rings, told_turns, worlds

pytestmark = pytest.mark.kernel
CROWD: dict[str, Any] = {"counts.carrier": 8, "counts.colony_beta": 4, "counts.tug": 6, "counts.armored_satellite": 5,
                         "counts.salvage_vessel": 4, "counts.mines": 5, "counts.armed_merchantman": 6,
                         "counts.fuel_station": 3, "counts.mutiny": 5, "counts.revolt": 5}  # fmt: skip
BOXES: dict[str, dict[str, Any]] = {
    "printed": {}, "crowd": CROWD, "few drones": {**CROWD, "drone_supply": 9}, "basic": {"mode": "basic"},
    "rich": {**CROWD, "starting_pieces": 14, "rack_limit": 20, "draw_per_turn": 3, "counts.tanker": 0},
}  # fmt: skip
TABLES = (("greedy", "random_legal"), ("raider", "turtle", "random_legal"), ("buster", "hoarder"))


@dataclass
class Battle:
    """What a battle's rows say, followed row by row."""

    turn: Turn
    foe: int
    fleet: set[int] = field(default_factory=set)
    targets: set[int] = field(default_factory=set)
    screens: dict[int, int] = field(default_factory=dict)  # piece -> the drone on top of it
    pairs: dict[int, int] = field(default_factory=dict)
    drones: int = 0  # launched so far
    paid: Counter[tuple[int, int]] = field(default_factory=Counter)  # (seat, source) -> points
    played: Counter[int] = field(default_factory=Counter)  # seat -> points of counters

    def open_others(self) -> set[int]:
        """Targets other than colonies with which nobody is paired."""
        return {t for t in self.targets - set(self.pairs.values()) if self.turn.rules.cls[t] != s.COLONY}


def kinds_in(turn: Turn, seat: int, kind: int) -> int:
    """Pieces of a kind in the orbit of `seat` when a battle starts: those of before the turn and those just melded."""
    pieces = rings(turn.before)[seat] | {row[2] for row in turn.rows if row[0] == log.MELD and row[1] == seat}
    return sum(turn.rules.kind[p] == kind for p in pieces)


def planets_of(turn: Turn, seat: int) -> int:
    """Planets in a Sphere when a battle starts."""
    own = worlds(turn.before)[seat] | {
        row[2] for row in turn.rows if row[0] == log.MELD and row[1] == seat and turn.rules.cls[row[2]] == s.WORLD
    }
    return len(own)


def check_purse(battle: Battle) -> int:
    """k.2: no source gives more than it holds; what lapses of the counters is never less than nothing: int waste."""
    turn, rules, waste = battle.turn, battle.turn.rules, 0
    for seat in (turn.seat, battle.foe):
        paid = {source: battle.paid[seat, source] for source in range(5)}
        assert paid[log.PLANETS_PAY] <= rules.planet_fuel * planets_of(turn, seat)
        assert paid[log.MERCHANT_PAYS] <= rules.merchantman_fuel * kinds_in(turn, seat, s.MERCHANTMAN)
        assert not paid[log.TANKER_PAYS] or kinds_in(turn, seat, s.TANKER)
        assert not paid[log.STATION_PAYS] or kinds_in(turn, seat, s.FUEL_STATION)
        assert paid[log.COUNTERS_PAY] <= battle.played[seat]
        waste += battle.played[seat] - paid[log.COUNTERS_PAY]
    return waste


def check_pair(battle: Battle, unit: int, target: int) -> None:
    """k.6, PB-41, PB-42: one pairing per unit, with a target that was open to it."""
    rules = battle.turn.rules
    assert unit in battle.fleet and unit not in battle.pairs and target in battle.targets
    free = target not in battle.pairs.values()
    if free and rules.cls[target] == s.COLONY and rules.cls[unit] != s.BOMB:
        assert not battle.open_others()
    if not free:
        assert battle.targets == set(battle.pairs.values())
    battle.pairs[unit] = target


def check_shot(battle: Battle, unit: int, target: int) -> None:
    """k.6: an attacker fires at what it is paired with or the drone before it; at a colony only if all others are paired."""
    rules = battle.turn.rules
    aim = battle.pairs[unit]
    assert target in (aim, battle.screens.get(aim))
    if rules.cls[target] == s.COLONY:
        assert not battle.open_others()


def follow(battle: Battle, row: tuple[int, ...]) -> None:
    """One row of a battle: kept in `battle`, checked where a rule speaks of it."""
    event, seat, a, b, c = row[:5]
    turn, rules = battle.turn, battle.turn.rules
    if event == log.UNIT:
        battle.fleet.add(a)
    elif event == log.LAUNCH:
        left = int(rules.drone_supply) - battle.drones  # k.1: every battle starts with all drones in the supply
        assert c == min(max(int(rules.carrier_min_drones), (b + 1) // 2), left)
        if seat == turn.seat:
            battle.fleet |= set(
                range(int(rules.deck_pieces) + battle.drones, int(rules.deck_pieces) + battle.drones + c)
            )
        battle.drones += c
    elif event == log.SCREENING and b < 0:
        battle.targets.add(a)
    elif event == log.SCREENING:
        battle.screens[b] = a
    elif event == log.PAY:
        battle.paid[seat, b] += a
        if seat == turn.seat and b == log.PLANETS_PAY:
            assert c == log.TO_MOVE
    elif event == log.COUNTER_PLAYED:
        assert rules.kind[a] == s.FUEL and rules.value[a] == b
        battle.played[seat] += b
    elif event == log.PAIR:
        check_pair(battle, a, b)
    elif event == log.SHOT and seat == turn.seat:
        check_shot(battle, a, b)


def follow_turn(turn: Turn) -> Battle | None:
    """The battle of a turn, followed to its end; None without one."""
    battle = None
    for row in turn.rows:
        if row[0] == log.ATTACK:
            battle = Battle(turn, row[2], targets=set(rings(turn.before)[row[2]]))
        elif battle is not None:
            follow(battle, row)
    return battle


@pytest.mark.parametrize("box", BOXES)
def test_fuel_pairings_and_shots_are_legal(box: str) -> None:
    """k.1 (drones back), k.2, k.6: row by row."""
    seen: Counter[str] = Counter()
    for table in TABLES:
        for seed in range(games(12, 1)):
            waste = 0
            for turn in told_turns(BOXES[box], table, seed):
                battle = follow_turn(turn)
                if battle is None:
                    continue
                waste += check_purse(battle)
                piled = {int(p) for p in turn.after.disc[: turn.after.disc_n]}
                bombs = {p for p in battle.fleet if turn.rules.cls[p] == s.BOMB}
                assert bombs <= piled  # k.6: never back in a rack, never at home
                seen += Counter(bombs=len(bombs), drones=battle.drones, doubled=len(battle.pairs) - len(set(battle.pairs.values())),
                                colonies=sum(turn.rules.cls[t] == s.COLONY for t in battle.pairs.values()))  # fmt: skip
            assert waste == turn.after.counts[s.FUEL_WASTED]
    assert seen["bombs"] and seen["doubled"]
    assert box == "basic" or (seen["drones"] and seen["colonies"])


def moved(turn: Turn) -> tuple[list[set[int]], list[set[int]]]:
    """k.3: orbits and Spheres as the rows say they must be after the turn; every departure is checked."""
    orbit, sphere, rules = rings(turn.before), worlds(turn.before), turn.rules
    for event, seat, a, b, _, d, *_ in turn.rows:
        if event == log.MELD:
            (sphere if rules.cls[a] == s.WORLD else orbit)[seat].add(a)
        elif event == log.UNIT:
            assert seat == turn.seat and rules.cls[a] in (s.SHIP, s.BOMB)
            assert (a in orbit[seat]) == (rules.cls[a] == s.SHIP)
            if b >= 0:
                assert rules.cls[b] == s.SATELLITE and b in orbit[seat] and rules.kind[a] in (s.TUG, s.SALVAGE_VESSEL)
        elif event == log.LOSS:
            orbit[seat].discard(a)
        elif event == log.JOINS and b == log.REVOLTED_PLANET:
            for other in sphere:
                other.discard(a)
            sphere[seat].add(a)
        elif event == log.JOINS:
            assert rules.cls[a] in (s.SHIP, s.SATELLITE) or (rules.cls[a] == s.COLONY and b == log.MUTINEER)
            for other in orbit:
                other.discard(a)
            orbit[seat].add(a)
        elif event == log.CAPTURED_PLANET:
            sphere[b].remove(a)
            sphere[seat].add(a)
        elif event == log.BUST and d:
            for other in sphere:
                other.discard(b)
    return orbit, sphere


@pytest.mark.parametrize("box", BOXES)
def test_nothing_moves_but_by_a_rule(box: str) -> None:
    """k.3: only ships, towed satellites and busters leave a Sphere; colonies, mines and planets stay where they are."""
    joined: Counter[int] = Counter()
    for table in TABLES:
        for seed in range(games(12, 1)):
            for turn in told_turns(BOXES[box], table, seed):
                assert moved(turn) == (rings(turn.after), worlds(turn.after))
                joined += Counter(row[3] for row in turn.rows if row[0] == log.JOINS)
    assert joined[log.REVOLTED_PLANET] and joined[log.MUTINEER]
    assert box in ("basic", "printed") or (joined[log.WRECKED] and joined[log.TOWED_AWAY])


def test_draws_are_those_up_to_the_treaty() -> None:
    """k.11: N - 1 pieces of the first pass, the Treaty's place in the second, and the rest of the unfinished draw."""
    rests = 0
    for seed in range(games(40, 2)):
        place, late = 0, 0
        for turn in told_turns({}, TABLES[seed % 3], seed):
            st = turn.after
            if st.restocks == 1 and not place:
                place = 1 + [int(p) for p in st.deck[: st.deck_n]].index(int(turn.rules.treaty))
            drawn = [row[2] for row in turn.rows if row[0] == log.DRAW]
            if int(turn.rules.treaty) in drawn:
                late = len(drawn) - 1 - drawn.index(int(turn.rules.treaty))
        assert st.drawn and 1 <= place <= st.counts[s.DECK2_SIZE]
        assert st.counts[s.DRAWS_TOTAL] == int(turn.rules.deck_pieces) - 1 + place + late
        rests += late
    assert rests > 0 or games(0, 1)
