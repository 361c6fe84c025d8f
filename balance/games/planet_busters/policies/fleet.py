"""D6, D7: the fleet a player would send, and what it costs (section f.3)."""

from __future__ import annotations

from balance.games.planet_busters.kernel.fuel import cover_points
from balance.games.planet_busters.kernel.table import UNLIMITED
from balance.games.planet_busters.state import (
    ARMORED_SATELLITE,
    BLUE_BOLT,
    CARRIER,
    FUEL_STATION,
    MERCHANTMAN,
    ONE,
    SAILING_SHIP,
    SALVAGE_VESSEL,
    SATELLITE,
    SCOUT,
    SHIP,
    TANKER,
    TORPEDO_STATION,
    TUG,
)  # fmt: skip
from balance.kit.jit import shared

STAYS, GOES, TOWED, BARRED = 0, 1, 2, 3  # values of `pick` by piece
KEEP = 1 << 40


@shared
def is_fighter(rules, piece):
    """f.3: a ship with a laser, carriers and merchantmen excluded (the Reflector has none): 0 or 1."""
    kind = rules.kind[piece]
    if rules.cls[piece] == SHIP and rules.laser[piece] != 0 and kind != CARRIER and kind != MERCHANTMAN:
        return 1
    return 0


@shared
def sort_own_units(st, rules, seat):
    """Write own ships and satellites by piece number to `sorted`, clear `pick` and `plan_tow`: their number."""
    n = 0
    for r in range(st.ring_n[seat]):
        piece = st.ring[seat, r]
        if rules.cls[piece] > SATELLITE:
            continue
        st.pick[piece] = STAYS
        st.plan_tow[piece] = -1
        if rules.attack_with_new_units == 0 and st.melded_at[piece] == st.clock:
            st.pick[piece] = BARRED
        i = n
        while i > 0 and st.sorted[i - 1] > piece:
            st.sorted[i] = st.sorted[i - 1]
            i -= 1
        st.sorted[i] = piece
        n += 1
    return n


@shared
def pick_volunteers(st, rules, pl, n):
    """Fighters less the home guard, and the support ships: sets `pick`."""
    others = 0
    tanker = 0
    for i in range(n):
        piece = st.sorted[i]
        kind = rules.kind[piece]
        if st.pick[piece] == BARRED:
            continue
        if is_fighter(rules, piece) != 0:
            if kind != SCOUT:
                others += 1
                st.pick[piece] = GOES
            elif pl.use_scouts != 0:
                st.pick[piece] = GOES
        elif kind == TANKER:
            st.pick[piece] = GOES
            tanker = 1
        elif kind == CARRIER or kind == BLUE_BOLT or (kind == SALVAGE_VESSEL and pl.use_salvage != 0):
            st.pick[piece] = GOES
    for _ in range(pl.home_guard * others // ONE):
        keep_weakest_home(st, rules, pl, n)
    return tanker


@shared
def keep_weakest_home(st, rules, pl, n):
    """The fighter (scouts aside) of the lowest VAL stays home, lower number first."""
    weakest = -1
    for i in range(n):
        piece = st.sorted[i]
        if st.pick[piece] == GOES and rules.kind[piece] != SCOUT and is_fighter(rules, piece) != 0:
            if weakest < 0 or pl.worth[piece] < pl.worth[weakest]:
                weakest = piece
    st.pick[weakest] = STAYS


@shared
def free_satellite(st, rules, n, kind):
    """First own satellite of `kind` that is not towed yet, -1 without one: int64."""
    for i in range(n):
        piece = st.sorted[i]
        if rules.kind[piece] == kind and st.pick[piece] == STAYS:
            return piece
    return -1


@shared
def pick_tows(st, rules, pl, n, tanker):
    """D7: tugs, then salvage vessels if `salvage_tows`; a tug without tow stays home. Merchantmen go without a tanker."""
    for tower in (TUG, SALVAGE_VESSEL):
        if tower == SALVAGE_VESSEL and pl.salvage_tows == 0:
            continue
        for i in range(n):
            piece = st.sorted[i]
            if rules.kind[piece] != tower or st.pick[piece] == BARRED or is_fighter(rules, piece) != 0:
                continue
            if tower == SALVAGE_VESSEL and st.pick[piece] != GOES:
                continue
            tow = -1
            if tanker == 0:
                tow = free_satellite(st, rules, n, FUEL_STATION)
            if tow < 0:
                tow = free_satellite(st, rules, n, ARMORED_SATELLITE)
            if tow < 0:
                tow = free_satellite(st, rules, n, TORPEDO_STATION)
            if tow >= 0:
                st.pick[piece] = GOES
                st.pick[tow] = TOWED
                st.plan_tow[piece] = tow
    if tanker == 0:
        for i in range(n):
            if rules.kind[st.sorted[i]] == MERCHANTMAN and st.pick[st.sorted[i]] == STAYS:
                st.pick[st.sorted[i]] = GOES


@shared
def budget(st, rules, seat, n):
    """Counter points the picked fleet needs for move and fire. Writes plan_need and plan_left (points left over)."""
    move, fire, aboard, ashore = 0, 0, 0, 0
    all_free, move_free = 0, 0
    for i in range(n):
        piece = st.sorted[i]
        kind = rules.kind[piece]
        if st.pick[piece] == GOES:
            tow = st.plan_tow[piece]
            if kind != SAILING_SHIP:
                move += 1
                if kind == CARRIER or is_fighter(rules, piece) != 0 or (tow >= 0 and rules.laser[tow] != 0):
                    fire += 1
            if kind == MERCHANTMAN:
                aboard += rules.merchantman_fuel
            elif kind == TANKER or (tow >= 0 and rules.kind[tow] == FUEL_STATION):
                all_free = 1
        elif st.pick[piece] != TOWED:
            if kind == MERCHANTMAN:
                ashore += rules.merchantman_fuel
            elif kind == TANKER or kind == FUEL_STATION:
                move_free = 1
    planets = st.world_n[seat] * rules.planet_fuel
    used = min(planets, move)
    move = 0 if move_free != 0 else max(0, move - used - ashore)
    if rules.planet_fuel_fires_on_attack != 0:
        fire = max(0, fire - (planets - used))
    own = aboard + st.credit[seat]
    st.plan_need = 0 if all_free != 0 else max(0, move + fire - own)
    st.plan_left = UNLIMITED if all_free != 0 else own + st.fuel_sum[seat] - move - fire


@shared
def affordable(st, pl, seat):
    """f.3: counters cover plan_need and leave the reserve (no reserve is asked if no counter is needed): 0 or 1."""
    if st.plan_need == 0:
        return 1
    played = cover_points(st, seat, st.plan_need)
    if played < 0 or st.fuel_sum[seat] - played < pl.fuel_reserve:
        return 0
    return 1


@shared
def drop_rank(st, rules, piece):
    """f.3: order in which a unit is dropped for want of fuel, lowest first; KEEP for those that never are: int64."""
    kind = rules.kind[piece]
    if is_fighter(rules, piece) != 0:
        if kind == SAILING_SHIP:
            return KEEP
        return (3 << 20) + (rules.fire[piece] << 10) + piece
    if kind == SALVAGE_VESSEL:
        return piece
    if kind == BLUE_BOLT:
        return (1 << 20) + piece
    if kind == TUG:
        return (2 << 20) + 1000 - piece
    if kind == CARRIER:
        return (4 << 20) + piece
    if kind == MERCHANTMAN:
        return (5 << 20) + piece
    return KEEP


@shared
def drop_one(st, rules, n):
    """Drop the next unit (its tow stays home, too): 1, or 0 when nothing is left to drop."""
    chosen = -1
    lowest = KEEP
    for i in range(n):
        piece = st.sorted[i]
        if st.pick[piece] == GOES:
            rank = drop_rank(st, rules, piece)
            if rank < lowest:
                lowest = rank
                chosen = piece
    if chosen < 0:
        return 0
    st.pick[chosen] = STAYS
    if st.plan_tow[chosen] >= 0:
        st.pick[st.plan_tow[chosen]] = STAYS
        st.plan_tow[chosen] = -1
    return 1


@shared
def rank_fighters(st, rules, n):
    """Write the fleet to `plan_piece` and its fighters by BN descending to `rank`; sets plan_n, plan_lasers, ..."""
    st.plan_n = 0
    st.plan_torps = 0
    st.plan_punch = 0
    lasers = 0
    for i in range(n):
        piece = st.sorted[i]
        if st.pick[piece] != GOES:
            continue
        st.plan_piece[st.plan_n] = piece
        st.plan_n += 1
        tow = st.plan_tow[piece]
        torps = rules.torps[tow] if tow >= 0 else rules.torps[piece]
        st.plan_torps += torps
        if torps > 0 or rules.kind[piece] == CARRIER or (tow >= 0 and rules.kind[tow] == ARMORED_SATELLITE):
            st.plan_punch = 1
        if is_fighter(rules, piece) != 0:
            j = lasers
            while j > 0 and rules.fire[st.rank[j - 1]] < rules.fire[piece]:
                st.rank[j] = st.rank[j - 1]
                j -= 1
            st.rank[j] = piece
            lasers += 1
    st.plan_lasers = lasers
    if lasers > 0:
        st.plan_punch = 1


@shared
def plan_fleet(st, rules, pl, tally, seat):
    """f.3: the fleet of `seat`, the same against everybody: writes the plan_ fields, `rank`, `pick`, `plan_tow`."""
    n = sort_own_units(st, rules, seat)
    tanker = pick_volunteers(st, rules, pl, n)
    pick_tows(st, rules, pl, n, tanker)
    budget(st, rules, seat, n)
    short = 0
    while affordable(st, pl, seat) == 0:
        short = 1
        if drop_one(st, rules, n) == 0:
            break
        budget(st, rules, seat, n)
    tally.attacks_short_of_fuel += short
    rank_fighters(st, rules, n)
