"""D deals times G plays: intervals by deal, and how much of the spread is the deal, the dice and the players' own noise.

Plays of one deal share the set-up, so the deal is the independent unit. Splitting the spread needs nested runs: each deal
played with several dice, each of those with several noise streams. All intervals here leave one deal out at a time.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from balance.errors import BugError
from balance.stats.blocks import Moments, ratio
from balance.stats.estimate import LEVEL, Estimate, FloatArray, divide, t_value

JACKKNIFE, TWO_DEALS = "leave one deal out", "chi-square of two deals"
CLEAR = 3.0  # standard errors above zero from which a variance is treated as chi-square


@dataclass(frozen=True, slots=True)
class ByDeal:
    """Mean over deals. `likeness`: correlation of two plays of one deal. `design_effect`: plays that count as one."""

    estimate: Estimate
    likeness: float
    design_effect: float
    deals: int
    plays: int

    def plays_per_deal(self, deal_cost: float, play_cost: float) -> float:
        """Plays per deal that give the narrowest interval for a given time (Cochran), at least 1."""
        if self.likeness <= 0:
            return float("inf") if deal_cost > 0 else 1.0
        return max(1.0, float(np.sqrt(deal_cost / play_cost * (1 - self.likeness) / self.likeness)))


def by_deal(values: ArrayLike, *, share: bool = False, level: float = LEVEL) -> ByDeal:
    """values[deals, plays] -> mean (or share) with the deal as unit."""
    table = np.asarray(values, np.float64)
    deals, plays = table.shape
    sums = np.stack([table.sum(axis=1), np.full(deals, float(plays))], axis=-1)
    found = ratio(Moments.of(sums), share=share, level=level).at()
    within = float(table.var(axis=1, ddof=1).mean()) if plays > 1 else 0.0
    between = float(table.mean(axis=1).var(ddof=1)) if deals > 1 else 0.0
    deal = between - within / plays if plays > 1 else between
    total = deal + within
    likeness = min(max(deal / total, -1 / max(plays - 1, 1)), 1.0) if total > 0 else 0.0
    return ByDeal(found, likeness, 1 + (plays - 1) * likeness, deals, plays)


@dataclass(frozen=True, slots=True)
class Part:
    """One source's variance (unbiased, so it may be slightly negative) and its share of the whole (negatives as zero).

    A part cut at zero still has an upper limit above zero; [0, 0] means that this source moved no game at all.
    """

    source: str
    variance: Estimate
    share: Estimate


@dataclass(frozen=True, slots=True)
class VarianceSplit:
    """Where the spread of one game's result comes from; parts sum to `total`."""

    parts: tuple[Part, ...]
    total: float
    deals: int

    def __getitem__(self, source: str) -> Part:
        for part in self.parts:
            if part.source == source:
                return part
        raise KeyError(source)


def split_variance(
    values: ArrayLike, *, sources: tuple[str, str, str] = ("deal", "dice", "noise"), level: float = LEVEL
) -> VarianceSplit:
    """values[deals, dice, noise] of one number per game -> variance by source (nested analysis of variance).

    Needs two deals at least. A level with a single stream cannot be told from the one above it: its part is zero.
    """
    table = np.asarray(values, np.float64)
    if table.ndim != 3 or len(table) < 2:
        raise BugError("splitting the variance needs values[deals, dice, noise] of two deals at least")
    deals = len(table)
    columns = _deal_columns(table)
    whole = _components(columns.mean(axis=1), deals, table.shape[1:])
    others = (columns.sum(axis=1, keepdims=True) - columns) / (deals - 1)
    left_out = _components(others, deals - 1, table.shape[1:]) if deals > 2 else None
    variances = _jackknife(whole, left_out, deals, level, variance=True)
    parts_left_out = None if left_out is None else _parts_of_whole(left_out)
    shares = _jackknife(_parts_of_whole(whole), parts_left_out, deals, level, variance=False)
    rows = zip(sources, variances, shares, strict=True)
    return VarianceSplit(tuple(Part(*row) for row in rows), float(whole.sum()), deals)


def _deal_columns(table: FloatArray) -> FloatArray:
    """Per deal: mean (centred), its square, variance between dice, variance between noise streams: [4, deals]."""
    deals, dice, noise = table.shape
    cells = table.mean(axis=2)
    mean = cells.mean(axis=1) - table.mean()
    between = cells.var(axis=1, ddof=1) if dice > 1 else np.zeros(deals)
    within = table.var(axis=2, ddof=1).mean(axis=1) if noise > 1 else np.zeros(deals)
    return np.stack([mean, mean * mean, between, within])


def _components(averages: FloatArray, deals: int, streams: tuple[int, ...]) -> FloatArray:
    """Unbiased components [deal, dice, noise] from averages[4, ...] of `_deal_columns` over that many deals.

    Means of dice vary by dice + noise/streams, means of deals by deal + (variance of a mean of dice)/dice.
    """
    mean, square, between, within = averages
    dice, noise = streams
    of_deals = (square - mean * mean) * deals / max(deals - 1, 1)
    below = between / dice if dice > 1 else within / noise
    return np.stack([of_deals - below, between - within / noise if dice > 1 else np.zeros_like(between), within])


def _parts_of_whole(components: FloatArray) -> FloatArray:
    """Each part over the sum of all, which never is negative; negative parts stay so, so that errors can be told."""
    return divide(components, components.sum(axis=0))


def _jackknife(
    whole: FloatArray, left_out: FloatArray | None, deals: int, level: float, *, variance: bool
) -> list[Estimate]:
    """Intervals from leave-one-out values [source, deal]; limits kept within what is possible.

    A negative part is zero with an error: its upper limit is as far above zero as the error of the part itself reaches.
    Shares are told as parts of what is possible, with the error of the shares before the cut.
    """
    possible = np.maximum(whole, 0.0)
    told = whole if variance else divide(possible, possible.sum())
    if left_out is None:
        # one degree of freedom: the chi-square limit is about a thousand times the estimate; a part cut may be the whole
        _, high = _chi_square(np.where(whole < 0, possible.sum(), possible), np.ones(whole.shape), level)
        low, method = np.minimum(whole, 0.0), TWO_DEALS
    else:
        spread = left_out - left_out.mean(axis=1, keepdims=True)
        error = np.sqrt((deals - 1) / deals * np.square(spread).sum(axis=1))
        half = t_value(level, deals - 1) * error
        low, high, method = told - half, np.maximum(told, 0.0) + half, JACKKNIFE
        if variance:
            clear = whole > CLEAR * error
            freedom = np.where(clear, 2 * np.square(divide(whole, error, 1.0)), 1.0)
            chi = _chi_square(whole, freedom, level)
            low, high = np.where(clear, chi, (low, high))
    low, high = np.minimum(np.maximum(low, 0.0), told), np.maximum(np.minimum(high, np.inf if variance else 1.0), told)
    rows = zip(told.tolist(), low.tolist(), high.tolist(), strict=True)
    return [Estimate(x, a, b, x, 1.0, method, level) for x, a, b in rows]


def _chi_square(variance: FloatArray, freedom: FloatArray, level: float) -> FloatArray:
    """Limits [low, high] of a variance that behaves like chi-square with `freedom` (Satterthwaite 1946)."""
    tail = (1 - level) / 2
    top, bottom = special.chdtri(freedom, tail), special.chdtri(freedom, 1 - tail)
    return np.stack([variance * freedom / top, variance * freedom / bottom])
