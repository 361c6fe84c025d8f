"""Looking while the games run: intervals that hold at every look at once, and when to stop.

A 95 % confidence sequence contains the truth at all looks together with 95 %, so one may stop whenever one likes. Two
constructions are combined; of the error, a fifth goes to the first and the rest to the second:

* the beta-binomial mixture (Robbins 1970; Howard, Ramdas, McAuliffe and Sekhon 2021), exact for independent yes/no trials
  from the first game on;
* the normal mixture of block means (Robbins 1970; as asymptotic confidence sequence Waudby-Smith, Arbour, Sinha, Kennedy
  and Ramdas 2024), used once `burn_in` blocks, and as many in which something happened, have been seen.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special

from balance.stats.blocks import Moments, effective_trials, ratio
from balance.stats.estimate import LEVEL, BoolArray, FloatArray, Intervals, divide, t_value, z_value
from balance.stats.paired import FEW_CHANGED, Differences, assemble, linearise, widest
from balance.stats.proportion import score_interval

ANY_TIME, EARLY = "any-time: normal mixture", "any-time: beta mixture"
EARLY_PART = 0.2  # of the error, for the sequence that also serves before the burn-in
HALVINGS = 48


@dataclass(frozen=True, slots=True)
class Looking:
    """How a run is watched; to be fixed before it starts.

    `tightest_at`: blocks at which the sequence is narrowest (about where a decision is hoped for; being wrong by a factor
    of ten costs up to a quarter of the width). `burn_in`: blocks, and blocks with events, before normal theory is used.
    """

    level: float = LEVEL
    tightest_at: int = 2000
    burn_in: int = 50

    @property
    def early_alpha(self) -> float:
        """Error spent on the beta mixture."""
        return EARLY_PART * (1 - self.level)

    @property
    def main_alpha(self) -> float:
        """Error spent on the normal mixture."""
        return (1 - EARLY_PART) * (1 - self.level)

    @property
    def mixing(self) -> float:
        """Variance rho² of the normal mixture that makes the radius smallest at `tightest_at` (nearly)."""
        push = -2 * math.log(self.main_alpha)
        return (push + math.log(push + 1)) / self.tightest_at

    def radius(self, n: ArrayLike) -> FloatArray:
        """Half-width after n blocks in standard errors of the mean: what 1.96 is at a fixed number of games."""
        mass = np.maximum(np.asarray(n, np.float64), 1.0) * self.mixing
        return np.sqrt(2 * (mass + 1) / mass * (np.log(mass + 1) / 2 - math.log(self.main_alpha)))

    def p_value(self, z: ArrayLike, n: ArrayLike) -> FloatArray:
        """Any-time p-value of a mean z standard errors from zero after n blocks: 1 over the evidence, part of the error."""
        mass = np.maximum(np.asarray(n, np.float64), 1.0) * self.mixing
        evidence = np.square(np.asarray(z, np.float64)) * mass / (2 * (mass + 1)) - np.log(mass + 1) / 2
        return np.asarray(np.exp(np.minimum(-evidence - math.log(1 - EARLY_PART), 0.0)), np.float64)

    def small_sample(self, freedom: ArrayLike) -> FloatArray:
        """Student over normal quantile: what few blocks with events cost."""
        return t_value(self.level, freedom) / z_value(self.level)


def beta_mixture(hits: ArrayLike, n: ArrayLike, alpha: float) -> tuple[FloatArray, FloatArray]:
    """Any-time limits for a share after `hits` of `n` independent trials (uniform mixture): never left with 1 - alpha.

    The shares p at which the mixture likelihood is less than 1/alpha times the likelihood of p itself.
    """
    hits, n = np.broadcast_arrays(np.asarray(hits, np.float64), np.asarray(n, np.float64))
    share = np.clip(divide(hits, n, 0.5), 0.0, 1.0)
    misses = np.maximum(n - hits, 0.0)
    bar = special.betaln(hits + 1, misses + 1) + math.log(alpha)

    def search(outside: FloatArray) -> FloatArray:
        inside = share.copy()
        for _ in range(HALVINGS):
            middle = (inside + outside) / 2
            keep = special.xlogy(hits, middle) + special.xlog1py(misses, -middle) > bar
            inside, outside = np.where(keep, middle, inside), np.where(keep, outside, middle)
        return outside

    low = np.where(hits > 0, search(np.zeros(share.shape)), 0.0)
    high = np.where(misses > 0, search(np.ones(share.shape)), 1.0)
    return np.where(n > 0, low, 0.0), np.where(n > 0, high, 1.0)


def shares(moments: Moments, looking: Looking) -> Intervals:
    """Confidence sequences of shares; moments[..., 2] hold (numerator, denominator) per block.

    Independent yes/no games: exact from the first one. Otherwise on effective trials (same variance), the blocks
    themselves where no spread was seen. The normal mixture enters as a score interval, so the limits stay in 0..1.
    """
    fixed = ratio(moments, share=True, level=looking.level)
    value = np.where(np.isnan(fixed.estimate), 0.5, fixed.estimate)
    bottom = moments.mean[..., 1]
    variance = moments.linear_variance(np.stack([divide(1.0, bottom), -divide(value, bottom)], axis=-1))
    units = moments.nonzero[..., 1].astype(np.float64)
    trials = np.where(
        fixed.fallback, units, np.minimum(effective_trials(value, variance, moments.n), fixed.denominator)
    )
    low, high = beta_mixture(np.clip(value * trials, 0.0, trials), trials, looking.early_alpha)
    seen = np.minimum(moments.nonzero[..., 0], np.minimum(value, 1 - value) * trials)
    late = (seen >= looking.burn_in) & (units >= looking.burn_in)
    late_low, late_high = score_interval(value, trials, looking.radius(units) * looking.small_sample(units - 1))
    low, high = np.where(late, np.maximum(low, late_low), low), np.where(late, np.minimum(high, late_high), high)
    method = np.where(late, ANY_TIME, EARLY)
    return Intervals(fixed.estimate, low, high, fixed.numerator, fixed.denominator, ~late, method, looking.level)


def means(moments: Moments, looking: Looking) -> Intervals:
    """Confidence sequences of means; moments[..., 2] hold (numerator, denominator) per block.

    `fallback` marks means that are still in the burn-in: their interval is shown, and nothing may be decided on it.
    """
    fixed = ratio(moments, share=False, level=looking.level)
    events = np.min(moments.nonzero, axis=-1)
    # the fixed interval already carries the Student quantile of `events`
    stretch = looking.radius(moments.nonzero[..., 1]) / z_value(looking.level)
    low, high = (fixed.estimate + (x - fixed.estimate) * stretch for x in (fixed.low, fixed.high))
    early = fixed.fallback | (events < looking.burn_in)
    return Intervals(
        fixed.estimate,
        low,
        high,
        fixed.numerator,
        fixed.denominator,
        early,
        np.where(fixed.fallback, fixed.method, ANY_TIME),
        looking.level,
    )


def estimates(moments: Moments, looking: Looking, share: bool | BoolArray) -> Intervals:
    """Confidence sequences of shares and means side by side."""
    is_share = np.broadcast_to(np.asarray(share, np.bool_), moments.mean.shape[:-1])
    s, m = shares(moments, looking), means(moments, looking)

    def choose(a: FloatArray, b: FloatArray) -> FloatArray:
        return np.where(is_share, a, b)

    fallback: BoolArray = np.where(is_share, s.fallback, m.fallback)
    method: NDArray[np.str_] = np.where(is_share, s.method, m.method)
    low, high = choose(s.low, m.low), choose(s.high, m.high)
    return Intervals(s.estimate, low, high, s.numerator, s.denominator, fallback, method, looking.level)


def precise(found: Intervals, half_width: float) -> bool:
    """Is every one of these known to ± `half_width`, none of them on trust? The stop rule of `--precision`."""
    settled = (found.method == EARLY) | ~found.fallback
    return bool(np.all(settled & (found.half_width <= half_width)))


def differences(moments: Moments, looking: Looking, *, share: bool | BoolArray = False) -> Differences:
    """Confidence sequences of variant minus baseline; moments[..., 4] of `paired.pair` columns.

    Until `burn_in` blocks have changed the difference is only bounded: the share of blocks that change at all (exact
    sequence) times what one block can do. After it, the normal mixture. `judge` turns them into verdicts at any look.
    """
    line = linearise(moments)
    is_share = np.broadcast_to(np.asarray(share, np.bool_), line.difference.shape)
    events = np.minimum(line.events, line.units)
    ready = (events >= looking.burn_in) & (line.variance > 0)
    error = np.sqrt(line.variance / max(moments.n - 1, 1)) * looking.small_sample(events - 1)
    half = looking.radius(line.units) * error
    may_change = beta_mixture(events, line.units, looking.early_alpha)[1] * widest(moments, is_share)
    low = np.where(ready, line.difference - half, np.minimum(-may_change, line.difference))
    high = np.where(ready, line.difference + half, np.maximum(may_change, line.difference))
    low, high = (np.where(is_share, np.clip(x, -1, 1), x) for x in (low, high))
    p_value = np.where(ready, looking.p_value(divide(line.difference, error), line.units), 1.0)
    method = np.where(ready, ANY_TIME, FEW_CHANGED)
    return assemble(moments, line, low, high, p_value, ready, method, looking.level)
