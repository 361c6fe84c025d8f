"""What every method hands back: an estimate with its interval, its counts and the name of the method.

`Intervals` holds many at once (arrays of one shape); `Estimate` is one of them, in plain numbers for a table or JSON.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special

FloatArray: TypeAlias = NDArray[np.float64]
BoolArray: TypeAlias = NDArray[np.bool_]

LEVEL = 0.95
NO_DATA = "no data"
PASS, MISSED, UNDECIDED = "pass", "missed", "undecided"


def z_value(level: float) -> float:
    """Two-sided normal quantile: 1.96 for 0.95."""
    return float(-special.ndtri((1 - level) / 2))


def t_value(level: float, freedom: ArrayLike) -> FloatArray:
    """Two-sided Student quantile for the given degrees of freedom (at least one is assumed)."""
    df = np.maximum(np.asarray(freedom, np.float64), 1.0)
    return np.asarray(-special.stdtrit(df, (1 - level) / 2), np.float64)


def t_tail(t: ArrayLike, freedom: ArrayLike) -> FloatArray:
    """Two-sided p-value of a Student statistic."""
    df = np.maximum(np.asarray(freedom, np.float64), 1.0)
    return np.asarray(2 * special.stdtr(df, -np.abs(np.asarray(t, np.float64))), np.float64)


def divide(top: ArrayLike, bottom: ArrayLike, otherwise: float = 0.0) -> FloatArray:
    """`top / bottom`, and `otherwise` where the bottom is zero: no warning, no infinity."""
    top, bottom = np.broadcast_arrays(np.asarray(top, np.float64), np.asarray(bottom, np.float64))
    out = np.full(top.shape, otherwise)
    np.divide(top, bottom, out=out, where=bottom != 0)
    return out


def decimals(half_width: float) -> int:
    """Digits after the point worth printing: the last one stands for 5 to 50 % of the half-width."""
    if not half_width > 0 or not math.isfinite(half_width):
        return 4
    return min(max(math.ceil(-math.log10(half_width / 2) - 1e-9), 0), 12)


@dataclass(frozen=True, slots=True)
class Estimate:
    """One number with its interval. `numerator` over `denominator` is the estimate of a share or a mean.

    Without data (`denominator` 0) the estimate is nan and `method` says so; a share then keeps the interval 0 to 1.
    """

    estimate: float
    low: float
    high: float
    numerator: float
    denominator: float
    method: str
    level: float = LEVEL

    @property
    def known(self) -> bool:
        """Was there anything to estimate from?"""
        return not math.isnan(self.estimate)

    @property
    def half_width(self) -> float:
        """Half of the interval's width."""
        return (self.high - self.low) / 2

    @property
    def decimals(self) -> int:
        """Digits after the point worth printing."""
        return decimals(self.half_width)

    def text(self, percent: bool = False) -> str:
        """`0.367 [0.365, 0.369]`, or `36.7 % [36.5, 36.9]`; digits follow the interval's width."""
        if not self.known:
            return NO_DATA
        factor = 100 if percent else 1
        digits = decimals(self.half_width * factor)
        value, low, high = (f"{x * factor:.{digits}f}" for x in (self.estimate, self.low, self.high))
        return f"{value}{' %' if percent else ''} [{low}, {high}]"

    def band(self, low: float, high: float) -> str:
        """Is the true value inside the wanted band: "pass", "missed", or "undecided" while the interval straddles."""
        if not self.known:
            return UNDECIDED
        if low <= self.low and self.high <= high:
            return PASS
        return MISSED if self.high < low or self.low > high else UNDECIDED


@dataclass(frozen=True, slots=True, eq=False)
class Intervals:
    """Many estimates at once; all arrays share one shape.

    `fallback` marks the entries without spread, whose interval rests on a bound instead of on a variance.
    """

    estimate: FloatArray
    low: FloatArray
    high: FloatArray
    numerator: FloatArray
    denominator: FloatArray
    fallback: BoolArray
    method: NDArray[np.str_]
    level: float = LEVEL

    @property
    def half_width(self) -> FloatArray:
        """Half of each interval's width."""
        return (self.high - self.low) / 2

    def at(self, index: Any = ()) -> Estimate:
        """One entry in plain numbers; without an index, the only one."""
        estimate = float(self.estimate[index])
        return Estimate(
            estimate,
            float(self.low[index]),
            float(self.high[index]),
            float(self.numerator[index]),
            float(self.denominator[index]),
            NO_DATA if math.isnan(estimate) else str(self.method[index]),
            self.level,
        )

    def __len__(self) -> int:
        return int(self.estimate.size)
