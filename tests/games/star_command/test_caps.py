"""SC-52: under the printed rules hardly any game of two heuristic players reaches the turn cap, counted for every pair."""

from __future__ import annotations

import re
from itertools import combinations_with_replacement
from pathlib import Path

import numpy as np
import pytest

from balance.games.contract import CAPPED
from balance.stats.proportion import wilson
from tests.games.plain import statistics
from tests.games.star_command.desk_helpers import play

pytestmark = [pytest.mark.kernel, statistics]
HEURISTICS = ("hunter", "greedy", "turtle", "swarm", "sniper")
PAIRS = list(combinations_with_replacement(HEURISTICS, 2))
BLOCKS, LIMIT = 1000, 0.005
README = Path(__file__).parents[3] / "balance" / "games" / "star_command" / "README.md"


@pytest.mark.parametrize("pair", PAIRS, ids=" v ".join)
def test_fewer_than_one_game_in_200_is_capped(pair: tuple[str, str]) -> None:
    """The upper end of the 95 % interval is under 0.5 %: 1,000 independent deals, each played with both seatings."""
    rows, _ = play({}, pair, 2 * BLOCKS, seed=2026)
    stuck = np.any((rows.ending == CAPPED).reshape(BLOCKS, 2), axis=1)  # both games of a block share their luck
    _, high = wilson(int(stuck.sum()), BLOCKS)
    assert high < LIMIT, f"{int(stuck.sum())} of {BLOCKS} deals capped, up to {float(high):.2%}"


def test_the_count_is_not_blind() -> None:
    """Players who never attack are all stopped by the cap."""
    rows, _ = play({}, ("pass", "pass"), 2)
    assert (rows.ending == CAPPED).all()


def test_the_readme_lists_every_pair_below_the_limit() -> None:
    told = re.findall(
        r"^\| (\w+) \| (\w+) \| ([\d,]+) \| (\d+) \| ([\d.]+) % \[([\d.]+), ([\d.]+)\] \|$", README.read_text(), re.M
    )
    assert {frozenset(row[:2]) for row in told} == {frozenset(pair) for pair in PAIRS} and len(told) == len(PAIRS)
    for one, other, games, capped, *_, high in told:
        n = int(games.replace(",", "")) // (1 if one == other else 2)
        assert float(high) == pytest.approx(100 * float(wilson(int(capped), n)[1]), abs=0.005)
        assert float(high) < 100 * LIMIT
