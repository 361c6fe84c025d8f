"""`balance sweep`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from balance.cli import console
from balance.cli.playing import ConsoleWatch, parse_change, run_settings, typed_command


def sweep(
    scenario: Annotated[str, typer.Argument(help="A shipped scenario (game/name) or a path to a .toml file.")],
    dials: Annotated[list[str], typer.Argument(help="One or two dials: KEY=FROM:TO[:STEP] or KEY=A,B,C.")],
    metric: Annotated[list[str] | None, typer.Option(help="Show this metric; may be repeated.")] = None,
    games: Annotated[int | None, typer.Option(help="Games per setting.")] = None,
    seed: Annotated[int | None, typer.Option(help="Seed; replaces [run] seed.")] = None,
    threads: Annotated[int | None, typer.Option(min=1, help="Threads; all cores unless given.")] = None,
    out: Annotated[Path | None, typer.Option(help="Where run folders go (default: ./reports).")] = None,
    json: Annotated[bool, typer.Option("--json", help="Points as JSON.")] = False,
) -> None:
    """Turn one or two dials over a range, every setting on the same luck, with intervals.

    Examples:
        balance sweep astronuts/first-seat rules.declare_mult=1:4
        balance sweep my.toml rules.goal_colonies=10:14:2 rules.cost_tech_actions=2:4
        balance sweep my.toml rules.goal_end=immediate,end_of_round --metric "win_share[seat=1]"

    The file's own values are played too, as the baseline of the paired differences in the report.
    """
    from balance.app.compare_variants import CompareOptions
    from balance.app.run_scenario import Options
    from balance.app.sweep import as_json, read_dial
    from balance.app.sweep import sweep as turn
    from balance.errors import UserError

    if len(dials) > 2:
        raise UserError(f"{len(dials)} dials at once cannot be shown", hint="one or two", code="usage")
    settings = run_settings(games, seed, None, [])
    run = Options(scenario, out, threads=threads, settings=settings, command=typed_command("sweep"))
    with ConsoleWatch() as watch:
        turns = [read_dial(text, parse_change) for text in dials]
        outcome = turn(scenario, turns, tuple(metric or ()), CompareOptions(run, tuple(metric or ())), watch)
    if json:
        console.data_json(as_json(outcome))
        return
    rows = [
        [*point.settings.values(), *(item.value.text() for item in point.measured.values())] for point in outcome.points
    ]
    console.table([*(dial.key for dial in outcome.dials), *outcome.metrics], rows)
    console.note(f"{outcome.compared.games:,} games per setting, 95 % intervals")
    console.data(str(outcome.compared.folder / "report.html"))
