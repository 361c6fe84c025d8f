"""What charts and findings read: one arm of a stored run, column by column, so that memory stays flat."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.engine.outcomes import Counts
from balance.engine.run_folder import RunFolder
from balance.engine.seating import labels
from balance.engine.table import Table
from balance.games.contract import Columns, PlayerChoice
from balance.kit.ledger import Ruleset
from balance.stats.blocks import Moments, ratio, sum_blocks
from balance.stats.proportion import share

PIECE = 1 << 15  # games brought to float64 at a time


@dataclass
class ArmData:
    """An arm of a run as a game's charts see it (the contract's `RunData`).

    `replay`: the command that tells one of its games, but for the number.
    """

    arm: str
    table: Table
    folder: RunFolder
    counts: Counts
    tally: Any
    replay: str = "balance replay FILE --game"

    @property
    def ruleset(self) -> Ruleset:
        """The rules of this arm."""
        return self.table.ruleset

    @property
    def seats(self) -> int:
        """Seats at the table."""
        return self.table.ruleset.seats

    @property
    def games(self) -> int:
        """Games played."""
        return self.counts.games

    @property
    def players(self) -> Sequence[PlayerChoice]:
        """Distinct players; `player_1`.. columns are indices into this."""
        return self.table.plan.players

    @property
    def player_labels(self) -> Sequence[str]:
        """A unique name per player."""
        return labels(self.table.plan.players)

    def traced(self, game: int) -> list[tuple[int, ...]]:
        """Trace rows of game number `game`, played again."""
        return self.table.traced(game)[1]

    def columns(self, *names: str) -> Columns:
        """Flat outcome columns of all games in game order; `win:0`.. are the win shares of the seats."""
        stored = self._stored_names(names)
        read = self.folder.read_columns(self.arm, sorted(set(stored.values())))
        return {name: read[stored[name]] for name in names}

    def chunks(self, *names: str) -> Iterator[Columns]:
        """The same, one stored chunk of games at a time: for sums that need no column whole."""
        stored = self._stored_names(names)
        for part in self.folder.arm_parts(self.arm):
            read = self.folder.read_part(part, sorted(set(stored.values())))
            yield {name: read[stored[name]] for name in names}

    def _stored_names(self, names: Sequence[str]) -> dict[str, str]:
        win = next(column.names() for column in self.table.outcome.columns if column.field == "win")
        return {name: win[int(name[4:])] if name.startswith("win:") else name for name in names}

    def share(self, hits: float, n: float) -> tuple[float, float, float]:
        """Estimate and 95 % Wilson interval; (nan, 0, 1) when n = 0."""
        if n <= 0:
            return math.nan, 0.0, 1.0
        found = share(hits, n)
        return found.estimate, found.low, found.high

    def mean(self, values: NDArray[Any]) -> tuple[float, float, float]:
        """Mean of one value per game with its 95 % interval, grouped by independent unit (block or deal)."""
        return self.ratio(values, np.broadcast_to(np.float64(1.0), len(values)))

    def ratio(
        self, numerator: NDArray[Any], denominator: NDArray[Any], *, share: bool = False
    ) -> tuple[float, float, float]:
        """Sum over sum of per-game values with its 95 % interval, grouped by independent unit (block or deal)."""
        if len(numerator) == 0:
            return math.nan, -math.inf, math.inf
        found = ratio(Moments.of(pair_sums(numerator, denominator, self.table.unit_size)), share=share).at()
        return found.estimate, found.low, found.high


def pair_sums(numerator: NDArray[Any], denominator: NDArray[Any], unit_size: int) -> NDArray[np.float64]:
    """Both values summed over each unit, float64[units, 2], a piece of whole units at a time.

    Columns are small numbers (int8, bool, float32), so a float64 copy of all games would be the largest array of a report.
    """
    games, step = len(numerator), max(1, PIECE // unit_size) * unit_size
    sums = np.empty((games // unit_size, 2))
    for first in range(0, games, step):
        piece = slice(first, first + step)
        pairs = np.stack([np.asarray(values[piece], np.float64) for values in (numerator, denominator)], axis=1)
        sums[first // unit_size : (first + step) // unit_size] = sum_blocks(pairs, unit_size)
    return sums
