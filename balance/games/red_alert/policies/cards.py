"""Decisions about cards and stars: D1, D2, D3, D4, D13, D15 of spec f."""

from __future__ import annotations

from balance.games.red_alert.kernel.board import first_reach
from balance.games.red_alert.kernel.hands import choose, combat_card_left, eligible, may_use, nominal, orders_in
from balance.games.red_alert.kernel.record import EXTRA, NO, ORDERED, PLAIN, TWO, YES
from balance.games.red_alert.policies.values import RANDOM_LEGAL, gain, look_around, plan, weigh
from balance.games.red_alert.state import OWN_ORDERS, REACTION
from balance.kit.jit import helper, kernel


@helper
def _random_card(rules, state, side, all_kinds):
    """A uniform physical card of the hand, without reaction cards unless `all_kinds`: row, -1 if there is none."""
    n = 0
    for r in range(rules.n_commands):
        if all_kinds == 1 or rules.command_kind[r] != REACTION:
            n += state.hand[side, r]
    if n == 0:
        return -1
    rest = choose(state, side, n)
    for r in range(rules.n_commands):
        if all_kinds == 1 or rules.command_kind[r] != REACTION:
            rest -= state.hand[side, r]
            if rest < 0:
                return r
    return -1


@helper
def card_to_reveal(rules, me, state, side):
    """D1: the card shown to settle who moves first (RA-13); -1 with an empty hand."""
    plain_cards = 0
    for r in range(rules.n_commands):
        if rules.command_kind[r] != REACTION:
            plain_cards += state.hand[side, r]
    if me.policy == RANDOM_LEGAL:
        return _random_card(rules, state, side, YES if plain_cards == 0 else NO)
    best, best_orders = -1, 0
    for r in range(rules.n_commands):
        if state.hand[side, r] == 0 or (plain_cards > 0 and rules.command_kind[r] == REACTION):
            continue
        orders = nominal(rules, state, side, r)
        if best < 0 or (orders < best_orders if me.want_first == 1 else orders > best_orders):
            best, best_orders = r, orders
    return best


@helper
def can_order(rules, state, side, r):
    """1 if command card row r can order at least one unit (RA-15)."""
    for sector in range(3):
        if orders_in(rules, state, side, r, sector) > 0:
            for u in range(16 * side, 16 * side + rules.n_units[side]):
                if eligible(rules, state, u, r, sector) == 1:
                    return 1
    return 0


@kernel
def plan_side(rules, me, state, side):
    """Plan the plain first move of every unit of a side into the plan arrays. Looks around first."""
    look_around(state, side)
    for u in range(16 * side, 16 * side + rules.n_units[side]):
        if state.u_hex[u] >= 0:
            plan(rules, me, state, u, PLAIN, state.u_mark[u], NO, NO, rules.type_move[state.u_type[u]], YES)


@helper
def _plan_for_card(rules, me, state, side, r):
    """Row of the plan arrays that holds the gains under command card row r (no die bonus: spec f2)."""
    moves = 1 - rules.command_no_move[r]
    bonus = rules.command_move_bonus[r]
    clear = rules.command_clear_markers[r]
    if moves == 1 and bonus == 0 and clear == 0:
        return PLAIN
    for u in range(16 * side, 16 * side + rules.n_units[side]):
        if state.u_hex[u] >= 0:
            marks = 0 if clear == 1 else state.u_mark[u]
            plan(rules, me, state, u, EXTRA, marks, NO, NO, rules.type_move[state.u_type[u]] + bonus, moves)
    return EXTRA


@helper
def _best_gain(rules, state, side, r, sector, which):
    """The eligible unit with the largest gain (ties lowest index) of command card row r, -1 if there is none."""
    best, best_gain = -1, -1
    for u in range(16 * side, 16 * side + rules.n_units[side]):
        if eligible(rules, state, u, r, sector) == 1 and gain(state, which, u) > best_gain:
            best, best_gain = u, gain(state, which, u)
    return best


@helper
def _close_at(state, h):
    """1 if hex h is adjacent to an enemy of the planning side."""
    word, bit = h // 46, h % 46
    return (state.contact[word] >> bit) & 1


@helper
def order_best(rules, state, side, r, which):
    """D3 by gains: mark the units command card row r orders (only gains > 0); returns the score of D2."""
    score = 0
    for sector in range(3):
        for _ in range(orders_in(rules, state, side, r, sector)):
            u = _best_gain(rules, state, side, r, sector, which)
            if u < 0 or gain(state, which, u) == 0:
                break
            state.u_flag[u] |= ORDERED
            score += gain(state, which, u)
            close = _close_at(state, state.plan_hex[which, u])
            bonus = rules.command_die_bonus_close[r] if close == 1 else rules.command_die_bonus_ranged[r]
            if bonus > 0:
                score += 3 * state.plan_attack[which, u] // 10
            if rules.command_move_combat_move[r] == 1:
                score += 100_000
    return score


@helper
def _forget_orders(state, side):
    for u in range(16 * side, 16 * side + 16):
        state.u_flag[u] &= ~ORDERED


@helper
def card_score(rules, me, state, side, r):
    """Score of command card row r by D2 (0 for a reaction card); `plan_side` must be current."""
    if rules.command_kind[r] == REACTION:
        return 0
    score = order_best(rules, state, side, r, _plan_for_card(rules, me, state, side, r))
    _forget_orders(state, side)
    return score


@helper
def card_to_play(rules, me, state, side):
    """D2: the command card to play, -1 if the hand holds no sector or tactic card."""
    if me.policy == RANDOM_LEGAL:
        return _random_card(rules, state, side, NO)
    plan_side(rules, me, state, side)
    best, best_orders, best_able, best_score = -1, 0, 0, 0
    for r in range(rules.n_commands):
        if state.hand[side, r] == 0 or rules.command_kind[r] == REACTION:
            continue
        able = can_order(rules, state, side, r)
        orders = nominal(rules, state, side, r)
        score = card_score(rules, me, state, side, r) if able == 1 else 0
        if best >= 0:
            if able < best_able:
                continue
            if able == best_able and (score < best_score or (score == best_score and orders >= best_orders)):
                continue
        best, best_orders, best_able, best_score = r, orders, able, score
    return best


@helper
def give_orders(rules, me, state, side, r):
    """D3: mark the units command card row r orders; returns the row of the plan arrays that describes them."""
    if me.policy == RANDOM_LEGAL:
        for sector in range(3):
            for _ in range(orders_in(rules, state, side, r, sector)):
                n = 0
                for u in range(16 * side, 16 * side + rules.n_units[side]):
                    n += eligible(rules, state, u, r, sector)
                if n == 0:
                    break
                rest = choose(state, side, n)
                for u in range(16 * side, 16 * side + rules.n_units[side]):
                    if eligible(rules, state, u, r, sector) == 1:
                        if rest == 0:
                            state.u_flag[u] |= ORDERED
                            break
                        rest -= 1
        return PLAIN
    which = _plan_for_card(rules, me, state, side, r)
    if order_best(rules, state, side, r, which) == 0:
        first = -1
        for sector in range(3):
            if orders_in(rules, state, side, r, sector) > 0:
                u = _best_gain(rules, state, side, r, sector, which)
                if u >= 0 and (first < 0 or u < first):
                    first = u
        if first >= 0:
            state.u_flag[first] |= ORDERED
    return which


@helper
def attack_part(rules, me, state, u, marks):
    """Attack part at the hex that maximises S of an ordered unit thought to have `marks` markers (D4)."""
    r = state.card
    steps = rules.type_move[state.u_type[u]] + rules.command_move_bonus[r]
    a, b, c = first_reach(rules, state, u, marks, steps, 1 - rules.command_no_move[r])
    close, ranged = rules.command_die_bonus_close[r], rules.command_die_bonus_ranged[r]
    far = max(steps, rules.warp_hexes)
    _, _, attack, _ = weigh(rules, me, state, u, marks, close, ranged, YES, far, a, b, c)
    return attack


@helper
def pays_for_marker(rules, me, state, side, u):
    """D4: 1 if the side pays stars to take one marker off unit u (legal and payable already)."""
    if me.policy == RANDOM_LEGAL:
        return choose(state, side, TWO)
    if (state.u_flag[u] & ORDERED) == 0:
        return 1 if state.stars[side] >= 6 else 0
    return 1 if attack_part(rules, me, state, u, state.u_mark[u] - 1) > 0 else 0


@helper
def _rise_unmarked(rules, me, state, u):
    """Rise of the attack part of unit u when its markers are off; 0 if it is not ordered (damage control team)."""
    if (state.u_flag[u] & ORDERED) == 0:
        return 0
    return max(attack_part(rules, me, state, u, NO) - attack_part(rules, me, state, u, state.u_mark[u]), 0)


@helper
def team_targets(rules, me, state, side, count, picked):
    """Pick up to `count` marked units for a damage control team: bit mask of unit numbers within the side, value.

    `picked`: bits already taken. Random players pick uniformly, others by the largest rise (ties lowest index).
    """
    total = 0
    for _ in range(count):
        n = 0
        for i in range(rules.n_units[side]):
            u = 16 * side + i
            if state.u_hex[u] >= 0 and state.u_mark[u] > 0 and (picked >> i) & 1 == 0:
                n += 1
        if n == 0:
            break
        rest = choose(state, side, n) if me.policy == RANDOM_LEGAL else 0
        best, best_rise = -1, -1
        for i in range(rules.n_units[side]):
            u = 16 * side + i
            if state.u_hex[u] < 0 or state.u_mark[u] == 0 or (picked >> i) & 1 == 1:
                continue
            if me.policy == RANDOM_LEGAL:
                if rest == 0:
                    best, best_rise = i, 0
                    break
                rest -= 1
            else:
                rise = _rise_unmarked(rules, me, state, u)
                if rise > best_rise:
                    best, best_rise = i, rise
        picked |= 1 << best
        total += best_rise
    return picked, total


@helper
def team_to_send(rules, me, state, side):
    """D4: the damage control team to use as (row, mask of units within the side), row -1 for none."""
    marked = 0
    for u in range(16 * side, 16 * side + rules.n_units[side]):
        if state.u_hex[u] >= 0 and state.u_mark[u] > 0:
            marked += 1
    best, best_ratio, best_mask, options = -1, -1, 0, 0
    for r in range(rules.n_combats):
        if rules.combat_timing[r] != OWN_ORDERS or rules.combat_clear_units[r] == 0:
            continue
        if marked == 0 or may_use(rules, state, side, r) == 0:
            continue
        options += 1
        if me.policy == RANDOM_LEGAL:
            continue
        mask, value = team_targets(rules, me, state, side, rules.combat_clear_units[r], NO)
        ratio = value // max(rules.combat_cost[r], 1)
        if value >= me.star_value * rules.combat_cost[r] and ratio > best_ratio:
            best, best_ratio, best_mask = r, ratio, mask
    if me.policy == RANDOM_LEGAL and options > 0 and choose(state, side, TWO) == 1:
        rest = choose(state, side, options) if options > 1 else 0
        for r in range(rules.n_combats):
            if rules.combat_timing[r] == OWN_ORDERS and rules.combat_clear_units[r] > 0:
                if may_use(rules, state, side, r) == 1:
                    if rest == 0:
                        mask, _ = team_targets(rules, me, state, side, rules.combat_clear_units[r], NO)
                        return r, mask
                    rest -= 1
    return best, best_mask


@helper
def card_to_discard(rules, me, state, side):
    """D13a: the combat card discarded for a star at the end of the turn, -1 for none."""
    n = state.combat_hand_n[side]
    if n == 0:
        return -1
    if me.policy == RANDOM_LEGAL:
        if choose(state, side, TWO) == 0:
            return -1
        rest = choose(state, side, n)
        for r in range(rules.n_combats):
            rest -= state.combat_hand[side, r]
            if rest < 0:
                return r
        return -1
    best = -1
    if n > me.max_combat_cards:
        for r in range(rules.n_combats):
            if state.combat_hand[side, r] > 0 and (best < 0 or rules.combat_cost[r] < rules.combat_cost[best]):
                best = r
    return best


@helper
def wants_combat_card(me, state, side):
    """D13b: 1 to take a combat card and fewer stars at the end of the turn (only asked when one can be had)."""
    if combat_card_left(state) == 0:
        return 0
    if me.policy == RANDOM_LEGAL:
        return choose(state, side, TWO)
    return 1 if state.combat_hand_n[side] < 3 else 0


@helper
def keeps_first(rules, me, state, side, first, second):
    """D15: 1 to keep the first of two drawn command cards, 0 the second."""
    if me.policy == RANDOM_LEGAL:
        return 1 - choose(state, side, TWO)
    _forget_orders(state, side)
    plan_side(rules, me, state, side)
    one, other = card_score(rules, me, state, side, first), card_score(rules, me, state, side, second)
    if one != other:
        return 1 if one > other else 0
    return 1 if first <= second else 0
