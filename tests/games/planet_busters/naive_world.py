"""The table of the naive twin: players, deck, discards, draws, melds, turn order and the end (PB-01..19, 80..85)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tests.games.planet_busters.naive_chance import Chance
from tests.games.planet_busters.naive_pieces import (
    ADVANCED,
    BUSTER,
    DRONE,
    FUEL,
    NAMES,
    PLANET,
    SCREEN,
    TREATY,
    Piece,
    default_val,
)

PLAYED, LIMIT, SUDDEN, CAPPED = 0, 1, 2, 3


class Player:
    """One seat: hidden rack, ring of orbit pieces, planets in the Sphere, private reserve (PB-85)."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.rack: list[Piece] = []
        self.ring: list[Piece] = []
        self.planets: list[Piece] = []
        self.reserve: list[Piece] = []
        self.carry = 0  # unused points of played counters (`fuel_change`)
        self.mind: Any = None  # the policy that decides for this seat

    def of_class(self, classes: str) -> list[Piece]:
        return [piece for piece in self.ring if piece.cls in classes]

    @property
    def colonies(self) -> list[Piece]:
        return self.of_class("C")

    @property
    def points(self) -> int:
        """Visible score (PB-81)."""
        return sum(planet.value for planet in self.planets) + len(self.colonies)


class World:
    """Everything on the table, and the moves that need no battle."""

    def __init__(self, values: Mapping[str, Any], seats: int, chance: Chance) -> None:
        self.values = values
        self.chance = chance
        self.n = seats
        self.players = [Player(seat) for seat in range(seats)]
        self.deck: list[Piece] = []  # next piece to be drawn last
        self.discard: list[Piece] = []  # newest last
        self.supply: list[Piece] = []
        self.gone: list[Piece] = []
        self.pieces: list[Piece] = []
        self.count: Counter[Any] = Counter()
        self.turn = 0  # player-turns begun, the current one included
        self.active = 0
        self.restocks = 0
        self.first = 0  # the seat that starts
        self.treaty_drawer = -1
        self.end_reason = -1
        self.loser = -1  # sudden death
        self.deck2_size = 0
        self.restock_turn = -1
        self.opening = [0] * seats
        self.battle_rounds: list[int] = []
        self.fight_rounds: set[int] = set()
        self.make_pieces()

    # ---- set-up ------------------------------------------------------------------------------------------------

    def make_pieces(self) -> None:
        """PB-01: the counts and values of the box; basic mode leaves the advanced pieces out."""
        lists = {BUSTER: "buster_values", PLANET: "planet_values", FUEL: "fuel_values"}
        for kind, name in enumerate(NAMES):
            if kind == DRONE:
                continue
            number = self.values[f"counts.{name}"] if kind != TREATY else int(self.values["treaty_mode"] != "none")
            if self.values["mode"] == "basic" and kind in ADVANCED:
                number = 0
            for i in range(number):
                value = self.values[lists[kind]][i] if kind in lists else 0
                self.pieces.append(Piece(len(self.pieces), kind, i, self.values, value))
        for i in range(self.values["drone_supply"]):
            drone = Piece(len(self.pieces), DRONE, i, self.values)
            self.pieces.append(drone)
            self.supply.append(drone)

    def set_up(self) -> None:
        """PB-02, 03, 04, 84, 85: hands seat after seat in turn order, then the reserves, then the Treaty."""
        values = self.values
        treaty = [piece for piece in self.pieces if piece.kind == TREATY]
        self.deck = self.chance.first_deck([p for p in self.pieces if p.kind not in (TREATY, DRONE)])
        if values["treaty_mode"] == "second_pass":
            self.discard = treaty
        if values["first_player"] == "random":
            self.first = self.chance.starting_seat(self.n)
        for seat in self.seats_from(self.first):
            self.opening[seat] = sum(default_val(p) for p in self.draw(seat, values["starting_pieces"]))
        if values["sudden_death"]:
            for seat in self.seats_from(self.first):
                reserve = [self.deck.pop() for _ in range(min(values["reserve_per_player"], len(self.deck)))]
                self.players[seat].reserve = reserve[::-1]
        if values["treaty_mode"] == "bottom_half":
            self.chance.hide_in_lower_half(self.deck, treaty[0])

    def seats_from(self, seat: int) -> list[int]:
        """All seats clockwise from `seat`."""
        return [(seat + i) % self.n for i in range(self.n)]

    @property
    def treaty_in_deck(self) -> bool:
        return any(piece.kind == TREATY for piece in self.deck)

    # ---- drawing and discarding --------------------------------------------------------------------------------

    def draw(self, seat: int, number: int) -> list[Piece]:
        """One draw instruction: pieces one at a time; the Treaty ends the game, but the draw is finished (PB-11, 80)."""
        drawn = []
        for _ in range(number):
            piece = self.take(seat)
            if piece is None:
                continue
            self.count["draws_total"] += 1
            if piece.kind == TREATY:
                self.treaty_drawer = seat
                self.gone.append(piece)
            else:
                self.players[seat].rack.append(piece)
                drawn.append(piece)
        return drawn

    def take(self, seat: int) -> Piece | None:
        """PB-16, 17, 85: from the own reserve while there is one, else from the deck, which is restocked."""
        if self.players[seat].reserve:
            return self.players[seat].reserve.pop()
        if not self.deck:
            self.restock()
        if not self.deck:
            return None
        piece = self.deck.pop()
        if not self.deck and self.values["restock_timing"] == "immediate":
            self.restock()
        return piece

    def restock(self) -> None:
        """PB-16: all discards, the Treaty included, become the new deck."""
        if not self.discard or self.values["end_on_empty_deck"]:
            return
        self.restocks += 1
        self.deck = self.chance.new_deck(self.discard, self.restocks, self.values["bag_mixing"])
        self.discard = []
        if self.restocks == 1:
            self.deck2_size = len(self.deck)
            self.restock_turn = self.turn

    def throw(self, piece: Piece) -> None:
        """Onto the discard pile; drones go back to the supply (PB-15)."""
        piece.up = piece.chosen_up = piece.fresh = False
        if piece.drone is not None:
            self.supply.append(piece.drone)
            piece.drone = None
        (self.supply if piece.kind == DRONE else self.discard).append(piece)

    def play_from_rack(self, seat: int, piece: Piece) -> None:
        self.players[seat].rack.remove(piece)
        self.throw(piece)

    # ---- melding -----------------------------------------------------------------------------------------------

    def meld(self, seat: int, piece: Piece, bonus: bool = True, screen_up: bool = False) -> None:
        """PB-12, 13: into the ring (at its end, D23) or, a planet, into the middle, which draws bonus pieces."""
        player = self.players[seat]
        assert piece.cls in "SACMP"
        player.rack.remove(piece)
        if piece.kind == PLANET:
            player.planets.append(piece)
            self.count["planet_melds", seat] += 1
            if bonus:
                before = self.count["draws_total"]
                self.draw(seat, self.values["planet_meld_draws"])
                self.count["bonus_draws", seat] += self.count["draws_total"] - before
            return
        piece.up = piece.cls == "C" or (piece.kind == SCREEN and screen_up)
        piece.chosen_up = piece.kind == SCREEN and screen_up
        piece.fresh = True
        player.ring.append(piece)
        self.count["melded", piece.kind] += 1
        if self.round <= self.values["lift_round"]:
            self.count["early", seat, piece.kind] += 1

    # ---- the record ----------------------------------------------------------------------------------------------

    def note_first_draw(self, seat: int, drawn: list[Piece]) -> None:
        """Opening value: starting pieces and the first draw (h)."""
        if self.turn <= self.n:
            self.opening[seat] += sum(default_val(piece) for piece in drawn)

    def battle_started(self, attacker: Player, defender: Player) -> None:
        self.count["battles"] += 1
        self.count["battles", attacker.seat] += 1
        self.battle_rounds.append(self.round)
        if defender.ring:
            self.fight_rounds.add(self.round)

    # ---- checks ------------------------------------------------------------------------------------------------

    def check(self) -> None:
        """k.1, k.3, k.4: every piece has one place; nothing is in a fleet or hiding between battles."""
        places: list[Sequence[Piece]] = [self.deck, self.discard, self.supply, self.gone]
        for player in self.players:
            places += [player.rack, player.ring, player.planets, player.reserve]
        seen = [piece.pid for place in places for piece in place]
        assert len(seen) == len(self.pieces) and len(set(seen)) == len(seen), "a piece was lost or doubled"
        assert len(self.supply) == self.values["drone_supply"], "a drone is still out"
        for player in self.players:
            assert all(piece.kind == PLANET for piece in player.planets)
            assert all(piece.cls in "SACM" and piece.kind != DRONE for piece in player.ring)
            assert all(piece.up for piece in player.colonies)

    @property
    def round(self) -> int:
        """The round of the current player-turn, counted from 1."""
        return -(-self.turn // self.n)
