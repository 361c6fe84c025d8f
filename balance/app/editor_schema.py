"""The JSON Schema editors check scenario files with."""

from __future__ import annotations

from typing import Any

from balance.games import registry
from balance.scenario.schema import scenario_schema


def editor_schema(game_id: str | None) -> dict[str, Any]:
    """Schema for scenarios of one game, or without `game_id` for any game (rules are then left open)."""
    ids = [game_id] if game_id else list(registry.known())
    return scenario_schema([registry.find(name) for name in ids])
