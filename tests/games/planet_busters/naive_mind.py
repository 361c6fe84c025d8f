"""What every player of the naive twin can be asked, and how the decision engine answers outside battles (f.1-f.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.games.planet_busters.naive_fleet import Target, Unit
from tests.games.planet_busters.naive_pieces import (
    BUSTER,
    CARRIER,
    FUEL,
    ONE,
    PLANET,
    VALUE_NAME,
    WHIRLER,
    Piece,
    tenths,
)
from tests.games.planet_busters.naive_world import Player, World


def millionths(x: float) -> int:
    return round(x * ONE)


def mul(*factors: int) -> int:
    """Product of millionths from left to right, rounded down after every multiplication."""
    product = factors[0]
    for factor in factors[1:]:
        product = product * factor // ONE
    return product


class Mind:
    """A player's head. Weights are whole millionths where they are real numbers."""

    def __init__(self, world: World, player: Player, weights: Mapping[str, Any]) -> None:
        self.world = world
        self.values = world.values
        self.player = player
        self.seat = player.seat
        self.chance = world.chance
        self.w = {k: millionths(v) if isinstance(v, float) else v for k, v in weights.items()}
        self.number_model = list(weights["number_model"])

    # ---- worth and chances -------------------------------------------------------------------------------------

    def val(self, piece: Piece) -> int:
        """VAL of a piece whose face is known (f.1)."""
        unit = self.w[f"value_{VALUE_NAME[piece.kind]}"]
        if piece.kind in (BUSTER, FUEL):
            return int(unit * piece.value)
        if piece.kind == PLANET:
            return int(unit + piece.value * ONE)
        return int(unit)

    def unit_val(self, unit: Unit) -> int:
        return self.val(unit.piece) + (self.val(unit.tow) if unit.tow is not None else 0)

    def seen_val(self, piece: Piece) -> int:
        """VAL of another player's piece as this player sees it."""
        return self.val(piece) if piece.up else int(self.w["unknown_value"])

    def seen_defence(self, piece: Piece) -> int:
        return piece.defence if piece.up else int(self.w["assumed_bn"])

    def chance_of(self, a: int, d: int) -> int:
        return tenths(self.values, a, d) * 100_000

    def whirl(self, d: int) -> int:
        """At least one of a whirler's four rolls hits."""
        miss = ONE
        for a in self.values["whirler_shots"]:
            miss = mul(miss, ONE - self.chance_of(a, d))
        return ONE - miss

    def gun_chance(self, gun: Piece, d: int, activated: bool = True) -> int:
        """hit(a, d) of a piece of known face (f.1)."""
        if not gun.laser or (gun.kind == CARRIER and not activated):
            return 0
        return self.whirl(d) if gun.kind == WHIRLER else self.chance_of(gun.fire, d)

    def unit_chance(self, unit: Unit, d: int) -> int:
        return self.gun_chance(unit.gun, d, unit.activated) if not unit.is_buster else 0

    def fires(self, target: Target) -> int:
        """How likely a target is to fire, as the attacker sees it."""
        if not target.piece.up:
            return int(self.w["fire_fraction"])
        return ONE if target.has_laser else 0

    def fire_chance(self, target: Target, d: int) -> int:
        """hit(d, a) of a target against a unit's defence, as the attacker sees it."""
        if not target.piece.up:
            return self.chance_of(self.w["assumed_bn"], d)
        return self.gun_chance(target.piece, d, target.activated)

    @staticmethod
    def next_torpedo(firers: list[Any]) -> Any:
        """Who fires the next torpedo: fleet order, ring order."""
        return firers[0]

    # ---- fuel --------------------------------------------------------------------------------------------------

    def counters_held(self) -> list[Piece]:
        return [piece for piece in self.player.rack if piece.kind == FUEL]

    def cover(self, need: int) -> list[Piece] | None:
        """f.1: the smallest counter that is enough, else the largest and go on; None = short."""
        held, played = self.counters_held(), []
        while need > 0:
            if not held:
                return None
            enough = [piece for piece in held if piece.value >= need]
            if enough:
                choice = min(enough, key=lambda piece: (piece.value, piece.pid))
            else:
                choice = min(held, key=lambda piece: (-piece.value, piece.pid))
            held.remove(choice)
            played.append(choice)
            need -= choice.value
        return played

    def counters(self, _battle: Any, _player: Player, short: int) -> list[Piece]:
        played = self.cover(short)
        assert played is not None, "a payment was promised that the rack cannot cover"
        return played
