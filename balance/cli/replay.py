"""`balance replay`."""

from __future__ import annotations

from typing import Annotated

import typer

from balance.cli import console
from balance.cli.playing import ConsoleWatch, run_settings


def replay(
    scenario: Annotated[
        str, typer.Argument(help="A shipped scenario (game/name), a path to a .toml file, or a run folder.")
    ],
    game: Annotated[int, typer.Option(min=0, help="Number of the game, from 0.")] = 0,
    variant: Annotated[str, typer.Option(help="Play it under this variant.")] = "baseline",
    seed: Annotated[int | None, typer.Option(help="Seed; replaces [run] seed.")] = None,
    set_: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Change a value, e.g. rules.declare_mult=3.")
    ] = None,
    board: Annotated[
        bool, typer.Option("--board/--no-board", help="Draw the position where the game offers it.")
    ] = True,
    json: Annotated[bool, typer.Option("--json", help="Events and outcome as JSON.")] = False,
) -> None:
    """Tell one game move by move: dice, decisions, payments, board.

    Examples:
        balance replay astronuts/declaration --game 4711
        balance replay my.toml --game 17 --variant five-four
        balance replay reports/my/RUN --game 17 --json

    The game is the same as game N of a run with the same seed, however many threads played it.
    """
    from balance.app.tell_game import as_json, tell_game

    with ConsoleWatch() as watch:
        told = tell_game(scenario, game, variant, run_settings(None, seed, None, set_ or []), watch)
    if json:
        console.data_json(as_json(told))
        return
    seats = ", ".join(f"seat {number + 1} {name}" for number, name in enumerate(told.seats))
    console.data(f"{told.scenario.game.title}, game {told.game_number} of {told.scenario.name} ({told.arm}): {seats}")
    for line in told.lines:
        console.data(f"{line.step:>4}  {line.text}")
        if board and line.board:
            console.data("\n".join(f"      {row}" for row in line.board.splitlines()))
