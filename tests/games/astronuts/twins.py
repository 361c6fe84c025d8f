"""Play the same games with the kernel and with the naive twin, and say where they first differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from balance.games.astronuts import GAME
from balance.games.contract import PlayerChoice
from tests.games.astronuts.naive import play
from tests.games.astronuts.naive_row import board_number
from tests.games.twin import differ_in_rows, differ_in_tallies, play_kernel
from tests.kit.naive_philox import Luck


@dataclass(frozen=True)
class Case:
    """A scenario in short: rules and set-up that differ, one player per seat, how many games."""

    players: Sequence[str | tuple[str, Mapping[str, Any]]]
    rules: Mapping[str, Any] = field(default_factory=dict)
    setup: Mapping[str, Any] = field(default_factory=dict)
    games: int = 20
    seed: int = 2026
    rotate: bool = True

    def choices(self) -> list[PlayerChoice]:
        """The players as the contract wants them."""
        return [PlayerChoice(p) if isinstance(p, str) else PlayerChoice(p[0], p[1]) for p in self.players]

    def seatings(self) -> np.ndarray:
        """Every rotation of the players over the seats, or the one order."""
        n = len(self.players)
        turns = range(n) if self.rotate and len(set(map(str, self.players))) > 1 else (0,)
        return np.array([[(seat + turn) % n for seat in range(n)] for turn in turns], dtype=np.int8)


def kernel_rows(case: Case) -> tuple[list[dict[str, Any]], Any]:
    """Flat rows of the kernel, and its tally record."""
    return play_kernel(GAME, case.rules, case.setup, case.choices(), case.seatings(), case.games, case.seed)


def naive_rows(case: Case) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Flat rows of the twin, and its tallies game by game."""
    ruleset = GAME.load_ruleset.get()(case.rules, case.setup, len(case.players))
    book = GAME.policies.get()()
    players = [(choice.policy, book.resolve(choice.policy, choice.weights)) for choice in case.choices()]
    seatings = case.seatings().tolist()
    rows, tallies = [], []
    for game in range(case.games):
        block, turn = divmod(game, len(seatings))
        row, tally = play(ruleset.values, case.setup, players, Luck(case.seed), block, seatings[turn])
        row["board"] = board_number(dict(case.setup))
        rows.append(row)
        tallies.append(tally)
    return rows, tallies


def first_difference(case: Case) -> str:
    """An empty text where both agree in every column of every game, and in every tally."""
    (kernel, tally), (naive, tallies) = kernel_rows(case), naive_rows(case)
    return differ_in_rows(str(case), kernel, naive) or differ_in_tallies(str(case), tally, sum_tallies(tallies, tally))


def sum_tallies(tallies: list[dict[str, Any]], like: Any) -> dict[str, np.ndarray]:
    """The twin's tallies in the shape of the kernel's tally record."""
    total = {name: np.zeros_like(np.asarray(like[name])) for name in like.dtype.names}
    for tally in tallies:
        for (declared, face), n in tally["decl_roll"].items():
            total["decl_roll"][declared - 1, face - 1] += n
        for (state, declared, x), n in tally["x_hist"].items():
            total["x_hist"][state, declared - 1, x] += n
        for (edge, usable, won), n in tally["attack"].items():
            total["attack"][edge + 3, int(usable), int(won)] += n
        for name in ("fate_hit", "fate_hit_by_winner", "fate_plain"):
            total[name] += np.array(list(tally[name].values()))
        for name in ("space_visits", "space_kills", "planet_colonies"):
            total[name][: len(tally[name])] += np.array(tally[name])
    return total
