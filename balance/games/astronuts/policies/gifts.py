"""Decisions about the gifts of row 6 (D10): technology, colony, teleport, ship, and which of them."""

from __future__ import annotations

import numpy as np

from balance.games.astronuts.kernel.coins import count_bits, nth_bit
from balance.games.astronuts.kernel.dice import choose_below, is_random
from balance.games.astronuts.kernel.table import is_free, own_planet, planet_of
from balance.games.astronuts.words import (
    BAR_MOVE,
    FREE_SHIP,
    REMOTE_COLONY,
    TECH_CHOICE,
    TELEPORT,
)
from balance.kit.jit import inner


@inner
def rounded(value):
    """Nearest multiple of 2**-40, as a whole number of them: int64. Scores and V are compared in this form."""
    return np.int64(np.rint(value * 1099511627776.0))


@inner
def offered_techs(t, seat):
    """Technologies a gift may give `seat`: those it lacks, with `gift_tech_marker = required` only if in stock (F61)."""
    mask = np.int64(0)
    for tech in range(4):
        if (t.g.tech[seat] >> tech) & 1 == 0 and (t.rules.gift_tech_marker != 2 or t.g.bank[tech] > 0):
            mask |= np.int64(1) << tech
    return mask


@inner
def choose_tech(t, seat, mask):
    """Technology taken among those of `mask`: the one of highest weight, ties to the lower colour (6-1)."""
    if is_random(t, seat):
        return nth_bit(mask, choose_below(t, seat, count_bits(mask)))
    me = t.cast.player[t.g.player[seat]]
    best = np.int64(-1)
    for tech in range(4):
        if (mask >> tech) & 1 and (best < 0 or me.w_tech[tech] > me.w_tech[best]):
            best = np.int64(tech)
    return best


@inner
def may_settle(t, seat, planet):
    """True if 6-3 may put a colony of `seat` on `planet`; the usual price must be at hand with remote_colony_cost."""
    g, rules = t.g, t.rules
    if g.figures[seat] <= 0 or g.free[planet] <= 0 or not own_planet(t, seat, planet):
        return False
    if rules.remote_colony_cost == 0:
        return True
    return g.a >= rules.cost_colonise_actions and g.purse[seat] >= rules.cost_colonise_nuts


@inner
def may_receive(t, seat, planet):
    """True if 6-5 may put a ship of `seat` on `planet`."""
    g = t.g
    if g.ships[seat] >= t.rules.ships_per_player or not is_free(t, np.int64(t.rules.space_of[planet])):
        return False
    return own_planet(t, seat, planet)


@inner
def may_teleport(t, seat, k, planet):
    """True if 6-4 may take ship k to `planet` (F64)."""
    g, rules = t.g, t.rules
    if g.defect[k] & BAR_MOVE or not is_free(t, np.int64(rules.space_of[planet])):
        return False
    if rules.teleport_target == 1:
        return g.free[planet] == rules.slots[planet]
    return rules.teleport_target == 0 or g.nuts[planet] > 0


@inner
def may_use(t, seat, k, effect, planet):
    """True if the gift `effect` may go to `planet`."""
    if effect == REMOTE_COLONY:
        return may_settle(t, seat, planet)
    if effect == FREE_SHIP:
        return may_receive(t, seat, planet)
    return may_teleport(t, seat, k, planet)


@inner
def worth(t, seat, planet):
    """V of a planet for 6-4 and 6-5, rounded: w_nut * Nuts + w_col * min(free slots, max(1, coins in hand))."""
    g = t.g
    me = t.cast.player[g.player[seat]]
    settle = min(g.free[planet], max(np.int64(1), g.purse[seat]))
    return rounded(me.w_nut * g.nuts[planet] + me.w_col * settle)


@inner
def choose_planet(t, seat, k, effect):
    """Planet for 6-3, 6-4 or 6-5, or -1: no legal one, or declined (D10).

    6-3 most free slots; 6-5 highest V; 6-4 highest V if it beats the planet the ship is on; ties in own numbering.
    """
    g = t.g
    random = is_random(t, seat)
    best, top, count = np.int64(-1), np.int64(-1), np.int64(0)
    if effect == TELEPORT and not random:
        top = worth(t, seat, planet_of(t, g.ship[seat, k]))
    for i in range(t.rules.planets):
        planet = np.int64(t.rules.planet_order[g.turn[seat], i])
        if not may_use(t, seat, k, effect, planet):
            continue
        count += 1
        if not random:
            value = g.free[planet] if effect == REMOTE_COLONY else worth(t, seat, planet)
            if value > top:
                best, top = planet, value
    if not random or count == 0:
        return best
    return nth_planet(t, seat, k, effect, choose_below(t, seat, count + 1))


@inner
def nth_planet(t, seat, k, effect, n):
    """The n-th planet (n from 0, own numbering) the gift may go to, -1 beyond the last."""
    for i in range(t.rules.planets):
        planet = np.int64(t.rules.planet_order[t.g.turn[seat], i])
        if may_use(t, seat, k, effect, planet):
            if n == 0:
                return planet
            n -= 1
    return np.int64(-1)


@inner
def can_apply(t, seat, k, entry):
    """True if fate entry `entry` would have an effect as a gift (AN-45): row-6 gifts need a technology, planet or ship."""
    effect = t.rules.effect[entry]
    if effect == TECH_CHOICE:
        return offered_techs(t, seat) != 0
    if effect == REMOTE_COLONY or effect == FREE_SHIP or effect == TELEPORT:
        return nth_planet(t, seat, k, effect, np.int64(0)) >= 0
    return True


@inner
def is_gift(t, entry):
    """True if `entry` is among the gifts of 6-6."""
    for i in range(t.rules.n_gifts):
        if t.rules.gifts[i] == entry:
            return True
    return False


@inner
def choose_gift(t, seat, k):
    """Fate entry taken from 6-6, or -1 (F66): first of the policy's order that can be applied, then of the list."""
    rules = t.rules
    if is_random(t, seat):
        count = np.int64(0)
        for i in range(rules.n_gifts):
            if can_apply(t, seat, k, rules.gifts[i]):
                count += 1
        left = choose_below(t, seat, count)
        for i in range(rules.n_gifts):
            if can_apply(t, seat, k, rules.gifts[i]):
                if left == 0:
                    return rules.gifts[i]
                left -= 1
        return np.int64(-1)
    me = t.cast.player[t.g.player[seat]]
    for i in range(5):
        entry = me.gift_order[i]
        if entry >= 0 and is_gift(t, entry) and can_apply(t, seat, k, entry):
            return entry
    for i in range(rules.n_gifts):
        if can_apply(t, seat, k, rules.gifts[i]):
            return rules.gifts[i]
    return np.int64(-1)
