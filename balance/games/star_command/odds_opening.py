"""Exact odds of turn 1: where the units can go, and the chance of a shot with three cards (j8).

At most one Move play and one attack, no draw cards. A group advance counts as one Move play; which of its units must
move and which must not follows from the line of fire, so no subset is tried in vain.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Any

from balance.games.contract import Cell, OddsColumn, OddsResult, OddsTable, Setting
from balance.games.star_command.odds_board import KNIGHT, LINES, Direction, beyond
from balance.games.star_command.odds_cards import DECK, counts_of, printed, side_may_use
from balance.games.star_command.state import SETUPS, SIDE_NAMES, UNIT_FACTS

SPECIAL, OTHER = "S", "-"
FACT = {fact["code"]: fact for fact in UNIT_FACTS}
PASSERS = ("mira", "alpha2")


@dataclass(frozen=True)
class Position:
    """Codes of the units by square, at the start of turn 1."""

    units: tuple[str, ...]  # 64 codes, "" = empty

    def side(self, square: int) -> int | None:
        """Side of the unit on a square."""
        return FACT[self.units[square]]["side"] if self.units[square] else None

    def moved(self, start: int, end: int) -> Position:
        """The position with one unit moved."""
        units = list(self.units)
        units[end], units[start] = units[start], ""
        return Position(tuple(units))


@cache
def start(rangers: str, zurg: str) -> Position:
    """The position of two named set-ups."""
    front = [SETUPS["rangers"][rangers][row] for row in ("back", "front")]
    rear = [SETUPS["zurg"][zurg][row] for row in ("front", "back")]
    return Position(tuple(front[0] + front[1]) + ("",) * 32 + tuple(rear[0] + rear[1]))


def stat(code: str, name: str) -> int:
    """Printed hits, move, range or special of a unit."""
    return int(printed().get(f"units.{FACT[code]['name']}.{name}", 0))


def may_land(at: Position, square: int, direction: Direction, n: int) -> int | None:
    """End square of a straight move of n squares, None if it is not allowed (SC-18..20)."""
    end = beyond(square, direction, n)
    if end is None or at.units[end]:
        return None
    between = [beyond(square, direction, i) for i in range(1, n)]
    ghost = FACT[at.units[square]]["name"] in PASSERS
    return end if ghost or not any(at.units[sq] for sq in between if sq is not None) else None


def single_moves(at: Position, side: int, number: int | str) -> list[tuple[int, int]]:
    """(from, to) of the moves by a card of a number, or by a Special (Hot Dogging, Stealth)."""
    found = []
    for square in (sq for sq in range(64) if at.side(sq) == side):
        code = at.units[square]
        ability = FACT[code]["ability"]
        if number == SPECIAL and ability == "stealth":
            ends = [beyond(square, leap) for leap in KNIGHT]
            found += [(square, end) for end in ends if end is not None and not at.units[end]]
        n = (stat(code, "special") if ability == "hot_dogging" else 0) if number == SPECIAL else number
        if isinstance(n, int) and n > 0 and (number == SPECIAL or n <= stat(code, "move")):
            found += [(square, end) for d in LINES if (end := may_land(at, square, d, n)) is not None]
    return found


def hits_at(code: str, d: int) -> set[int | str]:
    """Attack numbers (and SPECIAL) with which a unit hits at distance d."""
    found: set[int | str] = {a for a in range(d, stat(code, "range") + 1) if a <= 5}
    ability = FACT[code]["ability"]
    if ability == "attack" and d <= stat(code, "special"):
        found.add(SPECIAL)
    if ability == "megaray" and printed()["combat.megaray_min"] <= d <= printed()["combat.megaray_max"]:
        found.add(SPECIAL)
    return found


def shots(at: Position, side: int, only: int | None = None) -> set[int | str]:
    """What fires at somebody in this position: attack numbers and SPECIAL; `only`: the unit on this square alone."""
    found: set[int | str] = set()
    for square in range(64) if only is None else (only,):
        if at.side(square) != side:
            continue
        for direction in LINES:
            d, there = 1, beyond(square, direction)
            while there is not None and not at.units[there]:
                d, there = d + 1, beyond(there, direction)
            if there is not None and at.side(there) != side:
                found |= hits_at(at.units[square], d)
    return found


def group_shots(at: Position, side: int, number: int) -> set[int | str]:
    """What can fire after some group advance by `number` (SC-21)."""
    advance = _advances(at, side, number)
    found: set[int | str] = set()
    for square in (sq for sq in range(64) if at.side(sq) == side):
        for origin, moves in ((square, False), (advance.get(square), True)):
            if origin is not None:
                for target, d, direction in _enemies_in_line(at, origin, side):
                    ways = hits_at(at.units[square], d)
                    if ways - found and _can_clear(at, square, moves, origin, target, direction, advance):
                        found |= ways
    return found


def _advances(at: Position, side: int, number: int) -> dict[int, int]:
    """Where each unit with the stat would end, other own units left aside."""
    ahead = 1 if side == 0 else -1
    ends = {}
    for square in (sq for sq in range(64) if at.side(sq) == side and number <= stat(at.units[sq], "move")):
        end = beyond(square, (0, ahead), number)
        if end is not None and at.side(end) != 1 - side:
            ends[square] = end
    return ends


def _enemies_in_line(at: Position, origin: int, side: int) -> Iterator[tuple[int, int, Direction]]:
    """The first enemy on each line from `origin` if own units are looked through: (square, distance, direction)."""
    for direction in LINES:
        for d in range(1, 8):
            there = beyond(origin, direction, d)
            if there is None:
                break
            if at.side(there) == 1 - side:
                yield there, d, direction
                break


def _can_clear(at: Position, shooter: int, moves: bool, origin: int, target: int, direction: Direction,
               advance: Mapping[int, int]) -> bool:  # fmt: skip
    """Whether a legal advance leaves the shooter on `origin` with a clear line to `target`."""
    line = set()
    there = beyond(origin, direction)
    while there is not None and there != target:
        line.add(there)
        there = beyond(there, direction)
    side = at.side(shooter)
    must = {sq for sq in line if at.side(sq) == side and sq != shooter} | ({shooter} if moves else set())
    if not moves and shooter in must:
        return False
    waiting = list(must)
    while waiting:  # whoever stands in the way of a unit that must move must move, too
        square = waiting.pop()
        for ahead in _in_the_way(at, square, advance):
            if at.side(ahead) != side:
                return False
            if ahead not in must:
                must.add(ahead)
                waiting.append(ahead)
    if any(sq not in advance for sq in must) or (not moves and shooter in must):
        return False
    return not any(advance[sq] in line or (advance[sq] == origin and sq != shooter) for sq in must)


def _in_the_way(at: Position, square: int, advance: Mapping[int, int]) -> list[int]:
    """Occupied squares that keep a unit from its end square."""
    if square not in advance:
        return []
    step = 8 if advance[square] > square else -8
    path = list(range(square + step, advance[square] + step, step))
    ghost = FACT[at.units[square]]["name"] in PASSERS
    return [sq for sq in (path[-1:] if ghost else path) if at.units[sq]]


@cache
def shot_chance(side: int, rangers: str, zurg: str, cards: int, groups: bool) -> Fraction:
    """P(the first player can shoot in turn 1 with the first `cards` cards of the deck)."""
    at, values = start(rangers, zurg), printed()
    classes = hand_classes(side, values)
    still, after = shots(at, side), _after_moves(at, side, groups)
    deck, good = sum(classes.values()), 0
    for hand in combinations_with_replacement(classes, cards):
        amounts = {card: hand.count(card) for card in hand}
        if _shoots(amounts, still, after):
            good += prod(comb(classes[card], n) for card, n in amounts.items())
    return Fraction(good, comb(deck, cards))


def hand_classes(side: int, values: Mapping[str, Any]) -> dict[str, int]:
    """Cards of the deck by what they do for a side: M1.., A1.., S, and the rest."""
    classes: dict[str, int] = {}
    for name, n in counts_of(values).items():
        fact = DECK[name]
        word = OTHER
        if name == "special":
            word = SPECIAL
        elif fact["type"] in "MA" and side_may_use(name, side, values):
            word = f"{fact['type']}{fact['number']}"
        classes[word] = classes.get(word, 0) + n
    return classes


def _after_moves(at: Position, side: int, groups: bool) -> dict[str, set[int | str]]:
    """What can fire after one Move play, by the card that pays for it."""
    after: dict[str, set[int | str]] = {}
    for number in (1, 2, 3, 4, 5, SPECIAL):
        word = number if isinstance(number, str) else f"M{number}"
        found: set[int | str] = set()
        for origin, end in single_moves(at, side, number):
            found |= shots(at.moved(origin, end), side)
        if groups and isinstance(number, int):
            found |= group_shots(at, side, number)
        after[word] = found
    return after


def _shoots(hand: Mapping[str, int], still: set[int | str], after: Mapping[str, set[int | str]]) -> bool:
    """Whether a hand holds a shot, with or without a Move play before it."""
    for mover in (None, *hand):
        ways = still if mover is None else after.get(mover, set())
        for way in ways:
            card = way if isinstance(way, str) else f"A{way}"
            if hand.get(card, 0) > (mover == card):
                return True
    return False


def opening(settings: Mapping[str, Any]) -> OddsResult:
    """j8."""
    rangers, zurg, cards = settings["rangers"], settings["zurg"], int(settings["cards"])
    at = start(rangers, zurg)
    rows: list[tuple[Cell, ...]] = [
        (f"destinations by {'a Special' if n == SPECIAL else f'number {n}'}",
         *(len(set(single_moves(at, side, n))) for side in (0, 1)))
        for n in (1, 2, 3, 4, 5, SPECIAL)
    ]  # fmt: skip
    rows += [
        ("a shot, one unit moved", *(shot_chance(side, rangers, zurg, cards, False) for side in (0, 1))),
        ("a shot, group advances too", *(shot_chance(side, rangers, zurg, cards, True) for side in (0, 1))),
    ]
    columns = (OddsColumn("what", "single moves open in turn 1, or the chance of a shot", "row"),
               *(OddsColumn(side, f"{side} move first", "squares; last rows: probability") for side in SIDE_NAMES))  # fmt: skip
    note = f"Printed rules, {cards} cards, at most one Move play and one attack, no draw cards played."
    return OddsResult(columns, tuple(rows), note)


_NAMED = ("line", "artillery", "corner")
TABLES = (
    OddsTable("opening", "First moves and first shot", "SC-15..SC-31, j8",
              {"rangers": Setting("line", "set-up of the Rangers", choices=_NAMED),
               "zurg": Setting("line", "set-up of Zurg", choices=_NAMED),
               "cards": Setting(3, "cards in hand", range=(1, 5))}, opening),
)  # fmt: skip
