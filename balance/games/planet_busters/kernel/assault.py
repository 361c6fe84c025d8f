"""The attack phase: Spy, Revolt, declaration, and the battle step by step (PB-20..PB-74)."""

from __future__ import annotations

from balance.games.planet_busters.kernel.aftermath import close_battle, revolted_planets_move
from balance.games.planet_busters.kernel.carriers import hide_in_rear, launch_attack_drones, launch_defence_drones
from balance.games.planet_busters.kernel.chance import EVENT_DICE, die
from balance.games.planet_busters.kernel.events import early_events, late_events, note_event, nth_of_kind, revolt
from balance.games.planet_busters.kernel.fuel import pay
from balance.games.planet_busters.kernel.lasers import laser_fire, play_chaff
from balance.games.planet_busters.kernel.log import BY_SPY, REVEAL, SPY_LOOKS, TO_MOVE
from balance.games.planet_busters.kernel.muster import open_battle, orbit_left, targets_left, units_left
from balance.games.planet_busters.kernel.pairing import close_pairing, open_pairing, set_off_mines
from balance.games.planet_busters.kernel.planets import bust_planets, capture_planets
from balance.games.planet_busters.kernel.sphere import facedown
from balance.games.planet_busters.kernel.supply import first_of_kind, play_from_rack
from balance.games.planet_busters.kernel.torpedoes import torpedo_fire
from balance.games.planet_busters.policies.attack import (
    attack_score,
    best_planet,
    buster_value,
    choose_target,
    is_target,
    planned_target,
    revolt_target,
)  # fmt: skip
from balance.games.planet_busters.policies.chaos import (
    declare_at_random,
    pick_face_down,
    pick_planet,
    revolt_at_random,
    spy_at_random,
)  # fmt: skip
from balance.games.planet_busters.policies.events import chosen_chaff
from balance.games.planet_busters.policies.fire import choose_attack_fire
from balance.games.planet_busters.policies.pairing import pair_units
from balance.games.planet_busters.policies.return_fire import choose_return_fire
from balance.games.planet_busters.state import (
    BOMB,
    BUSTER,
    CHAFF,
    ENGINE,
    PASSES,
    REVOLT,
    SAILING_SHIP,
    SPY,
)  # fmt: skip
from balance.kit.jit import folded, inner, shared
from balance.kit.trace import emit


@inner
def look_with_spy(st, rules, tally, trace, piece, foe):
    """PB-21: discard the Spy and roll how many face-down pieces of `foe` are turned up: int64."""
    play_from_rack(st, rules, st.seat, piece)
    note_event(st, st.seat, SPY, 0)
    note_event(st, st.seat, SPY, 1)
    roll = die(st, rules, EVENT_DICE, piece)
    tally.spy_faces[roll] += 1
    st.spy_out = 1
    if rules.spy_binds_target != 0:
        st.bound = foe
    emit(trace, SPY_LOOKS, st.seat, piece, foe, roll)
    return min(roll, facedown(st, foe))


@inner
def turn_down_spied(st):
    """PB-21: what a Spy turned up and no battle turned up otherwise is face down again at the end of the phase."""
    for s in range(st.seats):
        for r in range(st.ring_n[s]):
            piece = st.ring[s, r]
            if st.spied[piece] != 0:
                st.spied[piece] = 0
                st.up[piece] = 0
    st.spy_out = 0


@inner
def spy_by_engine(st, rules, pl, tally, trace, target):
    """D3: one Spy on the planned target if it hides three pieces or more; then D5 once more: int64 target."""
    if target < 0 or st.held[st.seat, SPY] == 0 or facedown(st, target) < 3:
        return target
    seen = look_with_spy(st, rules, tally, trace, first_of_kind(st, rules, st.seat, SPY), target)
    for r in range(st.ring_n[target]):
        piece = st.ring[target, r]
        if seen > 0 and st.up[piece] == 0:
            turn_up_spied(st, trace, target, piece)
            seen -= 1
    return choose_target(st, rules, pl, st.seat)


@inner
def turn_up_spied(st, trace, foe, piece):
    """PB-21: a face-down piece of `foe` is turned up by a Spy."""
    st.up[piece] = 1
    st.spied[piece] = 1
    emit(trace, REVEAL, foe, piece, BY_SPY)


@inner
def revolt_by_engine(st, rules, pl, tally, trace, target):
    """D4: Revolts on the best planet while it is worth one; after a success the target must pass D5 again: target."""
    seat = st.seat
    while st.held[seat, REVOLT] > 0:
        foe = revolt_target(st, rules, seat, target)
        planet = best_planet(st, rules, foe) if foe >= 0 else -1
        if planet < 0 or rules.value[planet] < pl.revolt_min:
            return target
        piece = first_of_kind(st, rules, seat, REVOLT)
        success = revolt(st, rules, tally, trace, piece, foe, planet)
        if rules.revolt_binds_target != 0:
            st.bound = foe
        if success != 0 and target >= 0:
            if is_target(st, target) == 0 or attack_score(st, rules, pl, seat, target) <= pl.attack_threshold:
                target = -1
    return target


@inner
def load_busters(st, rules, pl, target):
    """D6: busters of the rack that are worth sending, to `shot`."""
    st.shot_n = 0
    for k in range(st.rack_n[st.seat]):
        piece = st.rack[st.seat, k]
        if rules.kind[piece] == BUSTER and buster_value(st, rules, target, piece) >= pl.buster_min:
            st.shot[st.shot_n] = piece
            st.shot_n += 1


@folded
def attack_phase(st, rules, players, tally, trace):
    """PB-20: the attack phase of the player to move."""
    seat = st.seat
    pl = players.of[st.player[seat]]
    if st.round_no <= rules.no_attack_rounds or pl.brain == PASSES:
        return
    tally.attack_turns += 1
    st.bound = -1
    st.mark_n = 0
    st.shot_n = 0
    st.planet_left[0] = st.world_n[seat] * rules.planet_fuel
    st.leftover[0] = st.credit[seat]
    if pl.brain == ENGINE:
        target = planned_target(st, rules, pl, tally, seat)
        target = spy_by_engine(st, rules, pl, tally, trace, target)
        target = revolt_by_engine(st, rules, pl, tally, trace, target)
        if target >= 0:
            load_busters(st, rules, pl, target)
    else:
        spies_at_random(st, rules, tally, trace)
        revolts_at_random(st, rules, tally, trace)
        target = declare_at_random(st, rules)
    if target >= 0:
        open_battle(st, rules, trace, target)
        fight(st, rules, players, tally, trace)
    if st.mark_n > 0:
        revolted_planets_move(st, rules, trace)
    if st.spy_out != 0:
        turn_down_spied(st)


@inner
def spies_at_random(st, rules, tally, trace):
    """`random_legal` 2: each Spy by coin, an opponent, then pieces one by one."""
    rest = st.held[st.seat, SPY]
    skipped = 0
    while rest > 0:
        rest -= 1
        foe = spy_at_random(st)
        if foe < 0:
            skipped += 1
            continue
        piece = nth_of_kind(st, rules, st.seat, SPY, skipped)
        for _ in range(look_with_spy(st, rules, tally, trace, piece, foe)):
            turn_up_spied(st, trace, foe, pick_face_down(st, foe))


@inner
def revolts_at_random(st, rules, tally, trace):
    """`random_legal` 3: each Revolt by coin, an opponent, a planet."""
    rest = st.held[st.seat, REVOLT]
    skipped = 0
    while rest > 0:
        rest -= 1
        foe = revolt_at_random(st)
        if foe < 0:
            skipped += 1
            continue
        piece = nth_of_kind(st, rules, st.seat, REVOLT, skipped)
        revolt(st, rules, tally, trace, piece, foe, pick_planet(st, foe))
        if rules.revolt_binds_target != 0:
            st.bound = foe


@shared
def move_cost(st, rules):
    """PB-25: fuel to move the fleet: 1 per unit; sailing ships and busters go free: int64."""
    cost = 0
    for i in range(st.un):
        if rules.kind[st.u_piece[i]] != SAILING_SHIP and rules.cls[st.u_piece[i]] != BOMB:
            cost += 1
    return cost


@folded
def fight(st, rules, players, tally, trace):
    """PB-25..PB-74: the battle, in the order of PB-20."""
    pay(st, rules, players, trace, 0, move_cost(st, rules), 1, 1, TO_MOVE)
    early_events(st, rules, players, tally, trace)
    if units_left(st) == 0:
        close_battle(st, rules, players, tally, trace, 0)
        return
    launch_attack_drones(st, rules, players, tally, trace)
    launch_defence_drones(st, rules, players, tally, trace)
    hide_in_rear(st, rules, players, trace)
    targets = targets_left(st)
    if targets > 0:
        for number in range(rules.laser_rounds):
            if targets_left(st) > 0 and units_left(st) > 0:
                laser_round(st, rules, players, tally, trace, number)
    torpedo_fire(st, rules, players, tally, trace)
    if targets == 0 and units_left(st) > 0 and orbit_left(st, rules) == 0:
        try_chaff(st, rules, players, trace, 1)
    capture_planets(st, rules, players, tally, trace)
    bust_planets(st, rules, players, tally, trace)
    close_battle(st, rules, players, tally, trace, 1)


@inner
def try_chaff(st, rules, players, trace, empty):
    """PB-49: the defender may play one Chaff."""
    if st.chaff != 0:
        return
    which = chosen_chaff(st, rules, players.of[st.player[st.foe]], empty)
    if which >= 0:
        piece = nth_of_kind(st, rules, st.foe, CHAFF, which)
        play_from_rack(st, rules, st.foe, piece)
        note_event(st, st.foe, CHAFF, 0)
        note_event(st, st.foe, CHAFF, 1)
        play_chaff(st, rules, trace, piece)


@inner
def laser_round(st, rules, players, tally, trace, number):
    """PB-40..PB-57: pairing, mines, fuel, late events, chaff, fire; mines, late events and chaff in the first round only."""
    open_pairing(st, rules)
    pair_units(st, rules, players.of[st.player[st.seat]], trace)
    close_pairing(st)
    if number == 0:
        set_off_mines(st, rules, tally, trace)
    choose_attack_fire(st, rules, players, trace)
    choose_return_fire(st, rules, players, trace)
    if number == 0:
        late_events(st, rules, players, tally, trace)
        try_chaff(st, rules, players, trace, 0)
    laser_fire(st, rules, players, tally, trace)
