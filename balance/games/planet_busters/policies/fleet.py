"""D6, D7: the fleet a player would send, and what it costs (section f.3)."""

from __future__ import annotations

from balance.games.planet_busters.kernel.chance import mul
from balance.games.planet_busters.kernel.fuel import cover_points
from balance.games.planet_busters.kernel.table import UNLIMITED
from balance.games.planet_busters.state import (
    ARMORED_SATELLITE,
    AS_BLUE_BOLT,
    AS_CARRIER,
    AS_FIGHTER,
    AS_MERCHANTMAN,
    AS_SALVAGER,
    AS_SCOUT,
    AS_TANKER,
    AS_TUG,
    BLUE_BOLT,
    CARRIER,
    FUEL_STATION,
    MERCHANTMAN,
    SAILING_SHIP,
    SALVAGE_VESSEL,
    SATELLITE,
    TANKER,
    TORPEDO_STATION,
    TUG,
)
from balance.kit.jit import inner

STAYS, GOES, TOWED, BARRED = 0, 1, 2, 3  # values of `pick` by piece
SHIP_KINDS, UNIT_BLOCKS = 15, 19


@inner
def volunteers(pl):
    """Bit mask of the roles that go by themselves: fighters and support ships; scouts and salvagers by weight."""
    mask = 1 << AS_FIGHTER | 1 << AS_TANKER | 1 << AS_CARRIER | 1 << AS_BLUE_BOLT
    if pl.use_scouts != 0:
        mask |= 1 << AS_SCOUT
    if pl.use_salvage != 0:
        mask |= 1 << AS_SALVAGER
    return mask


@inner
def list_own_units(st, rules, seat, roles):
    """Write own ships and satellites by piece number to `sorted`, set `pick` (those of the mask `roles` go), clear
    `plan_tow`: how many.

    `block[kind]` is where a kind starts in `sorted`, `block[kind + 1]` where it ends.
    """
    n = 0
    kind = -1
    for r in range(st.roster_n[seat]):
        piece = st.roster[seat, r]
        if rules.cls[piece] > SATELLITE:
            break
        while kind < rules.kind[piece]:
            kind += 1
            st.block[kind] = n
        st.sorted[n] = piece
        st.plan_tow[piece] = -1
        n += 1
        if rules.attack_with_new_units == 0 and st.melded_at[piece] == st.clock:
            st.pick[piece] = BARRED
            continue
        st.pick[piece] = (roles >> rules.role[piece]) & GOES
    while kind < UNIT_BLOCKS:
        kind += 1
        st.block[kind] = n
    return n


@inner
def count_going(st, rules, kind, last, role):
    """Ships of the kinds `kind`..`last` in `role` that go: int64."""
    total = 0
    for i in range(st.block[kind], st.block[last + 1]):
        piece = st.sorted[i]
        total += 1 if rules.role[piece] == role and st.pick[piece] == GOES else 0
    return total


@inner
def keep_weakest_home(st, rules, pl, left):
    """`left` fighters (scouts aside) of the lowest VAL stay home, lower numbers first. `guard` lists kinds by VAL."""
    for k in range(SHIP_KINDS):
        if left == 0:
            return
        kind = pl.guard[k]
        first, last = st.block[kind], st.block[kind + 1]
        if first == last or rules.role[st.sorted[first]] != AS_FIGHTER:
            continue
        for i in range(first, last):
            piece = st.sorted[i]
            if left > 0 and st.pick[piece] == GOES:
                st.pick[piece] = STAYS
                left -= 1


@inner
def free_satellite(st, kind):
    """First own satellite of `kind` that is not towed yet, -1 without one: int64."""
    for i in range(st.block[kind], st.block[kind + 1]):
        if st.pick[st.sorted[i]] == STAYS:
            return st.sorted[i]
    return -1


@inner
def hitch_tows(st, rules, kind, role, wanted, tanker):
    """D7: each ship of `kind` whose `pick` is `wanted` takes a tow, if there is one for it, and goes."""
    for i in range(st.block[kind], st.block[kind + 1]):
        piece = st.sorted[i]
        if rules.role[piece] != role or st.pick[piece] != wanted:
            continue
        tow = -1
        if tanker == 0:
            tow = free_satellite(st, FUEL_STATION)
        if tow < 0:
            tow = free_satellite(st, ARMORED_SATELLITE)
        if tow < 0:
            tow = free_satellite(st, TORPEDO_STATION)
        if tow >= 0:
            st.pick[piece] = GOES
            st.pick[tow] = TOWED
            st.plan_tow[piece] = tow


@inner
def pick_followers(st, rules, pl, tanker):
    """D7: tugs with tows, then salvage vessels if `salvage_tows`; merchantmen go where no tanker does."""
    hitch_tows(st, rules, TUG, AS_TUG, STAYS, tanker)
    if pl.salvage_tows != 0:
        hitch_tows(st, rules, SALVAGE_VESSEL, AS_SALVAGER, GOES, tanker)
    if tanker == 0:
        for i in range(st.block[MERCHANTMAN], st.block[MERCHANTMAN + 1]):
            piece = st.sorted[i]
            if st.pick[piece] == STAYS:
                st.pick[piece] = GOES


@inner
def burns_fuel(rules, piece, tow):
    """f.3: does a unit fire for fuel: fighters, carriers (their activation), towed lasers? 0 or 1."""
    role = rules.role[piece]
    if role == AS_FIGHTER or role == AS_SCOUT or role == AS_CARRIER or (tow >= 0 and rules.laser[tow] != 0):
        return 1
    return 0


@inner
def count_costs(st, rules, n):
    """What the picked fleet costs to move and to fire, and the fuel that goes along or stays: writes the cost_ fields."""
    move, fire, aboard, ashore, none, moved = 0, 0, 0, 0, 0, 0
    for i in range(n):
        piece = st.sorted[i]
        kind = rules.kind[piece]
        pick = st.pick[piece]
        if pick == GOES:
            tow = st.plan_tow[piece]
            if kind != SAILING_SHIP:
                move += 1
                fire += burns_fuel(rules, piece, tow)
            if kind == MERCHANTMAN:
                aboard += 1
            elif kind == TANKER or (tow >= 0 and rules.kind[tow] == FUEL_STATION):
                none = 1
        elif pick != TOWED:
            if kind == MERCHANTMAN:
                ashore += 1
            elif kind == TANKER or kind == FUEL_STATION:
                moved = 1
    st.cost_move, st.cost_fire, st.cost_none, st.cost_moved = move, fire, none, moved
    st.cost_aboard, st.cost_ashore = aboard * rules.merchantman_fuel, ashore * rules.merchantman_fuel


@inner
def budget(st, rules, seat):
    """Counter points the fleet needs for move and fire: writes plan_need, and plan_left (points left over)."""
    if st.cost_none != 0:
        st.plan_need = 0
        st.plan_left = UNLIMITED
        return
    planets = st.world_n[seat] * rules.planet_fuel
    used = min(planets, st.cost_move)
    move = 0 if st.cost_moved != 0 else max(0, st.cost_move - used - st.cost_ashore)
    fire = st.cost_fire
    if rules.planet_fuel_fires_on_attack != 0:
        fire = max(0, fire - (planets - used))
    own = st.cost_aboard + st.credit[seat]
    st.plan_need = max(0, move + fire - own)
    st.plan_left = own + st.fuel_sum[seat] - move - fire


@inner
def affordable(st, pl, seat):
    """f.3: counters cover plan_need and leave the reserve (no reserve is asked if no counter is needed): 0 or 1."""
    if st.plan_need == 0:
        return 1
    if st.fuel_sum[seat] - st.plan_need < pl.fuel_reserve:
        return 0
    if st.fuel_sum[seat] - cover_points(st, seat, st.plan_need) < pl.fuel_reserve:
        return 0
    return 1


@inner
def drop(st, rules, piece):
    """A picked unit stays home after all, with its tow; the cost_ fields follow."""
    tow = st.plan_tow[piece]
    st.cost_move -= 1
    st.cost_fire -= burns_fuel(rules, piece, tow)
    if rules.kind[piece] == MERCHANTMAN:
        st.cost_aboard -= rules.merchantman_fuel
        st.cost_ashore += rules.merchantman_fuel
    st.pick[piece] = STAYS
    if tow >= 0:
        st.pick[tow] = STAYS
        st.plan_tow[piece] = -1


@inner
def drop_kind(st, rules, pl, seat, kind, role, step):
    """Drop units of `kind` in `role` one at a time (`step` -1: the last first) until the fleet is affordable: 0 or 1."""
    first, last = st.block[kind], st.block[kind + 1]
    for k in range(last - first):
        piece = st.sorted[first + k] if step > 0 else st.sorted[last - 1 - k]
        if st.pick[piece] == GOES and rules.role[piece] == role:
            drop(st, rules, piece)
            budget(st, rules, seat)
            if affordable(st, pl, seat) != 0:
                return 1
    return 0


@inner
def drop_until_affordable(st, rules, pl, seat):
    """f.3: salvage vessels, blue bolts, tugs, fighters by BN ascending (never sailing ships), carriers, merchantmen."""
    if drop_kind(st, rules, pl, seat, SALVAGE_VESSEL, AS_SALVAGER, 1) != 0:
        return
    if drop_kind(st, rules, pl, seat, BLUE_BOLT, AS_BLUE_BOLT, 1) != 0:
        return
    if drop_kind(st, rules, pl, seat, TUG, AS_TUG, -1) != 0:
        return
    for k in range(SHIP_KINDS):
        kind = rules.weakest_first[k]
        if kind != SAILING_SHIP and st.block[kind] < st.block[kind + 1]:
            role = rules.role[st.sorted[st.block[kind]]]
            if role == AS_FIGHTER or role == AS_SCOUT:
                if drop_kind(st, rules, pl, seat, kind, role, 1) != 0:
                    return
    if drop_kind(st, rules, pl, seat, CARRIER, AS_CARRIER, 1) != 0:
        return
    drop_kind(st, rules, pl, seat, MERCHANTMAN, AS_MERCHANTMAN, 1)


@inner
def rank_fighters(st, rules):
    """The `plan_lasers` fighters that go, by BN descending, to `rank`."""
    n = 0
    k = 0
    while n < st.plan_lasers:
        kind = rules.strongest_first[k]
        k += 1
        first, last = st.block[kind], st.block[kind + 1]
        if first == last or is_laser(rules.role[st.sorted[first]]) == 0:
            continue
        for i in range(first, last):
            st.rank[n] = st.sorted[i]  # the next one overwrites a ship that stays
            n += 1 if st.pick[st.sorted[i]] == GOES else 0


@inner
def is_laser(role):
    """Is `role` that of a ship that fires in the plan: fighter or scout? 0 or 1."""
    if role == AS_FIGHTER or role == AS_SCOUT:
        return 1
    return 0


@inner
def write_plan(st, rules, n):
    """The fleet to `plan_piece`, its lasers and torpedoes, and whether it can do any harm (D5): writes plan_n, plan_lasers,
    plan_torps, plan_punch."""
    units, lasers, torps, others = 0, 0, 0, 0
    for i in range(n):
        piece = st.sorted[i]
        if st.pick[piece] != GOES:
            continue
        st.plan_piece[units] = piece
        units += 1
        role = rules.role[piece]
        lasers += is_laser(role)
        others |= 1 if role == AS_CARRIER else 0
        tow = st.plan_tow[piece]
        if tow < 0:
            torps += rules.torps[piece]
        else:
            torps += rules.torps[tow]
            others |= 1 if rules.kind[tow] == ARMORED_SATELLITE else 0
    st.plan_n, st.plan_lasers, st.plan_torps = units, lasers, torps
    st.plan_punch = 1 if lasers + torps + others > 0 else 0


@inner
def plan_fleet(st, rules, pl, tally, seat):
    """f.3: the fleet of `seat`, the same against everybody: writes the plan_ fields, `rank`, `pick`, `plan_tow`."""
    n = list_own_units(st, rules, seat, volunteers(pl))
    fighters = count_going(st, rules, 0, SHIP_KINDS - 1, AS_FIGHTER)
    keep_weakest_home(st, rules, pl, mul(pl.home_guard, fighters))
    tanker = min(1, count_going(st, rules, TANKER, TANKER, AS_TANKER))
    pick_followers(st, rules, pl, tanker)
    count_costs(st, rules, n)
    budget(st, rules, seat)
    if affordable(st, pl, seat) == 0:
        tally.attacks_short_of_fuel += 1
        drop_until_affordable(st, rules, pl, seat)
    write_plan(st, rules, n)
    rank_fighters(st, rules)
