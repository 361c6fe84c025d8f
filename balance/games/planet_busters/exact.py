"""Exact chances of a single die, shot, torpedo, event or draw: fractions, no simulation.

The die has the faces 1..10. Everything here follows from PB-50 (laser), PB-61 (torpedo) and the event odds (d.3, V10);
the tables of `odds*.py` and the overlays of `charts.py` are made of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

FACES = 10
EVENT_FACES = (1, 3, 5, 7, 9, 2, 4, 6, 8, 10)  # in this order faces are added as an event's odds rise (V10)
NEVER = Fraction(0)
SURE = Fraction(1)
DRONE = 1  # battle number of a drone
WHIRLER_WORD = "w"


@dataclass(frozen=True, slots=True)
class Curve:
    """The hit rule PB-50: base number and the two natural faces."""

    base: int = 5
    one_hits: bool = True
    ten_misses: bool = True

    def hits(self, face: int, a: int, d: int) -> bool:
        """Does `face` hit when a number `a` fires at a number `d`?"""
        if face == 1 and self.one_hits:
            return True
        if face == FACES and self.ten_misses:
            return False
        return face - (a - d) <= self.base

    def hit(self, a: int, d: int) -> Fraction:
        """Chance that a number `a` hits a number `d` (PB-50)."""
        return chance(lambda face: self.hits(face, a, d))


PRINTED = Curve()


def chance(good: Callable[[int], bool]) -> Fraction:
    """Share of the ten faces for which `good` holds."""
    return Fraction(sum(1 for face in range(1, FACES + 1) if good(face)), FACES)


def any_of(chances: Iterable[Fraction]) -> Fraction:
    """Chance that at least one of independent events happens."""
    miss = SURE
    for p in chances:
        miss *= 1 - p
    return 1 - miss


def torpedo(width: int = 1, wrap: bool = True) -> Fraction:
    """Chance of one torpedo when both sides choose evenly among 1..10 (PB-61); `wrap`: 10 and 1 are neighbours."""
    pairs = [(i, j) for i in range(FACES) for j in range(FACES)]
    hits = sum(1 for i, j in pairs if distance(i, j, wrap) <= width)
    return Fraction(hits, len(pairs))


def distance(i: int, j: int, wrap: bool = True) -> int:
    """How far two torpedo numbers lie apart, round the circle of ten."""
    apart = abs(i - j)
    return min(apart, FACES - apart) if wrap else apart


def event(odds: int = 5) -> Fraction:
    """Chance that an event bites: `odds` of the ten faces (PB-22, 32, 33, 34, V10)."""
    return Fraction(odds, FACES)


def binomial(n: int, k: int, p: Fraction) -> Fraction:
    """Chance of exactly k successes in n independent trials."""
    return comb(n, k) * p**k * (1 - p) ** (n - k)


def mines_kill(rolls: int = 3) -> Fraction:
    """Chance that a unit testing for mines is destroyed: any odd face among `rolls` dice (PB-46)."""
    return 1 - Fraction(1, 2) ** rolls


def drones_of(face: int, minimum: int = 2) -> int:
    """Drones a carrier launches on `face` (PB-35)."""
    return max(minimum, (face + 1) // 2)


def tow_defence(tug: int, satellite: int, rounding: str = "up") -> int:
    """Defence of a tug and its tow together (PB-24)."""
    total = tug + satellite
    return (total + 1) // 2 if rounding == "up" else total // 2


def volley(shots: Sequence[int], d: int, curve: Curve = PRINTED) -> Fraction:
    """Chance that at least one of `shots` (battle numbers) hits a number `d`."""
    return any_of(curve.hit(a, d) for a in shots)


def screened(units: Sequence[Sequence[int]], d: int, curve: Curve = PRINTED) -> tuple[Fraction, Fraction]:
    """Chances (drone lost, piece below lost) when units fire in turn, each with its own list of shots (PB-52)."""
    drone_up, open_, lost = SURE, NEVER, NEVER
    for shots in units:
        for a in shots:
            p, q = curve.hit(a, DRONE), curve.hit(a, d)
            lost += open_ * q
            open_ = open_ * (1 - q) + drone_up * p
            drone_up *= 1 - p
    return 1 - drone_up, lost


def no_hit_in(pieces: int, wanted: int, drawn: int) -> Fraction:
    """Chance that `drawn` of `pieces` hold none of the `wanted` ones."""
    return Fraction(comb(pieces - wanted, drawn), comb(pieces, drawn))
