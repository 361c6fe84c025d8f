"""What a variant changes: the difference of one metric between two rule sets that played the same blocks.

Per block and metric four numbers are kept: numerator and denominator of the baseline, and how much the variant added to
each. Blocks that did not change add exactly nothing to the difference, so equal rules tie to the last bit.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from balance.errors import BugError
from balance.stats.blocks import Moments, reach
from balance.stats.estimate import LEVEL, BoolArray, FloatArray, divide, t_tail, t_value
from balance.stats.multiple import adjust
from balance.stats.proportion import none_seen, wilson

TOP, BOTTOM, TOP_ADDED, BOTTOM_ADDED = range(4)
PAIRED, FEW_CHANGED = "paired blocks", "bound from the share of blocks changed"


class Verdict(StrEnum):
    """The word a comparison ends with."""

    EQUAL = "equal"
    UP = "moved up"
    DOWN = "moved down"
    EQUIVALENT = "equivalent within margin"
    UNDECIDED = "undecided"


def pair(top_a: ArrayLike, bottom_a: ArrayLike, top_b: ArrayLike, bottom_b: ArrayLike) -> FloatArray:
    """Block sums of baseline (a) and variant (b), each [blocks, ...] -> columns[blocks, ..., 4] for `Moments.add`."""
    a, da, b, db = np.broadcast_arrays(*(np.asarray(x, np.float64) for x in (top_a, bottom_a, top_b, bottom_b)))
    return np.stack([a, da, b - a, db - da], axis=-1)


def rows_changed(baseline: NDArray[Any], variant: NDArray[Any]) -> BoolArray:
    """Which rows of two outcome records differ in any field, to the last bit (padding aside)."""
    if baseline.dtype != variant.dtype or baseline.shape != variant.shape:
        raise BugError("only outcome records of one shape and type can be compared row by row")
    changed: BoolArray = np.zeros(len(baseline), np.bool_)
    for name in (baseline.dtype.names or ()) if len(baseline) else ():
        a, b = (np.ascontiguousarray(x[name]).view(np.uint8).reshape(len(x), -1) for x in (baseline, variant))
        changed |= np.any(a != b, axis=1)
    return changed


@dataclass(frozen=True, slots=True, eq=False)
class Differences:
    """Variant minus baseline for many metrics; arrays of one shape.

    `p_value`: of "no difference", nan without data. `pairing_gain`: variance of the difference from separate runs of the
    same length over the paired one, nan where either had no spread. `identical`: no block differed at all.
    `ready`: enough blocks changed to be judged. `events`: blocks in which the metric changed, out of `blocks`.
    """

    baseline: FloatArray
    changed: FloatArray
    difference: FloatArray
    low: FloatArray
    high: FloatArray
    p_value: FloatArray
    pairing_gain: FloatArray
    identical: BoolArray
    ready: BoolArray
    events: NDArray[np.int64]
    blocks: int
    method: NDArray[np.str_]
    level: float = LEVEL


@dataclass(frozen=True, slots=True)
class Comparison:
    """One judged difference in plain numbers; `pairing_gain` is None where it means nothing (no spread)."""

    baseline: float
    changed: float
    difference: float
    low: float
    high: float
    p_value: float
    adjusted_p: float
    verdict: Verdict
    margin: float
    pairing_gain: float | None
    blocks: int
    blocks_changed: int
    method: str
    level: float

    @property
    def real_but_small(self) -> bool:
        """Equivalent within the margin, and yet not zero."""
        return self.verdict is Verdict.EQUIVALENT and (self.low > 0 or self.high < 0)


@dataclass(frozen=True, slots=True, eq=False)
class Linearised:
    """The difference with its variance per block (divisor n), and what it would be without pairing."""

    baseline: FloatArray
    changed: FloatArray
    difference: FloatArray
    variance: FloatArray
    separate_variance: FloatArray
    events: NDArray[np.int64]
    units: NDArray[np.int64]
    empty: BoolArray


def linearise(moments: Moments) -> Linearised:
    """Delta method on the four block sums; `units`: blocks in which both arms have a denominator (at least)."""
    top, bottom, top_added, bottom_added = np.moveaxis(moments.mean, -1, 0)
    bottom_b = bottom + bottom_added
    bottom_b = np.where(np.abs(bottom_b) < 1e-12 * (1 + np.abs(bottom)), 0.0, bottom_b)
    a, b = divide(top, bottom), divide(top + top_added, bottom_b)
    zero = np.zeros_like(a)
    of_a = np.stack([divide(1.0, bottom), -divide(a, bottom), zero, zero], axis=-1)
    of_b = np.stack([divide(1.0, bottom_b), -divide(b, bottom_b)] * 2, axis=-1)
    # top_added / bottom_b - a * bottom_added / bottom_b: exactly zero when nothing changed
    difference = divide(top_added - a * bottom_added, bottom_b)
    separate = moments.linear_variance(of_a) + moments.linear_variance(of_b)
    events = np.maximum(moments.nonzero[..., TOP_ADDED], moments.nonzero[..., BOTTOM_ADDED])
    variance = np.where(events > 0, moments.linear_variance(of_b - of_a), 0.0)
    units = np.maximum(moments.nonzero[..., BOTTOM] - moments.nonzero[..., BOTTOM_ADDED], 0)
    units = np.where(moments.low[..., BOTTOM] > 0, moments.n, np.maximum(units, 1))
    return Linearised(a, b, difference, variance, separate, events, units, (bottom == 0) | (bottom_b == 0))


def difference(moments: Moments, *, share: bool | BoolArray = False, level: float = LEVEL) -> Differences:
    """Differences at a number of games fixed beforehand; moments[..., 4] of `pair` columns.

    Student's interval on the linearised difference, with no more degrees of freedom than changed blocks: a rule that
    touched five games cannot move anything. Fewer than two changed blocks, or none that differ from each other, are
    bounded by the share of blocks that may change (Wilson) times what one block can do.
    """
    line = linearise(moments)
    is_share = np.broadcast_to(np.asarray(share, np.bool_), line.difference.shape)
    freedom = np.minimum(line.events, line.units) - 1
    error = np.sqrt(line.variance / max(moments.n - 1, 1))
    half = t_value(level, freedom) * error
    few = (line.events < 2) | (line.units < 2)
    constant = (line.variance == 0) & ~few
    step = widest(moments, is_share)
    may_change = step * wilson(np.minimum(line.events, line.units), line.units, level)[1]
    half = np.where(few, may_change, np.where(constant, none_seen(line.units, level) * step, half))
    middle = np.where(few, 0.0, line.difference)
    low, high = (np.where(is_share, np.clip(x, -1, 1), x) for x in (middle - half, middle + half))
    low, high = np.minimum(low, line.difference), np.maximum(high, line.difference)
    p_value = np.where(few, 1.0, t_tail(divide(line.difference, error), freedom))
    sign_test = np.where(line.difference == 0, 1.0, np.exp2(np.minimum(1.0 - line.units, 0.0)))
    p_value = np.where(constant, sign_test, p_value)
    method = np.where(few, FEW_CHANGED, PAIRED)
    return assemble(moments, line, low, high, p_value, ~few, method, level)


def widest(moments: Moments, is_share: BoolArray) -> FloatArray:
    """The most one changed block can move the difference, times the number of blocks.

    Known for a share. A mean has no natural end: the range the baseline showed, the largest change seen, or one unit.
    """
    if moments.n == 0:
        return np.ones(is_share.shape)
    span = moments.high[..., TOP] - moments.low[..., TOP]
    change = np.maximum(np.abs(moments.low[..., TOP_ADDED]), np.abs(moments.high[..., TOP_ADDED]))
    mean_reach = divide(np.maximum(np.maximum(span, change), 1.0), moments.mean[..., BOTTOM], 1.0)
    return np.where(is_share, reach(moments, TOP, BOTTOM, is_share), mean_reach)


def assemble(
    moments: Moments,
    line: Linearised,
    low: FloatArray,
    high: FloatArray,
    p_value: FloatArray,
    ready: BoolArray,
    method: NDArray[np.str_],
    level: float,
) -> Differences:
    """Put a method's interval and p-value together with what all methods share."""
    unknown = line.empty
    blank = np.where(unknown, np.nan, 0.0)
    gain = divide(line.separate_variance, line.variance, math.nan)
    identical = (line.events == 0) & (moments.n > 0)
    return Differences(
        line.baseline + blank,
        line.changed + blank,
        line.difference + blank,
        low + blank,
        high + blank,
        np.where(identical, 1.0, p_value) + blank,
        np.where(gain > 0, gain, math.nan),
        identical,
        ready & ~unknown,
        line.events,
        moments.n,
        method,
        level,
    )


def words(found: Differences, adjusted_p: FloatArray, margin: ArrayLike = 0.0) -> NDArray[np.str_]:
    """Verdict of every difference, as an array.

    Equal: no block differed. Equivalent: the whole interval lies inside ± margin (margin 0: never). Moved: the adjusted
    p-value is at most 1 - level and the interval leaves zero out. Undecided: anything else, and no data.
    """
    inside = (np.asarray(margin) > 0) & (found.low >= -np.asarray(margin)) & (found.high <= np.asarray(margin))
    sure = found.ready & (adjusted_p <= (1 - found.level) * (1 + 1e-12))
    cases = [found.identical, inside, sure & (found.low > 0), sure & (found.high < 0)]
    verdicts = (Verdict.EQUAL, Verdict.EQUIVALENT, Verdict.UP, Verdict.DOWN)
    return np.select(cases, [np.asarray(v.value) for v in verdicts], Verdict.UNDECIDED.value)


def judge(found: Differences, *, margin: float | ArrayLike = 0.0, correction: str = "none") -> list[Comparison]:
    """Verdicts for a family of differences, in C order; `correction` over the family as in `multiple.adjust`."""
    adjusted = adjust(found.p_value, correction)
    margins = np.broadcast_to(np.asarray(margin, np.float64), found.difference.shape)
    verdicts = words(found, adjusted, margins)
    return [_comparison(found, i, adjusted, margins, verdicts) for i in np.ndindex(found.difference.shape)]


def _comparison(
    found: Differences, i: tuple[int, ...], adjusted: FloatArray, margins: FloatArray, verdicts: NDArray[np.str_]
) -> Comparison:
    """One entry in plain numbers."""
    gain = float(found.pairing_gain[i])
    return Comparison(
        float(found.baseline[i]),
        float(found.changed[i]),
        float(found.difference[i]),
        float(found.low[i]),
        float(found.high[i]),
        float(found.p_value[i]),
        float(adjusted[i]),
        Verdict(str(verdicts[i])),
        float(margins[i]),
        None if math.isnan(gain) else gain,
        found.blocks,
        int(found.events[i]),
        str(found.method[i]),
        found.level,
    )
