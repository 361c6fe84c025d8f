"""Games played turn by turn with a trace: what lay on the table before, what was told, what lies there after."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from balance.games.contract import PlayerChoice
from balance.games.planet_busters import state as s
from balance.games.planet_busters.kernel import playout
from balance.games.planet_busters.kernel.table import STATE, bench
from balance.games.planet_busters.ruleset import load_players, load_ruleset
from balance.kit.streams import new_luck
from balance.kit.trace import new_trace, trace_rows


@dataclass(frozen=True)
class Turn:
    """One player-turn: the state before and after it, and its trace rows (event, seat, values)."""

    before: Any
    after: Any
    rows: list[tuple[int, ...]]
    rules: Any
    players: Any

    @property
    def seat(self) -> int:
        """Who moves."""
        return int(self.after.seat)


def told_turns(rules: Mapping[str, Any], policies: Sequence[str], seed: int) -> Iterator[Turn]:
    """All turns of block 0 of `seed`; the states are the live table and a copy of it as it was."""
    record = load_ruleset(rules, {}, len(policies)).record
    players = bench(load_players(load_ruleset(rules, {}, len(policies)), [PlayerChoice(name) for name in policies]))
    tally = np.zeros(1, s.TALLY).view(np.recarray)[0]
    table = np.zeros(1, STATE).view(np.recarray)
    trace = new_trace(8192)
    playout.set_up(table[0], record, players, np.arange(len(policies), dtype=np.int8), new_luck(seed), 0, None)
    while not table[0].over:
        before = table.copy()[0]
        trace.n = 0
        playout.player_turn(table[0], record, players, tally, trace)
        yield Turn(before, table[0], trace_rows(trace), record, players)


def played_again(turn: Turn, table: Any) -> list[tuple[int, ...]]:
    """Rows of the same turn played from another `table` (a state, changed in place) with the same luck."""
    trace, tally = new_trace(8192), np.zeros(1, s.TALLY).view(np.recarray)[0]
    playout.player_turn(table, turn.rules, turn.players, tally, trace)
    return trace_rows(trace)


def rings(st: Any) -> list[set[int]]:
    """Pieces in each orbit."""
    return [{int(p) for p in st.ring[seat, : st.ring_n[seat]]} for seat in range(st.seats)]


def worlds(st: Any) -> list[set[int]]:
    """Planets of each Sphere."""
    return [{int(p) for p in st.world[seat, : st.world_n[seat]]} for seat in range(st.seats)]
