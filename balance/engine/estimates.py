"""Metrics of a run as estimates with intervals, from streaming moments so that memory stays flat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from balance.games.contract import Metric
from balance.stats.blocks import Moments, ratio
from balance.stats.estimate import LEVEL, Estimate
from balance.stats.sequential import EARLY, Looking, estimates


@dataclass(frozen=True, slots=True)
class Measured:
    """A metric and its estimate."""

    metric: Metric
    value: Estimate

    @property
    def name(self) -> str:
        """The metric's name."""
        return self.metric.name

    @property
    def is_share(self) -> bool:
        """Whether it lies between 0 and 1 by nature."""
        return self.metric.kind == "share"


class Scoreboard:
    """Streaming moments of (numerator, denominator) per metric over independent units (blocks or deals)."""

    def __init__(self, metrics: Sequence[Metric]) -> None:
        self.metrics = tuple(metrics)
        self.moments = Moments(len(self.metrics), 2)
        self._share = np.array([metric.kind == "share" for metric in self.metrics])

    def add(self, sums: NDArray[np.float64]) -> None:
        """Take in a chunk's sums: float64[units, metrics, 2]."""
        self.moments.add(sums)

    def measured(self, level: float = LEVEL, looking: Looking | None = None) -> list[Measured]:
        """One estimate per metric, in the order of `metrics`; with `looking` intervals that hold at every look."""
        if looking is None:
            found = ratio(self.moments, share=self._share, level=level)
        else:
            found = estimates(self.moments, replace(looking, level=level), self._share)
        return [Measured(metric, found.at(index)) for index, metric in enumerate(self.metrics)]

    def precise(self, half_width: float, looking: Looking) -> bool:
        """Is every headline share known to ± `half_width`, at whatever look this is?"""
        found = estimates(self.moments, looking, self._share)
        wanted = np.array([metric.headline and metric.kind == "share" for metric in self.metrics])
        settled = (found.method == EARLY) | ~found.fallback
        return bool(np.all((settled & (found.half_width <= half_width))[wanted]))
