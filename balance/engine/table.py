"""A table ready to play: one arm's rules, players and seatings as the kernel wants them, and the rows it gives back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.engine.seating import SeatPlan
from balance.games.contract import Game, OutcomeSpec
from balance.kit.ledger import Ruleset

LARGE_TRACE = 1 << 20


@dataclass(frozen=True)
class Table:
    """Everything `play_range` needs for one arm. `players` and `luck` are records in the kernel's own layout."""

    game: Game
    ruleset: Ruleset
    plan: SeatPlan
    players: Any
    luck: Any
    outcome: OutcomeSpec
    plays_per_deal: int = 1

    @property
    def block_size(self) -> int:
        """Games per block."""
        return self.plan.block_size

    @property
    def unit_size(self) -> int:
        """Games per independent unit: a block, or in a nested design all blocks that share a deal."""
        return self.plan.block_size * self.plays_per_deal

    def play(self, first: int, last: int) -> tuple[Any, Any]:
        """Play games first..last-1: (outcome recarray, tally record)."""
        rows = np.zeros(last - first, self.outcome.dtype).view(np.recarray)
        tally = np.zeros(1, self.outcome.tally).view(np.recarray)[0]
        play_range = self.game.kernels.get().play_range
        play_range(self.ruleset.record, self.players, self.plan.seatings, self.luck, first, last, rows, tally)
        return rows, tally

    def play_one(self, game_number: int, trace: Any) -> tuple[Any, Any]:
        """Play one game, recording into `trace` (a trace record or None): (outcome record, tally record)."""
        block, seating = divmod(game_number, self.block_size)
        outcome = np.zeros(1, self.outcome.dtype).view(np.recarray)[0]
        tally = np.zeros(1, self.outcome.tally).view(np.recarray)[0]
        play_one = self.game.kernels.get().play_one
        play_one(
            self.ruleset.record, self.players, self.plan.seatings[seating], self.luck, block, outcome, tally, trace
        )
        return outcome, tally

    def traced(self, game_number: int) -> tuple[Any, list[tuple[int, ...]]]:
        """Outcome record and trace rows of one game; an unusually long game is traced again with more room."""
        from balance.kit.trace import new_trace, trace_rows

        trace = new_trace()
        outcome, _ = self.play_one(game_number, trace)
        try:
            return outcome, trace_rows(trace)
        except OverflowError:
            trace = new_trace(LARGE_TRACE)
            outcome, _ = self.play_one(game_number, trace)
            return outcome, trace_rows(trace)


def lay_table(game: Game, ruleset: Ruleset, plan: SeatPlan, seed: int, plays_per_deal: int = 1) -> Table:
    """Put rules, players and luck into records. `plays_per_deal` blocks share each deal."""
    from balance.kit.streams import new_luck  # imports numba

    players = game.load_players.get()(ruleset, plan.players)
    luck = new_luck(seed, deal=plays_per_deal)
    return Table(game, ruleset, plan, players, luck, game.outcome.get(), plays_per_deal)


def add_tallies(total: NDArray[Any] | Any, part: Any) -> None:
    """Add the counters of `part` to `total` in place (both records of one tally dtype)."""
    for name in total.dtype.names or ():
        total[name] += part[name]
