"""A game played phase by phase by the kernels themselves, so that a test can look between two phases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from balance.games.contract import PlayerChoice
from balance.games.red_alert import state as st
from balance.games.red_alert.kernel.combat import combat_phase
from balance.games.red_alert.kernel.movement import boarding_party, movement_phase, second_moves
from balance.games.red_alert.kernel.orders import command_phase
from balance.games.red_alert.kernel.record import new_state
from balance.games.red_alert.kernel.turn import end_turn, set_up, start_turn
from balance.games.red_alert.ruleset import load_players, load_ruleset
from balance.kit.streams import new_luck
from balance.kit.trace import new_trace


class Game:
    """One game: `phases` plays it and names each phase after it has ended. The loop of `kernel.playout`, result left out."""

    def __init__(
        self, policies: Sequence[str], block: int, rules: Mapping[str, Any] | None = None,
        setup: Mapping[str, Any] | None = None, seed: int = 5,
    ) -> None:  # fmt: skip
        self.ruleset = load_ruleset(rules or {}, setup or {})
        self.rules = self.ruleset.record
        self.players = load_players(self.ruleset, [PlayerChoice(policy) for policy in policies])
        self.seating = np.array([0, len(policies) - 1], np.int8)
        self.block, self.luck = block, new_luck(seed)
        self.state, self.row, self.tally = new_state(), st.new_outcomes(1)[0], st.new_tally()
        self.trace = new_trace()
        self.card_out = False  # a command card is on the table, in no hand and no pile

    def phases(self) -> Iterator[str]:
        rules, players, state, row, tally, trace = (
            self.rules, self.players, self.state, self.row, self.tally, self.trace,
        )  # fmt: skip
        set_up(rules, players, state, row, tally, trace, self.seating, self.luck, self.block, 0)
        yield "set-up"
        while state.over == 0 and state.turn < rules.max_turns:
            side = int(state.active)
            start_turn(rules, state, row, trace)
            yield "start"
            if state.over == 1:
                break
            ordered = command_phase(rules, players, state, row, trace)
            self.card_out = int(state.card) >= 0
            yield "command"
            if ordered == 1:
                movement_phase(rules, players, state, row, trace)
                yield "movement"
                for k in range(2):
                    boarding_party(rules, players, state, row, tally, trace, side ^ k)
                    yield "boarding"
                combat_phase(rules, players, state, row, tally, trace)
                yield "combat"
                if state.over == 1:
                    break
                if rules.command_move_combat_move[state.card] == 1:
                    second_moves(rules, players, state, row, trace)
                    yield "second moves"
            else:
                row.turns_without_order[side] += 1
            end_turn(rules, players, state, row, trace)
            self.card_out = False
            yield "end"
            state.active = 1 - side
