"""`balance extend`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from balance.cli.playing import ConsoleWatch
from balance.cli.run import closing_words


def extend(
    run: Annotated[Path, typer.Argument(help="The folder of a finished run.")],
    games: Annotated[int, typer.Option(min=1, help="How many games to add.")],
    threads: Annotated[int | None, typer.Option(min=1, help="Threads; all cores unless given.")] = None,
) -> None:
    """Add games to a finished run; the rows are those a longer run would have had.

    Examples:
        balance extend reports/astronuts-declaration/RUN --games 100000
    """
    from balance.app.stored_run import extend as add_games

    with ConsoleWatch() as watch:
        outcome = add_games(run, games, threads, watch)
    closing_words(outcome)
    raise typer.Exit(outcome.exit_code)
