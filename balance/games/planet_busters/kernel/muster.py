"""The two sides of a battle: units of the fleet, targets in the orbit, and what happens to a piece that is lost."""

from __future__ import annotations

from balance.games.planet_busters.kernel.chance import TOW_DICE, die
from balance.games.planet_busters.kernel.log import (
    ATTACK,
    BY_LASER,
    BY_MINES,
    BY_MIRROR,
    BY_SABOTAGE,
    BY_TORPEDO,
    LOSS,
    TOW_ROLL,
    TOWED_AWAY,
    UNIT,
    WITH_TUG,
)  # fmt: skip
from balance.games.planet_busters.kernel.sphere import slot_of
from balance.games.planet_busters.kernel.supply import discard, rack_take
from balance.games.planet_busters.state import (
    BATTLES,
    BATTLES_S,
    BOMB,
    BUSTER_LOST_TO_FIRE,
    BUSTER_LOST_TO_MINES,
    BUSTER_LOST_TO_TORPEDO,
    BUSTER_SABOTAGED,
    BUSTER_SENT,
    BUSTERS_SENT_S,
    CARRIER,
    COLONY,
    FIRST_BATTLE_ROUND,
    KILLS,
    LAST_BATTLE_ROUND,
    LOSSES,
    MERCHANTMAN,
    ROBOT,
    ROUND_UP,
    SATELLITE,
    SCOPE_SATELLITES,
    SCREEN_DRONES_LOST,
    SENT,
    SHIP,
    TOW_CAPTURED,
    TOW_LOST,
)  # fmt: skip
from balance.kit.jit import inner, shared
from balance.kit.trace import emit


@inner
def add_unit(st, rules, piece, tow):
    """Append a unit (a ship with its tow, -1 without; a drone; a buster) to the fleet (PB-23, PB-24)."""
    i = st.un
    st.un += 1
    st.u_piece[i] = piece
    st.u_tow[i] = tow
    st.u_here[i] = 1
    st.u_home[i] = 0
    st.u_act[i] = 0
    st.u_shed[i] = 0
    st.u_pair[i] = -1
    st.u_next[i] = -1
    st.u_pay[i] = 0
    st.u_stamp[i] = 0
    if tow >= 0:
        total = rules.defence[piece] + rules.defence[tow]
        st.u_def[i] = (total + 1) // 2 if rules.tow_rounding == ROUND_UP else total // 2
        st.u_fire[i] = rules.fire[tow]
        st.u_laser[i] = rules.laser[tow]
        st.u_torp[i] = rules.torps[tow]
    else:
        alone(st, rules, i)
    st.by_kind[SENT, slot_of(rules.kind[piece])] += 1
    if tow >= 0:
        st.by_kind[SENT, slot_of(rules.kind[tow])] += 1


@inner
def alone(st, rules, i):
    """The unit's numbers without a tow. A carrier's laser comes with its activation (PB-35)."""
    piece = st.u_piece[i]
    st.u_def[i] = rules.defence[piece]
    st.u_fire[i] = rules.fire[piece]
    st.u_laser[i] = rules.laser[piece]
    if rules.kind[piece] == CARRIER and st.u_act[i] == 0:
        st.u_laser[i] = 0
    st.u_torp[i] = rules.torps[piece]
    st.u_shed[i] = 0


@inner
def add_target(st, rules, piece):
    """Append a piece of the defender's orbit to the targets."""
    j = st.tn
    st.tn += 1
    st.t_piece[j] = piece
    st.t_here[j] = 1
    st.t_hide[j] = 0
    st.t_drone[j] = -1
    st.t_act[j] = 0
    st.t_screened[j] = 0
    st.t_torp[j] = rules.torps[piece]
    st.t_head[j] = -1
    st.t_count[j] = 0
    st.t_seen[j] = -1
    st.t_pay[j] = 0
    st.t_aim[j] = -1
    if rules.kind[piece] == MERCHANTMAN:
        st.tank[piece] = rules.merchantman_fuel


@shared
def open_battle(st, rules, trace, foe):
    """PB-20, PB-23: the declared fleet (`plan_piece` by number, `plan_tow`, and `shot` = busters) faces `foe`.

    Takes the pieces out of ring and rack and lays out units and targets.
    """
    seat = st.seat
    st.foe = foe
    st.un = 0
    st.tn = 0
    st.chaff = 0
    st.wreck_n = 0
    st.hide_n = 0
    st.g_stamp = 0
    st.drone_at = rules.deck_pieces
    st.lost[0], st.lost[1] = 0, 0
    emit(trace, ATTACK, seat, foe, st.plan_n + st.shot_n)
    for k in range(st.plan_n):
        piece = st.plan_piece[k]
        add_unit(st, rules, piece, st.plan_tow[piece])
        st.flag[piece] = 1
        if st.plan_tow[piece] >= 0:
            st.flag[st.plan_tow[piece]] = 1
        emit(trace, UNIT, seat, piece, st.plan_tow[piece])
    for k in range(st.shot_n):
        add_unit(st, rules, st.shot[k], -1)
        rack_take(st, rules, seat, st.shot[k])
        emit(trace, UNIT, seat, st.shot[k], -1)
    st.counts[BUSTER_SENT] += st.shot_n
    st.seat_counts[BUSTERS_SENT_S, seat] += st.shot_n
    leave_ring(st, rules, seat)
    for r in range(st.ring_n[foe]):
        add_target(st, rules, st.ring[foe, r])
    st.planet_left[1] = 0
    for w in range(st.world_n[foe]):
        if st.marked[st.world[foe, w]] == 0 or rules.revolted_planet_fuels != 0:
            st.planet_left[1] += rules.planet_fuel
    st.leftover[1] = st.credit[foe]
    count_battle(st)


@inner
def leave_ring(st, rules, seat):
    """Take the flagged pieces out of the ring of `seat`; fills the tanks of its merchantmen. Clears `flag`."""
    n = 0
    for r in range(st.ring_n[seat]):
        piece = st.ring[seat, r]
        if rules.kind[piece] == MERCHANTMAN:
            st.tank[piece] = rules.merchantman_fuel
        if st.flag[piece] != 0:
            st.flag[piece] = 0
        else:
            st.ring[seat, n] = piece
            n += 1
    st.ring_n[seat] = n


@inner
def count_battle(st):
    """Outcome counters of a declared attack."""
    st.counts[BATTLES] += 1
    st.seat_counts[BATTLES_S, st.seat] += 1
    if st.counts[FIRST_BATTLE_ROUND] < 0:
        st.counts[FIRST_BATTLE_ROUND] = st.round_no
    st.counts[LAST_BATTLE_ROUND] = st.round_no
    if st.tn > 0:
        st.fought = 1


@inner
def units_left(st):
    """Fleet units still in the battle, busters included: int64."""
    total = 0
    for i in range(st.un):
        total += st.u_here[i]
    return total


@inner
def orbit_left(st, rules):
    """Pieces that keep planets from capture (PB-62: `mines_block_capture`, `capture_clear`): int64."""
    total = 0
    for j in range(st.tn):
        if st.t_here[j] != 0:
            cls = rules.cls[st.t_piece[j]]
            if cls <= SATELLITE or cls == ROBOT:
                total += 1
            elif cls == COLONY:
                if rules.capture_clear == 0:
                    total += 1
            elif rules.capture_clear == 0 and rules.mines_block_capture != 0:
                total += 1
    return total


@inner
def targets_left(st):
    """Targets that can be paired (PB-40): int64."""
    total = 0
    for j in range(st.tn):
        if st.t_here[j] != 0 and st.t_hide[j] == 0:
            total += 1
    return total


@inner
def unit_worth(st, pl, i):
    """VAL of a unit for player `pl`, tow included: int64."""
    if st.u_tow[i] >= 0:
        return pl.worth[st.u_piece[i]] + pl.worth[st.u_tow[i]]
    return pl.worth[st.u_piece[i]]


@inner
def add_wreck(st, rules, piece, owner):
    """PB-71: a destroyed piece waits as a wreck (ships, or by `salvage_scope` satellites too), or is discarded."""
    cls = rules.cls[piece]
    if cls == SHIP or (cls == SATELLITE and rules.salvage_scope == SCOPE_SATELLITES):
        i = st.wreck_n
        while i > 0 and st.wreck[i - 1] > piece:
            st.wreck[i] = st.wreck[i - 1]
            i -= 1
        st.wreck[i] = piece
        st.wreck_n += 1
        st.wreck_owner[piece] = owner
    elif cls != ROBOT:
        discard(st, piece)


@inner
def add_hiding(st, piece, to, why):
    """PB-74: `piece` will join the orbit of `to` after the battle."""
    st.hide[st.hide_n] = piece
    st.hide_to[st.hide_n] = to
    st.hide_why[st.hide_n] = why
    st.hide_n += 1


@inner
def book_loss(st, rules, trace, side, piece, cause, killer):
    """Count a destroyed piece: by kind, for its side's VAL, for the killer's kind (-1 none)."""
    st.by_kind[LOSSES, slot_of(rules.kind[piece])] += 1
    st.lost[side] += rules.worth[piece]
    if killer >= 0:
        st.by_kind[KILLS, slot_of(killer)] += 1
    emit(trace, LOSS, st.seat if side == 0 else st.foe, piece, cause)


@inner
def lose_unit(st, rules, tally, trace, i, cause, killer):
    """A fleet unit is destroyed (with its tow, if it still has one). `killer`: kind, -1 none."""
    piece = st.u_piece[i]
    st.u_here[i] = 0
    book_loss(st, rules, trace, 0, piece, cause, killer)
    row = 1 if st.u_pair[i] >= 0 else 3
    tally.rear[row, rules.kind[piece]] += 1
    if row == 3 and cause == BY_TORPEDO:
        tally.rear[4, rules.kind[piece]] += 1
    add_wreck(st, rules, piece, st.seat)
    if st.u_tow[i] >= 0:
        book_loss(st, rules, trace, 0, st.u_tow[i], WITH_TUG, killer)
        add_wreck(st, rules, st.u_tow[i], st.seat)
        st.counts[TOW_LOST] += 1
        st.u_tow[i] = -1
    if rules.cls[piece] == BOMB:
        if cause == BY_LASER or cause == BY_MIRROR:
            st.counts[BUSTER_LOST_TO_FIRE] += 1
        elif cause == BY_TORPEDO:
            st.counts[BUSTER_LOST_TO_TORPEDO] += 1
        elif cause == BY_MINES:
            st.counts[BUSTER_LOST_TO_MINES] += 1
        elif cause == BY_SABOTAGE:
            st.counts[BUSTER_SABOTAGED] += 1


@inner
def give_up_tow(st, rules, i):
    """PB-24, PB-71: the tow is captured and joins the defender's orbit after the battle."""
    tow = st.u_tow[i]
    st.u_tow[i] = -1
    st.counts[TOW_CAPTURED] += 1
    st.lost[0] += rules.worth[tow]
    add_hiding(st, tow, st.foe, TOWED_AWAY)


@inner
def hit_unit(st, rules, tally, trace, i, cause, killer):
    """A unit is hit: destroyed, or PB-24's roll for tug and tow. `u_shed` = 1 marks a tug whose numbers must change."""
    if st.u_tow[i] < 0:
        lose_unit(st, rules, tally, trace, i, cause, killer)
        return
    tug, tow = st.u_piece[i], st.u_tow[i]
    roll = die(st, rules, TOW_DICE, tug)
    tally.tow_rolls += 1
    tally.tow_odd += roll % 2
    emit(trace, TOW_ROLL, st.seat, tug, tow, roll, roll % 2)
    if roll % 2 == 1:
        give_up_tow(st, rules, i)
        lose_unit(st, rules, tally, trace, i, cause, killer)
        return
    st.u_tow[i] = -1
    st.counts[TOW_LOST] += 1
    book_loss(st, rules, trace, 0, tow, cause, killer)
    add_wreck(st, rules, tow, st.seat)
    st.u_def[i] = rules.defence[tug]
    st.u_shed[i] = 1


@inner
def settle_tug(st, rules, i):
    """After the group (or at once outside laser fire) a tug that lost its tow has its own numbers again."""
    if st.u_here[i] != 0 and st.u_shed[i] != 0:
        alone(st, rules, i)


@inner
def lose_target(st, rules, trace, j, cause, killer):
    """A piece of the defender's orbit is destroyed."""
    piece = st.t_piece[j]
    st.t_here[j] = 0
    book_loss(st, rules, trace, 1, piece, cause, killer)
    if rules.cls[piece] == COLONY:
        st.colonies[st.foe] -= 1
    add_wreck(st, rules, piece, st.foe)


@inner
def lose_screen_drone(st, rules, trace, j, cause, killer):
    """The drone on top of target `j` is destroyed."""
    book_loss(st, rules, trace, 1, st.t_drone[j], cause, killer)
    st.t_drone[j] = -1
    st.counts[SCREEN_DRONES_LOST] += 1
