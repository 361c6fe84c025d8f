"""Torpedoes at pieces (PB-60, PB-61)."""

from __future__ import annotations

from balance.games.planet_busters.kernel.chance import numbers_meet, secret_number
from balance.games.planet_busters.kernel.log import BY_TORPEDO, LOSS, REVEAL, TO_FIRE, TORPEDO
from balance.games.planet_busters.kernel.muster import hit_unit, lose_screen_drone, lose_target, settle_tug
from balance.games.planet_busters.kernel.supply import discard
from balance.games.planet_busters.policies.torpedoes import aim_at_fleet, aim_at_orbit
from balance.games.planet_busters.state import (
    MINEFIELD,
    TORP_ALTERNATE,
    TORP_ATT,
    TORP_DEF,
    TORP_HIT_ATT,
    TORP_HIT_DEF,
    TORP_SIMULTANEOUS,
)  # fmt: skip
from balance.kit.jit import inner, shared
from balance.kit.trace import emit


@inner
def run_torpedo(st, rules, players, tally, trace, side, piece, target):
    """PB-61: both sides choose a number; counts the torpedo of `piece` at piece `target`: 1 on a hit."""
    firer = players.of[st.player[st.seat if side == 0 else st.foe]]
    other = players.of[st.player[st.foe if side == 0 else st.seat]]
    number = secret_number(st, rules, piece, firer)
    guess = secret_number(st, rules, piece, other)
    hit = numbers_meet(rules, number, guess)
    tally.torpedoes += 1
    tally.torpedo_hits += hit
    st.counts[TORP_ATT if side == 0 else TORP_DEF] += 1
    st.counts[TORP_HIT_ATT if side == 0 else TORP_HIT_DEF] += hit
    emit(trace, TORPEDO, st.seat if side == 0 else st.foe, piece, target, number, guess, hit)
    return hit


@shared
def torpedo_orbit(st, rules, players, tally, trace, i, j):
    """One torpedo of unit `i` at target `j`; a drone on it is hit instead, mines are removed."""
    piece = st.u_piece[i]
    kind = rules.kind[piece]
    st.u_torp[i] -= 1
    hit = run_torpedo(st, rules, players, tally, trace, 0, piece, st.t_piece[j])
    if hit != 0:
        torpedo_hits_orbit(st, rules, trace, j, kind)


@inner
def torpedo_hits_orbit(st, rules, trace, j, kind):
    """The effect of a hit on target `j`."""
    if st.t_drone[j] >= 0:
        lose_screen_drone(st, rules, trace, j, BY_TORPEDO, kind)
    elif st.t_here[j] != 0:
        if rules.cls[st.t_piece[j]] == MINEFIELD:
            st.t_here[j] = 0
            discard(st, st.t_piece[j])
            emit(trace, LOSS, st.foe, st.t_piece[j], BY_TORPEDO)
        else:
            lose_target(st, rules, trace, j, BY_TORPEDO, kind)


@shared
def torpedo_fleet(st, rules, players, tally, trace, j, i):
    """One torpedo of target `j`, turned up for it, at unit `i`."""
    piece = st.t_piece[j]
    if st.up[piece] == 0:
        st.up[piece] = 1
        emit(trace, REVEAL, st.foe, piece, TO_FIRE)
    st.t_torp[j] -= 1
    if run_torpedo(st, rules, players, tally, trace, 1, piece, st.u_piece[i]) != 0:
        torpedo_hits_fleet(st, rules, tally, trace, i, rules.kind[piece])


@inner
def torpedo_hits_fleet(st, rules, tally, trace, i, kind):
    """The effect of a hit on unit `i`."""
    if st.u_here[i] != 0:
        hit_unit(st, rules, tally, trace, i, BY_TORPEDO, kind)
        settle_tug(st, rules, i)


@inner
def next_attacker(st):
    """First unit in fleet order that has a torpedo left, -1 without one: int64."""
    for i in range(st.un):
        if st.u_here[i] != 0 and st.u_torp[i] > 0:
            return i
    return -1


@inner
def next_defender(st):
    """First target in ring order that has a torpedo left, -1 without one: int64."""
    for j in range(st.tn):
        if st.t_here[j] != 0 and st.t_torp[j] > 0:
            return j
    return -1


@inner
def attacker_fires_next(st, rules, players, tally, trace):
    """The attacker's next torpedo, if there is one and something to aim at: 1 if it was fired."""
    i = next_attacker(st)
    if i < 0:
        return 0
    j = aim_at_orbit(st, rules, players.of[st.player[st.seat]])
    if j < 0:
        return 0
    torpedo_orbit(st, rules, players, tally, trace, i, j)
    return 1


@inner
def defender_fires_next(st, rules, players, tally, trace):
    """The defender's next torpedo, if there is one and something to aim at: 1 if it was fired."""
    j = next_defender(st)
    if j < 0:
        return 0
    i = aim_at_fleet(st, rules, players.of[st.player[st.foe]])
    if i < 0:
        return 0
    torpedo_fleet(st, rules, players, tally, trace, j, i)
    return 1


@inner
def fire_together(st, rules, players, tally, trace):
    """PB-60 "simultaneous": all targets and numbers are fixed first (attacker's, then defender's), then all hit."""
    hits = 0
    for side in (0, 1):
        while True:
            shooter = next_attacker(st) if side == 0 else next_defender(st)
            if shooter < 0:
                break
            pl = players.of[st.player[st.seat if side == 0 else st.foe]]
            aim = aim_at_orbit(st, rules, pl) if side == 0 else aim_at_fleet(st, rules, pl)
            if aim < 0:
                break
            hits = launch_blind(st, rules, players, tally, trace, side, shooter, aim, hits)
    for h in range(hits):
        side, aim, kind = st.salvo[h] >> 16, (st.salvo[h] >> 8) & 255, st.salvo[h] & 255
        if side == 0:
            torpedo_hits_orbit(st, rules, trace, aim, kind)
        else:
            torpedo_hits_fleet(st, rules, tally, trace, aim, kind)


@inner
def launch_blind(st, rules, players, tally, trace, side, shooter, aim, hits):
    """One torpedo that flies with all others (PB-60); a hit is noted in `salvo`: hits so far, int64."""
    if side == 0:
        piece, target = st.u_piece[shooter], st.t_piece[aim]
        st.u_torp[shooter] -= 1
    else:
        piece, target = st.t_piece[shooter], st.u_piece[aim]
        st.t_torp[shooter] -= 1
        if st.up[piece] == 0:
            st.up[piece] = 1
            emit(trace, REVEAL, st.foe, piece, TO_FIRE)
    if run_torpedo(st, rules, players, tally, trace, side, piece, target) == 0:
        return hits
    st.salvo[hits] = side << 16 | aim << 8 | rules.kind[piece]
    return hits + 1


@shared
def torpedo_fire(st, rules, players, tally, trace):
    """PB-60: the torpedo step (`torpedo_order`); the attacker fires only while the orbit is not empty."""
    if rules.torpedo_order == TORP_SIMULTANEOUS:
        fire_together(st, rules, players, tally, trace)
    elif rules.torpedo_order == TORP_ALTERNATE:
        going = 1
        while going != 0:
            going = attacker_fires_next(st, rules, players, tally, trace)
            going |= defender_fires_next(st, rules, players, tally, trace)
    else:
        while attacker_fires_next(st, rules, players, tally, trace) != 0:
            continue
        while defender_fires_next(st, rules, players, tally, trace) != 0:
            continue
