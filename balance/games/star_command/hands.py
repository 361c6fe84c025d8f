"""What the players held while nobody moved: hands and living units followed through the trace of one game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from balance.games.star_command import events
from balance.games.star_command.odds_cards import side_may_use
from balance.games.star_command.state import CARD_FACTS, TYPE_OF_UNIT, UNIT_FACTS

ACTS = (events.MOVE, events.GROUP, events.ATTACK, events.REPAIR)


def idle_hands(rows: Sequence[tuple[int, ...]], values: Mapping[str, Any], quiet: int) -> Iterator[bool]:
    """For every turn without an act, `quiet` turns or more after the last loss: could some unit use a card in hand?

    `rows`: event, side, then the values named in `events.EVENTS`. The hand is that at the end of the turn.
    """
    follow = Follow(values)
    watched, acted, side = False, False, 0
    for event, seat, *data in rows:
        if event in (events.TURN, events.END):
            if watched and not acted:
                yield follow.has_use(side)
            watched, acted, side = event == events.TURN and data[5] >= quiet, False, seat
        acted = acted or (event in ACTS and seat == side)
        follow.see(event, seat, data)


class Follow:
    """Hands by card line and units on the board."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.hand: tuple[Counter[int], Counter[int]] = (Counter(), Counter())
        self.units: set[int] = set()
        self.can_use = cache(lambda unit, line: can_use(unit, line, values))

    def see(self, event: int, seat: int, data: Sequence[int]) -> None:
        """Take in one row."""
        if event == events.PLACE:
            self.units.add(data[0])
        elif event == events.REMOVED:
            self.units.discard(data[0])
        elif event == events.DRAW:
            self.hand[seat][data[0]] += 1
        else:
            self.hand[seat & 1].subtract(spent(event, data))
        if event == events.REPAIR:
            self.units.add(data[1])

    def has_use(self, side: int) -> bool:
        """Does the side hold a Move or Attack card that one of its units can use (SC-16, SC-27)?"""
        lines = [line for line, n in self.hand[side].items() if n > 0]
        return any(self.can_use(TYPE_OF_UNIT[unit], line) for unit in self.units if unit >> 4 == side for line in lines)


def spent(event: int, data: Sequence[int]) -> list[int]:
    """Card lines that leave the hand with this row."""
    if event == events.MOVE:
        lines = [data[3], data[4]]
    elif event == events.ATTACK:
        lines = [data[4]]
    elif event == events.REPAIR:
        lines = [data[3]]
    elif event == events.EXPENDABLE:
        lines = [data[2]]
    elif event in (events.REDRAW, events.DISCARD, events.DRAW_CARDS, events.LOOK, events.GROUP, events.DEFEND):
        lines = [data[0]]
    else:
        lines = []
    return [line for line in lines if line >= 0]


def can_use(unit_type: int, line: int, values: Mapping[str, Any]) -> bool:
    """SC-07, SC-16, SC-27: is the card a Move or Attack card for a unit of this type?"""
    unit, card = UNIT_FACTS[unit_type], CARD_FACTS[line]
    if card["type"] not in "MA" or not side_may_use(card["name"], unit["side"], values):
        return False
    stat, number = values[f"units.{unit['name']}.{'move' if card['type'] == 'M' else 'range'}"], card["number"]
    if number > stat:
        return bool(stat > 0 and values["over_number"] == "capped")
    return bool(number == stat or values["stat_reading"] != "exact")
