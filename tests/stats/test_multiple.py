"""Adjusted p-values against statsmodels and scipy."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import false_discovery_control
from statsmodels.stats.multitest import multipletests

from balance.errors import BugError
from balance.stats.multiple import METHODS, adjust

ORACLE = {"bonferroni": "bonferroni", "holm": "holm", "bh": "fdr_bh", "by": "fdr_by"}


@settings(max_examples=25)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=40))
def test_adjusted_values_agree_with_statsmodels(p):
    for ours, theirs in ORACLE.items():
        assert adjust(p, ours) == pytest.approx(multipletests(p, method=theirs)[1], abs=1e-9), ours
    for name in ("bh", "by"):
        assert adjust(p, name) == pytest.approx(false_discovery_control(p, method=name), abs=1e-9)
    assert adjust(p, "none").tolist() == p


@given(st.lists(st.floats(0, 1), min_size=2, max_size=20), st.sampled_from(sorted(METHODS)))
def test_adjusting_keeps_the_order_and_never_helps(p, method):
    adjusted = adjust(p, method)
    assert np.all(adjusted >= np.asarray(p) - 1e-15) and np.all(adjusted <= 1)
    assert np.all(np.diff(adjusted[np.argsort(p)]) >= -1e-15)


def test_missing_values_leave_the_family():
    p = [0.01, np.nan, 0.04]
    assert adjust(p, "holm") == pytest.approx([0.02, np.nan, 0.04], nan_ok=True)
    assert np.isnan(adjust([np.nan, np.nan])).all() and adjust([]).size == 0
    assert adjust(np.array(0.03)).shape == () and adjust([[0.01, 0.02]]).shape == (1, 2)
    with pytest.raises(BugError):
        adjust(p, "sidak")
