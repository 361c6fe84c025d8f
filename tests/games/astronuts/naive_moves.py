"""Carrying out steps (AN-18..AN-40, AN-46, AN-70..AN-74): the naive twin's actions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.games.astronuts.naive_legal import (
    extract_price,
    founding_price,
    legal_steps,
    move_price,
    moves,
    passes,
    targets_at,
)
from tests.games.astronuts.naive_table import ENERGY, WARP, Seat, Ship

if TYPE_CHECKING:
    from tests.games.astronuts.naive import Game


def do_step(g: Game, seat: Seat, step: tuple[Any, ...]) -> None:
    """Carry out a legal step."""
    assert step in legal_steps(g, seat), f"12.17: illegal step {step}"
    kind = step[0]
    if kind in ("colonise", "extract", "attack") and seat.ships[step[1]].pending_fate:
        g.roll_fate(seat, step[1])
        return
    {
        "colonise": colonise, "extract": extract, "move": move, "pass": pass_over, "attack": attack,
        "technology": buy, "build": build,
    }[kind](g, seat, *step[1:])  # fmt: skip


def pay_nuts(g: Game, seat: Seat, n: int) -> None:
    """n coins of any colours to the bank; the payer chooses (AN-40, D8)."""
    for _ in range(n):
        colour = g.mind(seat).pay(seat, [c for c in range(4) if seat.hand[c]])
        g.table.to_bank(seat, colour)
        seat.count["nuts_spent"] += 1


def colonise(g: Game, seat: Seat, k: int) -> None:
    """AN-26, with the survival roll of 2-1 and 2-2."""
    t, ship = g.table, seat.ships[k]
    actions, nuts, gift = founding_price(g, ship)
    g.spend(seat, "a_colonise", actions)
    pay_nuts(g, seat, nuts)
    if gift and not ship.all_free:
        ship.free_colonies -= 1
    if g.values["toll_scope"] == "once":
        ship.colonise_toll = 0
    seat.count["founded_free"] += gift
    if ship.death and g.check_die(seat, "survive", ship.death + 1) <= ship.death:
        seat.count["died"] += 1
    else:
        stand_colony(g, seat, ship.space)
    t.check()


def stand_colony(g: Game, seat: Seat, planet: int) -> None:
    """A colony stands; it may be the one that ends the game (AN-61)."""
    t, v = g.table, g.values
    assert t.free_slots(planet) > 0 and seat.supply > 0
    seat.supply -= 1
    t.colonies[planet][seat.number] += 1
    seat.count["founded"] += 1
    reached = t.colonies_of(seat) if v["goal_counts"] == "on_board" else seat.count["founded"]
    if v["goal_end"] != "off" and reached >= v["goal_colonies"]:
        t.goal_reached = True
        t.over = t.over or v["goal_end"] == "immediate"


def extract(g: Game, seat: Seat, k: int) -> None:
    """AN-25."""
    t, ship = g.table, seat.ships[k]
    g.spend(seat, "a_extract", extract_price(g, ship))
    pay_nuts(g, seat, ship.extract_toll)
    coins = t.nuts[ship.space]
    taken = sorted(coins) if g.values["extract_amount"] == "all" else [g.mind(seat).take(seat, sorted(coins))]
    for colour in taken:
        coins.remove(colour)
        seat.hand[colour] += 1
        seat.count["nuts_extracted"] += 1
    if g.values["explored_end"] == "immediate" and t.planets_with_nuts() == 0:
        t.over = True


def leave(g: Game, ship: Ship) -> None:
    """The planet's conditions lapse (AN-43)."""
    if g.values["fate_scope"] == "ship_and_planet":
        ship.clear_planet()
    ship.pending_fate = False
    ship.must_move = False
    ship.entered_asteroid = False


def move(g: Game, seat: Seat, k: int, space: int) -> None:
    """AN-20."""
    ship = seat.ships[k]
    g.spend(seat, "a_move", move_price(g, ship))
    leave(g, ship)
    enter(g, seat, k, space)


def pass_over(g: Game, seat: Seat, k: int, path: tuple[int, ...], space: int) -> None:
    """AN-22: ask, pay one action per space, no landing on the spaces passed."""
    t, ship = g.table, seat.ships[k]
    for y in path:
        owner, _ = t.ship_at(y)
        if owner is seat or g.values["pass_through"] == "always" or t.asked.get(y):
            continue
        t.asked[y] = g.mind(owner).consent(owner, seat)
        if not t.asked[y]:
            t.count["blocked_pass"] += 1
            return
    price = move_price(g, ship)
    leave(g, ship)
    for y in path:
        g.spend(seat, "a_move", price)
        price = g.values["cost_move"]
        if t.board.kind[y] == "asteroid" and not survives_asteroid(g, seat, k, "asteroid_cross_min"):
            return  # passing over an occupied asteroid space is a crossing (AN-73)
    g.spend(seat, "a_move", price)
    enter(g, seat, k, space)


def survives_asteroid(g: Game, seat: Seat, k: int, need: str) -> bool:
    """AN-71, AN-72: one die; else the ship is destroyed."""
    if g.check_die(seat, "asteroid", g.values[need]) >= g.values[need]:
        return True
    seat.count["asteroid_loss"] += 1
    lose_ship(g, seat, k, "asteroid")
    return False


def enter(g: Game, seat: Seat, k: int, space: int) -> None:
    """A ship comes to a free space by a move: asteroid roll, AstroHole, or landing."""
    t, ship = g.table, seat.ships[k]
    assert t.ship_at(space) is None
    ship.space = space
    g.visit(space)
    kind = t.board.kind[space]
    if kind == "asteroid":
        crossing = g.values["asteroid_roll"] == "announce" and can_cross(g, seat, ship) and g.mind(seat).cross(seat, k)
        need = "asteroid_cross_min"
        if g.values["asteroid_roll"] == "announce" and not crossing:
            need = "asteroid_land_min"
        if survives_asteroid(g, seat, k, need):
            ship.must_move = crossing
            ship.entered_asteroid = True
    elif kind == "hole":
        jump(g, seat, k)
    elif kind == "planet":
        if g.values["landing_trigger"] == "enter":
            g.roll_fate(seat, k)
        else:
            ship.pending_fate = True


def can_cross(g: Game, seat: Seat, ship: Ship) -> bool:
    """Crossing needs the actions and a legal exit for the next step (AN-73)."""
    return bool(moves(g, seat, ship) or passes(g, seat, ship))


def jump(g: Game, seat: Seat, k: int) -> None:
    """AN-74: on to another AstroHole free of ships, once per entry."""
    t, ship = g.table, seat.ships[k]
    price = g.values["astrohole_jump_cost"]
    if t.actions < price:
        return
    free = [hole for hole in t.in_own_order(seat, t.board.holes) if t.ship_at(hole) is None]
    goal = g.mind(seat).jump(seat, k, free) if free else None
    if goal is not None:
        assert goal in free
        g.spend(seat, "a_move", price)
        ship.space = goal
        g.visit(goal)


def attack(g: Game, seat: Seat, k: int, space: int, other: int) -> None:
    """AN-31..AN-34: one attack on a unit of seat `other` on `space`."""
    t, v, ship = g.table, g.values, seat.ships[k]
    g.spend(seat, "a_attack", v["cost_attack"])
    if v["multi_owner_target"] == "random":
        owners = targets_at(g, seat, ship, space)
        other = owners[g.dice.below(g.CHECK, len(owners))] if len(owners) > 1 else owners[0]
    victim = t.seats[other]
    there = t.ship_at(space)
    has_ship = there is not None and there[0] is victim
    colonies = t.colonies[space][other] if t.is_planet(space) else 0
    on_ship = choose_unit(g, seat, victim, has_ship, colonies)
    seat.count["att"] += 1
    victim.count["def"] += 1
    attack_total, defence_total = g.clash(seat, victim)
    won = attack_total > defence_total or (attack_total == defence_total and v["attack_tie"] == "attacker")
    if won:
        g.tally["space_kills"][space] += 1
        if on_ship:
            seat.count["kill_ship"] += 1
            victim.count["lost_ship"] += 1
            lose_ship(g, victim, there[1], "attack")
        else:
            seat.count["kill_col"] += 1
            victim.count["lost_col"] += 1
            t.colonies[space][other] -= 1
            if v["destroyed_colony"] == "supply":
                victim.supply += 1
            else:
                victim.out += 1
        return
    victim.count["def_held"] += 1
    margin = v["return_fire_margin"]
    if margin and defence_total - attack_total >= margin:
        seat.count["lost_ship"] += 1
        lose_ship(g, seat, k, "attack")


def choose_unit(g: Game, seat: Seat, victim: Seat, has_ship: bool, colonies: int) -> bool:
    """AN-32: True if the ship is attacked, False if a colony."""
    if not has_ship or not colonies:
        return has_ship
    who = g.values["target_choice"]
    if who == "ship_first":
        return True
    if who == "colony_first":
        return False
    if who == "attacker":
        return g.mind(seat).aim(seat, colonies)
    return g.mind(victim).offer(victim, colonies)


def lose_ship(g: Game, seat: Seat, k: int, cause: str) -> None:
    """A ship goes back to the supply; the last one may be replaced (AN-46)."""
    seat.ships[k] = None
    if not seat.fleet():
        seat.last_loss = cause
        if g.values["respawn_timing"] == "immediate":
            replace_ship(g, seat)


def replace_ship(g: Game, seat: Seat) -> None:
    """AN-46: a free ship for a seat without any, at home or beside it."""
    t, v = g.table, g.values
    if seat.fleet() or v["respawn"] == "never" or (v["respawn"] == "crash_only" and seat.last_loss != "crash"):
        return
    places = [seat.home] if t.ship_at(seat.home) is None else []
    if not places and v["respawn_blocked"] == "adjacent":
        places = t.free_neighbours(seat, seat.home)
    if places:
        t.place_ship(seat, places[0])
        seat.count["respawns"] += 1


def buy(g: Game, seat: Seat, colour: int) -> None:
    """AN-35: the paid Nut stays as a marker (tech_nut_goes)."""
    v = g.values
    g.spend(seat, "a_tech", v["cost_tech_actions"])
    for _ in range(v["cost_tech_nuts"]):
        paid = colour
        if v["tech_nut_colour"] == "any":
            paid = g.mind(seat).pay(seat, [c for c in range(4) if seat.hand[c]])
        g.table.to_bank(seat, paid)
        seat.tech_paid += 1
        if v["tech_nut_goes"] == "marker":
            g.table.bank[paid] -= 1
            seat.marker[paid] += 1
    obtain(g, seat, colour)


def obtain(g: Game, seat: Seat, colour: int) -> None:
    """A technology works from now on; Extra Energy from the next declaration (AN-38, AN-39)."""
    seat.tech[colour] = True
    seat.tech_round[colour] = g.table.round
    if colour == WARP:
        seat.warp = g.values["time_warp_uses"]
    if colour == ENERGY and g.values["energy_immediate"]:
        g.table.actions += g.values["energy_bonus"]
        seat.count["x_sum"] += g.values["energy_bonus"]


def build(g: Game, seat: Seat) -> None:
    """AN-29: coins of different colours, the ship on the own home, no fate roll."""
    v = g.values
    g.spend(seat, "a_build", v["cost_build_actions"])
    paid: list[int] = []
    for _ in range(v["cost_build_colours"]):
        colour = g.mind(seat).pay(seat, [c for c in range(4) if seat.hand[c] and c not in paid])
        paid.append(colour)
        g.table.to_bank(seat, colour)
        seat.count["nuts_spent"] += 1
    g.table.place_ship(seat, seat.home)
