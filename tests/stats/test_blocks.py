"""Moments in one pass, and means and shares from block sums."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import stats
from statsmodels.stats.weightstats import DescrStatsW

from balance.errors import BugError
from balance.stats.blocks import NO_SPREAD, Moments, ratio, sum_blocks, sum_by
from balance.stats.proportion import wilson

VALUES = hnp.arrays(np.float64, st.tuples(st.integers(1, 30), st.integers(1, 3), st.just(2)), elements=st.floats(-9, 9))


@given(VALUES, st.integers(0, 30))
def test_moments_do_not_depend_on_how_blocks_arrive(values, cut):
    whole = Moments.of(values)
    parts = Moments(*values.shape[1:]).add(values[:cut]).merge(Moments(*values.shape[1:]).add(values[cut:]))
    for name in ("mean", "comoment", "low", "high", "nonzero", "total"):
        assert getattr(parts, name) == pytest.approx(getattr(whole, name), abs=1e-9), name
    assert parts.n == len(values)
    for j in range(values.shape[1]):
        if len(values) > 1:
            assert whole.covariance()[j] == pytest.approx(np.cov(values[:, j].T), abs=1e-9)


def test_moments_are_stable_far_from_zero_and_totals_exact():
    values = np.random.default_rng(1).integers(0, 3, (10_000, 1)) + 1e9
    moments = Moments(1)
    for chunk in np.split(values, 100):
        moments.add(chunk)
    assert moments.covariance()[0, 0] == pytest.approx(np.var(values, ddof=1), rel=1e-7)
    assert moments.total[0] == values.sum()


def test_keep_picks_columns():
    values = np.random.default_rng(2).normal(size=(50, 4))
    kept, direct = Moments.of(values).keep(np.array([3, 1])), Moments.of(values[:, [3, 1]])
    assert kept.comoment == pytest.approx(direct.comoment) and kept.n == direct.n
    with pytest.raises(BugError):
        kept.add(values)


def test_block_sums():
    values = np.arange(12.0).reshape(6, 2)
    assert sum_blocks(values, 3).tolist() == [[6, 9], [24, 27]]
    assert sum_by([5, 1, 5, 1, 9, 1], values).tolist() == [[18, 21], [4, 6], [8, 9]]
    assert sum_by([1, 1, 1, 5, 5, 5], values).tolist() == sum_blocks(values, 3).tolist()
    with pytest.raises(BugError):
        sum_blocks(values, 4)


def test_mean_with_one_game_per_block_is_students_interval():
    values = np.random.default_rng(3).gamma(2.0, size=80)
    found = ratio(Moments.of(np.stack([values, np.ones(80)], -1))).at()
    assert (found.low, found.high) == pytest.approx(DescrStatsW(values).tconfint_mean(), abs=1e-9)
    assert (found.low, found.high) == pytest.approx(
        stats.t.interval(0.95, 79, values.mean(), stats.sem(values)), abs=1e-9
    )


def test_ratio_uses_the_delta_method():
    rng = np.random.default_rng(4)
    bottom = rng.poisson(6, 400) + 1.0
    top = rng.poisson(0.3 * bottom) * 1.0
    found = ratio(Moments.of(np.stack([top, bottom], -1))).at()
    r = top.sum() / bottom.sum()
    residual = (top - r * bottom) / bottom.mean()
    # rare events: no more degrees of freedom than blocks in which one happened
    half = stats.t.ppf(0.975, np.count_nonzero(top) - 1) * residual.std(ddof=1) / 20
    assert (found.estimate, found.low, found.high) == pytest.approx((r, r - half, r + half), abs=1e-9)
    assert (found.numerator, found.denominator) == (top.sum(), bottom.sum())


@given(st.integers(1, 300), st.integers(0, 300))
def test_share_of_single_games_is_wilsons_interval(n, hits):
    hits = min(hits, n)
    won = (np.arange(n) < hits) * 1.0
    found = ratio(Moments.of(np.stack([won, np.ones(n)], -1)), share=True).at()
    assert (found.low, found.high) == pytest.approx(tuple(map(float, wilson(hits, n))), abs=1e-9)


def test_alike_games_count_once_and_rotated_games_count_more():
    rng = np.random.default_rng(5)
    won = rng.random(500) < 0.3
    alike = ratio(Moments.of(np.stack([won * 4.0, np.full(500, 4.0)], -1)), share=True).at()
    single = ratio(Moments.of(np.stack([won * 1.0, np.ones(500)], -1)), share=True).at()
    assert alike.half_width == pytest.approx(single.half_width, rel=0.01)
    independent = rng.binomial(4, 0.3, 500) * 1.0
    unlike = np.clip(np.round(rng.normal(1.2, 0.3, 500)), 0, 4)
    widths = [
        ratio(Moments.of(np.stack([x, np.full(500, 4.0)], -1)), share=True).at().half_width
        for x in (independent, unlike)
    ]
    assert widths[1] < widths[0] < alike.half_width


@pytest.mark.parametrize(
    "rows,share,low,high",
    [
        ([[0, 1]] * 20, True, 0, 0.1611),
        ([[1, 1]] * 20, True, 0.8389, 1),
        ([[0, 1]], True, 0, 0.7935),
        ([[4, 4]], True, 0.2065, 1),
        ([[1, 4]] * 50, True, 0.2322, 0.3035),  # all ties: every block shares alike
        ([[7, 1]] * 20, False, 5.872, 8.128),
        ([[0, 1]] * 20, False, -0.1611, 0.1611),
    ],
)
def test_no_spread_gives_a_finite_interval(rows, share, low, high):
    found = ratio(Moments.of(rows), share=share).at()
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-3)
    assert found.method == NO_SPREAD


def test_no_data():
    for moments in (Moments(2), Moments.of([[0, 0]] * 3)):
        found = ratio(moments, share=True).at()
        assert not found.known and (found.low, found.high) == (0, 1) and found.method == "no data"
        assert not ratio(moments).at().known


@given(
    hnp.arrays(np.int64, st.tuples(st.integers(1, 12), st.just(2)), elements=st.integers(0, 4)),
    st.booleans(),
    st.sampled_from([0.5, 0.95, 0.999]),
)
def test_any_small_table_gives_an_ordered_finite_interval(table, share, level):
    top, bottom = np.minimum(table[:, 0], table[:, 1]), table[:, 1]
    found = ratio(Moments.of(np.stack([top, bottom], -1)), share=share, level=level).at()
    if bottom.sum():
        assert np.isfinite([found.low, found.high]).all()
        assert found.low <= found.estimate + 1e-12 and found.estimate <= found.high + 1e-12 and found.low < found.high
        assert not share or (found.low >= 0 and found.high <= 1)


def test_many_metrics_at_once_equal_one_by_one():
    rng = np.random.default_rng(6)
    top = rng.binomial(4, [0.0, 0.02, 0.5, 1.0], (60, 4)) * 1.0
    values = np.stack([top, np.full((60, 4), 4.0)], -1)
    kinds = np.array([True, True, False, True])
    together = ratio(Moments.of(values), share=kinds)
    for i in range(4):
        assert together.at(i) == ratio(Moments.of(values[:, i]), share=bool(kinds[i])).at()
    assert len(together) == 4
