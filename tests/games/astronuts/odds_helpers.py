"""Compute an odds table with some settings changed, and read a column of it."""

from __future__ import annotations

from typing import Any

from balance.games.astronuts.odds import ODDS
from balance.games.contract import OddsResult


def table(name: str, **changes: Any) -> OddsResult:
    """Compute a table with its defaults and some changes."""
    wanted = ODDS[name]
    unknown = set(changes) - set(wanted.settings)
    assert not unknown
    return wanted.compute({key: changes.get(key, setting.value) for key, setting in wanted.settings.items()})


def cells(result: OddsResult, column: str) -> list[Any]:
    """One column of a table."""
    index = [c.name for c in result.columns].index(column)
    return [row[index] for row in result.rows]
