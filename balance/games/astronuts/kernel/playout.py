"""Turns, rounds, games (AN-10..AN-18): `play_range` plays a stretch of games, `play_one` one game with a trace."""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.games.astronuts.kernel.actions import dodge, perform
from balance.games.astronuts.kernel.dice import die, note, open_policy_streams, open_turn_streams, use_warp
from balance.games.astronuts.kernel.ending import end_reason, follow_lead, keep_colonies, write_result
from balance.games.astronuts.kernel.fate import land
from balance.games.astronuts.kernel.legal import has_free_founding, is_legal
from balance.games.astronuts.kernel.pieces import clear_ship, replace_last_ship
from balance.games.astronuts.kernel.setup import set_up
from balance.games.astronuts.kernel.table import (
    DECLARE,
    NONE,
    OVER_BY_EXPLORING,
    REROLL,
    ZERO,
    Table,
    has,
    new_cast,
    new_position,
)
from balance.games.astronuts.policies.declare import base_actions, choose_declaration
from balance.games.astronuts.policies.random_legal import choose_uniform
from balance.games.astronuts.policies.scored import choose_scored
from balance.games.astronuts.state import OUTCOME_DTYPE, blank_row
from balance.games.astronuts.words import (
    ENERGY,
    EV_ACTIONS,
    EV_DECLARE,
    EV_ROUND,
    EV_TURN,
    EV_UNUSED,
    MAX_SHIPS,
    STOP,
    WARP,
    WARP_DECLARE,
)
from balance.games.contract import Kernels
from balance.kit.jit import inner, kernel, shared


@shared
def begin_turn(t, seat):
    """Fresh streams, flags and Time Warp; a replacement ship for a seat without one (AN-11, AN-39, AN-46)."""
    g = t.g
    g.seat = seat
    t.out.seat_turns[seat] += 1
    open_turn_streams(t, seat)
    g.refused = 0
    g.granted = 0
    for k in range(MAX_SHIPS):
        clear_ship(t, k)
    g.must = -1
    g.warps[seat] = t.rules.time_warp_uses if has(t, seat, WARP) else 0
    note(t, EV_TURN, seat, g.ships[seat], g.purse[seat], g.colonies[seat], ZERO, ZERO, ZERO)
    if g.ships[seat] == 0:
        replace_last_ship(t, seat)


@shared
def declare(t, seat):
    """Declare a number, roll, and get the actions of the turn (AN-13..AN-17)."""
    g, rules, out = t.g, t.rules, t.out
    declared = choose_declaration(t, seat)
    usable = np.int64(g.warps[seat] > 0 and (rules.warp_scope >> WARP_DECLARE) & 1)
    shown = die(t, DECLARE)
    t.tally.decl_roll[declared - 1, shown - 1] += 1
    note(t, EV_DECLARE, seat, declared, shown, ZERO, ZERO, ZERO, ZERO)
    me = t.cast.player[g.player[seat]]
    if use_warp(t, seat, WARP_DECLARE, shown, me.warp_declare[declared, shown] != 0):
        shown = die(t, REROLL)
    energy = has(t, seat, ENERGY)
    x = base_actions(t, declared, shown) + rules.energy_bonus * energy
    t.tally.x_hist[energy + 2 * usable, declared - 1, x] += 1
    if rules.first_turn_action_cap > 0 and g.round_no == 1 and seat == 0:
        x = min(x, rules.first_turn_action_cap)
    out.decl[seat, declared - 1] += 1
    out.decl_sum[seat] += declared
    out.decl_ok[seat] += np.int64(shown >= declared)
    out.x_sum[seat] += x
    g.a = x + g.carry[seat]
    g.carry[seat] = 0
    note(t, EV_ACTIONS, seat, x, g.a, shown, ZERO, ZERO, ZERO)


@inner
def settle_pending(t, seat):
    """Fate of ships that landed and did not move on (landing_trigger = stop), when the seat has done all it will."""
    found = False
    for k in range(t.rules.ships_per_player):
        if t.g.pending[k] and not t.g.over:
            t.g.pending[k] = 0
            land(t, seat, np.int64(k))
            found = True
    return found


@inner
def act(t, seat):
    """Steps until the seat stops, has no action left, or the game is over (AN-18); at 0 only free foundings go on."""
    g, rules = t.g, t.rules
    steps = np.int64(0)
    while not g.over and not g.failed:
        if g.a <= 0 and not has_free_founding(t, seat):
            if not settle_pending(t, seat):
                return
            continue
        if steps >= rules.turn_step_cap:
            t.out.guard_hits += 1
            return
        steps += 1
        if t.cast.player[g.player[seat]].random:
            choose_uniform(t, seat)
        else:
            choose_scored(t, seat)
        if g.step == STOP:
            if not settle_pending(t, seat):
                return
        elif is_legal(t, seat):
            perform(t, seat)
        else:
            g.failed = 1


@shared
def end_turn(t, seat):
    """Asteroids under a ship that stopped (enter_and_stop), leftover actions, end checks (AN-17, AN-60, AN-73)."""
    g, rules = t.g, t.rules
    if rules.asteroid_roll == 1 and not g.over:
        for k in range(rules.ships_per_player):
            if g.on_rock[k]:
                dodge(t, seat, np.int64(k), rules.asteroid_land_min)
    kept = min(max(g.a, np.int64(0)), rules.carry_over_max)
    t.out.x_unused[seat] += g.a - kept
    g.carry[seat] = kept
    note(t, EV_UNUSED, seat, g.a, kept, ZERO, ZERO, ZERO, ZERO)
    follow_lead(t)
    if g.rich == 0 and rules.explored_end == 1 and not g.over:
        g.over = OVER_BY_EXPLORING


@inner
def begin_round(t):
    """The next round: fresh policy noise."""
    t.g.round_no += 1
    open_policy_streams(t)
    note(t, EV_ROUND, NONE, t.g.round_no, t.g.rich, ZERO, ZERO, ZERO, ZERO)


@kernel
def play_turn(t, seat):
    """One turn of `seat`."""
    begin_turn(t, seat)
    declare(t, seat)
    act(t, seat)
    end_turn(t, seat)


@kernel
def play_games(rules, cast, seatings, luck, first, last, g, blank, outcomes, tally, trace):
    """Games first..last-1 into outcomes[0..] (AN-10): game i is block i // n under seatings[i % n], n = len(seatings).

    `g`: a position record, overwritten; `blank`: the row before play; `trace` holds one game, or is None.
    """
    n = seatings.shape[0]
    for game in range(first, last):
        row = game - first
        outcomes[row] = blank
        t = Table(rules, cast, g, outcomes[row], tally, trace)
        set_up(t, seatings[game % n], luck, np.int64(game // n))
        reason = NONE
        while reason < 0:
            begin_round(t)
            for seat in range(rules.seats):
                play_turn(t, np.int64(seat))
                if g.over or g.failed:
                    break
            keep_colonies(t)
            reason = end_reason(t)
        write_result(t, reason)


def play_range(
    rules: Any, players: Any, seatings: Any, luck: Any, first: int, last: int, outcomes: Any, tally: Any
) -> None:
    """Games first..last-1 into outcomes[0..]; see `contract.Kernels`."""
    g, blank, cast = new_position(), blank_row(int(rules.seats)), new_cast(players)
    play_games(rules, cast, seatings, luck, first, last, g, blank, outcomes, tally, None)


def play_one(
    rules: Any, players: Any, seating: Any, luck: Any, block: int, outcome: Any, tally: Any, trace: Any
) -> None:
    """One game with its trace; see `contract.Kernels`. Writes the same row as `play_range`."""
    g, blank, cast = new_position(), blank_row(int(rules.seats)), new_cast(players)
    row = np.zeros(1, OUTCOME_DTYPE).view(np.recarray)
    seatings = np.ascontiguousarray(seating, np.int8).reshape(1, -1)
    play_games(rules, cast, seatings, luck, block, block + 1, g, blank, row, tally, trace)
    for name in OUTCOME_DTYPE.names or ():
        outcome[name] = row[0][name]


KERNELS = Kernels(play_range=play_range, play_one=play_one)
