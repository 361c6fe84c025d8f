"""Phase 3, boarding parties, and the second moves of a Move, Combat, Move card (RA-18, RA-30, RA-62, RA-67)."""

from __future__ import annotations

import numpy as np

from balance.games.red_alert.events import E_BOARD, E_IMPULSE, MOVE_FIRST, MOVE_SECOND
from balance.games.red_alert.kernel.board import first_reach, move, reach, touching
from balance.games.red_alert.kernel.hands import choose, pay, use_combat_card
from balance.games.red_alert.kernel.record import DICE, DIE, MOVED, ORDERED, PLAIN, TWO, YES
from balance.games.red_alert.kernel.sight import sees
from balance.games.red_alert.policies.fire import boarding
from balance.games.red_alert.policies.moves import (
    base_steps,
    boost,
    can_move,
    impulse_payable,
    next_mover,
    random_hex,
    random_waiting,
    second_entry,
    second_hex,
    slipstream_row,
)
from balance.games.red_alert.policies.values import RANDOM_LEGAL, look_around
from balance.kit.jit import helper, kernel
from balance.kit.streams import below
from balance.kit.trace import emit


@helper
def impulse(rules, state, row, trace, side, u):
    """Pay one full impulse for unit u (RA-30). Writes `state`, `row`."""
    pay(state, row, side, rules.full_impulse_cost)
    state.u_impulse[u] += 1
    emit(trace, E_IMPULSE, side, u, rules.full_impulse_cost, state.stars[side])


@helper
def _random_impulses(rules, state, row, trace, side, u):
    """Random players take each legal, payable full impulse with chance 1/2, until a no."""
    while impulse_payable(rules, state, side, u) == 1 and choose(state, side, TWO) == 1:
        impulse(rules, state, row, trace, side, u)
    return state.u_impulse[u] * rules.full_impulse_hexes


@helper
def _random_first_move(rules, state, row, trace, side, u):
    """First move of a random player's unit: impulses, slipstream, any legal hex (README, D5)."""
    if can_move(rules, state, u) == 0:
        return
    steps = base_steps(rules, state, u) + _random_impulses(rules, state, row, trace, side, u)
    r = slipstream_row(rules, state, side)
    if r >= 0 and choose(state, side, TWO) == 1:
        use_combat_card(rules, state, row, trace, side, r)
        steps += rules.combat_move_bonus[r]
    a, b, c = first_reach(rules, state, u, state.u_mark[u], steps, YES)
    move(rules, state, row, trace, u, random_hex(state, side, a, b, c), MOVE_FIRST)


@kernel
def movement_phase(rules, players, state, row, trace):
    """Phase 3: ordered units move one after another (RA-18, D5)."""
    side = state.active
    me = players[state.player[side]]
    while True:
        random = me.policy == RANDOM_LEGAL
        u = random_waiting(rules, state, side) if random else next_mover(rules, me, state, side)
        if u < 0:
            break
        state.u_flag[u] |= MOVED
        if random:
            _random_first_move(rules, state, row, trace, side, u)
            continue
        how = boost(rules, me, state, side, u) if can_move(rules, state, u) == 1 else 0
        if how >= 2:
            use_combat_card(rules, state, row, trace, side, how - 2)
        while how == 1:
            impulse(rules, state, row, trace, side, u)
            how = boost(rules, me, state, side, u)
        move(rules, state, row, trace, u, state.plan_hex[PLAIN, u], MOVE_FIRST)
    count_blocked_shots(rules, state, row, side)


@helper
def count_blocked_shots(rules, state, row, side):
    """Targets in range but out of sight, per ordered unit without an adjacent enemy. Writes `row`."""
    foe = 1 - side
    for u in range(16 * side, 16 * side + rules.n_units[side]):
        if state.u_hex[u] < 0 or (state.u_flag[u] & ORDERED) == 0 or touching(rules, state, u) == 1:
            continue
        here, most = state.u_hex[u], rules.type_range[state.u_type[u]]
        for e in range(16 * foe, 16 * foe + rules.n_units[foe]):
            there = state.u_hex[e]
            if there >= 0 and np.int64(rules.distance[here, there]) <= most:
                row.los_blocked_shots[side] += 1 - sees(rules, state, u, here, there)


@kernel
def boarding_party(rules, players, state, row, tally, trace, side):
    """A side may send a boarding party (RA-62, D14)."""
    if rules.combat_cards_enabled == 0 or state.combat_hand_n[side] == 0:
        return
    r, u, e = boarding(rules, players[state.player[side]], state, side)
    if r < 0:
        return
    use_combat_card(rules, state, row, trace, side, r)
    own, other = 3 + state.u_figs[u], 3 + state.u_figs[e]
    stars, enemy_stars = _stars(state, side, own), _stars(state, 1 - side, other)
    won = 1 if stars > enemy_stars else 0
    tally.boarding[own, other, 0] += 1
    tally.boarding[own, other, 1] += won
    emit(trace, E_BOARD, side, u, e, stars, enemy_stars, won)
    if won == 1:
        state.u_figs[u] += 1
        state.u_figs[e] -= 1
        row.cb_success[side, rules.combat_slot[r]] += 1


@helper
def _stars(state, side, n):
    """Star faces of n dice of a side; no tokens (RA-62)."""
    stars = 0
    for _ in range(n):
        stars += 1 if below(state.streams, DICE + side, DIE) == 4 else 0
    return stars


@kernel
def second_moves(rules, players, state, row, trace):
    """Second moves of all surviving ordered units, full allowance again (RA-67, RA-42, D12)."""
    side = state.active
    me = players[state.player[side]]
    random = me.policy == RANDOM_LEGAL
    if not random:
        look_around(state, side)
    for u in range(16 * side, 16 * side + rules.n_units[side]):
        state.u_flag[u] &= ~MOVED
    for i in range(16 * side, 16 * side + rules.n_units[side]):
        u = random_waiting(rules, state, side) if random else i
        if u < 0:
            return
        if state.u_hex[u] < 0 or (state.u_flag[u] & ORDERED) == 0:
            continue
        state.u_flag[u] |= MOVED
        if not random:
            move(rules, state, row, trace, u, second_hex(rules, me, state, u), MOVE_SECOND)
        elif can_move(rules, state, u) == 1:
            steps = base_steps(rules, state, u)
            before = state.u_impulse[u]
            steps += _random_impulses(rules, state, row, trace, side, u) - before * rules.full_impulse_hexes
            a, b, c = reach(rules, state, u, steps, second_entry(rules, state, u))
            move(rules, state, row, trace, u, random_hex(state, side, a, b, c), MOVE_SECOND)
