"""From the arms of a scenario to tables ready to play."""

from __future__ import annotations

from balance.engine.metrics import all_metrics
from balance.engine.outcomes import check_spec
from balance.engine.seating import labels, seat_plan
from balance.engine.table import Table, lay_table
from balance.games.contract import Metric
from balance.scenario.model import Arm, Scenario


def table_of(scenario: Scenario, arm: Arm) -> Table:
    """The table of one arm."""
    plan = seat_plan(arm.players, scenario.seats, scenario.run.seating)
    table = lay_table(scenario.game, arm.ruleset, plan, scenario.run.seed, scenario.run.plays_per_deal)
    check_spec(table.outcome)
    return table


def metrics_of(table: Table) -> tuple[Metric, ...]:
    """All metrics of a table: the standard ones, then the game's own."""
    return all_metrics(table.game, table.ruleset.seats, labels(table.plan.players))


def arm_by_id(scenario: Scenario, arm_id: str) -> Arm:
    """The arm called `arm_id`."""
    return next(arm for arm in (scenario.baseline, *scenario.variants) if arm.id == arm_id)
