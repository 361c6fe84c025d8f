"""Set-up of the naive twin: homes, deal of Nuts, starting hands (AN-01..AN-09)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.games.astronuts.naive import Game


def set_up(g: Game) -> None:
    """Everything before round 1, in the order of the draw protocol."""
    t, v = g.table, g.values
    choose_homes(g)
    for seat in t.seats:
        t.place_ship(seat, seat.home)
    for seat in t.seats:
        for space in t.free_neighbours(seat, seat.home)[: v["start_ships"] - 1]:
            t.place_ship(seat, space)
    deal(g)
    t.start_planets = t.explored_before = t.planets_with_nuts()
    for seat in t.seats:
        for colour in range(4):
            for _ in range(v["start_nuts_per_colour"]):
                assert t.from_bank(seat, colour)
    for seat in t.seats:
        for _ in range(v["seat_bonus_nuts"][seat.number]):
            stock = [c for c in range(4) if t.bank[c]]
            if stock:
                assert t.from_bank(seat, g.mind(seat).coin(seat, stock))
                seat.bonus_nuts += 1


def choose_homes(g: Game) -> None:
    """AN-04: home_assignment, then corner_rotation."""
    t, v = g.table, g.values
    homes = len(t.board.homes)
    order = list(range(homes))
    if v["home_assignment"] == "random":
        g.dice.shuffle(order, g.SETUP)
    elif v["home_assignment"] == "spread" and len(t.seats) == 2 and homes == 4:
        order = [0, 2]
    shift = 0
    if v["corner_rotation"] == "cycle":
        shift = g.block % homes
    elif v["corner_rotation"] == "random":
        shift = g.dice.below(g.SETUP, homes)
    for seat in t.seats:
        number = (order[seat.number] + shift) % homes
        seat.home = t.board.homes[number]
        seat.own = t.board.own_numbers(number)


def wanted(g: Game, planet: int) -> int:
    """Coins a planet holds at the start (AN-06, home_nuts)."""
    if not g.values["home_nuts"] and planet in [seat.home for seat in g.table.seats]:
        return 0
    return g.values[f"planet_nuts.{g.table.board.size[planet]}"]


def deal(g: Game) -> None:
    """AN-07: bag, uniform or by the players."""
    t, v = g.table, g.values
    reserve = len(t.seats) * v["start_nuts_per_colour"]
    planets = t.in_own_order(t.seats[0], t.board.planets)

    def possible(planet: int) -> list[int]:
        if len(t.nuts[planet]) >= wanted(g, planet):
            return []
        return [c for c in range(4) if c not in t.nuts[planet] and t.bank[c] > reserve]

    def put(planet: int, colour: int) -> None:
        t.bank[colour] -= 1
        t.nuts[planet].append(colour)

    if v["nut_deal"] == "players":
        turn = 0
        while True:
            seat = t.seats[turn % len(t.seats)]
            pairs = [(p, c) for p in t.in_own_order(seat, planets) for c in possible(p)]
            if not pairs:
                break
            put(*(pairs[g.dice.below(g.SETUP, len(pairs))] if len(pairs) > 1 else pairs[0]))
            turn += 1
    else:
        for planet in planets:
            while colours := possible(planet):
                if v["nut_deal"] == "bag":
                    stock = [t.bank[c] - reserve for c in colours]
                    put(planet, colours[g.dice.pick_weighted(stock, g.SETUP)])
                else:
                    put(planet, colours[g.dice.below(g.SETUP, len(colours))] if len(colours) > 1 else colours[0])
    t.count["short_deal"] = sum(wanted(g, planet) - len(t.nuts[planet]) for planet in planets)
