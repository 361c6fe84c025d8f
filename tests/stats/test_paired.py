"""Differences between two rule sets on the same blocks, and the words they end with."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import stats

from balance.errors import BugError
from balance.stats.blocks import Moments
from balance.stats.paired import FEW_CHANGED, Verdict, difference, judge, pair, rows_changed


def compare(a, da, b, db, share=True, **options):
    return judge(difference(Moments.of(pair(a, da, b, db)), share=share), **options)[0]


def test_one_game_per_block_is_the_paired_t_test():
    rng = np.random.default_rng(1)
    a = rng.gamma(2.0, size=200)
    b = a + rng.normal(0.1, 0.5, 200)
    found = compare(a, 1, b, 1, share=False)
    oracle = stats.ttest_rel(b, a)
    assert found.p_value == pytest.approx(oracle.pvalue, abs=1e-9)
    interval = oracle.confidence_interval(0.95)
    assert (found.low, found.high) == pytest.approx((interval.low, interval.high), abs=1e-9)
    assert found.difference == pytest.approx((b - a).mean())
    separate = np.var(a) + np.var(b)
    assert found.pairing_gain == pytest.approx(separate / np.var(b - a))


def test_ratio_metrics_use_both_denominators():
    rng = np.random.default_rng(2)
    da, db = rng.poisson(6, 300) + 1.0, rng.poisson(7, 300) + 1.0
    a, b = rng.binomial(da.astype(int), 0.3) * 1.0, rng.binomial(db.astype(int), 0.3) * 1.0
    found = compare(a, da, b, db)
    ra, rb = a.sum() / da.sum(), b.sum() / db.sum()
    influence = (b - rb * db) / db.mean() - (a - ra * da) / da.mean()
    assert found.difference == pytest.approx(rb - ra, abs=1e-12)
    error = influence.std(ddof=1) / math.sqrt(300)
    events = max(np.count_nonzero(b - a), np.count_nonzero(db - da))
    reach = stats.t.ppf(0.975, events - 1) * error
    assert (found.low, found.high) == pytest.approx((rb - ra - reach, rb - ra + reach), abs=1e-9)


@given(hnp.arrays(np.int64, st.tuples(st.integers(1, 40), st.just(2)), elements=st.integers(0, 5)), st.booleans())
def test_equal_rules_tie_exactly(table, share):
    top, bottom = np.minimum(table[:, 0], table[:, 1]), table[:, 1]
    found = compare(top, bottom, top, bottom, share=share, margin=0.01)
    assert found.verdict is Verdict.EQUAL and found.pairing_gain is None and found.blocks_changed == 0
    if bottom.sum():
        assert found.difference == 0.0 and found.p_value == 1.0 and found.baseline == found.changed


@given(hnp.arrays(np.int64, st.tuples(st.integers(1, 30), st.just(4)), elements=st.integers(0, 4)), st.booleans())
def test_any_small_table_gives_finite_numbers_and_swapping_mirrors_them(table, share):
    da, db = table[:, 1], table[:, 3]
    a, b = np.minimum(table[:, 0], da), np.minimum(table[:, 2], db)
    there, back = compare(a, da, b, db, share=share), compare(b, db, a, da, share=share)
    if da.sum() and db.sum():
        assert np.isfinite([there.low, there.high, there.p_value, there.difference]).all()
        assert there.low <= there.difference <= there.high and 0 <= there.p_value <= 1
        assert there.difference == pytest.approx(-back.difference, abs=1e-12)
    else:
        assert there.verdict in (Verdict.UNDECIDED, Verdict.EQUAL) and math.isnan(there.difference)


def test_verdict_words():
    rng = np.random.default_rng(3)
    a = (rng.random(4000) < 0.5) * 1.0
    up = np.where(rng.random(4000) < 0.1, 1.0, a)
    assert compare(a, 1, up, 1).verdict is Verdict.UP
    assert compare(up, 1, a, 1).verdict is Verdict.DOWN
    noise = np.where(rng.random(4000) < 0.02, 1 - a, a)
    assert compare(a, 1, noise, 1).verdict is Verdict.UNDECIDED
    assert compare(a, 1, noise, 1, margin=0.02).verdict is Verdict.EQUIVALENT
    small = compare(a, 1, up, 1, margin=0.2)
    assert small.verdict is Verdict.EQUIVALENT and small.real_but_small
    assert not compare(a, 1, noise, 1, margin=0.02).real_but_small


@pytest.mark.parametrize(
    "a,b,word",
    [
        ([0] * 20, [1] * 20, Verdict.UP),
        ([1] * 20, [0] * 20, Verdict.DOWN),
        ([0] * 20, [0] * 20, Verdict.EQUAL),
        ([0] * 19 + [0], [0] * 19 + [1], Verdict.UNDECIDED),
        ([0], [1], Verdict.UNDECIDED),
        ([0.25] * 20, [0.25] * 20, Verdict.EQUAL),  # all ties
        ([0.5] * 20, [0.25] * 20, Verdict.DOWN),
    ],
)
def test_extreme_tables_have_sensible_words(a, b, word):
    found = compare(a, 1, b, 1)
    assert found.verdict is word
    assert -1 <= found.low <= found.high <= 1 and found.low < found.high


def test_a_longer_game_by_one_turn_each_has_moved():
    found = compare([7] * 20, 1, [8] * 20, 1, share=False)
    assert found.verdict is Verdict.UP and found.difference == 1 and found.low > 0.8


def test_five_changed_games_move_nothing():
    a = np.zeros(50_000)
    b = a.copy()
    b[:5] = 1
    found = compare(a, 1, b, 1)
    assert found.verdict is Verdict.UNDECIDED and found.blocks_changed == 5
    assert compare(a, 1, b, 1, margin=0.01).verdict is Verdict.EQUIVALENT
    one = b.copy()
    one[1:] = 0
    assert compare(a, 1, one, 1).method == FEW_CHANGED


def test_unchanged_rows_bound_the_difference():
    a = np.tile([0.0, 1.0], 500)
    found = compare(a, 1, a, 1)
    assert found.high == pytest.approx(3.84 / 1003.84, rel=1e-3) and found.low == -found.high


def test_family_correction_decides_the_word():
    rng = np.random.default_rng(4)
    a = (rng.random((2000, 30)) < 0.5) * 1.0
    b = np.where(rng.random((2000, 30)) < 0.2, rng.random((2000, 30)) < 0.5, a) * 1.0
    b[:, 0] = np.where(rng.random(2000) < 0.2, 1.0, a[:, 0])
    found = difference(Moments.of(pair(a, 1, b, 1)), share=True)
    moved = {
        how: sum(c.verdict in (Verdict.UP, Verdict.DOWN) for c in judge(found, correction=how))
        for how in ("none", "holm", "bh")
    }
    assert moved["holm"] == 1 and moved["none"] >= moved["bh"] >= 1
    assert judge(found, correction="holm")[0].verdict is Verdict.UP
    loose = [c for c in judge(found, correction="holm") if c.p_value <= 0.05 < c.adjusted_p]
    assert all(c.verdict is Verdict.UNDECIDED for c in loose)


def test_pairing_gain_of_a_rare_rule_is_large():
    rng = np.random.default_rng(5)
    a = (rng.random(20_000) < 0.5) * 1.0
    b = np.where(rng.random(20_000) < 0.01, 1 - a, a)
    assert compare(a, 1, b, 1).pairing_gain == pytest.approx(50, rel=0.2)
    independent = (rng.random(20_000) < 0.5) * 1.0
    assert compare(a, 1, independent, 1).pairing_gain == pytest.approx(1, abs=0.05)


def test_rows_changed_sees_any_field_and_nothing_else():
    dtype = np.dtype(
        [("win", np.float32, 4), ("turns", np.int16), ("ending", np.int8), ("score", np.float64)], align=True
    )
    a, b = np.zeros(5, dtype), np.zeros(5, dtype)
    a["score"] = b["score"] = np.nan  # equal bits are equal, whatever they mean
    b["win"][1, 3], b["turns"][2], b["ending"][4] = 0.25, 1, 1
    assert rows_changed(a, b).tolist() == [False, True, True, False, True]
    assert not rows_changed(a, a.copy()).any() and rows_changed(a[:0], b[:0]).shape == (0,)
    with pytest.raises(BugError):
        rows_changed(a, b[:3])
