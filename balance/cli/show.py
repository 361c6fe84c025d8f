"""`balance show`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from balance.cli import console

Game = Annotated[str, typer.Argument(metavar="GAME", help="Id of the game; a scenario with --map.", show_default=False)]
Keys = Annotated[
    list[str] | None,
    typer.Argument(metavar="KEY", help="Only these keys or groups of keys, in full.", show_default=False),
]
Status = Annotated[
    list[str] | None,
    typer.Option(help="Only numbers of this status: printed, erratum, inferred, external, assumed.", metavar="STATUS"),
]
Map = Annotated[bool, typer.Option("--map", help="Draw the map with its starting forces as a picture instead.")]
Out = Annotated[Path | None, typer.Option("--out", help="File of the picture.", metavar="FILE", show_default=False)]
Columns = Annotated[bool, typer.Option("--columns", help="List the columns of the outcome record instead.")]
Json = Annotated[bool, typer.Option("--json", help="Answer as JSON.", rich_help_panel="Output")]


def show(
    game: Game,
    key: Keys = None,
    status: Status = None,
    map_: Map = False,
    out: Out = None,
    columns: Columns = False,
    json: Json = False,
) -> None:
    """Print a game's numbers and readings of unclear rules, each with where it comes from; or its map, or its columns.

    Examples:
        balance show astronuts
        balance show astronuts --status assumed
        balance show astronuts goal_end
        balance show astronuts --columns
        balance show red_alert --map
        balance show my-battle.toml --map --out battle.svg
        balance show astronuts --json
    """
    _refuse_mixed(bool(map_), bool(columns), bool(key or status), out)
    if map_:
        _show_map(game, out, json)
    elif columns:
        _show_columns(game, json)
    else:
        _show_rules(game, key or (), status or (), json)


def _refuse_mixed(map_: bool, columns: bool, rules: bool, out: Path | None) -> None:
    """Nothing a user asks for is quietly left out."""
    from balance.errors import UserError

    if map_ + columns + rules > 1:
        raise UserError(
            "the map, the columns and the rules are shown one at a time",
            hint="give --map, or --columns, or keys and --status",
            code="usage",
        )
    if out is not None and not map_:
        raise UserError("--out names the file of a map", hint="add --map", code="usage")


def _show_map(source: str, out: Path | None, json: bool) -> None:
    from balance.app.show_map import show_map

    path, text = show_map(source, out)
    if json:
        console.data_json({"schema": 1, "map": str(path), "text": text})
        return
    console.note(text)
    console.data(str(path))


def _show_columns(game: str, json: bool) -> None:
    from balance.app.catalogue import column_rows

    rows = column_rows(game)
    if json:
        console.data_json({"schema": 1, "game": game, "columns": rows})
        return
    console.table(("column", "unit", "meaning"), [(r["column"], r["unit"], r["meaning"]) for r in rows])


def _show_rules(game: str, key: Sequence[str], status: Sequence[str], json: bool) -> None:
    from balance.app.catalogue import ledger_rows, status_counts

    rows = ledger_rows(game, key, status)
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
