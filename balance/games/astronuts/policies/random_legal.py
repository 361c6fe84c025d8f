"""Decision D4 of `random_legal`: uniform over the legal steps, with a stop one time in twenty."""

from __future__ import annotations

import numpy as np

from balance.games.astronuts.kernel.dice import choose_below
from balance.games.astronuts.kernel.legal import (
    can_attack,
    can_build,
    can_buy,
    can_extract,
    can_found,
    can_move,
    next_pass,
    pass_cost,
    start_passes,
)
from balance.games.astronuts.kernel.table import POLICY, is_free, units_there
from balance.games.astronuts.policies.way import keep_pass
from balance.games.astronuts.words import ATTACK, BUILD, COLONISE, EXTRACT, MOVE, STOP, TECH
from balance.kit.jit import inner
from balance.kit.streams import below


@inner
def choose_uniform(t, seat):
    """Write a uniformly random legal step to g, or STOP (README, Draws, D4)."""
    g = t.g
    g.step, g.goal = STOP, -1
    count = list_steps(t, seat, np.int64(-1))
    if count == 0:
        return
    if g.must < 0 and below(g.streams, POLICY + seat, np.int64(20)) == 0:
        return
    list_steps(t, seat, choose_below(t, seat, count))


@inner
def list_steps(t, seat, wanted):
    """Count the legal steps; the one with number `wanted` (from 0) is written to g."""
    n = np.int64(0)
    for k in range(t.rules.ships_per_player):
        if t.g.ship[seat, k] >= 0:
            n = list_acts(t, seat, k, wanted, n)
            n = list_moves(t, seat, k, wanted, n)
            n = list_attacks(t, seat, k, wanted, n)
    for tech in range(4):
        if can_buy(t, seat, tech):
            if n == wanted:
                t.g.step, t.g.target = TECH, tech
            n += 1
    if can_build(t, seat):
        if n == wanted:
            t.g.step = BUILD
        n += 1
    return n


@inner
def list_acts(t, seat, k, wanted, n):
    """Founding and extracting with ship k."""
    if can_found(t, seat, k):
        if n == wanted:
            t.g.step, t.g.k = COLONISE, k
        n += 1
    if can_extract(t, seat, k):
        if n == wanted:
            t.g.step, t.g.k = EXTRACT, k
        n += 1
    return n


@inner
def list_moves(t, seat, k, wanted, n):
    """Moves and passes of ship k."""
    g, rules = t.g, t.rules
    if not can_move(t, seat, k):
        return n
    here = g.ship[seat, k]
    for i in range(rules.degree[here]):
        space = np.int64(rules.adjacent[g.turn[seat], here, i])
        if is_free(t, space):
            if n == wanted:
                g.step, g.k, g.to = MOVE, k, space
                g.via[0] = -1
            n += 1
    start_passes(t, seat, k)
    while next_pass(t, seat):
        if g.a >= pass_cost(t, seat, k, g.depth):
            if n == wanted:
                g.k = k
                keep_pass(t)
            n += 1
    return n


@inner
def list_attacks(t, seat, k, wanted, n):
    """Attacks of ship k: neighbouring spaces, then the own one if allowed; seats in order."""
    g, rules = t.g, t.rules
    if not can_attack(t, seat, k):
        return n
    here = g.ship[seat, k]
    for i in range(rules.degree[here] + rules.attack_same_space):
        space = here if i == rules.degree[here] else np.int64(rules.adjacent[g.turn[seat], here, i])
        for other in range(g.seats):
            if other == seat:
                continue
            ship, colonies = units_there(t, seat, other, space)
            if ship + colonies > 0:
                if n == wanted:
                    g.step, g.k, g.to, g.target = ATTACK, k, space, other
                n += 1
    return n
