"""Draws the charts of a run: the scenario's choice, the game's own and the common ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from balance.games.contract import Chart, Game, RunData
from balance.report.figures import standard_charts
from balance.report.style import render


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawn chart: `svg` a complete SVG file, `alt` what it shows in words."""

    id: str
    title: str
    question: str
    svg: str
    alt: str
    wide: bool


def available(game: Game) -> dict[str, Chart]:
    """All charts of a game by id; a game's own chart takes the place of a common one of the same id."""
    own = {chart.id: chart for chart in game.desk.get().charts}
    common = {chart.id: chart for chart in standard_charts(game) if chart.id not in own}
    return {**own, **common}


def choose(game: Game, wanted: Sequence[str], data: RunData) -> list[Chart]:
    """The wanted charts first, in that order, then every other default chart that applies."""
    known = available(game)
    chosen = [known[name] for name in wanted if name in known]
    rest = [chart for chart in known.values() if chart.default and chart not in chosen]
    return [chart for chart in (*chosen, *rest) if chart.applies(data)]


def _drawing(chart: Chart, data: RunData) -> Callable[[Any], str]:
    return lambda ax: chart.draw(ax, data)


def draw_figures(game: Game, wanted: Sequence[str], data: RunData) -> list[Figure]:
    """Draw the chosen charts."""
    figures = []
    for chart in choose(game, wanted, data):
        svg, alt = render(f"{game.id}-{chart.id}", _drawing(chart, data), wide=chart.wide)
        figures.append(Figure(chart.id, chart.title, chart.question, svg, alt, chart.wide))
    return figures
