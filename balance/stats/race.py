"""Many variants, one wanted quantity: drop the clear losers early, and never the best one (but with chance alpha).

All arms play the same blocks, so arms are compared by paired differences, each pair by a confidence sequence of its own.
The best of m arms is lost only if one of m - 1 sequences fails: each gets alpha / (m - 1).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from balance.stats.blocks import Moments
from balance.stats.estimate import LEVEL, FloatArray, divide
from balance.stats.sequential import Looking


@dataclass(frozen=True, slots=True)
class Dropped:
    """An arm that left: behind `beaten_by` by `gap` (block means), when `blocks` had been played."""

    arm: int
    beaten_by: int
    gap: float
    blocks: int


class Race:
    """Arms 0..m-1; more is better, or less when `largest` is False.

    `add` takes one value per block and running arm (`running` tells which, in order) and returns who just left.
    """

    def __init__(
        self, arms: int, *, largest: bool = True, level: float = LEVEL, tightest_at: int = 2000, burn_in: int = 50
    ) -> None:
        self.running: NDArray[np.int64] = np.arange(arms)
        self.dropped: list[Dropped] = []
        self.looking = Looking(1 - (1 - level) / max(arms - 1, 1), tightest_at, burn_in)
        self._sign = 1.0 if largest else -1.0
        self._moments = Moments(arms)
        self._differs = np.zeros((arms, arms), np.int64)

    @property
    def decided(self) -> bool:
        """Is one arm left?"""
        return len(self.running) == 1

    @property
    def blocks(self) -> int:
        """Blocks played."""
        return self._moments.n

    def means(self) -> FloatArray:
        """Mean of each running arm."""
        return self._sign * self._moments.mean

    def add(self, values: ArrayLike) -> list[Dropped]:
        """values[blocks, running arms] -> arms dropped at this look, the furthest behind first."""
        values = self._sign * np.asarray(values, np.float64)
        self._moments.add(values)
        self._differs += np.count_nonzero(values[:, :, None] != values[:, None, :], axis=0)
        gap, radius = self._gaps()
        beaten = gap > radius  # [winner, loser]
        losers = np.flatnonzero(beaten.any(axis=0))
        if not len(losers):
            return []
        best = int(np.argmax(self._moments.mean))
        winners = [best if beaten[best, k] else int(np.argmax(gap[:, k] - radius[:, k])) for k in losers]
        out = [
            Dropped(int(self.running[k]), int(self.running[w]), float(gap[w, k]), self.blocks)
            for w, k in zip(winners, losers, strict=True)
        ]
        self._keep(np.setdiff1d(np.arange(len(self.running)), losers))
        self.dropped += sorted(out, key=lambda d: -d.gap)
        return self.dropped[-len(out) :]

    def _gaps(self) -> tuple[FloatArray, FloatArray]:
        """Mean lead of every arm over every other one, and the radius of its confidence sequence."""
        mean, n = self._moments.mean, max(self.blocks, 1)
        covariance = self._moments.covariance()
        own = np.diagonal(covariance)
        variance = np.maximum(own[:, None] + own[None, :] - 2 * covariance, 0.0)
        error = np.sqrt(divide(variance, n)) * self.looking.small_sample(self._differs - 1)
        early = (self._differs < self.looking.burn_in) | (variance <= 1e-13 * (own[:, None] + own[None, :]))
        return mean[:, None] - mean[None, :], np.where(early, np.inf, self.looking.radius(n) * error)

    def _keep(self, which: NDArray[np.int64]) -> None:
        self.running = self.running[which]
        self._moments = self._moments.keep(which)
        self._differs = self._differs[np.ix_(which, which)]
