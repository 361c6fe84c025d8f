"""Set-up: homes, the deal of Nuts, first ships and hands (AN-01..AN-09)."""

from __future__ import annotations

import numpy as np

from balance.games.astronuts.kernel.coins import find, find_of_choice
from balance.games.astronuts.kernel.dice import note, open_policy_streams
from balance.games.astronuts.kernel.pieces import add_ship, free_neighbour
from balance.games.astronuts.kernel.table import ONE, POLICY, SETUP, ZERO, is_free
from balance.games.astronuts.words import (
    COIN_BONUS,
    COIN_START,
    EV_DEAL,
    EV_HOME,
    MAX_SEATS,
    SHIP_START,
)
from balance.kit.deck import shuffle
from balance.kit.jit import inner, shared
from balance.kit.streams import DEAL, NOISE, below, open_stream, set_source, start_streams, stream_id

BAG, UNIFORM = 0, 1
TWO, THREE = np.int64(2), np.int64(3)


@shared
def set_up(t, seating, luck, block):
    """A new game: writes the whole position g."""
    clear_position(t, seating, block)
    start_streams(t.g.streams, luck, block)
    set_source(t.g.streams, SETUP, DEAL)
    for seat in range(MAX_SEATS):
        set_source(t.g.streams, POLICY + seat, NOISE)
    open_stream(t.g.streams, SETUP, stream_id(SETUP, 0, 0))
    open_policy_streams(t)
    settle_homes(t)
    deal_nuts(t)
    for seat in range(t.g.seats):
        place_first_ships(t, seat)
    deal_hands(t)


@inner
def clear_position(t, seating, block):
    """Nothing on the table: all pieces with their owners, all Nuts in the bank."""
    g, rules = t.g, t.rules
    g.seats, g.block = rules.seats, block
    g.coins[:] = 0
    g.nuts[:] = 0
    g.free[:] = rules.slots
    g.col[:] = 0
    g.ship[:] = -1
    g.occupant[:] = -1
    g.manned = 0
    g.bank[:] = rules.nuts_per_colour
    g.hand[:] = 0
    g.marker[:] = 0
    g.fate_of[:] = 0
    for seat in range(MAX_SEATS):
        g.player[seat] = seating[seat] if seat < rules.seats else -1
        g.figures[seat] = rules.figures
        g.colonies[seat] = 0
        g.founded[seat] = 0
        g.ships[seat] = 0
        g.purse[seat] = 0
        g.tech[seat] = 0
        g.lost_to[seat] = 0
        g.carry[seat] = 0
        g.warps[seat] = 0
    g.round_no = 0
    g.seat = -1
    g.last_round = 0
    g.over = 0
    g.failed = 0
    g.leader = -1
    g.a = 0
    g.must = -1


@inner
def settle_homes(t):
    """Each seat gets a home and the numbering it looks through (AN-04): home_assignment, then corner_rotation."""
    g, rules = t.g, t.rules
    h = rules.n_homes
    order = g.home  # used as the list of home numbers first
    for i in range(MAX_SEATS):
        order[i] = i
    if rules.home_assignment == 2:
        shuffle(order, h, g.streams, np.int64(SETUP))
    elif rules.home_assignment == 0 and g.seats == 2 and h == MAX_SEATS:
        order[1] = 2  # opposite corners
    shift = np.int64(0)
    if rules.corner_rotation == 0:
        shift = g.block % h
    elif rules.corner_rotation == 2 and h > 1:
        shift = below(g.streams, SETUP, h)
    for seat in range(g.seats):
        home = (order[seat] + shift) % h
        g.turn[seat] = rules.turn_of_home[home]
        g.home[seat] = rules.homes[home]
        note(t, EV_HOME, seat, g.home[seat], t.cast.player[g.player[seat]].policy, ZERO, ZERO, ZERO, ZERO)


@inner
def wants_nuts(t, planet):
    """Nuts `planet` gets at the start: by its size, none on a seat's home without home_nuts (AN-06)."""
    g = t.g
    if t.rules.home_nuts == 0:
        for seat in range(g.seats):
            if np.int64(t.rules.space_of[planet]) == g.home[seat]:
                return np.int64(0)
    return t.rules.coins[planet]


@inner
def deal_nuts(t):
    """Nuts come to the planets from the stock that the starting hands leave (AN-06, AN-07)."""
    g, rules = t.g, t.rules
    for colour in range(4):
        g.bank[colour] -= g.seats * rules.start_nuts_per_colour  # the reserve; it returns below
    wanted = np.int64(0)
    for i in range(rules.planets):
        planet = np.int64(rules.planet_order[g.turn[0], i])
        wanted += wants_nuts(t, planet)
        if rules.nut_deal <= UNIFORM:
            fill_planet(t, planet)
    if rules.nut_deal > UNIFORM:
        place_by_turns(t)
    g.rich = 0
    placed = np.int64(0)
    for planet in range(rules.planets):
        placed += g.nuts[planet]
        g.rich += np.int64(g.nuts[planet] > 0)
        note(t, EV_DEAL, np.int64(-1), rules.space_of[planet], g.coins[planet], ZERO, ZERO, ZERO, ZERO)
    g.rich_at_start = g.rich
    t.out.short_deal = wanted - placed
    for colour in range(4):
        g.bank[colour] += g.seats * rules.start_nuts_per_colour


@inner
def fill_planet(t, planet):
    """Draw the Nuts of one planet, coin by coin: from the bag, or uniformly among the colours in stock."""
    g = t.g
    for _ in range(wants_nuts(t, planet)):
        red, purple, orange = ticket(t, planet, ZERO), ticket(t, planet, ONE), ticket(t, planet, TWO)
        total = red + purple + orange + ticket(t, planet, THREE)
        if total == 0:
            return
        left = np.int64(0)
        if t.rules.nut_deal == BAG or total > 1:
            left = below(g.streams, SETUP, total)
        colour = np.int64(left >= red) + np.int64(left >= red + purple) + np.int64(left >= red + purple + orange)
        put_coin(t, planet, colour)


@inner
def ticket(t, planet, colour):
    """Weight of `colour` for the next coin of `planet`: its stock (bag) or 1 (uniform); 0 if it lies there already."""
    stock = t.g.bank[colour]
    if stock <= 0 or (t.g.coins[planet] >> colour) & 1:
        return np.int64(0)
    return stock if t.rules.nut_deal == BAG else np.int64(1)


@inner
def put_coin(t, planet, colour):
    """One Nut from the bank to a planet."""
    t.g.bank[colour] -= 1
    t.g.coins[planet] |= np.int64(1) << colour
    t.g.nuts[planet] += 1


@inner
def place_by_turns(t):
    """Seats in turn place single Nuts until every planet is full or nothing fits (AN-07 `players`, D1)."""
    g = t.g
    seat = np.int64(0)
    while True:
        count = seek_placement(t, seat, np.int64(-1))
        if count == 0:
            return
        picked = np.int64(0)
        if count > 1:
            picked = below(g.streams, SETUP, count)
        seek_placement(t, seat, picked)
        seat = (seat + 1) % g.seats


@inner
def seek_placement(t, seat, wanted):
    """Count the legal (planet, colour) pairs in the seat's own numbering; place the one with number `wanted`."""
    g, rules = t.g, t.rules
    n = np.int64(0)
    for i in range(rules.planets):
        planet = np.int64(rules.planet_order[g.turn[seat], i])
        if g.nuts[planet] >= wants_nuts(t, planet):
            continue
        for colour in range(4):
            if ticket(t, planet, colour) > 0:
                if n == wanted:
                    put_coin(t, planet, np.int64(colour))
                    return n
                n += 1
    return n


@inner
def place_first_ships(t, seat):
    """The first ship on the home, further ones beside it (AN-04, start_ships): no fate roll."""
    home = t.g.home[seat]
    for _ in range(t.rules.start_ships):
        space = home if is_free(t, home) else free_neighbour(t, seat, home)
        if space < 0:
            return
        add_ship(t, seat, space, np.int64(SHIP_START))


@inner
def deal_hands(t):
    """Starting hands, then the bonus Nuts of choice of later seats (AN-08)."""
    for seat in range(t.g.seats):
        for colour in range(4):
            for _ in range(t.rules.start_nuts_per_colour):
                find(t, seat, colour, COIN_START)
    for seat in range(t.g.seats):
        find_of_choice(t, seat, t.rules.bonus_nuts[seat], COIN_BONUS)
