"""`balance find`."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from balance.cli import console


def find(
    run: Annotated[Path, typer.Argument(help="A run folder.")],
    where: Annotated[str, typer.Option(help="Condition on outcome columns.")],
    limit: Annotated[int, typer.Option(min=1, help="Games to list.")] = 10,
    variant: Annotated[str, typer.Option(help="Search this variant's games.")] = "baseline",
    json: Annotated[bool, typer.Option("--json", help="Numbers and values as JSON.")] = False,
) -> None:
    """Numbers of the games that match a condition, each with the command that tells it move by move.

    Examples:
        balance find reports/astronuts-declaration/RUN --where "rounds > 20"
        balance find RUN --where "winner == 2 and colonies_2 < 6" --limit 3

    Columns are those of the game's outcome record (`balance show GAME --columns`). Words: and, or, not, == != < <= > >=,
    + - * %. Nothing is executed.
    """
    from balance.app.find_games import find_games

    found = find_games(run, where, limit, variant)
    if json:
        console.data_json({"schema": 1, "where": where, **asdict(found)})
        return
    share = found.matches / found.games if found.games else 0.0
    console.data(f"{found.matches:,} of {found.games:,} games match ({share:.3%}).")
    for index, number in enumerate(found.numbers):
        values = ", ".join(f"{name} {column[index]:g}" for name, column in found.columns.items())
        console.data(f"game {number}: {values}    {found.replay} {number}")
