"""The parts of a scenario that do not touch the rules: [run], [[expect]] and [report]."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from balance.errors import Problem, nearest
from balance.games.contract import COMMON_CHARTS, Game
from balance.kit.ledger import described
from balance.scenario.fields import EXPECT, REPORT, RUN
from balance.scenario.mistakes import Mistakes
from balance.scenario.model import BASELINE, Expect, RunPlan


def read_run(table: Mapping[str, Any], mistakes: Mistakes) -> RunPlan:
    """The [run] table; `table` goes with round_robin only."""
    values = mistakes.section(RUN, table, ("run",))
    if "precision" in values:
        values["precision"] = float(values["precision"])
    plan = RunPlan(**values)
    if plan.table is not None and plan.seating != "round_robin":
        text = f'`table` goes with seating = "round_robin", not "{plan.seating}": here each [[seat]] is one seat'
        mistakes.add(Problem(("run", "table"), text, code="seats"))
    return plan


def read_expect(
    tables: Sequence[Mapping[str, Any]],
    arms: Sequence[str],
    metrics_of: Callable[[str], Sequence[str] | None],
    mistakes: Mistakes,
) -> tuple[Expect, ...]:
    """The [[expect]] bands; metrics and arms must exist."""
    bands = []
    for number, table in enumerate(tables):
        path = ("expect", number)
        values = mistakes.section(EXPECT, table, path)
        arm = values.get("arm", BASELINE)
        if arm not in arms:
            mistakes.add(
                Problem((*path, "arm"), f"no arm is called {arm!r}", ", ".join(arms), nearest(arm, arms), "choice")
            )
            arm = BASELINE
        known = metrics_of(arm) if "metric" in values else None
        if known is not None and values["metric"] not in known:
            close = nearest(values["metric"], known)
            text = f"no metric is called {values['metric']!r}"
            mistakes.add(Problem((*path, "metric"), text, ", ".join(known), close, "choice"))
        limits = _band(values.get("between"), (*path, "between"), mistakes)
        if limits is not None and "metric" in values:
            bands.append(Expect(values["metric"], *limits, arm))
    return tuple(bands)


def _band(between: Any, path: tuple[str | int, ...], mistakes: Mistakes) -> tuple[float, float] | None:
    if between is None:
        return None  # missing or no list: reported already
    legal = "two numbers, the lower first"
    numbers = [x for x in between if isinstance(x, int | float) and not isinstance(x, bool) and math.isfinite(x)]
    if len(numbers) != 2:
        mistakes.add(Problem(path, "wants two finite numbers", legal, code="type"))
        return None
    if numbers[0] > numbers[1]:
        mistakes.add(Problem(path, f"{numbers[0]} is above {numbers[1]}", legal, code="range"))
        return None
    return float(numbers[0]), float(numbers[1])


def check_charts(table: Mapping[str, Any], game: Game, mistakes: Mistakes) -> tuple[str, ...]:
    """The [report] table: each chart must be one of the game's."""
    charts = mistakes.section(REPORT, table, ("report",)).get("charts", [])
    if not charts:
        return ()
    known = list(dict.fromkeys([*(chart.id for chart in game.desk.get().charts), *COMMON_CHARTS]))
    for number, chart in enumerate(charts):
        path = ("report", "charts", number)
        if not isinstance(chart, str):
            mistakes.add(
                Problem(path, f"wants the id of a chart, not {described(chart)}", ", ".join(known), code="type")
            )
        elif chart not in known:
            text = f"no chart of {game.id} is called {chart!r}"
            mistakes.add(Problem(path, text, ", ".join(known), nearest(chart, known), "choice"))
    return tuple(chart for chart in charts if isinstance(chart, str))
