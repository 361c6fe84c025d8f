"""Figures of planet busters: hit odds by planet and picket, losses to pickets, fates (section i, 1).

Exact values are drawn as lines, simulated ones as points with 95 % intervals over them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from balance.games.contract import RunData
from balance.games.planet_busters.charts_battle import WIDEST, Seen, colours, curve_of, dots
from balance.games.planet_busters.exact import mines_kill

BUSTER_FATES = (
    ("through", "through to a planet"),
    ("at_colony", "spent on a colony"),
    ("turned_back", "turned back by comet or storm"),
    ("sabotaged", "sabotaged"),
    ("lost_to_mines", "lost to mines"),
    ("lost_to_fire", "shot down by lasers"),
    ("lost_to_torpedo", "shot down by torpedoes"),
)
SHIPS = ("scout", "zerstor", "conicle", "baycruz", "dranaut", "deathon")
Odds = tuple[float, float, float]  # estimate and 95 % interval


def buster_odds(ax: Any, data: RunData) -> str:
    """Chance to destroy a planet by buster value and planet value: exact lines, simulated points (PB-65)."""
    curve, tally, seen = curve_of(data), data.tally, Seen()
    values, planets = _values(data)
    for i, (v, colour) in enumerate(zip(values, colours(ax, len(values)))):
        exact = [float(curve.hit(v, p)) for p in planets]
        ax.plot(planets, exact, color=colour, label=f"buster {v}")
        hits, tries = [int(tally.buster_hits[v, p]) for p in planets], [int(tally.buster_tries[v, p]) for p in planets]
        dots(ax, data, planets, exact, hits, tries, colour, seen, _shift(i, len(values)))
    ax.set(xlabel="value of the planet", ylabel="chance to destroy it", ylim=(0, 1.02), xticks=planets)
    ax.legend(title="lines exact, points simulated", loc="upper right", ncols=2)
    worst, best = curve.hit(values[0], planets[-1]), curve.hit(values[-1], planets[0])
    return (
        f"Hit odds of planet busters that reach a planet: from {float(worst):.0%} (buster {values[0]} at planet "
        f"{planets[-1]}) to {float(best):.0%} (buster {values[-1]} at planet {planets[0]}); {seen.trials:,} simulated "
        f"attacks, {seen.words()}."
    )


def _values(data: RunData) -> tuple[list[int], list[int]]:
    """Values of busters and of planets in the box."""
    return sorted(set(data.ruleset["buster_values"])), sorted(set(data.ruleset["planet_values"]))


def _shift(i: int, n: int) -> float:
    """Points of one x side by side."""
    return 0.07 * (i - (n - 1) / 2)


def buster_panels(ax: Any, data: RunData) -> str:
    """Chance to destroy a planet from the start: bare, behind a picket that fires, behind mines (PB-46, 56, 65; j.7).

    Lines: (1 - picket's hit) * hit at the planet. Points: the two simulated shares multiplied, their errors combined.
    """
    values, planets = _values(data)
    panels = list(_panels(data))
    grid = ax.figure.add_gridspec(1, len(panels))
    ax.set_subplotspec(grid[0])
    axes = [ax, *(ax.figure.add_subplot(grid[k], sharey=ax) for k in range(1, len(panels)))]
    paint, seen, told = colours(ax, len(values)), Seen(), []
    for panel, (name, exact, simulated) in zip(axes, panels):
        for i, (v, colour) in enumerate(zip(values, paint)):
            ys = [exact[v] * float(curve_of(data).hit(v, p)) for p in planets]
            panel.plot(planets, ys, color=colour, lw=1.4, label=f"buster {v}")
            _products(panel, data, v, planets, ys, simulated[v], colour, seen, _shift(i, len(values)))
        panel.text(0.96, 0.97, name, transform=panel.transAxes, ha="right", va="top", fontweight="bold", fontsize=9)
        panel.set(xlabel="value of the planet", xticks=planets[::2])
        middle, planet = values[len(values) // 2], planets[len(planets) // 2]
        told.append(f"{name} {exact[middle] * float(curve_of(data).hit(middle, planet)):.3g}")
        panel.tick_params(labelleft=panel is ax)
    ax.set(ylabel="chance to destroy it", ylim=(0, 1.02))
    axes[-1].legend(loc="center right", fontsize=8, title="lines exact,\npoints simulated", title_fontsize=8)
    return (
        f"Chance that a planet buster destroys a planet, exact; buster {middle} at planet {planet}: {', '.join(told)}; "
        f"{seen.words()}."
    )


def _panels(data: RunData) -> Iterator[tuple[str, dict[int, float], dict[int, Odds]]]:
    """Per panel: its name, and by buster value the exact and the simulated chance to get past what is there."""
    values, rules, tally = _values(data)[0], data.ruleset, data.tally
    yield "bare", dict.fromkeys(values, 1.0), dict.fromkeys(values, (1.0, 1.0, 1.0))
    for kind in ("scout", "armored_satellite"):
        a = int(rules[f"battle.{kind}"])
        past = {
            v: data.share(int(tally.picket_met[v, a] - tally.picket_lost[v, a]), int(tally.picket_met[v, a]))
            for v in values
        }
        yield f"{kind.replace('_', ' ')} [{a}]", {v: 1 - float(curve_of(data).hit(a, v)) for v in values}, past
    survived = data.share(int(tally.mines_survived), int(tally.mines_dice_tests))
    alive = 1 - float(mines_kill(rules["mines_rolls"]))
    yield "mines", dict.fromkeys(values, alive), dict.fromkeys(values, survived)


def _products(ax: Any, data: RunData, v: int, planets: list[int], ys: list[float], past: Odds, colour: str, seen: Seen,
              shift: float) -> None:  # fmt: skip
    """Points of one line: chance to get past times chance at the planet, with the combined interval."""
    for p, exact in zip(planets, ys):
        tries = int(data.tally.buster_tries[v, p])
        there = data.share(int(data.tally.buster_hits[v, p]), tries)
        if tries == 0 or max(there[2] - there[1], past[2] - past[1]) > WIDEST:
            continue
        low, share, high = (_combined(past, there, end) for end in (1, 0, 2))
        seen.add(exact, low, high, tries)
        ax.errorbar([p + shift], [share], yerr=[[share - low], [high - share]], fmt="o", ms=2.8, lw=0.9, color=colour)


def _combined(first: Odds, second: Odds, end: int) -> float:
    """Product of two independent shares; `end` 1 or 2: its lower or upper limit by the two half widths."""
    product = first[0] * second[0]
    parts = np.hypot(second[0] * (first[end] - first[0]), first[0] * (second[end] - second[0]))
    return float(product + (0 if end == 0 else parts if end == 2 else -parts))


def buster_pickets(ax: Any, data: RunData) -> str:
    """Chance that a picket shoots a buster down, by the picket's firing number: one line per buster (PB-56)."""
    curve, tally, seen = curve_of(data), data.tally, Seen()
    values, numbers = _values(data)[0], list(range(1, _largest_number(data) + 1))
    for i, (v, colour) in enumerate(zip(values, colours(ax, len(values)))):
        exact = [float(curve.hit(a, v)) for a in numbers]
        ax.plot(numbers, exact, color=colour, label=f"buster {v}")
        lost, met = [int(tally.picket_lost[v, a]) for a in numbers], [int(tally.picket_met[v, a]) for a in numbers]
        dots(ax, data, numbers, exact, lost, met, colour, seen, _shift(i, len(values)))
    ax.set(xlabel="firing number of the picket", ylabel="chance that one shot destroys the buster", ylim=(0, 1.02),
           xticks=numbers)  # fmt: skip
    ax.legend(title="lines exact, points simulated", loc="upper left", ncols=2)
    scout = int(data.ruleset["battle.scout"])
    weak, strong = (float(curve.hit(scout, v)) for v in (values[0], values[-1]))
    return (
        f"Chance that a picket's shot destroys a buster: a scout has {weak:.0%} against buster {values[0]} and "
        f"{strong:.0%} against buster {values[-1]}; {seen.trials:,} simulated shots, "
        f"{seen.words()}."
    )


def _largest_number(data: RunData) -> int:
    """The largest firing number of the warships, or of what has fired at a buster."""
    fired = np.flatnonzero(np.asarray(data.tally.picket_met).sum(axis=0))
    ships = max(int(data.ruleset[f"battle.{kind}"]) for kind in SHIPS)
    return max(ships, int(fired[-1]) if len(fired) else 1)


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
