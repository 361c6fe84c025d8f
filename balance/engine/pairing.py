"""Paired comparison of arms: running moments of block differences, and the verdicts drawn from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.games.contract import Metric
from balance.stats.blocks import Moments
from balance.stats.paired import Comparison, Differences, difference, judge, pair
from balance.stats.sequential import Looking, differences

HEADLINE, DETAIL = "holm", "bh"


@dataclass(frozen=True, slots=True)
class Compared:
    """One metric of one variant against the baseline."""

    variant: str
    metric: Metric
    result: Comparison


class PairBoard:
    """Running paired moments of every variant; blocks must come in game order and equal for both arms."""

    def __init__(self, metrics: Sequence[Metric], variants: Sequence[str]) -> None:
        self.metrics = tuple(metrics)
        self.moments = {variant: Moments(len(self.metrics), 4) for variant in variants}
        self._share = np.array([metric.kind == "share" for metric in self.metrics])

    def add(self, variant: str, base: NDArray[np.float64], other: NDArray[np.float64]) -> None:
        """Take in one chunk's unit sums of baseline and variant: float64[units, metrics, 2] each."""
        self.moments[variant].add(pair(base[..., 0], base[..., 1], other[..., 0], other[..., 1]))

    def differences(self, variant: str, looking: Looking | None) -> Differences:
        """All metrics of one variant; with `looking`, intervals that hold at every look."""
        moments = self.moments[variant]
        if looking is None:
            return difference(moments, share=self._share)
        return differences(moments, looking, share=self._share)

    def compare(self, margins: Mapping[str, float], looking: Looking | None = None) -> list[Compared]:
        """Verdicts of all variants, corrected over all of them: Holm for headline metrics, FDR for the rest."""
        found = {variant: self.differences(variant, looking) for variant in self.moments}
        headline = np.array([metric.headline for metric in self.metrics])
        compared: list[Compared] = []
        for family, correction in ((headline, HEADLINE), (~headline, DETAIL)):
            compared += self._judge(found, family, margins, correction)
        order = {metric.name: place for place, metric in enumerate(self.metrics)}
        variants = list(self.moments)
        return sorted(compared, key=lambda item: (variants.index(item.variant), order[item.metric.name]))

    def _judge(
        self, found: Mapping[str, Differences], family: NDArray[np.bool_], margins: Mapping[str, float], correction: str
    ) -> list[Compared]:
        chosen = [metric for metric, inside in zip(self.metrics, family, strict=True) if inside]
        if not chosen or not found:
            return []
        joined = join([select(differences, family) for differences in found.values()])
        widths = [
            margin_of(metric, margins, base) for metric, base in zip(chosen * len(found), joined.baseline, strict=True)
        ]
        results = judge(joined, margin=np.array(widths), correction=correction)
        names = [(variant, metric) for variant in found for metric in chosen]
        own = {variant: differences.blocks for variant, differences in found.items()}
        return [
            Compared(variant, metric, replace(result, blocks=own[variant]))
            for (variant, metric), result in zip(names, results, strict=True)
        ]


def margin_of(metric: Metric, margins: Mapping[str, float], baseline: float) -> float:
    """The margin of equivalence: absolute for a share; for a mean the same fraction of the baseline's value."""
    wanted = margins.get(metric.name, margins.get("*", 0.0))
    if metric.kind == "share":
        return wanted
    return wanted * abs(baseline) if np.isfinite(baseline) else 0.0


def select(found: Differences, which: NDArray[np.bool_]) -> Differences:
    """Some of the differences."""
    return _with_arrays(found, {name: getattr(found, name)[which] for name in _array_fields(found)})


def join(parts: Sequence[Differences]) -> Differences:
    """Several lists of differences as one."""
    names = _array_fields(parts[0])
    return _with_arrays(parts[0], {name: np.concatenate([getattr(part, name) for part in parts]) for name in names})


def _array_fields(found: Differences) -> list[str]:
    return [item.name for item in fields(found) if isinstance(getattr(found, item.name), np.ndarray)]


def _with_arrays(found: Differences, arrays: Mapping[str, Any]) -> Differences:
    return replace(found, **arrays)
