"""Steps of a battle that have no Python entry of their own, for trials.

They are not kept on disk, where an edit of the game's kernels would not reach them.
"""

from __future__ import annotations

from numba import njit

from balance.games.planet_busters.kernel import assault, events, sphere, torpedoes


@njit
def shuffle_orbit(st, seat):  # type: ignore[no-untyped-def]
    sphere.shuffle_ring(st, seat)


@njit
def torpedo_step(st, rules, players, tally):  # type: ignore[no-untyped-def]
    torpedoes.torpedo_fire(st, rules, players, tally, None)


@njit
def spy(st, rules, tally, piece, foe):  # type: ignore[no-untyped-def]
    return assault.look_with_spy(st, rules, tally, None, piece, foe)


@njit
def agents(st, rules, tally, seat, piece, target):  # type: ignore[no-untyped-def]
    return events.agents_roll(st, rules, tally, None, seat, piece, target)


@njit
def revolt(st, rules, tally, piece, foe, planet):  # type: ignore[no-untyped-def]
    return events.revolt(st, rules, tally, None, piece, foe, planet)
