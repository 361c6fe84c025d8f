"""Pieces of Planet Busters for the naive twin: what they are, what they are worth, how they hit (b.1, PB-50, f.1).

Written from the rules reference alone; see naive.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

NAMES = (
    "scout", "zerstor", "conicle", "baycruz", "dranaut", "deathon", "tanker", "tug", "armed_merchantman", "blue_bolt",
    "carrier", "reflector", "sailing_ship", "salvage_vessel", "whirler", "armored_satellite", "fuel_station",
    "torpedo_station", "screen_satellite", "colony_columbia", "colony_beta", "mines", "planet_buster", "planet", "fuel",
    "halleys_comet", "meteor_storm", "mutiny", "revolt", "sabotage", "spy", "chaff", "peace_treaty", "drone",
)  # fmt: skip
CODE = {name: code for code, name in enumerate(NAMES)}
CLASSES = "S" * 15 + "A" * 4 + "C" * 2 + "M" + "B" + "P" + "F" + "E" * 7 + "X" + "D"
ADVANCED = {*range(8, 15), 17, 18, 19, 20, 21, 31}
(
    SCOUT, ZERSTOR, CONICLE, BAYCRUZ, DRANAUT, DEATHON, TANKER, TUG, MERCHANTMAN, BLUE_BOLT, CARRIER, REFLECTOR,
    SAILING, SALVAGE, WHIRLER, ARMORED, STATION, TORPEDO_STATION, SCREEN, COLUMBIA, BETA, MINES, BUSTER, PLANET, FUEL,
    COMET, METEOR, MUTINY, REVOLT, SABOTAGE, SPY, CHAFF, TREATY, DRONE,
) = range(34)  # fmt: skip
VALUE_NAME = (
    *NAMES[:19], "colony", "colony", "mines", "buster", "planet", "fuel", "halley", "meteor", "mutiny", "revolt",
    "sabotage", "spy", "chaff", "", "drone",
)  # fmt: skip
DEFAULT_VAL = (
    1, 2.5, 3, 4, 5, 6.5, 5, 1.5, 3, 2.5, 5, 3.5, 3, 3, 6, 3, 4, 2.5, 4, 5, 5, 3, 0.8, 3, 0.5, 3, 2.5, 4, 4, 3, 1, 2.5,
    0, 0.5,
)  # fmt: skip
ONE = 1_000_000  # scores are whole millionths
UNIT_TYPES = (*range(23), DRONE)  # the 24 types counted in the outcome record


class Piece:
    """One counter. `up`: face up; `chosen_up`: a Screen its owner keeps face up; `drone`: screening drone on it."""

    __slots__ = ("chosen_up", "cls", "defence", "drone", "fire", "fresh", "kind", "laser", "pid", "serial", "torpedoes", "up",
                 "value")  # fmt: skip

    def __init__(self, pid: int, kind: int, copy: int, values: Mapping[str, Any], value: int = 0) -> None:
        self.pid = pid
        self.serial = 64 * kind + copy
        self.kind = kind
        self.cls = CLASSES[kind]
        self.value = value
        self.fire = self.defence = 0
        self.torpedoes = 0
        self.laser = False
        if kind in UNIT_TYPES and kind not in (MINES, BUSTER):
            name = NAMES[kind]
            self.fire = self.defence = values[f"battle.{name}"]
            self.torpedoes = values[f"torpedoes.{name}"]
            self.laser = kind != REFLECTOR and values[f"laser.{name}"]  # the Reflector never fires (PB-57)
        elif kind in (BUSTER, PLANET):
            self.fire = self.defence = value
        self.up = False
        self.chosen_up = False
        self.fresh = False
        self.drone: Piece | None = None

    @property
    def name(self) -> str:
        return NAMES[self.kind]

    def __repr__(self) -> str:
        return f"{self.name}{self.value or ''}#{self.pid}{'^' if self.up else '_'}"


def faces_that_bite(odds: int) -> tuple[int, ...]:
    """Faces on which an event bites (V10): odd faces first."""
    return (1, 3, 5, 7, 9, 2, 4, 6, 8, 10)[:odds]


def hits(values: Mapping[str, Any], face: int, a: int, d: int) -> bool:
    """PB-50."""
    if face == 1 and values["natural_one_hits"]:
        return True
    if face == 10 and values["natural_ten_misses"]:
        return False
    return face - (a - d) <= values["hit_base"]


def tenths(values: Mapping[str, Any], a: int, d: int) -> int:
    """Faces of ten that hit."""
    return sum(hits(values, face, a, d) for face in range(1, 11))


def default_val(piece: Piece) -> int:
    """VAL with the printed weights, in millionths (f.1); the outcome record measures with it."""
    unit = round(DEFAULT_VAL[piece.kind] * ONE)
    if piece.kind in (BUSTER, FUEL):
        return unit * piece.value
    return unit + piece.value * ONE if piece.kind == PLANET else unit
