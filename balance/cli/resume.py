"""`balance resume`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from balance.cli.playing import ConsoleWatch
from balance.cli.run import closing_words


def resume(
    run: Annotated[Path, typer.Argument(help="The folder of an interrupted run.")],
    threads: Annotated[int | None, typer.Option(min=1, help="Threads; all cores unless given.")] = None,
) -> None:
    """Go on with an interrupted run; the result is the same as if it had never stopped.

    Examples:
        balance resume reports/astronuts-declaration/RUN

    Refused when rules, players, seed or game version are no longer those of the run; it says what changed.
    """
    from balance.app.stored_run import resume as go_on

    with ConsoleWatch() as watch:
        outcome = go_on(run, threads, watch)
    closing_words(outcome)
    raise typer.Exit(outcome.exit_code)
