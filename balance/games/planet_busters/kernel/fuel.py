"""Fuel ledgers of attacker (side 0) and defender (side 1): PB-25, PB-26, PB-27 and `cover()` of f.1.

Sources are used in the order planets, tanker or station, merchantmen that stayed home, leftovers of played counters,
merchantmen present, new counters. A source serves only while it is present.
"""

from __future__ import annotations

from balance.games.planet_busters.kernel.log import (
    AS_SOURCE,
    COUNTER_PLAYED,
    COUNTERS_PAY,
    MERCHANT_PAYS,
    PAY,
    PLANETS_PAY,
    REVEAL,
    STATION_PAYS,
    TANKER_PAYS,
)  # fmt: skip
from balance.games.planet_busters.kernel.supply import play_from_rack
from balance.games.planet_busters.kernel.table import UNLIMITED
from balance.games.planet_busters.state import (
    FROM_COUNTER,
    FROM_MERCHANT,
    FROM_PLANET,
    FROM_STATION,
    FROM_TANKER,
    FUEL,
    FUEL_PLAYED,
    FUEL_STATION,
    FUEL_WASTED,
    MERCHANTMAN,
    RANDOM_LEGAL,
    TANKER,
)  # fmt: skip
from balance.kit.jit import inner, shared
from balance.kit.streams import below
from balance.kit.trace import emit


@inner
def cover_points(st, seat, need):
    """f.1: points of the counters `cover(need)` would play from the rack of `seat`, -1 when they fall short: int64.

    The smallest counter that covers the rest ends it; while there is none the largest goes.
    """
    if need <= 0:
        return 0
    if st.fuel_sum[seat] < need:
        return -1
    played = 0
    value = 15
    left = st.fuel[seat, value]
    while True:
        while left == 0:
            value -= 1
            left = st.fuel[seat, value]
        if value >= need:
            break
        need -= value
        played += value
        left -= 1
    for smaller in range(need, value):
        if st.fuel[seat, smaller] > 0:
            return played + smaller
    return played + value


@inner
def counter_to_play(st, rules, seat, need):
    """f.1: the counter `cover(need)` plays next, lowest number of its value: int64 piece."""
    value = -1
    for v in range(need, 16):
        if st.fuel[seat, v] > 0:
            value = v
            break
    if value < 0:
        value = 15
        while st.fuel[seat, value] == 0:
            value -= 1
    for i in range(st.rack_n[seat]):
        piece = st.rack[seat, i]
        if rules.kind[piece] == FUEL and rules.value[piece] == value:
            return piece
    return -1


@inner
def random_counter(st, rules, seat):
    """A uniform fuel counter of the rack (purpose 10): int64 piece."""
    which = below(st.streams, seat, st.held[seat, FUEL])
    for i in range(st.rack_n[seat]):
        if rules.kind[st.rack[seat, i]] == FUEL:
            if which == 0:
                return st.rack[seat, i]
            which -= 1
    return -1


@inner
def side_seat(st, side):
    """Seat of the attacker (0) or the defender (1): int64."""
    if side == 0:
        return st.seat
    return st.foe


@inner
def unlimited_source(st, rules, side, moving):
    """Kind of the unlimited source that serves now (a tanker before a station), -1 without one: int64."""
    found = -1
    if side == 0:
        for i in range(st.un):
            if st.u_here[i] != 0:
                if rules.kind[st.u_piece[i]] == TANKER:
                    return TANKER
                if st.u_tow[i] >= 0 and rules.kind[st.u_tow[i]] == FUEL_STATION:
                    found = FUEL_STATION
        if moving != 0:
            for i in range(st.ring_n[st.seat]):
                kind = rules.kind[st.ring[st.seat, i]]
                if kind == TANKER:
                    return TANKER
                if kind == FUEL_STATION:
                    found = FUEL_STATION
        return found
    for j in range(st.tn):
        if st.t_here[j] != 0 and st.up[st.t_piece[j]] != 0:
            kind = rules.kind[st.t_piece[j]]
            if kind == TANKER:
                return TANKER
            if kind == FUEL_STATION:
                found = FUEL_STATION
    return found


@inner
def merchant_points(st, rules, side):
    """Fuel left in the merchantmen present (attacker: in the fleet; defender: face up in orbit): int64."""
    total = 0
    if side == 0:
        for i in range(st.un):
            if st.u_here[i] != 0 and rules.kind[st.u_piece[i]] == MERCHANTMAN:
                total += st.tank[st.u_piece[i]]
        return total
    for j in range(st.tn):
        piece = st.t_piece[j]
        if st.t_here[j] != 0 and rules.kind[piece] == MERCHANTMAN and st.up[piece] != 0:
            total += st.tank[piece]
    return total


@inner
def free_points(st, rules, side, planets):
    """Points that can be had for battle without playing a counter; UNLIMITED with a tanker or station: int64.

    `planets` 1 if planet fuel may be used for this purpose.
    """
    if unlimited_source(st, rules, side, 0) >= 0:
        return UNLIMITED
    total = st.leftover[side] + merchant_points(st, rules, side)
    if planets != 0:
        total += st.planet_left[side]
    return total


@inner
def planets_serve(rules, side, activating):
    """May planet fuel pay for battle on this side? Attacker: `planet_fuel_fires_on_attack`; defender: PB-27."""
    if side == 0:
        return rules.planet_fuel_fires_on_attack
    if activating != 0:
        return rules.defender_planet_fuel_any
    return 1


@inner
def drain_merchants(st, rules, side, home, need):
    """Take up to `need` points from merchantmen (home 1: those that stayed in the attacker's orbit): what is left."""
    if need == 0:
        return 0
    if side == 0 and home != 0:
        for i in range(st.ring_n[st.seat]):
            piece = st.ring[st.seat, i]
            if rules.kind[piece] == MERCHANTMAN and need > 0:
                used = min(need, st.tank[piece])
                st.tank[piece] -= used
                need -= used
    elif side == 0:
        for i in range(st.un):
            piece = st.u_piece[i]
            if st.u_here[i] != 0 and rules.kind[piece] == MERCHANTMAN and need > 0:
                used = min(need, st.tank[piece])
                st.tank[piece] -= used
                need -= used
    else:
        for j in range(st.tn):
            piece = st.t_piece[j]
            if st.t_here[j] != 0 and rules.kind[piece] == MERCHANTMAN and st.up[piece] != 0 and need > 0:
                used = min(need, st.tank[piece])
                st.tank[piece] -= used
                need -= used
    return need


@inner
def note_payment(st, trace, side, count, source, use, points):
    """Book `points` paid from `source` (index in the outcome's counters)."""
    if points > 0:
        st.counts[count] += points
        emit(trace, PAY, side_seat(st, side), points, source, use)


@inner
def play_counters(st, rules, players, trace, side, need):
    """Play counters until `need` points are covered (cover(), or at random); the points go to `leftover`."""
    seat = side_seat(st, side)
    brain = players.of[st.player[seat]].brain
    while need > 0 and st.held[seat, FUEL] > 0:
        piece = random_counter(st, rules, seat) if brain == RANDOM_LEGAL else counter_to_play(st, rules, seat, need)
        value = rules.value[piece]
        play_from_rack(st, rules, seat, piece)
        st.leftover[side] += value
        st.counts[FUEL_PLAYED] += value
        need -= value
        emit(trace, COUNTER_PLAYED, seat, piece, value)


@shared
def pay(st, rules, players, trace, side, need, planets, moving, use):
    """Pay `need` points in the order of PB-26. What it costs must be affordable. Writes ledgers, rack, counters."""
    if planets != 0:
        used = min(need, st.planet_left[side])
        st.planet_left[side] -= used
        need -= used
        note_payment(st, trace, side, FROM_PLANET, PLANETS_PAY, use, used)
    if need <= 0:
        return
    source = unlimited_source(st, rules, side, moving)
    if source == TANKER:
        note_payment(st, trace, side, FROM_TANKER, TANKER_PAYS, use, need)
        return
    if source == FUEL_STATION:
        note_payment(st, trace, side, FROM_STATION, STATION_PAYS, use, need)
        return
    if moving != 0:
        rest = drain_merchants(st, rules, side, 1, need)
        note_payment(st, trace, side, FROM_MERCHANT, MERCHANT_PAYS, use, need - rest)
        need = rest
    used = min(need, st.leftover[side])
    st.leftover[side] -= used
    need -= used
    rest = drain_merchants(st, rules, side, 0, need)
    note_payment(st, trace, side, FROM_MERCHANT, MERCHANT_PAYS, use, need - rest)
    need = rest
    if need > 0:
        play_counters(st, rules, players, trace, side, need)
        st.leftover[side] -= need
        used += need
    note_payment(st, trace, side, FROM_COUNTER, COUNTERS_PAY, use, used)


@inner
def can_pay_one(st, rules, side, planets):
    """Can one more battle point be paid, counters of the rack included? 0 or 1."""
    if free_points(st, rules, side, planets) > 0 or st.fuel_sum[side_seat(st, side)] > 0:
        return 1
    return 0


@inner
def turn_up_source(st, trace, j):
    """PB-27: the defender turns up target `j` to use its fuel."""
    st.up[st.t_piece[j]] = 1
    emit(trace, REVEAL, st.foe, st.t_piece[j], AS_SOURCE)


@inner
def hidden_source(st, rules, kind):
    """First face-down target of `kind` in ring order, -1 without one: int64."""
    for j in range(st.tn):
        piece = st.t_piece[j]
        if st.t_here[j] != 0 and st.up[piece] == 0 and rules.kind[piece] == kind:
            return j
    return -1


@inner
def close_ledgers(st, rules, side):
    """PB-26: what is left of played counters lapses, or stays with its owner under `fuel_change`."""
    seat = side_seat(st, side)
    if rules.fuel_change != 0:
        st.credit[seat] = st.leftover[side]
    else:
        st.counts[FUEL_WASTED] += st.leftover[side]
    st.leftover[side] = 0
