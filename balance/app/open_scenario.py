"""From what a user typed to a checked scenario."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from balance.games import registry
from balance.games.contract import Game, PlayerChoice
from balance.scenario.find import find_scenario
from balance.scenario.load import load_scenario, load_text
from balance.scenario.model import Scenario


def open_scenario(text: str, settings: Mapping[str, Any] | None = None) -> Scenario:
    """Load the scenario `text` names (shipped name or path); raises UserError with every mistake located.

    `settings` are dotted keys set from outside, e.g. {"run.games": 1000}.
    """
    found = find_scenario(text)
    return load_scenario(found.path, registry.find, metric_names, found.name if found.shipped else "", settings)


def reopen(text: str, name: str, settings: Mapping[str, Any], files: Mapping[str, str]) -> Scenario:
    """Load a scenario from what a run folder keeps: its text, the settings of the run, the files it names."""
    return load_text(text, registry.find, metric_names, name, None, settings, files=files)


def metric_names(game: Game, seats: int, players: Sequence[PlayerChoice], seating: str) -> Sequence[str]:
    """Names of the metrics a band may ask for."""
    from balance.engine.metrics import all_metrics
    from balance.engine.seating import labels, seat_plan

    plan = seat_plan(players, seats, seating)
    return [metric.name for metric in all_metrics(game, seats, labels(plan.players))]
