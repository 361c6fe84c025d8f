"""Decision D2: which number to declare."""

from __future__ import annotations

import numpy as np

from balance.games.astronuts.kernel.dice import choose_below
from balance.games.astronuts.kernel.table import has, planet_of
from balance.games.astronuts.policies.scored import affordable, best_goal_cost, choose_scored
from balance.games.astronuts.words import ENERGY, NEED, RANDOM, TECH, WARP_DECLARE
from balance.kit.jit import inner


@inner
def base_actions(t, declared, shown):
    """Actions of a declaration before Extra Energy: success doubles, failure gives the pips (AN-14)."""
    rules = t.rules
    if shown >= declared:
        return max(np.int64(0), rules.declare_mult * declared + rules.declare_bonus)
    if rules.declare_fail == 0:
        return shown
    if rules.declare_fail == 1:
        return np.int64(1)
    return np.int64(0) if rules.declare_fail == 2 else shown >> 1


@inner
def choose_declaration(t, seat):
    """The number `seat` declares (D2), within declare_min..declare_max."""
    g, rules = t.g, t.rules
    me = t.cast.player[g.player[seat]]
    if me.declare_mode == RANDOM:
        return rules.declare_min + choose_below(t, seat, rules.declare_max - rules.declare_min + 1)
    if me.declare_mode >= NEED:
        return declare_for_use(t, seat, me.declare_mode == NEED)
    if rules.first_turn_action_cap > 0 and g.round_no == 1 and seat == 0:
        return me.declare_capped
    usable = g.warps[seat] > 0 and (rules.warp_scope >> WARP_DECLARE) & 1
    return me.declare[1] if usable else me.declare[0]


@inner
def useful_actions(t, seat):
    """U: what `seat` could do with plenty of actions: foundings and coins where its ships stand, the best move, a technology."""
    g, rules = t.g, t.rules
    held = g.a
    g.a = np.int64(99)
    use = 0.0
    for k in range(rules.ships_per_player):
        space = g.ship[seat, k]
        planet = planet_of(t, space) if space >= 0 else np.int64(-1)
        if planet >= 0:
            use += min(g.free[planet], g.figures[seat], affordable(t, g.purse[seat] + g.nuts[planet]))
            use += 1 if g.nuts[planet] > 0 else 0
    choose_scored(t, seat)
    if g.step == TECH:
        use += rules.cost_tech_actions
    use += best_goal_cost(t, seat)
    g.a = held
    return use


@inner
def declare_for_use(t, seat, need):
    """`need`: the smallest number whose success covers c actions; `useful`: argmax E[min(base, c)]; both ignore Time Warp."""
    rules = t.rules
    wanted = min(np.int64(12), np.int64(np.floor(useful_actions(t, seat))))
    c = max(np.int64(1), wanted - rules.energy_bonus * has(t, seat, ENERGY))
    best, top = rules.declare_min, np.int64(-1)
    for declared in range(rules.declare_min, rules.declare_max + 1):
        total = np.int64(0)
        for shown in range(1, 7):
            total += min(c, base_actions(t, declared, shown))
        if need and base_actions(t, declared, np.int64(6)) >= c:
            return np.int64(declared)
        if not need and total > top:
            best, top = np.int64(declared), total
    return rules.declare_max if need else best
