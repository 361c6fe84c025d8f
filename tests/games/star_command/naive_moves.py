"""Legal moves and attacks of the naive twin, in the order in which they are listed (SC-15..SC-32)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tests.games.star_command.naive_board import Board, Unit
from tests.games.star_command.naive_cards import Cards
from tests.games.star_command.naive_facts import CARDS, DIRECTIONS, KNIGHT, own_index, step

GO = 1  # a path is free
GO_FOR_SPECIAL = 2  # free only if a Special is discarded besides (SC-20)


@dataclass(frozen=True)
class Move:
    """A single move: by a card of `line`, by a Special (line None), or by both (extra)."""

    unit: Unit
    to: int
    number: int
    line: int | None
    extra: bool = False

    @property
    def specials(self) -> int:
        """Specials it costs."""
        return (self.line is None) + self.extra


@dataclass(frozen=True)
class Attack:
    """An attack by a card of `line` or by a Special (line None)."""

    unit: Unit
    target: Unit
    distance: int
    number: int
    line: int | None


class Legal:
    """What the rules allow in a position."""

    def __init__(self, values: Mapping[str, Any], board: Board, cards: Cards) -> None:
        self.values, self.board, self.cards = values, board, cards
        self.pass_word = {kind: values[f"movement.{kind}_pass_through"] for kind in ("mira", "alpha2")}

    # ---- cards for numbers (f2: a faction card first, then the common line, then Special)

    def line_for(self, side: int, kind: str, number: int, unit: Unit | None) -> int | None:
        """The card of type `kind` and `number` that would be played, for `unit` where that matters."""
        lines = [
            c
            for c in CARDS
            if c.type == kind
            and c.number == number
            and self.cards.hand[side][c.line] > 0
            and self.cards.usable(side, c, unit.kind if unit else None)
        ]
        lines.sort(key=lambda c: (c.owner is None, c.line))
        return lines[0].line if lines else None

    # ---- paths (SC-18, SC-19, SC-20)

    def may_pass(self, unit: Unit, other: Unit) -> int:
        """Whether `unit` may go through `other`: 0, GO or GO_FOR_SPECIAL."""
        word = self.pass_word.get(unit.kind, "never")
        if word == "never" or (self.values["movement.pass_through_scope"] == "friendly" and other.side != unit.side):
            return 0
        return GO if word == "always" else GO_FOR_SPECIAL

    def line_path(self, unit: Unit, direction: tuple[int, int], n: int) -> tuple[int, int]:
        """(end square, GO | GO_FOR_SPECIAL | 0) of a straight move of n squares."""
        assert unit.square is not None
        end = step(unit.square, direction, n)
        if end is None or self.board.at[end] is not None:
            return -1, 0
        price = GO
        for i in range(1, n):
            there = step(unit.square, direction, i)
            assert there is not None
            other = self.board.at[there]
            if other is not None:
                needed = self.may_pass(unit, other)
                if not needed:
                    return -1, 0
                price = max(price, needed)
        return end, price

    def step_reach(self, unit: Unit, n: int, with_special: bool) -> set[int]:
        """Empty squares within n king steps through squares the unit may enter (path = steps)."""
        assert unit.square is not None
        reached, edge = {unit.square}, {unit.square}
        for _ in range(n):
            edge = {
                there
                for sq in edge
                for d in DIRECTIONS[0]
                if (there := step(sq, d)) is not None
                and there not in reached
                and self._enters(unit, there, with_special)
            }
            reached |= edge
        return {sq for sq in reached if self.board.at[sq] is None}

    def _enters(self, unit: Unit, sq: int, with_special: bool) -> bool:
        other = self.board.at[sq]
        if other is None:
            return True
        needed = self.may_pass(unit, other)
        return needed == GO or (needed == GO_FOR_SPECIAL and with_special)

    # ---- single moves

    def may_move(self, unit: Unit) -> bool:
        """SC-17."""
        limit = self.values["movement.moves_per_unit"]
        return limit == 0 or unit.moved < limit

    def move_cards(self, unit: Unit) -> Iterator[tuple[int, int | None, int]]:
        """(number, line or None for Hot Dogging, squares) the unit can use, by rising number."""
        for number in range(1, 9):
            line = self.line_for(unit.side, "M", number, unit)
            squares = self.board.used_as(number, unit.move)
            if line is not None and squares > 0:
                yield number, line, squares
            elif unit.ability == "hot_dogging" and unit.special == number and self.cards.specials(unit.side) > 0:
                yield number, None, number

    def single_moves(self, side: int) -> list[Move]:
        """All single moves by card or Hot Dogging (SC-15..SC-20, SC-23), then Stealth (SC-24)."""
        found: list[Move] = []
        for unit in self.board.living(side):
            if self.may_move(unit):
                ways = list(self.move_cards(unit))
                if ways:
                    found += self._step_moves(unit, ways) if self.values["movement.path"] == "steps" else (
                        self._line_moves(unit, ways))  # fmt: skip
        for unit in self.board.living(side):
            if unit.ability == "stealth" and self.may_move(unit) and self.cards.specials(side) > 0:
                ends = sorted(self._leaps(unit), key=lambda sq: own_index(sq, side))
                found += [Move(unit, sq, 0, None) for sq in ends]
        return found

    def _line_moves(self, unit: Unit, ways: list[tuple[int, int | None, int]]) -> Iterator[Move]:
        for direction in DIRECTIONS[unit.side]:
            for number, line, squares in ways:
                shortest = 1 if self.values["movement.distance"] == "up_to" else squares
                for n in range(shortest, squares + 1):
                    end, price = self.line_path(unit, direction, n)
                    if price == GO or (price == GO_FOR_SPECIAL and self.cards.specials(unit.side) > 0):
                        yield Move(unit, end, number, line, price == GO_FOR_SPECIAL)

    def _step_moves(self, unit: Unit, ways: list[tuple[int, int | None, int]]) -> Iterator[Move]:
        for number, line, squares in ways:
            free = self.step_reach(unit, squares, False)
            paid = self.step_reach(unit, squares, True) if self.cards.specials(unit.side) > 0 else free
            for sq in sorted(paid, key=lambda s: own_index(s, unit.side)):
                yield Move(unit, sq, number, line, sq not in free)

    def _leaps(self, unit: Unit) -> list[int]:
        assert unit.square is not None
        if self.values["movement.move_k"] == "knight":
            ends = [step(unit.square, d) for d in KNIGHT]
        else:
            longest = 1 if self.values["movement.move_k"] == "king" else 7
            ends = [step(unit.square, d, n) for d in DIRECTIONS[0] for n in range(1, longest + 1)]
        return [sq for sq in ends if sq is not None and self.board.at[sq] is None]

    # ---- group advances (SC-21)

    def group_ways(self, side: int) -> list[tuple[int, tuple[int, int]]]:
        """(number, direction) of the group advances that the hand could pay for."""
        if not self.values["movement.multi_forward"]:
            return []
        turns = (0, 1, 7) if self.values["movement.multi_forward_diagonal"] else (0,)
        numbers = [n for n in range(1, 6) if self.line_for(side, "M", n, None) is not None]
        return [(n, DIRECTIONS[side][turn]) for n in numbers for turn in turns]

    def group_line(self, side: int, number: int) -> int | None:
        """The card a group advance is paid with."""
        return self.line_for(side, "M", number, None)

    def group_order(self, side: int) -> list[Unit]:
        """Own units, nearest the enemy edge first, then file a..h."""
        return sorted(
            self.board.living(side), key=lambda u: (-(own_index(u.square or 0, side) // 8), (u.square or 0) % 8)
        )

    def advance(self, unit: Unit, number: int, direction: tuple[int, int]) -> int | None:
        """Where the unit would end in a group advance on the board as it is, None if it may not."""
        squares = self.board.used_as(number, unit.move)
        line = self.group_line(unit.side, number)
        if not self.may_move(unit) or squares == 0 or line is None:
            return None
        if not self.cards.usable(unit.side, CARDS[line], unit.kind):
            return None
        shortest = 1 if self.values["movement.distance"] == "up_to" else squares
        for n in range(squares, shortest - 1, -1):
            end, price = self.line_path(unit, direction, n)
            if price == GO:
                return end
        return None

    # ---- attacks

    def may_attack(self, unit: Unit) -> bool:
        """SC-27, SC-28."""
        limit = self.values["combat.attacks_per_unit"]
        if unit.moved and not self.values["combat.move_then_attack"]:
            return False
        return limit == 0 or unit.attacked < limit

    def attacks(self, side: int) -> list[Attack]:
        """All attacks, by attacker, direction, rising number, then Special (f2)."""
        found = []
        lines = {n: line for n in range(1, 6) if (line := self.line_for(side, "A", n, None)) is not None}
        special = self.cards.specials(side) > 0
        for unit in self.board.living(side):
            if not self.may_attack(unit):
                continue
            assert unit.square is not None
            for direction in DIRECTIONS[side]:
                seen = self.board.first_seen(unit.square, direction)
                if seen is None or seen[1].side == side:
                    continue
                d, target = seen
                found += [Attack(unit, target, d, n, line) for n, line in lines.items()
                          if self.board.card_hits(unit, n, d)]  # fmt: skip
                if special and self.board.special_hits(unit, d):
                    found.append(Attack(unit, target, d, unit.special, None))
        return found
