"""Arms made on the fly: the same scenario with some values set otherwise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from balance.app.open_scenario import open_scenario
from balance.errors import UserError
from balance.scenario.model import Arm, Scenario

ARMS_LIMIT = 200  # more than the values worth trying of any game's assumed numbers


@dataclass(frozen=True, slots=True)
class Change:
    """An arm to make: `settings` are dotted keys over those of the scenario."""

    id: str
    title: str
    settings: Mapping[str, Any]
    source: str = ""


def with_arms(source: str, settings: Mapping[str, Any], changes: Sequence[Change]) -> Scenario:
    """The scenario with one variant per change in place of its own; every change is checked like the file itself."""
    if len(changes) > ARMS_LIMIT:
        raise UserError(f"{len(changes)} arms at once are too many", hint=f"at most {ARMS_LIMIT}", code="usage")
    base = open_scenario(source, settings)
    arms = tuple(arm_of(source, settings, change) for change in changes)
    return replace(base, variants=arms)


def arm_of(source: str, settings: Mapping[str, Any], change: Change) -> Arm:
    """One arm: the baseline of the scenario under the change."""
    loaded = open_scenario(source, {**settings, **change.settings})
    return replace(loaded.baseline, id=change.id, title=change.title, source=change.source)
