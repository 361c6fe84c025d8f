"""Tables of whole attacks, by steps left and dice: what kills, what hurts, what an attack is worth (spec f2).

A table depends on a unit type's numbers and a few rules only, and is made once for all scenarios of a process.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from balance.games.red_alert import chances as odds
from balance.games.red_alert import state as st

ByDice = NDArray[np.int64]  # [steps left, dice]


class Kind(NamedTuple):
    """The numbers of a unit type that its tables depend on."""

    cls: int
    figures: int
    caps: int
    ra: int
    vp: int
    flagship: int

    @property
    def whole(self) -> int:
        """Steps of a fresh unit: f0 of spec f2."""
        return self.figures + self.caps

    @property
    def steps(self) -> range:
        """Steps a target of this kind can have left; boarding lifts cruisers to 6 figures."""
        return range(1, (self.caps + 1 if self.flagship else st.MAX_STEPS) + 1)


class Flagship(NamedTuple):
    """The rules of a flagship's end (RA-56)."""

    confirm: bool
    overflow: bool


class Weights(NamedTuple):
    """The weights of a player that an attack's worth depends on."""

    damage: Fraction
    kill: Fraction
    flagship: Fraction
    exposure: Fraction


def kind_of(record: Any, t: int) -> Kind:
    """Unit type `t` of the rules."""
    return Kind(*(int(record[f"type_{name}"][t]) for name in Kind._fields))


def flagship_of(record: Any) -> Flagship:
    """How a flagship ends under these rules."""
    return Flagship(bool(record.flagship_confirm), int(record.flagship_overflow) == 0)


def _kill(kind: Kind, steps: int, dice: int, ignored: int, how: Flagship) -> Fraction:
    return odds.flagship_kill(dice, ignored, steps - 1, *how) if kind.flagship else odds.kill(dice, ignored, steps)


def _by_dice() -> ByDice:
    return np.zeros((st.MAX_STEPS + 1, st.MAX_DICE + 1), np.int64)


@cache
def lost(kind: Kind, ignored: int, how: Flagship) -> ByDice:
    """Billionths: the chance that an attack kills the unit or that red alerts move it away."""
    table = _by_dice()
    for steps, dice in product(kind.steps, range(1, st.MAX_DICE + 1)):
        stays = odds.at_most(dice, kind.ra)
        table[steps, dice] = odds.rounded(odds.BILLION * (1 - (1 - _kill(kind, steps, dice, ignored, how)) * stays))
    return table


@cache
def dead(kind: Kind, how: Flagship) -> ByDice:
    """Billionths: the chance that so many hits eliminate the unit; by steps left and hits."""
    table = _by_dice()
    for steps, count in product(kind.steps, range(st.MAX_DICE + 1)):
        death = odds.flagship_dead(count, steps - 1, *how) if kind.flagship else Fraction(int(count >= steps))
        table[steps, count] = odds.rounded(odds.BILLION * death)
    return table


@cache
def worth(kind: Kind, ignored: int, how: Flagship, weights: Weights) -> tuple[ByDice, ByDice]:
    """Micro-points: what an attack on the unit is worth (EVP), and what it costs the unit's owner (a term of EXPO)."""
    value, hurt = _by_dice(), _by_dice()
    times = weights.flagship if kind.flagship else Fraction(1)
    for steps, dice in product(kind.steps, range(1, st.MAX_DICE + 1)):
        mean = odds.mean_hits(dice, ignored, steps - 1 if kind.flagship else steps)
        chances = mean, _kill(kind, steps, dice, ignored, how)
        points = odds.attack_value((weights.damage, weights.kill), chances, kind.vp, kind.whole)
        value[steps, dice] = odds.rounded(points * times)
        hurt[steps, dice] = odds.rounded(odds.MICRO * weights.exposure * mean * kind.vp / kind.whole)
    return value, hurt
