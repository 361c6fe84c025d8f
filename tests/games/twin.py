"""What the twin tests of all games share: rows of the kernel by flat name, and where two sets of rows first differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

import numpy as np

from balance.games.contract import Game, PlayerChoice
from balance.kit.streams import new_luck

Row = dict[str, Any]
SHOWN = 12  # columns of a difference that are told


def rotations(players: int) -> np.ndarray:
    """int8[n, n]: every rotation of n players over n seats."""
    return np.array([[(seat + turn) % players for seat in range(players)] for turn in range(players)], dtype=np.int8)


def play_kernel(
    game: Game,
    rules: Mapping[str, Any],
    setup: Mapping[str, Any],
    choices: Sequence[PlayerChoice],
    seatings: Any,
    games: int,
    seed: int,
) -> tuple[list[Row], Any]:
    """Flat rows of games 0..games-1 of the compiled game, and its tally record."""
    ruleset = game.load_ruleset.get()(rules, setup, len(choices))
    players = game.load_players.get()(ruleset, choices)
    spec = game.outcome.get()
    outcomes = np.zeros(games, spec.dtype).view(np.recarray)
    tally = np.zeros(1, spec.tally).view(np.recarray)[0]
    order = np.asarray(seatings, dtype=np.int8)
    game.kernels.get().play_range(ruleset.record, players, order, new_luck(seed), 0, games, outcomes, tally)
    names = [name for column in spec.columns for name in column.names()]
    cells = [np.asarray(outcomes[column.field]).reshape(games, -1).tolist() for column in spec.columns]
    rows = [dict(zip(names, chain.from_iterable(row), strict=True)) for row in zip(*cells, strict=True)]
    return rows, tally


def differ_in_rows(label: str, kernel: Sequence[Row], twin: Sequence[Row]) -> str:
    """An empty text where both agree in every column of every game."""
    for number, (left, right) in enumerate(zip(kernel, twin, strict=True)):
        if set(left) != set(right):
            return f"columns differ: {sorted(set(left) ^ set(right))}"
        wrong = [name for name in left if not _same(left[name], right[name])]
        if wrong:
            told = ", ".join(f"{name}: kernel {left[name]} twin {right[name]}" for name in wrong[:SHOWN])
            return f"{label}, game {number}: {len(wrong)} columns differ: {told}"
    return ""


def differ_in_tallies(label: str, kernel: Any, twin: Mapping[str, Any]) -> str:
    """An empty text where every counter of the tally record has the twin's total."""
    if set(kernel.dtype.names) != set(twin):
        return f"tallies differ: {sorted(set(kernel.dtype.names) ^ set(twin))}"
    for name, total in twin.items():
        if not np.array_equal(total, kernel[name]):
            at = tuple(int(i) for i in np.argwhere(np.asarray(total) != kernel[name])[0])
            return f"{label}: tally {name}{list(at)}: kernel {kernel[name][at]} twin {np.asarray(total)[at]}"
    return ""


def _same(left: Any, right: Any) -> bool:
    """Equal as rows keep them: a win share is a float32, and 1/3 is the float32 next to it."""
    return bool(left == right) or (isinstance(left, float) and bool(np.float32(left) == np.float32(right)))
