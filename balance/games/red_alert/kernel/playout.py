"""The turn loop and the compiled entry points of Red Alert."""

from __future__ import annotations

import numpy as np

from balance.games.contract import CAPPED, Kernels
from balance.games.red_alert.events import E_END
from balance.games.red_alert.kernel.combat import combat_phase
from balance.games.red_alert.kernel.movement import boarding_party, movement_phase, second_moves
from balance.games.red_alert.kernel.orders import command_phase
from balance.games.red_alert.kernel.record import new_state
from balance.games.red_alert.kernel.turn import end_turn, set_up, start_turn
from balance.games.red_alert.state import END_CAP, new_outcomes
from balance.kit.jit import helper, kernel
from balance.kit.trace import emit


@helper
def write_end(rules, state, row, trace):
    """Final position into `row` (RA-83, RA-84)."""
    row.turns = state.turn
    if state.over == 1:
        row.winner, row.end_reason = state.winner, state.reason
        row.win[state.winner] = 1
    else:
        row.ending, row.winner, row.end_reason = CAPPED, -1, END_CAP
    for side in range(2):
        row.vp[side], row.elim[side], row.obj_vp[side] = state.vp[side], state.elim[side], state.obj_vp[side]
    emit(trace, E_END, row.winner, row.end_reason, state.turn, state.vp[0], state.vp[1])


@kernel
def _play(rules, players, seatings, luck, first, last, outcomes, tally, trace, state, mirror):
    """Games first..last-1 into the zeroed outcomes[0..] (RA-14 .. RA-20, RA-84); `state` is scratch.

    One function with the game and turn loops: every further level of calls would be optimised once more.
    """
    n = seatings.shape[0]
    for g in range(first, last):
        row = outcomes[g - first]
        set_up(rules, players, state, row, tally, trace, seatings[g % n], luck, g // n, mirror)
        while state.over == 0 and state.turn < rules.max_turns:
            side = state.active
            start_turn(rules, state, row, trace)
            if state.over == 1:
                break
            if command_phase(rules, players, state, row, trace) == 1:
                movement_phase(rules, players, state, row, trace)
                for k in range(2):  # the active side is asked first (RA-62)
                    boarding_party(rules, players, state, row, tally, trace, side ^ k)
                combat_phase(rules, players, state, row, tally, trace)
                if state.over == 1:
                    break
                if rules.command_move_combat_move[state.card] == 1:
                    second_moves(rules, players, state, row, trace)
            else:
                row.turns_without_order[side] += 1
            end_turn(rules, players, state, row, trace)
            state.active = 1 - side
        write_end(rules, state, row, trace)


def play_range(rules, players, seatings, luck, first, last, outcomes, tally):
    """Play games first..last-1 into outcomes[0..] (see contract.Kernels); the compiled part holds no lock."""
    outcomes.view(np.ndarray).view(np.uint8)[...] = 0
    _play(rules, players, seatings, luck, first, last, outcomes, tally, None, new_state(), 0)


def play_one(rules, players, seating, luck, block, outcome, tally, trace, state=None, mirror=0):
    """Play block `block` under `seating` into the record `outcome`; writes rows of `trace` unless it is None.

    `state` and `mirror` serve tests: a state record to look at afterwards, and play with the sides' luck exchanged.
    """
    rows = new_outcomes(1)
    state = new_state() if state is None else state
    _play(rules, players, seating.reshape(1, -1), luck, block, block + 1, rows, tally, trace, state, mirror)
    for name in rows.dtype.names:
        outcome[name] = rows[0][name]


KERNELS = Kernels(play_range=play_range, play_one=play_one)
