"""`balance replay`: one game of a scenario told move by move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from balance.app.compiling import told_compiling
from balance.app.stored_run import open_source
from balance.app.tables import arm_by_id, table_of
from balance.app.watch import Watch
from balance.engine.outcomes import flat_columns
from balance.engine.seating import labels
from balance.engine.table import Table
from balance.errors import UserError, nearest
from balance.games.contract import Line
from balance.scenario.model import Scenario

REPLAY_SCHEMA = 1


@dataclass(frozen=True, slots=True)
class Told:
    """A told game: its lines, its outcome row, who sat where."""

    scenario: Scenario
    arm: str
    game_number: int
    block: int
    seats: tuple[str, ...]
    lines: list[Line]
    outcome: dict[str, Any]


def tell_game(source: str, game_number: int, arm_id: str, settings: dict[str, Any], watch: Watch) -> Told:
    """Play game `game_number` of an arm again, with a trace; raises UserError for a number or arm that is not there."""
    scenario = open_source(source, settings)
    arms = [arm.id for arm in (scenario.baseline, *scenario.variants)]
    if arm_id not in arms:
        close = nearest(arm_id, arms)
        raise UserError(
            f"{scenario.name} has no variant {arm_id!r}",
            hint=(f"did you mean {close!r}? " if close else "") + f"Known: {', '.join(arms)}",
            code="unknown-variant",
        )
    if game_number < 0:
        raise UserError("games are numbered from 0", code="usage")
    table = table_of(scenario, arm_by_id(scenario, arm_id))
    with told_compiling(watch):
        return told(scenario, arm_id, table, game_number)


def told(scenario: Scenario, arm_id: str, table: Table, game_number: int) -> Told:
    """Tell one game of a table."""
    block, seating = divmod(game_number, table.block_size)
    names = labels(table.plan.players)
    seats = tuple(names[player] for player in table.plan.seatings[seating])
    outcome, rows = table.traced(game_number)
    lines = scenario.game.desk.get().narrate(table.ruleset, seats, rows)
    row = outcome.reshape(1) if hasattr(outcome, "reshape") else outcome
    flat = {name: values[0].item() for name, values in flat_columns(row, table.outcome).items()}
    return Told(scenario, arm_id, game_number, block, seats, lines, flat)


def as_json(game: Told) -> dict[str, Any]:
    """The documented shape of `replay --json`."""
    return {
        "schema": REPLAY_SCHEMA, "scenario": game.scenario.name, "variant": game.arm, "game_number": game.game_number,
        "block": game.block, "seats": list(game.seats), "outcome": game.outcome,
        "events": [
            {"step": line.step, "seat": line.seat + 1 if line.seat >= 0 else None, "event": line.event,
             "text": line.text, **dict(line.data)}
            for line in game.lines
        ],
    }  # fmt: skip
