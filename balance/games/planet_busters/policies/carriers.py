"""D9, D10 and the rear area of E1: carriers, drones, hidden fuel sources (README, choices 6 and 7)."""

from __future__ import annotations

from balance.games.planet_busters.kernel.chance import coin
from balance.games.planet_busters.kernel.fuel import free_points, hidden_source, turn_up_source
from balance.games.planet_busters.kernel.muster import units_left
from balance.games.planet_busters.state import (
    CARRIER,
    COLONY,
    ENGINE,
    FUEL_STATION,
    MERCHANTMAN,
    ONE,
    RANDOM_LEGAL,
    REFLECTOR,
    TANKER,
)  # fmt: skip
from balance.kit.jit import inner
from balance.kit.streams import below


@inner
def activates(st, pl, seat):
    """D9: activate a carrier that can be paid for? Engine always, `random_legal` by coin: 0 or 1."""
    if pl.brain == RANDOM_LEGAL:
        return coin(st, seat)
    if pl.brain == ENGINE:
        return 1
    return 0


@inner
def worth_activation(st, pl):
    """D9: the engine activates defending carriers only against two or more fleet units: 0 or 1."""
    if pl.brain != ENGINE or units_left(st) >= 2:
        return 1
    return 0


@inner
def turn_up_for_activation(st, rules, pl, trace, planets):
    """D9: the defender turns up hidden sources (tanker, station, merchantman) before counters are played."""
    if pl.brain != ENGINE:
        return
    for kind in (TANKER, FUEL_STATION, MERCHANTMAN):
        j = hidden_source(st, rules, kind)
        while j >= 0:
            if free_points(st, rules, 1, planets) > 0:
                return
            turn_up_source(st, trace, j)
            j = hidden_source(st, rules, kind)


@inner
def turn_up_sources_at_random(st, rules, trace):
    """`random_legal` 7: a coin for each hidden tanker, merchantman and fuel station in ring order."""
    for j in range(st.tn):
        piece = st.t_piece[j]
        kind = rules.kind[piece]
        if st.t_here[j] != 0 and st.up[piece] == 0 and (kind == TANKER or kind == MERCHANTMAN or kind == FUEL_STATION):
            if coin(st, st.foe) == 1:
                turn_up_source(st, trace, j)


@inner
def may_be_screened(st, rules, j):
    """PB-36: a ship, satellite or colony without a drone on it: 0 or 1."""
    if st.t_here[j] != 0 and st.t_drone[j] < 0 and rules.cls[st.t_piece[j]] <= COLONY:
        return 1
    return 0


@inner
def screens_with_next(st, rules, pl, k, made):
    """D10: does drone `k` of `made` screen? The first `drone_screen` share, rounded up: 0 or 1."""
    if pl.brain == ENGINE:
        if k * ONE < pl.drone_screen * made:
            return 1
        return 0
    for j in range(st.tn):
        if may_be_screened(st, rules, j) != 0:
            return coin(st, st.foe)
    return 0


@inner
def choose_screened(st, rules, pl):
    """D10: the unscreened piece of the highest VAL, ring order of equals; `random_legal`: any. -1 without one: int64."""
    best = -1
    legal = 0
    for j in range(st.tn):
        if may_be_screened(st, rules, j) != 0:
            legal += 1
            if best < 0 or pl.worth[st.t_piece[j]] > pl.worth[st.t_piece[best]]:
                best = j
    if pl.brain != RANDOM_LEGAL or legal == 0:
        return best
    which = below(st.streams, st.foe, legal)
    for j in range(st.tn):
        if may_be_screened(st, rules, j) != 0:
            if which == 0:
                return j
            which -= 1
    return -1


@inner
def withholds(st, rules, pl, j):
    """E1 old reading: the engine keeps unarmed ships back (the Reflector excepted): 0 or 1."""
    if pl.brain == RANDOM_LEGAL:
        return coin(st, st.foe)
    kind = rules.kind[st.t_piece[j]]
    armed = rules.laser[st.t_piece[j]] != 0 and (kind != CARRIER or st.t_act[j] != 0)
    if armed or kind == REFLECTOR or pl.brain != ENGINE:
        return 0
    return 1
