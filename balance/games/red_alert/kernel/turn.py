"""Set-up, the start and the end of a turn (RA-12 .. RA-14, RA-20, RA-80, RA-81)."""

from __future__ import annotations

import numpy as np

from balance.games.red_alert.events import (
    E_DISCARD_COMBAT,
    E_DRAW,
    E_FIRST,
    E_HAND,
    E_OBJECTIVE,
    E_REVEAL,
    E_TURN,
    STARS_DISCARD,
    STARS_TURN,
)
from balance.games.red_alert.kernel.board import put
from balance.games.red_alert.kernel.hands import (
    combat_card_left,
    discard_command_card,
    draw_combat_card,
    gain_stars,
    give_command_card,
    nominal,
    take_command_card,
)
from balance.games.red_alert.kernel.losses import settle
from balance.games.red_alert.kernel.record import (
    COIN,
    DEAL,
    DEAL_COMBAT,
    DEAL_COMMAND,
    DICE,
    DRAW,
    DRAW_COMBAT,
    LOSE,
    NO,
    NOISE,
    P_DICE,
    P_DRAW,
    P_DRAW_COMBAT,
    P_LOSE,
    P_NOISE,
    YES,
)
from balance.games.red_alert.policies.cards import (
    card_to_discard,
    card_to_reveal,
    keeps_first,
    wants_combat_card,
)
from balance.games.red_alert.state import BY_RATING, SECTOR
from balance.kit.jit import helper, kernel
from balance.kit.streams import DEAL as DEAL_SOURCE
from balance.kit.streams import NOISE as NOISE_SOURCE
from balance.kit.streams import below, open_stream, set_source, start_streams, stream_id
from balance.kit.trace import emit


@kernel
def clear(rules, state, seating, luck, block, mirror):
    """Put a game back to before the deal: units on their hexes, full decks and pool, streams of (luck, block).

    `mirror` 1 deals and draws as if the sides were exchanged (a test of symmetry). Writes all of `state` that play reads.
    """
    state.turn, state.over, state.winner, state.reason, state.mirror = 0, 0, -1, -1, mirror
    state.alerted, state.card, state.pool = 0, 0, rules.star_pool
    state.hex_unit[:] = -1
    state.occupied[:, :] = 0
    state.u_hex[:] = -1
    state.u_mark[:] = 0
    state.u_flag[:] = 0
    state.u_impulse[:] = 0
    state.u_held[:] = 0
    state.attack_at[:] = 0
    state.danger_at[:] = 0
    for side in range(2):
        state.player[side] = seating[side]
        state.alive[side] = rules.n_units[side]
        state.rating[side] = rules.rating[side]
        state.stars[side], state.vp[side], state.elim[side], state.obj_vp[side] = 0, 0, 0, 0
        state.hand_n[side], state.combat_hand_n[side] = 0, 0
        state.combat_used[side], state.struck_first[side] = 0, 0
        for u in range(16 * side, 16 * side + rules.n_units[side]):
            t = rules.unit_type[u]
            state.u_type[u] = t
            state.u_figs[u] = rules.type_figures[t]
            state.u_caps[u] = rules.type_caps[t]
            put(state, u, rules.unit_hex[u])
    state.hand[:, :] = 0
    state.combat_hand[:, :] = 0
    state.disc[:] = 0
    state.combat_disc[:] = 0
    state.deck_n, state.combat_deck_n, state.disc_n, state.combat_disc_n = 0, 0, 0, 0
    for r in range(rules.n_commands):
        state.deck[r] = rules.command_copies[r]
        state.deck_n += rules.command_copies[r]
    for r in range(rules.n_combats):
        state.combat_deck[r] = rules.combat_copies[r]
        state.combat_deck_n += rules.combat_copies[r]
    start_streams(state.streams, luck, block)
    set_source(state.streams, DEAL, DEAL_SOURCE)
    set_source(state.streams, NOISE, NOISE_SOURCE)
    set_source(state.streams, NOISE + 1, NOISE_SOURCE)


@helper
def open_turn_streams(state):
    """Point the streams of both sides at the current turn (README, Draws)."""
    for side in range(2):
        seat = side ^ state.mirror
        open_stream(state.streams, DICE + side, stream_id(P_DICE, seat, state.turn))
        open_stream(state.streams, DRAW + side, stream_id(P_DRAW, seat, state.turn))
        open_stream(state.streams, DRAW_COMBAT + side, stream_id(P_DRAW_COMBAT, seat, state.turn))
        open_stream(state.streams, LOSE + side, stream_id(P_LOSE, seat, state.turn))
        open_stream(state.streams, NOISE + side, stream_id(P_NOISE, seat, state.turn))


@helper
def deal(rules, state, tally, trace):
    """Opening hands and stars (RA-12). Writes `state`, `tally`."""
    for place in range(2):
        side = place ^ state.mirror
        open_stream(state.streams, DEAL, stream_id(DEAL_COMMAND, place, NO))
        for _ in range(rules.rating[side]):
            r = take_command_card(rules, state, DEAL)
            state.hand[side, r] += 1
            state.hand_n[side] += 1
    for place in range(2):
        side = place ^ state.mirror
        if rules.combat_cards_enabled == 1:
            open_stream(state.streams, DEAL, stream_id(DEAL_COMBAT, place, NO))
            for _ in range(rules.combat_cards[side]):
                draw_combat_card(rules, state, None, side, DEAL)
    for _ in range(max(rules.stars[0], rules.stars[1])):
        for place in range(2):
            side = place ^ state.mirror
            if state.stars[side] < rules.stars[side] and state.pool > 0:
                state.stars[side] += 1
                state.pool -= 1
    for side in range(2):
        left = 0
        for r in range(rules.n_commands):
            if state.hand[side, r] > 0:
                tally.opening[side, rules.command_slot[r]] += 1
                orders = rules.command_orders[r, 0]
                if rules.command_kind[r] == SECTOR and (orders > 0 or orders == BY_RATING):
                    left = 1
                emit(trace, E_HAND, side, r, state.hand[side, r], NO)
        tally.opening_left[side] += left
        for r in range(rules.n_combats):
            if state.combat_hand[side, r] > 0:
                emit(trace, E_HAND, side, r, state.combat_hand[side, r], YES)


@helper
def settle_first_player(rules, players, state, tally, trace):
    """Who takes the first turn (RA-13): `state.first`, `state.tie`."""
    open_turn_streams(state)
    open_stream(state.streams, DEAL, stream_id(COIN, NO, NO))
    state.tie = 0
    how = rules.first_player
    if how >= 2:
        state.first = how - 2
    elif how == 1:
        state.first = below(state.streams, DEAL, np.int64(2)) ^ state.mirror
    else:
        orders_0, orders_1 = 99, 99
        for side in range(2):
            r = card_to_reveal(rules, players[state.player[side]], state, side)
            orders = nominal(rules, state, side, r) if r >= 0 else 99
            emit(trace, E_REVEAL, side, r, orders)
            if side == 0:
                orders_0 = orders
            else:
                orders_1 = orders
        tally.reveals[0] += 1
        if orders_0 == orders_1:
            state.tie = 1
            tally.reveals[1] += 1
            state.first = below(state.streams, DEAL, np.int64(2)) ^ state.mirror
        else:
            state.first = 0 if orders_0 < orders_1 else 1
    state.active = state.first
    emit(trace, E_FIRST, state.first, state.tie)


@kernel
def set_up(rules, players, state, row, tally, trace, seating, luck, block, mirror):
    """Set-up of one game (RA-12, RA-13): clears `state`, deals, settles the first player."""
    clear(rules, state, seating, luck, block, mirror)
    for side in range(2):
        for u in range(16 * side, 16 * side + rules.n_units[side]):
            row.fielded[side, rules.type_slot[rules.unit_type[u]]] += 1
    deal(rules, state, tally, trace)
    settle_first_player(rules, players, state, tally, trace)
    row.first_player, row.reveal_tie = state.first, state.tie


@helper
def contested(rules, state, u):
    """1 if an enemy stands on a hex of the same planet group adjacent to unit u (RA-80)."""
    h = state.u_hex[u]
    for i in range(6):
        there = rules.neighbour[h, i]
        if there >= 0 and rules.group[there] == rules.group[h] and state.hex_unit[there] >= 0:
            if state.hex_unit[there] >> 4 != u >> 4:
                return 1
    return 0


@helper
def scores_for(who, side):
    """1 if a word of off, both, commonwealth, confederation includes the side."""
    return 1 if who == 1 or who == 2 + side else 0


@helper
def planet_control(rules, state, row, trace, side):
    """Points for own units on planet hexes at the start of the own turn (RA-80). Writes `state`, `row`."""
    points = 0
    most = rules.planet_control_max_per_turn
    for u in range(16 * side, 16 * side + rules.n_units[side]):
        if state.u_hex[u] < 0 or rules.group[state.u_hex[u]] < 0:
            continue
        row.planet_turns[side, rules.type_slot[state.u_type[u]]] += 1
        if scores_for(rules.planet_control, side) == 0 or (most > 0 and points >= most):
            continue
        if contested(rules, state, u) == 0:
            points += 1
            if rules.planet_control_points == 1:
                state.u_held[u] += 1
    if points > 0:
        state.vp[side] += points
        state.obj_vp[side] += points
        emit(trace, E_OBJECTIVE, side, points, NO)


@helper
def clear_sectors(rules, state, trace, side):
    """A point per sector without enemy units (RA-81); a dotted hex counts as centre. Writes `state`."""
    held = 0
    for u in range(16 * (1 - side), 16 * (1 - side) + rules.n_units[1 - side]):
        if state.u_hex[u] >= 0:
            sector = rules.sector[side, state.u_hex[u]]
            held |= 2 if (sector & 2) != 0 else sector
    points = 3 - (held & 1) - ((held >> 1) & 1) - ((held >> 2) & 1)
    if points > 0:
        state.vp[side] += points
        state.obj_vp[side] += points
        emit(trace, E_OBJECTIVE, side, points, YES)


@kernel
def start_turn(rules, state, row, trace):
    """Start of a turn (RA-14): new streams, objectives, victory check. Writes `state`, `row`."""
    side = state.active
    state.turn += 1
    open_turn_streams(state)
    for s in range(2):
        state.combat_used[s] = 0
        state.struck_first[s] = 0
    for u in range(32):
        state.u_flag[u] = 0
        state.u_impulse[u] = 0
    emit(trace, E_TURN, side, state.turn, state.stars[0], state.stars[1], state.vp[0], state.vp[1], state.pool)
    planet_control(rules, state, row, trace, side)
    if scores_for(rules.clear_sector, side) == 1:
        clear_sectors(rules, state, trace, side)
    settle(rules, state, side, NO)


@helper
def refill(rules, players, state, trace, side, draw_two):
    """Draw command cards up to the rating (RA-20); `draw_two` 1: see two cards once and keep one (D15)."""
    slot = DRAW + side
    while state.hand_n[side] < state.rating[side]:
        r = take_command_card(rules, state, slot)
        if r < 0:
            return
        if draw_two == 1:
            draw_two = 0
            other = take_command_card(rules, state, slot)
            if other >= 0:
                if keeps_first(rules, players[state.player[side]], state, side, r, other) == 0:
                    r, other = other, r
                discard_command_card(state, other)
                emit(trace, E_DRAW, side, other, NO)
        give_command_card(state, trace, side, r)


@kernel
def end_turn(rules, players, state, row, trace):
    """Phase 5 (RA-20, D13): discard the card played, refill, trade a combat card, take stars."""
    side = state.active
    draw_two = NO
    if state.card >= 0:
        discard_command_card(state, state.card)
        draw_two = rules.command_draw_two[state.card]
    if state.struck_first[1 - side] == 1:
        refill(rules, players, state, trace, 1 - side, NO)
    refill(rules, players, state, trace, side, draw_two)
    if rules.combat_cards_enabled == 0:
        gain_stars(state, row, trace, side, rules.end_turn_stars, STARS_TURN)
        return
    me = players[state.player[side]]
    r = card_to_discard(rules, me, state, side)
    if r >= 0:
        state.combat_hand[side, r] -= 1
        state.combat_hand_n[side] -= 1
        state.combat_disc[r] += 1
        state.combat_disc_n += 1
        emit(trace, E_DISCARD_COMBAT, side, r)
        gain_stars(state, row, trace, side, rules.discard_for_stars, STARS_DISCARD)
    if combat_card_left(state) == 1 and wants_combat_card(me, state, side) == 1:
        gain_stars(state, row, trace, side, rules.end_turn_stars_with_card, STARS_TURN)
        draw_combat_card(rules, state, trace, side, DRAW_COMBAT + side)
    else:
        gain_stars(state, row, trace, side, rules.end_turn_stars, STARS_TURN)
