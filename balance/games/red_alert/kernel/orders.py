"""Phases 1 and 2: command card, orders, red alert markers (RA-15 .. RA-17)."""

from __future__ import annotations

from balance.games.red_alert.events import E_CARD, E_NO_CARD, E_ORDER, E_UNMARK
from balance.games.red_alert.kernel.hands import discard_command_card, nominal, pay, use_combat_card
from balance.games.red_alert.kernel.record import EXTRA, NO, NONE, ORDERED, PLAIN, YES
from balance.games.red_alert.policies.cards import (
    can_order,
    card_to_play,
    give_orders,
    pays_for_marker,
    team_to_send,
)
from balance.games.red_alert.policies.values import RANDOM_LEGAL, plan
from balance.kit.jit import helper, kernel
from balance.kit.trace import emit


@helper
def unmark(state, row, trace, u, count, cost):
    """Take `count` red alert markers off unit u. Writes `state`, `row`."""
    state.u_mark[u] -= count
    row.markers_removed[u >> 4] += count
    emit(trace, E_UNMARK, u >> 4, u, cost, state.u_mark[u])


@helper
def remove_markers(rules, me, state, row, trace, side, card):
    """Phase 2, markers: the card, a damage control team, stars for ordered units, stars for others (RA-17, D4)."""
    if rules.command_clear_markers[card] == 1:
        for u in range(16 * side, 16 * side + rules.n_units[side]):
            if state.u_mark[u] > 0 and (state.u_flag[u] & ORDERED) != 0:
                unmark(state, row, trace, u, state.u_mark[u], NO)
    marked = 0
    for u in range(16 * side, 16 * side + rules.n_units[side]):
        if state.u_hex[u] >= 0:
            marked += state.u_mark[u]
    if marked == 0:
        return
    r, mask = team_to_send(rules, me, state, side)
    if r >= 0:
        use_combat_card(rules, state, row, trace, side, r)
        for i in range(rules.n_units[side]):
            if (mask >> i) & 1 == 1:
                unmark(state, row, trace, 16 * side + i, state.u_mark[16 * side + i], NO)
    for ordered in range(1, -1, -1):
        cost = rules.remove_marker_cost_ordered if ordered == 1 else rules.remove_marker_cost_other
        for u in range(16 * side, 16 * side + rules.n_units[side]):
            if state.u_hex[u] < 0 or (state.u_flag[u] & ORDERED) != ordered:
                continue
            while state.u_mark[u] > 0 and state.stars[side] >= cost:
                if pays_for_marker(rules, me, state, side, u) == 0:
                    break
                pay(state, row, side, cost)
                unmark(state, row, trace, u, YES, cost)


@kernel
def command_phase(rules, players, state, row, trace):
    """Phases 1 and 2 of the active side. `state.card` = row played or -1; returns 1 if units were ordered (RA-15, RA-16)."""
    side = state.active
    me = players[state.player[side]]
    state.card = -1
    r = card_to_play(rules, me, state, side)
    if r < 0:
        if state.hand_n[side] > 0:  # only reaction cards: discard one
            for r in range(rules.n_commands):
                if state.hand[side, r] > 0:
                    state.hand[side, r] -= 1
                    state.hand_n[side] -= 1
                    discard_command_card(state, r)
                    emit(trace, E_NO_CARD, side, r)
                    break
        else:
            emit(trace, E_NO_CARD, side, NONE)
        return 0
    state.hand[side, r] -= 1
    state.hand_n[side] -= 1
    state.card = r
    row.cmd_played[side, rules.command_slot[r]] += 1
    orders = nominal(rules, state, side, r)
    useful = can_order(rules, state, side, r)
    emit(trace, E_CARD, side, r, orders, useful)
    if useful == 0:
        row.orders_wasted[side] += orders
        return 0
    which = give_orders(rules, me, state, side, r)
    given = 0
    before = 0  # markers of the ordered units while they were planned
    for u in range(16 * side, 16 * side + rules.n_units[side]):
        if (state.u_flag[u] & ORDERED) != 0:
            given += 1
            before += state.u_mark[u] << (3 * (u & 15))
            emit(trace, E_ORDER, side, u)
    row.orders_given[side] += given
    row.orders_wasted[side] += max(orders - given, 0)
    remove_markers(rules, me, state, row, trace, side, r)
    if me.policy != RANDOM_LEGAL:
        _plan_ordered(rules, me, state, side, which, before)
    return 1


@helper
def _plan_ordered(rules, me, state, side, which, before):
    """Plans of the ordered units under the card played and the markers left; old plans that still hold are kept."""
    r = state.card
    close, ranged = rules.command_die_bonus_close[r], rules.command_die_bonus_ranged[r]
    stale = 1 if which == EXTRA or close > 0 or ranged > 0 else 0
    for u in range(16 * side, 16 * side + rules.n_units[side]):
        if (state.u_flag[u] & ORDERED) == 0:
            continue
        if stale == 1 or (before >> (3 * (u & 15))) & 7 != state.u_mark[u]:
            steps = rules.type_move[state.u_type[u]] + rules.command_move_bonus[r]
            plan(rules, me, state, u, PLAIN, state.u_mark[u], close, ranged, steps, 1 - rules.command_no_move[r])
