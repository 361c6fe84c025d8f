"""A small run of twin games as charts and findings see it, and what every chart must do with it."""

from __future__ import annotations

import copy
import math
from collections.abc import Iterator
from functools import cache
from typing import Any, Self

import matplotlib as mpl
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from balance.games.contract import Chart, Columns, ExactCheck, PlayerChoice
from balance.kit.ledger import Ruleset
from balance.stats.exact import tail_p

COLOURS = ["#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9"]


class SmallRun:
    """Rows and tallies of a few games; intervals are the plain ones. A game's test fills it."""

    ruleset: Ruleset
    seats: int
    games: int
    players: list[PlayerChoice]
    player_labels: list[str]
    tally: Any
    rows: dict[str, Any]
    replay = "balance replay FILE --game"

    def keep(self, rows: list[dict[str, Any]], tally: np.dtype[Any]) -> None:
        """Take the rows; the tally starts at zero."""
        self.rows = {name: np.array([row[name] for row in rows]) for name in rows[0]}
        self.rows.setdefault("block", np.arange(len(rows)))  # else each game is a block of its own
        self.tally = np.zeros(1, tally).view(np.recarray)[0]

    def repeated(self, times: int) -> Self:
        """The same games many times over: enough to draw, not to judge by."""
        many = copy.copy(self)
        many.games = self.games * times
        many.rows = {name: np.tile(column, times) for name, column in self.rows.items()}
        block = self.rows["block"]
        many.rows["block"] += np.repeat(np.arange(times) * (int(block.max()) + 1), len(block))
        many.tally = np.zeros(1, self.tally.dtype).view(np.recarray)[0]
        for name in self.tally.dtype.names or ():
            many.tally[name] = self.tally[name] * times
        return many

    def traced(self, game: int) -> list[tuple[int, ...]]:
        """Twin games leave no trace."""
        return []

    def columns(self, *names: str) -> Columns:
        return {name: self.rows[name] for name in names}

    def chunks(self, *names: str) -> Iterator[Columns]:
        for first in range(0, self.games, 100):
            yield {name: self.rows[name][first : first + 100] for name in names}

    def share(self, hits: float, n: float) -> tuple[float, float, float]:
        if n == 0:
            return math.nan, 0.0, 1.0
        p, z = hits / n, 1.96
        middle, half = (p + z * z / (2 * n)) / (1 + z * z / n), z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return p, middle - half / (1 + z * z / n), middle + half / (1 + z * z / n)

    def mean(self, values: Any) -> tuple[float, float, float]:
        middle, half = float(values.mean()), 1.96 * float(values.std()) / math.sqrt(len(values))
        return middle, middle - half, middle + half

    def ratio(self, numerator: Any, denominator: Any, *, share: bool = False) -> tuple[float, float, float]:
        if share:
            return self.share(float(numerator.sum()), float(denominator.sum()))
        return self.mean(numerator / denominator.mean())


@cache
def drawn(chart: Chart, run: SmallRun) -> tuple[str, Figure]:
    """The chart's alt text and figure, drawn as the page draws it."""
    assert chart.applies(run)  # type: ignore[arg-type]
    with mpl.rc_context({"axes.prop_cycle": mpl.cycler(color=COLOURS)}):
        figure = Figure(figsize=(9.2, 4.4) if chart.wide else (6.4, 4.2), layout="constrained")
        FigureCanvasAgg(figure)
        alt = chart.draw(figure.add_subplot(), run)  # type: ignore[arg-type]
        figure.canvas.draw()
    return alt, figure


def assert_draws_and_tells(chart: Chart, run: SmallRun) -> None:
    """Data on the panel, axes that say what they show, numbers in the alt text, the same picture when drawn again."""
    alt, figure = drawn(chart, run)
    ax = figure.axes[0]
    assert ax.lines or ax.patches or ax.containers or ax.images, "an empty panel"
    assert ax.get_xlabel() or ax.get_ylabel() or not ax.axison  # a map has no axes
    assert any(character.isdigit() for character in alt) and len(alt) > 60 and "nan" not in alt
    assert not ax.get_title(), "the page sets the title"
    again = drawn.__wrapped__(chart, run)
    assert again[0] == alt and bytes(canvas(again[1]).buffer_rgba()) == bytes(canvas(figure).buffer_rgba())


FOUR_SIGMA = 6.334e-5  # chance of more than four standard deviations, both sides


def assert_exact(check: ExactCheck) -> None:
    """A count within four standard deviations of its exact chance; where few are expected, the exact tail as rare."""
    p = float(check.exact)
    variance = check.n * p * (1 - p)
    if variance >= 9:
        assert abs(check.hits - check.n * p) < 4 * math.sqrt(variance), check
    else:
        assert tail_p(check.hits, check.n, p) > FOUR_SIGMA, check


def canvas(figure: Figure) -> FigureCanvasAgg:
    """The pixels of a figure."""
    assert isinstance(figure.canvas, FigureCanvasAgg)
    return figure.canvas
