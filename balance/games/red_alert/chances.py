"""Exact chances the policies weigh with: hits, kills, red alerts, stars; and their rounding to whole numbers.

Chances are Fractions; tables for kernels hold micro-points or billionths, rounded once, half away from zero (spec f2).
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb

MICRO, BILLION = 1_000_000, 1_000_000_000


def rounded(value: Fraction) -> int:
    """Nearest whole number, halves away from zero."""
    size = (2 * abs(value.numerator) + value.denominator) // (2 * value.denominator)
    return size if value >= 0 else -size


def decimal(weight: float) -> Fraction:
    """A weight as the decimal number it was written as."""
    return Fraction(repr(float(weight)))


@cache
def hits(dice: int, ignored: int) -> tuple[Fraction, ...]:
    """Chance of 0, 1, ... `dice` hits when one face and the blasts beyond `ignored` hit (RA-55)."""
    found = [Fraction(0)] * (dice + 1)
    for blasts in range(dice + 1):
        for faces in range(dice + 1 - blasts):
            ways = comb(dice, blasts) * comb(dice - blasts, faces) * 4 ** (dice - blasts - faces)
            found[faces + max(blasts - ignored, 0)] += Fraction(ways, 6**dice)
    return tuple(found)


@cache
def mean_hits(dice: int, ignored: int, most: int) -> Fraction:
    """Mean of min(hits, most): EH of spec f2."""
    return sum((p * min(h, most) for h, p in enumerate(hits(dice, ignored))), Fraction(0))


@cache
def kill(dice: int, ignored: int, figures: int) -> Fraction:
    """Chance of at least `figures` hits: PK of spec f2."""
    return sum(hits(dice, ignored)[figures:], Fraction(0))


@cache
def flagship_dead(count: int, caps: int, confirm: bool, overflow: bool) -> Fraction:
    """Chance that `count` hits eliminate a flagship with `caps` cap fighters (RA-56).

    `overflow`: hits beyond the last cap fighter of the same roll still count.
    """
    beyond = count if caps == 0 else (count - caps if overflow else 0)
    if beyond <= 0:
        return Fraction(0)
    return 1 - Fraction(2, 3) ** beyond if confirm else Fraction(1)


@cache
def flagship_kill(dice: int, ignored: int, caps: int, confirm: bool, overflow: bool) -> Fraction:
    """Chance that an attack eliminates a flagship (spec j5)."""
    chances = hits(dice, ignored)
    return sum((p * flagship_dead(h, caps, confirm, overflow) for h, p in enumerate(chances)), Fraction(0))


@cache
def at_most(dice: int, count: int) -> Fraction:
    """Chance that at most `count` of the dice show one given face."""
    ways = sum(comb(dice, k) * 5 ** (dice - k) for k in range(min(count, dice) + 1))
    return Fraction(ways, 6**dice)


@cache
def more_stars(a: int, b: int) -> Fraction:
    """Chance that `a` dice show strictly more stars than `b` dice (RA-62)."""
    exactly = [at_most(a, k) - (at_most(a, k - 1) if k else 0) for k in range(a + 1)]
    return sum((exactly[k] * at_most(b, k - 1) for k in range(1, a + 1)), Fraction(0))


@cache
def parley(stars_left: int) -> Fraction:
    """Chance that Hold Your Fire succeeds with so many stars left after paying (RA-61)."""
    return at_most(3, min(stars_left, 3)) - at_most(3, 0)


def attack_value(
    weights: tuple[Fraction, Fraction], chances: tuple[Fraction, Fraction], worth: int, steps: int
) -> Fraction:
    """EVP of spec f2 in micro-points: w_dmg * EH / f0 * vp + w_kill * PK * vp."""
    damage, death = weights
    mean, dead = chances
    return MICRO * worth * (damage * mean / steps + death * dead)
