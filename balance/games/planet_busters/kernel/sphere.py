"""Spheres: orbit rings and planets in the middle, and how pieces get there (PB-12, PB-13, PB-18)."""

from __future__ import annotations

from balance.games.planet_busters.kernel.log import MELD
from balance.games.planet_busters.kernel.supply import draw, rack_take
from balance.games.planet_busters.kernel.table import RING_SLOT
from balance.games.planet_busters.state import (
    BONUS_DRAWS,
    COLONY,
    DRONE,
    MELDED,
    MELDED_EARLY,
    PLANET_MELDS,
    SCREEN,
)  # fmt: skip
from balance.kit.deck import shuffle
from balance.kit.jit import inner, shared
from balance.kit.streams import open_stream, stream_id
from balance.kit.trace import emit


@inner
def slot_of(kind):
    """Index of a unit kind (0..22, 33) in the by-kind counters: int64."""
    if kind == DRONE:
        return 23
    return kind


@shared
def ring_add(st, rules, seat, piece, face_up):
    """Put `piece` at the end of the ring of `seat`. A colony always lies face up."""
    st.ring[seat, st.ring_n[seat]] = piece
    st.ring_n[seat] += 1
    st.chosen[piece] = 0
    st.up[piece] = face_up
    if rules.cls[piece] == COLONY:
        st.up[piece] = 1
        st.colonies[seat] += 1


@shared
def world_add(st, rules, seat, piece):
    """Put a planet into the Sphere of `seat`, kept sorted by (value, piece number)."""
    i = st.world_n[seat]
    value = rules.value[piece]
    while i > 0:
        other = st.world[seat, i - 1]
        if rules.value[other] < value or (rules.value[other] == value and other < piece):
            break
        st.world[seat, i] = other
        i -= 1
    st.world[seat, i] = piece
    st.world_n[seat] += 1
    st.points[seat] += value


@inner
def world_take(st, rules, seat, piece):
    """Take a planet out of the Sphere of `seat`."""
    n = st.world_n[seat]
    i = 0
    while st.world[seat, i] != piece:
        i += 1
    while i < n - 1:
        st.world[seat, i] = st.world[seat, i + 1]
        i += 1
    st.world_n[seat] = n - 1
    st.points[seat] -= rules.value[piece]


@inner
def meld_unit(st, rules, trace, seat, piece, face_up):
    """PB-12: a ship, satellite, colony or mines from the rack into the orbit; `face_up` counts for a Screen only."""
    rack_take(st, rules, seat, piece)
    shown = 0
    if rules.kind[piece] == SCREEN and face_up != 0:
        shown = 1
    ring_add(st, rules, seat, piece, shown)
    enlist(st, seat, piece)
    st.chosen[piece] = shown
    st.melded_at[piece] = st.clock
    slot = slot_of(rules.kind[piece])
    st.by_kind[MELDED, slot] += 1
    if st.round_no <= rules.lift_round:
        st.seat_counts[MELDED_EARLY, seat] |= 1 << slot
    emit(trace, MELD, seat, piece, st.up[piece])


@inner
def meld_planet(st, rules, trace, seat, piece):
    """PB-13: a planet from the rack into the Sphere, with its bonus draws (none once the Treaty is drawn, PB-80)."""
    rack_take(st, rules, seat, piece)
    world_add(st, rules, seat, piece)
    emit(trace, MELD, seat, piece, 1)
    if st.drawn != 0:
        return
    st.seat_counts[PLANET_MELDS, seat] += 1
    for _ in range(rules.planet_meld_draws):
        st.seat_counts[BONUS_DRAWS, seat] += draw(st, rules, trace, seat)


@shared
def enlist(st, seat, piece):
    """Enter a melded piece into the roster of `seat`, kept sorted by piece number."""
    r = st.roster_n[seat]
    while r > 0 and st.roster[seat, r - 1] > piece:
        st.roster[seat, r] = st.roster[seat, r - 1]
        r -= 1
    st.roster[seat, r] = piece
    st.roster_n[seat] += 1


@inner
def rebuild_roster(st, seat):
    """Bring the roster in line with the ring after a battle: who left goes out, who joined is entered."""
    n = 0
    for r in range(st.ring_n[seat]):
        st.flag[st.ring[seat, r]] = 1
    for r in range(st.roster_n[seat]):
        piece = st.roster[seat, r]
        if st.flag[piece] != 0:
            st.flag[piece] = 0
            st.roster[seat, n] = piece
            n += 1
    st.roster_n[seat] = n
    if n < st.ring_n[seat]:
        for r in range(st.ring_n[seat]):
            piece = st.ring[seat, r]
            if st.flag[piece] != 0:
                st.flag[piece] = 0
                enlist(st, seat, piece)


@inner
def shuffle_ring(st, seat):
    """PB-18: a uniform order for the ring of `seat`, so that face-down pieces carry no memory (sorted first)."""
    rebuild_roster(st, seat)
    for r in range(st.ring_n[seat]):
        st.ring[seat, r] = st.roster[seat, r]
    open_stream(st.streams, RING_SLOT, stream_id(11, seat, st.turn))
    shuffle(st.ring[seat], st.ring_n[seat], st.streams, RING_SLOT)


@inner
def orbit_worth(st, rules, seat):
    """VAL of all orbit pieces of `seat` under the default weights: int64 in millionths."""
    total = 0
    for i in range(st.ring_n[seat]):
        total += rules.worth[st.ring[seat, i]]
    return total


@inner
def facedown(st, seat):
    """Face-down orbit pieces of `seat`: int64."""
    total = 0
    for i in range(st.ring_n[seat]):
        if st.up[st.ring[seat, i]] == 0:
            total += 1
    return total


@inner
def unmarked_planets(st, seat):
    """Planets in the Sphere of `seat` without a Revolt marker: int64."""
    total = 0
    for i in range(st.world_n[seat]):
        if st.marked[st.world[seat, i]] == 0:
            total += 1
    return total
