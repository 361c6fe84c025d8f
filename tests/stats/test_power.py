"""Games needed: against statsmodels, and against what then happens."""

import numpy as np
import pytest
from statsmodels.stats.power import NormalIndPower

from balance.errors import BugError
from balance.stats import paired, sequential
from balance.stats.blocks import Moments, ratio
from balance.stats.power import (
    Pilot,
    blocks_any_time,
    blocks_for_difference,
    blocks_for_width,
    pilot_difference,
    pilot_estimate,
    plan,
)
from balance.stats.sequential import Looking
from tests.stats.studies import pairs


def test_power_agrees_with_statsmodels():
    # one-sample normal power: ratio 0 means the second group is infinitely large
    needed = NormalIndPower().solve_power(0.1 / 1.3, alpha=0.05, power=0.8, ratio=0)
    assert abs(blocks_for_difference(1.3**2, 0.1) - needed) <= 1


def test_planned_width_is_reached():
    rng = np.random.default_rng(1)
    n = blocks_for_width(1.0, 0.05)
    values = rng.normal(size=(n, 50))
    found = ratio(Moments.of(np.stack([values, np.ones_like(values)], -1)))
    assert np.median(found.half_width) == pytest.approx(0.05, rel=0.02)
    assert blocks_for_width(1.0, 0.5) == 18  # Student: 15.4 by normal theory


def test_planned_difference_is_found_as_often_as_promised():
    rng = np.random.default_rng(2)
    pilot = pilot_difference(Moments.of(pairs(rng, (4000,), 0.5, 0.2, 0.02)), 4, 1e-5)
    wanted = plan(pilot, size=0.02, power=0.8)
    found = paired.difference(Moments.of(pairs(rng, (wanted.blocks, 400), 0.5, 0.2, 0.02)), share=True)
    assert np.mean(found.p_value <= 0.05) == pytest.approx(0.8, abs=0.07)
    assert wanted.games == 4 * wanted.blocks and wanted.seconds == pytest.approx(wanted.games * 1e-5)
    assert wanted.few_games < wanted.games < wanted.many_games
    assert wanted.separate_games / wanted.games == pytest.approx(pilot.pairing_gain, rel=0.01)
    assert pilot.pairing_gain > 3


def test_planned_watched_run_decides_in_time():
    rng = np.random.default_rng(3)
    looking = Looking(tightest_at=2000)
    pilot = pilot_difference(Moments.of(pairs(rng, (4000,), 0.5, 0.2, 0.02)), 4, 1e-5)
    watched, fixed = plan(pilot, size=0.02, looking=looking), plan(pilot, size=0.02)
    assert watched.any_time and watched.blocks > fixed.blocks
    found = sequential.differences(Moments.of(pairs(rng, (watched.blocks, 400), 0.5, 0.2, 0.02)), looking, share=True)
    assert np.mean(found.p_value <= 0.05) == pytest.approx(0.8, abs=0.07)
    narrow = plan(pilot, half_width=0.01, looking=looking)
    there = sequential.differences(Moments.of(pairs(rng, (narrow.blocks, 50), 0.5, 0.2, 0.02)), looking, share=True)
    assert np.median(there.high - there.low) / 2 == pytest.approx(0.01, rel=0.05)


def test_more_spread_or_finer_goals_cost_more():
    for price in (
        blocks_for_width,
        blocks_for_difference,
        lambda v, w: blocks_any_time(v, w, Looking()),
    ):
        assert price(1.0, 0.1) < price(2.0, 0.1) < price(2.0, 0.05)
    with pytest.raises(BugError):
        blocks_for_width(1.0, 0.0)
    with pytest.raises(BugError):
        blocks_for_difference(1.0, 0.0)


def test_a_pilot_without_spread_still_plans():
    zero = Moments.of([[0, 4]] * 100)
    pilot = pilot_estimate(zero, 4, 1e-5, share=True)
    assert 0 < plan(pilot, half_width=0.01).games < 10**7
    same = pilot_difference(Moments.of(paired.pair([1, 0] * 50, 4, [1, 0] * 50, 4)), 4, 1e-5)
    assert plan(same, half_width=0.01).games > 0 and same.events == 0
    one = pilot_estimate(Moments.of([[3, 1]]), 1, 1e-5)
    assert plan(one, half_width=0.5).games > 0


def test_one_goal_at_a_time():
    pilot = Pilot(1.0, 2.0, 100, 100, 4, 1e-5)
    for goals in ({}, {"half_width": 0.1, "size": 0.1}):
        with pytest.raises(BugError):
            plan(pilot, **goals)
    low, high = pilot.variance_range()
    assert low < 1.0 < high
    assert plan(pilot, half_width=0.1).goal == "± 0.1" and "80%" in plan(pilot, size=0.1).goal
