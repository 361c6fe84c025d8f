"""Odds tables of the deck, of fuel counters and of the length of games against deals and games nobody plays (j.8, j.9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from balance.games.planet_busters import state as s
from balance.games.planet_busters.kernel import fuel, log, playout, supply
from balance.games.planet_busters.kernel.log import TO_SHOOT
from balance.games.planet_busters.odds import ODDS
from balance.games.planet_busters.odds_deck import CLASSES
from balance.kit.streams import new_luck
from tests.games.plain import statistics
from tests.games.planet_busters.agreement import FAR, TIMES, distance, figure
from tests.games.planet_busters.games import Run
from tests.games.planet_busters.positions import Position
from tests.games.planet_busters.told import Turn, told_turns

pytestmark = [pytest.mark.kernel, statistics]

F = Fraction


def deal(p: Position, block: int) -> list[int]:
    """Deal the game of a block: pieces of the deck in their order; racks are dealt from its top."""
    playout.set_up(p.st, p.rules, p.players, np.array([0, 1], np.int8), new_luck(78), block, None)
    return [int(piece) for piece in p.st.deck[: p.st.deck_n]]


def test_deck_of_seven_pieces() -> None:
    p, found = Position(), []
    for block in range(TIMES):
        deal(p, block)
        kinds = [s.KINDS[int(p.rules.kind[piece])] for piece in p.racked(0)]
        assert len(kinds) == 7
        counts = [sum(kind in CLASSES[name] for kind in kinds) for name in CLASSES]
        points = sum(int(p.rules.value[piece]) for piece in p.racked(0) if p.rules.kind[piece] == s.PLANET)
        found.append([*(int(n == 0) for n in counts), *counts, points])
    columns = np.array(found).T
    exact = [figure("deck", name, column) for column in ("none", "expected") for name in CLASSES] + [F(315, 116)]
    for seen, chance in zip(columns, exact, strict=True):
        assert abs(distance(seen, chance)) < FAR, (seen.mean(), chance)


def test_fuel_of_three_random_counters() -> None:
    """The first three counters of a shuffled deck pay 4 points: f.1 says which are played, the rest is waste."""
    p, paid, waste = Position(), [], []
    for block in range(TIMES):
        hand = [piece for piece in deal(p, block) if p.rules.kind[piece] == s.FUEL][:3]
        while p.st.rack_n[0]:
            supply.rack_take(p.st, p.rules, 0, p.st.rack[0, 0])
        for piece in hand:
            supply.rack_add(p.st, p.rules, 0, piece)
        p.st.seat, p.st.un, p.st.tn = 0, 0, 0
        p.st.planet_left[:], p.st.leftover[:] = 0, 0
        paid.append(int(p.st.fuel_sum[0] >= 4))
        if paid[-1]:
            fuel.pay(p.st, p.rules, p.players, None, 0, 4, 0, 0, TO_SHOOT)
            waste.append(p.count(s.FUEL_PLAYED) - 4)
    assert abs(distance(paid, figure("fuel", "need can be paid"))) < FAR
    assert abs(distance(waste, figure("fuel", "points wasted when it is paid"))) < FAR


def test_fuel_of_real_hands_in_real_battles() -> None:
    """PB-26: whatever counters a player holds when a battle wants points, he plays and wastes what the table says."""
    met = Counter[int]()
    for seed in range(60):
        for turn in told_turns({"counts.tanker": 0}, ("greedy", "raider"), seed):
            for hand, need, played in payments(turn):
                if len(hand) <= 6 and need <= 60:
                    asked = {"values": ",".join(map(str, hand)), "counters": len(hand), "need": need}
                    (paid, waste, _) = (row[1] for row in ODDS["fuel"].compute(asked).rows)
                    assert (paid, waste) == (1, sum(played) - need), (hand, need, played)
                    met[len(hand)] += waste > 0
    assert sum(met.values()) > 200 and all(met[size] for size in range(1, 7))


def payments(turn: Turn) -> Iterator[tuple[list[int], int, list[int]]]:
    """Of each payment that took counters from a rack: values of all counters there, points they had to cover, values played."""
    value, kind = turn.rules.value, turn.rules.kind
    racks = [[int(p) for p in turn.before.rack[seat, : turn.before.rack_n[seat]]] for seat in range(2)]
    hands = [[int(value[p]) for p in rack if kind[p] == s.FUEL] for rack in racks]
    leftover, played, before = [0, 0], [], []
    for event, seat, *rest in turn.rows:
        if event == log.DRAW and kind[rest[0]] == s.FUEL:
            hands[seat].append(int(value[rest[0]]))
        if event == log.COUNTER_PLAYED:
            before = before or list(hands[seat])
            played.append(rest[1])
            hands[seat].remove(rest[1])
        if event == log.PAY and rest[1] == log.COUNTERS_PAY:
            if played:
                yield before, rest[0] - leftover[seat], played
            leftover[seat] += sum(played) - rest[0]
            played, before = [], []


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_length_of_games_nobody_plays(seats: int) -> None:
    """PB-80: the Treaty lies anywhere in the second deck alike; who draws it and when follows from that."""
    run = Run({}, ["pass"] * seats, games=TIMES)
    last = run.column("turns")
    settings = {key: setting.value for key, setting in ODDS["length"].settings.items()}
    result = ODDS["length"].compute({**settings, "players": seats})
    rows: list[Any] = list(result.rows)
    assert set(last) <= {row[0] for row in rows}
    mean = sum((F(row[0]) * F(row[2]) for row in rows), F(0))
    assert abs(distance(last, mean)) < FAR
    middle = next(row for row in rows if F(row[3]) >= F(1, 2))
    assert abs(distance(last <= middle[0], F(middle[3]))) < FAR
    for seat in range(seats):
        drawn = sum((F(row[2]) for row in rows if row[1] == seat + 1), F(0))
        assert abs(distance(run.column("treaty_drawer") == seat, drawn)) < FAR
    (size,) = {*run.column("deck2_size")}
    assert f"second deck {size} pieces" in result.note
    worst = max(abs(np.mean(last <= row[0]) - float(row[3])) for row in rows)
    assert worst < 1.95 / TIMES**0.5  # Kolmogorov and Smirnov, level 0.001
