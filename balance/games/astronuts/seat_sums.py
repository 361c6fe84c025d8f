"""Sums and histograms over the seats of a run, for charts and findings: chunk by chunk, so that memory stays flat."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from balance.games.contract import PLAYED_OUT, RunData

Floats: TypeAlias = NDArray[np.float64]


def each_seat(data: RunData, *names: str) -> Iterator[list[NDArray[Any]]]:
    """The named columns of each seat of each chunk of games; "{}" in a name stands for the seat."""
    seats = [[name.format(seat) for name in names] for seat in range(1, data.seats + 1)]
    for columns in data.chunks(*dict.fromkeys(name for wanted in seats for name in wanted)):
        for wanted in seats:
            yield [columns[name] for name in wanted]


def moments_by(groups: NDArray[Any], values: NDArray[Any], weights: NDArray[Any], shape: tuple[int, int]) -> Floats:
    """Number, sum and sum of squares of `weights` by group and whole number: float64[3, groups, values]."""
    cells = groups.astype(np.int64) * shape[1] + values
    weights = weights.astype(np.float64)
    found = [np.bincount(cells, part, shape[0] * shape[1]) for part in (None, weights, weights * weights)]
    return np.stack(found).astype(np.float64).reshape(3, *shape)


def sums_by_player(data: RunData, stems: Sequence[str]) -> tuple[Floats, Floats]:
    """Sums of these columns, float64[stems, players], and the seats each player held, float64[players]."""
    players = len(data.player_labels)
    sums, held = np.zeros((len(stems), players)), np.zeros(players)
    for who, *columns in each_seat(data, "player_{}", *(f"{stem}_{{}}" for stem in stems)):
        held += np.bincount(who, minlength=players)
        for row, values in enumerate(columns):
            sums[row] += np.bincount(who, values, players)
    return sums, held


def histograms_by_player(data: RunData, stems: Sequence[str], top: int) -> NDArray[np.int64]:
    """How often each number 0..top stands in these columns: int64[stems, players, top + 1]."""
    shape = (len(data.player_labels), top + 1)
    counts = np.zeros((len(stems), *shape), np.int64)
    for who, *columns in each_seat(data, "player_{}", *(f"{stem}_{{}}" for stem in stems)):
        for row, values in enumerate(columns):
            cells = who.astype(np.int64) * shape[1] + values
            counts[row] += np.bincount(cells, minlength=shape[0] * shape[1]).reshape(shape)
    return counts


def quantile_of(counts: NDArray[Any], q: float) -> float:
    """The q-quantile of whole numbers 0, 1, .. that occurred `counts` times, between two neighbours by straight line."""
    ends = np.cumsum(counts)
    place = (ends[-1] - 1) * q
    low, high = np.searchsorted(ends, [np.floor(place), np.ceil(place)], side="right")
    return float(low + (high - low) * (place - np.floor(place)))


def twelfths_by_side(data: RunData, sides: Sequence[Collection[int]]) -> tuple[NDArray[np.int8], NDArray[np.bool_]]:
    """Wins of each side (a set of players) in games played out, and whether it sat there: both [sides, games].

    Wins are told in twelfths: shares of 1, 1/2, 1/3 and 1/4 are whole numbers of them, and sums exact.
    """
    of_player = np.zeros((len(sides), len(data.player_labels)), np.bool_)
    for row, members in enumerate(sides):
        of_player[row, list(members)] = True
    won, there = np.zeros((len(sides), data.games), np.int8), np.zeros((len(sides), data.games), np.bool_)
    pairs = [(f"player_{seat}", f"win_{seat}") for seat in range(1, data.seats + 1)]
    first = 0
    for columns in data.chunks("ending", *(name for pair in pairs for name in pair)):
        played = columns["ending"] == PLAYED_OUT
        games = slice(first, first + len(played))
        for player, win in pairs:
            here = of_player[:, columns[player]]
            there[:, games] |= here
            won[:, games] += (here & played) * np.rint(12 * columns[win]).astype(np.int8)
        first += len(played)
    return won, there


def duels(won: NDArray[np.int8], there: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """From `twelfths_by_side`, both [sides, sides]: wins of one side in games where the other sat, and those games."""
    wins = [[int(mine[other].sum(dtype=np.int64)) for other in there] for mine in won]
    met = [[np.count_nonzero(mine & other) for other in there] for mine in there]
    return np.array(wins) / 12, np.array(met, np.float64)
