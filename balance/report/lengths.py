"""How long games are, by quantiles: a mean of skewed lengths says little. Streamed, so that memory stays flat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from balance.engine.estimates import Measured
from balance.engine.run_data import ArmData
from balance.games.contract import Metric
from balance.report.words import interval, number
from balance.stats.quantiles import Histogram, quantile

QUANTILE = "quantile"  # kind of these metrics: whole numbers, never told with decimals
QUANTILES = {"p10": (0.1, "10 % quantile"), "median": (0.5, "median"), "p90": (0.9, "90 % quantile")}


def with_quantiles(measured: Sequence[Measured], data: ArmData) -> list[Measured]:
    """The metrics of an arm, with the quantiles of the game length behind its mean."""
    found = list(measured)
    place = next((index for index, item in enumerate(found) if item.name == "length"), len(found) - 1)
    return [*found[: place + 1], *length_quantiles(data), *found[place + 1 :]]


def length_quantiles(data: ArmData) -> list[Measured]:
    """p10, median and p90 of the game length in the game's own unit; capped games count at the cap.

    Intervals are order statistics over independent units: games of one block may be alike.
    """
    column = data.table.outcome.length
    lengths = Histogram()
    for piece in data.chunks(column):
        lengths.add(piece[column])
    units = max(1, lengths.n // data.table.unit_size)
    return [
        Measured(_metric(key, title, share, column), quantile(lengths, share, independent=units))
        for key, (share, title) in QUANTILES.items()
    ]


def _metric(key: str, title: str, share: float, column: str) -> Metric:
    meaning = f"smallest `{column}` that at least {share:.0%} of all games do not exceed; capped games at the cap"
    return Metric(
        f"length[{key}]", f"Game length ({column}), {title}", meaning.replace("%", " %"), (column,),
        lambda columns: np.asarray(columns[column], np.float64), kind=QUANTILE, unit=column, headline=True,
    )  # fmt: skip


def value_text(item: Measured) -> str:
    """An estimate with the digits its interval deserves; quantiles are whole."""
    value = item.value
    if item.metric.kind == QUANTILE:
        return f"{value.estimate:,.0f}" if value.known else "–"
    return number(value.estimate, value.low, value.high, percent=item.is_share)


def interval_text(item: Measured) -> str:
    """Its 95 % interval."""
    value = item.value
    if item.metric.kind == QUANTILE:
        return f"[{value.low:,.0f}, {value.high:,.0f}]" if value.known else "not known"
    return interval(value.low, value.high, percent=item.is_share)


def quantile_table(arms: Mapping[str, Sequence[Measured]]) -> dict[str, Any]:
    """Length before and after: a row per arm."""
    rows = []
    for arm, measured in arms.items():
        found = [item for item in measured if item.metric.kind == QUANTILE]
        rows.append([arm, *(f"{value_text(item)} {interval_text(item)}" for item in found)])
    return {
        "title": "Game length, before and after", "columns": ["arm", *(title for _, title in QUANTILES.values())],
        "rows": rows, "note": "Quantiles with 95 % intervals of each arm by itself; the difference of means, paired, "
        "is among the verdicts.",
    }  # fmt: skip


def median_line(arms: Mapping[str, Sequence[Measured]]) -> str:
    """Medians of all arms in one sentence."""
    said = []
    for arm, measured in arms.items():
        median = next((item for item in measured if item.name == "length[median]"), None)
        if median is not None:
            said.append(f"{arm} {value_text(median)} {interval_text(median)}")
    return f"Median game length: {', '.join(said)}."
