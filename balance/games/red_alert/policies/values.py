"""What positions are worth to a player: EVP, EXPO and S of spec f2, in whole micro-points.

S of all hexes of a set is found by painting: every enemy in range raises the attack value of the rings of hexes it can
be seen from, and adds its danger to the rings it sees; one pass over the set then takes the best hex.
"""

from __future__ import annotations

import numpy as np

from balance.games.red_alert.kernel.board import first_reach, stays_out_of_combat, touching
from balance.games.red_alert.kernel.record import NO, NONE, P_TIES, YES
from balance.games.red_alert.kernel.sight import able, attack_dice, dice_at, pays, sees
from balance.games.red_alert.state import MAX_DICE
from balance.kit.bits import lowest_bit
from balance.kit.hexes import HEXES, WORD_BITS
from balance.kit.hexsets import FULL, grow, has, members
from balance.kit.jit import helper, kernel
from balance.kit.streams import NOISE, below_at, stream_id

RANDOM_LEGAL = 0
ELSEWHERE = np.int64(HEXES)  # a planet group that is no attacker's own


@helper
def steps_left(rules, state, u):
    """Steps of unit u: figures, or cap fighters + 1 for a flagship."""
    return state.u_caps[u] + 1 if rules.type_flagship[state.u_type[u]] == 1 else state.u_figs[u]


@helper
def real_dice(rules, n):
    """Dice rolled when modifiers end at n: lifted by `min_battle_dice`, clipped to 0..9."""
    return min(max(n, rules.min_battle_dice, 0), MAX_DICE)


@helper
def evp(rules, me, state, u, e, n):
    """EVP of unit u rolling n dice (clipped to 0..9) against unit e, with the weights of `me`."""
    dice = min(max(n, 0), MAX_DICE)
    return np.int64(me.value[rules.type_cls[state.u_type[u]], state.u_type[e], steps_left(rules, state, e), dice])


@helper
def objective_on(rules, side):
    """1 if planet control gives points to `side` (RA-80)."""
    who = rules.planet_control
    return 1 if who == 1 or who == 2 + side else 0


@helper
def look_around(state, side):
    """Write `state.near` (hexes to the nearest enemy of `side`, int64[138]) and `state.contact`."""
    a, b, c = state.occupied[1 - side, 0], state.occupied[1 - side, 1], state.occupied[1 - side, 2]
    n0, n1, n2 = grow(a, b, c)
    state.contact[0], state.contact[1], state.contact[2] = n0, n1, n2
    layer = 0
    x0, x1, x2 = a, b, c
    while (x0 | x1 | x2) != 0:
        for i in range(members(x0, x1, x2, state.list)):
            state.near[state.list[i]] = layer
        layer += 1
        x0, x1, x2 = n0 & ~a, n1 & ~b, n2 & ~c
        a, b, c = n0, n1, n2
        n0, n1, n2 = grow(a, b, c)


@helper
def _raise(values, a, b, c, value):
    """values[h] = max(values[h], value) for the hexes of the set."""
    for word in range(3):
        bits = a if word == 0 else (b if word == 1 else c)
        while bits != 0:
            h = WORD_BITS * word + lowest_bit(bits)
            if values[h] < value:
                values[h] = value
            bits &= bits - 1


@helper
def _add(values, a, b, c, value):
    """values[h] += value for the hexes of the set."""
    for word in range(3):
        bits = a if word == 0 else (b if word == 1 else c)
        while bits != 0:
            values[WORD_BITS * word + lowest_bit(bits)] += value
            bits &= bits - 1


@helper
def _seen_now(rules, state, u, eh, a, b, c, outward):
    """The hexes of the set from which unit u sees hex eh (`outward` 1: seen from eh) when units block lines."""
    x0, x1, x2 = a, b, c
    e = state.hex_unit[eh]
    for word in range(3):
        bits = a if word == 0 else (b if word == 1 else c)
        while bits != 0:
            low = bits & -bits
            h = WORD_BITS * word + lowest_bit(bits)
            bits ^= low
            lift = state.u_hex[u]  # the unit weighs standing on h: it blocks nowhere else
            state.hex_unit[lift] = -1
            seen = sees(rules, state, u, h, eh) if outward == 0 else sees(rules, state, e, eh, h)
            state.hex_unit[lift] = u
            if seen == 0:
                if word == 0:
                    x0 ^= low
                elif word == 1:
                    x1 ^= low
                else:
                    x2 ^= low
    return x0, x1, x2


@helper
def paint_attack(rules, me, state, u, marks, close_bonus, ranged_bonus, far, a, b, c):
    """Raise `state.attack_at` to the best EVP of unit u on each hex of the set (RA-50 .. RA-53). `far`: its reach."""
    t = state.u_type[u]
    cls = rules.type_cls[t]
    here = state.u_hex[u]
    foe = 1 - (u >> 4)
    k0, k1, k2 = a & ~state.contact[0], b & ~state.contact[1], c & ~state.contact[2]
    for e in range(16 * foe, 16 * foe + rules.n_units[foe]):
        eh = state.u_hex[e]
        if eh < 0 or np.int64(rules.distance[here, eh]) > far + rules.type_range[t]:
            continue
        kind, left, there = state.u_type[e], steps_left(rules, state, e), rules.group[eh]
        for d in range(1, rules.type_range[t] + 1):
            if d == 1:
                x0, x1, x2 = a & rules.seen_by[eh, 1, 0], b & rules.seen_by[eh, 1, 1], c & rules.seen_by[eh, 1, 2]
            else:
                x0, x1, x2 = k0 & rules.seen_by[eh, d, 0], k1 & rules.seen_by[eh, d, 1], k2 & rules.seen_by[eh, d, 2]
            if (x0 | x1 | x2) == 0:
                continue
            if d > 1 and rules.units_block_los > 0:
                x0, x1, x2 = _seen_now(rules, state, u, eh, x0, x1, x2, NO)
            bonus = close_bonus if d == 1 else ranged_bonus
            if there >= 0 and pays(rules, NONE, there, d) == 1:
                y0, y1, y2 = rules.same_group[eh, 0], rules.same_group[eh, 1], rules.same_group[eh, 2]
                if rules.planet_die_exempt == 1:
                    y0, y1, y2 = rules.planets[0], rules.planets[1], rules.planets[2]
                elif rules.planet_die_exempt == 2:
                    y0 = y1 = y2 = 0
                n = dice_at(rules, t, d, marks, YES)
                if n >= 1:
                    value = np.int64(me.value[cls, kind, left, real_dice(rules, n + bonus)])
                    _raise(state.attack_at, x0 & ~y0, x1 & ~y1, x2 & ~y2, value)
                x0, x1, x2 = x0 & y0, x1 & y1, x2 & y2
            n = dice_at(rules, t, d, marks, NO)
            if n >= 1:
                value = np.int64(me.value[cls, kind, left, real_dice(rules, n + bonus)])
                _raise(state.attack_at, x0, x1, x2, value)


@helper
def paint_danger(rules, me, state, u, far, a, b, c):
    """Add EXPO of unit u to `state.danger_at` on each hex of the set. `far`: its reach in hexes."""
    t, left = state.u_type[u], steps_left(rules, state, u)
    here = state.u_hex[u]
    foe = 1 - (u >> 4)
    for e in range(16 * foe, 16 * foe + rules.n_units[foe]):
        eh = state.u_hex[e]
        kind = state.u_type[e]
        if eh < 0 or np.int64(rules.distance[here, eh]) > far + rules.type_range[kind]:
            continue
        cls, own = rules.type_cls[kind], rules.group[eh]
        for d in range(1, rules.type_range[kind] + 1):
            x0, x1, x2 = a & rules.sight[eh, d, 0], b & rules.sight[eh, d, 1], c & rules.sight[eh, d, 2]
            if (x0 | x1 | x2) == 0:
                continue
            if d > 1 and rules.units_block_los > 0:
                x0, x1, x2 = _seen_now(rules, state, u, eh, x0, x1, x2, YES)
            p0, p1, p2 = x0 & rules.planets[0], x1 & rules.planets[1], x2 & rules.planets[2]
            if own >= 0 and rules.planet_die_exempt == 0:
                p0, p1, p2 = (
                    p0 & ~rules.same_group[eh, 0], p1 & ~rules.same_group[eh, 1], p2 & ~rules.same_group[eh, 2],
                )  # fmt: skip
            if (p0 | p1 | p2) != 0 and pays(rules, own if rules.planet_die_exempt == 1 else NONE, ELSEWHERE, d) == 1:
                n = real_dice(rules, dice_at(rules, kind, d, state.u_mark[e], YES))
                _add(state.danger_at, p0, p1, p2, np.int64(me.hurt[cls, t, left, n]))
                x0, x1, x2 = x0 & ~p0, x1 & ~p1, x2 & ~p2
            n = dice_at(rules, kind, d, state.u_mark[e], NO)
            if n >= 1:
                _add(state.danger_at, x0, x1, x2, np.int64(me.hurt[cls, t, left, min(n, MAX_DICE)]))


@helper
def better(rules, me, state, u, score, h, best, best_hex):
    """1 if hex h with `score` comes before `best_hex` with `best` for unit u (ties as spec f2 and `ties` say)."""
    if score != best:
        return 1 if score > best else 0
    if best_hex < 0:
        return 1
    side = u >> 4
    if me.ties == 1:
        here = state.u_hex[u]
        gap = np.int64(rules.distance[here, h]) - np.int64(rules.distance[here, best_hex])
        if gap != 0:
            return 1 if gap < 0 else 0
    view, best_view = h, best_hex
    if side == 1:
        view, best_view = HEXES - 1 - h, HEXES - 1 - best_hex
    if me.ties == 2:
        stream = stream_id(P_TIES, side ^ state.mirror, state.turn)
        key = below_at(state.streams, NOISE, stream, view, 1 << 20)
        best_key = below_at(state.streams, NOISE, stream, best_view, 1 << 20)
        if key != best_key:
            return 1 if key < best_key else 0
    return 1 if view < best_view else 0


@helper
def combat_hexes(rules, u_cls, here, a, b, c):
    """The part of the set to which a move from hex `here` leaves a unit of class `u_cls` free to combat (RA-45)."""
    p0, p1, p2 = a & rules.planets[0], b & rules.planets[1], c & rules.planets[2]
    if (p0 | p1 | p2) == 0:
        return a, b, c
    for word in range(3):
        bits = p0 if word == 0 else (p1 if word == 1 else p2)
        while bits != 0:
            low = bits & -bits
            if stays_out_of_combat(rules, u_cls, here, WORD_BITS * word + lowest_bit(bits)) == 1:
                if word == 0:
                    a ^= low
                elif word == 1:
                    b ^= low
                else:
                    c ^= low
            bits ^= low
    return a, b, c


@kernel
def weigh(rules, me, state, u, marks, close_bonus, ranged_bonus, fights, far, a, b, c):
    """Best hex of a set for unit u: (S, hex, attack part of S, S of the own hex without an attack) (spec f2).

    `marks`: red alert markers it is thought to have; `fights` 0: S without attack. `look_around` must be current.
    Leaves `state.attack_at` and `state.danger_at` at 0.
    """
    side = u >> 4
    here = state.u_hex[u]
    if fights == 1 and not (rules.red_alert_marker_blocks == 1 and marks > 0):
        f0, f1, f2 = combat_hexes(rules, rules.type_cls[state.u_type[u]], here, a, b, c)
        paint_attack(rules, me, state, u, marks, close_bonus, ranged_bonus, far, f0, f1, f2)
    if me.weighs_exposure == 1:
        paint_danger(rules, me, state, u, far, a, b, c)
    place = objective_on(rules, side)
    best, best_hex, best_attack, base = np.int64(-(1 << 60)), NONE, NO, NO
    plain_ties = me.ties == 0
    for word in range(3):
        bits = a if word == 0 else (b if word == 1 else c)
        while bits != 0:
            h = WORD_BITS * word + lowest_bit(bits)
            bits &= bits - 1
            attack = state.attack_at[h]
            score = attack - me.close[state.near[h]] - state.danger_at[h] + place * np.int64(me.place[h])
            state.attack_at[h] = 0
            state.danger_at[h] = 0
            if h == here:
                base = score - attack
            if score < best:
                continue
            if score == best:  # in rising order: side 0 keeps the first of equals, side 1 takes the last
                if plain_ties:
                    if side == 0:
                        continue
                elif better(rules, me, state, u, score, h, best, best_hex) == 0:
                    continue
            best, best_hex, best_attack = score, h, attack
    return best, best_hex, best_attack, base


@helper
def plan(rules, me, state, u, which, marks, close_bonus, ranged_bonus, steps, moves):
    """Best first move of unit u by up to `steps` hexes into row `which` of the plan arrays of `state`."""
    a, b, c = first_reach(rules, state, u, marks, steps, moves)
    far = max(steps, rules.warp_hexes)
    score, h, attack, base = weigh(rules, me, state, u, marks, close_bonus, ranged_bonus, YES, far, a, b, c)
    state.plan_score[which, u] = score
    state.plan_hex[which, u] = h
    state.plan_attack[which, u] = attack
    state.plan_base[which, u] = base
    state.plan_reach[which, u, 0], state.plan_reach[which, u, 1], state.plan_reach[which, u, 2] = a, b, c


@helper
def replan(rules, me, state, u, which, marks, close_bonus, ranged_bonus, steps, moves):
    """Bring the plan of unit u up to date after an own unit moved: only hexes that joined its reach need a look."""
    x0, x1, x2 = state.plan_reach[which, u, 0], state.plan_reach[which, u, 1], state.plan_reach[which, u, 2]
    a, b, c = first_reach(rules, state, u, marks, steps, moves)
    if rules.units_block_los > 0 or has(a, b, c, state.plan_hex[which, u]) == 0:
        plan(rules, me, state, u, which, marks, close_bonus, ranged_bonus, steps, moves)
        return
    state.plan_reach[which, u, 0], state.plan_reach[which, u, 1], state.plan_reach[which, u, 2] = a, b, c
    a, b, c = a & (FULL & ~x0), b & (FULL & ~x1), c & (FULL & ~x2)
    if (a | b | c) == 0:
        return
    far = max(steps, rules.warp_hexes)
    score, h, attack, _ = weigh(rules, me, state, u, marks, close_bonus, ranged_bonus, YES, far, a, b, c)
    if better(rules, me, state, u, score, h, state.plan_score[which, u], state.plan_hex[which, u]) == 1:
        state.plan_score[which, u] = score
        state.plan_hex[which, u] = h
        state.plan_attack[which, u] = attack


@helper
def gain(state, which, u):
    """What unit u gains by its planned move and attack: never negative (spec f2)."""
    return max(state.plan_score[which, u] - state.plan_base[which, u], 0)


@helper
def exposure(rules, me, state, u, h):
    """EXPO of unit u standing on hex h, in micro-points (spec f2)."""
    t, left = state.u_type[u], steps_left(rules, state, u)
    foe = 1 - (u >> 4)
    total = 0
    for e in range(16 * foe, 16 * foe + rules.n_units[foe]):
        eh = state.u_hex[e]
        if eh < 0:
            continue
        kind = state.u_type[e]
        d = np.int64(rules.distance[eh, h])
        if d > rules.type_range[kind]:
            continue
        if d > 1:
            here = state.u_hex[u]
            state.hex_unit[here] = -1
            seen = sees(rules, state, e, eh, h)
            state.hex_unit[here] = u
            if seen == 0:
                continue
        shielded = pays(rules, rules.group[eh], rules.group[h], d)
        n = min(dice_at(rules, kind, d, state.u_mark[e], shielded), MAX_DICE)
        total += np.int64(me.hurt[rules.type_cls[kind], t, left, n])
    return total


@helper
def standing(rules, me, state, u, h):
    """S of unit u on hex h without an attack, at current positions (spec f2)."""
    foe = 1 - (u >> 4)
    near = 31
    for e in range(16 * foe, 16 * foe + rules.n_units[foe]):
        if state.u_hex[e] >= 0:
            near = min(near, np.int64(rules.distance[h, state.u_hex[e]]))
    score = -me.close[near]
    if objective_on(rules, u >> 4) == 1:
        score += np.int64(me.place[h])
    if me.weighs_exposure == 1:
        score -= exposure(rules, me, state, u, h)
    return score


@helper
def best_target(rules, me, state, u, close_bonus, ranged_bonus):
    """Best legal target of unit u where it stands: (EVP, unit index), index -1 if there is none."""
    best, target = -1, -1
    if able(rules, state, u) == 0:
        return best, target
    contact = touching(rules, state, u)
    here = state.u_hex[u]
    foe = 1 - (u >> 4)
    for e in range(16 * foe, 16 * foe + rules.n_units[foe]):
        if state.u_hex[e] < 0:
            continue
        n = attack_dice(rules, state, u, e, contact)
        if n >= 1:
            close = np.int64(rules.distance[here, state.u_hex[e]]) == 1
            value = evp(rules, me, state, u, e, n + (close_bonus if close else ranged_bonus))
            if value > best:
                best, target = value, e
    return best, target
