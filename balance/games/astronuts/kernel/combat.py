"""Attacks: target, dice, losses (AN-31..AN-34)."""

from __future__ import annotations

import numpy as np

from balance.games.astronuts.kernel.dice import die, note, use_warp
from balance.games.astronuts.kernel.pieces import lose_colony, lose_ship
from balance.games.astronuts.kernel.table import CHECK, COMBAT, REROLL, bonus_against, planet_of, units_there
from balance.games.astronuts.policies.meetings import picks_ship
from balance.games.astronuts.words import EV_ATTACK, LOST_ATTACK, WARP_ATTACK, WARP_DEFEND
from balance.kit.jit import inner
from balance.kit.streams import below


@inner
def attack(t, seat, k, space, other):
    """Ship k of `seat` attacks a unit of `other` on `space`, once."""
    g, rules, out = t.g, t.rules, t.out
    g.a -= rules.cost_attack
    out.a_attack[seat] += rules.cost_attack
    if rules.multi_owner_target == 1:
        other = draw_owner(t, seat, space, other)
    ship, colonies = units_there(t, seat, other, space)
    chooser = seat if rules.target_choice == 1 else other
    at_ship = picks_ship(t, chooser, seat, ship, colonies)
    bonus = bonus_against(t, seat, other)
    warped = np.int64(g.warps[seat] > 0 and (rules.warp_scope >> WARP_ATTACK) & 1)
    margin = exchange_blows(t, seat, other, bonus, np.int64(at_ship), space)
    won = margin > 0 or (margin == 0 and rules.attack_tie == 1)
    t.tally.attack[bonus + 3, warped, np.int64(won)] += 1
    out.att[seat] += 1
    out.defended[other] += 1
    if won:
        t.tally.space_kills[space] += 1
        if at_ship:
            out.kill_ship[seat] += 1
            lose_ship(t, other, g.occupant[space] & 3, LOST_ATTACK)
        else:
            out.kill_col[seat] += 1
            lose_colony(t, other, planet_of(t, space))
    else:
        out.defence_held[other] += 1
        if rules.return_fire_margin > 0 and -margin >= rules.return_fire_margin:
            lose_ship(t, seat, k, LOST_ATTACK)


@inner
def draw_owner(t, seat, space, named):
    """Whose unit is attacked where several seats have one (multi_owner_target = random)."""
    owners = np.int64(0)
    for other in range(t.g.seats):
        if other != seat and has_unit(t, seat, other, space):
            owners += 1
    if owners <= 1:
        return named
    left = below(t.g.streams, CHECK, owners)
    for other in range(t.g.seats):
        if other != seat and has_unit(t, seat, other, space):
            if left == 0:
                return np.int64(other)
            left -= 1
    return named


@inner
def has_unit(t, seat, other, space):
    """True if `other` has a unit on `space` that `seat` may attack."""
    ship, colonies = units_there(t, seat, other, space)
    return ship + colonies > 0


@inner
def exchange_blows(t, seat, other, bonus, at_ship, space):
    """Both dice of an attack, with Time Warp before or after the defence is seen (AN-33): attack total less defence total.

    With attack_tie = reroll equal totals are rolled anew. `at_ship` and `space` are for the trace.
    """
    rules = t.rules
    while True:
        x = die(t, COMBAT)
        if rules.attack_reroll_timing == 0 and use_warp(t, seat, WARP_ATTACK, x, rules.warp_attack[bonus + 3, x] != 0):
            x = die(t, REROLL)
        y = die(t, COMBAT)
        if rules.attack_reroll_timing == 1:
            lost = x + bonus < y or (x + bonus == y and rules.attack_tie == 0)
            if use_warp(t, seat, WARP_ATTACK, x, lost and rules.warp_lost[bonus + 3] != 0):
                x = die(t, REROLL)
                y = die(t, COMBAT)
        beaten = x + bonus > y or (x + bonus == y and rules.attack_tie == 1)
        if use_warp(t, other, WARP_DEFEND, y, beaten):
            y = die(t, REROLL)
        note(t, EV_ATTACK, seat, space, other, at_ship, x, y, bonus)
        if rules.attack_tie != 2 or x + bonus != y:
            return x + bonus - y
