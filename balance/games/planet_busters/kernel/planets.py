"""Capture of planets and planet busters (PB-62..PB-67)."""

from __future__ import annotations

from balance.games.planet_busters.kernel.chance import (
    BUSTER_DICE,
    CAPTURE_DICE,
    die,
    numbers_meet,
    roll_hits,
    secret_number,
)  # fmt: skip
from balance.games.planet_busters.kernel.fuel import can_pay_one, pay
from balance.games.planet_busters.kernel.lasers import strike_colony
from balance.games.planet_busters.kernel.log import (
    BUST,
    CAPTURE_AIM,
    CAPTURE_SHOT,
    CAPTURED_PLANET,
    IDLE,
    TO_CAPTURE,
    TORPEDO,
)  # fmt: skip
from balance.games.planet_busters.kernel.muster import orbit_left
from balance.games.planet_busters.kernel.shots import shot_number
from balance.games.planet_busters.kernel.sphere import unmarked_planets, world_add, world_take
from balance.games.planet_busters.kernel.supply import discard, rack_add
from balance.games.planet_busters.policies.fire import fires_free
from balance.games.planet_busters.policies.planets import (
    choose_buster_planet,
    choose_capture_planet,
    order_busters,
    order_capture_shots,
    wants_capture_shot,
)  # fmt: skip
from balance.games.planet_busters.state import (
    BUSTED,
    BUSTED_PTS,
    BUSTER_HITS,
    BUSTER_IDLE,
    BUSTER_STEP,
    BUSTER_THROUGH,
    CAPTURED,
    CAPTURED_PTS,
    COLONY,
    SWITCH_ALLOWED,
    TO_RACK,
    WHIRLER,
)  # fmt: skip
from balance.kit.jit import inner, shared
from balance.kit.trace import emit


@shared
def laser_at_planet(st, rules, tally, trace, i, planet):
    """PB-62: unit `i` fires at `planet` (a whirler rolls four times): 1 on a hit."""
    piece = st.u_piece[i]
    value = rules.value[planet]
    for k in range(4 if rules.kind[piece] == WHIRLER else 1):
        number = shot_number(rules, piece, st.u_fire[i], k)
        roll = die(st, rules, CAPTURE_DICE, piece)
        hit = roll_hits(rules, roll, number, value)
        tally.capture_shots[number, value] += 1
        tally.capture_hits[number, value] += hit
        emit(trace, CAPTURE_SHOT, st.seat, piece, planet, number, roll, hit)
        if hit != 0:
            return 1
    return 0


@shared
def torpedo_at_planet(st, rules, players, tally, trace, i, planet):
    """PB-62: one torpedo of unit `i` at `planet` as PB-61: 1 on a hit."""
    piece = st.u_piece[i]
    st.u_torp[i] -= 1
    number = secret_number(st, rules, piece, players.of[st.player[st.seat]])
    guess = secret_number(st, rules, piece, players.of[st.player[st.foe]])
    hit = numbers_meet(rules, number, guess)
    tally.torpedoes += 1
    tally.torpedo_hits += hit
    tally.torpedoes_at_planets += 1
    tally.torpedo_captures += hit
    emit(trace, TORPEDO, st.seat, piece, planet, number, guess, hit)
    return hit


@shared
def capture(st, rules, trace, planet):
    """PB-63: the planet goes to the attacker's Sphere at once, without bonus draws."""
    world_take(st, rules, st.foe, planet)
    world_add(st, rules, st.seat, planet)
    st.seat_counts[CAPTURED, st.seat] += 1
    st.seat_counts[CAPTURED_PTS, st.seat] += rules.value[planet]
    emit(trace, CAPTURED_PLANET, st.seat, planet, st.foe)


@inner
def shoot_for_planet(st, rules, players, tally, trace, shots, planet):
    """PB-62: the lasers of `rank` from position `shot_n` on, then torpedoes, at `planet`: 1 when it is taken.

    Under `capture_target` "switch_allowed" the planet is chosen anew before each further shot.
    """
    pl = players.of[st.player[st.seat]]
    switch = rules.capture_target == SWITCH_ALLOWED
    battle_planets = rules.planet_fuel_fires_on_attack
    while st.shot_n < shots:
        i = st.rank[st.shot_n]
        free = fires_free(st, rules, i)
        if st.u_act[i] != 0:
            free = 0
        if free != 0 or can_pay_one(st, rules, 0, battle_planets) != 0:
            if wants_capture_shot(st, pl) != 0:
                if free == 0:
                    pay(st, rules, players, trace, 0, 1, battle_planets, 0, TO_CAPTURE)
                st.shot_n += 1
                if laser_at_planet(st, rules, tally, trace, i, planet) != 0:
                    capture(st, rules, trace, planet)
                    return 1
                if switch:
                    planet = choose_capture_planet(st, rules, pl, shots)
                continue
        st.shot_n += 1
    if rules.torpedo_vs_planets == 0:
        return 0
    for i in range(st.un):
        while st.u_here[i] != 0 and st.u_torp[i] > 0:
            if torpedo_at_planet(st, rules, players, tally, trace, i, planet) != 0:
                capture(st, rules, trace, planet)
                return 1
            if switch:
                planet = choose_capture_planet(st, rules, pl, shots)
    return 0


@shared
def capture_planets(st, rules, players, tally, trace):
    """PB-62, PB-64: with an empty orbit up to `capture_limit` planets may be taken, one after another."""
    if orbit_left(st, rules) > 0:
        return
    pl = players.of[st.player[st.seat]]
    shots = 0
    if st.chaff == 0 or rules.chaff_stops_capture_lasers == 0:
        shots = order_capture_shots(st, rules, pl)
    st.shot_n = 0
    for _ in range(rules.capture_limit):
        if unmarked_planets(st, st.foe) == 0 or shooters_left(st, rules, shots) == 0:
            return
        planet = choose_capture_planet(st, rules, pl, shots)
        emit(trace, CAPTURE_AIM, st.seat, planet, st.foe)
        if shoot_for_planet(st, rules, players, tally, trace, shots, planet) == 0:
            return


@inner
def shooters_left(st, rules, shots):
    """Is there a laser or a torpedo left that could take a planet? 0 or 1."""
    if st.shot_n < shots:
        return 1
    if rules.torpedo_vs_planets != 0:
        for i in range(st.un):
            if st.u_here[i] != 0 and st.u_torp[i] > 0:
                return 1
    return 0


@inner
def bust(st, rules, tally, trace, i, planet):
    """PB-65: buster `i` attacks `planet`; a success discards the planet, the buster goes either way."""
    buster = st.u_piece[i]
    roll = die(st, rules, BUSTER_DICE, buster)
    hit = roll_hits(rules, roll, rules.fire[buster], rules.value[planet])
    tally.buster_tries[rules.value[buster], rules.value[planet]] += 1
    tally.buster_hits[rules.value[buster], rules.value[planet]] += hit
    emit(trace, BUST, st.seat, buster, planet, roll, hit)
    discard(st, buster)
    st.u_here[i] = 0
    if hit != 0:
        world_take(st, rules, st.foe, planet)
        discard(st, planet)
        st.counts[BUSTER_HITS] += 1
        st.seat_counts[BUSTED, st.seat] += 1
        st.seat_counts[BUSTED_PTS, st.seat] += rules.value[planet]


@inner
def retire_buster(st, rules, trace, i):
    """PB-66: a buster that found nothing to attack (`unused_buster`)."""
    buster = st.u_piece[i]
    st.u_here[i] = 0
    st.counts[BUSTER_IDLE] += 1
    emit(trace, IDLE, st.seat, buster)
    if rules.unused_buster == TO_RACK:
        rack_add(st, rules, st.seat, buster)
    else:
        discard(st, buster)


@shared
def bust_planets(st, rules, players, tally, trace):
    """PB-65..PB-67: every buster that got through, the biggest first."""
    pl = players.of[st.player[st.seat]]
    for k in range(order_busters(st, rules, pl)):
        i = st.order[k]
        j = st.u_pair[i]
        colony = j >= 0 and st.t_here[j] != 0 and rules.cls[st.t_piece[j]] == COLONY
        if colony and rules.buster_vs_colony == BUSTER_STEP:
            strike_colony(st, rules, trace, i, j)
            continue
        st.counts[BUSTER_THROUGH] += 1
        barred = rules.buster_needs_clear_orbit != 0 and orbit_left(st, rules) > 0
        if barred or unmarked_planets(st, st.foe) == 0:
            retire_buster(st, rules, trace, i)
        else:
            bust(st, rules, tally, trace, i, choose_buster_planet(st, rules, pl, i))
