"""Decisions in combat: D6 .. D11 and D14 of spec f. All of them look at the board as it is."""

from __future__ import annotations

import numpy as np

from balance.games.red_alert.kernel.hands import choose, may_use
from balance.games.red_alert.kernel.record import FOUGHT, NO, NO_COMBAT, NONE, ORDERED, TWO
from balance.games.red_alert.kernel.sight import able, attack_dice
from balance.games.red_alert.policies.values import (
    RANDOM_LEGAL,
    best_target,
    better,
    evp,
    exposure,
    real_dice,
    steps_left,
)
from balance.games.red_alert.state import (
    AFTER_ENEMY_ROLL,
    AFTER_MOVEMENT,
    AMBUSH,
    BOARD,
    ENEMY_ATTACK,
    ENEMY_CLOSE,
    NEGOTIATE,
    OWN_ATTACK,
    OWN_BATTLE_BACK,
    OWN_PURSUIT,
    REACTION,
)
from balance.kit.jit import helper

BILLION = 1_000_000_000


@helper
def times(value, chance):
    """value * chance (billionths), rounded half up; both >= 0."""
    return (2 * value * chance + BILLION) // (2 * BILLION)


@helper
def ready(state, u):
    """1 if unit u is ordered, alive and has not fought or been forbidden to (RA-19, RA-45)."""
    flags = state.u_flag[u]
    if state.u_hex[u] < 0 or (flags & ORDERED) == 0:
        return 0
    return 1 if (flags & FOUGHT) == 0 else 0


@helper
def random_target(rules, state, side, u, contact, bonus):
    """A uniform legal target of unit u, or -1: every target and passing are equally likely; no draw without one.

    `bonus` 1: a bonus combat, which the caller has allowed already (RA-66).
    """
    if able(rules, state, u) == 0 or (bonus == 0 and (state.u_flag[u] & NO_COMBAT) != 0):
        return -1
    foe = 1 - side
    n = 0
    for e in range(16 * foe, 16 * foe + rules.n_units[foe]):
        if state.u_hex[e] >= 0 and attack_dice(rules, state, u, e, contact) >= 1:
            n += 1
    if n == 0:
        return -1
    rest = choose(state, side, n + 1)
    for e in range(16 * foe, 16 * foe + rules.n_units[foe]):
        if state.u_hex[e] >= 0 and attack_dice(rules, state, u, e, contact) >= 1:
            if rest == 0:
                return e
            rest -= 1
    return -1


@helper
def attack_row(rules, me, state, side, u, e, n):
    """D7: own combat card for the attack of u on e with n dice so far; row or -1."""
    best, best_ratio, options = -1, -1, 0
    for r in range(rules.n_combats):
        if rules.combat_timing[r] != OWN_ATTACK or may_use(rules, state, side, r) == 0:
            continue
        options += 1
        if me.policy == RANDOM_LEGAL:
            continue
        value = evp(rules, me, state, u, e, n + rules.combat_die_delta[r]) - evp(rules, me, state, u, e, n)
        ratio = value // max(rules.combat_cost[r], 1)
        if value >= me.star_value * rules.combat_cost[r] and (best < 0 or ratio > best_ratio):
            best, best_ratio = r, ratio
    if me.policy != RANDOM_LEGAL or options == 0 or choose(state, side, TWO) == 0:
        return best
    rest = choose(state, side, options)
    for r in range(rules.n_combats):
        if rules.combat_timing[r] == OWN_ATTACK and may_use(rules, state, side, r) == 1:
            if rest == 0:
                return r
            rest -= 1
    return best


@helper
def reaction_fits(rules, state, side, r, close, m):
    """1 if combat card row r is a legal reaction before the roll; m: dice of the target against the attacker."""
    timing = rules.combat_timing[r]
    if timing != ENEMY_ATTACK and not (timing == ENEMY_CLOSE and close == 1):
        return 0
    if rules.combat_special[r] == AMBUSH and (close == 0 or m < 1):
        return 0
    return may_use(rules, state, side, r)


@helper
def reaction_value(rules, me, state, u, e, n, m, r):
    """Value of reaction card row r for the owner of e, attacked by u with n dice (spec f3, D8)."""
    threat = evp(rules, me, state, u, e, n)
    special = rules.combat_special[r]
    if special == NEGOTIATE:
        return times(threat, rules.parley[min(state.stars[e >> 4] - rules.combat_cost[r], 3)])
    delta = rules.combat_die_delta[r]
    if special == AMBUSH:
        dice = real_dice(rules, m + delta)
        chance = rules.lost[rules.type_cls[state.u_type[e]], state.u_type[u], steps_left(rules, state, u), dice]
        return evp(rules, me, state, e, u, m + delta) + times(threat, np.int64(chance))
    return threat - evp(rules, me, state, u, e, n + delta)


@helper
def reaction(rules, me, state, u, e, n, m, close):
    """D8 before the roll: the single reaction of the owner of e, attacked by u with n dice.

    Returns -1 for none, 100 + row for a First Strike (command card), else a combat card row. m: dice of e against u.
    """
    side = e >> 4
    options = 0
    for r in range(rules.n_commands):
        if close == 1 and m >= 1 and rules.command_kind[r] == REACTION and state.hand[side, r] > 0:
            if me.policy == RANDOM_LEGAL:
                options += 1
            elif evp(rules, me, state, e, u, m) >= 500_000:
                return 100 + r
    best, best_ratio = -1, -1
    for r in range(rules.n_combats):
        if state.combat_hand[side, r] == 0 or reaction_fits(rules, state, side, r, close, m) == 0:
            continue
        options += 1
        if me.policy == RANDOM_LEGAL:
            continue
        value = reaction_value(rules, me, state, u, e, n, m, r)
        ratio = value // max(rules.combat_cost[r], 1)
        if value >= me.star_value * rules.combat_cost[r] and (best < 0 or ratio > best_ratio):
            best, best_ratio = r, ratio
    if me.policy != RANDOM_LEGAL or options == 0 or choose(state, side, TWO) == 0:
        return best
    rest = choose(state, side, options)
    for r in range(rules.n_commands):
        if close == 1 and m >= 1 and rules.command_kind[r] == REACTION and state.hand[side, r] > 0:
            if rest == 0:
                return 100 + r
            rest -= 1
    for r in range(rules.n_combats):
        if reaction_fits(rules, state, side, r, close, m) == 1:
            if rest == 0:
                return r
            rest -= 1
    return best


@helper
def shield_value(rules, me, state, u, hits, ignored):
    """Value of ignoring some of `hits` on unit u (spec f3, shields_up)."""
    t = state.u_type[u]
    left = steps_left(rules, state, u)
    most = state.u_caps[u] if rules.type_flagship[t] == 1 else state.u_figs[u]
    fewer = max(hits - ignored, 0)
    saved = min(hits, most) - min(fewer, most)
    return saved * me.damage[t] + times(me.kill[t], rules.dead[t, left, hits] - rules.dead[t, left, fewer])


@helper
def shields(rules, me, state, u, hits):
    """D8 after the roll: the shields card of the owner of u, hit `hits` >= 1 times; row or -1 (RA-63)."""
    side = u >> 4
    best, best_ratio, options = -1, -1, 0
    for r in range(rules.n_combats):
        if rules.combat_timing[r] != AFTER_ENEMY_ROLL or may_use(rules, state, side, r) == 0:
            continue
        options += 1
        if me.policy == RANDOM_LEGAL:
            continue
        value = shield_value(rules, me, state, u, hits, rules.combat_ignore_hits[r])
        ratio = value // max(rules.combat_cost[r], 1)
        if value >= me.star_value * rules.combat_cost[r] and (best < 0 or ratio > best_ratio):
            best, best_ratio = r, ratio
    if me.policy != RANDOM_LEGAL or options == 0 or choose(state, side, TWO) == 0:
        return best
    rest = choose(state, side, options)
    for r in range(rules.n_combats):
        if rules.combat_timing[r] == AFTER_ENEMY_ROLL and may_use(rules, state, side, r) == 1:
            if rest == 0:
                return r
            rest -= 1
    return best


@helper
def _free_row(rules, state, side, timing):
    """Lowest usable combat card row that waives the cost at `timing` (battle back or pursuit), -1 without one."""
    for r in range(rules.n_combats):
        waives = rules.combat_free_battle_back[r] if timing == OWN_BATTLE_BACK else rules.combat_free_pursuit[r]
        if waives == 1 and rules.combat_timing[r] == timing and may_use(rules, state, side, r) == 1:
            return r
    return -1


@helper
def _random_payment(state, side, by_stars, r):
    """Random players: 0 no, 1 by stars, 2 + row by card (README, D9 and D10)."""
    if (by_stars == 0 and r < 0) or choose(state, side, TWO) == 0:
        return 0
    if by_stars == 1 and (r < 0 or choose(state, side, TWO) == 0):
        return 1
    return 2 + r


@helper
def battle_back(rules, me, state, e, u, n):
    """D9: whether e answers u with n >= 1 dice: 0 no, 1 by stars, 2 + row by card."""
    side = e >> 4
    r = _free_row(rules, state, side, OWN_BATTLE_BACK)
    cost = rules.battle_back_cost
    by_stars = 1 if state.stars[side] >= cost else 0
    if me.policy == RANDOM_LEGAL:
        return _random_payment(state, side, by_stars, r)
    value = evp(rules, me, state, e, u, n)
    if r >= 0 and value >= me.star_value * rules.combat_cost[r]:
        return 2 + r
    return 1 if by_stars == 1 and value >= me.star_value * cost else 0


@helper
def pursuit(rules, me, state, u, gained, bonus_target, bonus_dice, bonus_max):
    """D10: whether u pursues: 0 no, 1 by stars, 2 + row by card.

    `gained`: S(new) - S(old) without attack. `bonus_target` (-1: none) and its dice from the new hex, bonus combats
    allowed.
    """
    side = u >> 4
    r = _free_row(rules, state, side, OWN_PURSUIT)
    cost = rules.pursuit_cost
    by_stars = 1 if state.stars[side] >= cost else 0
    if me.policy == RANDOM_LEGAL:
        return _random_payment(state, side, by_stars, r)
    bonus = 0
    if bonus_target >= 0 and bonus_max > 0:
        bonus = evp(rules, me, state, u, bonus_target, bonus_dice)
    if r >= 0:
        extra = 0
        if bonus_target >= 0 and bonus_max > 0:
            extra = evp(rules, me, state, u, bonus_target, bonus_dice + rules.combat_bonus_die[r]) - bonus
        if extra < me.star_value * rules.combat_cost[r]:
            r = -1
    if gained + bonus < me.star_value * cost or (r < 0 and by_stars == 0):
        return 0
    return 2 + r if r >= 0 else 1


@helper
def retire_hex(rules, me, state, u, options, n):
    """D11: the hex a retiring unit takes among options[:n] (rising hex numbers)."""
    side = u >> 4
    if me.policy == RANDOM_LEGAL:
        k = choose(state, side, n)
        return options[k] if side == 0 else options[n - 1 - k]
    if n == 1:
        return options[0]
    best, best_hex = NO, NONE
    for i in range(n):
        h = options[i]
        score = -exposure(rules, me, state, u, h)
        if best_hex < 0 or better(rules, me, state, u, score, h, best, best_hex) == 1:
            best, best_hex = score, h
    return best_hex


@helper
def can_board(rules, state, u, e):
    """1 if cruiser u may board e: adjacent strike unit with 2 figures or more (RA-62)."""
    if state.u_hex[e] < 0 or state.u_figs[e] < 2 or state.u_figs[u] >= 6:
        return 0
    if rules.type_cls[state.u_type[e]] != 1:
        return 0
    return 1 if np.int64(rules.distance[state.u_hex[u], state.u_hex[e]]) == 1 else 0


@helper
def boarding(rules, me, state, side):
    """D14: (row, own unit, enemy unit) of a boarding party, row -1 for none (RA-62)."""
    foe = 1 - side
    row, own, enemy = -1, -1, -1
    for r in range(rules.n_combats):
        if rules.combat_special[r] != BOARD or rules.combat_timing[r] != AFTER_MOVEMENT:
            continue
        if may_use(rules, state, side, r) == 0:
            continue
        pairs, best = 0, -1
        pick = -1
        for sweep in range(2):  # random players count the pairs first
            for u in range(16 * side, 16 * side + rules.n_units[side]):
                if state.u_hex[u] < 0 or rules.type_cruiser[state.u_type[u]] == 0:
                    continue
                for e in range(16 * foe, 16 * foe + rules.n_units[foe]):
                    if can_board(rules, state, u, e) == 0:
                        continue
                    if me.policy == RANDOM_LEGAL:
                        pairs += 1 - sweep
                        if sweep == 1:
                            if pick == 0:
                                row, own, enemy = r, u, e
                            pick -= 1
                    elif sweep == 0:
                        chance = rules.boarded[3 + state.u_figs[u], 3 + state.u_figs[e]]
                        value = times(me.boarding[state.u_type[u], state.u_type[e]], chance)
                        if value > best:
                            best = value
                            if value >= me.star_value * rules.combat_cost[r]:
                                row, own, enemy = r, u, e
            if sweep == 0 and me.policy == RANDOM_LEGAL:
                if pairs == 0 or choose(state, side, TWO) == 0:
                    break
                pick = choose(state, side, pairs)
        if row >= 0:
            break
    return row, own, enemy


@helper
def next_attack(rules, me, state, side):
    """D6: (unit, target) of the next combat, unit -1 when nobody fights any more, target -1 when the unit passes.

    A random player asks his units in random order; others take the best EVP.
    """
    if me.policy == RANDOM_LEGAL:
        n = 0
        for u in range(16 * side, 16 * side + rules.n_units[side]):
            n += ready(state, u)
        if n == 0:
            return -1, -1
        rest = choose(state, side, n)
        for u in range(16 * side, 16 * side + rules.n_units[side]):
            if ready(state, u) == 1:
                if rest == 0:
                    return u, -2
                rest -= 1
    best, unit, target = 0, -1, -1
    close, ranged = rules.command_die_bonus_close[state.card], rules.command_die_bonus_ranged[state.card]
    for u in range(16 * side, 16 * side + rules.n_units[side]):
        if ready(state, u) == 0 or (state.u_flag[u] & NO_COMBAT) != 0:
            continue
        value, e = best_target(rules, me, state, u, close, ranged)
        if value > best:
            best, unit, target = value, u, e
    return unit, target
