"""`balance odds`: an exact table of a game, no simulation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from balance.errors import InputError, Problem, UserError, nearest
from balance.games import registry
from balance.games.contract import Cell, Game, OddsResult, OddsTable, Setting
from balance.kit.ledger import Entry

ODDS_SCHEMA = 1


@dataclass(frozen=True, slots=True)
class Answer:
    """A table with the settings it was computed for."""

    game: Game
    table: OddsTable
    settings: Mapping[str, Any]
    result: OddsResult


def tables_of(game_id: str) -> tuple[Game, Mapping[str, OddsTable]]:
    """All exact tables of a game."""
    game = registry.find(game_id)
    return game, game.desk.get().odds


def answer_odds(game_id: str, name: str, settings: Mapping[str, str]) -> Answer:
    """Compute table `name`; `settings` are texts as typed. Raises UserError with the nearest name."""
    game, known = tables_of(game_id)
    if name not in known:
        close = nearest(name, known)
        hint = f"did you mean {close!r}? " if close else ""
        raise UserError(
            f"{game_id} has no table {name!r}", hint=f"{hint}Known: {', '.join(known)}", code="unknown-table"
        )
    table = known[name]
    values = read_settings(table, settings)
    try:
        result = table.compute(values)
    except ValueError as error:
        raise UserError(f"{name}: {error}", code="setting") from error
    return Answer(game, table, values, result)


def read_settings(table: OddsTable, texts: Mapping[str, str]) -> dict[str, Any]:
    """Typed and checked settings of a table; raises InputError with every problem."""
    values = {name: setting.value for name, setting in table.settings.items()}
    problems = []
    for name, text in texts.items():
        if name not in table.settings:
            legal = ", ".join(table.settings) or "this table has no settings"
            problems.append(Problem((name,), "unknown setting", legal, nearest(name, table.settings), "unknown-key"))
            continue
        value = _typed(text, table.settings[name])
        problem = _entry(name, table.settings[name]).problem(value, (name,))
        if problem is not None:
            problems.append(problem)
        else:
            values[name] = value
    if problems:
        raise InputError(problems=problems)
    return values


def _entry(name: str, setting: Setting) -> Entry:
    return Entry(name, setting.value, choices=setting.choices, range=setting.range)


def _typed(text: str, setting: Setting) -> Any:
    """`text` as the type of the setting, or unchanged where it is none (the check then says what is wanted)."""
    if isinstance(setting.value, bool):
        return {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}.get(text.lower(), text)
    for kind in (int, float):
        if isinstance(setting.value, kind):
            try:
                return kind(text)
            except ValueError:
                return text
    return text


def as_json(answer: Answer) -> dict[str, Any]:
    """The documented shape of `odds --json`."""
    columns = answer.result.columns
    return {
        "schema": ODDS_SCHEMA, "game": answer.game.id, "table": answer.table.name, "settings": dict(answer.settings),
        "columns": [{"name": c.name, "unit": c.unit, "meaning": c.meaning} for c in columns],
        "rows": [
            {column.name: _json_cell(cell) for column, cell in zip(columns, row, strict=True)}
            for row in answer.result.rows
        ],
    }  # fmt: skip


def _json_cell(cell: Cell) -> Any:
    if isinstance(cell, Fraction):
        return {"exact": str(cell), "value": float(cell)}
    return cell
