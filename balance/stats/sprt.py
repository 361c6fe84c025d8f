"""Sequential probability ratio test on game pairs, as chess engine testing uses it.

Two contenders play each block twice with seats swapped; a pair scores 0, 1/2, 1, 3/2 or 2 points (five counts), and the
test asks which of two strengths, in normalised Elo, is the likelier. The generalised likelihood ratio is that of Van den
Bergh ("Normalized Elo practical", 2021) in closed form, as fishtest and fastchess print it; the bounds are Wald's (1945).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from balance.errors import BugError
from balance.stats.estimate import LEVEL, FloatArray, z_value

ELO_PER_UNIT = 800 / math.log(10)  # normalised Elo of one standard deviation per game
FLOOR = 1e-3  # stands in for an outcome not seen yet, as in fishtest
ACCEPT_LOW, ACCEPT_HIGH, GO_ON = "lower bound accepted", "upper bound accepted", "go on"


@dataclass(frozen=True, slots=True)
class Sprt:
    """State of a test: log likelihood ratio between its two stopping limits, and the strength seen so far."""

    llr: float
    lower: float
    upper: float
    nelo: float
    nelo_error: float
    pairs: int
    score: float

    @property
    def verdict(self) -> str:
        """Which bound is accepted, or go on."""
        if self.llr >= self.upper:
            return ACCEPT_HIGH
        return ACCEPT_LOW if self.llr <= self.lower else GO_ON


def limits(alpha: float = 0.05, beta: float = 0.05) -> tuple[float, float]:
    """Wald's stopping limits: log(beta / (1 - alpha)) and log((1 - beta) / alpha)."""
    return math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)


def _frequencies(counts: ArrayLike) -> tuple[FloatArray, FloatArray, FloatArray]:
    """counts[..., k], worst pair first -> number of pairs, frequencies, scores in 0..1."""
    filled = np.asarray(counts, np.float64)
    if filled.shape[-1] not in (3, 5):
        raise BugError("a test needs 3 counts (loss, draw, win) or 5 (pairs scoring 0, 1/2, 1, 3/2, 2)")
    filled = np.where(filled == 0, FLOOR, filled)
    n = filled.sum(axis=-1)
    return n, filled / n[..., None], np.linspace(0.0, 1.0, filled.shape[-1])


def _spread(values: FloatArray, weights: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Mean and standard deviation over the last axis."""
    mean = (values * weights).sum(axis=-1)
    return mean, np.sqrt((weights * np.square(values - mean[..., None])).sum(axis=-1))


def log_ratio(counts: ArrayLike, nelo_low: float, nelo_high: float) -> FloatArray:
    """Generalised log likelihood ratio of two strengths for counts[..., 3 or 5].

    n/2 log((1 + (t - t_low)²) / (1 + (t - t_high)²)), t the mean gain over one half in standard deviations. The
    likelihood maximised over all pair frequencies differs by less than 0.02 (see the tests).
    """
    n, weights, scores = _frequencies(counts)
    mean, deviation = _spread(scores, weights)
    strength = (mean - 0.5) / deviation
    per_unit = _games_root(scores) / ELO_PER_UNIT
    low, high = np.square(strength - nelo_low * per_unit), np.square(strength - nelo_high * per_unit)
    return np.asarray(n / 2 * (np.log1p(low) - np.log1p(high)), np.float64)


def _games_root(scores: FloatArray) -> float:
    """Root of the games in one counted unit: strength is per game, pairs hold two."""
    return math.sqrt(2) if len(scores) == 5 else 1.0


def normalised_elo(counts: ArrayLike, level: float = LEVEL) -> tuple[float, float]:
    """Strength in normalised Elo and the half-width of its interval."""
    n, weights, scores = _frequencies(counts)
    mean, deviation = _spread(scores, weights)
    unit = ELO_PER_UNIT / _games_root(scores)
    return float((mean - 0.5) / deviation * unit), float(z_value(level) / math.sqrt(n) * unit)


def sprt(counts: ArrayLike, nelo_low: float, nelo_high: float, *, alpha: float = 0.05, beta: float = 0.05) -> Sprt:
    """The test as it stands after these counts, from the worst pair to the best."""
    found = np.asarray(counts, np.float64)
    lower, upper = limits(alpha, beta)
    nelo, error = normalised_elo(found)
    n = found.sum()
    score = float((found * np.linspace(0, 1, found.size)).sum() / n) if n else 0.5
    return Sprt(float(log_ratio(found, nelo_low, nelo_high)), lower, upper, nelo, error, int(n), score)


def pair_counts(scores: ArrayLike) -> FloatArray:
    """Block sums of the first contender's points over two games (0, 1/2, .., 2) -> the five counts.

    Thirds of a point (ties of three) belong to no class; they are moved to the nearest one.
    """
    classes = np.rint(np.asarray(scores, np.float64) * 2).astype(np.int64)
    return np.bincount(np.clip(classes, 0, 4), minlength=5)[:5].astype(np.float64)
