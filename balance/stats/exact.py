"""A simulated count against its exact chance.

A user's run must not cry wolf: it fails only on gaps that chance alone gives less than once in a million pages.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from scipy import special

ONCE_IN_A_MILLION = 1e-6


def tail_p(hits: int, n: int, chance: Fraction | float) -> float:
    """Two-sided binomial p-value: twice the smaller tail, at most 1. Zero only for what the rules forbid."""
    p = float(chance)
    if p <= 0 or p >= 1:
        return 1.0 if hits == (0 if p <= 0 else n) else 0.0
    below = float(special.betaincc(hits + 1, n - hits, p)) if hits < n else 1.0
    above = float(special.betainc(hits, n - hits + 1, p)) if hits > 0 else 1.0
    return min(1.0, 2 * min(below, above))


@dataclass(frozen=True, slots=True)
class Check:
    """One comparison: `p_value` alone, `threshold` as it stands for the whole page."""

    name: str
    exact: float
    simulated: float
    hits: int
    n: int
    p_value: float
    threshold: float

    @property
    def passed(self) -> bool:
        """Could chance have made this gap?"""
        return self.p_value >= self.threshold

    @property
    def z(self) -> float:
        """Gap in standard errors of the exact chance; 0 where the chance leaves no spread."""
        spread = (self.exact * (1 - self.exact) / self.n) ** 0.5 if self.n else 0.0
        return (self.simulated - self.exact) / spread if spread else 0.0


def check_page(
    counts: Sequence[tuple[str, int, int, Fraction | float]], family_level: float = ONCE_IN_A_MILLION
) -> list[Check]:
    """Check all (name, hits, n, exact chance) of a page; together they fail by chance less than `family_level` often."""
    threshold = family_level / max(len(counts), 1)
    return [
        Check(name, float(exact), hits / n if n else float(exact), hits, n, tail_p(hits, n, exact), threshold)
        for name, hits, n, exact in counts
    ]
