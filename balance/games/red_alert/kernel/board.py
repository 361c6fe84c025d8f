"""Units on the mat: where they stand, which hexes a move can reach (RA-04, RA-30 .. RA-42)."""

from __future__ import annotations

import numpy as np

from balance.games.red_alert.events import E_MOVE, MOVE_PURSUIT, MOVE_RETIRE
from balance.games.red_alert.kernel.record import GROUP_MOVED, NO, NO_COMBAT, NONE, YES
from balance.games.red_alert.kernel.sight import dice_at, pays
from balance.kit.hexes import WORD_BITS
from balance.kit.hexsets import FULL, grow
from balance.kit.jit import helper, kernel
from balance.kit.trace import emit


@kernel
def lift(state, u):
    """Take unit u off its hex; points held there under `while_held` are lost (RA-80). Writes `state`."""
    h = state.u_hex[u]
    side = u >> 4
    state.hex_unit[h] = -1
    state.occupied[side, h // WORD_BITS] &= ~(1 << (h % WORD_BITS))
    state.u_hex[u] = -1
    held = state.u_held[u]
    if held > 0:
        state.vp[side] -= held
        state.obj_vp[side] -= held
        state.u_held[u] = 0


@kernel
def put(state, u, h):
    """Put unit u, which is off the mat, on the empty hex h. Writes `state`."""
    state.u_hex[u] = h
    state.hex_unit[h] = u
    state.occupied[u >> 4, h // WORD_BITS] |= 1 << (h % WORD_BITS)


@helper
def stays_out_of_combat(rules, cls, start, end):
    """1 if a unit of class `cls` moving from hex `start` to hex `end` may not combat this turn (RA-45), else 0."""
    there = rules.group[end]
    if there < 0 or start == end:
        return 0
    fighter = cls == 0
    if rules.group[start] == there:
        return 1 if rules.same_group_move_battle == 1 and not fighter else 0
    who = rules.planet_combat_after_entry
    if who == 1 or (who == 0 and not fighter):
        return 1
    return 0


@kernel
def move(rules, state, row, trace, u, end, kind):
    """Move unit u to hex `end` (RA-18, RA-45): flags, planet counters. `kind`: first, second, retire, pursuit."""
    start = state.u_hex[u]
    if start == end:
        return
    side = u >> 4
    cls = rules.type_cls[state.u_type[u]]
    lift(state, u)
    put(state, u, end)
    flagged = 0
    if kind != MOVE_RETIRE and rules.group[end] >= 0:
        flagged = stays_out_of_combat(rules, cls, start, end)
        if flagged == 1:
            state.u_flag[u] |= NO_COMBAT
        if rules.group[start] == rules.group[end]:
            if cls != 0:
                row.same_group_moves[side] += 1
                state.u_flag[u] |= GROUP_MOVED
        elif kind == MOVE_PURSUIT:
            row.planet_entries_pursuit[side] += 1
        else:
            row.planet_entries[side] += 1
    emit(trace, E_MOVE, side, u, start, end, kind, flagged)


@helper
def touching(rules, state, u):
    """1 if an enemy unit is adjacent to unit u."""
    h = state.u_hex[u]
    foe = 1 - (u >> 4)
    found = rules.seen_by[h, 1, 0] & state.occupied[foe, 0]
    found |= rules.seen_by[h, 1, 1] & state.occupied[foe, 1]
    found |= rules.seen_by[h, 1, 2] & state.occupied[foe, 2]
    return 1 if found != 0 else 0


@helper
def empty_hexes(state):
    """Hex set of all hexes without a unit."""
    occupied = state.occupied
    return (
        FULL & ~(occupied[0, 0] | occupied[1, 0]),
        FULL & ~(occupied[0, 1] | occupied[1, 1]),
        FULL & ~(occupied[0, 2] | occupied[1, 2]),
    )


@kernel
def reach(rules, state, u, steps, entry):
    """Hex set of all end hexes of a plain move of unit u by up to `steps` hexes, its own hex included (RA-31, RA-40).

    `entry`: 1 if the move may enter planet hexes (first moves; second moves as RA-42 says).
    """
    h = state.u_hex[u]
    a, b, c = rules.seen_by[h, 0, 0], rules.seen_by[h, 0, 1], rules.seen_by[h, 0, 2]
    if steps <= 0:
        return a, b, c
    f0, f1, f2 = empty_hexes(state)
    p0, p1, p2 = f0 & rules.planets[0], f1 & rules.planets[1], f2 & rules.planets[2]
    o0, o1, o2 = f0 & ~p0, f1 & ~p1, f2 & ~p2
    if entry == 1 and rules.planet_enter_start_adjacent == 1:  # RA-40: only hexes adjacent to the start
        p0, p1, p2 = p0 & rules.seen_by[h, 1, 0], p1 & rules.seen_by[h, 1, 1], p2 & rules.seen_by[h, 1, 2]
    g0 = g1 = g2 = 0
    w0 = w1 = w2 = 0
    if entry == 1 and rules.same_group_move_limit == 1 and rules.group[h] >= 0:  # RA-41, ordinary movement
        g0, g1, g2 = rules.same_group[h, 0], rules.same_group[h, 1], rules.same_group[h, 2]
        p0, p1, p2 = p0 & ~g0, p1 & ~g1, p2 & ~g2  # the group is never entered again
        g0, g1, g2 = g0 & f0, g1 & f1, g2 & f2
        w0, w1, w2 = a, b, c
    if entry == 1 and rules.planet_enter_stop == 0:
        o0, o1, o2 = o0 | p0, o1 | p1, o2 | p2
    e0 = e1 = e2 = 0
    within = 1 if (g0 | g1 | g2) != 0 else 0  # moving over empty hexes of the group it started on
    for step in range(steps):
        n0, n1, n2 = grow(a, b, c)
        if within == 1:
            x0, x1, x2 = grow(w0, w1, w2)
            n0, n1, n2 = n0 | x0, n1 | x1, n2 | x2
            w0, w1, w2 = w0 | (x0 & g0), w1 | (x1 & g1), w2 | (x2 & g2)
        if step == 0 or rules.planet_enter_start_adjacent == 0:
            e0, e1, e2 = e0 | n0, e1 | n1, e2 | n2
        a, b, c = a | (n0 & o0), b | (n1 & o1), c | (n2 & o2)
    if entry == 1:
        a, b, c = a | (e0 & p0), b | (e1 & p1), c | (e2 & p2)
    return a | w0, b | w1, c | w2


@helper
def warps(rules, state, u, marks):
    """Hex set a destroyer can warp to (RA-32): `warp_hexes` steps over open space, next to an enemy it could fight."""
    t = state.u_type[u]
    if rules.type_destroyer[t] == 0 or rules.warp_hexes <= 2 or (rules.red_alert_marker_blocks == 1 and marks > 0):
        return 0, 0, 0
    h = state.u_hex[u]
    foe = 1 - (u >> 4)
    t0 = t1 = t2 = 0
    for e in range(16 * foe, 16 * foe + rules.n_units[foe]):
        eh = state.u_hex[e]
        if eh >= 0 and np.int64(rules.distance[h, eh]) <= rules.warp_hexes + 1:
            if dice_at(rules, t, YES, marks, pays(rules, NONE, rules.group[eh], YES)) >= 1:
                t0, t1, t2 = t0 | rules.seen_by[eh, 1, 0], t1 | rules.seen_by[eh, 1, 1], t2 | rules.seen_by[eh, 1, 2]
    if (t0 | t1 | t2) == 0:
        return 0, 0, 0
    o0, o1, o2 = empty_hexes(state)
    o0, o1, o2 = o0 & ~rules.planets[0], o1 & ~rules.planets[1], o2 & ~rules.planets[2]
    a, b, c = rules.seen_by[h, 0, 0], rules.seen_by[h, 0, 1], rules.seen_by[h, 0, 2]
    for _ in range(rules.warp_hexes):
        n0, n1, n2 = grow(a, b, c)
        a, b, c = a | (n0 & o0), b | (n1 & o1), c | (n2 & o2)
    return a & t0 & o0, b & t1 & o1, c & t2 & o2


@kernel
def first_reach(rules, state, u, marks, steps, moves):
    """Hex set of the legal end hexes of a first move; `moves` 0: the card forbids movement (RA-33)."""
    if moves == 0 or (rules.red_alert_marker_blocks == 2 and marks > 0):
        return reach(rules, state, u, NO, YES)
    a, b, c = reach(rules, state, u, steps, YES)
    if rules.type_destroyer[state.u_type[u]] == 1:
        x0, x1, x2 = warps(rules, state, u, marks)
        return a | x0, b | x1, c | x2
    return a, b, c
