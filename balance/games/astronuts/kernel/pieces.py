"""Ships and colonies come to the board and leave it (AN-21, AN-26, AN-34, AN-46, AN-61)."""

from __future__ import annotations

import numpy as np

from balance.games.astronuts.kernel.dice import note
from balance.games.astronuts.kernel.table import ONE, OVER_BY_GOAL, ZERO, is_free, planet_of
from balance.games.astronuts.words import (
    ENERGY,
    EV_COLONY,
    EV_LOST,
    EV_SHIFT,
    EV_SHIP,
    EV_TECH,
    LOST_ASTEROID,
    LOST_ATTACK,
    LOST_CRASH,
    SHIP_RESPAWN,
    WARP,
)
from balance.kit.jit import inner, shared


@inner
def clear_planet(t, k):
    """Planet conditions of ship k of the seat in turn lapse (AN-43)."""
    g = t.g
    g.leave[k] = 0
    g.extract[k] = 0
    g.toll_extract[k] = 0
    g.toll_found[k] = 0
    g.death[k] = 0
    g.price[k] = 0
    g.free_left[k] = 0


@inner
def clear_ship(t, k):
    """Ship k of the seat in turn is as new: no defects, no conditions, nothing pending."""
    g = t.g
    clear_planet(t, k)
    g.defect[k] = 0
    g.pending[k] = 0
    g.on_rock[k] = 0
    if g.must == k:
        g.must = -1


@shared
def put_ship(t, seat, k, space):
    """Ship k of `seat` comes to stand on the free space `space`."""
    g = t.g
    g.ship[seat, k] = space
    g.occupant[space] = 4 * seat + k
    planet = planet_of(t, space)
    if planet >= 0:
        g.manned |= ONE << planet


@shared
def lift_ship(t, seat, k):
    """Ship k of `seat` leaves the space it stands on."""
    g = t.g
    space = g.ship[seat, k]
    g.ship[seat, k] = -1
    g.occupant[space] = -1
    planet = planet_of(t, space)
    if planet >= 0:
        g.manned &= ~(ONE << planet)


@inner
def shift_ship(t, seat, k, space):
    """Ship k goes from where it is to the free space `space`; planet conditions lapse with ship_and_planet (AN-43)."""
    note(t, EV_SHIFT, seat, k, t.g.ship[seat, k], space, ZERO, ZERO, ZERO)
    lift_ship(t, seat, k)
    if t.rules.fate_scope == 0:
        clear_planet(t, k)
    t.g.pending[k] = 0
    t.g.on_rock[k] = 0
    put_ship(t, seat, k, space)
    t.tally.space_visits[space] += 1


@inner
def add_ship(t, seat, space, why):
    """A supply ship (the lowest number) of `seat` appears on the free space `space`: no fate roll. Returns its number."""
    g = t.g
    k = np.int64(0)
    while g.ship[seat, k] >= 0:
        k += 1
    put_ship(t, seat, k, space)
    g.ships[seat] += 1
    if seat == g.seat:
        clear_ship(t, k)
    note(t, EV_SHIP, seat, k, space, why, ZERO, ZERO, ZERO)
    return k


@inner
def lose_ship(t, owner, k, cause):
    """Ship k of `owner` is destroyed and returns to the supply; AN-46 may follow at once (respawn_timing)."""
    g = t.g
    space = g.ship[owner, k]
    lift_ship(t, owner, k)
    g.ships[owner] -= 1
    g.lost_to[owner] = cause
    if cause == LOST_CRASH:
        t.out.crashes[owner] += 1
    elif cause == LOST_ATTACK:
        t.out.lost_ship[owner] += 1
    elif cause == LOST_ASTEROID:
        t.out.asteroid_loss[owner] += 1
    if owner == g.seat:
        clear_ship(t, k)
    note(t, EV_LOST, owner, k, space, cause, ZERO, ZERO, ZERO)
    if t.rules.respawn_timing == 1:
        replace_last_ship(t, owner)


@inner
def free_neighbour(t, seat, space):
    """The free space next to `space` lowest in the seat's own numbering, or -1."""
    for i in range(t.rules.degree[space]):
        near = np.int64(t.rules.adjacent[t.g.turn[seat], space, i])
        if is_free(t, near):
            return near
    return np.int64(-1)


@inner
def replace_last_ship(t, seat):
    """A seat without ships gets one on its home, or beside it if the home is occupied (AN-46)."""
    g, rules = t.g, t.rules
    if g.ships[seat] > 0 or rules.respawn == 2 or (rules.respawn == 1 and g.lost_to[seat] != LOST_CRASH):
        return
    space = g.home[seat]
    if not is_free(t, space):
        space = free_neighbour(t, seat, space) if rules.respawn_blocked == 0 else np.int64(-1)
    if space >= 0:
        add_ship(t, seat, space, SHIP_RESPAWN)
        t.out.respawns[seat] += 1


@inner
def add_colony(t, seat, planet):
    """A founded colony stands: on the board, counted, and the goal is looked at (AN-61)."""
    g, rules = t.g, t.rules
    g.figures[seat] -= 1
    g.free[planet] -= 1
    g.col[planet, seat] += 1
    g.colonies[seat] += 1
    g.founded[seat] += 1
    note(t, EV_COLONY, seat, rules.space_of[planet], ONE, g.figures[seat], g.colonies[seat], ZERO, ZERO)
    reached = g.colonies[seat] if rules.goal_counts == 0 else g.founded[seat]
    if reached >= rules.goal_colonies:
        if rules.goal_end == 0:
            g.over = OVER_BY_GOAL
        elif rules.goal_end == 1:
            g.last_round = 1


@inner
def lose_colony(t, owner, planet):
    """A colony of `owner` on `planet` is destroyed: to the supply, or out of the game (AN-34)."""
    g = t.g
    g.col[planet, owner] -= 1
    g.colonies[owner] -= 1
    g.free[planet] += 1
    if t.rules.destroyed_colony == 0:
        g.figures[owner] += 1
    t.out.lost_col[owner] += 1


@inner
def obtain_tech(t, seat, tech, gift):
    """`seat` owns `tech` from now on: a fresh Time Warp use, Extra Energy at once only with energy_immediate (AN-36..AN-39).

    A gift takes its marker from the bank if the colour is in stock (gift_tech_marker, tech_nut_goes).
    """
    g, rules = t.g, t.rules
    g.tech[seat] |= np.int64(1) << tech
    t.out.tech_round[seat, tech] = g.round_no
    note(t, EV_TECH, seat, tech, gift, ZERO, ZERO, ZERO, ZERO)
    if gift:
        t.out.tech_gift[seat] |= 1 << tech
        if rules.gift_tech_marker != 1 and rules.tech_nut_goes == 0 and g.bank[tech] > 0:
            g.bank[tech] -= 1
            g.marker[seat, tech] += 1
    if tech == WARP:
        g.warps[seat] = rules.time_warp_uses
    elif tech == ENERGY and rules.energy_immediate:
        g.a += rules.energy_bonus
        t.out.x_sum[seat] += rules.energy_bonus
