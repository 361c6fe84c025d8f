"""Odds tables of the deck, of fuel counters and of the length of games against deals and games nobody plays (j.8, j.9)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from balance.games.planet_busters import state as s
from balance.games.planet_busters.kernel import fuel, playout, supply
from balance.games.planet_busters.kernel.log import TO_SHOOT
from balance.games.planet_busters.odds import ODDS
from balance.games.planet_busters.odds_deck import CLASSES
from balance.kit.streams import new_luck
from tests.games.plain import statistics
from tests.games.planet_busters.agreement import FAR, TIMES, distance, figure
from tests.games.planet_busters.games import Run
from tests.games.planet_busters.positions import Position

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
