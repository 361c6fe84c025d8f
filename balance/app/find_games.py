"""`balance find`: games of a run that match a condition, with the commands that tell them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from balance.app.condition import Condition
from balance.app.reproduce import replay_command
from balance.app.stored_run import scenario_of
from balance.engine.run_folder import RunFolder
from balance.errors import UserError, nearest
from balance.scenario.model import BASELINE


@dataclass(frozen=True, slots=True)
class FoundGames:
    """`matches` of `games` match; `numbers` are the first of them, `columns` their values of the columns asked about."""

    games: int
    matches: int
    numbers: list[int]
    columns: dict[str, list[float]]
    replay: str


def find_games(path: Path, where: str, limit: int, arm: str = BASELINE) -> FoundGames:
    """Search a stored run; raises UserError for an unknown column, arm or a condition that cannot be read."""
    folder = RunFolder.read(path)
    arms = sorted({part.arm for part in folder.parts})
    if arm not in arms:
        close = nearest(arm, arms)
        raise UserError(
            f"the run has no arm {arm!r}",
            hint=f"did you mean {close!r}? Known: {', '.join(arms)}",
            code="unknown-variant",
        )
    spec = scenario_of(folder).game.outcome.get()
    known = [name for column in spec.columns for name in column.names()] + ["game", "block", "seating"]
    condition = Condition(where, known)
    games = matches = 0
    numbers: list[int] = []
    values: dict[str, list[float]] = {name: [] for name in condition.names}
    for part in folder.arm_parts(arm):
        columns = folder.read_part(part, condition.names)
        hits = np.flatnonzero(condition.holds(columns))
        games += part.chunk.games
        matches += len(hits)
        kept = hits[: max(0, limit - len(numbers))]
        numbers += [part.chunk.first + int(hit) for hit in kept]
        for name in condition.names:
            values[name] += [columns[name][hit].item() for hit in kept]
    return FoundGames(games, matches, numbers, values, replay_command(folder, arm))
