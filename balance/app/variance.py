"""`balance variance`: how much of a result is the deal, how much the dice, how much the players' own noise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from balance.app.compare_variants import watched_metrics
from balance.app.run_scenario import compile_kernels
from balance.app.tables import metrics_of, table_of
from balance.app.watch import Watch
from balance.engine.chunks import Chunk, chunk_size, cut
from balance.engine.seating import SeatPlan
from balance.engine.session import play_chunk
from balance.engine.table import Table
from balance.engine.threads import default_threads, in_order
from balance.games.contract import Metric
from balance.scenario.model import BASELINE, Scenario
from balance.stats.clustered import VarianceSplit, split_variance

VARIANCE_SCHEMA = 1
DEALS_ENOUGH = 300  # below it intervals of skewed effects cover clearly less than they say (docs/statistics.md)


@dataclass(frozen=True, slots=True)
class Design:
    """A nested design: `deals` set-ups, each played with `dice` rolls of the dice, each of those with `noise` moods."""

    deals: int = 400
    dice: int = 4
    noise: int = 3

    @property
    def games(self) -> int:
        """Games in all."""
        return self.deals * self.dice * self.noise


def variance(
    scenario: Scenario, design: Design, names: Sequence[str], threads: int | None, watch: Watch
) -> list[tuple[Metric, VarianceSplit]]:
    """Split the variance of one game's result by source, for each named (or headline) metric; first seating only."""
    table = nested_table(scenario, design)
    wanted = watched_metrics({BASELINE: table}, names)
    metrics = [metric for metric in metrics_of(table) if metric.name in wanted]
    compile_kernels(table, watch)
    watch.stage("playing a nested design", design.games)
    pieces = []
    size = chunk_size(design.games, 1, table.outcome.dtype.itemsize)

    def work(chunk: Chunk) -> Any:
        return play_chunk(table, metrics, chunk)[0].sums

    for chunk, sums in in_order(work, cut(0, design.games, size), threads or default_threads()):
        pieces.append(sums)
        watch.done(chunk.last)
    values = np.concatenate(pieces)
    shape = (design.deals, design.dice, design.noise)
    return [(metric, split_variance(_per_game(values, i).reshape(shape))) for i, metric in enumerate(metrics)]


def _per_game(values: Any, index: int) -> Any:
    """Numerator over denominator of single games; games without a denominator (capped ones) count as 0."""
    top, bottom = values[:, index, 0], values[:, index, 1]
    return np.divide(top, bottom, out=np.zeros_like(top), where=bottom != 0)


def nested_table(scenario: Scenario, design: Design) -> Table:
    """The scenario's first seating, with luck that repeats deals and dice as the design says."""
    from balance.kit.streams import new_luck

    table = table_of(scenario, scenario.baseline)
    plan = SeatPlan(table.plan.players, table.plan.seatings[:1])
    luck = new_luck(scenario.run.seed, deal=design.dice * design.noise, dice=design.noise)
    return replace(table, plan=plan, luck=luck, plays_per_deal=1)


def as_json(design: Design, splits: Sequence[tuple[Metric, VarianceSplit]]) -> dict[str, Any]:
    """The documented shape of `variance --json`."""
    return {
        "schema": VARIANCE_SCHEMA, "deals": design.deals, "dice": design.dice, "noise": design.noise,
        "metrics": [
            {
                "metric": metric.name, "variance": split.total,
                "parts": [
                    {
                        "source": part.source, "variance": part.variance.estimate, "share": part.share.estimate,
                        "low": part.share.low, "high": part.share.high,
                    }
                    for part in split.parts
                ],
            }
            for metric, split in splits
        ],
    }  # fmt: skip
