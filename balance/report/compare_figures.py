"""Charts of a comparison: forest plot of differences, game length before and after."""

from __future__ import annotations

import math
import textwrap
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from balance.engine.pairing import Compared
from balance.games.contract import Game
from balance.report.charts import Figure
from balance.report.compare_model import ArmView
from balance.report.compare_words import MOVED, difference_text
from balance.report.style import COLOURS, render
from balance.scenario.model import BASELINE
from balance.stats.paired import Verdict

FEW_ARMS = 4  # so many step lines can be told apart
FEW_POINTS = 6  # so many differences can be read in a sentence
# Told apart by shape and filling too: hollow is open.
MARKS = {
    Verdict.UP: ("^", COLOURS[0], True), Verdict.DOWN: ("v", COLOURS[5], True), Verdict.EQUIVALENT: ("s", COLOURS[2], True),
    Verdict.EQUAL: ("D", COLOURS[7], True), Verdict.UNDECIDED: ("o", COLOURS[7], False),
}  # fmt: skip


def draw_compare_figures(game: Game, arms: Mapping[str, ArmView], compared: Sequence[Compared]) -> list[Figure]:
    """All charts of a comparison."""
    headline = [item for item in compared if item.metric.headline]
    figures = []
    if headline:
        panels, rows = (len({which(item) for item in headline}) for which in (_metric, _variant))
        height = 0.6 + math.ceil(panels / across(panels)) * (1.1 + 0.27 * rows)
        svg, alt = render(f"{game.id}-forest", lambda ax: draw_forest(ax, headline), wide=True, height=height)
        question = "How much does each variant move, and how sure is it?"
        figures.append(Figure("forest", "Difference from the baseline", question, svg, alt, wide=True))
    many = len(arms) > FEW_ARMS
    draw = draw_ranges if many else draw_lengths
    height = 1.2 + 0.3 * len(arms) if many else 0.0
    svg, alt = render(f"{game.id}-lengths", lambda ax: draw(ax, game, arms), wide=True, height=height)
    figures.append(Figure("lengths", "Game length, before and after", "Does a game last longer?", svg, alt, wide=True))
    return figures


def across(panels: int) -> int:
    """Panels side by side: three, or two where that leaves no gap."""
    return 2 if panels in (2, 4) else min(3, panels)


def _metric(item: Compared) -> str:
    return item.metric.name


def _variant(item: Compared) -> str:
    return item.variant


def draw_forest(ax: Any, items: Sequence[Compared]) -> str:
    """Paired differences with their intervals: a panel per metric in its own unit, a row per variant.

    `ax` gives way to the panels.
    """
    figure = ax.figure
    ax.remove()
    metrics = list(dict.fromkeys(_metric(item) for item in items))
    variants = list(dict.fromkeys(_variant(item) for item in items))
    wide = across(len(metrics))
    panels = list(figure.subplots(math.ceil(len(metrics) / wide), wide, sharey=True, squeeze=False).flat)
    for panel, name in zip(panels, metrics, strict=False):
        _draw_panel(panel, [item for item in items if _metric(item) == name], variants)
    for panel in panels[len(metrics) :]:
        panel.remove()
    found = [verdict for verdict in MARKS if any(item.result.verdict is verdict for item in items)]
    figure.legend(handles=[_key(verdict) for verdict in found], loc="outside upper left", ncols=len(found))
    return _forest_alt(items)


def _draw_panel(ax: Any, items: Sequence[Compared], variants: Sequence[str]) -> None:
    """One metric: the grey band of a row is its margin of equivalence."""
    metric = items[0].metric
    scale = 100 if metric.kind == "share" else 1
    for item in items:
        result, place = item.result, variants.index(item.variant)
        if not math.isfinite(result.difference):
            continue
        marker, colour, filled = MARKS[result.verdict]
        ax.barh(place, 2 * scale * result.margin, left=-scale * result.margin, height=1.0, color="#e4e9ef", zorder=0)
        ax.errorbar(
            scale * result.difference, place,
            xerr=[[scale * (result.difference - result.low)], [scale * (result.high - result.difference)]],
            fmt=marker, color=colour, capsize=2, linewidth=1.3, markersize=5.5, markerfacecolor=colour if filled else "white",
        )  # fmt: skip
    ax.axvline(0, color="#24292f", linewidth=1)
    ax.set_yticks(range(len(variants)), variants)
    ax.set_ylim(len(variants) - 0.4, -0.6)
    ax.grid(visible=False, axis="y")
    ax.tick_params(labelsize=9)
    ax.locator_params(axis="x", nbins=5)
    ax.set_title("\n".join(textwrap.wrap(metric.title, 28)), fontsize=9.5)
    ax.set_xlabel("percentage points" if metric.kind == "share" else metric.unit or "difference", fontsize=9)


def _key(verdict: Verdict) -> Any:
    from matplotlib.lines import Line2D

    marker, colour, filled = MARKS[verdict]
    said = f"{verdict} (grey)" if verdict is Verdict.EQUIVALENT else str(verdict)
    return Line2D([], [], marker=marker, color=colour, markerfacecolor=colour if filled else "white", label=said)


def _forest_alt(items: Sequence[Compared]) -> str:
    """What moved, and how much is left. Of a large plot how many per variant: the verdicts below it name every point."""
    moved = [item for item in items if item.result.verdict in MOVED]
    if len(moved) > FEW_POINTS:
        of = Counter(_variant(item) for item in items)
        counts = Counter(_variant(item) for item in moved)
        told = ", ".join(f"{variant} {counts[variant]} of {n}" for variant, n in of.items())
        return f"Paired differences from the baseline that moved: {told}. Each one is among the verdicts."
    said = [f"{item.variant}, {item.metric.title}: {difference_text(item)}, {item.result.verdict}" for item in moved]
    still = len(items) - len(moved)
    rest = f"{still} of {len(items)} headline differences were not shown to move" if still else ""
    return f"Paired differences from the baseline. {'; '.join(part for part in (*said, rest) if part)}."


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


def draw_ranges(ax: Any, game: Game, arms: Mapping[str, ArmView]) -> str:
    """Length of the middle games of many arms, a row each: 10 to 90 % thin, quarters thick, the median a dot."""
    column = game.outcome.get().length
    said = []
    for place, (arm, view) in enumerate(arms.items()):
        values = view.data.columns(column)[column].astype(np.int64)
        p10, p25, p50, p75, p90 = np.quantile(values, (0.1, 0.25, 0.5, 0.75, 0.9), method="inverted_cdf").tolist()
        colour = COLOURS[7] if arm == BASELINE else COLOURS[0]
        ax.hlines(place, p10, p90, color=colour, linewidth=1.5)
        ax.hlines(place, p25, p75, color=colour, linewidth=6)
        ax.plot(p50, place, marker="o", color=colour, markerfacecolor="white", markersize=7)
        if arm == BASELINE:
            ax.axvline(p50, color=colour, linewidth=1, linestyle="--")
        said.append(f"{arm} {p50} ({p10} to {p90})")
    ax.set_yticks(range(len(arms)), list(arms))
    ax.set_ylim(len(arms) - 0.4, -0.6)
    ax.grid(visible=False, axis="y")
    ax.set_xlabel(f"{column}: median, half of the games (thick), 10 % to 90 % of the games (thin)")
    return f"Median {column} (10 % to 90 % of the games): {'; '.join(said)}."
