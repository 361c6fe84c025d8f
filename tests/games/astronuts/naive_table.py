"""The position of the naive twin: seats, ships, coins, counters, and the invariants of section 12."""

from __future__ import annotations

from typing import Any

from tests.games.astronuts.naive_board import NaiveBoard

COLOURS = "RPOY"
LASER, SHIELDS, ENERGY, WARP = range(4)

SEAT_COUNTERS = (
    "x_sum", "x_gift", "x_unused", "decl_sum", "decl_ok", "turns", "a_move", "a_extract", "a_colonise", "a_build",
    "a_attack", "a_tech", "a_calm", "founded", "founded_free", "died", "lost_col", "lost_ship", "crashes",
    "asteroid_loss", "respawns", "att", "kill_ship", "kill_col", "def", "def_held", "nuts_extracted", "nuts_fate",
    "nuts_spent", "tw_decl", "tw_fate", "tw_att", "tw_check", "tw_def",
)  # fmt: skip


class Ship:
    """A ship on the board, with what fate laid on it this turn (AN-43)."""

    def __init__(self, space: int) -> None:
        self.space = space
        self.must_move = False  # announced the crossing of an asteroid space
        self.pending_fate = False  # landing_trigger = stop: stands on a planet whose fate is not rolled yet
        self.entered_asteroid = False
        self.clear_turn()

    def clear_turn(self) -> None:
        """Everything fate did lapses."""
        self.barred: set[str] = set()  # extract, colonise, move, attack
        self.must_move = False
        self.entered_asteroid = False
        self.clear_planet()

    def clear_planet(self) -> None:
        """The conditions of the planet it stands on lapse."""
        self.leave_cost = 0
        self.extract_cost = 0
        self.death = 0
        self.extract_toll = 0
        self.colonise_toll = 0
        self.no_action = False  # 4-4
        self.free_colonies = 0  # 4-5
        self.all_free = False  # 4-6


class Seat:
    """What one seat owns, and its counters."""

    def __init__(self, number: int, values: dict[str, Any]) -> None:
        self.number = number
        self.ships: list[Ship | None] = [None] * values["ships_per_player"]
        self.hand = [0, 0, 0, 0]
        self.marker = [0, 0, 0, 0]
        self.tech = [False] * 4
        self.tech_round = [-1] * 4
        self.tech_gift = [False] * 4
        self.supply = values["colonies_per_player"] - (1 if values["action_bar_marker"] else 0)
        self.out = 0  # destroyed for good (destroyed_colony = out)
        self.warp = 0
        self.carried = 0
        self.last_loss = ""  # what took the last ship: crash, attack or asteroid
        self.home = -1
        self.own: list[int] = []
        self.count = dict.fromkeys(SEAT_COUNTERS, 0)
        self.decl = [0] * 7
        self.colonies_after = {3: -1, 6: -1, 10: -1}
        self.bonus_nuts = 0
        self.tech_paid = 0
        self.gift_markers = 0

    def fleet(self) -> list[tuple[int, Ship]]:
        """Ships on the board with their numbers, lowest first."""
        return [(k, ship) for k, ship in enumerate(self.ships) if ship is not None]

    def coins(self) -> int:
        """Coins in hand."""
        return sum(self.hand)


class Table:
    """Board, bank, seats and game counters."""

    def __init__(self, values: dict[str, Any], board: NaiveBoard, seats: int) -> None:
        self.values = values
        self.board = board
        self.seats = [Seat(number, values) for number in range(seats)]
        self.nuts: dict[int, list[int]] = {planet: [] for planet in board.planets}  # colours on each planet
        self.colonies: dict[int, list[int]] = {planet: [0] * seats for planet in board.planets}
        self.bank = [values["nuts_per_colour"]] * 4
        self.round = 0
        self.actions = 0
        self.asked: dict[int, bool] = {}  # answers to "may I pass?" of this turn
        self.start_planets = 0
        self.over = False  # ended at once
        self.goal_reached = False
        self.count = dict.fromkeys(
            ("short_deal", "guard_hits", "landings", "bank_refusals", "blocked_pass", "lead_changes"), 0
        )
        self.fate = dict.fromkeys((10 * a + b for a in range(1, 7) for b in range(1, 7)), 0)
        self.figures = self.seats[0].supply
        self.explored_before = len(board.planets)

    # ---- questions

    def slots(self, planet: int) -> int:
        """Colonies the planet can hold (AN-27)."""
        return self.values[f"planet_slots.{self.board.size[planet]}"]

    def free_slots(self, planet: int) -> int:
        """Slots not taken yet."""
        return self.slots(planet) - sum(self.colonies[planet])

    def ship_at(self, space: int) -> tuple[Seat, int] | None:
        """Owner and number of the ship on a space."""
        found = [(seat, k) for seat in self.seats for k, ship in seat.fleet() if ship.space == space]
        assert len(found) <= 1, f"two ships on space {space}"
        return found[0] if found else None

    def planets_with_nuts(self) -> int:
        """Planets not explored yet."""
        return sum(1 for coins in self.nuts.values() if coins)

    def colonies_of(self, seat: Seat) -> int:
        """Colonies of a seat on the board."""
        return sum(row[seat.number] for row in self.colonies.values())

    def is_planet(self, space: int) -> bool:
        """Whether the space is a planet."""
        return self.board.kind[space] == "planet"

    def edge(self, attacker: Seat, defender: Seat) -> int:
        """Attack bonus minus defence bonus (AN-36, AN-37)."""
        laser = self.values["laser_bonus"] if attacker.tech[LASER] else 0
        return laser - (self.values["shield_bonus"] if defender.tech[SHIELDS] else 0)

    def own_planets(self, seat: Seat) -> list[int]:
        """Planets with an own colony, and the own home (own_planet), in the seat's own numbering."""
        home = {seat.home} if self.values["own_planet"] == "colony_or_home" else set()
        mine = [p for p in self.board.planets if self.colonies[p][seat.number] or p in home]
        return sorted(mine, key=lambda p: seat.own[p])

    def in_own_order(self, seat: Seat, spaces: list[int]) -> list[int]:
        """Spaces sorted by the seat's own numbering."""
        return sorted(spaces, key=lambda space: seat.own[space])

    def free_neighbours(self, seat: Seat, space: int) -> list[int]:
        """Neighbours without a ship, in own numbering."""
        return [y for y in self.in_own_order(seat, self.board.neighbours[space]) if self.ship_at(y) is None]

    # ---- changes

    def place_ship(self, seat: Seat, space: int) -> Ship:
        """Bring a supply ship to a space without a ship: the lowest ship number not on the board."""
        assert self.ship_at(space) is None
        ship = Ship(space)
        seat.ships[seat.ships.index(None)] = ship
        return ship

    def from_bank(self, seat: Seat, colour: int) -> bool:
        """One coin of a colour to the hand, if the bank has it."""
        if self.bank[colour] == 0:
            return False
        self.bank[colour] -= 1
        seat.hand[colour] += 1
        return True

    def to_bank(self, seat: Seat, colour: int) -> None:
        """One coin of a colour back to the bank (AN-40)."""
        assert seat.hand[colour] > 0
        seat.hand[colour] -= 1
        self.bank[colour] += 1

    # ---- invariants of section 12

    def check(self) -> None:
        """Conservation of coins, ships and figures; slots; one ship per space."""
        for c in range(4):
            planets = sum(coins.count(c) for coins in self.nuts.values())
            held = sum(seat.hand[c] + seat.marker[c] for seat in self.seats)
            assert self.bank[c] >= 0 and planets + held + self.bank[c] == self.values["nuts_per_colour"], "12.1"
        for seat in self.seats:
            assert min(seat.hand) >= 0
            assert seat.supply >= 0 and seat.supply + seat.out + self.colonies_of(seat) == self.figures, "12.2"
            spent = sum(seat.count[key] for key in seat.count if key.startswith("a_"))
            assert seat.warp <= max(0, self.values["time_warp_uses"]) * seat.tech[WARP], "12.11"
            assert spent >= 0
        spaces = [ship.space for seat in self.seats for _, ship in seat.fleet()]
        assert len(spaces) == len(set(spaces)), "12.3"
        for planet, row in self.colonies.items():
            assert min(row) >= 0 and sum(row) <= self.slots(planet), "12.4"
            assert len(set(self.nuts[planet])) == len(self.nuts[planet]), "AN-06"
        left = self.planets_with_nuts()
        assert left <= self.explored_before, "12.5"
        self.explored_before = left
        assert self.actions >= 0, "12.6"

    def check_books(self, seat: Seat) -> None:
        """Actions and coins of a whole game add up (invariants 6 and 7)."""
        n = seat.count
        spent = (
            n["a_move"] + n["a_extract"] + n["a_colonise"] + n["a_build"] + n["a_attack"] + n["a_tech"] + n["a_calm"]
        )
        assert n["x_sum"] + n["x_gift"] == spent + n["x_unused"], (seat.number, "12.6")
        start = 4 * self.values["start_nuts_per_colour"]
        income = start + n["nuts_extracted"] + n["nuts_fate"] + seat.bonus_nuts
        assert income - n["nuts_spent"] - seat.tech_paid == seat.coins(), (seat.number, "12.7")
        uses = n["tw_decl"] + n["tw_fate"] + n["tw_att"] + n["tw_check"] + n["tw_def"]
        own_turns = n["turns"] + (1 if self.values["time_warp_scope"] == "any_roll" else 0)
        assert uses <= own_turns * 2 * self.values["time_warp_uses"], "12.11"
        assert uses == 0 or seat.tech[WARP], "12.11"
