"""`balance plan`."""

from __future__ import annotations

from typing import Annotated

import typer

from balance.cli import console
from balance.cli.playing import ConsoleWatch, run_settings


def plan(
    scenario: Annotated[str, typer.Argument(help="A shipped scenario (game/name) or a path to a .toml file.")],
    width: Annotated[
        float, typer.Option(min=0.001, help="Wanted half width in percentage points (percent, for means).")
    ] = 1.0,
    size: Annotated[float, typer.Option(min=0.001, help="Difference to find, in points (percent, for means).")] = 1.0,
    power: Annotated[float, typer.Option(min=0.5, max=0.999, help="Chance to find it.")] = 0.8,
    metric: Annotated[list[str] | None, typer.Option(help="Plan for this metric; may be repeated.")] = None,
    watched: Annotated[bool, typer.Option("--watched", help="With looking while it runs (--precision).")] = False,
    seed: Annotated[int | None, typer.Option(help="Seed of the pilot.")] = None,
    threads: Annotated[int | None, typer.Option(min=1, help="Threads; all cores unless given.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Plans as JSON.")] = False,
) -> None:
    """Games and time a wanted precision will cost, from a short pilot that measures spread, pairing and speed.

    Examples:
        balance plan astronuts/first-seat --width 0.5
        balance plan my.toml --size 0.5 --power 0.9
    """
    from balance.app.open_scenario import open_scenario
    from balance.app.plan_run import Wanted, as_json, plan_run

    loaded = open_scenario(scenario, run_settings(None, seed, None, []))
    wanted = Wanted(width / 100, size / 100, power, watched)
    with ConsoleWatch() as watch:
        rows = plan_run(loaded, wanted, tuple(metric or ()), threads, watch)
    if json:
        console.data_json(as_json(rows))
        return
    cells = [
        [
            row.metric, row.variant or "–", row.plan.goal, f"{row.plan.games:,}",
            f"{row.plan.few_games:,} to {row.plan.many_games:,}", duration(row.plan.seconds),
            f"×{row.pilot.pairing_gain:.1f}" if row.variant else "–",
        ]
        for row in rows
    ]  # fmt: skip
    console.table(["metric", "variant", "goal", "games", "the pilot allows", "time", "pairing gain"], cells)


def duration(seconds: float) -> str:
    """`3.2 s`, `5 min`, `2.1 h`."""
    if seconds < 90:
        return f"{seconds:.1f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
