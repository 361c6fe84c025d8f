"""`balance merge`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from balance.cli import console
from balance.cli.playing import ConsoleWatch


def merge(
    runs: Annotated[list[Path], typer.Argument(help="Run folders of one scenario, played with --shard.")],
    into: Annotated[Path, typer.Option(help="The new run folder.")],
) -> None:
    """Join the shards of one scenario, played on several machines, into one run with one report.

    Examples:
        balance run my.toml --shard 1/2 --run-id a      on one machine
        balance run my.toml --shard 2/2 --run-id b      on another
        balance merge reports/my/a reports/my/b --into reports/my/whole
    """
    from balance.app.stored_run import merge as join

    with ConsoleWatch() as watch:
        page = join(runs, into, watch)
    console.data(str(page))
