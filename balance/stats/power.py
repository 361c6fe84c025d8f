"""How many games, before they are played: from a short pilot that measured variance, pairing gain and speed."""

from __future__ import annotations

import math
from dataclasses import dataclass

from scipy import special

from balance.errors import BugError
from balance.stats.blocks import Moments
from balance.stats.estimate import LEVEL, divide, t_value, z_value
from balance.stats.paired import linearise
from balance.stats.proportion import none_seen
from balance.stats.sequential import Looking

MOST_BLOCKS = 10**15


@dataclass(frozen=True, slots=True)
class Pilot:
    """What a short run taught about one metric.

    `variance`: of one block around the estimate. `separate_variance`: of a difference without pairing (the same for a
    single estimate). `events`: blocks in which something happened, the ground the variance stands on.
    """

    variance: float
    separate_variance: float
    events: int
    blocks: int
    games_per_block: int
    seconds_per_game: float

    @property
    def pairing_gain(self) -> float:
        """Times fewer games thanks to pairing; 1 where the pilot saw no spread."""
        return self.separate_variance / self.variance if self.variance > 0 and self.separate_variance > 0 else 1.0

    def variance_range(self, level: float = LEVEL) -> tuple[float, float]:
        """Chi-square interval of the variance, with as many degrees of freedom as events (less one)."""
        df = max(self.events - 1, 1)
        tail = (1 - level) / 2
        return (
            self.variance * df / float(special.chdtri(df, tail)),
            self.variance * df / float(special.chdtri(df, 1 - tail)),
        )


@dataclass(frozen=True, slots=True)
class Plan:
    """Games and seconds needed. `few_games`..`many_games`: the range the pilot leaves open.

    `separate_games`: what the same question costs without pairing. `any_time`: with looking while it runs.
    """

    goal: str
    blocks: int
    games: int
    seconds: float
    few_games: int
    many_games: int
    separate_games: int
    any_time: bool


def pilot_estimate(moments: Moments, games_per_block: int, seconds_per_game: float, *, share: bool = False) -> Pilot:
    """Pilot of one share or mean; moments[2] of (numerator, denominator)."""
    top, bottom = moments.mean
    value = divide(top, bottom)
    variance = float(moments.linear_variance(divide([1.0, -float(value)], bottom)))
    events = int(min(moments.nonzero))
    # nothing seen to vary: plan for the most that may have been missed
    unseen = float(none_seen(moments.n)) * (
        1.0 if share else max(float(top * top), 1.0) / max(float(bottom), 1e-9) ** 2
    )
    variance = variance or unseen
    return Pilot(variance, variance, events, moments.n, games_per_block, seconds_per_game)


def pilot_difference(moments: Moments, games_per_block: int, seconds_per_game: float) -> Pilot:
    """Pilot of one paired difference; moments[4] of `paired.pair` columns."""
    line = linearise(moments)
    variance = float(line.variance) or float(none_seen(moments.n))
    separate = float(line.separate_variance) or variance
    return Pilot(variance, separate, int(line.events), moments.n, games_per_block, seconds_per_game)


def blocks_for_width(variance: float, half_width: float, level: float = LEVEL) -> int:
    """Blocks until an interval is at most ± `half_width` (Student)."""
    if half_width <= 0:
        raise BugError("a wanted width must be above zero")
    n = z_value(level) ** 2 * variance / half_width**2
    for _ in range(20):
        n = float(t_value(level, max(n - 1, 1))) ** 2 * variance / half_width**2
    return _whole(n)


def blocks_for_difference(variance: float, size: float, level: float = LEVEL, power: float = 0.8) -> int:
    """Blocks with which a true difference of `size` is found with chance `power` (normal theory)."""
    if size <= 0:
        raise BugError("a difference to find must be above zero")
    reach = z_value(level) + float(special.ndtri(power))
    return _whole(reach**2 * variance / size**2)


def blocks_any_time(variance: float, half_width: float, looking: Looking, power: float = 0.5) -> int:
    """Blocks until a confidence sequence is ± `half_width` (power 0.5), or decides a difference of that size."""
    if half_width <= 0:
        raise BugError("a wanted width must be above zero")
    extra = float(special.ndtri(power))
    low, high = 0.0, math.log(MOST_BLOCKS)
    for _ in range(100):
        middle = (low + high) / 2
        n = math.exp(middle)
        wide = (float(looking.radius(n)) + extra) * math.sqrt(variance / n) > half_width
        low, high = (middle, high) if wide else (low, middle)
    return max(_whole(math.exp(high)), looking.burn_in)


def plan(
    pilot: Pilot,
    *,
    half_width: float | None = None,
    size: float | None = None,
    power: float = 0.8,
    level: float = LEVEL,
    looking: Looking | None = None,
) -> Plan:
    """Games for a wanted half-width or for finding a difference of `size`; with `looking`, for a watched run."""
    if (half_width is None) == (size is None):
        raise BugError("plan for a half-width or for a difference, one of them")

    def blocks(variance: float) -> int:
        if looking is not None:
            goal, chance = (half_width, 0.5) if half_width is not None else (size, power)
            return blocks_any_time(variance, goal or 0.0, looking, chance)
        if half_width is not None:
            return blocks_for_width(variance, half_width, level)
        return blocks_for_difference(variance, size or 0.0, level, power)

    few, many = (blocks(v) for v in pilot.variance_range(level))
    wanted = blocks(pilot.variance)
    games = wanted * pilot.games_per_block
    return Plan(
        f"± {half_width:g}" if half_width is not None else f"difference of {size:g}, {power:.0%} of the time",
        wanted,
        games,
        games * pilot.seconds_per_game,
        few * pilot.games_per_block,
        many * pilot.games_per_block,
        blocks(pilot.separate_variance) * pilot.games_per_block,
        looking is not None,
    )


def _whole(blocks: float) -> int:
    return int(min(max(math.ceil(blocks - 1e-9), 2), MOST_BLOCKS))
