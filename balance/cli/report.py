"""`balance report`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from balance.cli import console
from balance.cli.playing import ConsoleWatch


def report(run: Annotated[Path, typer.Argument(help="A run folder.")]) -> None:
    """Write the summaries, figures and page of a stored run again, from its rows.

    Examples:
        balance report reports/astronuts-declaration/RUN
    """
    from balance.app.stored_run import report_again

    with ConsoleWatch() as watch:
        page = report_again(run, watch)
    console.data(str(page))
