"""`balance odds`."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from balance.cli import console
from balance.errors import UserError

if TYPE_CHECKING:
    from balance.games.contract import Game, OddsTable


def odds(
    game: Annotated[str, typer.Argument(help="Id of a game.")],
    table: Annotated[str | None, typer.Argument(help="Name of the table; --list shows them.")] = None,
    set_: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="A setting of the table; may be repeated.")
    ] = None,
    list_: Annotated[bool, typer.Option("--list", help="List tables and their settings.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Exact fractions as text beside floats.")] = False,
) -> None:
    """Exact chances of a game's dice and cards: closed forms and enumerations, no simulation.

    Examples:
        balance odds astronuts --list
        balance odds astronuts declaration
        balance odds astronuts declaration --set time_warp=true
        balance odds planet_busters laser --json
    """
    from balance.app.answer_odds import answer_odds, as_json, tables_of

    if list_ or table is None:
        found, tables = tables_of(game)
        list_tables(found, list(tables.values()), json=json)
        return
    answer = answer_odds(game, table, dict(_setting(text) for text in set_ or []))
    if json:
        console.data_json(as_json(answer))
        return
    console.data(f"{answer.table.title} ({answer.table.rules})")
    chosen = ", ".join(f"{name} = {_plain(value)}" for name, value in answer.settings.items())
    if chosen:
        console.data(f"settings: {chosen}")
    console.data("")
    names = [column.name for column in answer.result.columns]
    console.table(names, [[cell_text(cell) for cell in row] for row in answer.result.rows])
    console.data("")
    for column in answer.result.columns:
        console.data(f"{column.name}: {column.meaning} [{column.unit}]")
    if answer.result.note:
        console.data(answer.result.note)


def list_tables(game: Game, tables: list[OddsTable], *, json: bool) -> None:
    """Names, titles and settings of all tables of a game."""
    if json:
        console.data_json({"schema": 1, "game": game.id, "tables": [_table_json(table) for table in tables]})
        return
    for table in tables:
        console.data(f"{table.name}: {table.title} ({table.rules})")
        for name, setting in table.settings.items():
            legal = ", ".join(setting.choices) or (
                f"{setting.range[0]:g} to {setting.range[1]:g}" if setting.range else type(setting.value).__name__
            )
            console.data(f"    --set {name}={_plain(setting.value)}    {setting.meaning} ({legal})")


def _table_json(table: OddsTable) -> dict[str, Any]:
    settings = {
        name: {"default": s.value, "meaning": s.meaning, "choices": list(s.choices), "range": s.range}
        for name, s in table.settings.items()
    }
    return {"name": table.name, "title": table.title, "rules": table.rules, "settings": settings}


def _setting(text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign or not name.strip():
        raise UserError(f"--set wants NAME=VALUE, not {text!r}", hint="for example --set time_warp=true", code="usage")
    return name.strip(), value.strip()


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def cell_text(cell: object) -> str:
    """A cell for the terminal: `28/3 = 9.33333`."""
    if isinstance(cell, Fraction) and cell.denominator != 1:
        exact = str(cell)
        return f"{exact} = {float(cell):.6g}" if len(exact) <= 20 else f"{float(cell):.9g}"
    return f"{cell:.6g}" if isinstance(cell, float) else str(cell)
