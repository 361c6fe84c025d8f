"""Charts of a comparison: forest plot of differences, game length before and after."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from balance.engine.pairing import Compared
from balance.games.contract import Game
from balance.report.charts import Figure
from balance.report.compare_page import ArmView
from balance.report.style import COLOURS, MARKERS, render
from balance.scenario.model import BASELINE
from balance.stats.paired import Verdict


def draw_compare_figures(game: Game, arms: Mapping[str, ArmView], compared: Sequence[Compared]) -> list[Figure]:
    """All charts of a comparison."""
    shares = [item for item in compared if item.metric.headline and item.metric.kind == "share"]
    figures = []
    if shares:
        svg, alt = render(f"{game.id}-forest", lambda ax: draw_forest(ax, shares, arms), wide=True)
        question = "How much does each variant move, and how sure is it?"
        figures.append(Figure("forest", "Difference from the baseline", question, svg, alt, wide=True))
    svg, alt = render(f"{game.id}-lengths", lambda ax: draw_lengths(ax, game, arms), wide=True)
    figures.append(Figure("lengths", "Game length, before and after", "Does a game last longer?", svg, alt, wide=True))
    return figures


def draw_forest(ax: Any, items: Sequence[Compared], arms: Mapping[str, ArmView]) -> str:
    """Paired differences in percentage points with their intervals, grouped by variant; the band is the margin."""
    variants = list(dict.fromkeys(item.variant for item in items))
    labels: list[str] = []
    said: list[str] = []
    place = 0.0
    places: list[float] = []
    for number, variant in enumerate(variants):
        colour = COLOURS[number % len(COLOURS)]
        for item in (entry for entry in items if entry.variant == variant):
            result = item.result
            filled = result.verdict in (Verdict.UP, Verdict.DOWN)
            ax.errorbar(
                100 * result.difference, place,
                xerr=[[100 * (result.difference - result.low)], [100 * (result.high - result.difference)]],
                fmt=MARKERS[number % len(MARKERS)], color=colour, capsize=3, markerfacecolor=colour if filled else "white",
                label=arms[variant].arm.title if item is next(e for e in items if e.variant == variant) else None,
            )  # fmt: skip
            labels.append(item.metric.title)
            places.append(place)
            said.append(f"{variant}, {item.metric.title}: {100 * result.difference:+.2f} points, {result.verdict}")
            place -= 1.0
        place -= 0.6
    margin = 100 * max(item.result.margin for item in items)
    ax.axvspan(-margin, margin, color="#eef2f6", zorder=0)
    ax.axvline(0, color="#24292f", linewidth=1)
    ax.set_yticks(places, labels)
    ax.set_ylim(place, 1)
    ax.set_xlabel(f"percentage points (filled: moved; grey: inside the margin of ± {margin:g} points)")
    ax.legend(loc="upper center", bbox_to_anchor=(0.5, 1.14), ncols=3)
    return "Paired differences from the baseline. " + "; ".join(said) + "."


def draw_lengths(ax: Any, game: Game, arms: Mapping[str, ArmView]) -> str:
    """Share of games over by each length, one step line per arm."""
    column = game.outcome.get().length
    said = []
    for number, (arm, view) in enumerate(arms.items()):
        values = np.sort(view.data.columns(column)[column].astype(np.int64))
        lengths, counts = np.unique(values, return_counts=True)
        shares = np.cumsum(counts) / len(values)
        style = "-" if arm == BASELINE else ("--", "-.", ":")[(number - 1) % 3]
        ax.step(
            lengths, shares, where="post", linestyle=style, label=view.arm.title, color=COLOURS[number % len(COLOURS)]
        )
        median = int(values[(len(values) - 1) // 2])
        said.append(f"{view.arm.title} median {median}")
    ax.set_xlim(left=0, right=float(max(np.quantile(v.data.columns(column)[column], 0.995) for v in arms.values())) + 1)
    ax.set_ylim(0, 1.02)
    ax.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    ax.set_xlabel(column)
    ax.set_ylabel("games over by then")
    ax.legend(loc="lower right")
    return f"Share of games over by each number of {column}: {'; '.join(said)}."
