"""Figures of single battles: laser odds, events, fuel (section i, 2, 8, 10), and what charts of battles share.

Exact values are drawn as lines, simulated ones as points with 95 % intervals over them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from balance.games.contract import RunData
from balance.games.planet_busters.exact import Curve, event
from balance.games.planet_busters.state import EVENTS, GAME_COUNTS

DIFFERENCE_0 = 13  # index of difference 0 in the laser tallies
EVENT_WORDS = ("Halley's Comet", "Meteor Storm", "Mutiny", "Revolt", "Sabotage", "Spy", "Chaff")
FUEL_SOURCES = ("planet", "counter", "merchant", "station", "tanker")
WIDEST = 0.5  # intervals wider than this are left out: too few trials to show anything


def curve_of(data: RunData) -> Curve:
    """The hit rule of the run."""
    rules = data.ruleset
    return Curve(rules["hit_base"], rules["natural_one_hits"], rules["natural_ten_misses"])


@dataclass
class Seen:
    """Simulated points of a chart: how many trials, how many points, and how many miss the exact value."""

    trials: int = 0
    points: int = 0
    outside: int = 0

    def add(self, exact: float, low: float, high: float, trials: int) -> None:
        """A point with its interval beside the exact value."""
        self.trials += trials
        self.points += 1
        self.outside += not low <= exact <= high

    def words(self) -> str:
        """`of 45 simulated points 3 lie outside their 95 % interval (chance alone puts about 2 there)`."""
        if self.points == 0:
            return "too few simulated trials to show"
        by_chance = f"chance alone puts about {0.05 * self.points:.0f} there"
        return f"of {self.points} simulated points {self.outside} lie outside their 95 % interval ({by_chance})"


def dots(ax: Any, data: RunData, xs: list[int], exact: list[float], hits: list[int], n: list[int], colour: str, seen: Seen,
         shift: float = 0.0) -> None:  # fmt: skip
    """Simulated shares with intervals, counted in `seen`; a point of too few trials is left out."""
    for x, p, k, trials in zip(xs, exact, hits, n):
        share, low, high = data.share(k, trials)
        if trials == 0 or high - low > WIDEST:
            continue
        seen.add(p, low, high, trials)
        ax.errorbar([x + shift], [share], yerr=[[share - low], [high - share]], fmt="o", ms=4.5, lw=1.2, color=colour)


def colours(ax: Any, n: int) -> list[str]:
    """The first n colours of the style's cycle."""
    return [ax._get_lines.get_next_color() for _ in range(n)]


def laser_curve(ax: Any, data: RunData) -> str:
    """Hit rate of laser rolls by difference of numbers, over the printed rule (PB-50)."""
    curve, tally = curve_of(data), data.tally
    differences = list(range(-8, 9))
    exact_colour, colour = colours(ax, 2)
    exact, seen = [float(curve.hit(x, 0)) for x in differences], Seen()
    ax.plot(differences, exact, color=exact_colour, label="rule (exact)")
    hits = [int(tally.laser_hits[x + DIFFERENCE_0]) for x in differences]
    shots = [int(tally.laser_shots[x + DIFFERENCE_0]) for x in differences]
    dots(ax, data, differences, exact, hits, shots, colour, seen)
    ax.plot([], [], "o", color=colour, label="simulated, 95 % interval")
    ax.set(xlabel="firing number minus defence", ylabel="share of rolls that hit", ylim=(0, 1.02))
    ax.legend(loc="upper left")
    mean = sum(hits) / max(1, sum(shots))
    return (
        f"Laser hit rate by difference of numbers over the exact rule: {seen.trials:,} rolls, {seen.words()}; {mean:.1%} of all "
        "rolls hit."
    )


def events_worth(ax: Any, data: RunData) -> str:
    """Win share of a player in games in which he played an event, minus that in the others; success rates beside it."""
    odds = {name: data.ruleset[f"{name}_odds"] for name in ("mutiny", "revolt", "sabotage")}
    wins, masks = by_seat(data, "win_share"), by_seat(data, "events_used").astype(np.int64)
    rows = []
    for i, name in enumerate(EVENTS):
        used = (masks >> i) & 1 == 1
        if used.sum() >= 30 and (~used).sum() >= 30:
            rows.append((*difference(wins, used), i, name))
    rows.sort()
    (colour,) = colours(ax, 1)
    told = []
    for place, (change, half, i, name) in enumerate(rows):
        ax.errorbar([change], [place], xerr=[half], fmt="o", color=colour, lw=1.6)
        words = EVENT_WORDS[i]
        if name in odds:
            counts = data.columns(f"ev_used_{name}", f"ev_success_{name}")
            played, worked = int(counts[f"ev_used_{name}"].sum()), int(counts[f"ev_success_{name}"].sum())
            share, exact = data.share(worked, played)[0], event(odds[name])
            words += f"\nworks {share:.1%} (exact {float(exact):.0%})"
        told.append(f"{EVENT_WORDS[i]} {100 * change:+.1f} ± {100 * half:.1f}")
        ax.annotate(words, (0, place), (-8, 0), xycoords=("axes fraction", "data"), textcoords="offset points",
                    ha="right", va="center", annotation_clip=False)  # fmt: skip
    ax.axvline(0, color="0.4", lw=1)
    ax.set_yticks(range(len(rows)), ["\u2003" * 11] * len(rows))
    ax.tick_params(axis="y", length=0)
    ax.set(xlabel="win share when played, minus win share when not", ylim=(-0.6, len(rows) - 0.4))
    ax.xaxis.set_major_formatter(lambda value, _: f"{value:+.0%}")
    return (
        "Win share of a player in games in which he played the event, less that in games in which not, in percentage points: "
        + ", ".join(told)
    )


def fuel_use(ax: Any, data: RunData) -> str:
    """Fuel points per game by source, and points of counters that lapsed (PB-26)."""
    names = [f"fuel_source_{source}" for source in FUEL_SOURCES]
    columns = data.columns(*names, "fuel_points_played", "fuel_points_wasted")
    means = [data.mean(columns[name]) for name in (*names, "fuel_points_wasted")]
    labels = ["planets", "fuel counters", "armed merchantmen", "fuel stations", "tankers", "counter points wasted"]
    used, wasted = colours(ax, 2)
    places = np.arange(len(labels))[::-1]
    values = [mean for mean, _, _ in means]
    errors = [[m - low for m, low, _ in means], [high - m for m, _, high in means]]
    ax.barh(places, values, xerr=errors, color=[used] * (len(labels) - 1) + [wasted], height=0.6)
    ax.set_yticks(places, labels)
    ax.set(
        xlabel="fuel points per game, all players together", xlim=(0, max(high for _, _, high in means) * 1.16 + 0.01)
    )
    for place, (value, _, high) in zip(places, means):
        ax.text(high + max(values) * 0.02, place, f"{value:.2f}", va="center")
    ax.grid(False, axis="y")
    tally = data.tally
    short = data.share(int(tally.attacks_short_of_fuel), int(tally.attack_turns))[0]
    played = float(columns["fuel_points_played"].sum())
    lost = float(columns["fuel_points_wasted"].sum()) / played if played else 0.0
    told = ", ".join(f"{label} {value:.2f}" for label, value in zip(labels, values))
    return (
        f"Fuel points per game: {told}. {lost:.1%} of counter points lapse; fuel limited {short:.1%} of attack turns."
    )


def by_seat(data: RunData, name: str) -> Any:
    """int/float[seats, games] of a per-seat column."""
    names = [f"{name}_s{seat}" for seat in range(data.seats)]
    columns = data.columns(*names)
    return np.stack([columns[n] for n in names])


def difference(wins: Any, used: Any) -> tuple[float, float]:
    """Mean of `wins` where `used` minus elsewhere, and the half width of its 95 % interval, clustered by game."""
    a, b = used, ~used
    mean_a, mean_b = wins[a].mean(), wins[b].mean()
    influence = np.where(a, (wins - mean_a) / a.sum(), -(wins - mean_b) / b.sum()).sum(axis=0)
    return float(mean_a - mean_b), float(1.96 * np.sqrt((influence**2).sum()))


def has_tally(name: str) -> Callable[[RunData], bool]:
    """Does the run hold any trials of the tally field `name`?"""
    return lambda data: int(np.asarray(data.tally[name]).sum()) > 0


def has_count(name: str) -> Callable[[RunData], bool]:
    """Did the counter `name` count anything?"""
    assert name in dict(GAME_COUNTS)
    return lambda data: int(data.columns(name)[name].sum()) > 0
