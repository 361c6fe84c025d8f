"""Figures of single battles: buster, laser and picket odds, fates of busters, events, fuel (section i, 1, 2, 8, 10).

Exact values are drawn as lines, simulated ones as points with 95 % intervals over them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from balance.games.contract import RunData
from balance.games.planet_busters.exact import Curve, event
from balance.games.planet_busters.state import EVENTS, GAME_COUNTS

DIFFERENCE_0 = 13  # index of difference 0 in the laser tallies
BUSTER_FATES = (
    ("through", "through to a planet"),
    ("at_colony", "spent on a colony"),
    ("turned_back", "turned back by comet or storm"),
    ("sabotaged", "sabotaged"),
    ("lost_to_mines", "lost to mines"),
    ("lost_to_fire", "shot down by lasers"),
    ("lost_to_torpedo", "shot down by torpedoes"),
)
EVENT_WORDS = ("Halley's Comet", "Meteor Storm", "Mutiny", "Revolt", "Sabotage", "Spy", "Chaff")
FUEL_SOURCES = ("planet", "counter", "merchant", "station", "tanker")
_WILD = (0.001, 0.5)  # intervals wider than this are left out: too few trials to show anything


def curve_of(data: RunData) -> Curve:
    """The hit rule of the run."""
    rules = data.ruleset
    return Curve(rules["hit_base"], rules["natural_one_hits"], rules["natural_ten_misses"])


def _dots(ax: Any, data: RunData, xs: list[int], hits: list[int], n: list[int], colour: str, shift: float = 0.0) -> int:
    """Simulated shares with intervals; returns the number of trials shown."""
    shown = 0
    for x, k, trials in zip(xs, hits, n):
        share, low, high = data.share(k, trials)
        if trials == 0 or high - low > _WILD[1]:
            continue
        shown += trials
        ax.errorbar([x + shift], [share], yerr=[[share - low], [high - share]], fmt="o", ms=4.5, lw=1.2, color=colour)
    return shown


def colours(ax: Any, n: int) -> list[str]:
    """The first n colours of the style's cycle."""
    return [ax._get_lines.get_next_color() for _ in range(n)]


def buster_odds(ax: Any, data: RunData) -> str:
    """Chance to destroy a planet by buster value and planet value: exact lines, simulated points (PB-65)."""
    curve, tally = curve_of(data), data.tally
    values = sorted(set(data.ruleset["buster_values"]))
    planets = sorted(set(data.ruleset["planet_values"]))
    shown = 0
    for i, (v, colour) in enumerate(zip(values, colours(ax, len(values)))):
        exact = [float(curve.hit(v, p)) for p in planets]
        ax.plot(planets, exact, color=colour, label=f"buster {v}")
        hits, tries = [int(tally.buster_hits[v, p]) for p in planets], [int(tally.buster_tries[v, p]) for p in planets]
        shown += _dots(ax, data, planets, hits, tries, colour, 0.07 * (i - (len(values) - 1) / 2))
    ax.set(xlabel="value of the planet", ylabel="chance to destroy it", ylim=(0, 1.02), xticks=planets)
    ax.legend(title="lines exact, points simulated", loc="upper right", ncols=2)
    worst, best = curve.hit(values[0], planets[-1]), curve.hit(values[-1], planets[0])
    return (
        f"Hit odds of planet busters that reach a planet: from {float(worst):.0%} (buster {values[0]} at planet "
        f"{planets[-1]}) to {float(best):.0%} (buster {values[-1]} at planet {planets[0]}); {shown:,} simulated "
        "attacks lie on the exact lines within their intervals."
    )


def buster_pickets(ax: Any, data: RunData) -> str:
    """Chance that a picket shoots a buster down, by the picket's firing number: one line per buster (PB-56)."""
    curve, tally = curve_of(data), data.tally
    values = sorted(set(data.ruleset["buster_values"]))
    numbers = list(range(1, 8))
    shown = 0
    for i, (v, colour) in enumerate(zip(values, colours(ax, len(values)))):
        ax.plot(numbers, [float(curve.hit(a, v)) for a in numbers], color=colour, label=f"buster {v}")
        lost, met = [int(tally.picket_lost[v, a]) for a in numbers], [int(tally.picket_met[v, a]) for a in numbers]
        shown += _dots(ax, data, numbers, lost, met, colour, 0.07 * (i - (len(values) - 1) / 2))
    ax.set(xlabel="firing number of the picket", ylabel="chance that one shot destroys the buster", ylim=(0, 1.02))
    ax.legend(title="lines exact, points simulated", loc="upper left", ncols=2)
    return (
        f"Chance that a picket's shot destroys a buster: a scout has {float(curve.hit(1, values[0])):.0%} against buster "
        f"{values[0]} and {float(curve.hit(1, values[-1])):.0%} against buster {values[-1]}; {shown:,} simulated shots."
    )


def buster_fates(ax: Any, data: RunData) -> str:
    """What became of the busters that were sent (h, buster columns)."""
    names = [f"buster_{fate}" for fate, _ in BUSTER_FATES]
    columns = data.columns("buster_sent", "buster_hits", "buster_idle", *names)
    sent = int(columns["buster_sent"].sum())
    totals = [int(columns[name].sum()) for name in names]
    order = sorted(range(len(totals)), key=lambda i: totals[i])
    shares = [data.share(totals[i], sent) for i in order]
    (colour,) = colours(ax, 1)
    places = np.arange(len(order))
    ax.barh(places, [share for share, _, _ in shares], color=colour, height=0.6)
    for place, (share, _, high) in zip(places, shares):
        ax.text(high + 0.012, place, f"{share:.1%}", va="center")
    ax.set_yticks(places, [BUSTER_FATES[i][1] for i in order])
    ax.set(xlabel="share of the busters sent", xlim=(0, min(1.0, max(s for s, _, _ in shares) + 0.12)))
    ax.grid(False, axis="y")
    hits, idle = int(columns["buster_hits"].sum()), int(columns["buster_idle"].sum())
    told = ", ".join(f"{BUSTER_FATES[i][1]} {totals[i] / sent:.1%}" for i in reversed(order))
    return f"Fates of {sent:,} busters: {told}. Planets destroyed per buster sent {hits / sent:.2f}; idle {idle / sent:.1%}."


def laser_curve(ax: Any, data: RunData) -> str:
    """Hit rate of laser rolls by difference of numbers, over the printed rule (PB-50)."""
    curve, tally = curve_of(data), data.tally
    differences = list(range(-8, 9))
    exact_colour, colour = colours(ax, 2)
    ax.plot(differences, [float(curve.hit(x, 0)) for x in differences], color=exact_colour, label="rule (exact)")
    hits = [int(tally.laser_hits[x + DIFFERENCE_0]) for x in differences]
    shots = [int(tally.laser_shots[x + DIFFERENCE_0]) for x in differences]
    shown = _dots(ax, data, differences, hits, shots, colour)
    ax.plot([], [], "o", color=colour, label="simulated, 95 % interval")
    ax.set(xlabel="firing number minus defence", ylabel="share of rolls that hit", ylim=(0, 1.02))
    ax.legend(loc="upper left")
    mean = sum(hits) / max(1, sum(shots))
    return f"Laser hit rate by difference of numbers: {shown:,} rolls follow the rule; {mean:.1%} of all rolls hit."


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
