"""`balance warmup`."""

from __future__ import annotations

from typing import Annotated

import typer

from balance.cli import console

Games = Annotated[
    list[str] | None, typer.Argument(metavar="GAME", help="Games to compile; all if left out.", show_default=False)
]
Json = Annotated[bool, typer.Option("--json", help="Answer as JSON: seconds per game.", rich_help_panel="Output")]


def warmup(game: Games = None, json: Json = False) -> None:
    """Compile the rules ahead of the first run; later runs read them from disk.

    Examples:
        balance warmup
        balance warmup astronuts
    """
    from balance.app.warm import warm

    seconds = warm(game or (), console.note)
    if json:
        console.data_json({"schema": 1, "seconds": seconds})
