"""`balance games`."""

from __future__ import annotations

from typing import Annotated

import typer

from balance.cli import console

Json = Annotated[bool, typer.Option("--json", help="Answer as JSON.", rich_help_panel="Output")]


def games(json: Json = False) -> None:
    """List the games: seats, version, heuristic players.

    Examples:
        balance games
        balance games --json
    """
    from balance.app.catalogue import game_rows

    rows = game_rows()
    if json:
        console.data_json({"schema": 1, "games": rows})
        return
    console.table(
        ("game", "seats", "version", "policies", "title"),
        [(r["id"], _span(r["seats"]), r["version"], len(r["policies"]), r["title"]) for r in rows],
    )
    console.note("`balance show GAME` prints a game's numbers, `balance policies GAME` its players")


def _span(seats: list[int]) -> str:
    if len(seats) > 1 and seats == list(range(seats[0], seats[-1] + 1)):
        return f"{seats[0]}-{seats[-1]}"
    return ", ".join(str(n) for n in seats)
