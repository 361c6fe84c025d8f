"""A table to play on by hand: positions, hands and decks set as a worked example wants them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from balance.games.contract import PlayerChoice
from balance.games.star_command.kernel.playout import KERNELS
from balance.games.star_command.kernel.setup import start_counts
from balance.games.star_command.kernel.table import new_game, place
from balance.games.star_command.ruleset import load_players, load_ruleset
from balance.games.star_command.state import CARD_NAMES, OUTCOME_DTYPE, TALLY, TYPE_OF_UNIT, UNIT_NAMES
from balance.kit.streams import new_luck, start_streams


def square(name: str) -> int:
    """`a1` -> 0."""
    return "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)


def line(name: str) -> int:
    """Card line of a name."""
    return CARD_NAMES.index(name)


def unit(name: str, which: int = 0) -> int:
    """Unit id of a type's name; `which` counts units of one type."""
    return TYPE_OF_UNIT.index(UNIT_NAMES.index(name)) + which


def new_tally() -> Any:
    """An empty tally record."""
    return np.zeros(1, TALLY).view(np.recarray)[0]


class Table:
    """One position with its rules and players."""

    def __init__(
        self, rules: Mapping[str, Any] | None = None, policies: Sequence[str] = ("hunter", "hunter"),
        setup: Mapping[str, Any] | None = None,
    ) -> None:  # fmt: skip
        self.ruleset = load_ruleset(rules or {}, setup or {}, 2)
        self.rules = self.ruleset.record
        self.players = load_players(self.ruleset, [PlayerChoice(name) for name in policies])
        self.game = new_game()
        start_streams(self.game.streams, new_luck(1), 0)
        self.game.who[1] = 1
        self.game.turn = 1
        self.tally = new_tally()

    def stand(self, **places: str) -> Table:
        """Put units on squares: stand(zurg="e5"); the second of a type is written hornet_1="c7"."""
        for name, where in places.items():
            stem, _, which = name.rpartition("_")
            known = stem in UNIT_NAMES and which.isdigit()
            place(self.game, self.rules, unit(stem, int(which)) if known else unit(name), square(where))
        start_counts(self.game, self.rules)
        return self

    def lay_out(self) -> Table:
        """The set-up of the rules, Rangers first."""
        from balance.games.star_command.kernel.setup import start_game

        start_game(self.game, self.rules, self.tally, new_luck(1), 0, None)
        self.game.who[1] = 1
        self.empty_hands()
        return self

    def empty_hands(self) -> None:
        """All hands, deck and discard pile empty."""
        self.game.hand[:] = 0
        self.game.hand_n[:] = 0
        self.game.discard[:] = 0
        self.game.discard_n = 0
        self.game.deck_at = self.game.deck_n = 0

    def give(self, side: int, *cards: str) -> Table:
        """Cards into a hand."""
        for name in cards:
            self.game.hand[side, line(name)] += 1
            self.game.hand_n[side] += 1
        return self

    def stack(self, *cards: str) -> Table:
        """The deck, top card first."""
        self.game.deck[: len(cards)] = [line(name) for name in cards]
        self.game.deck_at, self.game.deck_n = 0, len(cards)
        return self

    def discarded(self, *cards: str) -> Table:
        """The discard pile."""
        for name in cards:
            self.game.discard[line(name)] += 1
            self.game.discard_n += 1
        return self

    def hand(self, side: int) -> list[str]:
        """Card names in hand, by line."""
        return [name for i, name in enumerate(CARD_NAMES) for _ in range(self.game.hand[side, i])]

    def pile(self) -> list[str]:
        """Card names in the discard pile, by line."""
        return [name for i, name in enumerate(CARD_NAMES) for _ in range(self.game.discard[i])]


def play(
    rules: Mapping[str, Any], policies: Sequence[str], games: int, *, seed: int = 7,
    setup: Mapping[str, Any] | None = None, first: int = 0, weights: Mapping[str, Any] | None = None,
) -> tuple[Any, Any]:  # fmt: skip
    """Rows and tally of some games, both seatings of the two players."""
    ruleset = load_ruleset(rules, setup or {}, 2)
    players = load_players(ruleset, [PlayerChoice(name, weights or {}) for name in policies])
    rows = np.zeros(games, OUTCOME_DTYPE).view(np.recarray)
    tally = new_tally()
    seatings = np.array([[0, 1], [1, 0]], np.int8)
    KERNELS.play_range(ruleset.record, players, seatings, new_luck(seed), first, first + games, rows, tally)
    return rows, tally
