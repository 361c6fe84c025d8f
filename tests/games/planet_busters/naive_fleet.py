"""Units of an attack, targets of a defence, and the two fuel ledgers of the naive twin (PB-23..27)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from tests.games.planet_busters.naive_pieces import (
    BUSTER,
    CARRIER,
    DRONE,
    MERCHANTMAN,
    MINES,
    SAILING,
    STATION,
    TANKER,
    Piece,
)
from tests.games.planet_busters.naive_world import Player

UNLIMITED = 10**6
SOURCES = ("planet", "counter", "tanker", "station", "merchant")


class Unit:
    """One attacking unit: a ship (with its tow), a drone or a buster."""

    def __init__(self, piece: Piece, tow: Piece | None = None) -> None:
        self.piece = piece
        self.tow = tow
        self.present = True  # still in the battle
        self.dead = False  # destroyed, or exploded
        self.home = False  # turned back by a comet or storm
        self.target: Target | None = None
        self.paired_once = False  # fought in front, not in the rear
        self.no_target_at_start = False
        self.void = False  # a buster whose pairing became void
        self.fires = False  # will fire its laser at its target
        self.activated = False
        self.torpedoes_fired = 0

    def __repr__(self) -> str:
        return f"<{self.piece}{' + ' + repr(self.tow) if self.tow else ''}{'' if self.present else ' gone'}>"

    @property
    def kind(self) -> int:
        return self.piece.kind

    @property
    def is_buster(self) -> bool:
        return self.kind == BUSTER

    @property
    def gun(self) -> Piece:
        """The piece whose laser and torpedoes count (PB-24)."""
        return self.tow if self.tow is not None else self.piece

    @property
    def has_laser(self) -> bool:
        """Can it fire now? A carrier only when activated (PB-35)."""
        if self.gun.kind == CARRIER and not self.activated:
            return False
        return self.gun.laser

    @property
    def free_fire(self) -> bool:
        """PB-47: sailing ships, drones and activated carriers pay nothing."""
        return self.gun.kind in (SAILING, DRONE) or (self.gun.kind == CARRIER and self.activated)

    @property
    def free_capture(self) -> bool:
        """PB-62: at planets carriers pay again."""
        return self.gun.kind in (SAILING, DRONE)

    def defence(self, values: Mapping[str, Any]) -> int:
        """PB-24: a tug and its tow defend with the rounded mean."""
        if self.tow is None:
            return self.piece.defence
        total = self.piece.defence + self.tow.defence
        return -(-total // 2) if values["tow_rounding"] == "up" else total // 2

    @property
    def torpedoes_left(self) -> int:
        return max(0, self.gun.torpedoes - self.torpedoes_fired)

    @property
    def moves_for(self) -> int:
        """PB-25."""
        return 0 if self.kind in (SAILING, BUSTER, DRONE) else 1


class Target:
    """A piece in the defender's orbit during one battle."""

    def __init__(self, piece: Piece) -> None:
        self.piece = piece
        self.units: list[Unit] = []  # paired with it, in pairing order
        self.gone = False
        self.withheld = False  # in the defender's rear (E1)
        self.spied = False
        self.seen_by: Unit | None = None  # the scout that turned it up as a neighbour
        self.activated = False
        self.fires = False  # will return fire
        self.victim: Unit | None = None
        self.torpedoes_fired = 0
        self.took_over = False  # a drone that took the place of a lost piece below it

    def __repr__(self) -> str:
        return f"[{self.piece}{' under ' + repr(self.piece.drone) if self.piece.drone else ''}]"

    @property
    def living(self) -> list[Unit]:
        return [unit for unit in self.units if unit.present]

    @property
    def is_colony(self) -> bool:
        return self.piece.cls == "C"

    @property
    def is_mines(self) -> bool:
        return self.piece.kind == MINES

    @property
    def has_laser(self) -> bool:
        if self.piece.kind == CARRIER and not self.activated:
            return False
        return self.piece.laser

    @property
    def free_fire(self) -> bool:
        return self.piece.kind in (SAILING, DRONE) or (self.piece.kind == CARRIER and self.activated)

    @property
    def torpedoes_left(self) -> int:
        return max(0, self.piece.torpedoes - self.torpedoes_fired)


class Ledger:
    """Fuel of one side. `leftover`: points of counters already played that are not used yet."""

    def __init__(self, values: Mapping[str, Any], player: Player, count: Counter[Any], planets: list[Piece]) -> None:
        self.values = values
        self.player = player
        self.count = count
        self.planet_points = values["planet_fuel"] * len(planets)
        self.leftover = player.carry
        self.merchant_left: dict[int, int] = {}
        self.discarded: Callable[[Piece], None] = lambda _piece: None

    def planets_serve(self, _use: str) -> bool:
        """May planets pay for `use`?"""
        return True

    def unlimited(self, _use: str) -> str:
        """Name of an unlimited source, or an empty word."""
        return ""

    def merchants(self, _use: str) -> tuple[list[Piece], list[Piece]]:
        """Merchantmen at home that serve, and merchantmen present in the battle."""
        return [], []

    def merchant_points(self, pieces: list[Piece]) -> int:
        return sum(self.merchant_left.setdefault(piece.pid, self.values["merchantman_fuel"]) for piece in pieces)

    def free_points(self, use: str) -> int:
        """What all sources but new counters still hold for `use`."""
        if self.unlimited(use):
            return UNLIMITED
        home, here = self.merchants(use)
        planets = self.planet_points if self.planets_serve(use) else 0
        return planets + self.merchant_points(home) + self.leftover + self.merchant_points(here)

    def play(self, counters: list[Piece]) -> None:
        """Counters from the rack join the leftovers (no change, PB-26)."""
        for counter in counters:
            self.player.rack.remove(counter)
            self.leftover += counter.value
            self.count["fuel_points_played"] += counter.value
            self.discarded(counter)

    def close(self) -> None:
        """Leftovers lapse, or stay with their owner (`fuel_change`)."""
        if self.values["fuel_change"]:
            self.player.carry = self.leftover
        else:
            self.count["fuel_points_wasted"] += self.leftover

    def pay(self, need: int, use: str) -> None:
        """Pay `need` points in the order of PB-26: planets, station or tanker, merchantmen at home, leftovers, present."""
        if self.planets_serve(use):
            need -= self._from_planets(need)
        source = self.unlimited(use)
        if source and need:
            self.count["source", source] += need
            need = 0
        home, here = self.merchants(use)
        need -= self._from_merchants(home, need)
        used = min(need, self.leftover)
        self.leftover -= used
        self.count["source", "counter"] += used
        need -= used
        need -= self._from_merchants(here, need)
        assert need == 0, "paid more fuel than there was"

    def _from_planets(self, need: int) -> int:
        used = min(need, self.planet_points)
        self.planet_points -= used
        self.count["source", "planet"] += used
        return used

    def _from_merchants(self, pieces: list[Piece], need: int) -> int:
        total = 0
        self.merchant_points(pieces)
        for piece in pieces:
            used = min(need - total, self.merchant_left[piece.pid])
            self.merchant_left[piece.pid] -= used
            self.count["source", "merchant"] += used
            total += used
        return total


class AttackLedger(Ledger):
    """PB-26. `units` is the fleet; what is not in it stays home."""

    units: list[Unit]

    def planets_serve(self, use: str) -> bool:
        return use == "move" or self.values["planet_fuel_fires_on_attack"]

    def unlimited(self, use: str) -> str:
        there = [piece.kind for unit in self.units if unit.present for piece in (unit.piece, unit.tow) if piece]
        home = [piece.kind for piece in self.player.ring] if use == "move" else []
        if TANKER in there or TANKER in home:
            return "tanker"
        return "station" if STATION in there or STATION in home else ""

    def merchants(self, use: str) -> tuple[list[Piece], list[Piece]]:
        home = [piece for piece in self.player.ring if piece.kind == MERCHANTMAN] if use == "move" else []
        return home, [unit.piece for unit in self.units if unit.present and unit.kind == MERCHANTMAN]


class DefenceLedger(Ledger):
    """PB-27: sources in the orbit serve once they are face up."""

    def planets_serve(self, use: str) -> bool:
        return use == "fire" or self.values["defender_planet_fuel_any"]

    def unlimited(self, use: str) -> str:
        shown = [piece.kind for piece in self.player.ring if piece.up]
        return "tanker" if TANKER in shown else "station" if STATION in shown else ""

    def merchants(self, use: str) -> tuple[list[Piece], list[Piece]]:
        return [], [piece for piece in self.player.ring if piece.kind == MERCHANTMAN and piece.up]
