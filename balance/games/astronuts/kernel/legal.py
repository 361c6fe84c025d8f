"""What a seat may do now: the legal set of section 3, shared by the players and by the check of their steps."""

from __future__ import annotations

import numpy as np

from balance.games.astronuts.kernel.coins import count_bits, held_mask
from balance.games.astronuts.kernel.table import is_free, planet_of, units_there
from balance.games.astronuts.words import (
    ATTACK,
    BAR_ATTACK,
    BAR_COLONISE,
    BAR_EXTRACT,
    BAR_MOVE,
    BUILD,
    COLONISE,
    EXTRACT,
    MOVE,
    PASS,
    PRICE_FREE,
    PRICE_NO_ACTION,
    STOP,
    TECH,
)
from balance.kit.jit import inner, shared


@inner
def founding_price(t, k):
    """(actions, Nuts, 1 if fate pays the Nut) of a founding by ship k of the seat in turn (AN-26, F35, F44..F46)."""
    g, rules = t.g, t.rules
    actions, nuts, gift = rules.cost_colonise_actions, rules.cost_colonise_nuts, np.int64(0)
    if g.price[k] & PRICE_FREE:
        actions, nuts, gift = np.int64(0), np.int64(0), np.int64(1)
    elif g.free_left[k] > 0:
        nuts, gift = np.int64(0), np.int64(1)
        if rules.free_colony_needs_action == 0 or g.price[k] & PRICE_NO_ACTION:
            actions = np.int64(0)
    elif g.price[k] & PRICE_NO_ACTION:
        actions = np.int64(0)
    return actions, nuts + g.toll_found[k], gift


@inner
def may_act(t, seat, k, bar):
    """True if ship k is on the board, not barred from `bar` (BAR_*), and no ship must move on first (AN-47, AN-73)."""
    g = t.g
    if g.ship[seat, k] < 0 or g.defect[k] & bar:
        return False
    return g.must < 0 or (g.must == k and bar == BAR_MOVE)


@inner
def can_found(t, seat, k):
    """May ship k found a colony where it stands (AN-26..AN-28)?"""
    g = t.g
    if not may_act(t, seat, k, BAR_COLONISE):
        return False
    planet = planet_of(t, g.ship[seat, k])
    if planet < 0 or g.free[planet] <= 0 or g.figures[seat] <= 0:
        return False
    actions, nuts, _ = founding_price(t, k)
    return g.a >= actions and g.purse[seat] >= nuts


@shared
def has_free_founding(t, seat):
    """True if some ship may found without an action thanks to 4-4, 4-5 or 4-6 (AN-18)."""
    g = t.g
    for k in range(t.rules.ships_per_player):
        if (g.price[k] != 0 or g.free_left[k] > 0) and can_found(t, seat, k):
            return True
    return False


@inner
def can_extract(t, seat, k):
    """May ship k extract where it stands (AN-25, F23, F24, F34)?"""
    g = t.g
    if not may_act(t, seat, k, BAR_EXTRACT):
        return False
    planet = planet_of(t, g.ship[seat, k])
    if planet < 0 or g.nuts[planet] <= 0:
        return False
    return g.a >= t.rules.cost_extract + g.extract[k] and g.purse[seat] >= g.toll_extract[k]


@inner
def surcharge(t, seat, k):
    """Actions it costs ship k to leave its planet, beyond the move itself (AN-24)."""
    if planet_of(t, t.g.ship[seat, k]) < 0:
        return np.int64(0)
    return t.g.leave[k]


@inner
def can_move(t, seat, k):
    """May ship k move by one space, as far as defects and actions go (AN-20)?"""
    return may_act(t, seat, k, BAR_MOVE) and t.g.a >= t.rules.cost_move + surcharge(t, seat, k)


@inner
def can_attack(t, seat, k):
    """May ship k attack, as far as defects and actions go (AN-31)?"""
    return may_act(t, seat, k, BAR_ATTACK) and t.g.a >= t.rules.cost_attack


@inner
def can_buy(t, seat, tech):
    """May `seat` buy `tech` now (AN-35)?"""
    g, rules = t.g, t.rules
    if g.must >= 0 or (g.tech[seat] >> tech) & 1 or g.a < rules.cost_tech_actions:
        return False
    if rules.tech_nut_colour == 0:
        return g.hand[seat, tech] >= rules.cost_tech_nuts
    return g.purse[seat] >= rules.cost_tech_nuts


@inner
def can_build(t, seat):
    """May `seat` build a ship now (AN-29, AN-30)?"""
    g, rules = t.g, t.rules
    if g.must >= 0 or g.ships[seat] >= rules.ships_per_player or g.a < rules.cost_build_actions:
        return False
    if not is_free(t, g.home[seat]):
        return False
    return count_bits(held_mask(t, seat)) >= rules.cost_build_colours


@inner
def start_passes(t, seat, k):
    """Begin to list the passes of ship k: `next_pass` gives one after the other. Writes g.path, g.at, g.depth."""
    g = t.g
    g.depth = 0
    g.path[0] = g.ship[seat, k]
    g.at[0] = t.rules.degree[g.path[0]]  # a free space next to the ship is a move, not a pass
    if t.rules.pass_through == 2 or t.rules.pass_chain_max == 0:
        g.depth = -1


@inner
def next_pass(t, seat):
    """The next (occupied spaces g.path[1..g.depth], free space behind g.path[g.depth + 1]); False at the end (AN-22).

    Depth first: behind each occupied space first its free neighbours, then further occupied ones, all in own numbering.
    """
    g, rules = t.g, t.rules
    while g.depth >= 0:
        here = g.path[g.depth]
        degree = rules.degree[here]
        i = g.at[g.depth]
        if i >= 2 * degree:
            g.depth -= 1
            continue
        g.at[g.depth] = i + 1
        space = np.int64(rules.adjacent[g.turn[seat], here, i if i < degree else i - degree])
        if i < degree:
            if is_free(t, space):
                g.path[g.depth + 1] = space
                return True
        elif g.depth < rules.pass_chain_max and may_pass_over(t, space):
            g.depth += 1
            g.path[g.depth] = space
            g.at[g.depth] = 0
    return False


@inner
def may_pass_over(t, space):
    """True if `space` is occupied, not refused this turn, and not on the way already."""
    g = t.g
    if is_free(t, space) or (g.refused >> space) & 1:
        return False
    for step in range(g.depth + 1):
        if g.path[step] == space:
            return False
    return True


@inner
def pass_cost(t, seat, k, passed):
    """Actions of a pass over `passed` occupied spaces (AN-22)."""
    return (passed + 1) * t.rules.cost_move + surcharge(t, seat, k)


@inner
def is_legal_pass(t, seat, k):
    """Check the chosen pass: neighbouring occupied spaces, not refused, a free one behind, actions at hand."""
    g, rules = t.g, t.rules
    here, passed = g.ship[seat, k], np.int64(0)
    while passed < 3 and g.via[passed] >= 0:
        space = g.via[passed]
        if np.int64(rules.walk[here, space]) != 1 or is_free(t, space) or (g.refused >> space) & 1:
            return False
        here = space
        passed += 1
    if passed == 0 or passed > rules.pass_chain_max or rules.pass_through == 2:
        return False
    return np.int64(rules.walk[here, g.to]) == 1 and is_free(t, g.to) and g.a >= pass_cost(t, seat, k, passed)


@shared
def is_legal(t, seat):
    """Is the chosen step (g.step, g.k, g.to, g.via, g.target) in the legal set? A policy's slip must not go unnoticed."""
    g, rules = t.g, t.rules
    if g.step == STOP:
        return True
    if g.step == COLONISE:
        return can_found(t, seat, g.k)
    if g.step == EXTRACT:
        return can_extract(t, seat, g.k)
    if g.step == TECH:
        return can_buy(t, seat, g.target)
    if g.step == BUILD:
        return can_build(t, seat)
    if g.step == MOVE:
        adjacent = np.int64(rules.walk[g.ship[seat, g.k], g.to]) == 1
        return can_move(t, seat, g.k) and adjacent and is_free(t, g.to)
    if g.step == PASS:
        return can_move(t, seat, g.k) and is_legal_pass(t, seat, g.k)
    gap = np.int64(rules.walk[g.ship[seat, g.k], g.to])
    near = gap == 1 or (gap == 0 and rules.attack_same_space != 0)
    ship, colonies = units_there(t, seat, g.target, g.to)
    return g.step == ATTACK and can_attack(t, seat, g.k) and near and g.target != seat and ship + colonies > 0
