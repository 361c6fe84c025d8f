"""Star tokens and cards in hand: paying, gaining, drawing, using a combat card (RA-12, RA-20, RA-54, RA-58)."""

from __future__ import annotations

from balance.games.red_alert.events import E_COMBAT_CARD, E_DRAW, E_DRAW_COMBAT, E_STARS
from balance.games.red_alert.kernel.record import NOISE, YES
from balance.games.red_alert.state import BY_RATING, PER_SIDE, REACTION, SECTOR
from balance.kit.deck import pick_weighted
from balance.kit.jit import helper
from balance.kit.streams import below
from balance.kit.trace import emit


@helper
def choose(state, side, n):
    """Policy noise of a seat: uniform in 0..n-1."""
    return below(state.streams, NOISE + side, n)


@helper
def pay(state, row, side, cost):
    """Move `cost` stars of a side to the pool. Writes `state`, `row`."""
    state.stars[side] -= cost
    state.pool += cost
    row.stars_spent[side] += cost


@helper
def gain_stars(state, row, trace, side, count, reason):
    """Give a side up to `count` stars, while the pool lasts (RA-58). Writes `state`, `row`."""
    got = min(count, state.pool)
    if got > 0:
        state.pool -= got
        state.stars[side] += got
        row.stars_gained[side] += got
        emit(trace, E_STARS, side, got, reason, state.stars[side])


@helper
def may_use(rules, state, side, r):
    """1 if combat card row r is in the side's hand, payable, and its limit for this turn is not reached (RA-54)."""
    if rules.combat_cards_enabled == 0 or state.combat_hand[side, r] == 0:
        return 0
    limit = rules.combat_cards_own_turn if side == state.active else rules.combat_cards_enemy_turn
    return 1 if state.combat_used[side] < limit and rules.combat_cost[r] <= state.stars[side] else 0


@helper
def use_combat_card(rules, state, row, trace, side, r):
    """Play combat card row r: pay its cost, discard it (RA-54). Writes `state`, `row`."""
    cost = rules.combat_cost[r]
    state.combat_hand[side, r] -= 1
    state.combat_hand_n[side] -= 1
    state.combat_disc[r] += 1
    state.combat_disc_n += 1
    state.combat_used[side] += 1
    pay(state, row, side, cost)
    row.cb_played[side, rules.combat_slot[r]] += 1
    if rules.combat_special[r] == 0:
        row.cb_success[side, rules.combat_slot[r]] += 1
    emit(trace, E_COMBAT_CARD, side, r, cost, state.stars[side])


@helper
def take_command_card(rules, state, slot):
    """Take a random card off the command deck, discards first when it is empty (RA-20): row, or -1 without cards."""
    if state.deck_n == 0:
        for r in range(rules.n_commands):
            state.deck[r] = state.disc[r]
            state.disc[r] = 0
        state.deck_n, state.disc_n = state.disc_n, 0
        if state.deck_n == 0:
            return -1
    r = pick_weighted(state.deck, rules.n_commands, state.deck_n, state.streams, slot)
    state.deck[r] -= 1
    state.deck_n -= 1
    return r


@helper
def give_command_card(state, trace, side, r):
    """Add command card row r to a hand. Writes `state`."""
    state.hand[side, r] += 1
    state.hand_n[side] += 1
    emit(trace, E_DRAW, side, r, YES)


@helper
def discard_command_card(state, r):
    """Put command card row r, already out of the hand, on the discards. Writes `state`."""
    state.disc[r] += 1
    state.disc_n += 1


@helper
def combat_card_left(state):
    """1 if a combat card can be drawn."""
    return 1 if state.combat_deck_n + state.combat_disc_n > 0 else 0


@helper
def draw_combat_card(rules, state, trace, side, slot):
    """Draw a combat card into the hand, discards first when the deck is empty; nothing without cards (RA-20)."""
    if combat_card_left(state) == 0:
        return
    if state.combat_deck_n == 0:
        for r in range(rules.n_combats):
            state.combat_deck[r] = state.combat_disc[r]
            state.combat_disc[r] = 0
        state.combat_deck_n, state.combat_disc_n = state.combat_disc_n, 0
    r = pick_weighted(state.combat_deck, rules.n_combats, state.combat_deck_n, state.streams, slot)
    state.combat_deck[r] -= 1
    state.combat_deck_n -= 1
    state.combat_hand[side, r] += 1
    state.combat_hand_n[side] += 1
    emit(trace, E_DRAW_COMBAT, side, r)


@helper
def orders_in(rules, state, side, r, sector):
    """Orders of command card row r in sector 0..2 (a tactic card: 0 only, all sectors) for a side (RA-16)."""
    n = rules.command_orders[r, sector]
    if n == BY_RATING:
        if rules.tactic_orders == 1 and rules.command_kind[r] != SECTOR:
            return PER_SIDE
        return state.rating[side]
    return n


@helper
def nominal(rules, state, side, r):
    """Orders printed on command card row r: R counts as the rating, a reaction card 99 (RA-13)."""
    if rules.command_kind[r] == REACTION:
        return 99
    total = 0
    for sector in range(3):
        n = rules.command_orders[r, sector]
        total += state.rating[side] if n == BY_RATING else n
    return total


@helper
def eligible(rules, state, u, r, sector):
    """1 if command card row r may order unit u in `sector` (RA-16): alive, class, sector, not ordered yet."""
    if state.u_hex[u] < 0 or (state.u_flag[u] & 1) != 0:
        return 0
    if ((rules.command_classes[r] >> rules.type_cls[state.u_type[u]]) & 1) == 0:
        return 0
    if rules.command_kind[r] != SECTOR:
        return 1
    return (rules.sector[u >> 4, state.u_hex[u]] >> sector) & 1
