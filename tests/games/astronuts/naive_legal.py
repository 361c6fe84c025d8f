"""What a seat may do now, and what it costs (AN-18..AN-35): the naive twin's legal steps.

A step is a tuple: ("colonise", k), ("extract", k), ("move", k, space), ("pass", k, (passed, ...), space),
("attack", k, space, seat), ("technology", colour), ("build",) or ("stop",); k is the ship's number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.games.astronuts.naive_table import Seat, Ship

if TYPE_CHECKING:
    from tests.games.astronuts.naive import Game

# ---------------------------------------------------------------------------------------------------- prices


def founding_price(g: Game, ship: Ship) -> tuple[int, int, bool]:
    """(actions, Nuts, without a Nut by 4-5 or 4-6) of the next founding with this ship; tolls included."""
    v = g.values
    actions, nuts, gift = v["cost_colonise_actions"], v["cost_colonise_nuts"], False
    if ship.all_free:
        actions, nuts, gift = 0, 0, True
    elif ship.free_colonies:
        nuts, gift = 0, True
        actions = actions if v["free_colony_needs_action"] else 0
    if ship.no_action:
        actions = 0
    return actions, nuts + ship.colonise_toll, gift


def extract_price(g: Game, ship: Ship) -> int:
    """Actions to extract (AN-25, 2-3, 2-4)."""
    return g.values["cost_extract"] + ship.extract_cost


def surcharge(g: Game, ship: Ship) -> int:
    """Extra actions to leave the planet the ship stands on (AN-24)."""
    return ship.leave_cost if g.table.is_planet(ship.space) else 0


def move_price(g: Game, ship: Ship, passed: int = 0) -> int:
    """Actions of a step over `passed` occupied spaces."""
    return g.values["cost_move"] * (passed + 1) + surcharge(g, ship)


# ---------------------------------------------------------------------------------------------------- legality


def can_colonise(g: Game, seat: Seat, ship: Ship) -> bool:
    """AN-26, AN-27."""
    t = g.table
    if not t.is_planet(ship.space) or "colonise" in ship.barred:
        return False
    actions, nuts, _ = founding_price(g, ship)
    return t.free_slots(ship.space) > 0 and seat.supply > 0 and t.actions >= actions and seat.coins() >= nuts


def can_extract(g: Game, seat: Seat, ship: Ship) -> bool:
    """AN-25."""
    t = g.table
    if not t.is_planet(ship.space) or "extract" in ship.barred or not t.nuts[ship.space]:
        return False
    return t.actions >= extract_price(g, ship) and seat.coins() >= ship.extract_toll


def moves(g: Game, seat: Seat, ship: Ship) -> list[int]:
    """Free neighbours the ship can go to now, in own numbering (AN-20, AN-21)."""
    if "move" in ship.barred or g.table.actions < move_price(g, ship):
        return []
    return g.table.free_neighbours(seat, ship.space)


def may_pass(g: Game, seat: Seat, space: int) -> bool:
    """Whether asking to pass over an occupied space makes sense: not refused this turn (AN-22)."""
    return g.values["pass_through"] != "never" and g.table.asked.get(space, True)


def passes(g: Game, seat: Seat, ship: Ship) -> list[tuple[tuple[int, ...], int]]:
    """(occupied spaces passed, space behind) for every legal pass: direct ones first, then longer chains."""
    t = g.table
    found: list[tuple[tuple[int, ...], int]] = []

    def go_on(path: tuple[int, ...]) -> None:
        here = path[-1]
        if t.actions < move_price(g, ship, len(path)):
            return
        found.extend((path, z) for z in t.free_neighbours(seat, here))
        if len(path) < g.values["pass_chain_max"]:
            for y in occupied(here):
                if y not in path:
                    go_on((*path, y))

    def occupied(space: int) -> list[int]:
        near = t.in_own_order(seat, t.board.neighbours[space])
        return [y for y in near if t.ship_at(y) is not None and y != ship.space and may_pass(g, seat, y)]

    if "move" not in ship.barred and g.values["pass_chain_max"] > 0:
        for y in occupied(ship.space):
            go_on((y,))
    return found


def targets_at(g: Game, seat: Seat, ship: Ship, space: int) -> list[int]:
    """Seats with units on `space` that may be attacked from where the ship stands (AN-31)."""
    t = g.table
    found = []
    for other in t.seats:
        if other is seat or (g.values["home_immune"] and space == other.home):
            continue
        there = t.ship_at(space)
        has_ship = there is not None and there[0] is other
        has_colony = t.is_planet(space) and t.colonies[space][other.number] > 0
        if has_ship or has_colony:
            found.append(other.number)
    return found


def attacks(g: Game, seat: Seat, ship: Ship) -> list[tuple[int, int]]:
    """(space, seat) pairs the ship may attack: neighbours in own numbering, then the own space."""
    if "attack" in ship.barred or g.table.actions < g.values["cost_attack"]:
        return []
    near = g.table.in_own_order(seat, g.table.board.neighbours[ship.space])
    if g.values["attack_same_space"]:
        near = [*near, ship.space]
    return [(space, other) for space in near for other in targets_at(g, seat, ship, space)]


def can_buy(g: Game, seat: Seat, colour: int) -> bool:
    """AN-35."""
    v = g.values
    if seat.tech[colour] or g.table.actions < v["cost_tech_actions"]:
        return False
    held = seat.hand[colour] if v["tech_nut_colour"] == "matching" else seat.coins()
    return held >= v["cost_tech_nuts"]


def can_build(g: Game, seat: Seat) -> bool:
    """AN-29, AN-30."""
    v = g.values
    if None not in seat.ships or g.table.ship_at(seat.home) is not None:
        return False
    return g.table.actions >= v["cost_build_actions"] and sum(1 for n in seat.hand if n) >= v["cost_build_colours"]


def legal_steps(g: Game, seat: Seat) -> list[tuple[Any, ...]]:
    """Every legal step but stopping, in the order of the draw protocol."""
    forced = [(k, ship) for k, ship in seat.fleet() if ship.must_move]
    steps: list[tuple[Any, ...]] = []
    for k, ship in forced or seat.fleet():
        if not forced and can_colonise(g, seat, ship):
            steps.append(("colonise", k))
        if not forced and can_extract(g, seat, ship):
            steps.append(("extract", k))
        steps += [("move", k, y) for y in moves(g, seat, ship)]
        steps += [("pass", k, path, z) for path, z in passes(g, seat, ship)]
        if not forced:
            steps += [("attack", k, y, e) for y, e in attacks(g, seat, ship)]
    if not forced:
        steps += [("technology", c) for c in range(4) if can_buy(g, seat, c)]
        if can_build(g, seat):
            steps.append(("build",))
    return steps
