"""Confidence sequences: the formulas, their ends, and what judge makes of them."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import special, stats

from balance.stats.blocks import Moments
from balance.stats.paired import FEW_CHANGED, Verdict, judge, pair
from balance.stats.sequential import ANY_TIME, EARLY, Looking, beta_mixture, differences, estimates, precise

LOOKING = Looking()


@given(st.integers(1, 10**6), st.floats(0, 1), st.sampled_from([0.01, 0.05, 0.2]))
def test_beta_mixture_limits_are_where_the_evidence_reaches_one_over_alpha(n, part, alpha):
    hits = round(part * n)
    low, high = beta_mixture(hits, n, alpha)
    assert 0 <= low <= hits / n <= high <= 1 and low < high
    for limit in (float(low), float(high)):
        if 1e-9 < limit < 1 - 1e-9:
            likelihood = special.xlogy(hits, limit) + special.xlog1py(n - hits, -limit)
            evidence = special.betaln(hits + 1, n - hits + 1) - likelihood
            assert evidence == pytest.approx(-math.log(alpha), abs=1e-4)


def test_beta_mixture_is_a_martingale_bound():
    """The mixture of likelihood ratios has expectation one under every true share: checked by full enumeration."""
    for p in (0.02, 0.3, 0.9):
        for n in (1, 7, 40):
            hits = np.arange(n + 1)
            log_ratio = special.betaln(hits + 1, n - hits + 1) - hits * math.log(p) - (n - hits) * math.log1p(-p)
            assert np.sum(stats.binom.pmf(hits, n, p) * np.exp(log_ratio)) == pytest.approx(1.0, abs=1e-9)


def test_normal_mixture_is_a_martingale_bound():
    """Expected evidence of the normal mixture is one for a standard normal mean."""
    for n in (50, 2000, 10**6):
        mass = n * LOOKING.mixing
        z = np.linspace(-1, 1, 100_001) * 12 * math.sqrt(mass + 1)
        evidence = z * z * mass / (2 * (mass + 1)) - math.log(mass + 1) / 2
        total = np.trapezoid(np.exp(evidence - z * z / 2), z) / math.sqrt(2 * math.pi)
        assert total == pytest.approx(1.0, rel=1e-6)
        radius = float(LOOKING.radius(n))
        log_e = radius**2 * mass / (2 * (mass + 1)) - math.log(mass + 1) / 2
        assert log_e == pytest.approx(-math.log(LOOKING.main_alpha), abs=1e-9)
        # a mean exactly one radius away has just the p-value of the level
        assert LOOKING.p_value(radius, n) == pytest.approx(1 - LOOKING.level, rel=1e-9)


def test_radius_is_smallest_about_where_it_should_be():
    n = np.unique(np.geomspace(10, 10**6, 4000).astype(int))
    for tightest in (500, 5000, 50_000):
        width = Looking(tightest_at=tightest).radius(n) / np.sqrt(n)
        assert np.all(np.diff(width) < 0)  # always narrowing
        best = [Looking(tightest_at=t).radius(tightest) for t in (tightest // 4, tightest, tightest * 4)]
        assert best[1] < best[0] and best[1] < best[2]
        assert best[1] < 1.25 * Looking(tightest_at=tightest).radius(tightest * 10) < 1.5 * best[1]
    assert np.all(LOOKING.radius(n) > 1.96)


def block_shares(hits, n=1):
    return Moments.of(np.stack([np.asarray(hits, float), np.full(len(hits), float(n))], -1))


@pytest.mark.parametrize("hits", [[0] * 20, [1] * 20, [0], [1], [0.25] * 20])
def test_shares_at_the_ends_are_finite_and_early(hits):
    found = estimates(block_shares(hits), LOOKING, True).at()
    assert 0 <= found.low <= found.estimate <= found.high <= 1 and found.low < found.high
    assert found.method == EARLY


def test_no_data_and_one_block():
    assert not estimates(Moments(2), LOOKING, True).at().known
    assert not estimates(Moments(2), LOOKING, False).at().known
    one = estimates(block_shares([3]), LOOKING, False).at()
    assert np.isfinite([one.low, one.high]).all()
    assert not precise(estimates(block_shares([3]), LOOKING, False), 1e9)


def test_a_sequence_is_wider_than_a_fixed_interval_and_narrows():
    rng = np.random.default_rng(1)
    hits = (rng.random(20_000) < 0.3) * 1.0
    widths = [estimates(block_shares(hits[:n]), LOOKING, True).at().half_width for n in (100, 1000, 5000, 20_000)]
    assert widths == sorted(widths, reverse=True)
    assert 1.4 * 1.96 * math.sqrt(0.21 / 20_000) < widths[-1] < 2 * 1.96 * math.sqrt(0.21 / 20_000)
    assert estimates(block_shares(hits), LOOKING, True).at().method == ANY_TIME


def test_precise_stops_only_when_every_share_is_known():
    rng = np.random.default_rng(2)
    tops = np.stack([(rng.random(5000) < p) * 1.0 for p in (0.02, 0.5)], -1)
    moments = Moments.of(np.stack([tops, np.ones_like(tops)], -1))
    found = estimates(moments, LOOKING, True)
    assert found.half_width[0] < 0.012 < found.half_width[1]
    assert not precise(found, 0.012) and precise(found, 0.03)
    mixed = estimates(moments, LOOKING, np.array([True, False]))
    assert mixed.at(0) == found.at(0) and mixed.at(1).estimate == found.at(1).estimate


def judged(a, b, *, share=True, margin=0.0, looking=LOOKING):
    return judge(differences(Moments.of(pair(a, 1, b, 1)), looking, share=share), margin=margin)[0]


def test_until_enough_blocks_changed_a_difference_is_bounded_not_judged():
    a = np.zeros(2000)
    b = a.copy()
    b[:40] = 1.0
    early = judged(a, b)
    assert early.verdict is Verdict.UNDECIDED and early.method == FEW_CHANGED and early.p_value == 1.0
    assert early.low == -early.high and 0.02 < early.high < 0.05
    assert judged(a, b, margin=0.05).verdict is Verdict.EQUIVALENT
    b[:80] = 1.0
    late = judged(a, b)
    assert late.verdict is Verdict.UP and late.method == ANY_TIME


@pytest.mark.parametrize("share", [True, False])
def test_extremes_of_watched_differences(share):
    for a, b in (([0] * 20, [1] * 20), ([0], [1]), ([0] * 20, [0] * 20), ([0.5] * 500, [0.5] * 500), ([7], [8])):
        found = judged(np.array(a, float), np.array(b, float), share=share and max(b) <= 1)
        assert np.isfinite([found.low, found.high, found.p_value]).all() and found.low <= found.difference <= found.high
        assert found.verdict is (Verdict.EQUAL if a == b else Verdict.UNDECIDED)
    assert judge(differences(Moments(4), LOOKING))[0].verdict is Verdict.UNDECIDED


def test_p_value_and_interval_agree():
    rng = np.random.default_rng(3)
    for shift in (0.0, 0.02, 0.05, 0.1):
        a = (rng.random(3000) < 0.5) * 1.0
        b = np.where(rng.random(3000) < 0.2, rng.random(3000) < 0.5 + shift * 5, a) * 1.0
        found = judged(a, b)
        assert (found.p_value <= 0.05) == (found.low > 0 or found.high < 0)


def test_level_moves_both_sequences():
    a = (np.random.default_rng(4).random(3000) < 0.5) * 1.0
    b = np.where(np.random.default_rng(5).random(3000) < 0.2, 1.0, a)
    strict, loose = (judged(a, b, looking=Looking(level=level)) for level in (0.999, 0.9))
    assert strict.high - strict.low > loose.high - loose.low
