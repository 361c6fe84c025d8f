"""Simulated counts against exact chances."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from balance.stats.exact import ONCE_IN_A_MILLION, check_page, tail_p


@given(st.integers(1, 100_000), st.floats(0, 1), st.integers(1, 999))
def test_tail_agrees_with_scipy(n, part, thousandths):
    hits, p = round(part * n), thousandths / 1000
    oracle = min(1.0, 2 * min(binom.cdf(hits, n, p), binom.sf(hits - 1, n, p)))
    assert tail_p(hits, n, Fraction(thousandths, 1000)) == pytest.approx(oracle, rel=1e-7, abs=1e-9)


def test_what_the_rules_forbid_has_no_chance():
    assert tail_p(0, 50, 0) == 1 and tail_p(1, 50, 0) == 0
    assert tail_p(50, 50, 1) == 1 and tail_p(49, 50, Fraction(1)) == 0
    assert tail_p(0, 0, Fraction(1, 6)) == 1


def test_a_page_shares_one_threshold():
    rng = np.random.default_rng(1)
    counts = [(f"die {i}", int(rng.binomial(60_000, 1 / 6)), 60_000, Fraction(1, 6)) for i in range(20)]
    page = check_page(counts)
    assert all(c.passed for c in page) and page[0].threshold == ONCE_IN_A_MILLION / 20
    assert max(abs(c.z) for c in page) < 4
    biased = check_page([("die", 10_600, 60_000, Fraction(1, 6))])[0]
    assert not biased.passed and biased.z == pytest.approx((10_600 - 10_000) / np.sqrt(60_000 * 5 / 36))
    empty = check_page([("never tried", 0, 0, Fraction(1, 6))])[0]
    assert empty.passed and empty.z == 0 and empty.simulated == empty.exact


def test_borderline_gaps_pass_alone_and_on_a_page():
    """Within reach of chance: p about 2e-7 fails a page of one, and passes on a page of ten only if above 1e-7."""
    hits = next(h for h in range(10_000, 11_000) if tail_p(h, 60_000, Fraction(1, 6)) < 5e-7)
    one = check_page([("die", hits, 60_000, Fraction(1, 6))])[0]
    ten = check_page([("die", hits, 60_000, Fraction(1, 6))] * 10)[0]
    assert not one.passed and ten.passed
