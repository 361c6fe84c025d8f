"""D8, D14, D15 and the choices of `random_legal` about events (README, choices 5, 11, 12)."""

from __future__ import annotations

from balance.games.planet_busters.kernel.chance import coin, mul, odds
from balance.games.planet_busters.kernel.muster import unit_worth
from balance.games.planet_busters.state import (
    BOMB,
    CHAFF,
    COLONY,
    ENGINE,
    HALLEY,
    METEOR,
    MUTINY,
    ONE,
    RANDOM_LEGAL,
    ROBOT,
    SHIP,
)  # fmt: skip
from balance.kit.jit import inner
from balance.kit.streams import below


@inner
def may_strike_unit(st, rules, kind, i):
    """PB-33, PB-34: may a Sabotage (busters too) or a Mutiny (ships only) be played on unit `i`? 0 or 1."""
    if st.u_here[i] == 0:
        return 0
    cls = rules.cls[st.u_piece[i]]
    if cls == SHIP or (kind != MUTINY and cls == BOMB):
        return 1
    return 0


@inner
def best_victim(st, rules, pl, kind):
    """D8: the legal unit of the highest VAL, fleet order of equals, -1 without one: int64."""
    best = -1
    worth = -1
    for i in range(st.un):
        if may_strike_unit(st, rules, kind, i) != 0 and unit_worth(st, pl, i) > worth:
            worth = unit_worth(st, pl, i)
            best = i
    return best


@inner
def fleet_threat(st, pl):
    """D8: VAL of the fleet, busters included: int64."""
    total = 0
    for i in range(st.un):
        if st.u_here[i] != 0:
            total += unit_worth(st, pl, i)
    return total


@inner
def plays_early_event(st, rules, pl, kind):
    """D8: does the defender play an event of `kind` on the fleet as it is now? 0 or 1."""
    units = 0
    for i in range(st.un):
        units += st.u_here[i]
    if units == 0:
        return 0
    victim = best_victim(st, rules, pl, kind) if kind != HALLEY and kind != METEOR else 0
    if victim < 0:
        return 0
    if pl.brain == RANDOM_LEGAL:
        return coin(st, st.foe)
    if pl.brain != ENGINE:
        return 0
    if kind == HALLEY:
        wanted = fleet_threat(st, pl) >= pl.halley_min
    elif kind == METEOR:
        wanted = units >= pl.meteor_min
    else:
        wanted = unit_worth(st, pl, victim) >= pl.event_min
    if wanted:
        return 1
    return 0


@inner
def choose_victim(st, rules, pl, kind):
    """D8: the unit a Sabotage or Mutiny of the defender is played on: int64."""
    if pl.brain != RANDOM_LEGAL:
        return best_victim(st, rules, pl, kind)
    legal = 0
    for i in range(st.un):
        legal += may_strike_unit(st, rules, kind, i)
    which = below(st.streams, st.foe, legal)
    for i in range(st.un):
        if may_strike_unit(st, rules, kind, i) != 0:
            if which == 0:
                return i
            which -= 1
    return -1


@inner
def may_strike_target(st, rules, kind, j):
    """PB-48: any ship, satellite or colony, drones by Sabotage only; mines never: 0 or 1."""
    if st.t_here[j] == 0:
        return 0
    cls = rules.cls[st.t_piece[j]]
    if cls <= COLONY or (cls == ROBOT and kind != MUTINY):
        return 1
    return 0


@inner
def choose_late_victim(st, rules, pl, kind):
    """D14: the target of an attacker's Sabotage or Mutiny, -1 to keep it: int64.

    Engine: the face-up piece of the highest VAL if that is >= event_min, ring order of equals.
    """
    if pl.brain == ENGINE:
        best = -1
        for j in range(st.tn):
            if may_strike_target(st, rules, kind, j) != 0 and st.up[st.t_piece[j]] != 0:
                if best < 0 or pl.worth[st.t_piece[j]] > pl.worth[st.t_piece[best]]:
                    best = j
        if best >= 0 and pl.worth[st.t_piece[best]] >= pl.event_min:
            return best
        return -1
    legal = 0
    for j in range(st.tn):
        legal += may_strike_target(st, rules, kind, j)
    if legal == 0 or pl.brain != RANDOM_LEGAL or coin(st, st.seat) == 0:
        return -1
    which = below(st.streams, st.seat, legal)
    for j in range(st.tn):
        if may_strike_target(st, rules, kind, j) != 0:
            if which == 0:
                return j
            which -= 1
    return -1


@inner
def expected_fire(st, rules, pl):
    """D15: sum over the attacker's chosen shots, in pairing order, of hit x VAL(target) x s: int64."""
    total = 0
    for j in range(st.tn):
        if st.t_here[j] == 0:
            continue
        stay = ONE
        i = st.t_head[j]
        while i >= 0:
            if st.u_here[i] != 0 and st.u_pay[i] != 0:
                piece = st.t_piece[j]
                hit = odds(rules, rules.kind[st.u_piece[i]], st.u_fire[i], rules.defence[piece])
                total += mul(mul(hit, pl.worth[piece]), stay)
                stay = mul(stay, ONE - hit)
            i = st.u_next[i]
    return total


@inner
def paid_return_fire(st, rules):
    """D15: sum of the gains g of the defender's paid shots: int64."""
    total = 0
    for j in range(st.tn):
        if st.t_here[j] != 0 and st.t_pay[j] == 2:
            total += st.t_gain[j]
    return total


@inner
def capture_threat(st, rules):
    """D15 with an empty orbit: max over unmarked planets of value x (1 - misses of all attacking lasers): int64."""
    best = 0
    for w in range(st.world_n[st.foe]):
        planet = st.world[st.foe, w]
        if st.marked[planet] != 0:
            continue
        value = rules.value[planet]
        miss = ONE
        for i in range(st.un):
            if st.u_here[i] != 0 and st.u_laser[i] != 0 and rules.cls[st.u_piece[i]] != BOMB:
                miss = mul(miss, ONE - odds(rules, rules.kind[st.u_piece[i]], st.u_fire[i], value))
        best = max(best, value * (ONE - miss))
    return best


@inner
def chosen_chaff(st, rules, pl, empty):
    """D15: which Chaff of his rack, by number, does the defender play now? -1 none: int64. `empty` 1: there was no orbit
    to fight, only planets to capture."""
    if st.held[st.foe, CHAFF] == 0:
        return -1
    if pl.brain == RANDOM_LEGAL:
        for which in range(st.held[st.foe, CHAFF]):
            if coin(st, st.foe) == 1:
                return which
        return -1
    if pl.brain != ENGINE:
        return -1
    if empty != 0:
        if capture_threat(st, rules) >= pl.chaff_min:
            return 0
        return -1
    harm = expected_fire(st, rules, pl)
    if harm >= pl.chaff_min and harm > paid_return_fire(st, rules):
        return 0
    return -1
