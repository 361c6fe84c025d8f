"""Positions arranged by hand, and the compiled kernels played on them step by step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from balance.games.astronuts import words as w
from balance.games.astronuts.kernel.actions import perform
from balance.games.astronuts.kernel.legal import is_legal
from balance.games.astronuts.kernel.pieces import lift_ship, put_ship
from balance.games.astronuts.kernel.playout import begin_turn, declare, end_turn
from balance.games.astronuts.kernel.setup import set_up
from balance.games.astronuts.kernel.table import Table, new_cast, new_position
from balance.games.astronuts.players import load_players
from balance.games.astronuts.ruleset import load_ruleset
from balance.games.astronuts.state import OUTCOME_DTYPE, TALLY, blank_row
from balance.games.contract import PlayerChoice
from balance.kit.streams import force, new_luck


def new_row(seats: int) -> Any:
    """An outcome row as `play_games` hands it to a game."""
    rows = np.zeros(1, OUTCOME_DTYPE).view(np.recarray)
    rows[0] = blank_row(seats)
    return rows[0]


def new_tally() -> Any:
    """An empty tally record."""
    return np.zeros(1, TALLY).view(np.recarray)[0]


class Position:
    """A table after set-up on homes 1, 3, .. without corner rotation; `declares` is what every seat declares."""

    def __init__(
        self, rules: Mapping[str, Any] | None = None, *, seats: int = 2, policies: Sequence[str] = (), declares: int = 4,
        weights: Mapping[str, Any] | None = None, board: str = "lattice49",
    ) -> None:  # fmt: skip
        self.ruleset = load_ruleset({"corner_rotation": "none", **(rules or {})}, {"board": board}, seats)
        own = {"declare": f"fixed:{declares}", **(weights or {})}
        choices = [PlayerChoice(policy, own) for policy in (policies or ("colonist",) * seats)]
        players = load_players(self.ruleset, choices)
        self.out, self.tally = new_row(seats), new_tally()
        self.t = Table(self.ruleset.record, new_cast(players), new_position(), self.out, self.tally, None)
        set_up(self.t, np.arange(seats, dtype=np.int8), new_luck(1), 0)
        self.g, self.rules = self.t.g, self.ruleset.record
        self.g.round_no = 1

    def planet(self, space: int) -> int:
        """Planet number of a space."""
        return int(self.rules.planet_at[space])

    def ships(self, **spaces: int) -> None:
        """Move the first ship of seats: ships(a=0, b=16)."""
        wanted = {"abcd".index(letter): space for letter, space in spaces.items()}
        for seat in wanted:
            lift_ship(self.t, seat, 0)
        for seat, space in wanted.items():
            put_ship(self.t, seat, 0, space)

    def hand(self, seat: int, coins: str) -> None:
        """Nuts in hand in the order R, P, O, Y: hand(0, "1111")."""
        self.g.hand[seat] = [int(n) for n in coins]
        self.g.purse[seat] = self.g.hand[seat].sum()

    def bank(self, coins: str) -> None:
        """Nuts in the bank."""
        self.g.bank[:] = [int(n) for n in coins]

    def settle(self, seat: int, colonies: Mapping[int, int]) -> None:
        """Colonies by space, from the supply."""
        for space, n in colonies.items():
            self.g.col[self.planet(space), seat] += n
            self.g.free[self.planet(space)] -= n
            self.g.colonies[seat] += n
            self.g.founded[seat] += n
            self.g.figures[seat] -= n

    def empty(self, space: int) -> None:
        """No Nuts on this planet."""
        if self.g.nuts[self.planet(space)]:
            self.g.rich -= 1
        self.g.coins[self.planet(space)] = self.g.nuts[self.planet(space)] = 0

    def own(self, seat: int, techs: str) -> None:
        """Technologies by colour letter: own(0, "RY")."""
        for letter in techs:
            self.g.tech[seat] |= 1 << w.LETTERS.index(letter)

    def begin(self, seat: int, dice: Sequence[int]) -> None:
        """Begin the turn of `seat`: the dice are used up in order, the declaration's first."""
        begin_turn(self.t, seat)
        force(self.g.streams, list(dice))
        declare(self.t, seat)

    def free_turn(self, seat: int, actions: int, dice: Sequence[int] = ()) -> None:
        """A turn with so many actions, without a declaration."""
        begin_turn(self.t, seat)
        force(self.g.streams, list(dice))
        self.g.a = actions

    def end(self, seat: int) -> None:
        """End the turn."""
        end_turn(self.t, seat)

    def choose(self, step: int, k: int = 0, to: int = -1, target: int = -1, via: Sequence[int] = ()) -> bool:
        """Write a step; True if it is legal."""
        g = self.g
        g.step, g.k, g.to, g.target = step, k, to, target
        g.via[:] = [*via, -1, -1, -1][:3]
        return bool(is_legal(self.t, g.seat))

    def do(self, step: int, k: int = 0, to: int = -1, target: int = -1, via: Sequence[int] = ()) -> int:
        """Carry out a legal step; actions left."""
        assert self.choose(step, k, to, target, via)
        perform(self.t, self.g.seat)
        return int(self.g.a)

    def move(self, *spaces: int) -> int:
        """Move the first ship from space to space; actions left."""
        for space in spaces:
            self.do(w.MOVE, to=space)
        return int(self.g.a)

    def dice_left(self) -> int:
        """Forced results not used yet."""
        return int(self.g.streams.forced_n - self.g.streams.forced_at)

    def coins_of(self, seat: int) -> str:
        """A hand as text."""
        return "".join(str(n) for n in self.g.hand[seat])

    def in_bank(self) -> str:
        """The bank as text."""
        return "".join(str(n) for n in self.g.bank)
