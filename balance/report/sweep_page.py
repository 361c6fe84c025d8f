"""Pictures of a turned dial: estimate against value with its interval, or a grid for two dials; the tornado."""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from balance.engine.estimates import Measured
from balance.report.charts import Figure
from balance.report.compare_model import ComparePage
from balance.report.compare_page import render_compare
from balance.report.style import COLOURS, MARKERS, render


@dataclass(frozen=True, slots=True)
class SweepPoint:
    """What was measured at one setting of the dials."""

    settings: Mapping[str, Any]
    measured: Mapping[str, Measured]


def write_sweep(
    page: ComparePage, folder: Path, keys: Sequence[str], points: Sequence[SweepPoint], metrics: Sequence[str]
) -> None:
    """Add the sweep's picture and table to a finished comparison; its report opens with the picture."""
    salt = f"{page.scenario.game.id}-sweep"
    if len(keys) == 1:
        svg, alt = render(salt, lambda ax: draw_line(ax, keys[0], points, metrics), wide=True)
    else:
        svg, alt = render(salt, lambda ax: draw_grid(ax, keys, points, metrics[0]), wide=True)
    figure = Figure("sweep", "The dial turned", "What does each value give?", svg, alt, wide=True)
    _rewrite(page, folder, figure)
    with (folder / "sweep.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([*keys, "metric", "estimate", "low", "high"])
        for point in points:
            for name, item in point.measured.items():
                value = item.value
                writer.writerow([*point.settings.values(), name, value.estimate, value.low, value.high])


def _rewrite(page: ComparePage, folder: Path, figure: Figure) -> None:
    (folder / "figures" / f"{figure.id}.svg").write_text(figure.svg, encoding="utf-8")
    shown = replace(page, figures=[figure, *page.figures])
    (folder / "report.html").write_text(render_compare(shown), encoding="utf-8")


def draw_line(ax: Any, key: str, points: Sequence[SweepPoint], metrics: Sequence[str]) -> str:
    """Estimates with intervals against the values of one dial; shares only, or the first metric where none is one."""
    shares = [name for name in metrics if points[0].measured[name].is_share] or list(metrics[:1])
    values = [point.settings[key] for point in points]
    numeric = all(isinstance(value, int | float) and not isinstance(value, bool) for value in values)
    places = np.asarray(values, float) if numeric else np.arange(len(values), dtype=float)
    spread = (places.max() - places.min()) or 1.0
    said = []
    for number, name in enumerate(shares):
        items = [point.measured[name].value for point in points]
        shift = (number - (len(shares) - 1) / 2) * spread * 0.008
        middle = np.array([item.estimate for item in items])
        low = middle - np.array([item.low for item in items])
        high = np.array([item.high for item in items]) - middle
        title = points[0].measured[name].metric.title
        ax.errorbar(
            places + shift, middle, yerr=[low, high], marker=MARKERS[number % len(MARKERS)], capsize=3, label=title,
            color=COLOURS[number % len(COLOURS)],
        )  # fmt: skip
        said.append(f"{title} from {middle[0]:.3g} at {values[0]} to {middle[-1]:.3g} at {values[-1]}")
    ax.set_xticks(places, [str(value) for value in values])
    ax.set_xlabel(key)
    if points[0].measured[shares[0]].is_share:
        ax.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    ax.legend(loc="upper center", bbox_to_anchor=(0.5, 1.12), ncols=3)
    return f"{key}: " + "; ".join(said) + "."


def draw_grid(ax: Any, keys: Sequence[str], points: Sequence[SweepPoint], metric: str) -> str:
    """A grid of estimates for two dials; each cell carries its value and half width."""
    rows = list(dict.fromkeys(point.settings[keys[0]] for point in points))
    columns = list(dict.fromkeys(point.settings[keys[1]] for point in points))
    grid = np.zeros((len(rows), len(columns)))
    halves = np.zeros_like(grid)
    for point in points:
        cell = rows.index(point.settings[keys[0]]), columns.index(point.settings[keys[1]])
        found = point.measured[metric].value
        grid[cell], halves[cell] = found.estimate, found.half_width
    image = ax.imshow(grid, cmap="cividis", aspect="auto")
    ax.grid(visible=False)
    middle = (grid.min() + grid.max()) / 2
    for (row, column), value in np.ndenumerate(grid):
        ink = "black" if value > middle else "white"
        ax.text(
            column, row, f"{value:.3g}\n± {halves[row, column]:.2g}", ha="center", va="center", fontsize=8, color=ink
        )
    ax.set_xticks(range(len(columns)), [str(value) for value in columns])
    ax.set_yticks(range(len(rows)), [str(value) for value in rows])
    ax.set_xlabel(keys[1])
    ax.set_ylabel(keys[0])
    ax.figure.colorbar(image, ax=ax, label=points[0].measured[metric].metric.title)
    return f"{metric} for {keys[0]} by {keys[1]}: lowest {grid.min():.3g}, highest {grid.max():.3g}."


def write_tornado(page: ComparePage, folder: Path, draw: Callable[[Any], str]) -> None:
    """Add the tornado to a finished sensitivity run; its report opens with it."""
    svg, alt = render(f"{page.scenario.game.id}-tornado", draw, wide=True)
    question = "Which number that nobody knows moves the verdict most?"
    _rewrite(page, folder, Figure("tornado", "Assumed numbers, largest mover first", question, svg, alt, wide=True))


def draw_tornado(ax: Any, rows: Sequence[tuple[str, Sequence[tuple[str, float, float, float]]]], title: str) -> str:
    """Per key a row of moves (value, difference, low, high) from the default, the widest on top."""
    shown = list(rows)[:16]
    said = []
    for place, (key, moves) in enumerate(shown):
        for number, (value, difference, low, high) in enumerate(moves):
            colour = COLOURS[number % len(COLOURS)]
            offset = -place + 0.16 * ((len(moves) - 1) / 2 - number)
            ax.errorbar(
                difference, offset, xerr=[[difference - low], [high - difference]], fmt=MARKERS[number % len(MARKERS)],
                color=colour, capsize=2, markersize=5,
            )  # fmt: skip
            ax.annotate(value, (high, offset), xytext=(4, 0), textcoords="offset points", va="center", fontsize=7.5)
        said.append(f"{key} up to {max(abs(move[1]) for move in moves):.3g}")
    ax.axvline(0, color="#24292f", linewidth=1)
    ax.set_yticks([-place for place in range(len(shown))], [key for key, _ in shown])
    ax.set_ylim(-len(shown) + 0.4, 0.6)
    ax.margins(x=0.12)
    ax.set_xlabel(f"change of {title} against the default, paired, 95 % intervals")
    return f"Moves of {title}: " + "; ".join(said[:6]) + "."
