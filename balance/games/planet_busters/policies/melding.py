"""D1, D2, D21, D22: what goes down, what is thrown away."""

from __future__ import annotations

from balance.games.planet_busters.kernel.chance import coin, mul
from balance.games.planet_busters.kernel.log import DISCARD
from balance.games.planet_busters.kernel.sphere import meld_planet, meld_unit
from balance.games.planet_busters.kernel.supply import play_from_rack
from balance.games.planet_busters.state import (
    COLONY,
    ENGINE,
    FUEL,
    MINEFIELD,
    PLANET,
    RACK_OVERFLOW,
    RANDOM_LEGAL,
    SATELLITE,
    SCREEN,
    WORLD,
)  # fmt: skip
from balance.kit.jit import inner, shared
from balance.kit.streams import below
from balance.kit.trace import emit

QUARTER = 250_000
ONE_AND_A_HALF = 1_500_000


@inner
def lowest_planet(st, rules, seat):
    """The rack planet of the lowest value, lower number first, -1 without one: int64."""
    if st.held[seat, PLANET] == 0:
        return -1
    best = -1
    for i in range(st.rack_n[seat]):
        piece = st.rack[seat, i]
        if rules.kind[piece] == PLANET and (best < 0 or rules.value[piece] < rules.value[best]):
            best = piece
    return best


@inner
def strongest_orbit(st, rules, pl, seat):
    """D1: the greatest orbit VAL of an opponent as seen (face-down pieces at `unknown_value`): int64."""
    best = 0
    for s in range(st.seats):
        if s == seat:
            continue
        total = 0
        for r in range(st.ring_n[s]):
            piece = st.ring[s, r]
            total += pl.worth[piece] if st.up[piece] != 0 else pl.unknown_value
        best = max(best, total)
    return best


@shared
def holds_back(st, rules, pl, seat):
    """D1: crushed, and not yet strong enough for a comeback? 0 or 1."""
    if pl.comeback_ratio == 0:
        return 0
    theirs = strongest_orbit(st, rules, pl, seat)
    own = 0
    for r in range(st.ring_n[seat]):
        own += pl.worth[st.ring[seat, r]]
    if own >= mul(QUARTER, theirs):
        return 0
    for i in range(st.rack_n[seat]):
        piece = st.rack[seat, i]
        if rules.cls[piece] <= SATELLITE:
            own += pl.worth[piece]
    if own >= mul(pl.comeback_ratio, theirs):
        return 0
    return 1


@inner
def meld_class(st, rules, pl, trace, seat, low, high):
    """Meld every rack piece of the classes low..high, lower number first: how many."""
    melded = 0
    i = 0
    while i < st.rack_n[seat]:
        piece = st.rack[seat, i]
        if low <= rules.cls[piece] <= high:
            meld_unit(st, rules, trace, seat, piece, pl.screen_up)
            melded += 1
        else:
            i += 1
    return melded


@inner
def meld_units(st, rules, pl, trace, seat):
    """D1: ships, satellites, colonies and mines, or while holding back only what the rack limit forces: how many."""
    if holds_back(st, rules, pl, seat) == 0:
        return meld_class(st, rules, pl, trace, seat, 0, MINEFIELD)
    melded = meld_class(st, rules, pl, trace, seat, COLONY, MINEFIELD)
    while rules.rack_limit > 0 and st.rack_n[seat] > rules.rack_limit:
        worst = -1
        for i in range(st.rack_n[seat]):
            piece = st.rack[seat, i]
            if rules.cls[piece] <= SATELLITE and (worst < 0 or pl.worth[piece] < pl.worth[worst]):
                worst = piece
        if worst < 0:
            break
        meld_unit(st, rules, trace, seat, worst, pl.screen_up)
        melded += 1
    return melded


@inner
def rank_discards(st, rules, pl, seat):
    """D21: keep values of the rack to `key`, by position; +1.5 for the two largest counters, planets + planet_keep."""
    largest, second = -1, -1
    for i in range(st.rack_n[seat]):
        piece = st.rack[seat, i]
        st.key[i] = pl.worth[piece]
        if rules.cls[piece] == WORLD:
            st.key[i] += pl.planet_keep
        elif rules.kind[piece] == FUEL:
            if largest < 0 or rules.value[piece] > rules.value[st.rack[seat, largest]]:
                second = largest
                largest = i
            elif second < 0 or rules.value[piece] > rules.value[st.rack[seat, second]]:
                second = i
    if largest >= 0:
        st.key[largest] += ONE_AND_A_HALF
    if second >= 0:
        st.key[second] += ONE_AND_A_HALF


@inner
def pick_discards(st, rules, pl, seat, n):
    """D21: the `n` rack pieces of the lowest keep value (lower number first) to `order`."""
    rank_discards(st, rules, pl, seat)
    for k in range(n):
        worst = -1
        for i in range(st.rack_n[seat]):
            if st.key[i] >= 0 and (worst < 0 or st.key[i] < st.key[worst]):
                worst = i
        st.order[k] = st.rack[seat, worst]
        st.key[worst] = -1


@inner
def would_discard_planet(st, rules, pl, seat):
    """D1: would D21, applied to the rack as it stands, throw a planet away? 0 or 1."""
    over = st.rack_n[seat] - rules.rack_limit
    if rules.rack_limit == 0 or over <= 0:
        return 0
    pick_discards(st, rules, pl, seat, over)
    for k in range(over):
        if rules.cls[st.order[k]] == WORLD:
            return 1
    return 0


@shared
def planets_may_go(st, pl, seat):
    """D1: own orbit count >= planet_guard, or late_meld and the Treaty in the deck: 0 or 1."""
    if st.ring_n[seat] >= pl.planet_guard or (pl.late_meld != 0 and st.treaty_in != 0):
        return 1
    return 0


@inner
def meld_by_engine(st, rules, pl, trace, seat):
    """D1: meld until nothing changes or the Treaty turns up."""
    while st.drawn == 0:
        planet = lowest_planet(st, rules, seat)
        if planet >= 0 and planets_may_go(st, pl, seat) != 0:
            meld_planet(st, rules, trace, seat, planet)
            continue
        melded = meld_units(st, rules, pl, trace, seat)
        if planet < 0:
            return
        if melded > 0 and planets_may_go(st, pl, seat) != 0:
            continue
        if would_discard_planet(st, rules, pl, seat) == 0:
            return
        meld_planet(st, rules, trace, seat, planet)


@inner
def meld_at_random(st, rules, trace, seat):
    """`random_legal` 1: each meldable rack piece once, a coin each; bonus draws join."""
    i = 0
    while i < st.rack_n[seat] and st.drawn == 0:
        piece = st.rack[seat, i]
        meldable = rules.cls[piece] <= MINEFIELD or rules.cls[piece] == WORLD
        if not meldable or st.judged[piece] == st.clock:
            i += 1
            continue
        st.judged[piece] = st.clock
        if coin(st, seat) == 0:
            i += 1
        elif rules.cls[piece] == WORLD:
            meld_planet(st, rules, trace, seat, piece)
            i = 0
        elif rules.kind[piece] == SCREEN:
            meld_unit(st, rules, trace, seat, piece, coin(st, seat))
        else:
            meld_unit(st, rules, trace, seat, piece, 0)


@shared
def meld_phase(st, rules, players, trace, seat):
    """PB-12: the meld phase of `seat`."""
    pl = players.of[st.player[seat]]
    if pl.brain == ENGINE:
        meld_by_engine(st, rules, pl, trace, seat)
    elif pl.brain == RANDOM_LEGAL:
        meld_at_random(st, rules, trace, seat)


@inner
def treaty_meld(st, rules, players, trace, seat):
    """PB-80, D22: planets held at the end go down without bonus draws (`random_legal`: a coin each)."""
    brain = players.of[st.player[seat]].brain
    i = 0
    while i < st.rack_n[seat]:
        piece = st.rack[seat, i]
        if rules.cls[piece] == WORLD and (brain != RANDOM_LEGAL or coin(st, seat) == 1):
            meld_planet(st, rules, trace, seat, piece)
        else:
            i += 1


@inner
def discard_phase(st, rules, players, trace, seat):
    """PB-14, D21: discard to the rack limit."""
    pl = players.of[st.player[seat]]
    over = st.rack_n[seat] - rules.rack_limit
    if rules.rack_limit == 0 or over <= 0:
        return
    st.counts[RACK_OVERFLOW] += over
    if pl.brain == ENGINE:
        pick_discards(st, rules, pl, seat, over)
    for k in range(over):
        piece = st.order[k]
        if pl.brain != ENGINE:
            piece = st.rack[seat, below(st.streams, seat, st.rack_n[seat])]
        play_from_rack(st, rules, seat, piece)
        emit(trace, DISCARD, seat, piece)
