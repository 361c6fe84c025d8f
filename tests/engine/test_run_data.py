"""Sums per unit of a stored arm: the same bits as from all games at once, without a float64 copy of them."""

import tracemalloc
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from balance.engine.outcomes import Counts
from balance.engine.run_data import PIECE, ArmData, pair_sums
from balance.engine.run_folder import RunFolder
from balance.errors import BugError
from balance.stats.blocks import Moments, ratio, sum_blocks
from tests.engine.test_run_folder import fill

GAMES = 400_000


def columns(games: int) -> tuple[Any, Any]:
    """Win shares with thirds, and whether a game was played out."""
    rng = np.random.default_rng(5)
    wins = rng.choice(np.array([0, 1, 1 / 2, 1 / 3, 1 / 4], np.float32), games)
    return wins, rng.random(games) < 0.9


def arm(unit_size: int, folder: Any = None) -> ArmData:
    table: Any = SimpleNamespace(unit_size=unit_size)
    return ArmData("baseline", table, folder, Counts(GAMES), None)


def peak(work: Callable[[], object]) -> int:
    """Bytes that numpy and Python held at most while at work."""
    tracemalloc.start()
    work()
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most


@pytest.mark.parametrize("unit_size", [1, 2, 3, 42, PIECE + 1])
@pytest.mark.parametrize("units", [1, 2, 7])
def test_sums_by_pieces_are_those_of_all_games_bit_for_bit(unit_size: int, units: int) -> None:
    games = max(3 * PIECE // unit_size, 1) * unit_size + units * unit_size
    wins, played = columns(games)
    whole = sum_blocks(np.stack([wins.astype(np.float64), played.astype(np.float64)], axis=1), unit_size)
    assert pair_sums(wins, played, unit_size).tobytes() == whole.tobytes()
    found = ratio(Moments.of(whole), share=True).at()
    assert arm(unit_size).ratio(wins, played, share=True) == (found.estimate, found.low, found.high)


def test_games_that_are_not_whole_units_are_refused() -> None:
    with pytest.raises(BugError, match="not whole blocks"):
        pair_sums(np.ones(PIECE + 1), np.ones(PIECE + 1), 2)


def test_a_ratio_needs_less_than_one_float_column() -> None:
    wins, played = columns(GAMES)
    assert peak(lambda: arm(40).ratio(wins, played)) < GAMES * 8
    assert peak(lambda: arm(40).mean(played)) < GAMES * 8


def test_reading_needs_the_columns_and_little_more(tmp_path: Path) -> None:
    folder = RunFolder.create(tmp_path / "r", {})
    for index in range(8):
        fill(folder, index, index * GAMES // 8, (index + 1) * GAMES // 8)
    folder.close()
    assert peak(lambda: folder.read_columns("baseline", ["x"])) < 1.3 * GAMES * 8
    assert folder.read_columns("baseline", ["x"])["x"].tolist() == list(range(GAMES))
