"""Chances and policy tables of the naive twin, by adding up every throw's share (spec f2, j)."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

MICRO, BILLION = 10**6, 10**9


def rounded(x: Fraction) -> int:
    """Half away from zero."""
    whole, rest = divmod(abs(x), 1)
    size = int(whole) + (rest >= Fraction(1, 2))
    return size if x >= 0 else -size


def written(weight: float) -> Fraction:
    """A weight as the decimal number in the scenario."""
    return Fraction(str(float(weight)))


def product(chance: int, value: int) -> int:
    """A chance in billionths times a value, rounded."""
    return rounded(Fraction(chance * value, BILLION))


@cache
def throws(dice: int) -> dict[tuple[int, int], Fraction]:
    """(faces of the class, blasts) -> chance, die by die."""
    found = {(0, 0): Fraction(1)}
    for _ in range(dice):
        after: dict[tuple[int, int], Fraction] = {}
        for (own, blasts), p in found.items():
            for key, share in (((own + 1, blasts), 1), ((own, blasts + 1), 1), ((own, blasts), 4)):
                after[key] = after.get(key, Fraction(0)) + p * Fraction(share, 6)
        found = after
    return found


@cache
def hit_chances(dice: int, ignored: int) -> dict[int, Fraction]:
    """Hits -> chance (RA-55)."""
    found: dict[int, Fraction] = {}
    for (own, blasts), p in throws(dice).items():
        hits = own + max(blasts - ignored, 0)
        found[hits] = found.get(hits, Fraction(0)) + p
    return found


@cache
def one_face(dice: int) -> dict[int, Fraction]:
    """How often one given face comes up -> chance."""
    found = {0: Fraction(1)}
    for _ in range(dice):
        after: dict[int, Fraction] = {}
        for k, p in found.items():
            after[k] = after.get(k, Fraction(0)) + p * Fraction(5, 6)
            after[k + 1] = after.get(k + 1, Fraction(0)) + p * Fraction(1, 6)
        found = after
    return found


def expected(dice: int, ignored: int, most: int) -> Fraction:
    """EH: mean of min(hits, most)."""
    return sum((p * min(h, most) for h, p in hit_chances(dice, ignored).items()), Fraction(0))


def flagship_dies(hits: int, caps: int, confirm: bool, wasted: bool) -> Fraction:
    """Chance that so many hits eliminate a flagship (RA-56)."""
    beyond = max(hits - caps, 0)
    if wasted and caps > 0:
        beyond = 0
    if not confirm:
        return Fraction(min(beyond, 1))
    return 1 - Fraction(2, 3) ** beyond


def at_most(dice: int, count: int) -> Fraction:
    """P(a face comes up at most so often)."""
    return sum((p for k, p in one_face(dice).items() if k <= count), Fraction(0))


@cache
def more_stars(a: int, b: int) -> Fraction:
    """P(a dice show more stars than b)."""
    return sum((p * q for k, p in one_face(a).items() for j, q in one_face(b).items() if k > j), Fraction(0))
