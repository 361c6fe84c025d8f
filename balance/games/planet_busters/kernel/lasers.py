"""Laser fire: groups, screens, sailing ships, whirlers, reflectors, busters at colonies (PB-47..PB-58)."""

from __future__ import annotations

from balance.games.planet_busters.kernel.chance import BUSTER_DICE, die, roll_hits
from balance.games.planet_busters.kernel.log import (
    BY_BLAST,
    BY_LASER,
    BY_MIRROR,
    CHAFF_PLAYED,
    FIELD,
    STRIKE,
)  # fmt: skip
from balance.games.planet_busters.kernel.muster import (
    hit_unit,
    lose_screen_drone,
    lose_target,
    settle_tug,
)  # fmt: skip
from balance.games.planet_busters.kernel.pairing import turn_up_paired
from balance.games.planet_busters.kernel.shots import mirror_test, roll_shot, shot_number
from balance.games.planet_busters.kernel.supply import discard
from balance.games.planet_busters.policies.fire import choose_aim, order_groups, provoked_by
from balance.games.planet_busters.state import (
    ATTACKER_FIRST,
    BLOCKS_INCOMING,
    BOMB,
    BUSTER,
    BUSTER_AT_COLONY,
    BUSTER_COLONY_KILL,
    COLONY,
    DEFENDER_FIRST,
    LASER_STEP,
    MINEFIELD,
    REFLECTOR,
    SAIL_ALWAYS,
    SAIL_OFF,
    SAILING_SHIP,
    SCREEN,
    SCREEN_BLOCKS,
    SCREEN_BROKEN,
    SIMULTANEOUS,
    WHIRLER,
)  # fmt: skip
from balance.kit.jit import inner, shared
from balance.kit.trace import emit

NO_FIRE, AT_BUSTERS, OPEN_FIRE = 0, 1, 2  # what the defenders of a group may do


@inner
def fire_unit(st, rules, tally, trace, i, j):
    """PB-52 step 1: unit `i` fires at the screen drone of target `j` while it stands, else at the piece itself."""
    piece = st.u_piece[i]
    kind = rules.kind[piece]
    for k in range(4 if kind == WHIRLER else 1):
        number = shot_number(rules, piece, st.u_fire[i], k)
        if st.t_drone[j] >= 0:
            defence = rules.defence[st.t_drone[j]]
            roll = roll_shot(st, rules, tally, trace, 0, piece, number, st.t_drone[j], defence)
            if roll_hits(rules, roll, number, defence) != 0:
                lose_screen_drone(st, rules, trace, j, BY_LASER, kind)
            continue
        if st.t_here[j] == 0:
            return
        target = st.t_piece[j]
        roll = roll_shot(st, rules, tally, trace, 0, piece, number, target, rules.defence[target])
        hit = roll_hits(rules, roll, number, rules.defence[target])
        if hit != 0:
            st.g_sunk_first = 1 if kind != SAILING_SHIP else 0
            lose_target(st, rules, trace, j, BY_LASER, kind)
        if rules.kind[target] == REFLECTOR:
            if mirror_test(st, rules, tally, roll, number, st.u_def[i], hit) != 0:
                hit_unit(st, rules, tally, trace, i, BY_MIRROR, -1)
                return


@inner
def shoot_back(st, rules, tally, trace, piece, number, i):
    """One roll of a defending `piece` at unit `i`: 1 if its own beam destroyed it (PB-57), else 0."""
    target = st.u_piece[i]
    buster = rules.cls[target] == BOMB
    defence = st.u_def[i]
    roll = roll_shot(st, rules, tally, trace, 1, piece, number, target, defence)
    hit = roll_hits(rules, roll, number, defence)
    if buster:
        tally.picket_met[rules.value[target], number] += 1
        tally.picket_lost[rules.value[target], number] += hit
    if hit != 0:
        hit_unit(st, rules, tally, trace, i, BY_LASER, rules.kind[piece])
    if rules.kind[target] != REFLECTOR:
        return 0
    return mirror_test(st, rules, tally, roll, number, rules.defence[piece], hit)


@inner
def late_aim(st, rules, players, piece, j, mode):
    """PB-52: the victim a drone of group `j` chooses when first needed, anew if that is gone: int64 unit or -1."""
    if st.g_aim < 0 or st.u_here[st.g_aim] == 0:
        only_busters = 1 if mode == AT_BUSTERS else 0
        st.g_aim = choose_aim(st, rules, players.of[st.player[st.foe]], piece, j, only_busters)
    return st.g_aim


@inner
def drone_fires(st, rules, players, tally, trace, j, drone, mode):
    """PB-52 step 2: the screening drone of group `j` fires at a unit of its choice, once."""
    if st.g_fired_drone != 0:
        return
    victim = late_aim(st, rules, players, drone, j, mode)
    if victim >= 0:
        drone_shoots(st, rules, tally, trace, j, drone, victim)


@inner
def drone_shoots(st, rules, tally, trace, j, drone, victim):
    """The screening drone's shot at `victim`; its own beam may destroy it."""
    st.g_fired_drone = 1
    burnt = shoot_back(st, rules, tally, trace, drone, rules.fire[drone], victim)
    if burnt != 0 and st.t_drone[j] == drone:
        lose_screen_drone(st, rules, trace, j, BY_MIRROR, -1)


@inner
def target_fires(st, rules, players, tally, trace, j, mode):
    """PB-52 step 3, PB-54: target `j` fires at its declared aim; a whirler goes on with others when that is gone."""
    if st.g_fired != 0:
        return
    pl = players.of[st.player[st.foe]]
    piece = st.t_piece[j]
    whirls = rules.kind[piece] == WHIRLER
    aim = st.t_aim[j]
    if aim < 0:
        aim = late_aim(st, rules, players, piece, j, mode)
    if aim < 0 or (mode == AT_BUSTERS and rules.cls[st.u_piece[aim]] != BOMB):
        return
    st.g_fired = 1
    for k in range(4 if whirls else 1):
        if st.u_here[aim] == 0:
            if not whirls:
                return
            aim = choose_aim(st, rules, pl, piece, j, 1 if mode == AT_BUSTERS else 0)
            if aim < 0:
                return
        burnt = shoot_back(st, rules, tally, trace, piece, shot_number(rules, piece, rules.fire[piece], k), aim)
        if burnt != 0:
            if st.t_here[j] != 0:
                lose_target(st, rules, trace, j, BY_MIRROR, -1)
            return


@inner
def provoked_fire(st, rules, tally, trace, i):
    """PB-45, PB-52 step 4: unpaired pieces that scout `i` saw and that paid fire at it, in ring order."""
    for q in range(st.tn):
        if st.t_pay[q] == 0 or st.t_here[q] == 0 or st.t_seen[q] != i or provoked_by(st, rules, q) != i:
            continue
        piece = st.t_piece[q]
        st.t_pay[q] = 0
        for k in range(4 if rules.kind[piece] == WHIRLER else 1):
            if st.u_here[i] == 0:
                return
            number = shot_number(rules, piece, rules.fire[piece], k)
            shoot_back(st, rules, tally, trace, piece, number, i)


@inner
def strike_colony(st, rules, trace, i, j):
    """PB-56: buster `i` blows itself up against its colony (or the drone on it); it is discarded either way."""
    buster = st.u_piece[i]
    st.u_here[i] = 0
    st.counts[BUSTER_AT_COLONY] += 1
    discard(st, buster)
    if st.t_here[j] == 0:
        return
    target = st.t_drone[j] if st.t_drone[j] >= 0 else st.t_piece[j]
    roll = die(st, rules, BUSTER_DICE, buster)
    hit = roll_hits(rules, roll, rules.fire[buster], rules.defence[target])
    emit(trace, STRIKE, st.seat, buster, target, roll, hit)
    if hit == 0:
        return
    if st.t_drone[j] >= 0:
        lose_screen_drone(st, rules, trace, j, BY_BLAST, BUSTER)
    else:
        lose_target(st, rules, trace, j, BY_BLAST, BUSTER)
        st.counts[BUSTER_COLONY_KILL] += 1
        st.g_sunk_first = 1


@inner
def early_shots(st, rules, players, tally, trace, i, j, drone, mode):
    """PB-53: shots at sailing ship `i` that come before its own: the screening drone's, then its target's."""
    armed = drone >= 0 and rules.laser[drone] != 0 and st.g_fired_drone == 0
    if armed and (rules.laser_timing == SIMULTANEOUS or st.t_drone[j] == drone):
        if late_aim(st, rules, players, drone, j, mode) == i:
            drone_shoots(st, rules, tally, trace, j, drone, i)
    piece = st.t_piece[j]
    if st.t_pay[j] == 0 or st.g_fired != 0 or st.t_drone[j] >= 0 or rules.kind[piece] == SAILING_SHIP:
        return
    if rules.laser_timing != SIMULTANEOUS and st.t_here[j] == 0:
        return
    aim = st.t_aim[j]
    if aim < 0:
        aim = late_aim(st, rules, players, piece, j, mode)
    if aim == i:
        target_fires(st, rules, players, tally, trace, j, mode)


@inner
def attackers_fire(st, rules, players, tally, trace, j, drone, may_fire, mode):
    """PB-52 step 1 in the attacker's order: strikes at colonies, laser shots, sailing ships after shots at them."""
    colony = rules.cls[st.t_piece[j]] == COLONY
    mines = rules.cls[st.t_piece[j]] == MINEFIELD
    simultaneous = rules.laser_timing == SIMULTANEOUS
    i = st.t_head[j]
    while i >= 0:
        if st.u_stamp[i] == st.g_stamp and (simultaneous or st.u_here[i] != 0):
            if rules.cls[st.u_piece[i]] == BOMB:
                if colony and rules.buster_vs_colony == LASER_STEP:
                    if st.u_here[i] != 0:
                        strike_colony(st, rules, trace, i, j)
                elif may_fire != 0 and rules.buster_has_laser != 0 and not mines:
                    fire_unit(st, rules, tally, trace, i, j)
            elif st.u_pay[i] != 0 and may_fire != 0 and (simultaneous or st.u_shed[i] == 0):
                sails = rules.kind[st.u_piece[i]] == SAILING_SHIP and rules.sailing_fires_last == SAIL_ALWAYS
                if sails and mode != NO_FIRE:
                    early_shots(st, rules, players, tally, trace, i, j, drone, mode)
                if not sails or st.u_here[i] != 0:
                    fire_unit(st, rules, tally, trace, i, j)
        i = st.u_next[i]


@inner
def drone_step(st, rules, players, tally, trace, j, drone, mode):
    """PB-52 step 2: the screening drone fires (`attacker_first`: if it still stands)."""
    if mode != NO_FIRE and drone >= 0 and rules.laser[drone] != 0:
        if rules.laser_timing != ATTACKER_FIRST or st.t_drone[j] == drone:
            drone_fires(st, rules, players, tally, trace, j, drone, mode)


@inner
def target_step(st, rules, players, tally, trace, j, mode):
    """PB-52 step 3: the target fires if it paid, unless a drone still stands on it (PB-53 for a sailing ship)."""
    if mode == NO_FIRE or st.t_pay[j] == 0 or st.t_drone[j] >= 0:
        return
    if st.t_here[j] == 0:
        sails = rules.kind[st.t_piece[j]] == SAILING_SHIP and rules.sailing_fires_last != SAIL_OFF
        if rules.laser_timing == ATTACKER_FIRST or (sails and st.g_sunk_first != 0):
            return
    target_fires(st, rules, players, tally, trace, j, mode)


@inner
def waits_for_fire(st, rules, j, may_fire):
    """PB-53: must target `j`, a sailing ship, wait for other ships' shots at it even under `defender_first`? 0 or 1."""
    if rules.kind[st.t_piece[j]] != SAILING_SHIP or rules.sailing_fires_last == SAIL_OFF or may_fire == 0:
        return 0
    i = st.t_head[j]
    while i >= 0:
        if st.u_stamp[i] == st.g_stamp and st.u_pay[i] != 0 and rules.kind[st.u_piece[i]] != SAILING_SHIP:
            return 1
        i = st.u_next[i]
    return 0


@inner
def fight_group(st, rules, players, tally, trace, j, may_fire, mode, provoked):
    """PB-52: resolve group `j`. `may_fire` 1: attackers' lasers work; `mode`: what defenders may do; `provoked` 1:
    pieces its scouts provoked fire in step 4."""
    st.g_stamp += 1
    st.g_fired = 0
    st.g_fired_drone = 0
    st.g_aim = -1
    st.g_sunk_first = 0
    i = st.t_head[j]
    while i >= 0:
        if st.u_here[i] != 0:
            st.u_stamp[i] = st.g_stamp
        i = st.u_next[i]
    drone = st.t_drone[j]
    if st.t_here[j] == 0:  # the pairing is void, its scouts still draw fire
        if provoked != 0:
            group_provoked(st, rules, tally, trace, j)
        return
    if rules.laser_timing == DEFENDER_FIRST:
        waits = waits_for_fire(st, rules, j, may_fire)
        drone_step(st, rules, players, tally, trace, j, drone, mode)
        if waits == 0:
            target_step(st, rules, players, tally, trace, j, mode)
        if provoked != 0:
            group_provoked(st, rules, tally, trace, j)
        attackers_fire(st, rules, players, tally, trace, j, drone, may_fire, mode)
        if waits != 0:
            target_step(st, rules, players, tally, trace, j, mode)
    else:
        attackers_fire(st, rules, players, tally, trace, j, drone, may_fire, mode)
        drone_step(st, rules, players, tally, trace, j, drone, mode)
        target_step(st, rules, players, tally, trace, j, mode)
        if provoked != 0:
            group_provoked(st, rules, tally, trace, j)
    i = st.t_head[j]
    while i >= 0:
        settle_tug(st, rules, i)
        i = st.u_next[i]


@inner
def group_provoked(st, rules, tally, trace, j):
    """PB-52 step 4 for all scouts of group `j`."""
    if st.seen_n == 0:
        return
    i = st.t_head[j]
    while i >= 0:
        if st.u_stamp[i] == st.g_stamp:
            provoked_fire(st, rules, tally, trace, i)
        i = st.u_next[i]


@inner
def screens_standing(st, rules):
    """PB-55: face-up Screens that stand: int64."""
    total = 0
    for j in range(st.tn):
        piece = st.t_piece[j]
        if st.t_here[j] != 0 and rules.kind[piece] == SCREEN and st.up[piece] != 0:
            total += 1
    return total


@shared
def laser_fire(st, rules, players, tally, trace):
    """PB-49..PB-57: all groups in the attacker's order, Screens first."""
    turn_up_paired(st, rules, trace)
    groups = order_groups(st, rules, players.of[st.player[st.seat]])
    for k in range(groups):
        st.rank[k] = st.order[k]
    field = 0 if st.chaff != 0 else screens_standing(st, rules)
    had_field = field
    if field > 0:
        for k in range(groups):
            if rules.kind[st.t_piece[st.rank[k]]] == SCREEN:
                fight_group(st, rules, players, tally, trace, st.rank[k], 1, OPEN_FIRE, 0)
        field = screens_standing(st, rules)
        st.counts[SCREEN_BROKEN if field == 0 else SCREEN_BLOCKS] += 1
        emit(trace, FIELD, st.foe, 1 if field > 0 else 0)
        if field == 0:
            for k in range(groups):
                if rules.kind[st.t_piece[st.rank[k]]] == SCREEN:
                    group_scouts(st, rules, tally, trace, st.rank[k])
    mode = OPEN_FIRE
    if st.chaff != 0:
        mode = NO_FIRE
    elif field > 0 and rules.screen_blocks != BLOCKS_INCOMING:
        mode = AT_BUSTERS
    open_sky = 1 if st.chaff == 0 and field == 0 else 0
    for k in range(groups):
        j = st.rank[k]
        if had_field == 0 or rules.kind[st.t_piece[j]] != SCREEN:
            fight_group(st, rules, players, tally, trace, j, open_sky, mode, open_sky)


@inner
def group_scouts(st, rules, tally, trace, j):
    """PB-55: shots provoked by scouts paired with a Screen, once all Screens are gone."""
    if st.seen_n == 0:
        return
    i = st.t_head[j]
    while i >= 0:
        provoked_fire(st, rules, tally, trace, i)
        i = st.u_next[i]


@inner
def play_chaff(st, rules, trace, piece):
    """PB-49: all laser fire of this battle is cancelled."""
    st.chaff = 1
    emit(trace, CHAFF_PLAYED, st.foe, piece)
