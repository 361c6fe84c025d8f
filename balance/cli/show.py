"""`balance show`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import typer

from balance.cli import console

Game = Annotated[str, typer.Argument(metavar="GAME", help="Id of the game.", show_default=False)]
Keys = Annotated[
    list[str] | None,
    typer.Argument(metavar="KEY", help="Only these keys or groups of keys, in full.", show_default=False),
]
Status = Annotated[
    list[str] | None,
    typer.Option(help="Only numbers of this status: printed, erratum, inferred, external, assumed.", metavar="STATUS"),
]
Json = Annotated[bool, typer.Option("--json", help="Answer as JSON.", rich_help_panel="Output")]


def show(game: Game, key: Keys = None, status: Status = None, json: Json = False) -> None:
    """Print a game's numbers and readings of unclear rules, each with where it comes from.

    Examples:
        balance show astronuts
        balance show astronuts --status assumed
        balance show astronuts goal_end
        balance show astronuts --json
    """
    from balance.app.catalogue import ledger_rows, status_counts

    rows = ledger_rows(game, key or (), status or ())
    if json:
        console.data_json({"schema": 1, "game": game, "rules": rows})
    elif key:
        for row in rows:
            _card(row)
    else:
        console.table(
            ("key", "value", "status", "rule", "meaning (source)"),
            [(r["key"], _short(r["value"]), r["status"], r["rule"], f"{r['meaning']} ({r['source']})") for r in rows],
        )
    count = f"{len(rows)} entries" if len(rows) != 1 else "1 entry"
    console.note(f"{count}: {status_counts(rows)}")


def _card(row: Mapping[str, Any]) -> None:
    from balance.scenario.toml_text import literal

    console.data(console.styled(f"{row['key']} = {literal(row['value'])}", "bold"))
    lines = [("meaning", row["meaning"]), ("legal", row["legal"]), ("status", row["status"]), ("source", row["source"])]
    lines += [("rule", row["rule"]), ("unit", row["unit"]), ("note", row["note"])]
    lines += [("tried", ", ".join(literal(value) for value in row["sweep"]))]
    for name, text in lines:
        if text:
            console.data(f"  {name:<8} {text}")


def _short(value: Any) -> str:
    from balance.scenario.toml_text import literal

    text = literal(value)
    return text if len(text) <= 24 else text[:23] + "…"
