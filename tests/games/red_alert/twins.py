"""Play the same games with the kernel and with the naive twin, and say where they first differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from balance.games.contract import PlayerChoice
from balance.games.red_alert import GAME
from balance.games.red_alert.state import COMMAND_SLOTS
from tests.games.red_alert.naive import play
from tests.games.twin import differ_in_rows, differ_in_tallies, play_kernel
from tests.kit.naive_philox import Luck


@dataclass(frozen=True)
class Case:
    """A scenario in short: rules and set-up that differ, the players, how many games."""

    players: Sequence[str | tuple[str, Mapping[str, Any]]]
    rules: Mapping[str, Any] = field(default_factory=dict)
    setup: Mapping[str, Any] = field(default_factory=dict)
    games: int = 20
    seed: int = 2026

    def choices(self) -> list[PlayerChoice]:
        """The players as the contract wants them."""
        return [PlayerChoice(p) if isinstance(p, str) else PlayerChoice(p[0], p[1]) for p in self.players]

    def seatings(self) -> np.ndarray:
        """Both orders of the players, or the one."""
        same = str(self.players[0]) == str(self.players[1])
        return np.array([[0, 1]] if same else [[0, 1], [1, 0]], dtype=np.int8)

    def ruleset(self) -> Any:
        """The checked rules."""
        return GAME.load_ruleset.get()(self.rules, self.setup, 2)


def kernel_rows(case: Case) -> tuple[list[dict[str, Any]], Any]:
    """Flat rows of the kernel, and its tally record."""
    return play_kernel(GAME, case.rules, case.setup, case.choices(), case.seatings(), case.games, case.seed)


def naive_rows(case: Case) -> tuple[list[dict[str, Any]], list[dict[tuple[Any, ...], int]]]:
    """Flat rows of the twin, and its tallies game by game."""
    ruleset, book = case.ruleset(), GAME.policies.get()()
    players = [(choice.policy, book.resolve(choice.policy, choice.weights)) for choice in case.choices()]
    seatings = case.seatings().tolist()
    rows, tallies = [], []
    for game in range(case.games):
        block, turn = divmod(game, len(seatings))
        row, tally = play(ruleset.values, ruleset.setup, players, Luck(case.seed), block, seatings[turn])
        rows.append(row)
        tallies.append(tally)
    return rows, tallies


def first_difference(case: Case) -> str:
    """An empty text where both agree in every column of every game, and in every tally."""
    (kernel, tally), (naive, tallies) = kernel_rows(case), naive_rows(case)
    return differ_in_rows(str(case), kernel, naive) or differ_in_tallies(str(case), tally, sum_tallies(tallies, tally))


def sum_tallies(tallies: Sequence[Mapping[tuple[Any, ...], int]], like: Any) -> dict[str, np.ndarray]:
    """The twin's tallies in the shape of the kernel's tally record."""
    total = {name: np.zeros_like(np.asarray(like[name])) for name in like.dtype.names}
    for tally in tallies:
        for (name, *at), n in tally.items():
            where = tuple(COMMAND_SLOTS.index(i) if isinstance(i, str) else i for i in at)
            total[name][where] += n
    return total
