"""Scenarios for every verb: find, load, check, list."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from balance.engine.metrics import all_metrics
from balance.engine.seating import labels, seat_plan
from balance.errors import UserError
from balance.games import registry
from balance.games.contract import Game, PlayerChoice
from balance.scenario.find import find_scenario, shipped
from balance.scenario.load import load_scenario
from balance.scenario.model import Scenario


@dataclass(frozen=True, slots=True)
class Checked:
    """What checking one file gave: a scenario, or the error with everything wrong in it."""

    name: str
    scenario: Scenario | None = None
    error: UserError | None = None


def open_scenario(text: str, settings: Mapping[str, Any] | None = None) -> Scenario:
    """The scenario `text` names (shipped name or path), checked; `settings` are dotted keys that replace the file's.

    Raises UserError with the nearest name, or with all mistakes of the file.
    """
    found = find_scenario(text)
    return load_scenario(found.path, registry.find, metric_names, found.name, settings)


def check_scenarios(names: Sequence[str]) -> list[Checked]:
    """Check several scenarios; a bad one does not stop the others."""
    return [_check(name) for name in names]


def _check(name: str) -> Checked:
    try:
        return Checked(name, scenario=open_scenario(name))
    except UserError as error:
        return Checked(name, error=error)


def metric_names(game: Game, seats: int, players: Sequence[PlayerChoice], seating: str) -> list[str]:
    """Names of all metrics a band of this table may ask for."""
    contenders = labels(seat_plan(players, seats, seating).players)
    return [metric.name for metric in all_metrics(game, seats, contenders)]


def list_scenarios(game_id: str | None = None) -> list[dict[str, str]]:
    """Shipped scenarios (of one game) with title and question; their content is not checked."""
    return [
        {"name": name, **_headline(path), "path": str(path)}
        for name, path in shipped().items()
        if game_id is None or name.startswith(f"{game_id}/")
    ]


def _headline(path: Path) -> dict[str, str]:
    tree = tomllib.loads(path.read_text(encoding="utf-8"))
    return {"title": str(tree.get("title", path.stem)), "question": str(tree.get("question", ""))}
