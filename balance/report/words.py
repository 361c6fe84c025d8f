"""Numbers as people read them: digits follow the width of the interval."""

from __future__ import annotations

import math
from fractions import Fraction


def decimals(low: float, high: float) -> int:
    """Decimal places worth showing: two significant digits of the half width."""
    half = (high - low) / 2
    if not math.isfinite(half):
        return 2
    if half <= 0:
        return 4
    return min(6, max(0, 1 - math.floor(math.log10(half))))


def number(value: float, low: float, high: float, *, percent: bool = False) -> str:
    """`value` with the digits its interval deserves."""
    if not math.isfinite(value):
        return "–"
    if percent:
        places = max(1, decimals(low * 100, high * 100))
        return f"{value:.{min(places, 4)}%}".replace("%", " %")
    return f"{value:,.{decimals(low, high)}f}"


def interval(low: float, high: float, *, percent: bool = False) -> str:
    """`[low, high]` with matching digits."""
    if not (math.isfinite(low) and math.isfinite(high)):
        return "not known"
    return f"[{number(low, low, high, percent=percent)}, {number(high, low, high, percent=percent)}]"


def amount(value: float) -> str:
    """A count with thousands separators; half counts (shared wins) keep what is needed."""
    return f"{value:,.0f}" if abs(value - round(value)) < 1e-6 else f"{value:,.2f}"


def exact(value: Fraction | float | int | str) -> str:
    """A cell of an exact table: fraction and decimal."""
    if isinstance(value, Fraction) and value.denominator != 1:
        shown = str(value) if len(str(value)) <= 24 else ""
        return f"{shown} = {float(value):.6g}" if shown else f"{float(value):.9g}"
    if isinstance(value, float):
        return f"{value:.6g}"
    return str(value)


def listed(items: list[str]) -> str:
    """`a, b and c`."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} and {items[-1]}"
