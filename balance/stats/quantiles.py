"""Quantiles of whole numbers (turns, shots, pieces left), streamed as a histogram, with distribution-free intervals."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special

from balance.errors import BugError
from balance.stats.estimate import LEVEL, NO_DATA, Estimate

ORDER_STATISTICS, TOO_FEW = "order statistics", "order statistics: too few games for this level"

PIECE = 1 << 16  # values brought to int64 at a time


class Histogram:
    """How often each whole number occurred; grows as needed, merges exactly in any order."""

    __slots__ = ("counts", "start")

    def __init__(self) -> None:
        self.start = 0
        self.counts: NDArray[np.int64] = np.zeros(0, np.int64)

    @property
    def n(self) -> int:
        """Values counted."""
        return int(self.counts.sum())

    def add(self, values: ArrayLike) -> Histogram:
        """Count whole numbers, one per game."""
        values = np.asarray(values).ravel()
        for first in range(0, len(values), PIECE):
            piece = values[first : first + PIECE]
            whole = piece.astype(np.int64)
            if not np.array_equal(whole, piece):
                raise BugError("a histogram counts whole numbers only")
            low = int(whole.min())
            self._take(low, np.bincount(whole - low).astype(np.int64))
        return self

    def merge(self, other: Histogram) -> Histogram:
        """Add another histogram's counts."""
        if len(other.counts):
            self._take(other.start, other.counts)
        return self

    def _take(self, start: int, counts: NDArray[np.int64]) -> None:
        if not len(self.counts):
            self.start, self.counts = start, counts.copy()
            return
        low = min(self.start, start)
        high = max(self.start + len(self.counts), start + len(counts))
        grown = np.zeros(high - low, np.int64)
        grown[self.start - low :][: len(self.counts)] += self.counts
        grown[start - low :][: len(counts)] += counts
        self.start, self.counts = low, grown

    def value(self, rank: ArrayLike) -> NDArray[np.int64]:
        """The rank-th smallest value, counted from 1."""
        return self.start + np.searchsorted(np.cumsum(self.counts), np.asarray(rank), side="left").astype(np.int64)

    def items(self) -> list[tuple[int, int]]:
        """(value, count) for every value that occurred."""
        return [(self.start + int(i), int(self.counts[i])) for i in np.flatnonzero(self.counts)]


def ranks(n: int, q: float, level: float = LEVEL) -> tuple[int, int]:
    """Ranks of the order statistics that enclose the q-quantile of n independent values; 0 or n + 1 where none does.

    Lower: the largest r with P(fewer than r values at or below the quantile) <= (1 - level) / 2; upper likewise.
    """
    r = np.arange(0, n + 1) if n <= 64 else _window(n, q, level)
    tail = (1 - level) / 2
    below = special.bdtr(r - 1.0, n, q)  # P(count < r)
    above = special.bdtrc(r - 1.0, n, q)  # P(count >= r)
    low = r[(r > 0) & (np.where(r > 0, below, 0.0) <= tail)]
    high = r[(r > 0) & (np.where(r > 0, above, 1.0) <= tail)]
    return int(low.max(initial=0)), int(high.min(initial=n + 1))


def _window(n: int, q: float, level: float) -> NDArray[np.int64]:
    """The ranks worth trying: the normal approximation, generously widened."""
    half = (-special.ndtri((1 - level) / 2) + 2) * np.sqrt(n * q * (1 - q)) + 10
    return np.arange(max(0, int(n * q - half)), min(n, int(n * q + half)) + 1)


def quantile(histogram: Histogram, q: float, *, level: float = LEVEL, independent: int | None = None) -> Estimate:
    """The q-quantile (smallest value with at least a share q of the games at or below it) with its interval.

    The result's numerator counts the games at or below, its denominator all games. `independent`: number of independent
    units, when games of a block may be alike (number of blocks, or games over the design effect): ranks are taken for
    that many and stretched to all games.
    """
    n = histogram.n
    if n == 0:
        return Estimate(float("nan"), float("nan"), float("nan"), 0.0, 0.0, NO_DATA, level)
    units = n if independent is None else max(min(independent, n), 1)
    low_rank, high_rank = ranks(units, q, level)
    low = histogram.value(max(-(-max(low_rank - 1, 0) * n // units) + (1 if low_rank else 0), 1))
    high = histogram.value(min(-(-high_rank * n // units), n))
    method = ORDER_STATISTICS if low_rank >= 1 and high_rank <= units else TOO_FEW
    middle = int(histogram.value(min(max(int(np.ceil(q * n - 1e-9)), 1), n)))
    at_or_below = histogram.counts[: middle - histogram.start + 1].sum()
    return Estimate(float(middle), float(low), float(high), float(at_or_below), float(n), method, level)
