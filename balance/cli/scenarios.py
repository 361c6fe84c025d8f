"""`balance scenarios`."""

from __future__ import annotations

from typing import Annotated

import typer

from balance.cli import console

Game = Annotated[str | None, typer.Argument(metavar="GAME", help="Only scenarios of this game.", show_default=False)]
Json = Annotated[bool, typer.Option("--json", help="Answer as JSON.", rich_help_panel="Output")]


def scenarios(game: Game = None, json: Json = False) -> None:
    """List the shipped scenarios and the question each asks.

    Examples:
        balance scenarios
        balance scenarios astronuts
        balance scenarios --json

    Copy one as a start: its file is in the list of --json.
    """
    from balance.app.scenarios import list_scenarios

    rows = list_scenarios(game)
    if json:
        console.data_json({"schema": 1, "scenarios": rows})
        return
    console.table(("scenario", "question"), [(r["name"], r["question"] or r["title"]) for r in rows])
    console.note("`balance run NAME` plays one")
