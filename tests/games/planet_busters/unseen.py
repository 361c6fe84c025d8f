"""What a player cannot see, dealt anew: face-down pieces, racks and the deck, with everything the table keeps about them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from balance.games.planet_busters import state as s
from balance.games.planet_busters.kernel.table import STATE

Place = tuple[Any, int, bool]  # array, index, is it a place in an orbit?
IN_ORBIT = (s.SHIP, s.SATELLITE, s.MINEFIELD)  # classes that may lie face down in an orbit
DRAWN_SOON = 14  # pieces of the deck that a turn may draw: they stay, for what is drawn is seen


def copied(st: Any) -> Any:
    """The same table once more."""
    table = np.zeros(1, STATE).view(np.recarray)
    table[0] = st
    return table[0]


def places(st: Any, racks: Iterable[int], orbits: Iterable[int]) -> list[Place]:
    """Places in the racks and (face down) the orbits of some seats, and in the deck below what is drawn soon."""
    found: list[Place] = [(st.deck, k, False) for k in range(int(st.deck_at) + DRAWN_SOON, int(st.deck_n))]
    for seat in racks:
        found += [(st.rack[seat], k, False) for k in range(st.rack_n[seat])]
    for seat in orbits:
        found += [(st.ring[seat], k, True) for k in range(st.ring_n[seat]) if not st.up[st.ring[seat, k]]]
    return found


def holding(found: Sequence[Place], fits: Callable[[int], bool]) -> list[Place]:
    """Those of the places whose piece fits."""
    return [place for place in found if fits(int(place[0][place[1]]))]


def deal_anew(st: Any, rules: Any, found: Sequence[Place], seed: int) -> None:
    """The pieces of these places in another order: in orbits only what may lie there; the Treaty stays where it is."""
    rng = np.random.default_rng(seed)
    found = holding(found, lambda piece: piece != rules.treaty)
    pieces = [int(p) for p in rng.permutation([array[k] for array, k, _ in found])]
    orbit = [place for place in found if place[2]]
    first = [piece for piece in pieces if rules.cls[piece] in IN_ORBIT][: len(orbit)]
    rest = [piece for piece in pieces if piece not in first]
    for (array, k, _), piece in zip([*orbit, *(place for place in found if not place[2])], first + rest, strict=True):
        array[k] = piece
        st.up[piece] = st.chosen[piece] = st.spied[piece] = st.melded_at[piece] = 0
    count_again(st, rules)


def count_again(st: Any, rules: Any) -> None:
    """Everything the table keeps about racks and orbits, from the pieces that lie there."""
    st.held[:, :] = 0
    st.fuel[:, :] = 0
    for seat in range(st.seats):
        rack = sorted(int(p) for p in st.rack[seat, : st.rack_n[seat]])
        st.rack[seat, : len(rack)] = rack
        for piece in rack:
            st.held[seat, rules.kind[piece]] += 1
            if rules.kind[piece] == s.FUEL:
                st.fuel[seat, rules.value[piece]] += 1
        st.fuel_sum[seat] = sum(int(rules.value[p]) for p in rack if rules.kind[p] == s.FUEL)
        st.roster_n[seat] = st.ring_n[seat]
        st.roster[seat, : st.ring_n[seat]] = sorted(int(p) for p in st.ring[seat, : st.ring_n[seat]])
