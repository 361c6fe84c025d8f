"""Decision D4 of the scoring policies: the candidate with the best value per action (section 8, Scoring).

Rows of the candidate table are looked at in their order, and a later candidate must score strictly higher: ties fall to the
earlier row, the lower ship, the lower space in own numbering, the lower seat or colour. Each `seek_*` takes the best score so
far (int64, units of 2**-40) and returns the new one; the candidate goes to g.step, g.k, g.to, g.target, g.goal.
A row is skipped when its exact upper bound (players.py) does not beat the best score.
"""

from __future__ import annotations

import numpy as np

from balance.games.astronuts.kernel.legal import (
    can_attack,
    can_build,
    can_buy,
    can_extract,
    can_found,
    can_move,
    founding_price,
    surcharge,
)
from balance.games.astronuts.kernel.table import NONE, ZERO, bonus_against, has, planet_of, units_there
from balance.games.astronuts.policies.gifts import rounded
from balance.games.astronuts.policies.way import find_step
from balance.games.astronuts.state import BASE_COSTS
from balance.games.astronuts.words import (
    ALL_TECHS,
    ATTACK,
    BAR_ATTACK,
    BUILD,
    COLONISE,
    EXTRACT,
    LASER,
    MOVE,
    STOP,
    TECH,
    codes,
)
from balance.kit.jit import inlined, inner

PLAIN, POSITION_FOR_ATTACK = codes(2)  # kinds of goal; also the distance at which the ship has arrived
UNLIMITED = np.int64(99)


@inlined
def coin_level(t, seat):
    """0 while a Nut counts fully, 1 from six Nuts in hand on."""
    return np.int64(0) if t.g.purse[seat] < 6 else np.int64(1)


@inlined
def coin_worth(t, seat, me):
    """n_v: worth of a Nut to `seat`."""
    return me.w_nut if t.g.purse[seat] < 6 else 0.4 * me.w_nut


@inlined
def affordable(t, nuts):
    """Colonies that `nuts` pay for."""
    if t.rules.cost_colonise_nuts == 0:
        return UNLIMITED
    return nuts // t.rules.cost_colonise_nuts


@inner
def finish_worth(t, seat, me):
    """fin: worth of emptying the last planet: + when ahead, - when behind, a little - when level; 0 before that."""
    g = t.g
    if g.rich != 1:
        return 0.0
    rival = np.int64(0)
    for other in range(g.seats):
        if other != seat:
            rival = max(rival, g.colonies[other])
    lead = g.colonies[seat] - rival
    if lead == 0:
        return -0.2 * me.w_finish
    return me.w_finish if lead > 0 else -me.w_finish


@inner
def most_colonies(t):
    """M: colonies of the best seat."""
    most = np.int64(0)
    for seat in range(t.g.seats):
        most = max(most, t.g.colonies[seat])
    return most


@inner
def time_left(t):
    """tf: the smaller of the share of planets that still hold Nuts and the share of the goal still open."""
    g = t.g
    rich = g.rich / g.rich_at_start if g.rich_at_start > 0 else 0.0
    return min(rich, 1.0 - most_colonies(t) / t.rules.goal_colonies)


@inner
def founding_score(t, seat, me, k):
    """Score of a founding by ship k that is legal: int64, or 0 where the air is too bad for the policy (min_surv)."""
    g = t.g
    if g.death[k] == 0 and g.price[k] == 0 and g.free_left[k] == 0 and g.toll_found[k] == 0:
        return me.found_score[coin_level(t, seat)]
    actions, nuts, _ = founding_price(t, k)
    chance = (6 - g.death[k]) / 6.0
    if chance < me.min_surv:
        return np.int64(0)
    return rounded((me.w_col * chance - coin_worth(t, seat, me) * nuts) / max(np.float64(actions), 0.1))


@inner
def seek_founding(t, seat, me, best):
    """Row 1: found a colony with ship k."""
    g = t.g
    for k in range(t.rules.ships_per_player):
        if can_found(t, seat, k):
            score = founding_score(t, seat, me, k)
            if score > best:
                best = score
                g.step, g.k = COLONISE, k
    return best


@inner
def extraction_score(t, seat, me, k):
    """Score of an extraction by ship k that is legal: int64."""
    g = t.g
    nuts = g.nuts[planet_of(t, g.ship[seat, k])]
    if g.rich != 1 and g.extract[k] == 0 and g.toll_extract[k] == 0:
        return me.extract_score[coin_level(t, seat), nuts]
    value = coin_worth(t, seat, me) * (nuts - g.toll_extract[k]) + finish_worth(t, seat, me)
    return rounded(value / max(np.float64(t.rules.cost_extract + g.extract[k]), 0.1))


@inner
def seek_extraction(t, seat, me, best):
    """Row 2: take the Nuts under ship k."""
    g = t.g
    for k in range(t.rules.ships_per_player):
        if can_extract(t, seat, k):
            score = extraction_score(t, seat, me, k)
            if score > best:
                best = score
                g.step, g.k = EXTRACT, k
    return best


@inner
def foundings_at(t, seat, planet):
    """m: colonies the seat could found on `planet` on arrival, at most three."""
    g = t.g
    nuts, price = g.purse[seat] + g.nuts[planet], t.rules.cost_colonise_nuts
    paid = np.int64(nuts >= price) + np.int64(nuts >= 2 * price) + np.int64(nuts >= 3 * price)  # faster than a division
    return min(g.free[planet], g.figures[seat], paid)


@inner
def goal_score(t, me, level, base, nuts, m, finish):
    """Score of going to a planet that takes `base` actions to reach: int64."""
    if base < BASE_COSTS and (finish == 0.0 or nuts == 0):
        return me.move_score[level, base, nuts, m]
    value = me.move_value[level, nuts, m]
    cost = base + m * t.rules.cost_colonise_actions
    if nuts > 0:
        value += finish
        cost += t.rules.cost_extract
    return rounded(value / max(np.float64(cost), 0.1))


@inner
def seek_planet(t, seat, me, best):
    """Row 3: move towards planet q. Planets come by distance, so the bound on all farther ones ends the search."""
    g, rules = t.g, t.rules
    turn, level, finish = g.turn[seat], coin_level(t, seat), finish_worth(t, seat, me)
    for k in range(rules.ships_per_player):
        if not can_move(t, seat, k):
            continue
        here, extra = g.ship[seat, k], surcharge(t, seat, k)
        shut, found = g.manned | g.struck[PLAIN, k], NONE
        top = (best + 1) << 6  # keys pack the score and, for ties, 63 - the own number of the space
        for i in range(rules.planets):
            packed = np.int64(rules.nearest[turn, here, i])
            base = (packed >> 6) * rules.cost_move + extra
            if finish == 0.0 and me.move_bound[level, min(base, BASE_COSTS - 1)] < top >> 6:
                break
            planet = packed & 63
            score = goal_score(t, me, level, base, g.nuts[planet], foundings_at(t, seat, planet), finish)
            key = (score << 6) + 63 - np.int64(rules.own[turn, rules.space_of[planet]])
            if key >= top and (shut >> planet) & 1 == 0:
                top, found = key, planet
        if found >= 0:
            best = top >> 6
            g.step, g.k, g.goal, g.goal_gap = MOVE, k, np.int64(rules.space_of[found]), PLAIN
    return best


@inner
def attack_worth(t, seat, me, other, most):
    """L: factor on attacks against `other`, a leader's weight if it holds most colonies."""
    colonies = t.g.colonies[other]
    return me.leader if colonies == most and most > 0 else 1.0


@inner
def seek_position(t, seat, me, best):
    """Row 4: move next to planet q to attack the units of seat e there."""
    g, rules = t.g, t.rules
    turn, most = g.turn[seat], most_colonies(t)
    for k in range(rules.ships_per_player):
        if not can_move(t, seat, k) or g.defect[k] & BAR_ATTACK:
            continue
        here, extra = g.ship[seat, k], surcharge(t, seat, k)
        for i in range(rules.planets):
            planet = np.int64(rules.planet_order[turn, i])
            space = np.int64(rules.space_of[planet])
            if rules.slots[planet] == g.free[planet] + g.col[planet, seat] and (g.manned >> planet) & 1 == 0:
                continue  # nobody else is there
            gap = np.int64(rules.distance[here, space])
            if gap == 1 or (g.struck[POSITION_FOR_ATTACK, k] >> planet) & 1:
                continue
            for other in range(g.seats):
                if other == seat:
                    continue
                ship, colonies = units_there(t, seat, other, space)
                if ship + colonies == 0:
                    continue
                moves = max(gap - 1, np.int64(1)) * rules.cost_move + extra
                chance = rules.p_win[bonus_against(t, seat, other) + 3]
                value = attack_worth(t, seat, me, other, most) * (me.w_kcol * colonies + me.w_kship * ship)
                score = rounded(value / (moves + (ship + colonies) / chance * rules.cost_attack))
                if score > best:
                    best = score
                    g.step, g.k, g.goal, g.goal_gap, g.target = MOVE, k, space, POSITION_FOR_ATTACK, other
    return best


@inner
def seek_attack(t, seat, me, best):
    """Row 5: attack seat e on space y next to ship k (or on its own space, attack_same_space)."""
    g, rules = t.g, t.rules
    turn, most = g.turn[seat], most_colonies(t)
    for k in range(rules.ships_per_player):
        if not can_attack(t, seat, k):
            continue
        here, limit, top = g.ship[seat, k], best, np.int64(-1)
        for i in range(rules.degree[here] + rules.attack_same_space):
            space = here if i == rules.degree[here] else np.int64(rules.adjacent[turn, here, i])
            rank = np.int64(rules.own[turn, space])
            for other in range(g.seats):
                if other == seat:
                    continue
                ship, colonies = units_there(t, seat, other, space)
                if ship + colonies == 0:
                    continue
                prize = me.w_kcol if ship == 0 else me.w_kship
                if ship > 0 and colonies > 0:
                    prize = min(me.w_kcol, me.w_kship)
                chance = rules.p_win[bonus_against(t, seat, other) + 3]
                score = rounded(attack_worth(t, seat, me, other, most) * chance * prize / rules.cost_attack)
                if score > limit and (score > best or (score == best and rank < top)):
                    best, top = score, rank
                    g.step, g.k, g.to, g.target = ATTACK, k, space, other
    return best


@inner
def seek_tech(t, seat, me, best):
    """Row 6: buy technology c."""
    rules, level = t.rules, coin_level(t, seat)
    for tech in range(4):
        if me.tech_bound[level, tech] <= best or not can_buy(t, seat, tech):
            continue
        value = me.w_tech[tech] * time_left(t) - coin_worth(t, seat, me) * rules.cost_tech_nuts
        score = rounded(value / max(np.float64(rules.cost_tech_actions), 0.1))
        if score > best:
            best = score
            t.g.step, t.g.target = TECH, tech
    return best


@inner
def seek_ship(t, seat, me, best):
    """Row 7: build a ship; worth 2 for a seat without one."""
    g, rules = t.g, t.rules
    if not can_build(t, seat):
        return best
    value = 2.0
    if g.ships[seat] > 0:
        value = me.w_ship[g.ships[seat] + 1] * time_left(t) - rules.cost_build_colours * coin_worth(t, seat, me)
    score = rounded(value / max(np.float64(rules.cost_build_actions), 0.1))
    if score > best:
        best = score
        g.step = BUILD
    return best


@inner
def choose_scored(t, seat):
    """The next step of a scoring policy: writes g.step and what belongs to it; STOP if nothing scores above 0.

    A row is passed by when its bound (players.py) shows that it cannot beat the best score so far.
    """
    g, rules = t.g, t.rules
    me = t.cast.player[g.player[seat]]
    level, laser, alone = coin_level(t, seat), has(t, seat, LASER), g.ships[seat] == 0
    clear_struck(t)
    while True:
        g.step, g.goal, best = STOP, -1, ZERO
        if stands_on_planet(t, seat):
            best = seek_founding(t, seat, me, best)
            if best < me.extract_bound[level] or g.rich == 1:
                best = seek_extraction(t, seat, me, best)
        if best >= me.late_bound[level, laser] and g.rich != 1 and not alone:
            return
        best = seek_planet(t, seat, me, best)
        if best < me.fight_bound[laser]:
            best = seek_attack(t, seat, me, seek_position(t, seat, me, best))
        if g.a >= rules.cost_tech_actions and g.tech[seat] != ALL_TECHS:
            best = seek_tech(t, seat, me, best)
        if alone or best < me.ship_bound[level]:
            best = seek_ship(t, seat, me, best)
        if g.step != MOVE or find_step(t, seat):
            return
        strike_out(t)


@inner
def stands_on_planet(t, seat):
    """True if a ship of `seat` stands on a planet."""
    for k in range(t.rules.ships_per_player):
        space = t.g.ship[seat, k]
        if space >= 0 and planet_of(t, space) >= 0:
            return True
    return False


@inner
def clear_struck(t):
    """A new decision: no goal is struck out."""
    if t.g.striking:
        t.g.struck[:] = 0
        t.g.striking = 0


@inner
def strike_out(t):
    """There is no step towards the goal: leave it out of this decision."""
    g = t.g
    g.striking = 1
    g.struck[g.goal_gap, g.k] |= np.int64(1) << planet_of(t, g.goal)


@inner
def best_goal_cost(t, seat):
    """Actions the best goal (rows 3 and 4) would take altogether, 0 if none scores: float64. For `need` and `useful`."""
    g, rules = t.g, t.rules
    me = t.cast.player[g.player[seat]]
    clear_struck(t)
    while True:
        g.step = STOP
        seek_position(t, seat, me, seek_planet(t, seat, me, np.int64(0)))
        if g.step == STOP:
            return 0.0
        goal, gap = g.goal, np.int64(rules.distance[g.ship[seat, g.k], g.goal])
        extra = np.float64(surcharge(t, seat, g.k))
        if g.goal_gap == PLAIN:
            planet = planet_of(t, goal)
            cost = gap * rules.cost_move + foundings_at(t, seat, planet) * rules.cost_colonise_actions + extra
            if g.nuts[planet] > 0:
                cost += rules.cost_extract
        else:
            ship, colonies = units_there(t, seat, g.target, goal)
            chance = rules.p_win[bonus_against(t, seat, g.target) + 3]
            cost = max(gap - 1, np.int64(1)) * rules.cost_move + extra + (ship + colonies) / chance * rules.cost_attack
        if find_step(t, seat):
            return cost
        strike_out(t)
