"""Simulated frequencies of real games meet the closed forms of section 13 within |z| < 4 (seeds fixed beforehand)."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from balance.games.astronuts.odds_combat import Clash
from balance.games.astronuts.odds_declaration import Bet, mean, variance
from tests.games.astronuts.twins import Case, kernel_rows
from tests.games.plain import statistics

pytestmark = pytest.mark.kernel
GAMES = 4000


def z(hits: int, n: int, chance: Fraction) -> float:
    p = float(chance)
    return (hits - n * p) / math.sqrt(n * p * (1 - p))


@pytest.fixture(scope="module")
def tallies():
    """Tallies of players that declare each number, one kind of player at a table (AN-13..AN-17)."""
    found = {}
    for d in range(1, 7):
        players = [("engineer", {"declare": f"fixed:{d}", "tw_gain": 0.0})] * 2
        found[d] = kernel_rows(Case(players, games=GAMES, seed=41, rotate=False))[1]
    return found


@statistics
@pytest.mark.parametrize("d", range(1, 7))
@pytest.mark.parametrize("warp", [False, True])
def test_every_number_of_actions_of_every_declaration(tallies, d: int, warp: bool) -> None:
    bet = Bet(warp=warp, reroll="gain")
    exact = bet.distribution(d)
    for energy in (0, 1):
        counts = np.asarray(tallies[d].x_hist[energy + 2 * warp, d - 1])
        n = int(counts.sum())
        if energy and n < 500:
            continue  # Extra Energy without Time Warp is rare; with it the same dice count
        assert n > 500
        for x, chance in exact.items():
            if chance < 1:
                assert abs(z(int(counts[x + energy]), n, chance)) < 4, (x, energy)
        assert int(counts.sum()) == sum(int(counts[x + energy]) for x in exact)


def test_the_values_the_issue_names() -> None:
    plain, warped = Bet(), Bet(warp=True, reroll="mean")
    assert [mean(plain.distribution(d)) for d in (4, 5)] == [5, 5]
    assert [variance(plain.distribution(d)) for d in (4, 5)] == [Fraction(28, 3), Fraction(40, 3)]
    assert [mean(warped.distribution(d)) for d in (5, 4)] == [Fraction(20, 3), Fraction(13, 2)]


@statistics
def test_attacks_meet_the_dice_at_every_edge() -> None:
    """AN-33, AN-34, AN-36, AN-37, without Time Warp."""
    tally = kernel_rows(Case(("raider",) * 4, games=3000, seed=42, rotate=False))[1]
    seen = 0
    for edge in (-1, 0, 1):
        lost, won = (int(count) for count in tally.attack[edge + 3, 0])
        if lost + won > 300:
            seen += 1
            assert abs(z(won, lost + won, Clash(edge).plain())) < 4
    assert seen >= 2


@statistics
def test_fate_is_uniform_without_time_warp() -> None:
    """AN-41, invariant 15: chi-square of 36 entries, 35 degrees of freedom; 85 is exceeded 5 times in a million."""
    tally = kernel_rows(Case(("colonist",) * 4, games=6000, seed=43, rotate=False))[1]
    counts = np.asarray(tally.fate_plain, float)
    expected = counts.sum() / 36
    assert ((counts - expected) ** 2 / expected).sum() < 85
