"""Shares of independent games against statsmodels and scipy, and their behaviour at the ends."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from balance.errors import BugError
from balance.stats.estimate import Estimate, decimals, t_tail, t_value, z_value
from balance.stats.proportion import clopper_pearson, none_seen, score_interval, share, wilson

CASES = [(0, 1), (1, 1), (0, 20), (20, 20), (1, 20), (7, 20), (50, 1000), (123_456, 1_000_000)]


@pytest.mark.parametrize("hits,n", CASES)
@pytest.mark.parametrize("level", [0.8, 0.95, 0.999])
def test_intervals_agree_with_statsmodels(hits, n, level):
    for method, name in ((wilson, "wilson"), (clopper_pearson, "beta")):
        low, high = method(hits, n, level)
        expected = proportion_confint(hits, n, 1 - level, name)
        assert (low, high) == pytest.approx(expected, abs=1e-9), name


def test_quantiles_agree_with_scipy():
    for level in (0.5, 0.95, 0.9999):
        assert z_value(level) == pytest.approx(stats.norm.ppf((1 + level) / 2), abs=1e-9)
        df = np.array([1, 2, 5, 49, 1e4, 1e7])
        assert t_value(level, df) == pytest.approx(stats.t.ppf((1 + level) / 2, df), abs=1e-9)
    t = np.array([0.0, 0.5, -2.0, 5.0])
    assert t_tail(t, 7) == pytest.approx(2 * stats.t.sf(np.abs(t), 7), abs=1e-12)


@given(st.integers(1, 10**7), st.floats(0, 1), st.sampled_from([0.8, 0.95, 0.999]))
def test_wilson_is_finite_ordered_and_contains_the_share(n, part, level):
    hits = round(n * part)
    low, high = wilson(hits, n, level)
    assert 0 <= low <= hits / n + 1e-12 and hits / n - 1e-12 <= high <= 1 and low < high
    exact_low, exact_high = clopper_pearson(hits, n, level)
    assert 0 <= exact_low <= hits / n + 1e-12 and hits / n - 1e-12 <= exact_high <= 1
    mirrored = wilson(n - hits, n, level)
    assert [1 - mirrored[1], 1 - mirrored[0]] == pytest.approx([float(low), float(high)], abs=1e-9)


@given(st.floats(0, 1), st.floats(0.5, 1e6), st.floats(0.5, 10))
def test_score_limits_solve_the_score_equation(value, n, z):
    low, high = score_interval(value, n, z)
    for limit in (float(low), float(high)):
        if 0 < limit < 1 and 0 < value < 1:
            assert (value - limit) ** 2 * n == pytest.approx(z * z * limit * (1 - limit), rel=1e-6, abs=1e-9)


def test_clopper_pearson_never_covers_less_than_it_says():
    n, p = 40, np.linspace(0.001, 0.999, 400)
    hits = np.arange(n + 1)
    low, high = clopper_pearson(hits, n)
    inside = (low[:, None] <= p) & (p <= high[:, None])
    assert (inside * stats.binom.pmf(hits[:, None], n, p)).sum(axis=0).min() >= 0.95 - 1e-9


def test_ends_are_finite_and_labelled():
    assert share(0, 20).low == 0 and share(0, 20).high == pytest.approx(0.1611, abs=1e-4)
    assert share(20, 20).high == 1 and share(20, 20).low == pytest.approx(1 - share(0, 20).high)
    assert share(0, 1).high == pytest.approx(0.7935, abs=1e-4)
    assert none_seen(20) == pytest.approx(share(0, 20).high)
    assert share(3, 10, exact=True).method == "clopper-pearson" and share(3, 10).method == "wilson"
    nothing = share(0, 0)
    assert math.isnan(nothing.estimate) and (nothing.low, nothing.high) == (0, 1) and not nothing.known
    assert nothing.text() == "no data" and nothing.band(0, 1) == "undecided"


def test_impossible_counts_are_a_bug():
    for hits, n in ((3, 2), (-1, 2)):
        with pytest.raises(BugError):
            wilson(hits, n)


@pytest.mark.parametrize("half,digits", [(0.002, 3), (0.0021, 3), (0.0009, 4), (0.05, 2), (0.5, 1), (3, 0), (40, 0)])
def test_digits_follow_the_width(half, digits):
    assert decimals(half) == digits


@given(st.floats(1e-9, 1))
def test_the_last_digit_stands_for_5_to_50_percent_of_the_half_width(half):
    assert 0.0499 * half <= 10.0 ** -decimals(half) <= 0.5001 * half


def test_text_and_bands():
    found = Estimate(0.3671, 0.3651, 0.3691, 73420, 200_000, "wilson")
    assert found.text() == "0.367 [0.365, 0.369]"
    assert found.text(percent=True) == "36.7 % [36.5, 36.9]"
    assert found.band(0.36, 0.37) == "pass"
    assert found.band(0.37, 0.40) == "missed" and found.band(0.1, 0.36) == "missed"
    assert found.band(0.366, 0.5) == "undecided"
