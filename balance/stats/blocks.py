"""Means and shares from block sums.

A block is one seed played under every seating. Games of a block share their luck, so the block is the independent unit:
everything is computed from one vector per block, streamed into `Moments`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from balance.errors import BugError
from balance.stats.estimate import LEVEL, BoolArray, FloatArray, Intervals, divide, t_value, z_value
from balance.stats.proportion import none_seen, score_interval

BLOCK_SHARE, BLOCK_MEAN, NO_SPREAD = "wilson on effective blocks", "block means", "no spread seen: rule of three"


class Moments:
    """Count, mean and co-moments of vectors, one per block, in one pass (Chan, Golub and LeVeque 1983).

    Vectors have shape [..., k]; co-moments are kept within the last axis only, so 200 metrics of k = 4 numbers cost
    200 small matrices, not one of 800 x 800. Merging in game order gives the same bytes however the games were played.
    `total`: sums (exact for whole numbers); `low`, `high`: extremes; `nonzero`: blocks with a value other than zero, per entry.
    """

    __slots__ = ("comoment", "high", "low", "mean", "n", "nonzero", "total")

    def __init__(self, *shape: int) -> None:
        self.n = 0
        self.mean: FloatArray = np.zeros(shape)
        self.total: FloatArray = np.zeros(shape)
        self.comoment: FloatArray = np.zeros((*shape, shape[-1]))
        self.low: FloatArray = np.full(shape, np.inf)
        self.high: FloatArray = np.full(shape, -np.inf)
        self.nonzero: NDArray[np.int64] = np.zeros(shape, np.int64)

    @classmethod
    def of(cls, values: ArrayLike) -> Moments:
        """Moments of values[blocks, ..., k]."""
        values = np.asarray(values, np.float64)
        return cls(*values.shape[1:]).add(values)

    def add(self, values: ArrayLike) -> Moments:
        """Add values[blocks, ..., k]."""
        values = np.asarray(values, np.float64)
        if values.shape[1:] != self.mean.shape:
            raise BugError(f"blocks of shape {values.shape[1:]} added to moments of shape {self.mean.shape}")
        if len(values):
            batch = Moments(*self.mean.shape)
            batch.n = len(values)
            batch.total = values.sum(axis=0)
            batch.mean = batch.total / batch.n
            centred = values - batch.mean
            # einsum, not a BLAS product: the same bytes at any number of threads
            batch.comoment = np.einsum("n...i,n...j->...ij", centred, centred)
            batch.low, batch.high = values.min(axis=0), values.max(axis=0)
            batch.nonzero = np.count_nonzero(values, axis=0).astype(np.int64)
            self.merge(batch)
        return self

    def merge(self, other: Moments) -> Moments:
        """Take in the blocks of another `Moments`, which come after ours in game order."""
        if other.n == 0:
            return self
        total = self.n + other.n
        step = other.mean - self.mean
        weight = self.n * (other.n / total)
        self.comoment = self.comoment + other.comoment + weight * step[..., :, None] * step[..., None, :]
        self.total = self.total + other.total
        self.mean = self.mean + step * (other.n / total)
        self.low, self.high = np.minimum(self.low, other.low), np.maximum(self.high, other.high)
        self.nonzero = self.nonzero + other.nonzero
        self.n = total
        return self

    def keep(self, columns: NDArray[np.bool_] | NDArray[np.int64]) -> Moments:
        """The moments of some entries of the last axis only."""
        kept = Moments(*self.mean[..., columns].shape)
        kept.n, kept.mean, kept.total = self.n, self.mean[..., columns], self.total[..., columns]
        kept.comoment = self.comoment[..., columns, :][..., :, columns]
        kept.low, kept.high, kept.nonzero = self.low[..., columns], self.high[..., columns], self.nonzero[..., columns]
        return kept

    def covariance(self, ddof: int = 1) -> FloatArray:
        """Covariance matrices [..., k, k] over blocks; zero for a single block."""
        return self.comoment / max(self.n - ddof, 1)

    def linear_variance(self, gradient: FloatArray) -> FloatArray:
        """Variance over blocks (divisor n) of the combination `gradient`[..., k]; rounding noise counts as zero."""
        covariance = self.covariance(ddof=0)
        terms = gradient[..., :, None] * covariance * gradient[..., None, :]
        variance = terms.sum(axis=(-2, -1))
        noise = 1e-13 * np.abs(terms).sum(axis=(-2, -1)) + 1e-28 * np.square(gradient * self.mean).sum(axis=-1)
        return np.where(variance > noise, variance, 0.0)


def sum_blocks(values: ArrayLike, games_per_block: int) -> FloatArray:
    """values[games, ...] in game order -> sums[blocks, ...]."""
    values = np.asarray(values, np.float64)
    if len(values) % games_per_block:
        raise BugError(f"{len(values)} games are not whole blocks of {games_per_block}")
    shape = (len(values) // games_per_block, games_per_block, *values.shape[1:])
    return np.asarray(values.reshape(shape).sum(axis=1), np.float64)


def sum_by(labels: ArrayLike, values: ArrayLike) -> FloatArray:
    """values[rows, ...] summed over rows of equal label (block, deal), in order of label."""
    labels, values = np.asarray(labels), np.asarray(values, np.float64)
    if len(labels) == 0:
        return values
    if np.any(labels[1:] < labels[:-1]):
        order = np.argsort(labels, kind="stable")
        labels, values = labels[order], values[order]
    starts = np.flatnonzero(np.r_[True, labels[1:] != labels[:-1]])
    return np.asarray(np.add.reduceat(values, starts, axis=0), np.float64)


def reach(moments: Moments, top: int, bottom: int, share: BoolArray) -> FloatArray:
    """How far one block can move the ratio, times the number of blocks.

    For a share the largest denominator of a block over the mean one. A mean has no natural end: the range seen, or its
    largest value, or one unit, whichever is the most.
    """
    mean = moments.mean[..., bottom]
    if moments.n == 0:
        return np.ones(mean.shape)
    low, high = moments.low[..., top], moments.high[..., top]
    span = np.maximum.reduce([high - low, np.abs(low), np.abs(high), np.ones(mean.shape)])
    return divide(np.where(share, moments.high[..., bottom], span), mean, 1.0)


def ratio(moments: Moments, *, share: bool | BoolArray = False, level: float = LEVEL) -> Intervals:
    """Sum of numerators over sum of denominators; moments[..., 2] hold (numerator, denominator) per block.

    Means: linearised (delta-method) variance over blocks, Student quantile. Shares (0 <= numerator <= denominator in
    every game): Wilson's interval on the effective sample size, that is the number of independent trials with the same
    variance. Without spread over blocks: at most the unseen share of blocks (rule of three) may differ, by all they can.
    """
    is_share = np.broadcast_to(np.asarray(share, np.bool_), moments.mean.shape[:-1])
    bottom = moments.mean[..., 1]
    value = divide(moments.total[..., 0], moments.total[..., 1])  # sums are exact for counts, however they were cut
    variance = moments.linear_variance(np.stack([divide(1.0, bottom), -divide(value, bottom)], axis=-1))
    flat = (variance == 0) | (moments.nonzero[..., 1] < 2)
    limits = np.where(
        flat,
        _flat_limits(value, moments, is_share, level),
        np.where(
            is_share, _share_limits(value, variance, moments, level), _mean_limits(value, variance, moments, level)
        ),
    )
    limits = np.where(is_share, np.clip(limits, 0.0, 1.0), limits)
    empty = bottom == 0
    nothing = np.where(is_share, np.array([0.0, 1.0]).reshape(2, *[1] * is_share.ndim), np.nan)
    low, high = np.where(empty, nothing, limits)
    top_sum, bottom_sum = np.moveaxis(moments.total, -1, 0)
    method = np.where(flat, NO_SPREAD, np.where(is_share, BLOCK_SHARE, BLOCK_MEAN))
    return Intervals(np.where(empty, np.nan, value), low, high, top_sum, bottom_sum, flat, method, level)


def effective_trials(value: FloatArray, variance: FloatArray, n: ArrayLike) -> FloatArray:
    """Independent trials whose share would vary as much as this one did over `n` blocks."""
    return divide(value * (1 - value) * np.asarray(n, np.float64), variance)


def _share_limits(value: FloatArray, variance: FloatArray, moments: Moments, level: float) -> FloatArray:
    """Wilson on effective trials; the plain Wilson interval when every block is a single yes or no."""
    trials = effective_trials(value, variance, moments.n)
    single = (moments.low[..., 1] == 1) & (moments.high[..., 1] == 1) & np.isclose(trials, moments.n, rtol=1e-9)
    correction = np.where(single, 1.0, max(moments.n - 1, 1) / max(moments.n, 1))
    quantile = np.where(single, z_value(level), t_value(level, moments.nonzero[..., 1] - 1))
    return np.stack(score_interval(value, trials * correction, quantile))


def _mean_limits(value: FloatArray, variance: FloatArray, moments: Moments, level: float) -> FloatArray:
    """Student's interval; a rare count has no more degrees of freedom than blocks in which it occurred."""
    events = np.min(moments.nonzero, axis=-1)
    half = t_value(level, events - 1) * np.sqrt(variance / max(moments.n - 1, 1))
    return np.stack([value - half, value + half])


def _flat_limits(value: FloatArray, moments: Moments, is_share: BoolArray, level: float) -> FloatArray:
    """The rule-of-three interval for values that showed no spread."""
    room = none_seen(moments.nonzero[..., 1], level) * reach(moments, 0, 1, is_share)
    down, up = np.where(is_share, np.stack([value, 1 - value]), 1.0)
    return np.stack([value - room * down, value + room * up])
