"""The six actions (AN-20..AN-35), passing (AN-22), asteroids and AstroHoles (AN-71..AN-74): each changes the position."""

from __future__ import annotations

import numpy as np

from balance.games.astronuts.kernel.coins import choose_coin, pay_any, pay_different, pay_for_tech, receive
from balance.games.astronuts.kernel.combat import attack
from balance.games.astronuts.kernel.dice import note, passes_check
from balance.games.astronuts.kernel.fate import land
from balance.games.astronuts.kernel.legal import founding_price, surcharge
from balance.games.astronuts.kernel.pieces import add_colony, add_ship, lose_ship, obtain_tech, shift_ship
from balance.games.astronuts.kernel.table import ONE, OVER_BY_EXPLORING, ZERO, planet_of
from balance.games.astronuts.policies.hazards import announces_crossing, choose_jump
from balance.games.astronuts.policies.meetings import grants_passage
from balance.games.astronuts.words import (
    ASTEROID,
    ATTACK,
    BUILD,
    COIN_EXTRACT,
    COLONISE,
    EV_COLONY,
    EV_JUMP,
    EV_STEP,
    EXTRACT,
    HOLE,
    LOST_ASTEROID,
    MOVE,
    PASS,
    SHIP_BUILT,
    TECH,
    WARP_ASTEROID,
    WARP_SURVIVE,
)
from balance.kit.jit import inner, shared


@shared
def perform(t, seat):
    """Carry out the chosen step (g.step, g.k, g.to, g.via, g.target) of the seat in turn."""
    g = t.g
    step, k = g.step, g.k
    if (step == COLONISE or step == EXTRACT or step == ATTACK) and g.pending[k]:
        g.pending[k] = 0
        land(t, seat, k)  # landing_trigger = stop: fate comes before the act; then the seat decides anew
        return
    note(t, EV_STEP, seat, step, k, g.to, g.target, g.a, ZERO)
    if step == MOVE or step == PASS:
        travel(t, seat, k)
    elif step == COLONISE:
        colonise(t, seat, k)
    elif step == EXTRACT:
        extract(t, seat, k)
    elif step == ATTACK:
        attack(t, seat, k, g.to, g.target)
    elif step == TECH:
        buy_tech(t, seat, g.target)
    elif step == BUILD:
        build(t, seat)


@inner
def pay_move(t, seat, actions):
    """Actions spent on moving."""
    t.g.a -= actions
    t.out.a_move[seat] += actions


@inner
def arrive(t, seat, k, space):
    """Ship k comes to stand on `space` by a move or pass: landing, asteroid or AstroHole."""
    shift_ship(t, seat, k, space)
    if planet_of(t, space) >= 0:
        if t.rules.landing_trigger == 0:
            land(t, seat, k)
        else:
            t.g.pending[k] = 1
        return
    kind = np.int64(t.rules.kind[space])
    if kind == ASTEROID:
        enter_asteroids(t, seat, k, space)
    elif kind == HOLE:
        enter_hole(t, seat, k, space)


@inner
def enter_asteroids(t, seat, k, space):
    """One roll for the announced crossing or stop (AN-71..AN-73), or the crossing roll alone (enter_and_stop)."""
    g, rules = t.g, t.rules
    if rules.asteroid_roll == 1:
        g.on_rock[k] = 1
        dodge(t, seat, k, rules.asteroid_cross_min)
        return
    crossing = announces_crossing(t, seat, space)
    if dodge(t, seat, k, rules.asteroid_cross_min if crossing else rules.asteroid_land_min) and crossing:
        g.must = k


@inner
def dodge(t, seat, k, least):
    """Asteroid roll of ship k: True if it survives, else it is lost."""
    if passes_check(t, seat, WARP_ASTEROID, least):
        return True
    lose_ship(t, seat, k, LOST_ASTEROID)
    return False


@inner
def enter_hole(t, seat, k, space):
    """A ship that enters an AstroHole by a move may jump to another at once (AN-74)."""
    hole = choose_jump(t, seat, space)
    if hole < 0:
        return
    pay_move(t, seat, t.rules.astrohole_jump_cost)
    note(t, EV_JUMP, seat, k, space, hole, ZERO, ZERO, ZERO)
    shift_ship(t, seat, k, hole)


@inner
def travel(t, seat, k):
    """MOVE to g.to, or PASS over occupied spaces (g.via) to it if their owners agree (AN-20, AN-22, AN-24).

    A refusal costs nothing; passing over asteroids is a crossing.
    """
    g, rules = t.g, t.rules
    passed = 0
    while passed < 3 and g.via[passed] >= 0:
        if not may_pass(t, seat, g.via[passed]):
            g.refused |= ONE << g.via[passed]
            t.out.blocked_pass += 1
            return
        passed += 1
    pay_move(t, seat, surcharge(t, seat, k))
    g.must = -1
    for i in range(passed):
        pay_move(t, seat, rules.cost_move)
        if np.int64(rules.kind[g.via[i]]) == ASTEROID and not dodge(t, seat, k, rules.asteroid_cross_min):
            return
    pay_move(t, seat, rules.cost_move)
    arrive(t, seat, k, g.to)


@inner
def may_pass(t, seat, space):
    """Does the owner of the ship on `space` let `seat` pass? Own ships do; an answer stands for the rest of the turn."""
    g = t.g
    owner = g.occupant[space] >> 2
    if owner == seat or t.rules.pass_through == 1 or (g.granted >> space) & 1:
        return True
    if not grants_passage(t, owner, seat, space):
        return False
    g.granted |= np.int64(1) << space
    return True


@inner
def extract(t, seat, k):
    """EXTRACT: all Nuts of the planet, or one of choice (AN-25, F23, F24, F34)."""
    g, rules = t.g, t.rules
    cost = rules.cost_extract + g.extract[k]
    g.a -= cost
    t.out.a_extract[seat] += cost
    pay_any(t, seat, g.toll_extract[k])
    planet = planet_of(t, g.ship[seat, k])
    mask = g.coins[planet]
    if rules.extract_amount == 1:
        mask = np.int64(1) << choose_coin(t, seat, mask)
    for colour in range(4):
        if (mask >> colour) & 1:
            g.nuts[planet] -= 1
            t.out.nuts_extracted[seat] += 1
            receive(t, seat, colour, COIN_EXTRACT)
    g.coins[planet] &= ~mask
    if g.coins[planet] == 0:
        g.rich -= 1
        if g.rich == 0 and rules.explored_end == 1:
            g.over = OVER_BY_EXPLORING


@inner
def colonise(t, seat, k):
    """COLONISE: pay, then the figure stands or dies in the air (AN-26..AN-28, F21, F22)."""
    g, out = t.g, t.out
    planet = planet_of(t, g.ship[seat, k])
    actions, nuts, gift = founding_price(t, k)
    g.a -= actions
    out.a_colonise[seat] += actions
    pay_any(t, seat, nuts)
    if gift:
        out.founded_free[seat] += 1
        if g.free_left[k] > 0:
            g.free_left[k] -= 1
    if t.rules.toll_scope == 0:
        g.toll_found[k] = 0
    if g.death[k] > 0 and not passes_check(t, seat, WARP_SURVIVE, g.death[k] + 1):
        out.died[seat] += 1
        note(t, EV_COLONY, seat, g.ship[seat, k], ZERO, g.figures[seat], g.colonies[seat], ZERO, ZERO)
        return
    add_colony(t, seat, planet)


@inner
def build(t, seat):
    """BUILD: a supply ship on the own home (AN-29, AN-30)."""
    rules = t.rules
    t.g.a -= rules.cost_build_actions
    t.out.a_build[seat] += rules.cost_build_actions
    pay_different(t, seat, rules.cost_build_colours)
    add_ship(t, seat, t.g.home[seat], np.int64(SHIP_BUILT))


@inner
def buy_tech(t, seat, tech):
    """TECHNOLOGY: pay actions and Nuts, own it from now on (AN-35)."""
    t.g.a -= t.rules.cost_tech_actions
    t.out.a_tech[seat] += t.rules.cost_tech_actions
    pay_for_tech(t, seat, tech)
    obtain_tech(t, seat, tech, np.int64(0))
