"""Exact odds of declarations: every figure printed in 13.1, brute force, monotonicity."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from balance.games.astronuts.odds_declaration import (
    DECLARATIONS,
    Bet,
    at_least,
    capped_mean,
    deviation,
    mean,
    total_after,
    turns_to,
    variance,
    worst_share,
)
from tests.games.astronuts.odds_helpers import cells, table

F = Fraction
FACES = range(1, 7)
PLAIN, WARP, BOTH = Bet(), Bet(warp=True), Bet(warp=True, energy=1)


def test_declaration_table_without_time_warp():
    result = table("declaration")
    assert cells(result, "success") == [1, F(5, 6), F(2, 3), F(1, 2), F(1, 3), F(1, 6)]
    assert cells(result, "mean") == [2, F(7, 2), F(9, 2), 5, 5, F(9, 2)]
    assert cells(result, "variance") == [0, F(5, 4), F(55, 12), F(28, 3), F(40, 3), F(155, 12)]
    assert [round(sd, 3) for sd in cells(result, "sd")] == [0, 1.118, 2.141, 3.055, 3.651, 3.594]
    assert cells(result, "at_most_2") == [1, F(1, 6), F(1, 3), F(1, 3), F(1, 3), F(1, 3)]
    assert cells(result, "worst_third") == [2, F(5, 2), F(3, 2), F(3, 2), F(3, 2), F(3, 2)]
    assert cells(result, "worst_half") == [2, 3, 3, 2, 2, 2]
    assert cells(result, "frontier") == ["yes"] * 4 + ["no"] * 2


def test_declaration_table_with_time_warp():
    result = table("declaration", time_warp=True)
    assert cells(result, "success") == [1, F(35, 36), F(8, 9), F(3, 4), F(5, 9), F(11, 36)]
    assert cells(result, "mean") == [2, F(47, 12), F(11, 2), F(13, 2), F(20, 3), F(35, 6)]
    assert cells(result, "variance") == [0, F(35, 144), F(73, 36), F(83, 12), F(130, 9), F(65, 4)]
    assert [round(sd, 3) for sd in cells(result, "sd")] == [0, 0.493, 1.424, 2.630, 3.801, 4.031]
    assert cells(result, "frontier") == ["yes"] * 5 + ["no"]
    assert "declare 5" in result.note


def test_closed_forms_of_the_plain_declaration():
    for d in DECLARATIONS:
        dist = PLAIN.distribution(d)
        assert mean(dist) == F(2 * d * (7 - d) + d * (d - 1) // 2, 6)
        square = F(4 * d * d * (7 - d), 6) + F((d - 1) * d * (2 * d - 1), 36)
        assert variance(dist) == square - mean(dist) ** 2
        threshold = mean(dist)
        kept = sum((F(1, 6) * x for x in (PLAIN.actions(d, r) for r in FACES) if x >= threshold), F(0))
        lost = sum((F(1, 6) for r in FACES if PLAIN.actions(d, r) < threshold), F(0))
        assert mean(WARP.distribution(d)) == kept + lost * threshold


def test_distributions_with_time_warp():
    assert WARP.distribution(2) == {1: F(1, 36), 4: F(35, 36)}
    assert WARP.distribution(3) == {1: F(1, 18), 2: F(1, 18), 6: F(8, 9)}
    assert WARP.distribution(4) == {1: F(1, 12), 2: F(1, 12), 3: F(1, 12), 8: F(3, 4)}
    assert WARP.distribution(5) == {1: F(1, 9), 2: F(1, 9), 3: F(1, 9), 4: F(1, 9), 10: F(5, 9)}
    six = {1: F(1, 9), 2: F(1, 9), 3: F(1, 9), 4: F(1, 9), 5: F(5, 18), 12: F(5, 18)}
    assert WARP.distribution(6) == six
    assert mean(BOTH.distribution(5)) == F(23, 3)
    result = table("actions", time_warp=True)
    assert cells(result, "chance")[-6:] == list(six.values())


def test_extra_energy_shifts_everything_by_one():
    for d in DECLARATIONS:
        for warp in (False, True):
            base, more = Bet(warp=warp).distribution(d), Bet(warp=warp, energy=1).distribution(d)
            assert more == {x + 1: chance for x, chance in base.items()}
    assert mean(Bet(energy=1).distribution(4)) == 6


def test_targets():
    without, with_tw = table("at-least", up_to=12), table("at-least", up_to=12, time_warp=True)
    assert cells(without, "best_d") == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]
    assert cells(without, "chance")[1::2] == [1, F(5, 6), F(2, 3), F(1, 2), F(1, 3), F(1, 6)]
    assert cells(with_tw, "chance")[1::2] == [1, F(35, 36), F(8, 9), F(3, 4), F(5, 9), F(11, 36)]
    assert cells(with_tw, "best_d") == cells(without, "best_d")
    energised = table("at-least", up_to=13, extra_energy=True)
    assert cells(energised, "chance")[1:] == cells(without, "chance")
    four = dict(zip(("best", *DECLARATIONS), without.rows[3][2:]))
    assert (four[2], four[4]) == (F(5, 6), F(1, 2))  # a technology needs 4 actions


def test_only_useful_actions():
    result = table("only-useful", up_to=12)
    best = ["1 or 2 or 3 or 4 or 5 or 6", "1", "2", "2", "3", "3", "3 or 4", "4", "4", "4 or 5", "4 or 5", "4 or 5"]
    assert cells(result, "best_d") == best
    assert cells(result, "value") == [1, 2, F(8, 3), F(7, 2), F(23, 6), F(9, 2), F(9, 2), 5, 5, 5, 5, 5]


def test_downside():
    dists = {d: PLAIN.distribution(d) for d in DECLARATIONS}
    assert [min(dist) for dist in dists.values()] == [2, 1, 1, 1, 1, 1]
    assert max(DECLARATIONS, key=lambda d: worst_share(dists[d], F(1, 3))) == 2
    halves = {d: worst_share(dists[d], F(1, 2)) for d in DECLARATIONS}
    assert [d for d in halves if halves[d] == max(halves.values())] == [2, 3]


def test_frontier():
    def limits(result):
        return [(low if low == "-" else round(low, 3), high if isinstance(high, str) else round(high, 3))
                for low, high in zip(cells(result, "from_l"), cells(result, "to_l"))]  # fmt: skip

    plain = table("frontier")
    assert limits(plain) == [(1.342, "any"), (0.978, 1.342), (0.547, 0.978), (0, 0.547), ("-", "-"), ("-", "-")]
    warped = table("frontier", time_warp=True)
    wanted = [(3.888, "any"), (1.701, 3.888), (0.829, 1.701), (0.142, 0.829), (0, 0.142), ("-", "-")]
    assert limits(warped) == wanted
    assert cells(plain, "dominated_by")[4:] == ["4", "3, 4"]  # 5 by 4; 6 by 3 and 4
    assert cells(warped, "dominated_by") == ["-", "-", "-", "-", "-", "4, 5"]


def test_duels():
    rows = {row[:2]: row[2:] for row in table("declaration-duel").rows}
    assert rows[4, 3][:2] == (F(7, 12), F(1, 18))
    assert rows[5, 4][:2] == (F(1, 2), F(1, 12))
    for (d, e), (more, equal, fewer) in rows.items():
        pairs = [(PLAIN.actions(d, x), PLAIN.actions(e, y)) for x in FACES for y in FACES]
        assert more == F(sum(a > b for a, b in pairs), 36)
        assert equal == F(sum(a == b for a, b in pairs), 36)
        assert fewer == rows[e, d][0]


def test_races():
    result = table("turns")
    reached = cells(result, "reached")
    assert (reached[3], reached[2]) == (F(4091, 7776), F(5888, 19683))
    needed = cells(table("turns", target=40), "turns_needed")
    assert needed[0] == 20
    assert round(float(needed[3]), 6) == 8.580990


def test_variants_of_the_declaration():
    assert cells(table("declaration", declare_fail="zero"), "mean") == [2, F(10, 3), 4, 4, F(10, 3), 2]
    assert cells(table("declaration", declare_mult=3), "mean") == [3, F(31, 6), F(13, 2), 7, F(20, 3), F(11, 2)]
    assert Bet(fail="half").distribution(4) == {0: F(1, 6), 1: F(1, 3), 8: F(1, 2)}
    assert Bet(fail="one").distribution(4) == {1: F(1, 2), 8: F(1, 2)}
    assert Bet(bonus=-3).distribution(1) == {0: F(1)}  # never below nothing
    assert table("turns", declare_bonus=-3, declare_fail="zero").rows[0][3] == "never"


def test_technologies_pay_back():
    rows = {row[0].split(":")[0]: row for row in table("technology").rows}
    assert rows["yellow"][1:] == (4, 5, 5, F(20, 3), F(5, 3), F(12, 5))
    assert rows["orange"][1:] == (4, 5, 4, 6, 1, 4)


def test_the_policies_own_reroll_rule():
    """D3: a failure is rolled again iff it is at least tw_gain below the mean."""
    raider = Bet(warp=True, reroll="gain", gain=F(5, 2))
    assert mean(raider.distribution(4)) == mean(raider.distribution(5)) == F(37, 6)
    colonist = Bet(warp=True, reroll="gain", gain=F(1))
    assert mean(colonist.distribution(5)) == F(20, 3)
    assert not colonist.rerolls(6, 4) and WARP.rerolls(6, 4)
    result = table("declaration", time_warp=True, reroll="gain", tw_gain=2.5)
    assert cells(result, "mean")[3] == F(37, 6)


@pytest.mark.parametrize("rule", ["mean", "always"])
def test_time_warp_by_brute_force(rule):
    for d in DECLARATIONS:
        bet = Bet(warp=True, reroll=rule)
        found = dict.fromkeys(bet.distribution(d), F(0))
        for first, again in itertools.product(FACES, repeat=2):
            found[bet.actions(d, again if bet.rerolls(d, first) else first)] += F(1, 36)
        assert found == bet.distribution(d)


bets = st.builds(
    Bet,
    mult=st.integers(1, 4),
    bonus=st.integers(-3, 6),
    fail=st.sampled_from(["roll", "one", "zero", "half"]),
    energy=st.integers(0, 3),
    warp=st.booleans(),
    reroll=st.sampled_from(["mean", "always", "gain"]),
    gain=st.fractions(0, 4),
)


@given(bets, st.integers(1, 6))
def test_any_bet_is_a_distribution(bet, d):
    dist = bet.distribution(d)
    assert sum(dist.values()) == 1
    assert min(dist) >= 0
    assert mean(total_after(dist, 2)) == 2 * mean(dist)
    assert [at_least(dist, k) for k in range(40)] == sorted((at_least(dist, k) for k in range(40)), reverse=True)
    assert capped_mean(dist, max(dist)) == mean(dist) >= capped_mean(dist, 1)
    assert deviation(dist) == pytest.approx(math.sqrt(variance(dist)))


@given(bets, st.integers(1, 6))
def test_more_is_never_less(bet, d):
    """Monotone: a higher multiplier, more energy and one more use of the mean rule never lower the mean."""
    base = mean(Bet(bet.mult, bet.bonus, bet.fail, bet.energy).distribution(d))
    assert mean(Bet(bet.mult + 1, bet.bonus, bet.fail, bet.energy).distribution(d)) >= base
    assert mean(Bet(bet.mult, bet.bonus, bet.fail, bet.energy + 1).distribution(d)) == base + 1
    assert mean(Bet(bet.mult, bet.bonus, bet.fail, bet.energy, warp=True).distribution(d)) >= base


def test_turns_to_a_target_by_renewal():
    """Expected turns equal the sum over t of P(target not reached after t turns)."""
    dist = PLAIN.distribution(4)
    series = sum(1 - at_least(total_after(dist, t), 12) for t in range(13))
    assert turns_to(dist, 12) == series
