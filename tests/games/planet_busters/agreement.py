"""What the tests of agreement share: exact figures by table, repeated positions, distances in standard deviations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.games.planet_busters.kernel.lasers import laser_fire
from balance.games.planet_busters.odds import ODDS
from balance.kit.streams import new_luck, start_streams
from tests.games.planet_busters.positions import Position
from tests.games.planet_busters.test_worked_examples import pair_all

Act = Callable[[], Sequence[float]]
Trial = tuple[Position, Act, Sequence[Fraction]]  # a position, what is done in it and seen, the exact figures of that
TRIALS: dict[str, Callable[[], Trial]] = {}
TIMES = 1500  # how often a position is played
FAR = 4.0  # standard deviations at which a count no longer agrees with its exact chance
PAID = 2


def trial(make: Callable[[], Trial]) -> Callable[[], Trial]:
    """Register a trial under its name, which begins with that of an odds table."""
    TRIALS[make.__name__] = make
    return make


def figure(table: str, row: Any, column: str = "value", **settings: Any) -> Fraction:
    """A printed figure of `balance odds planet_busters TABLE`: `column` of the row that begins with `row`."""
    found = ODDS[table]
    assert set(settings) <= set(found.settings), table
    result = found.compute({**{key: setting.value for key, setting in found.settings.items()}, **settings})
    at = [c.name for c in result.columns].index(column)
    key = row if isinstance(row, tuple) else (row,)
    value = next(r[at] for r in result.rows if r[: len(key)] == key)
    assert isinstance(value, (int, Fraction))
    return Fraction(value)


def distance(counts: Iterable[float], exact: Fraction | float) -> float:
    """Standard deviations between the mean of `counts`, one per trial, and `exact`.

    Hits and misses (0 and 1) are judged by the exact deviation, other counts by the one found.
    """
    found = np.asarray(list(counts), float)
    p, n = float(exact), len(found)
    hits = bool(np.isin(found, (0, 1)).all())
    deviation = sqrt(p * (1 - p)) if hits else float(found.std(ddof=1))
    return float((found.mean() - p) * sqrt(n) / deviation)


def off(hits: int, n: int, exact: Fraction) -> float:
    """Standard deviations between `hits` of `n` trials and their exact chance, which may be 0 or 1."""
    if exact in (0, 1):
        return 0.0 if hits == n * exact else float("inf")
    return (hits - n * float(exact)) / sqrt(n * float(exact * (1 - exact)))


def many_chances(hits: Iterable[float], chances: Iterable[Fraction | float]) -> float:
    """Standard deviations between the number of hits and what trials with these chances, one each, give."""
    p = np.asarray([float(chance) for chance in chances])
    return float((sum(hits) - p.sum()) / sqrt((p * (1 - p)).sum()))


def repeat(p: Position, act: Act, n: int) -> NDArray[np.float64]:
    """`act` from the same position `n` times, each with luck of its own: what it returned (n, figures)."""
    memory = p.st.base.view(np.uint8)
    fresh = memory.copy()
    found = []
    for block in range(n):
        memory[:] = fresh
        start_streams(p.st.streams, new_luck(77), block)
        found.append([float(value) for value in act()])
    return np.array(found)


def armed(p: Position, couples: Sequence[tuple[int, int]], replies: Sequence[tuple[int, int]] = ()) -> None:
    """Pair units with targets; all of them fire, and each replying piece at its unit. Fuel is taken as paid."""
    pair_all(p, *couples)
    for unit, _ in couples:
        p.st.u_pay[p.unit(unit)] = PAID
    for piece, unit in replies:
        p.st.t_pay[p.target(piece)], p.st.t_aim[p.target(piece)] = PAID, p.unit(unit)


def screened(p: Position, piece: int) -> int:
    """Lay a drone on the target `piece`: number of the drone."""
    j, drone = p.target(piece), int(p.st.drone_at)
    p.st.t_drone[j], p.st.t_screened[j], p.st.up[drone] = drone, 1, 1
    p.st.drone_at += 1
    return drone


def fire(p: Position) -> None:
    """The laser step."""
    laser_fire(p.st, p.rules, p.players, p.tally, None)


def gone(p: Position, *pieces: int) -> list[int]:
    """1 for each unit or target that is lost."""
    return [1 - int(p.here(piece)) for piece in pieces]


def many_means(counts: Sequence[float], expected: Sequence[Fraction | float]) -> float:
    """Standard deviations, as found, between the sum of counts and the sum of what each was expected to be."""
    gaps = np.asarray(counts, float) - np.asarray([float(mean) for mean in expected])
    return float(gaps.sum() / sqrt((gaps**2).sum()))
