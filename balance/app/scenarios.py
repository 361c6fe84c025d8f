"""Checking scenario files, and the list of shipped ones."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from balance.app.open_scenario import open_scenario
from balance.errors import UserError
from balance.games import registry
from balance.scenario.find import shipped
from balance.scenario.model import Scenario


@dataclass(frozen=True, slots=True)
class Checked:
    """What checking one file gave: a scenario, or the error with everything wrong in it."""

    name: str
    scenario: Scenario | None = None
    error: UserError | None = None


def check_scenarios(names: Sequence[str]) -> list[Checked]:
    """Check several scenarios; a bad one does not stop the others."""
    return [_check(name) for name in names]


def _check(name: str) -> Checked:
    try:
        return Checked(name, scenario=open_scenario(name))
    except UserError as error:
        return Checked(name, error=error)


def list_scenarios(game_id: str | None = None) -> list[dict[str, str]]:
    """Shipped scenarios (of one game) with title and question; their content is not checked."""
    if game_id is not None:
        registry.find(game_id)
    return [
        {"name": name, **_headline(path), "path": str(path)}
        for name, path in shipped().items()
        if game_id is None or name.startswith(f"{game_id}/")
    ]


def _headline(path: Path) -> dict[str, str]:
    tree = tomllib.loads(path.read_text(encoding="utf-8"))
    return {"title": str(tree.get("title", path.stem)), "question": str(tree.get("question", ""))}
