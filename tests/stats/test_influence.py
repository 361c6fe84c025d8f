"""Lift of pieces within policies, and the tornado."""

import math

import numpy as np
import pytest
from statsmodels.stats.proportion import confint_proportions_2indep

from balance.errors import BugError
from balance.stats.blocks import Moments
from balance.stats.influence import lifts, piece_sums, tornado
from balance.stats.paired import Comparison, Verdict


def test_independent_seats_give_newcombes_interval():
    rng = np.random.default_rng(1)
    owned = rng.random((3000, 1)) < 0.4
    win = (rng.random(3000) < 0.3 + 0.1 * owned[:, 0]) * 1.0
    rows = piece_sums(owned, win, np.zeros(3000, int), np.arange(3000), 1)
    found = lifts(Moments.of(rows), ["tower"])[0]
    has = owned[:, 0]
    oracle = confint_proportions_2indep(
        win[has].sum(), has.sum(), win[~has].sum(), (~has).sum(), compare="diff", method="newcomb"
    )
    assert found.lift == pytest.approx(win[has].mean() - win[~has].mean(), abs=1e-12)
    assert (found.low, found.high) == pytest.approx(oracle, abs=5e-4)  # the correlation is estimated, not set to zero
    assert (found.games_with, found.games_without) == (has.sum(), (~has).sum())
    assert found.verdict is Verdict.UP


def test_weights_are_mantel_haenszel():
    rng = np.random.default_rng(2)
    stratum = rng.integers(0, 3, 900)
    owned = (rng.random(900) < np.array([0.2, 0.5, 0.9])[stratum])[:, None]
    win = (rng.random(900) < np.array([0.1, 0.3, 0.6])[stratum]) * 1.0
    found = lifts(Moments.of(piece_sums(owned, win, stratum, np.arange(900) // 3, 3)), ["laser"])[0]
    top = bottom = 0.0
    for s in range(3):
        a, b = win[(stratum == s) & owned[:, 0]], win[(stratum == s) & ~owned[:, 0]]
        weight = len(a) * len(b) / (len(a) + len(b))
        top, bottom = top + weight * (a.mean() - b.mean()), bottom + weight
    assert found.lift == pytest.approx(top / bottom, abs=1e-12)
    assert found.lift == pytest.approx(found.share_with - found.share_without)


def test_policy_explains_a_false_lift_away():
    rng = np.random.default_rng(3)
    policy = rng.integers(0, 2, 8000)
    owned = (rng.random((8000, 1)) < 0.1 + 0.8 * policy[:, None]) * 1
    win = (rng.random(8000) < 0.2 + 0.3 * policy) * 1.0
    blocks = np.arange(8000) // 4
    crude = lifts(Moments.of(piece_sums(owned, win, policy * 0, blocks, 1)), ["shield"])[0]
    fair = lifts(Moments.of(piece_sums(owned, win, policy, blocks, 2)), ["shield"])[0]
    assert crude.low > 0.15 and crude.verdict is Verdict.UP
    assert fair.low < 0 < fair.high and fair.verdict is Verdict.UNDECIDED


def test_small_and_empty_comparisons():
    owned = np.zeros((40, 4))
    owned[:3, 1], owned[:, 2], owned[::2, 3] = 1, 1, 1
    win = np.r_[1.0, 1, 1, np.tile([0, 1], 18), 0]
    present = np.ones((40, 4))
    present[:, 3] = 0
    rows = piece_sums(owned, win, np.zeros(40, int), np.arange(40) // 4, 1, present)
    never, three, always, absent = lifts(Moments.of(rows), ["never", "three", "always", "absent"])
    for unknown in (never, always, absent):
        assert math.isnan(unknown.lift) and unknown.verdict is Verdict.UNDECIDED
    assert three.share_with == 1 and three.low < 0 < three.high  # three wins in one block prove nothing
    assert np.isfinite([three.low, three.high, three.p_value]).all()
    with pytest.raises(BugError):
        piece_sums(owned, win, np.full(40, 2), np.arange(40), 2)


def test_long_lists_are_corrected():
    rng = np.random.default_rng(4)
    owned = rng.random((6000, 60)) < 0.5
    win = (rng.random(6000) < 0.3 + 0.15 * owned[:, 7]) * 1.0
    found = lifts(Moments.of(piece_sums(owned, win, np.zeros(6000, int), np.arange(6000), 1)), [*map(str, range(60))])
    called = [x.piece for x in found if x.verdict is not Verdict.UNDECIDED]
    assert "7" in called and len(called) <= 2
    assert sum(x.p_value <= 0.05 for x in found) >= len(called)
    assert all(x.adjusted_p >= x.p_value for x in found)


def effect(difference, half, p):
    return Comparison(
        0.5,
        0.5 + difference,
        difference,
        difference - half,
        difference + half,
        p,
        p,
        Verdict.UNDECIDED,
        0,
        1,
        9,
        9,
        "",
        0.95,
    )


def test_tornado_ranks_by_swing():
    bars = tornado(
        [
            ("small", [("1", effect(0.01, 0.002, 1e-6)), ("3", effect(-0.02, 0.002, 1e-9))]),
            ("big", [("5", effect(0.10, 0.02, 1e-9))]),
            ("noise", [("x", effect(0.03, 0.05, 0.2)), ("y", effect(0.01, 0.05, 0.03))]),
            ("empty", [("z", effect(math.nan, math.nan, math.nan))]),
        ]
    )
    assert [b.key for b in bars] == ["big", "noise", "small", "empty"]
    assert (bars[0].widest, bars[0].swing) == ("5", 0.1) and bars[0].low == pytest.approx(0.08)
    assert bars[1].low == 0 and not bars[1].moved  # 0.03 is not small enough among the five
    assert bars[2].widest == "3" and bars[2].moved and bars[2].high == pytest.approx(0.022)
    assert bars[3].swing == 0 and not bars[3].moved
