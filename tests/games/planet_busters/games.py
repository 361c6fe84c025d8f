"""Small runs for tests: rows of some games under some rules."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.games.contract import PlayerChoice
from balance.games.planet_busters import state as s
from balance.games.planet_busters.kernel.playout import play_one, play_range
from balance.games.planet_busters.ruleset import load_players, load_ruleset
from balance.kit.ledger import Ruleset
from balance.kit.streams import new_luck
from balance.kit.trace import new_trace, trace_rows


class Run:
    """Rows and tally of games 0..n-1, players rotated."""

    def __init__(self, rules: Mapping[str, Any] | None = None, policies: Sequence[str] = ("greedy", "greedy"),
                 games: int = 60, weights: Mapping[str, Any] | None = None, seed: int = 11) -> None:  # fmt: skip
        self.ruleset: Ruleset = load_ruleset(rules or {}, {}, len(policies))
        self.players = load_players(self.ruleset, [PlayerChoice(name, weights or {}) for name in policies])
        n = len(policies)
        self.seatings = np.array([[(i + j) % n for j in range(n)] for i in range(n)], np.int8)
        self.luck = new_luck(seed)
        self.rows = np.zeros(games, s.OUTCOME_DTYPE).view(np.recarray)
        self.tally = np.zeros(1, s.TALLY).view(np.recarray)[0]
        play_range(self.ruleset.record, self.players, self.seatings, self.luck, 0, games, self.rows, self.tally)

    def column(self, name: str) -> NDArray[Any]:
        """A flat outcome column (of all games)."""
        for column in s.OUTCOME.columns:
            if name in column.names():
                flat = np.asarray(self.rows[column.field]).reshape(len(self.rows), -1)
                values: NDArray[Any] = flat[:, column.names().index(name)]
                return values
        raise KeyError(name)

    def total(self, name: str) -> int:
        """Sum of a column over all games."""
        return int(self.column(name).sum())

    def digest(self) -> str:
        """Digest of all rows."""
        return hashlib.blake2b(self.rows.tobytes(), digest_size=12).hexdigest()

    def told(self, game: int) -> tuple[Any, list[tuple[int, ...]]]:
        """Row and trace of one game, played alone."""
        row = np.zeros(1, s.OUTCOME_DTYPE).view(np.recarray)[0]
        tally = np.zeros(1, s.TALLY).view(np.recarray)[0]
        trace = new_trace()
        n = len(self.seatings)
        play_one(self.ruleset.record, self.players, self.seatings[game % n], self.luck, game // n, row, tally, trace)
        return row, trace_rows(trace)
