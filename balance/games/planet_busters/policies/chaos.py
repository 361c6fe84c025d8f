"""`random_legal` before the battle: whom to spy on, to revolt against, to attack, with what (README, choices 2 to 4)."""

from __future__ import annotations

from balance.games.planet_busters.kernel.chance import coin
from balance.games.planet_busters.kernel.sphere import facedown, unmarked_planets
from balance.games.planet_busters.policies.fleet import BARRED, GOES, STAYS, TOWED, list_own_units
from balance.games.planet_busters.state import (
    BUSTER,
    FUEL_STATION,
    MERCHANTMAN,
    SAILING_SHIP,
    SALVAGE_VESSEL,
    SATELLITE,
    SHIP,
    TANKER,
    TUG,
)  # fmt: skip
from balance.kit.jit import inner
from balance.kit.streams import below

FACE_DOWN, UNMARKED, ANYTHING = 0, 1, 2  # what makes an opponent eligible


@inner
def eligible(st, foe, what):
    """May `foe` be spied on, revolted against, attacked? Respects `bound`. 0 or 1."""
    if st.bound >= 0 and foe != st.bound:
        return 0
    if what == FACE_DOWN:
        found = facedown(st, foe)
    elif what == UNMARKED:
        found = unmarked_planets(st, foe)
    else:
        found = st.ring_n[foe] + st.world_n[foe]
    return 1 if found > 0 else 0


@inner
def count_eligible(st, what):
    """Opponents that are eligible: int64."""
    n = 0
    for step in range(1, st.seats):
        n += eligible(st, (st.seat + step) % st.seats, what)
    return n


@inner
def pick_opponent(st, what):
    """A uniform eligible opponent: int64 seat."""
    which = below(st.streams, st.seat, count_eligible(st, what))
    for step in range(1, st.seats):
        foe = (st.seat + step) % st.seats
        if eligible(st, foe, what) != 0:
            if which == 0:
                return foe
            which -= 1
    return -1


@inner
def spy_at_random(st):
    """Choice 2: the opponent a Spy looks at, -1 to keep it: int64."""
    if count_eligible(st, FACE_DOWN) == 0 or coin(st, st.seat) == 0:
        return -1
    return pick_opponent(st, FACE_DOWN)


@inner
def pick_face_down(st, foe):
    """A uniform face-down orbit piece of `foe`: int64."""
    which = below(st.streams, st.seat, facedown(st, foe))
    for r in range(st.ring_n[foe]):
        piece = st.ring[foe, r]
        if st.up[piece] == 0:
            if which == 0:
                return piece
            which -= 1
    return -1


@inner
def revolt_at_random(st):
    """Choice 3: the opponent of a Revolt, -1 to keep it: int64."""
    if count_eligible(st, UNMARKED) == 0 or coin(st, st.seat) == 0:
        return -1
    return pick_opponent(st, UNMARKED)


@inner
def pick_planet(st, foe):
    """A uniform unmarked planet of `foe`: int64."""
    which = below(st.streams, st.seat, unmarked_planets(st, foe))
    for w in range(st.world_n[foe]):
        planet = st.world[foe, w]
        if st.marked[planet] == 0:
            if which == 0:
                return planet
            which -= 1
    return -1


@inner
def load_at_random(st, rules, n):
    """Choice 4: a coin for each eligible ship and each buster; without any, one of all. Writes `pick`, `shot`."""
    seat = st.seat
    st.shot_n = 0
    sent, all_units = 0, 0
    for k in range(n):
        piece = st.sorted[k]
        if rules.cls[piece] == SHIP and st.pick[piece] == STAYS:
            all_units += 1
            if coin(st, seat) == 1:
                st.pick[piece] = GOES
                sent += 1
    all_units += st.held[seat, BUSTER]
    for k in range(st.rack_n[seat]):
        piece = st.rack[seat, k]
        if rules.kind[piece] == BUSTER and coin(st, seat) == 1:
            st.shot[st.shot_n] = piece
            st.shot_n += 1
    if sent + st.shot_n > 0:
        return
    which = below(st.streams, seat, all_units)
    for k in range(n):
        piece = st.sorted[k]
        if rules.cls[piece] == SHIP and st.pick[piece] == STAYS:
            if which == 0:
                st.pick[piece] = GOES
                return
            which -= 1
    for k in range(st.rack_n[seat]):
        piece = st.rack[seat, k]
        if rules.kind[piece] == BUSTER:
            if which == 0:
                st.shot[0] = piece
                st.shot_n = 1
                return
            which -= 1


@inner
def tow_at_random(st, rules, n):
    """Choice 4: each tug or salvage vessel sent, while satellites are left: coin, then any of them."""
    for k in range(n):
        piece = st.sorted[k]
        kind = rules.kind[piece]
        if st.pick[piece] != GOES or (kind != TUG and kind != SALVAGE_VESSEL):
            continue
        free = 0
        for m in range(n):
            if rules.cls[st.sorted[m]] == SATELLITE and st.pick[st.sorted[m]] == STAYS:
                free += 1
        if free == 0 or coin(st, st.seat) == 0:
            continue
        which = below(st.streams, st.seat, free)
        for m in range(n):
            tow = st.sorted[m]
            if rules.cls[tow] == SATELLITE and st.pick[tow] == STAYS:
                if which == 0:
                    st.pick[tow] = TOWED
                    st.plan_tow[piece] = tow
                which -= 1


@inner
def move_shortage(st, rules, n):
    """Units that need move fuel if it cannot be paid for all of them (counters included), else 0: int64."""
    move, own, unlimited = 0, 0, 0
    for k in range(n):
        piece = st.sorted[k]
        kind = rules.kind[piece]
        if kind == TANKER or kind == FUEL_STATION:
            unlimited = 1
        if kind == MERCHANTMAN:
            own += rules.merchantman_fuel
        if st.pick[piece] == GOES and kind != SAILING_SHIP:
            move += 1
    seat = st.seat
    own += st.world_n[seat] * rules.planet_fuel + st.credit[seat] + st.fuel_sum[seat]
    if unlimited != 0 or move <= own:
        return 0
    return move


@inner
def drop_at_random(st, rules, n):
    """Choice 4: while move fuel is short a uniform unit that needs it stays home."""
    while True:
        movers = move_shortage(st, rules, n)
        if movers == 0:
            return
        which = below(st.streams, st.seat, movers)
        for k in range(n):
            piece = st.sorted[k]
            if st.pick[piece] == GOES and rules.kind[piece] != SAILING_SHIP:
                if which == 0:
                    st.pick[piece] = STAYS
                    if st.plan_tow[piece] >= 0:
                        st.pick[st.plan_tow[piece]] = STAYS
                        st.plan_tow[piece] = -1
                which -= 1


@inner
def declare_at_random(st, rules):
    """Choice 4: attack by coin, opponent, fleet, tows. Writes plan_piece, plan_tow, shot: target seat or -1."""
    n = list_own_units(st, rules, st.seat, 0)
    able = st.held[st.seat, BUSTER]
    for k in range(n):
        if rules.cls[st.sorted[k]] == SHIP and st.pick[st.sorted[k]] != BARRED:
            able += 1
    if able == 0 or count_eligible(st, ANYTHING) == 0 or coin(st, st.seat) == 0:
        return -1
    foe = pick_opponent(st, ANYTHING)
    load_at_random(st, rules, n)
    tow_at_random(st, rules, n)
    drop_at_random(st, rules, n)
    st.plan_n = 0
    for k in range(n):
        if st.pick[st.sorted[k]] == GOES:
            st.plan_piece[st.plan_n] = st.sorted[k]
            st.plan_n += 1
    if st.plan_n + st.shot_n == 0:
        return -1
    return foe
