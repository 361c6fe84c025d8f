"""Which pieces and technologies go with winning, and which assumed number moves the verdict most.

A lift is an association: winners may simply have had the time to buy. Comparing within strata (policy, seat) takes out
what the players' habits explain; what is left is a lead for a variant that forbids the piece, not a proof.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from balance.errors import BugError
from balance.stats.blocks import Moments, effective_trials, sum_by
from balance.stats.estimate import LEVEL, FloatArray, divide, t_value, z_value
from balance.stats.multiple import adjust
from balance.stats.paired import Comparison, Verdict
from balance.stats.proportion import score_interval

FEW_BLOCKS = 50  # below it, a variance smaller than that of independent seats is not believed
WIN_WITH, WITH, WIN_WITHOUT, WITHOUT = range(4)


def piece_sums(
    owned: ArrayLike,
    win: ArrayLike,
    stratum: ArrayLike,
    block: ArrayLike,
    strata: int,
    present: ArrayLike | None = None,
) -> FloatArray:
    """One row per game and seat -> sums[blocks, pieces, 4 strata] for `Moments.add`.

    owned[rows, pieces]: had it (0 or 1); win[rows]: share of the win (0..1); stratum[rows]: 0..strata-1; block[rows];
    present[rows, pieces]: could have had it (rows where it does not apply are left out).
    """
    has = np.asarray(owned, np.float64)
    won = np.asarray(win, np.float64)[:, None]
    there = np.ones_like(has) if present is None else np.asarray(present, np.float64)
    with_it, without = has * there, (1 - has) * there
    four = np.stack([with_it * won, with_it, without * won, without], axis=-1)
    labels = np.asarray(stratum, np.int64)
    if len(labels) and (labels.min() < 0 or labels.max() >= strata):
        raise BugError(f"strata must be numbered 0..{strata - 1}")
    mine = labels[:, None] == np.arange(strata)
    spread = four[:, :, None, :] * mine[:, None, :, None]
    return sum_by(block, spread.reshape(*has.shape, 4 * strata))


@dataclass(frozen=True, slots=True)
class Lift:
    """One piece: win share with and without it (weighted alike over strata), their difference, and its interval.

    `games_with`, `games_without`: seats in games that can be compared. Unknown (nan) where no stratum has both.
    """

    piece: str
    share_with: float
    share_without: float
    lift: float
    low: float
    high: float
    p_value: float
    adjusted_p: float
    games_with: float
    games_without: float
    level: float = LEVEL

    @property
    def verdict(self) -> Verdict:
        """Up, down or undecided, after correction over the list (at the level of the interval)."""
        if self.adjusted_p <= 1 - self.level and (self.low > 0 or self.high < 0):
            return Verdict.UP if self.low > 0 else Verdict.DOWN
        return Verdict.UNDECIDED


def lifts(moments: Moments, pieces: Sequence[str], *, level: float = LEVEL, correction: str = "bh") -> list[Lift]:
    """Lift of each piece from moments[pieces, 4 strata] of `piece_sums`.

    Mantel-Haenszel weights over strata; variance of both shares and their covariance from block sums; interval by
    combining the two shares' score intervals (Newcombe 1998, with correlation: Zou and Donner 2008).
    """
    strata = moments.mean.shape[-1] // 4
    mean = moments.mean.reshape(len(pieces), strata, 4)
    weight = divide(mean[..., WITH] * mean[..., WITHOUT], mean[..., WITH] + mean[..., WITHOUT])
    comparable = weight.any(axis=-1)
    weight = divide(weight, weight.sum(axis=-1, keepdims=True))
    with_it = _weighted_share(moments, weight, WIN_WITH, WITH, level)
    without = _weighted_share(moments, weight, WIN_WITHOUT, WITHOUT, level)
    joint = moments.linear_variance(with_it.gradient + without.gradient) - with_it.variance - without.variance
    likeness = np.clip(divide(joint / 2, np.sqrt(with_it.variance * without.variance)), -1.0, 1.0)
    lift = with_it.value - without.value
    low, high, error = _combine(with_it, without, likeness, level)
    p_value = 2 * special.ndtr(-np.abs(divide(lift, error)))
    columns = (with_it.value, without.value, lift, low, high, p_value)
    known = np.where(comparable, np.stack(columns), np.nan)
    adjusted, levels = adjust(known[-1], correction), np.full(len(pieces), level)
    rows = np.stack([*known, adjusted, with_it.seats, without.seats, levels], axis=-1).tolist()
    return [Lift(name, *row) for name, row in zip(pieces, rows, strict=True)]


@dataclass(frozen=True, slots=True, eq=False)
class _Side:
    """Win share of one side of a comparison (pieces in a row), its linearisation and its own interval."""

    value: FloatArray
    low: FloatArray
    high: FloatArray
    gradient: FloatArray
    variance: FloatArray
    seats: FloatArray


def _weighted_share(moments: Moments, weight: FloatArray, won: int, had: int, level: float) -> _Side:
    """Share weighted over strata; score interval on effective trials, on blocks where no spread was seen."""
    shape = (*weight.shape, 4)
    mean = moments.mean.reshape(shape)
    share = divide(mean[..., won], mean[..., had])
    gradient = np.zeros(shape)
    gradient[..., won] = divide(weight, mean[..., had])
    gradient[..., had] = -gradient[..., won] * share
    flat = gradient.reshape(len(weight), -1)
    value, variance = np.clip((weight * share).sum(axis=-1), 0.0, 1.0), moments.linear_variance(flat)
    seats = np.where(weight > 0, moments.total.reshape(shape)[..., had], 0.0).sum(axis=-1)
    units = np.where(weight > 0, moments.nonzero.reshape(shape)[..., had], 0).sum(axis=-1)
    trials = effective_trials(value, variance, moments.n)
    trials = np.where(units < FEW_BLOCKS, np.minimum(trials, seats), trials)
    trials = np.where(variance > 0, trials, units)
    low, high = score_interval(value, trials, t_value(level, np.minimum(units, moments.n) - 1))
    return _Side(value, low, high, flat, variance, seats)


def _combine(one: _Side, zero: _Side, likeness: FloatArray, level: float) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Limits of one's share minus zero's from each one's limits, and the standard error they imply towards zero."""
    down_1, up_1 = one.value - one.low, one.high - one.value
    down_0, up_0 = zero.value - zero.low, zero.high - zero.value
    lift = one.value - zero.value
    below = np.sqrt(np.maximum(down_1**2 + up_0**2 - 2 * likeness * down_1 * up_0, 0.0))
    above = np.sqrt(np.maximum(up_1**2 + down_0**2 - 2 * likeness * up_1 * down_0, 0.0))
    towards_zero = np.where(lift > 0, below, above)
    return np.clip(lift - below, -1, 1), np.clip(lift + above, -1, 1), towards_zero / z_value(level)


@dataclass(frozen=True, slots=True)
class Bar:
    """One number of a tornado: its settings with what each moved, and the setting that moved most.

    `swing`: largest absolute difference, with its interval as distances from zero; `moved`: any setting, after Holm over
    the whole tornado.
    """

    key: str
    effects: tuple[tuple[str, Comparison], ...]
    widest: str
    swing: float
    low: float
    high: float
    moved: bool


def tornado(tried: Sequence[tuple[str, Sequence[tuple[str, Comparison]]]], *, level: float = LEVEL) -> list[Bar]:
    """Rank numbers by how far they move one metric: (key, [(setting, comparison with the default)]) -> widest first."""
    flat = [comparison for _, effects in tried for _, comparison in effects]
    adjusted = iter(adjust([c.p_value for c in flat], "holm"))
    bars = []
    for key, effects in tried:
        p_values = [float(next(adjusted)) for _ in effects]
        known = [(s, c) for s, c in effects if np.isfinite(c.difference)]
        if not known:
            bars.append(Bar(key, tuple(effects), "", 0.0, 0.0, 0.0, False))
            continue
        setting, most = max(known, key=lambda pair: abs(pair[1].difference))
        straddles = most.low <= 0 <= most.high
        near, far = sorted((abs(most.low), abs(most.high)))
        moved = any(p <= (1 - level) * (1 + 1e-12) for p in p_values)
        bars.append(Bar(key, tuple(effects), setting, abs(most.difference), 0.0 if straddles else near, far, moved))
    return sorted(bars, key=lambda bar: (-bar.swing, -bar.low))
