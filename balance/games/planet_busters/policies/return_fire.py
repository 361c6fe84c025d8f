"""Which defenders pay to fire back (PB-47, PB-52)."""

from __future__ import annotations

from balance.games.planet_busters.kernel.chance import coin
from balance.games.planet_busters.kernel.fuel import (
    can_pay_one,
    cover_points,
    free_points,
    hidden_source,
    pay,
    turn_up_source,
)  # fmt: skip
from balance.games.planet_busters.kernel.log import AIM, TO_SHOOT
from balance.games.planet_busters.policies.fire import (
    FREE,
    PAID,
    choose_aim,
    has_units,
    provoked_by,
    random_aim,
    shot_gain,
)
from balance.games.planet_busters.state import (
    CARRIER,
    DRONE,
    ENGINE,
    FUEL_STATION,
    MERCHANTMAN,
    RANDOM_LEGAL,
    SAILING_SHIP,
    TANKER,
)  # fmt: skip
from balance.kit.jit import inner
from balance.kit.trace import emit


@inner
def may_return_fire(st, rules, j):
    """PB-47: a standing target with a (live) laser that is paired or provoked: 0 no, 1 paired, 2 provoked."""
    piece = st.t_piece[j]
    if st.t_here[j] == 0 or st.t_hide[j] != 0 or rules.laser[piece] == 0:
        return 0
    if rules.kind[piece] == CARRIER and st.t_act[j] == 0:
        return 0
    if has_units(st, j) != 0:
        return 1
    if provoked_by(st, rules, j) >= 0:
        return 2
    return 0


@inner
def returns_free(st, rules, j):
    """PB-47: defending sailing ships, drones and activated carriers fire without fuel: 0 or 1."""
    kind = rules.kind[st.t_piece[j]]
    if kind == SAILING_SHIP or kind == DRONE or st.t_act[j] != 0:
        return 1
    return 0


@inner
def rank_returns(st, rules, pl, trace):
    """D13: aims and gains; free shots at once (t_pay 1), paid candidates by gain descending to `order`: how many."""
    n = 0
    for j in range(st.tn):
        how = may_return_fire(st, rules, j)
        if how == 0:
            continue
        piece = st.t_piece[j]
        if how == 1:
            st.t_aim[j] = choose_aim(st, rules, pl, piece, j, 0)
            if st.t_aim[j] < 0:
                continue
        else:
            st.t_aim[j] = provoked_by(st, rules, j)
        st.t_gain[j] = shot_gain(st, rules, pl, piece, rules.fire[piece], st.t_aim[j])
        if returns_free(st, rules, j) != 0:
            st.t_pay[j] = FREE
            emit(trace, AIM, st.foe, piece, st.u_piece[st.t_aim[j]])
        elif st.t_gain[j] >= pl.return_fire_min:
            k = n
            while k > 0 and st.t_gain[st.order[k - 1]] < st.t_gain[j]:
                st.order[k] = st.order[k - 1]
                k -= 1
            st.order[k] = j
            n += 1
    return n


@inner
def turn_up_sources(st, rules, trace, wanted):
    """D13: while two or more shots still want fuel, turn up a hidden tanker, station or merchantman: free points."""
    while True:
        free = free_points(st, rules, 1, 1)
        if wanted - free < 2:
            return free
        j = hidden_source(st, rules, TANKER)
        if j < 0:
            j = hidden_source(st, rules, FUEL_STATION)
        if j < 0:
            j = hidden_source(st, rules, MERCHANTMAN)
        if j < 0:
            return free
        turn_up_source(st, trace, j)


@inner
def returns_worth_fuel(st, pl, wanted, free):
    """D13, f.1: the largest number of shots whose gain beyond the free ones is worth the counters' points: int64."""
    for k in range(wanted, free, -1):
        played = cover_points(st, st.foe, k - free)
        if played < 0:
            continue
        gain = 0
        for n in range(free, k):
            gain += st.t_gain[st.order[n]]
        if gain >= pl.fuel_price * played:
            return k
    return min(wanted, free)


@inner
def defence_fire_by_engine(st, rules, players, pl, trace):
    """D13: the most useful return shots, as many as free points and good use of counters allow."""
    wanted = rank_returns(st, rules, pl, trace)
    if wanted == 0:
        return
    free = turn_up_sources(st, rules, trace, wanted)
    paid = returns_worth_fuel(st, pl, wanted, free)
    for k in range(paid):
        j = st.order[k]
        st.t_pay[j] = PAID
        emit(trace, AIM, st.foe, st.t_piece[j], st.u_piece[st.t_aim[j]])
    if paid > 0:
        pay(st, rules, players, trace, 1, paid, 1, 0, TO_SHOOT)


@inner
def defence_fire_at_random(st, rules, players, trace):
    """`random_legal` 10: in ring order a coin for each shot that is free or can be paid, then a uniform aim."""
    for j in range(st.tn):
        how = may_return_fire(st, rules, j)
        if how == 0:
            continue
        free = returns_free(st, rules, j)
        if free == 0 and can_pay_one(st, rules, 1, 1) == 0:
            continue
        if coin(st, st.foe) == 0:
            continue
        if free == 0:
            pay(st, rules, players, trace, 1, 1, 1, 0, TO_SHOOT)
        st.t_pay[j] = FREE if free != 0 else PAID
        st.t_aim[j] = random_aim(st, rules, j, 0) if how == 1 else provoked_by(st, rules, j)
        emit(trace, AIM, st.foe, st.t_piece[j], st.u_piece[st.t_aim[j]])


@inner
def choose_return_fire(st, rules, players, trace):
    """PB-47: the defender names, pays and aims the pieces that fire back. Writes t_pay, t_aim, t_gain."""
    pl = players.of[st.player[st.foe]]
    if pl.brain == RANDOM_LEGAL:
        defence_fire_at_random(st, rules, players, trace)
    elif pl.brain == ENGINE:
        defence_fire_by_engine(st, rules, players, pl, trace)
