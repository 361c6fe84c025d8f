"""`balance sensitivity`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from balance.cli import console
from balance.cli.playing import ConsoleWatch, run_settings, typed_command


def sensitivity(
    scenario: Annotated[str, typer.Argument(help="A shipped scenario (game/name) or a path to a .toml file.")],
    metric: Annotated[
        str | None, typer.Option(help="The metric whose verdict is at stake (default: seat 1's wins).")
    ] = None,
    games: Annotated[int | None, typer.Option(help="Games per value.")] = None,
    seed: Annotated[int | None, typer.Option(help="Seed; replaces [run] seed.")] = None,
    threads: Annotated[int | None, typer.Option(min=1, help="Threads; all cores unless given.")] = None,
    out: Annotated[Path | None, typer.Option(help="Where run folders go (default: ./reports).")] = None,
    json: Annotated[bool, typer.Option("--json", help="Moves as JSON.")] = False,
) -> None:
    """Rank the numbers nobody knows by how much their plausible values move the verdict.

    Examples:
        balance sensitivity astronuts/first-seat
        balance sensitivity my.toml --metric length --games 20000

    Every assumed entry of the ledger is set, one at a time, to each value of its `sweep`; differences are paired.
    """
    from balance.app.compare_variants import CompareOptions
    from balance.app.run_scenario import Options
    from balance.app.sweep import sensitivity as rank

    settings = run_settings(games, seed, None, [])
    run = Options(scenario, out, threads=threads, settings=settings, command=typed_command("sensitivity"))
    with ConsoleWatch() as watch:
        swings, outcome = rank(scenario, metric, CompareOptions(run, (metric,) if metric else ()), watch)
    if json:
        rows = [
            {"key": s.key, "default": s.default, "moves": [
                {"value": value, "difference": move[0], "low": move[1], "high": move[2]}
                for value, move in zip(s.values, s.moves, strict=True)
            ]}
            for s in swings
        ]  # fmt: skip
        console.data_json({"schema": 1, "metric": metric or outcome.watched[0], "games": outcome.games, "swings": rows})
        return
    cells = [
        [swing.key, str(swing.default), str(value), f"{move[0]:+.4f}", f"[{move[1]:+.4f}, {move[2]:+.4f}]"]
        for swing in swings
        for value, move in zip(swing.values, swing.moves, strict=True)
    ]
    console.table(["assumed number", "default", "tried", f"moves {metric or outcome.watched[0]}", "95 %"], cells)
    console.data(str(outcome.folder / "report.html"))
