"""Histograms that stream and merge, and order-statistic intervals."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from balance.errors import BugError
from balance.stats.quantiles import TOO_FEW, Histogram, quantile, ranks

WHOLE = st.lists(st.integers(-50, 200), max_size=60)


@given(WHOLE, WHOLE, st.sampled_from([0.01, 0.1, 0.25, 0.5, 0.9, 1.0]))
def test_streaming_merging_and_quantiles_equal_sorting(first, second, q):
    merged = Histogram().add(first).merge(Histogram().add(second))
    values = np.sort(np.array(first + second, int))
    assert merged.n == len(values)
    assert merged.items() == [(int(v), int(n)) for v, n in zip(*np.unique(values, return_counts=True), strict=True)]
    if len(values):
        found = quantile(merged, q)
        assert found.estimate == np.quantile(values, q, method="inverted_cdf")
        assert found.low <= found.estimate <= found.high
        assert found.numerator == np.count_nonzero(values <= found.estimate) and found.denominator == len(values)


@pytest.mark.parametrize("n", [1, 5, 6, 20, 64, 65, 1000, 200_000])
@pytest.mark.parametrize("q", [0.05, 0.5, 0.9])
def test_ranks_are_the_tightest_that_cover(n, q):
    low, high = ranks(n, q)
    # P(X_(low) > quantile) = P(fewer than `low` values at or below it)
    assert low == 0 or binom.cdf(low - 1, n, q) <= 0.025
    assert binom.cdf(low, n, q) > 0.025  # one rank further in would not do
    assert high == n + 1 or binom.sf(high - 1, n, q) <= 0.025
    assert binom.sf(high - 2, n, q) > 0.025


def test_known_ranks_of_the_median():
    assert ranks(6, 0.5) == (1, 6)  # the textbook case: minimum and maximum of six, 96.9 %
    assert ranks(5, 0.5) == (0, 6)
    assert ranks(100, 0.5) == (40, 61)


def test_few_games_are_said_to_be_few():
    found = quantile(Histogram().add([3, 9]), 0.5)
    assert (found.low, found.high, found.method) == (3, 9, TOO_FEW)
    assert not quantile(Histogram(), 0.5).known
    one = quantile(Histogram().add([3]), 0.5)
    assert (one.low, one.high) == (3, 3) and one.method == TOO_FEW


def test_alike_games_widen_the_interval():
    histogram = Histogram().add(np.random.default_rng(1).geometric(0.02, 4000))
    widths = [quantile(histogram, 0.5, independent=k).half_width for k in (4000, 1000, 100)]
    assert widths == sorted(widths) and widths[0] < widths[2]
    assert quantile(histogram, 0.5, independent=4000) == quantile(histogram, 0.5)
    repeated = Histogram().add(np.repeat(np.random.default_rng(2).geometric(0.02, 1000), 4))
    single = Histogram().add(np.random.default_rng(2).geometric(0.02, 1000))
    by_unit, plain = quantile(repeated, 0.5, independent=1000), quantile(single, 0.5)
    assert (by_unit.low, by_unit.high) == (plain.low, plain.high)


def test_only_whole_numbers():
    with pytest.raises(BugError):
        Histogram().add([1.5])
