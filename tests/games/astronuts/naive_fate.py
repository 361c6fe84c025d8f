"""Landing and the fate table (AN-41..AN-48, AN-F11..F66): the naive twin's effects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.games.astronuts.naive_moves import leave, lose_ship, obtain, pay_nuts, stand_colony
from tests.games.astronuts.naive_table import COLOURS, Seat, Ship

if TYPE_CHECKING:
    from tests.games.astronuts.naive import Game

EVERYTHING = {"extract", "colonise", "move", "attack"}
NUMBERS = {  # effect -> (name of its number, default where an override leaves it out)
    "colony_dies": ("max", 3), "extract_cost": ("n", 1), "leave_cost": ("n", 1), "check_or_done": ("min", 3),
    "pay_actions": ("n", 1), "extract_toll": ("n", 1), "colonise_toll": ("n", 1), "exchange": ("n", 1),
    "free_colony": ("n", 1), "nuts_choice": ("n", 1), "extra_actions": ("n", 3),
}  # fmt: skip


def entry_of(g: Game, identity: str) -> tuple[str, int, str]:
    """(effect, number, colours) of a fate entry; 5-4 follows fate_54_nuts unless it is overridden itself."""
    data: dict[str, Any] = g.values[f"fate.{identity}"]
    effect = data["effect"]
    name, default = NUMBERS.get(effect, ("", 0))
    number = data.get(name, default)
    if identity == "54" and data == {"effect": "nuts_choice", "n": 3}:
        number = g.values["fate_54_nuts"]
    return effect, number, data.get("colours", "")


def landing(g: Game, seat: Seat, k: int) -> None:
    """Roll f1 and f2 for a ship that landed, with Time Warps, and apply the entry."""
    ship = seat.ships[k]
    ship.pending_fate = False
    g.table.count["landings"] += 1
    usable = g.warp_usable(seat, "f1") or g.warp_usable(seat, "f2")
    first = g.roll(g.FATE)
    if g.values["time_warp_fate"] == "last_die":
        if g.warp(seat, "f1", first=first):
            first = g.roll(g.REROLL)
        second = g.roll(g.FATE)
        if g.warp(seat, "f2", first=first, second=second, planet=ship.space):
            second = g.roll(g.REROLL)
    else:
        second = g.roll(g.FATE)
        if g.warp(seat, "pair", first=first, second=second, planet=ship.space):
            first, second = g.roll(g.REROLL), g.roll(g.REROLL)
    entry = 10 * first + second
    g.table.fate[entry] += 1
    g.fate_by_seat[seat.number][entry] += 1
    if not usable:
        g.tally["fate_plain"][entry] += 1
    apply(g, seat, k, str(entry))
    g.table.check()


def apply(g: Game, seat: Seat, k: int, identity: str) -> None:
    """What an entry does to the ship, the seat and the table."""
    effect, number, colours = entry_of(g, identity)
    ship = seat.ships[k]
    simple = {
        "none": lambda: None,
        "ship_done": lambda: ship.barred.update(EVERYTHING),
        "no_extract": lambda: ship.barred.add("extract"),
        "no_colonise": lambda: ship.barred.add("colonise"),
        "no_move": lambda: ship.barred.add("move"),
        "no_attack": lambda: ship.barred.add("attack"),
        "colonise_no_action": lambda: setattr(ship, "no_action", True),
        "colonise_free": lambda: setattr(ship, "all_free", True),
        "lose_ship": lambda: crash(g, seat, k),
        "tech_choice": lambda: technology(g, seat),
        "remote_colony": lambda: remote_colony(g, seat),
        "teleport": lambda: teleport(g, seat, k),
        "free_ship": lambda: free_ship(g, seat),
        "choose_of": lambda: genii(g, seat, k),
        "nuts": lambda: find(g, seat, colours),
    }
    counted = {
        "colony_dies": lambda: setattr(ship, "death", max(ship.death, number)),
        "extract_cost": lambda: setattr(ship, "extract_cost", ship.extract_cost + number),
        "leave_cost": lambda: setattr(ship, "leave_cost", ship.leave_cost + number),
        "extract_toll": lambda: setattr(ship, "extract_toll", ship.extract_toll + number),
        "colonise_toll": lambda: setattr(ship, "colonise_toll", ship.colonise_toll + number),
        "free_colony": lambda: setattr(ship, "free_colonies", ship.free_colonies + number),
        "check_or_done": lambda: check_or_done(g, seat, ship, number),
        "pay_actions": lambda: calm(g, seat, ship, number),
        "exchange": lambda: exchange(g, seat, number),
        "nuts_choice": lambda: find_of_choice(g, seat, number),
        "extra_actions": lambda: extra_actions(g, seat, number),
    }
    {**simple, **counted}[effect]()


def crash(g: Game, seat: Seat, k: int) -> None:
    """AN-F11."""
    seat.count["crashes"] += 1
    lose_ship(g, seat, k, "crash")


def check_or_done(g: Game, seat: Seat, ship: Ship, need: int) -> None:
    """AN-F31, AN-F32: a die of `need` or more, else the ship is done."""
    if g.check_die(seat, "check", need) < need:
        ship.barred.update(EVERYTHING)


def calm(g: Game, seat: Seat, ship: Ship, n: int) -> None:
    """AN-F33: n actions are lost at once."""
    lost = min(n, g.table.actions)
    g.spend(seat, "a_calm", lost)
    if lost < n and g.values["calm_unpaid"] == "stop_ship":
        ship.barred.update(EVERYTHING)


def exchange(g: Game, seat: Seat, n: int) -> None:
    """AN-F42, AN-F43: up to n coins for others of the bank, one after the other."""
    for _ in range(n):
        bank = g.table.bank
        pairs = [(a, b) for a in range(4) for b in range(4) if a != b and seat.hand[a] and bank[b]]
        pair = g.mind(seat).swap(seat, pairs) if pairs else None
        if pair is None:
            return
        assert pair in pairs
        g.table.to_bank(seat, pair[0])
        assert g.table.from_bank(seat, pair[1])


def find(g: Game, seat: Seat, colours: str) -> None:
    """AN-F51, F52, F55: these colours from the bank; a colour out of stock gives nothing (AN-44)."""
    for letter in colours:
        if g.table.from_bank(seat, COLOURS.index(letter)):
            seat.count["nuts_fate"] += 1
        else:
            g.table.count["bank_refusals"] += 1


def find_of_choice(g: Game, seat: Seat, n: int) -> None:
    """AN-F53, F54, F56: coins of choice, one by one."""
    for _ in range(n):
        stock = [c for c in range(4) if g.table.bank[c]]
        if not stock:
            g.table.count["bank_refusals"] += 1
            continue
        assert g.table.from_bank(seat, g.mind(seat).coin(seat, stock))
        seat.count["nuts_fate"] += 1


def technologies_on_offer(g: Game, seat: Seat) -> list[int]:
    """Missing technologies; with gift_tech_marker = required only those with a marker in the bank."""
    required = g.values["gift_tech_marker"] == "required"
    return [c for c in range(4) if not seat.tech[c] and (g.table.bank[c] or not required)]


def technology(g: Game, seat: Seat) -> None:
    """AN-F61."""
    offer = technologies_on_offer(g, seat)
    if not offer:
        return
    colour = g.mind(seat).technology(seat, offer)
    assert colour in offer
    marked = g.values["gift_tech_marker"] != "never" and g.values["tech_nut_goes"] == "marker"
    if marked and g.table.bank[colour]:
        g.table.bank[colour] -= 1
        seat.marker[colour] += 1
    seat.tech_gift[colour] = True
    obtain(g, seat, colour)


def extra_actions(g: Game, seat: Seat, n: int) -> None:
    """AN-F62."""
    g.table.actions += n
    seat.count["x_gift"] += n


def remote_planets(g: Game, seat: Seat) -> list[int]:
    """Own planets with a free slot; empty where the seat has no figure or cannot pay."""
    v = g.values
    if seat.supply == 0:
        return []
    if v["remote_colony_cost"] == "normal":
        if g.table.actions < v["cost_colonise_actions"] or seat.coins() < v["cost_colonise_nuts"]:
            return []
    return [planet for planet in g.table.own_planets(seat) if g.table.free_slots(planet) > 0]


def remote_colony(g: Game, seat: Seat) -> None:
    """AN-F63."""
    options = remote_planets(g, seat)
    planet = g.mind(seat).remote(seat, options) if options else None
    if planet is None:
        return
    if g.values["remote_colony_cost"] == "normal":
        g.spend(seat, "a_colonise", g.values["cost_colonise_actions"])
        pay_nuts(g, seat, g.values["cost_colonise_nuts"])
    else:
        seat.count["founded_free"] += 1
    stand_colony(g, seat, planet)


def teleport_planets(g: Game, seat: Seat, ship: Ship) -> list[int]:
    """Planets 6-4 can lead to, in own numbering (teleport_target)."""
    t = g.table
    free = [p for p in t.in_own_order(seat, t.board.planets) if t.ship_at(p) is None]
    if g.values["teleport_target"] == "no_ship_no_colony":
        return [p for p in free if not sum(t.colonies[p])]
    if g.values["teleport_target"] == "with_nuts":
        return [p for p in free if t.nuts[p]]
    return free


def teleport(g: Game, seat: Seat, k: int) -> None:
    """AN-F64: not a landing, unless teleport_lands."""
    ship = seat.ships[k]
    options = teleport_planets(g, seat, ship)
    goal = g.mind(seat).teleport(seat, ship, options) if options else None
    if goal is None:
        return
    assert goal in options
    leave(g, ship)
    ship.space = goal
    g.visit(goal)
    if g.values["teleport_lands"]:
        landing(g, seat, k)


def ship_planets(g: Game, seat: Seat) -> list[int]:
    """Own planets without a ship, for 6-5; empty where no ship is in supply."""
    if None not in seat.ships:
        return []
    return [planet for planet in g.table.own_planets(seat) if g.table.ship_at(planet) is None]


def free_ship(g: Game, seat: Seat) -> None:
    """AN-F65."""
    options = ship_planets(g, seat)
    planet = g.mind(seat).free_ship(seat, options) if options else None
    if planet is not None:
        g.table.place_ship(seat, planet)


def can_apply(g: Game, seat: Seat, ship: Ship, identity: str) -> bool:
    """Whether a gift of 6-6 would do anything."""
    effect = entry_of(g, identity)[0]
    needs = {
        "tech_choice": lambda: technologies_on_offer(g, seat),
        "remote_colony": lambda: remote_planets(g, seat),
        "free_ship": lambda: ship_planets(g, seat),
        "teleport": lambda: teleport_planets(g, seat, ship),
    }
    return bool(needs[effect]()) if effect in needs else True


def genii(g: Game, seat: Seat, k: int) -> None:
    """AN-F66: one of the other entries of the row (fate_66_gifts, fate_66_mode)."""
    gifts: list[str] = g.values["fate_66_gifts"]
    mode = g.values["fate_66_mode"]
    ship = seat.ships[k]
    if mode == "none" or not gifts:
        return
    if mode == "random":
        gift = gifts[g.dice.below(g.CHECK, len(gifts))] if len(gifts) > 1 else gifts[0]
        if can_apply(g, seat, ship, gift):
            apply(g, seat, k, gift)
        return
    usable = [gift for gift in gifts if can_apply(g, seat, ship, gift)]
    if usable:
        gift = g.mind(seat).gift(seat, usable)
        if gift is not None:
            apply(g, seat, k, gift)
