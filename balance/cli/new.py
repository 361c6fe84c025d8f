"""`balance new`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from balance.cli import console

Game = Annotated[str, typer.Argument(metavar="GAME", help="Id of the game.", show_default=False)]
File = Annotated[
    Path | None, typer.Argument(metavar="FILE", help="Where to write; my-GAME.toml if left out.", show_default=False)
]


def new(game: Game, file: File = None) -> None:
    """Write a commented starter scenario with every rule of the game; never overwrites.

    Examples:
        balance new astronuts
        balance new astronuts first-seat.toml
    """
    from balance.app.new_scenario import new_scenario

    path = new_scenario(game, file)
    console.data(str(path))
    console.note(f"change it, then: balance check {path} && balance run {path}")
