"""The level of every headline figure in every arm of a comparison, each with its own interval."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from balance.engine.estimates import Measured
from balance.report.lengths import QUANTILE


def levels_table(arms: Mapping[str, Sequence[Measured]]) -> dict[str, Any]:
    """A row per arm, a column per headline metric (quantiles have a table of their own); blank where an arm lacks it."""
    titles = dict.fromkeys(
        item.metric.title
        for found in arms.values()
        for item in found
        if item.metric.headline and item.metric.kind != QUANTILE
    )
    rows = []
    for arm, found in arms.items():
        shown = {item.metric.title: item.value.text(percent=item.is_share) for item in found}
        rows.append([arm, *(shown.get(title, "") for title in titles)])
    return {
        "title": "Levels", "columns": ["arm", *titles], "rows": rows,
        "note": "Each level with the 95 % interval of its own arm; whether two arms differ is told by the paired verdicts.",
    }  # fmt: skip
