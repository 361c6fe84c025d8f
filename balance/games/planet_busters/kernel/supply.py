"""Deck, discard pile and racks (PB-01..PB-17)."""

from __future__ import annotations

from balance.games.planet_busters.kernel.log import DRAW, RESTOCK
from balance.games.planet_busters.kernel.table import KEY_SLOT
from balance.games.planet_busters.state import (
    DECK2_SIZE,
    DRAWS_TOTAL,
    FUEL,
    IMMEDIATE,
    ONE,
    PLANET,
    RESTOCK_TURN,
    TREATY,
)  # fmt: skip
from balance.kit.jit import inner, shared
from balance.kit.streams import below, next_word, open_stream, stream_id
from balance.kit.trace import emit


@shared
def rack_add(st, rules, seat, piece):
    """Put `piece` into the rack of `seat`, kept sorted by piece number. Writes rack, held, fuel."""
    n = st.rack_n[seat]
    i = n
    while i > 0 and st.rack[seat, i - 1] > piece:
        st.rack[seat, i] = st.rack[seat, i - 1]
        i -= 1
    st.rack[seat, i] = piece
    st.rack_n[seat] = n + 1
    kind = rules.kind[piece]
    st.held[seat, kind] += 1
    if kind == FUEL:
        st.fuel[seat, rules.value[piece]] += 1
        st.fuel_sum[seat] += rules.value[piece]


@shared
def rack_take(st, rules, seat, piece):
    """Take `piece` out of the rack of `seat`. Writes rack, held, fuel."""
    n = st.rack_n[seat]
    i = 0
    while st.rack[seat, i] != piece:
        i += 1
    while i < n - 1:
        st.rack[seat, i] = st.rack[seat, i + 1]
        i += 1
    st.rack_n[seat] = n - 1
    kind = rules.kind[piece]
    st.held[seat, kind] -= 1
    if kind == FUEL:
        st.fuel[seat, rules.value[piece]] -= 1
        st.fuel_sum[seat] -= rules.value[piece]


@inner
def first_of_kind(st, rules, seat, kind):
    """Lowest-numbered rack piece of `kind`, -1 without one: int64."""
    if st.held[seat, kind] == 0:
        return -1
    for i in range(st.rack_n[seat]):
        if rules.kind[st.rack[seat, i]] == kind:
            return st.rack[seat, i]
    return -1


@inner
def discard(st, piece):
    """PB-15: `piece` goes on top of the discard pile."""
    st.disc[st.disc_n] = piece
    st.disc_n += 1


@inner
def play_from_rack(st, rules, seat, piece):
    """Take an event or a counter from the rack to the discard pile."""
    rack_take(st, rules, seat, piece)
    discard(st, piece)


@inner
def shuffle_by_keys(st, rules, stream):
    """PB-16: order the flagged pieces (`flag` = 1) into `deck` by their key, a word of `stream` at position serial.

    Adding or removing a kind leaves the relative order of all others as it was. Clears `flag`, sets deck_n and deck_at.
    Keys are sorted by their upper 7 bits first, then by insertion, ties by piece number.
    """
    open_stream(st.streams, KEY_SLOT, stream)
    st.bucket[:] = 0
    n = 0
    last = -1
    for piece in range(rules.deck_pieces):
        if st.flag[piece] == 0:
            continue
        st.flag[piece] = 0
        serial = rules.serial[piece]
        if serial >> 2 != last:
            last = serial >> 2
            st.streams.position[KEY_SLOT] = last * 4
            next_word(st.streams, KEY_SLOT)
        key = (st.streams.word[KEY_SLOT, serial & 3] << 8) | piece
        st.key[n] = key
        n += 1
        st.bucket[(key >> 33) + 1] += 1
    for b in range(1, 129):
        st.bucket[b] += st.bucket[b - 1]
    for i in range(n):
        b = st.key[i] >> 33
        st.order[st.bucket[b]] = st.key[i]
        st.bucket[b] += 1
    for i in range(1, n):
        key = st.order[i]
        j = i - 1
        while j >= 0 and st.order[j] > key:
            st.order[j + 1] = st.order[j]
            j -= 1
        st.order[j + 1] = key
    for i in range(n):
        st.deck[i] = st.order[i] & 255
    st.deck_n = n
    st.deck_at = 0


@inner
def mix_badly(st, rules, stream):
    """PB-16, E5: the discard pile (newest on top) becomes the deck; a piece moves at most `bag_mixing` of the way."""
    open_stream(st.streams, KEY_SLOT, stream)
    n = st.disc_n
    for i in range(n):
        st.deck[i] = st.disc[n - 1 - i]
    reach = (rules.bag_mixing * (n - 1) + ONE // 2) // ONE
    for i in range(n):
        j = i + below(st.streams, KEY_SLOT, min(reach, n - 1 - i) + 1)
        held = st.deck[i]
        st.deck[i] = st.deck[j]
        st.deck[j] = held
    st.deck_n = n
    st.deck_at = 0


@inner
def restock(st, rules, trace):
    """PB-16: all discards, the Treaty included, become the new deck."""
    number = st.restocks + 1
    st.restocks = number
    stream = stream_id(0, 1, number)
    for i in range(st.disc_n):
        if st.disc[i] == rules.treaty:
            st.treaty_in = 1
    if rules.bag_mixing < ONE:
        mix_badly(st, rules, stream)
    else:
        for i in range(st.disc_n):
            st.flag[st.disc[i]] = 1
        shuffle_by_keys(st, rules, stream)
    st.disc_n = 0
    if number == 1:
        st.counts[DECK2_SIZE] = st.deck_n
        st.counts[RESTOCK_TURN] = st.turn
    emit(trace, RESTOCK, -1, st.deck_n, number)


@shared
def draw(st, rules, trace, seat):
    """Draw one piece for `seat` (PB-11, PB-16, PB-17, PB-85): 1 if there was one, else 0.

    The Treaty does not go to the rack; drawing it sets `drawn` and `drawer`.
    """
    from_reserve = 0
    if st.reserve_at[seat] < st.reserve_n[seat]:
        piece = st.reserve[seat, st.reserve_at[seat]]
        st.reserve_at[seat] += 1
        from_reserve = 1
    else:
        if st.deck_at == st.deck_n and st.disc_n > 0 and rules.end_on_empty_deck == 0:
            restock(st, rules, trace)
        if st.deck_at == st.deck_n:
            return 0
        piece = st.deck[st.deck_at]
        st.deck_at += 1
    st.counts[DRAWS_TOTAL] += 1
    emit(trace, DRAW, seat, piece, from_reserve)
    if rules.kind[piece] == TREATY:
        st.drawn = 1
        st.drawer = seat
        st.treaty_in = 0
    else:
        rack_add(st, rules, seat, piece)
    if from_reserve == 0 and st.deck_at == st.deck_n:
        if rules.end_on_empty_deck != 0:
            st.ran_out = 1
        elif rules.restock_timing == IMMEDIATE and st.disc_n > 0:
            restock(st, rules, trace)
    return 1


@inner
def held_planet_value(st, rules, seat):
    """Sum of the values of planets in the rack of `seat`: int64."""
    total = 0
    for i in range(st.rack_n[seat]):
        piece = st.rack[seat, i]
        if rules.kind[piece] == PLANET:
            total += rules.value[piece]
    return total
