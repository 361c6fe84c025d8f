"""Exact distribution of the actions a declaration gives (AN-13..AN-17, spec 13.1). Pure fractions, no simulation."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from balance.games.contract import Setting

FACES = range(1, 7)
DECLARATIONS = range(1, 7)
Distribution: TypeAlias = dict[int, Fraction]


@dataclass(frozen=True, slots=True)
class Bet:
    """The rules that turn a declaration and a die into actions.

    `warp`: a Time Warp is free for this die, which it can re-roll once; `reroll`: `mean` (a failure below the mean),
    `gain` (a failure at least `gain` below the mean, as the policies do), `always` (every failure).
    """

    mult: int = 2
    bonus: int = 0
    fail: str = "roll"
    energy: int = 0
    warp: bool = False
    reroll: str = "mean"
    gain: Fraction = Fraction(0)

    def actions(self, declared: int, face: int) -> int:
        """Actions of a turn that stands at `face` (AN-14, AN-16)."""
        if face >= declared:
            base = max(0, self.mult * declared + self.bonus)
        else:
            base = {"roll": face, "one": 1, "zero": 0, "half": face // 2}[self.fail]
        return base + self.energy

    def plain_mean(self, declared: int) -> Fraction:
        """Mean of one roll that stands."""
        return Fraction(sum(self.actions(declared, face) for face in FACES), 6)

    def rerolls(self, declared: int, face: int) -> bool:
        """Whether a Time Warp is spent on `face` (AN-15; D3 of the policies with `gain`)."""
        if face >= declared:
            return False
        loss = self.plain_mean(declared) - self.actions(declared, face)
        return {"always": True, "mean": loss > 0, "gain": loss >= self.gain}[self.reroll]

    def distribution(self, declared: int) -> Distribution:
        """Chance of every number of actions X for declaration `declared`."""
        found: Distribution = {}
        for face in FACES:
            if self.warp and self.rerolls(declared, face):
                stands = [(self.actions(declared, again), Fraction(1, 36)) for again in FACES]
            else:
                stands = [(self.actions(declared, face), Fraction(1, 6))]
            for x, chance in stands:
                found[x] = found.get(x, Fraction(0)) + chance
        return dict(sorted(found.items()))

    def success(self, declared: int) -> Fraction:
        """Chance that the declaration is met when a Time Warp is spent on every failure."""
        return 1 - Fraction(declared - 1, 6) ** (1 + self.warp)

    def reaches(self, declared: int, target: int) -> Fraction:
        """Chance of at least `target` actions, a Time Warp aimed at that target."""
        misses = sum(1 for face in FACES if self.actions(declared, face) < target)
        return 1 - Fraction(misses, 6) ** (1 + self.warp)


def mean(dist: Distribution) -> Fraction:
    """Expected value."""
    return sum((x * chance for x, chance in dist.items()), Fraction(0))


def variance(dist: Distribution) -> Fraction:
    """Variance, exact."""
    return sum((x * x * chance for x, chance in dist.items()), Fraction(0)) - mean(dist) ** 2


def deviation(dist: Distribution) -> float:
    """Standard deviation."""
    return math.sqrt(variance(dist))


def at_least(dist: Distribution, target: int) -> Fraction:
    """P(X >= target)."""
    return sum((chance for x, chance in dist.items() if x >= target), Fraction(0))


def quantile(dist: Distribution, level: Fraction) -> int:
    """Smallest x with P(X <= x) >= level."""
    below = Fraction(0)
    for x, chance in sorted(dist.items()):
        below += chance
        if below >= level:
            return x
    return max(dist)


def worst_share(dist: Distribution, share: Fraction) -> Fraction:
    """Mean of the worst `share` of outcomes: a third of a die is its two worst faces."""
    left, total = share, Fraction(0)
    for x, chance in sorted(dist.items()):
        used = min(left, chance)
        total += used * x
        left -= used
    return total / share


def capped_mean(dist: Distribution, useful: int) -> Fraction:
    """E[min(X, useful)]: what a turn is worth where only `useful` actions find a use."""
    return sum((min(x, useful) * chance for x, chance in dist.items()), Fraction(0))


def total_after(dist: Distribution, turns: int) -> Distribution:
    """Distribution of the sum of `turns` independent turns."""
    total: Distribution = {0: Fraction(1)}
    for _ in range(turns):
        grown: Distribution = {}
        for have, p in total.items():
            for x, q in dist.items():
                grown[have + x] = grown.get(have + x, Fraction(0)) + p * q
        total = grown
    return total


def turns_to(dist: Distribution, target: int) -> Fraction | None:
    """Expected turns until the sum reaches `target`; None where it never does."""
    stuck = dist.get(0, Fraction(0))
    if stuck == 1 and target > 0:
        return None
    expected = [Fraction(0)]
    for missing in range(1, target + 1):
        onward = sum((p * expected[max(0, missing - x)] for x, p in dist.items() if x > 0), Fraction(0))
        expected.append((1 + onward) / (1 - stuck))
    return expected[target]


def risk_range(means: Mapping[int, Fraction], spreads: Mapping[int, float], d: int) -> tuple[float, float] | None:
    """The weights l >= 0 for which d is the best by mean - l * SD (ties: the smaller number), or None."""
    low, high = 0.0, math.inf
    for other in means:
        gap = float(means[d] - means[other])
        width = spreads[d] - spreads[other]
        if abs(width) < 1e-12:
            if gap < 0 or (gap == 0 and other < d):
                return None
        elif width > 0:
            high = min(high, gap / width)
        else:
            low = max(low, gap / width)
    return (low, high) if low < high else None


AIMED_SETTINGS = {
    "time_warp": Setting(False, "the yellow technology is free for this die"),
    "extra_energy": Setting(False, "the orange technology is owned"),
    "energy_bonus": Setting(1, "actions Extra Energy adds", range=(0, 3)),
    "declare_mult": Setting(2, "actions per declared number on success", range=(1, 4)),
    "declare_bonus": Setting(0, "actions added on success", range=(-3, 6)),
    "declare_fail": Setting("roll", "actions after a failure: the pips, one, none, or half the pips",
                            choices=("roll", "one", "zero", "half")),
}  # fmt: skip
BET_SETTINGS = {
    **AIMED_SETTINGS,
    "reroll": Setting("mean", "when a failed die is rolled again: below the mean, always, or by tw_gain",
                      choices=("mean", "always", "gain")),
    "tw_gain": Setting(1.0, "with reroll = gain: how far below the mean a failure must be", range=(0, 12)),
}  # fmt: skip


def bet_of(settings: Mapping[str, Any], prefix: str = "") -> Bet:
    """The bet a table's settings describe; `prefix` picks another player's technologies.

    Tables that aim Time Warps at a target have no `reroll` and `tw_gain`.
    """
    return Bet(
        mult=int(settings["declare_mult"]),
        bonus=int(settings["declare_bonus"]),
        fail=str(settings["declare_fail"]),
        energy=int(settings["energy_bonus"]) if settings[prefix + "extra_energy"] else 0,
        warp=bool(settings[prefix + "time_warp"]),
        reroll=str(settings.get("reroll", "mean")),
        gain=Fraction(settings.get("tw_gain", 0)),
    )
