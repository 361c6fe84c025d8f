"""What a game's findings read of a comparison: all arms, and the paired difference of any metric between two of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from balance.engine.run_data import ArmData
from balance.games.contract import Change, Columns, Metric, RunData
from balance.stats.blocks import Moments, sum_blocks
from balance.stats.paired import difference, pair
from balance.stats.sequential import Looking, differences


@dataclass(frozen=True)
class ArmsData:
    """The arms of a comparison, baseline first (the contract's `ComparisonData`).

    `looking`: how the comparison was watched while it ran; then intervals hold at every look.
    """

    arms: Mapping[str, ArmData]
    looking: Looking | None = None

    @property
    def baseline(self) -> RunData:
        """The first arm."""
        return next(iter(self.arms.values()))

    @property
    def variants(self) -> Mapping[str, RunData]:
        """All other arms by id."""
        return dict(list(self.arms.items())[1:])

    def change(self, metric: Metric, variant: str, against: str = "") -> Change:
        """`metric` in `variant` less that in the arm `against`, over the blocks both have played."""
        first, second = self.arms[against] if against else next(iter(self.arms.values())), self.arms[variant]
        unit = first.table.unit_size
        moments = Moments(1, 4)
        for base, other in zip(first.chunks(*metric.columns), second.chunks(*metric.columns)):
            columns = pair(*unit_sums(metric, base, unit), *unit_sums(metric, other, unit))
            moments.add(columns[:, np.newaxis])
        is_share = metric.kind == "share"
        if self.looking is None:
            found = difference(moments, share=is_share)
        else:
            found = differences(moments, self.looking, share=is_share)
        values = (found.baseline, found.changed, found.difference, found.low, found.high)
        return Change(*(float(value[0]) for value in values))


def unit_sums(metric: Metric, columns: Columns, unit: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Numerator and denominator of a metric summed over each unit of games."""
    top = np.asarray(metric.numerator(columns), np.float64)
    bottom = np.ones(len(top)) if metric.denominator is None else metric.denominator(columns)
    return sum_blocks(top, unit), sum_blocks(bottom, unit)
