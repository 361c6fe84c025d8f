"""`balance plan`: what a wanted precision will cost, told before it is spent, from a short pilot."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from balance.app.compare_variants import paired_tables, watched_metrics
from balance.app.run_scenario import compile_kernels
from balance.app.tables import metrics_of
from balance.app.watch import Watch
from balance.engine.chunks import Chunk, whole_blocks
from balance.engine.metrics import shared_metrics
from balance.engine.session import play_chunk
from balance.engine.table import Table
from balance.engine.threads import default_threads
from balance.games.contract import Metric
from balance.scenario.model import BASELINE, Scenario
from balance.stats.blocks import Moments
from balance.stats.paired import pair
from balance.stats.power import Pilot, Plan, pilot_difference, pilot_estimate, plan
from balance.stats.sequential import Looking

PLAN_SCHEMA = 1
PILOT_GAMES = 4_000


@dataclass(frozen=True, slots=True)
class Row:
    """The plan of one metric: of its own width (`variant` None), or of a difference of one variant."""

    metric: str
    variant: str | None
    pilot: Pilot
    plan: Plan


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to plan for: shares known to ± `half_width`; differences of `size` found with chance `power`."""

    half_width: float
    size: float
    power: float
    watched: bool


def plan_run(
    scenario: Scenario, wanted: Wanted, metrics: Sequence[str], threads: int | None, watch: Watch
) -> list[Row]:
    """Play a pilot of every arm and plan each headline (or named) share; means are planned in percent of their value."""
    tables = paired_tables(scenario)
    names = watched_metrics(tables, metrics)
    own = {arm: metrics_of(table) for arm, table in tables.items()}
    chosen = [metric for metric in shared_metrics(list(own.values())) if metric.name in names]
    compile_kernels(tables[BASELINE], watch)
    watch.stage("playing a pilot")
    sums, seconds = _pilot(tables, own, [metric.name for metric in chosen])
    cores = threads or default_threads()
    rows: list[Row] = []
    for index, metric in enumerate(chosen):
        rows += _rows(metric, index, sums, tables[BASELINE], {arm: s / cores for arm, s in seconds.items()}, wanted)
    return rows


def _pilot(
    tables: Mapping[str, Table], own: Mapping[str, Sequence[Metric]], names: Sequence[str]
) -> tuple[dict[str, Any], dict[str, float]]:
    sums: dict[str, Any] = {}
    seconds: dict[str, float] = {}
    games = whole_blocks(PILOT_GAMES, tables[BASELINE].unit_size)
    for arm, table in tables.items():
        by_name = {metric.name: metric for metric in own[arm]}
        begun = time.perf_counter()
        part, _ = play_chunk(table, [by_name[name] for name in names], Chunk(0, 0, games))
        seconds[arm] = (time.perf_counter() - begun) / games
        sums[arm] = part.sums
    return sums, seconds


def _rows(
    metric: Metric, index: int, sums: Mapping[str, Any], table: Table, seconds: Mapping[str, float], wanted: Wanted
) -> list[Row]:
    base = sums[BASELINE][:, index]
    share = metric.kind == "share"
    moments = Moments.of(base)
    unit = table.unit_size
    value = moments.total[0] / moments.total[1] if moments.total[1] else 0.0
    scale = 1.0 if share else max(abs(float(value)), 1e-9)
    looking = Looking() if wanted.watched else None
    pilot = pilot_estimate(moments, unit, seconds[BASELINE], share=share)
    rows = [Row(metric.name, None, pilot, plan(pilot, half_width=wanted.half_width * scale, looking=looking))]
    for arm in (name for name in sums if name != BASELINE):
        other = sums[arm][:, index]
        both = Moments.of(pair(base[:, 0], base[:, 1], other[:, 0], other[:, 1]))
        pilot = pilot_difference(both, unit, seconds[BASELINE] + seconds[arm])
        goal = plan(pilot, size=wanted.size * scale, power=wanted.power, looking=looking)
        rows.append(Row(metric.name, arm, pilot, goal))
    return rows


def as_json(rows: Sequence[Row]) -> dict[str, Any]:
    """The documented shape of `plan --json`."""
    return {
        "schema": PLAN_SCHEMA, "pilot_games": PILOT_GAMES,
        "plans": [
            {
                "metric": row.metric, "variant": row.variant, "pairing_gain": row.pilot.pairing_gain,
                **{item.name: getattr(row.plan, item.name) for item in fields(row.plan)},
            }
            for row in rows
        ],
    }  # fmt: skip
