"""Carriers and their drones on both sides (PB-35, PB-36)."""

from __future__ import annotations

from balance.games.planet_busters.kernel.chance import DRONE_DICE, die
from balance.games.planet_busters.kernel.fuel import can_pay_one, pay, planets_serve
from balance.games.planet_busters.kernel.log import AS_CARRIER, LAUNCH, REVEAL, SCREENING, TO_ACTIVATE, WITHHELD
from balance.games.planet_busters.kernel.muster import add_target, add_unit
from balance.games.planet_busters.policies.carriers import (
    activates,
    choose_screened,
    screens_with_next,
    turn_up_for_activation,
    turn_up_sources_at_random,
    withholds,
    worth_activation,
)  # fmt: skip
from balance.games.planet_busters.state import (
    BOMB,
    CARRIER,
    CARRIER_ACT,
    DRONES_MADE,
    RANDOM_LEGAL,
    REAR_BOTH,
    SHIP,
)  # fmt: skip
from balance.kit.jit import inner, shared
from balance.kit.trace import emit


@inner
def roll_drones(st, rules, tally, trace, seat, carrier):
    """PB-35: max(carrier_min_drones, ceil(die / 2)) drones, as far as the supply goes: int64."""
    roll = die(st, rules, DRONE_DICE, carrier)
    made = max(rules.carrier_min_drones, (roll + 1) // 2)
    tally.drone_counts[min(made, 15)] += 1
    made = min(made, rules.pieces - st.drone_at)
    st.counts[CARRIER_ACT] += 1
    st.counts[DRONES_MADE] += made
    emit(trace, LAUNCH, seat, carrier, roll, made)
    return made


@inner
def next_drone(st):
    """The lowest drone of the supply, face up: int64 piece."""
    drone = st.drone_at
    st.drone_at += 1
    st.up[drone] = 1
    return drone


@inner
def add_fleet_drone(st, rules):
    """PB-35: a drone joins the fleet ahead of the busters (fleet order: busters last)."""
    add_unit(st, rules, next_drone(st), -1)
    i = st.un - 1
    while i > 0 and rules.cls[st.u_piece[i - 1]] == BOMB:
        buster = st.u_piece[i - 1]
        here = st.u_here[i - 1]
        numbers = (st.u_fire[i - 1], st.u_def[i - 1], st.u_laser[i - 1], st.u_torp[i - 1])
        st.u_piece[i - 1] = st.u_piece[i]
        st.u_here[i - 1] = st.u_here[i]
        st.u_fire[i - 1], st.u_def[i - 1] = st.u_fire[i], st.u_def[i]
        st.u_laser[i - 1], st.u_torp[i - 1] = st.u_laser[i], st.u_torp[i]
        st.u_piece[i] = buster
        st.u_here[i] = here
        st.u_fire[i], st.u_def[i], st.u_laser[i], st.u_torp[i] = numbers
        i -= 1


@shared
def launch_attack_drones(st, rules, players, tally, trace):
    """PB-35, D9: each carrier of the fleet may be activated once for 1 battle fuel."""
    pl = players.of[st.player[st.seat]]
    planets = planets_serve(rules, 0, 1)
    for i in range(st.un):
        if st.u_here[i] == 0 or rules.kind[st.u_piece[i]] != CARRIER:
            continue
        if can_pay_one(st, rules, 0, planets) == 0 or activates(st, pl, st.seat) == 0:
            continue
        pay(st, rules, players, trace, 0, 1, planets, 0, TO_ACTIVATE)
        st.u_act[i] = 1
        st.u_laser[i] = rules.laser[st.u_piece[i]]
        for _ in range(roll_drones(st, rules, tally, trace, st.seat, st.u_piece[i])):
            add_fleet_drone(st, rules)


@inner
def place_drones(st, rules, pl, trace, made):
    """PB-36, D10: `made` drones as screens on orbit pieces or alone at the end of the ring."""
    for k in range(made):
        drone = next_drone(st)
        j = -1
        if screens_with_next(st, rules, pl, k, made) != 0:
            j = choose_screened(st, rules, pl)
        if j >= 0:
            st.t_drone[j] = drone
            st.t_screened[j] = 1
            emit(trace, SCREENING, st.foe, drone, st.t_piece[j])
        else:
            add_target(st, rules, drone)
            emit(trace, SCREENING, st.foe, drone, -1)


@inner
def launch_defence_drones(st, rules, players, tally, trace):
    """PB-36, D9: the defender turns up and activates carriers for 1 fuel each, just before pairing."""
    pl = players.of[st.player[st.foe]]
    planets = planets_serve(rules, 1, 1)
    if pl.brain == RANDOM_LEGAL:
        turn_up_sources_at_random(st, rules, trace)
    for j in range(st.tn):
        carrier = st.t_piece[j]
        if st.t_here[j] == 0 or rules.kind[carrier] != CARRIER or worth_activation(st, pl) == 0:
            continue
        turn_up_for_activation(st, rules, pl, trace, planets)
        if can_pay_one(st, rules, 1, planets) == 0 or activates(st, pl, st.foe) == 0:
            continue
        if st.up[carrier] == 0:
            st.up[carrier] = 1
            emit(trace, REVEAL, st.foe, carrier, AS_CARRIER)
        pay(st, rules, players, trace, 1, 1, planets, 0, TO_ACTIVATE)
        st.t_act[j] = 1
        place_drones(st, rules, pl, trace, roll_drones(st, rules, tally, trace, st.foe, carrier))


@inner
def hide_in_rear(st, rules, players, trace):
    """PB-43, E1 old reading (`rear_area` "both"): the defender withholds class S pieces from the pairing."""
    if rules.rear_area != REAR_BOTH:
        return
    pl = players.of[st.player[st.foe]]
    for j in range(st.tn):
        if st.t_here[j] != 0 and rules.cls[st.t_piece[j]] == SHIP and withholds(st, rules, pl, j) != 0:
            st.t_hide[j] = 1
            emit(trace, WITHHELD, st.foe, st.t_piece[j])
