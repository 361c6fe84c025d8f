"""The turn loop and the compiled entry points of Red Alert."""

from __future__ import annotations

import numpy as np

from balance.games.contract import CAPPED, Kernels
from balance.games.red_alert.kernel.combat import combat_phase
from balance.games.red_alert.kernel.movement import boarding_party, movement_phase, second_moves
from balance.games.red_alert.kernel.orders import command_phase
from balance.games.red_alert.kernel.record import E_END, new_state
from balance.games.red_alert.kernel.turn import end_turn, set_up, start_turn
from balance.games.red_alert.state import END_CAP
from balance.kit.jit import kernel
from balance.kit.trace import emit


@kernel
def play_turn(rules, players, state, row, tally, trace):
    """One turn of the active side (RA-14 .. RA-20); stops where the game ends."""
    side = state.active
    start_turn(rules, state, row, trace)
    if state.over == 1:
        return
    ordered = command_phase(rules, players, state, row, trace)
    card = state.card
    if ordered == 1:
        movement_phase(rules, players, state, row, trace)
        boarding_party(rules, players, state, row, tally, trace, side)
        boarding_party(rules, players, state, row, tally, trace, 1 - side)
        combat_phase(rules, players, state, row, tally, trace)
        if state.over == 1:
            return
        if rules.command_move_combat_move[card] == 1:
            second_moves(rules, players, state, row, trace)
    else:
        row.turns_without_order[side] += 1
    draw_two = rules.command_draw_two[card] if card >= 0 else 0
    end_turn(rules, players, state, row, trace, card, draw_two)


@kernel
def play_game(rules, players, seating, luck, block, row, tally, trace, state, mirror):
    """One game into `row`, which must hold zeros; `state` is scratch."""
    set_up(rules, players, state, row, tally, trace, seating, luck, block, mirror)
    while state.over == 0 and state.turn < rules.max_turns:
        play_turn(rules, players, state, row, tally, trace)
        state.active = 1 - state.active
    write_end(rules, state, row, trace)


@kernel
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
def _play_range(rules, players, seatings, luck, first, last, outcomes, tally, state):
    n = seatings.shape[0]
    for g in range(first, last):
        play_game(rules, players, seatings[g % n], luck, g // n, outcomes[g - first], tally, None, state, 0)


def play_range(rules, players, seatings, luck, first, last, outcomes, tally):
    """Play games first..last-1 into outcomes[0..] (see contract.Kernels); the compiled part holds no lock."""
    outcomes.view(np.ndarray).view(np.uint8)[...] = 0
    _play_range(rules, players, seatings, luck, first, last, outcomes, tally, new_state())


def play_one(rules, players, seating, luck, block, outcome, tally, trace, state=None, mirror=0):
    """Play block `block` under `seating` into the record `outcome`; writes rows of `trace` unless it is None.

    `state` and `mirror` serve tests: a state record to look at afterwards, and play with the sides' luck exchanged.
    """
    for name in outcome.dtype.names:
        outcome[name] = 0
    state = new_state() if state is None else state
    play_game(rules, players, seating, luck, block, outcome, tally, trace, state, mirror)


KERNELS = Kernels(play_range=play_range, play_one=play_one)
