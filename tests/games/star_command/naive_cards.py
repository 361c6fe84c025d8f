"""The cards of the naive twin: one deck, one discard pile, two hands (SC-05..SC-12)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.games.star_command.naive_facts import CARDS, NAMED, SPECIAL, Card
from tests.kit.naive_philox import DEAL, DICE, NaiveStreams, stream_id

SHUFFLE = 3


class DeckOutError(Exception):
    """SC-55: a card had to be drawn from an empty deck once too often."""


class Cards:
    """Deck (top first), discard pile and hands, as lists of card lines."""

    def __init__(self, values: Mapping[str, Any], streams: NaiveStreams, count: Any) -> None:
        self.values, self.streams, self.count = values, streams, count
        marked_out = values["cards.faction_cards"] == "removed"
        self.total = {
            c.line: 0 if marked_out and c.owner is not None else values[f"cards.counts.{c.name}"] for c in CARDS
        }
        self.hand: list[dict[int, int]] = [dict.fromkeys(range(26), 0) for _ in range(2)]
        self.deck: list[int] = []
        self.discard = [line for line, n in self.total.items() for _ in range(n)]
        self.shuffles = 0
        self.passes = 0
        self.shuffle()

    # ---- whose card is it

    def usable(self, side: int, card: Card, kind: str | None = None) -> bool:
        """SC-07, A19: whether a side may use a card, for a unit of `kind` where that matters."""
        if card.owner is None or self.values["cards.faction_cards"] == "open":
            return True
        if card.owner != side:
            return False
        if self.values["cards.faction_scope"] == "named_units" and card.type != "X" and kind is not None:
            return kind == NAMED[card.owner]
        return True

    def special_lines(self, side: int) -> list[int]:
        """Lines that may be discarded as a Special (SC-45), rising."""
        if self.values["cards.special_cards"] == "any_x":
            return [c.line for c in CARDS if c.type == "X" and self.usable(side, c)]
        return [SPECIAL]

    def specials(self, side: int) -> int:
        """Specials in hand."""
        return sum(self.hand[side][line] for line in self.special_lines(side))

    def size(self, side: int) -> int:
        """Cards in hand."""
        return sum(self.hand[side].values())

    # ---- piles

    def shuffle(self) -> None:
        """The discard pile becomes the deck (SC-11, SC-57)."""
        k = self.shuffles
        source, stream = (DEAL if k == 0 else DICE), stream_id(SHUFFLE, 0, k)
        seen: dict[int, int] = {}
        keyed = []
        for line in self.discard:
            copy = seen.get(line, 0)
            seen[line] = copy + 1
            keyed.append((self.streams._word(source, stream, 32 * line + copy), line, copy))
        self.deck = [line for _, line, _ in sorted(keyed)]
        self.discard = []
        self.shuffles += 1

    def throw(self, side: int, line: int) -> None:
        """A card goes from the hand to the discard pile (SC-08)."""
        assert self.hand[side][line] > 0
        self.hand[side][line] -= 1
        self.discard.append(line)

    def draw(self, side: int) -> list[int]:
        """One draw of a player: the lines that came, the kept one last (SC-07 redraw); none if there is no card."""
        came: list[int] = []
        for attempt in range(7):
            line = self._take(side)
            if line is None:
                break
            came.append(line)
            if self.values["cards.faction_cards"] != "redraw" or self.usable(side, CARDS[line]) or attempt == 6:
                break
            self.throw(side, line)
            self.count.side("dead_discarded", side)
        return came

    def _take(self, side: int) -> int | None:
        """The top card comes to the hand (SC-11, SC-12)."""
        if not self.deck:
            self._ran_out()
            if not self.discard:
                return None
            self.shuffle()
        line = self.deck.pop(0)
        self.count.side("cards_drawn", side)
        self.count.grid("card_drawn", side, line)
        if not self.usable(side, CARDS[line]):
            self.count.side("dead_drawn", side)
        self.hand[side][line] += 1
        if not self.deck and self.values["reshuffle_timing"] == "eager" and self.discard:
            self._ran_out()
            self.shuffle()
        return line

    def _ran_out(self) -> None:
        self.passes += 1
        if self.passes == self.values["deck_passes_limit"]:
            raise DeckOutError

    def check(self) -> None:
        """Invariant 1: every line is conserved."""
        for line, n in self.total.items():
            have = self.deck.count(line) + self.discard.count(line) + self.hand[0][line] + self.hand[1][line]
            assert have == n, f"line {line}: {have} of {n}"
