"""Decisions about moves: D5 and D12 of spec f."""

from __future__ import annotations

from balance.games.red_alert.kernel.board import first_reach, reach
from balance.games.red_alert.kernel.hands import choose, may_use
from balance.games.red_alert.kernel.record import MOVED, NO, ORDERED, PLAIN, YES
from balance.games.red_alert.policies.values import gain, replan, weigh
from balance.games.red_alert.state import OWN_MOVEMENT
from balance.kit.hexsets import FULL, members
from balance.kit.jit import helper


@helper
def base_steps(rules, state, u):
    """Allowance of an ordered unit under the card played, without star or combat card bonuses (RA-30)."""
    return rules.type_move[state.u_type[u]] + rules.command_move_bonus[state.card]


@helper
def can_move(rules, state, u):
    """1 unless the card or a red alert marker forbids unit u to move (RA-33, RA-73)."""
    if rules.command_no_move[state.card] == 1:
        return 0
    return 0 if rules.red_alert_marker_blocks == 2 and state.u_mark[u] > 0 else 1


@helper
def waiting(state, u):
    """1 if unit u is alive, ordered and has not moved yet."""
    return 1 if state.u_hex[u] >= 0 and (state.u_flag[u] & (ORDERED | MOVED)) == ORDERED else 0


@helper
def random_waiting(rules, state, side):
    """D5, D12: a uniform unit among those that wait for their move, -1 if there is none."""
    n = 0
    for u in range(16 * side, 16 * side + rules.n_units[side]):
        n += waiting(state, u)
    if n == 0:
        return -1
    rest = choose(state, side, n)
    for u in range(16 * side, 16 * side + rules.n_units[side]):
        if waiting(state, u) == 1:
            if rest == 0:
                return u
            rest -= 1
    return -1


@helper
def random_hex(state, side, a, b, c):
    """A uniform hex of the set, lowest as seen by the side first."""
    n = members(a, b, c, state.list)
    k = choose(state, side, n)
    return state.list[k] if side == 0 else state.list[n - 1 - k]


@helper
def next_mover(rules, me, state, side):
    """D5: the waiting unit with the largest gain of its plain move (plans brought up to date), -1 if there is none."""
    card = state.card
    close, ranged = rules.command_die_bonus_close[card], rules.command_die_bonus_ranged[card]
    moves = 1 - rules.command_no_move[card]
    best, best_gain = -1, -1
    for u in range(16 * side, 16 * side + rules.n_units[side]):
        if waiting(state, u) == 1:
            replan(rules, me, state, u, PLAIN, state.u_mark[u], close, ranged, base_steps(rules, state, u), moves)
            if gain(state, PLAIN, u) > best_gain:
                best, best_gain = u, gain(state, PLAIN, u)
    return best


@helper
def slipstream_row(rules, state, side):
    """Lowest usable combat card row that lengthens a move, -1 without one."""
    for r in range(rules.n_combats):
        if rules.combat_timing[r] == OWN_MOVEMENT and rules.combat_move_bonus[r] > 0:
            if may_use(rules, state, side, r) == 1:
                return r
    return -1


@helper
def impulse_payable(rules, state, side, u):
    """1 if unit u may make another full impulse and the side can pay it (RA-30)."""
    return 1 if state.u_impulse[u] < rules.full_impulse_per_unit and state.stars[side] >= rules.full_impulse_cost else 0


@helper
def farther(rules, me, state, u, steps):
    """Best hex that `steps` hexes of allowance add to the plan of unit u: (S, hex, attack), hex -1 if none."""
    x0, x1, x2 = state.plan_reach[PLAIN, u, 0], state.plan_reach[PLAIN, u, 1], state.plan_reach[PLAIN, u, 2]
    a, b, c = first_reach(rules, state, u, state.u_mark[u], steps, YES)
    a, b, c = a & (FULL & ~x0), b & (FULL & ~x1), c & (FULL & ~x2)
    if (a | b | c) == 0:
        return state.plan_score[PLAIN, u], -1, 0
    card = state.card
    close, ranged = rules.command_die_bonus_close[card], rules.command_die_bonus_ranged[card]
    far = max(steps, rules.warp_hexes)
    score, h, attack, _ = weigh(rules, me, state, u, state.u_mark[u], close, ranged, YES, far, a, b, c)
    return score, h, attack


@helper
def boost(rules, me, state, side, u):
    """D5: means to move farther for unit u, which plans a move: 0 none, 1 full impulse, 2 + row a combat card.

    Writes the better plan. Impulse and card never go together; a taken impulse may be followed by another.
    """
    done = state.u_impulse[u]
    steps = base_steps(rules, state, u) + done * rules.full_impulse_hexes
    score, h, attack = 0, -1, 0
    rise = -1
    if impulse_payable(rules, state, side, u) == 1 and rules.full_impulse_hexes > 0:
        score, h, attack = farther(rules, me, state, u, steps + rules.full_impulse_hexes)
        rise = score - state.plan_score[PLAIN, u]
        if h < 0 or rise < me.star_value * rules.full_impulse_cost:
            h, rise = -1, -1
    how = 1 if h >= 0 else 0
    r = slipstream_row(rules, state, side) if done == 0 else -1
    if r >= 0:
        other, other_h, other_attack = farther(rules, me, state, u, steps + rules.combat_move_bonus[r])
        gained = other - state.plan_score[PLAIN, u]
        if other_h >= 0 and gained >= me.star_value * rules.combat_cost[r] and gained > rise:
            score, h, attack, how = other, other_h, other_attack, 2 + r
    if how > 0:
        state.plan_score[PLAIN, u], state.plan_hex[PLAIN, u], state.plan_attack[PLAIN, u] = score, h, attack
    return how


@helper
def second_entry(rules, state, u):
    """1 if the second move of unit u may enter planet hexes (RA-42)."""
    who = rules.mcm_second_move_planet
    return 1 if who == 2 or (who == 0 and rules.type_cls[state.u_type[u]] == 0) else 0


@helper
def second_hex(rules, me, state, u):
    """D12 of a player who does not choose at random: the best hex without an attack; `look_around` must be current."""
    if can_move(rules, state, u) == 0:
        return state.u_hex[u]
    steps = base_steps(rules, state, u)
    a, b, c = reach(rules, state, u, steps, second_entry(rules, state, u))
    _, h, _, _ = weigh(rules, me, state, u, state.u_mark[u], NO, NO, NO, steps, a, b, c)
    return h
