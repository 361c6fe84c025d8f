"""After the battle: salvage, transfers, homecoming, facing (PB-70..PB-74, PB-18)."""

from __future__ import annotations

from balance.games.planet_busters.kernel.chance import TOW_DICE, die
from balance.games.planet_busters.kernel.fuel import close_ledgers
from balance.games.planet_busters.kernel.log import (
    CONTEST,
    HOME,
    JOINS,
    REVEAL,
    REVOLTED_PLANET,
    SALVAGE_PICK,
    TO_SALVAGE,
    WRECKED,
)
from balance.games.planet_busters.kernel.muster import add_hiding, give_up_tow
from balance.games.planet_busters.kernel.sphere import ring_add, shuffle_ring, world_add, world_take
from balance.games.planet_busters.kernel.supply import discard
from balance.games.planet_busters.policies.planets import choose_wreck
from balance.games.planet_busters.state import (
    BATTLES_WON,
    BOMB,
    CARRIER,
    COLONY,
    CONTEST_ATTACKER,
    CONTEST_DEFENDER,
    CONTEST_DICE,
    REVOLTED,
    REVOLTED_PTS,
    ROBOT,
    SALVAGE_CONTESTS,
    SALVAGE_VESSEL,
    SALVAGED,
)  # fmt: skip
from balance.kit.jit import inner, shared
from balance.kit.trace import emit


@inner
def next_vessel(st, rules, side, start):
    """Next surviving salvage vessel of a side from index `start` on, -1 without one: int64."""
    if side == 0:
        for i in range(start, st.un):
            if st.u_here[i] != 0 and rules.kind[st.u_piece[i]] == SALVAGE_VESSEL:
                return i
        return -1
    for j in range(start, st.tn):
        if st.t_here[j] != 0 and rules.kind[st.t_piece[j]] == SALVAGE_VESSEL:
            return j
    return -1


@inner
def contest(st, rules, tally, trace, vessel, rival, wreck):
    """PB-71, E4: who gets a wreck both sides want? 0 attacker, 1 defender (`salvage_contest`)."""
    st.counts[SALVAGE_CONTESTS] += 1
    if rules.salvage_contest == CONTEST_ATTACKER:
        return 0
    if rules.salvage_contest == CONTEST_DEFENDER:
        return 1
    if rules.salvage_contest != CONTEST_DICE:
        return 0 if st.wreck_owner[wreck] == st.seat else 1
    tally.duel_throws += 1
    first = 1
    while True:
        mine = die(st, rules, TOW_DICE, vessel)
        theirs = die(st, rules, TOW_DICE, rival)
        emit(trace, CONTEST, st.seat, vessel, rival, mine, theirs)
        if mine != theirs:
            return 0 if mine > theirs else 1
        tally.duel_ties += first
        first = 0


@inner
def take_wreck(st, trace, seat, vessel, wreck):
    """PB-71: `wreck` leaves the list and joins the orbit of `seat` at PB-74."""
    k = 0
    while st.wreck[k] != wreck:
        k += 1
    st.wreck_n -= 1
    while k < st.wreck_n:
        st.wreck[k] = st.wreck[k + 1]
        k += 1
    st.counts[SALVAGED] += 1
    add_hiding(st, wreck, seat, WRECKED)
    emit(trace, SALVAGE_PICK, seat, vessel, wreck)


@inner
def salvage(st, rules, players, tally, trace):
    """PB-71, D20: surviving salvage vessels pick in turn, the attacker's first against the defender's first."""
    i = next_vessel(st, rules, 0, 0)
    j = next_vessel(st, rules, 1, 0)
    while (i >= 0 or j >= 0) and st.wreck_n > 0:
        mine, theirs = -1, -1
        pl = players.of[st.player[st.seat]]
        if i >= 0:
            floor = pl.worth[st.u_tow[i]] if st.u_tow[i] >= 0 else -1
            mine = choose_wreck(st, pl, st.seat, floor)
        if j >= 0:
            theirs = choose_wreck(st, players.of[st.player[st.foe]], st.foe, -1)
        if theirs >= 0 and st.up[st.t_piece[j]] == 0:  # a hidden vessel shows itself when it claims a wreck
            st.up[st.t_piece[j]] = 1
            emit(trace, REVEAL, st.foe, st.t_piece[j], TO_SALVAGE)
        if mine >= 0 and mine == theirs:
            if contest(st, rules, tally, trace, st.u_piece[i], st.t_piece[j], mine) == 0:
                theirs = -1
            else:
                mine = -1
        if mine >= 0:
            take_wreck(st, trace, st.seat, st.u_piece[i], mine)
            if st.u_tow[i] >= 0:
                give_up_tow(st, rules, i)
        if theirs >= 0:
            take_wreck(st, trace, st.foe, st.t_piece[j], theirs)
        if i >= 0:
            i = next_vessel(st, rules, 0, i + 1)
        if j >= 0:
            j = next_vessel(st, rules, 1, j + 1)


@inner
def fleet_goes_home(st, rules):
    """PB-74: survivors and turned-back units join the attacker's orbit, face down (`reface_after_battle`)."""
    shown = 1 - rules.reface_after_battle
    for i in range(st.un):
        piece = st.u_piece[i]
        if rules.cls[piece] == ROBOT or rules.cls[piece] == BOMB or (st.u_here[i] == 0 and st.u_home[i] == 0):
            continue
        ring_add(st, rules, st.seat, piece, shown)
        if st.u_tow[i] >= 0:
            ring_add(st, rules, st.seat, st.u_tow[i], shown)


@inner
def orbit_settles(st, rules):
    """PB-18: the defender's survivors form his ring again, face down unless colonies or Screens shown by choice."""
    n = 0
    for j in range(st.tn):
        piece = st.t_piece[j]
        if st.t_here[j] == 0 or rules.cls[piece] == ROBOT:
            continue
        st.ring[st.foe, n] = piece
        n += 1
        if rules.reface_after_battle != 0 and rules.cls[piece] != COLONY:
            st.up[piece] = st.chosen[piece]
    st.ring_n[st.foe] = n


@inner
def count_fates(st, rules, tally):
    """Tallies: fleet units by kind paired and in the rear; activated defending carriers screened and lost."""
    for i in range(st.un):
        row = 0 if st.u_pair[i] >= 0 else 2
        tally.rear[row, rules.kind[st.u_piece[i]]] += 1
    for j in range(st.tn):
        if st.t_act[j] != 0 and rules.kind[st.t_piece[j]] == CARRIER:
            tally.carriers_defended[st.t_screened[j], 1 - st.t_here[j]] += 1


@shared
def close_battle(st, rules, players, tally, trace, fought):
    """PB-70: drones to the supply, salvage (only after a fight), transfers, facing, ledgers. Ends the battle."""
    if fought != 0 and st.wreck_n > 0:
        salvage(st, rules, players, tally, trace)
    for k in range(st.wreck_n):
        discard(st, st.wreck[k])
    st.wreck_n = 0
    count_fates(st, rules, tally)
    orbit_settles(st, rules)
    home = st.ring_n[st.seat]
    fleet_goes_home(st, rules)
    home = st.ring_n[st.seat] - home
    for k in range(st.hide_n):
        ring_add(st, rules, st.hide_to[k], st.hide[k], 0)
        emit(trace, JOINS, st.hide_to[k], st.hide[k], st.hide_why[k])
    shuffle_ring(st, st.seat)
    shuffle_ring(st, st.foe)
    if st.lost[0] < st.lost[1]:
        st.seat_counts[BATTLES_WON, st.seat] += 1
    close_ledgers(st, rules, 0)
    close_ledgers(st, rules, 1)
    emit(trace, HOME, st.seat, st.foe, home, st.lost[0] // 10_000, st.lost[1] // 10_000)


@inner
def revolted_planets_move(st, rules, trace):
    """PB-74, PB-22: marked planets change Spheres, the markers are discarded."""
    for k in range(st.mark_n):
        planet = st.mark[k]
        st.marked[planet] = 0
        world_take(st, rules, st.mark_foe[k], planet)
        world_add(st, rules, st.seat, planet)
        st.seat_counts[REVOLTED, st.seat] += 1
        st.seat_counts[REVOLTED_PTS, st.seat] += rules.value[planet]
        discard(st, st.mark_event[k])
        emit(trace, JOINS, st.seat, planet, REVOLTED_PLANET)
    st.mark_n = 0
