"""D17: torpedo targets (README, choice 15). All torpedoes are fired; the numbers come from `number_model`."""

from __future__ import annotations

from balance.games.planet_busters.kernel.muster import orbit_left, unit_worth
from balance.games.planet_busters.state import BOMB, ENGINE, RANDOM_LEGAL
from balance.kit.jit import inner, shared
from balance.kit.streams import below

UNSCREENED = 1 << 40


@inner
def in_reach_orbit(st, rules, j):
    """PB-60: may a torpedo aim at target `j`? Face-down ones by errata E2; withheld ones unless the rear is safe."""
    if st.t_here[j] == 0:
        return 0
    if rules.torpedo_target_facedown == 0 and st.up[st.t_piece[j]] == 0:
        return 0
    if rules.rear_safe_from_torpedoes != 0 and st.t_hide[j] != 0:
        return 0
    return 1


@inner
def in_reach_fleet(st, rules, i):
    """PB-60: may a torpedo aim at unit `i`? Rear ones unless the rear is safe; busters by `torpedo_vs_busters`."""
    if st.u_here[i] == 0:
        return 0
    if rules.cls[st.u_piece[i]] == BOMB and rules.torpedo_vs_busters == 0:
        return 0
    if rules.rear_safe_from_torpedoes != 0 and st.u_pair[i] < 0:
        return 0
    return 1


@shared
def aim_at_orbit(st, rules, pl):
    """D17: the target of the highest VAL as seen, screened ones last, ring order of equals; -1 without one: int64.

    The engine keeps its torpedoes for the planets once nothing is left that blocks a capture.
    """
    if pl.brain == ENGINE and orbit_left(st, rules) == 0:
        return -1
    best = -1
    chosen = -1
    legal = 0
    for j in range(st.tn):
        if in_reach_orbit(st, rules, j) == 0:
            continue
        legal += 1
        piece = st.t_piece[j]
        value = pl.worth[piece] if st.up[piece] != 0 else pl.unknown_value
        if st.t_drone[j] < 0:
            value += UNSCREENED
        if value > best:
            best = value
            chosen = j
    if pl.brain == ENGINE or legal == 0:
        return chosen
    if pl.brain != RANDOM_LEGAL:
        return -1
    which = below(st.streams, st.seat, legal)
    for j in range(st.tn):
        if in_reach_orbit(st, rules, j) != 0:
            if which == 0:
                return j
            which -= 1
    return -1


@inner
def aim_at_fleet(st, rules, pl):
    """D17: the unit of the highest VAL, fleet order of equals; -1 without one: int64."""
    best = -1
    chosen = -1
    legal = 0
    for i in range(st.un):
        if in_reach_fleet(st, rules, i) == 0:
            continue
        legal += 1
        if unit_worth(st, pl, i) > best:
            best = unit_worth(st, pl, i)
            chosen = i
    if pl.brain == ENGINE or legal == 0:
        return chosen
    if pl.brain != RANDOM_LEGAL:
        return -1
    which = below(st.streams, st.foe, legal)
    for i in range(st.un):
        if in_reach_fleet(st, rules, i) != 0:
            if which == 0:
                return i
            which -= 1
    return -1
