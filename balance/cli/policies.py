"""`balance policies`."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from balance.cli import console

Game = Annotated[str, typer.Argument(metavar="GAME", help="Id of the game.", show_default=False)]
Weights = Annotated[bool, typer.Option("--weights", help="List the weights, their legal values and meaning.")]
Json = Annotated[bool, typer.Option("--json", help="Answer as JSON.", rich_help_panel="Output")]


def policies(game: Game, weights: Weights = False, json: Json = False) -> None:
    """List the heuristic players of a game and the weights a scenario may set.

    Examples:
        balance policies astronuts
        balance policies astronuts --weights
        balance policies astronuts --json

    A scenario names a policy per [[seat]] and may change any weight there: weights.NAME = VALUE.
    """
    from balance.app.catalogue import policy_rows, weight_rows

    if json:
        console.data_json({"schema": 1, "game": game, "policies": policy_rows(game), "weights": weight_rows(game)})
    elif weights:
        rows = weight_rows(game)
        console.table(
            ("weight", "default", "legal", "meaning"),
            [(r["weight"], _short(r["default"]), _short(r["legal"]), r["meaning"]) for r in rows],
        )
    else:
        console.table(("policy", "what it does"), [(_name(r), r["summary"]) for r in policy_rows(game)])
        console.note("* plays where a scenario names nobody; --weights lists what can be set")


def _name(row: dict[str, Any]) -> str:
    return f"{row['policy']}{' *' if row['default'] else ''}"


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 40 else text[:39] + "…"
