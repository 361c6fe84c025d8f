"""Sums by seat and chunk against the same from whole [games, seats] tables."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from balance.games.astronuts import seat_sums
from balance.games.astronuts.charts_game import _lift, _round_bins, _technology_moments
from balance.games.contract import CAPPED, PLAYED_OUT

GAMES, SEATS = 900, 3


def cut(rows: dict[str, Any], names: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    for first in range(0, GAMES, 128):
        yield {name: rows[name][first : first + 128] for name in names}


@pytest.fixture
def run() -> Any:
    """Random columns of three seats and four players, in chunks that do not divide them."""
    rng = np.random.default_rng(11)
    rows: dict[str, Any] = {"ending": rng.choice(np.array([PLAYED_OUT, CAPPED], np.int8), GAMES, p=[0.9, 0.1])}
    who = rng.permuted(np.tile(np.arange(4, dtype=np.int8), (GAMES, 1)), axis=1)
    winners = rng.integers(1, 2**SEATS, GAMES)
    for seat in range(SEATS):
        won = ((winners >> seat) & 1) / np.bitwise_count(winners)
        rows[f"win_{seat + 1}"] = np.where(rows["ending"] == PLAYED_OUT, won, 0).astype(np.float32)
        rows[f"player_{seat + 1}"] = who[:, seat]
        rows[f"policy_{seat + 1}"] = who[:, seat] % 2
        rows[f"colonies_{seat + 1}"] = rng.integers(0, 20, GAMES).astype(np.int8)
        for letter in "rpoy":
            rows[f"tech_round_{letter}_{seat + 1}"] = rng.choice(np.array([-1, 1, 2, 3, 5, 8], np.int16), GAMES)
    return SimpleNamespace(
        games=GAMES, seats=SEATS, player_labels=list("abcd"), ruleset={"max_rounds": 400},
        columns=lambda *names: {name: rows[name] for name in names}, chunks=lambda *names: cut(rows, names),
    )  # fmt: skip


def table(run: Any, stem: str) -> Any:
    names = [f"{stem}_{seat}" for seat in range(1, SEATS + 1)]
    return np.stack([run.columns(name)[name] for name in names], axis=1)


def test_sums_and_histograms_by_player(run: Any) -> None:
    who, colonies = table(run, "player"), table(run, "colonies")
    sums, held = seat_sums.sums_by_player(run, ["colonies"])
    counts = seat_sums.histograms_by_player(run, ["colonies"], 30)[0]
    for player in range(4):
        of_player = colonies[who == player]
        assert (sums[0, player], held[player]) == (of_player.sum(), len(of_player))
        assert counts[player].tolist() == np.bincount(of_player, minlength=31).tolist()


def test_quantiles_are_those_of_the_numbers_themselves(run: Any) -> None:
    numbers = table(run, "colonies").ravel()
    for some in (numbers, numbers[:2], numbers[:1], numbers[:77]):
        for q in (0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0):
            assert seat_sums.quantile_of(np.bincount(some), q) == pytest.approx(np.quantile(some, q))


def test_duels_of_sides_with_several_players(run: Any) -> None:
    sides = [[0, 2], [1], [3]]
    wins, met = seat_sums.duels(*seat_sums.twelfths_by_side(run, sides))
    who, won = table(run, "player"), table(run, "win").astype(np.float64)
    for i, mine in enumerate(sides):
        for j, others in enumerate(sides):
            both = np.isin(who, mine).any(axis=1) & np.isin(who, others).any(axis=1)
            assert met[i, j] == both.sum()
            assert wins[i, j] == pytest.approx(np.where(np.isin(who, mine), won, 0)[both].sum())


def test_lift_of_a_technology(run: Any) -> None:
    wins, policy = table(run, "win"), table(run, "policy")
    played = (run.columns("ending")["ending"] == PLAYED_OUT)[:, None]
    moments = _technology_moments(run)
    obtained = table(run, "tech_round_p")
    have, without = played & (obtained >= 2) & (obtained <= 3), played & (obtained == -1)
    found = _lift(moments[1, :, :-1, 3:5].sum(axis=-1), moments[1, :, :-1, 0])
    total = variance = weight = 0.0
    for number in (0, 1):
        a, b = wins[have & (policy == number)].astype(float), wins[without & (policy == number)].astype(float)
        total += len(a) * (a.mean() - b.mean())
        variance += len(a) ** 2 * (a.var() / len(a) + b.var() / len(b))
        weight += len(a)
    assert found == pytest.approx((total / weight, variance**0.5 / weight))


def test_spans_hold_about_a_quarter_each() -> None:
    assert _round_bins(np.array([10, 10, 10, 10])) == [(1, 1, "1"), (2, 2, "2"), (3, 3, "3"), (4, 9_999, "4 or later")]
