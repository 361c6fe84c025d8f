"""The next step towards a chosen goal: a free neighbour, else a pass (AN-20, AN-22)."""

from __future__ import annotations

import numpy as np

from balance.games.astronuts.kernel.legal import (
    next_pass,
    pass_cost,
    start_passes,
)
from balance.games.astronuts.kernel.table import is_free, planet_of
from balance.games.astronuts.words import (
    ASTEROID,
    MOVE,
    PASS,
)
from balance.kit.jit import inner

UNLIMITED = np.int64(99)


@inner
def find_step(t, seat):
    """First step towards g.goal: a free neighbour that is nearer, non-planets (or the goal) first, then non-asteroids, then
    own numbering; else a pass. Writes g.step, g.to, g.via; False if there is none.
    """
    g, rules = t.g, t.rules
    here = g.ship[seat, g.k]
    gap = np.int64(rules.distance[here, g.goal])
    best = UNLIMITED  # keys pack the preference and the place in own numbering
    for i in range(rules.degree[here]):
        space = np.int64(rules.adjacent[g.turn[seat], here, i])
        rank = 2 * np.int64(planet_of(t, space) >= 0 and space != g.goal) + np.int64(rules.kind[space] == ASTEROID)
        nearer = gap == 0 or np.int64(rules.distance[space, g.goal]) < gap
        if is_free(t, space) and nearer and 8 * rank + i < best:
            best = 8 * rank + i
    if best < UNLIMITED:
        g.step = MOVE
        g.to = np.int64(rules.adjacent[g.turn[seat], here, best & 7])
        g.via[0] = -1
        return True
    return gap > 0 and find_pass(t, seat, gap)


@inner
def find_pass(t, seat, gap):
    """A pass towards g.goal over as few occupied spaces as possible (AN-22). Writes g.step, g.to, g.via."""
    g, rules = t.g, t.rules
    for passed in range(1, rules.pass_chain_max + 1):
        if g.a < pass_cost(t, seat, g.k, passed) or gap - passed - 1 < g.goal_gap:
            return False
        over, best = np.int64(-1), np.int64(99)
        start_passes(t, seat, g.k)
        while next_pass(t, seat):
            if g.depth != passed or not heads_for_goal(t, gap):
                continue
            key = g.path[1] + (g.path[2] << 6 if passed > 1 else 0) + (g.path[3] << 12 if passed > 2 else 0)
            if over >= 0 and key != over:
                break
            over = key
            space = g.path[passed + 1]
            rank = np.int64(0) if planet_of(t, space) < 0 or space == g.goal else np.int64(1)
            if rank < best:
                best = rank
                keep_pass(t)
        if over >= 0:
            return True
    return False


@inner
def heads_for_goal(t, gap):
    """True if every space of the pass in g.path is one nearer to the goal than the one before."""
    g = t.g
    for step in range(1, g.depth + 2):
        if np.int64(t.rules.distance[g.path[step], g.goal]) != gap - step:
            return False
    return True


@inner
def keep_pass(t):
    """Make the pass in g.path the chosen step."""
    g = t.g
    g.step = PASS
    g.to = g.path[g.depth + 1]
    for i in range(3):
        g.via[i] = g.path[i + 1] if i < g.depth else -1
