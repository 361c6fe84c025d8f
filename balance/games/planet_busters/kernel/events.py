"""Events of both sides: comet, storm, sabotage, mutiny (PB-30..PB-34, PB-48) and the Spy and Revolt prelude."""

from __future__ import annotations

from balance.games.planet_busters.kernel.chance import EVENT_DICE, bites, die
from balance.games.planet_busters.kernel.log import (
    BY_SABOTAGE,
    HALLEY_COMES,
    METEOR_COMES,
    MUTINEER,
    MUTINY_ROLL,
    REVOLT_ROLL,
    SABOTAGE_ROLL,
    STORM,
)  # fmt: skip
from balance.games.planet_busters.kernel.muster import (
    add_hiding,
    hit_unit,
    lose_target,
    settle_tug,
)  # fmt: skip
from balance.games.planet_busters.kernel.supply import discard, play_from_rack, rack_take
from balance.games.planet_busters.policies.events import choose_late_victim, choose_victim, plays_early_event
from balance.games.planet_busters.state import (
    BOMB,
    BUSTER_TURNED_BACK,
    COLONY,
    EV_SUCCESS,
    EV_USED,
    EVENTS_SUCCESS,
    EVENTS_USED,
    HALLEY,
    METEOR,
    MUTINY,
    REVOLT,
    SABOTAGE,
    TURNED_BACK,
)  # fmt: skip
from balance.kit.jit import inner, shared
from balance.kit.trace import emit


@inner
def note_event(st, seat, kind, success):
    """Count an event of `seat`: success 0 played, 1 had its effect (call twice for both)."""
    which = kind - HALLEY
    if success == 0:
        st.counts[EV_USED + which] += 1
        st.seat_counts[EVENTS_USED, seat] |= 1 << which
    else:
        st.counts[EV_SUCCESS + which] += 1
        st.seat_counts[EVENTS_SUCCESS, seat] |= 1 << which


@inner
def turn_back(st, rules, i):
    """A unit goes home before the fight; a buster is discarded (PB-31, PB-32)."""
    st.u_here[i] = 0
    st.counts[TURNED_BACK] += 1
    if rules.cls[st.u_piece[i]] == BOMB:
        st.counts[BUSTER_TURNED_BACK] += 1
        discard(st, st.u_piece[i])
    else:
        st.u_home[i] = 1


@inner
def halley(st, rules, trace, piece):
    """PB-31: the whole fleet goes home, busters are discarded."""
    play_from_rack(st, rules, st.foe, piece)
    note_event(st, st.foe, HALLEY, 0)
    note_event(st, st.foe, HALLEY, 1)
    emit(trace, HALLEY_COMES, st.foe, piece)
    for i in range(st.un):
        if st.u_here[i] != 0:
            turn_back(st, rules, i)


@shared
def meteor_storm(st, rules, tally, trace, piece):
    """PB-32: the attacker rolls for each unit in fleet order; on a bite it turns back."""
    play_from_rack(st, rules, st.foe, piece)
    note_event(st, st.foe, METEOR, 0)
    note_event(st, st.foe, METEOR, 1)
    emit(trace, METEOR_COMES, st.foe, piece)
    for i in range(st.un):
        if st.u_here[i] == 0:
            continue
        roll = die(st, rules, EVENT_DICE, st.u_piece[i])
        back = bites(roll, rules.meteor_odds)
        tally.event_rolls[1] += 1
        tally.event_bites[1] += back
        emit(trace, STORM, st.seat, st.u_piece[i], roll, back)
        if back != 0:
            turn_back(st, rules, i)


@inner
def agents_roll(st, rules, tally, trace, seat, piece, target):
    """The die of a Sabotage or Mutiny of `seat` against piece `target`; discards the event: 1 on success."""
    kind = rules.kind[piece]
    play_from_rack(st, rules, seat, piece)
    roll = die(st, rules, EVENT_DICE, piece)
    success = bites(roll, rules.sabotage_odds if kind == SABOTAGE else rules.mutiny_odds)
    note_event(st, seat, kind, 0)
    tally.event_rolls[kind - HALLEY] += 1
    tally.event_bites[kind - HALLEY] += success
    if success != 0:
        note_event(st, seat, kind, 1)
    emit(trace, SABOTAGE_ROLL if kind == SABOTAGE else MUTINY_ROLL, seat, piece, target, roll, success)
    return success


@inner
def strike_fleet(st, rules, tally, trace, piece, i):
    """PB-33, PB-34: the defender's Sabotage or Mutiny `piece` against unit `i`."""
    if agents_roll(st, rules, tally, trace, st.foe, piece, st.u_piece[i]) == 0:
        return
    if rules.kind[piece] == SABOTAGE:
        hit_unit(st, rules, tally, trace, i, BY_SABOTAGE, -1)
        settle_tug(st, rules, i)
        return
    st.u_here[i] = 0
    for member in (st.u_piece[i], st.u_tow[i]):
        if member >= 0:
            st.lost[0] += rules.worth[member]
            add_hiding(st, member, st.foe, MUTINEER)
    st.u_tow[i] = -1


@inner
def strike_orbit(st, rules, tally, trace, piece, j):
    """PB-48: the attacker's Sabotage or Mutiny `piece` against target `j`; a screening drone takes its place."""
    target = st.t_piece[j]
    if agents_roll(st, rules, tally, trace, st.seat, piece, target) == 0:
        return
    if rules.kind[piece] == SABOTAGE:
        lose_target(st, rules, trace, j, BY_SABOTAGE, -1)
    else:
        st.t_here[j] = 0
        st.lost[1] += rules.worth[target]
        if rules.cls[target] == COLONY:
            st.colonies[st.foe] -= 1
        add_hiding(st, target, st.seat, MUTINEER)
    st.t_pay[j] = 0
    if st.t_drone[j] >= 0:
        st.t_piece[j] = st.t_drone[j]
        st.t_here[j] = 1
        st.t_drone[j] = -1
        st.t_torp[j] = rules.torps[st.t_piece[j]]
        st.t_pay[j] = rules.laser[st.t_piece[j]]
        st.t_aim[j] = -1
        st.t_seen[j] = -1


@inner
def early_events(st, rules, players, tally, trace):
    """PB-30, D8: the defender's events in the order comet, storm, sabotage, mutiny, each judged on what is left."""
    pl = players.of[st.player[st.foe]]
    for kind in (HALLEY, METEOR, SABOTAGE, MUTINY):
        rest = st.held[st.foe, kind]
        skipped = 0
        while rest > 0:
            rest -= 1
            if plays_early_event(st, rules, pl, kind) == 0:
                skipped += 1
                continue
            piece = nth_of_kind(st, rules, st.foe, kind, skipped)
            if kind == HALLEY:
                halley(st, rules, trace, piece)
            elif kind == METEOR:
                meteor_storm(st, rules, tally, trace, piece)
            else:
                strike_fleet(st, rules, tally, trace, piece, choose_victim(st, rules, pl, kind))


@inner
def nth_of_kind(st, rules, seat, kind, n):
    """The rack piece of `kind` after `n` others of its kind, by number: int64."""
    for i in range(st.rack_n[seat]):
        if rules.kind[st.rack[seat, i]] == kind:
            if n == 0:
                return st.rack[seat, i]
            n -= 1
    return -1


@inner
def late_events(st, rules, players, tally, trace):
    """PB-48, D14: the attacker's Sabotages, then Mutinies, against the orbit."""
    pl = players.of[st.player[st.seat]]
    for kind in (SABOTAGE, MUTINY):
        rest = st.held[st.seat, kind]
        skipped = 0
        while rest > 0:
            rest -= 1
            j = choose_late_victim(st, rules, pl, kind)
            if j < 0:
                skipped += 1
                continue
            strike_orbit(st, rules, tally, trace, nth_of_kind(st, rules, st.seat, kind, skipped), j)


@inner
def revolt(st, rules, tally, trace, piece, foe, planet):
    """PB-22: one Revolt on `planet` of `foe`; a success marks it until the aftermath: 1 on success."""
    seat = st.seat
    roll = die(st, rules, EVENT_DICE, piece)
    success = bites(roll, rules.revolt_odds)
    note_event(st, seat, REVOLT, 0)
    tally.event_rolls[REVOLT - HALLEY] += 1
    tally.event_bites[REVOLT - HALLEY] += success
    emit(trace, REVOLT_ROLL, seat, piece, foe, planet, roll, success)
    if success == 0:
        play_from_rack(st, rules, seat, piece)
        return 0
    note_event(st, seat, REVOLT, 1)
    rack_take(st, rules, seat, piece)
    st.marked[planet] = 1
    st.mark[st.mark_n] = planet
    st.mark_event[st.mark_n] = piece
    st.mark_foe[st.mark_n] = foe
    st.mark_n += 1
    return 1
