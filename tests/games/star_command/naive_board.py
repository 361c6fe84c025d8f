"""The board of the naive twin: units, lines of fire, and what each unit may do with a number."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.games.star_command.naive_facts import DIRECTIONS, KINDS, RAYS, UNITS, step


class Unit:
    """One of the 32 units."""

    def __init__(self, ident: int, side: int, row: tuple[str, str, int, bool, bool, str], values: Mapping[str, Any]):
        self.id, self.side = ident, side
        self.kind, self.code, _, self.leader, self.robot, self.ability = row
        self.type = KINDS.index(self.kind)
        self.start = values[f"units.{self.kind}.hits"]
        self.move = values[f"units.{self.kind}.move"]
        self.range = values[f"units.{self.kind}.range"]
        self.special = values.get(f"units.{self.kind}.special", 0)
        self.hits = self.start
        self.square: int | None = None
        self.moved = self.attacked = self.defended = 0

    def __repr__(self) -> str:
        return f"{self.kind}{self.id}@{self.square}"


def all_units(values: Mapping[str, Any]) -> list[Unit]:
    """The units in id order (b2)."""
    units: list[Unit] = []
    for side, rows in enumerate(UNITS):
        for row in rows:
            for _ in range(row[2]):
                units.append(Unit(len(units), side, row, values))
    assert len(units) == 32
    return units


class Board:
    """64 squares with at most one unit each (SC-03)."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.values = values
        self.units = all_units(values)
        self.at: list[Unit | None] = [None] * 64
        self.leaders = [next(u for u in self.units if u.leader and u.side == side) for side in (0, 1)]
        self.corner = values["combat.corner_blocking"]

    # ---- placing

    def place(self, unit: Unit, sq: int) -> None:
        """Put a unit on an empty square."""
        assert self.at[sq] is None and unit.hits > 0
        if unit.square is not None:
            self.at[unit.square] = None
        unit.square = sq
        self.at[sq] = unit

    def remove(self, unit: Unit) -> None:
        """Take a unit off the board (SC-38)."""
        assert unit.square is not None and self.at[unit.square] is unit
        self.at[unit.square] = None
        unit.square = None

    def living(self, side: int) -> list[Unit]:
        """Units of a side on the board, in id order."""
        return [u for u in self.units if u.side == side and u.square is not None]

    def total_hits(self, side: int | None = None) -> int:
        """Hits on the board."""
        return sum(u.hits for u in self.units if side in (None, u.side))

    def check(self) -> None:
        """Invariants 2, 3, 4."""
        for unit in self.units:
            assert (unit.square is not None) == (unit.hits > 0) and 0 <= unit.hits <= unit.start
            assert unit.square is None or self.at[unit.square] is unit
        assert sum(1 for u in self.at if u is not None) == sum(1 for u in self.units if u.square is not None)

    # ---- lines (SC-30)

    def first_seen(self, sq: int, direction: tuple[int, int]) -> tuple[int, Unit] | None:
        """Distance and unit of the first occupied square in a direction, as a line of fire sees it."""
        at = self.at
        if self.corner and direction[0] and direction[1]:
            return self._past_corners(sq, direction)
        for d, there in enumerate(RAYS[sq, direction], 1):
            unit = at[there]
            if unit is not None:
                return d, unit
        return None

    def _past_corners(self, sq: int, direction: tuple[int, int]) -> tuple[int, Unit] | None:
        """The same on a diagonal where two units on both sides of a step block it."""
        before = sq
        for d, there in enumerate(RAYS[sq, direction], 1):
            beside = (step(before, (direction[0], 0)), step(before, (0, direction[1])))
            if all(s is not None and self.at[s] is not None for s in beside):
                return None
            unit = self.at[there]
            if unit is not None:
                return d, unit
            before = there
        return None

    def shooters(self, sq: int, against: int) -> int:
        """Units hostile to side `against` with a clear line to `sq` within their Range (f2)."""
        count = 0
        for direction in DIRECTIONS[0]:
            seen = self.first_seen(sq, direction)
            if seen is not None and seen[1].side != against and seen[0] <= seen[1].range:
                count += 1
        return count

    # ---- numbers (SC-16, SC-27, SC-29, SC-31, SC-32)

    def used_as(self, number: int, stat: int) -> int:
        """What a card of `number` counts for a unit with `stat`; 0 = it may not be used."""
        if number > stat:
            return stat if self.values["over_number"] == "capped" else 0
        if self.values["stat_reading"] == "exact":
            return number if number == stat else 0
        return number

    def _in_range(self, d: int, number: int) -> bool:
        return d == number if self.values["combat.range_mode"] == "exact" else d <= number

    def card_hits(self, unit: Unit, number: int, d: int) -> bool:
        """Whether an Attack card of `number` lets `unit` hit at distance d."""
        used = self.used_as(number, unit.range)
        return used > 0 and self._in_range(d, used)

    def special_hits(self, unit: Unit, d: int) -> bool:
        """Whether a Special lets `unit` hit at distance d."""
        if unit.ability == "megaray":
            low = 1 if self.values["combat.megaray_mode"] == "up_to" else self.values["combat.megaray_min"]
            return bool(low <= d <= self.values["combat.megaray_max"])
        return unit.ability == "attack" and unit.special > 0 and self._in_range(d, unit.special)
