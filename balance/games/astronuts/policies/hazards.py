"""Decisions on asteroids and AstroHoles (D11)."""

from __future__ import annotations

import numpy as np

from balance.games.astronuts.kernel.dice import choose_below, is_random
from balance.games.astronuts.kernel.table import hole_is_open, is_free
from balance.kit.jit import inner


@inner
def has_exit(t, seat, space, goal):
    """True if a free space next to `space` exists, for goal >= 0 one that is nearer to `goal`."""
    rules = t.rules
    for i in range(rules.degree[space]):
        near = np.int64(rules.adjacent[t.g.turn[seat], space, i])
        if is_free(t, near) and (goal < 0 or rules.distance[near, goal] < rules.distance[space, goal]):
            return True
    return False


@inner
def announces_crossing(t, seat, space):
    """Cross (rather than stop on) the asteroid space just entered? Legal with an action left and a free exit (AN-73)."""
    g = t.g
    if g.a < t.rules.cost_move or not has_exit(t, seat, space, np.int64(-1)):
        return False
    if is_random(t, seat):
        return choose_below(t, seat, np.int64(2)) == 0
    if g.goal < 0 or np.int64(t.rules.distance[space, g.goal]) <= g.goal_gap:
        return False
    return has_exit(t, seat, space, g.goal)


@inner
def choose_jump(t, seat, space):
    """AstroHole to jump to from the one just entered, or -1 to stay (AN-74): only if it shortens the walk to the goal."""
    g, rules = t.g, t.rules
    if g.a < rules.astrohole_jump_cost:
        return np.int64(-1)
    if is_random(t, seat):
        count = np.int64(0)
        for i in range(rules.n_holes):
            if hole_is_open(t, np.int64(rules.hole_order[g.turn[seat], i])):
                count += 1
        return nth_hole(t, seat, choose_below(t, seat, count + 1))
    best = np.int64(-1)
    if g.goal < 0:
        return best
    shortest = np.int64(rules.walk[space, g.goal])
    for i in range(rules.n_holes):
        hole = np.int64(rules.hole_order[g.turn[seat], i])
        way = np.int64(rules.walk[hole, g.goal]) + rules.astrohole_jump_cost
        if hole_is_open(t, hole) and way < shortest:
            best, shortest = hole, way
    return best


@inner
def nth_hole(t, seat, n):
    """The n-th AstroHole free of ships (n from 0, own numbering), -1 beyond the last."""
    for i in range(t.rules.n_holes):
        hole = np.int64(t.rules.hole_order[t.g.turn[seat], i])
        if hole_is_open(t, hole):
            if n == 0:
                return hole
            n -= 1
    return np.int64(-1)
