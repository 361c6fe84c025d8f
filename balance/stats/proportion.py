"""One share of independent games: Wilson's interval, and the exact one of Clopper and Pearson where it is wanted."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from balance.errors import BugError
from balance.stats.estimate import LEVEL, NO_DATA, Estimate, FloatArray, divide, z_value

WILSON, CLOPPER_PEARSON = "wilson", "clopper-pearson"


def _counts(hits: ArrayLike, n: ArrayLike) -> tuple[FloatArray, FloatArray]:
    hits, n = np.broadcast_arrays(np.asarray(hits, np.float64), np.asarray(n, np.float64))
    if np.any(hits < 0) or np.any(hits > n * (1 + 1e-12)):
        raise BugError("a share needs 0 <= hits <= n")
    return hits, n


def score_interval(share: ArrayLike, n: ArrayLike, z: ArrayLike) -> tuple[FloatArray, FloatArray]:
    """The shares p with |share - p| <= z sqrt(p (1 - p) / n), clipped to 0..1; (0, 1) when n = 0.

    `n` and `z` may be real numbers: an effective sample size, a Student or an any-time quantile.
    """
    share, n, z2 = np.asarray(share, np.float64), np.asarray(n, np.float64), np.square(np.asarray(z, np.float64))
    middle = divide(n * share + z2 / 2, n + z2, 0.5)
    spread = np.sqrt(np.maximum(z2 * (n * share * (1 - share) + z2 / 4), 0.0))
    half = divide(spread, n + z2, 0.5)
    low = np.where(share <= 0, 0.0, np.clip(middle - half, 0.0, 1.0))
    high = np.where(share >= 1, 1.0, np.clip(middle + half, 0.0, 1.0))
    return np.where(n > 0, low, 0.0), np.where(n > 0, high, 1.0)


def wilson(hits: ArrayLike, n: ArrayLike, level: float = LEVEL) -> tuple[FloatArray, FloatArray]:
    """Wilson's score interval (1927). Half hits (shared wins) are allowed: they only make it wider than need be."""
    hits, n = _counts(hits, n)
    return score_interval(divide(hits, n), n, z_value(level))


def clopper_pearson(hits: ArrayLike, n: ArrayLike, level: float = LEVEL) -> tuple[FloatArray, FloatArray]:
    """The exact interval (1934) from binomial tails: covers at least `level` always, so it is the wider one."""
    hits, n = _counts(hits, n)
    tail = (1 - level) / 2
    low = special.betaincinv(np.maximum(hits, 1e-300), n - hits + 1, tail)
    high = special.betaincinv(hits + 1, np.maximum(n - hits, 1e-300), 1 - tail)
    return np.where(hits > 0, low, 0.0), np.where(hits < n, high, 1.0)


def none_seen(n: ArrayLike, level: float = LEVEL) -> FloatArray:
    """Wilson's upper limit for 0 of n (the "rule of three", with 3.84 for the three): how rare is unseen."""
    z2 = z_value(level) ** 2
    return np.asarray(z2 / (np.asarray(n, np.float64) + z2), np.float64)


def share(hits: float, n: float, level: float = LEVEL, *, exact: bool = False) -> Estimate:
    """One share as a result: `hits` of `n` independent trials."""
    low, high = (clopper_pearson if exact else wilson)(hits, n, level)
    method = CLOPPER_PEARSON if exact else WILSON
    if n == 0:
        return Estimate(float("nan"), 0.0, 1.0, 0.0, 0.0, NO_DATA, level)
    return Estimate(hits / n, float(low), float(high), float(hits), float(n), method, level)
