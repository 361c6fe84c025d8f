"""The pair test: the published example, an independent likelihood, and its ends."""

import math

import numpy as np
import pytest
from scipy import optimize

from balance.errors import BugError
from balance.stats import sprt as pairs_test
from balance.stats.sprt import ACCEPT_HIGH, ACCEPT_LOW, ELO_PER_UNIT, GO_ON, limits, log_ratio, pair_counts, sprt

PUBLISHED = [379, 10170, 21828, 10640, 343]  # fastchess PR 783


def test_published_example():
    found = sprt(PUBLISHED, 0, 2)
    assert round(found.llr, 5) == 2.94598
    assert (round(found.nelo, 2), round(found.nelo_error, 2)) == (3.05, 2.31)
    assert (round(found.lower, 2), round(found.upper, 2)) == (-2.94, 2.94)
    assert found.verdict == ACCEPT_HIGH and found.pairs == 43_360


def multinomial_ratio(counts, low, high):
    """The likelihood maximised numerically over all frequencies of the given strength: no closed form."""
    seen = np.asarray(counts, float)
    scores = np.linspace(0, 1, 5)

    def strength(p):
        mean = p @ scores
        return (mean - 0.5) / math.sqrt(p @ (scores - mean) ** 2) / math.sqrt(2) * ELO_PER_UNIT

    def best(nelo):
        found = optimize.minimize(
            lambda p: -(seen @ np.log(p)) / seen.sum(),
            seen / seen.sum(),
            jac=lambda p: -seen / p / seen.sum(),
            bounds=[(1e-9, 1)] * 5,
            constraints=[
                {"type": "eq", "fun": lambda p: p.sum() - 1},
                {"type": "eq", "fun": lambda p: (strength(p) - nelo) / 100},
            ],
            method="SLSQP",
            options={"ftol": 1e-15, "maxiter": 500},
        )
        return seen @ np.log(found.x)

    return best(high) - best(low)


@pytest.mark.parametrize(
    "counts,low,high", [(PUBLISHED, 0, 2), ([20, 90, 200, 110, 30], 0, 20), ([40, 90, 200, 80, 30], -10, 10)]
)
def test_closed_form_is_close_to_the_multinomial_likelihood(counts, low, high):
    assert log_ratio(counts, low, high) == pytest.approx(multinomial_ratio(counts, low, high), abs=0.02)


def test_ends_are_finite():
    for counts in ([0] * 5, [0, 0, 1, 0, 0], [0, 0, 0, 0, 3], [7, 0, 0, 0, 0], [0, 0, 500, 0, 0]):
        found = sprt(counts, 0, 5)
        assert np.isfinite([found.llr, found.nelo, found.nelo_error, found.score]).all()
    assert sprt([0, 0, 0, 0, 0], 0, 5).verdict == GO_ON
    assert sprt([300, 0, 100, 0, 0], 0, 50).verdict == ACCEPT_LOW


def test_mirror_and_batches():
    assert log_ratio(PUBLISHED[::-1], -2, 0) == pytest.approx(-float(log_ratio(PUBLISHED, 0, 2)))
    batch = log_ratio([PUBLISHED, PUBLISHED[::-1]], 0, 2)
    assert batch[0] == log_ratio(PUBLISHED, 0, 2) and batch[1] < 0
    assert math.isfinite(log_ratio([10, 30, 12], 0, 10))
    with pytest.raises(BugError):
        log_ratio([1, 2, 3, 4], 0, 1)


def test_limits_and_counts():
    assert limits(0.05, 0.1) == pytest.approx((math.log(0.1 / 0.95), math.log(0.9 / 0.05)))
    assert pair_counts([0, 0.5, 1, 1.5, 2, 2, 1 / 3]).tolist() == [1, 2, 1, 1, 2]
    assert pairs_test.normalised_elo([100, 0, 0, 0, 100])[0] == pytest.approx(0)
