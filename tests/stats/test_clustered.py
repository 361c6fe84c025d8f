"""Deals and plays: intervals by deal, variance by source."""

import numpy as np
import pytest
import statsmodels.formula.api as smf
from pandas import DataFrame

from balance.errors import BugError
from balance.stats.clustered import TWO_DEALS, by_deal, split_variance


def nested(seed, deals, dice, noise, scale=(1.0, 0.8, 0.6)):
    rng = np.random.default_rng(seed)
    return (
        scale[0] * rng.normal(size=(deals, 1, 1))
        + scale[1] * rng.normal(size=(deals, dice, 1))
        + scale[2] * rng.normal(size=(deals, dice, noise))
    )


def test_parts_are_the_nested_analysis_of_variance():
    table = nested(1, 30, 4, 3)
    split = split_variance(table)
    cells, deals = table.mean(axis=2), table.mean(axis=(1, 2))
    ms_noise = ((table - cells[:, :, None]) ** 2).sum() / (30 * 4 * 2)
    ms_dice = 3 * ((cells - deals[:, None]) ** 2).sum() / (30 * 3)
    ms_deal = 12 * ((deals - table.mean()) ** 2).sum() / 29
    expected = {"noise": ms_noise, "dice": (ms_dice - ms_noise) / 3, "deal": (ms_deal - ms_dice) / 12}
    for source, value in expected.items():
        assert split[source].variance.estimate == pytest.approx(value, abs=1e-9)
        assert split[source].share.estimate == pytest.approx(value / split.total, abs=1e-9)
    assert split.total == pytest.approx(sum(expected.values()))


def test_parts_agree_with_a_mixed_model():
    """Balanced data: REML equals the analysis of variance when all parts are positive (two levels)."""
    table = nested(2, 40, 6, 1, (1.0, 0.8, 0.0))
    frame = DataFrame({"y": table.ravel(), "deal": np.repeat(np.arange(40), 6)})
    fitted = smf.mixedlm("y ~ 1", frame, groups=frame["deal"]).fit()
    split = split_variance(table)
    assert split["deal"].variance.estimate == pytest.approx(float(fitted.cov_re.iloc[0, 0]), rel=1e-4)
    assert split["dice"].variance.estimate == pytest.approx(float(fitted.scale), rel=1e-4)
    assert split["noise"].variance.estimate == 0


def test_only_the_source_that_varies_is_found():
    for source, scale in (("deal", (1, 0, 0)), ("dice", (0, 1, 0)), ("noise", (0, 0, 1))):
        split = split_variance(nested(3, 200, 4, 4, scale))
        for part in split.parts:
            assert part.share.estimate == pytest.approx(1.0 if part.source == source else 0.0, abs=0.05)
            assert part.share.low <= part.share.estimate <= part.share.high <= 1


def test_a_part_cut_at_zero_has_an_upper_limit():
    """No deal effect: about every second estimate is negative and told as 0, but it never is known to be 0."""
    cut, missed = 0, 0
    for seed in range(100):
        split = split_variance(nested(seed, 60, 3, 2, (0.0, 1.0, 0.5)))
        part = split["deal"]
        cut += part.variance.estimate < 0
        missed += part.share.low > 0
        possible = [max(other.variance.estimate, 0.0) for other in split.parts]
        assert part.share.estimate == pytest.approx(possible[0] / sum(possible), abs=1e-12)
        assert all(other.share.low < other.share.high for other in split.parts)
        assert 0 <= part.share.low <= part.share.estimate < part.share.high <= 1
        assert part.share.high > 0.01 and part.variance.high > 0
    assert cut > 30 and missed < 15
    small = [split_variance(nested(seed, 60, 3, 2, (0.1, 1.0, 0.5)))["deal"].share for seed in range(100)]
    truth = 0.01 / 1.26
    assert sum(share.low <= truth <= share.high for share in small) >= 90


def test_only_a_part_without_any_spread_is_known_to_be_zero():
    split = split_variance(nested(7, 60, 3, 2, (1.0, 0.8, 0.0)))
    assert (split["noise"].share.low, split["noise"].share.high) == (0, 0)
    two = [split_variance(nested(seed, 2, 3, 2, (0.0, 1.0, 0.5)))["deal"].share for seed in range(20)]
    assert all(share.high > 0.9 for share in two)


def test_small_and_flat_tables_are_finite():
    flat = split_variance(np.ones((5, 2, 2)))
    assert flat.total == 0 and all(p.share.estimate == 0 and np.isfinite(p.variance.high) for p in flat.parts)
    two = split_variance(nested(4, 2, 2, 2))
    for part in two.parts:
        assert part.variance.method == TWO_DEALS and np.isfinite([part.variance.low, part.variance.high]).all()
        assert part.variance.low <= part.variance.estimate <= part.variance.high
    single = split_variance(nested(5, 50, 1, 1))
    assert single["dice"].variance.estimate == single["noise"].variance.estimate == 0
    with pytest.raises(BugError):
        split_variance(np.ones((1, 2, 2)))
    with pytest.raises(KeyError):
        flat["weather"]


def test_interval_by_deal_is_honest_about_alike_plays():
    rng = np.random.default_rng(6)
    deal = rng.normal(size=(400, 1))
    alike, unlike = (deal + rng.normal(size=(400, 9)) * 0.01 > 0) * 1.0, (rng.normal(size=(400, 9)) > 0) * 1.0
    a, u = by_deal(alike, share=True), by_deal(unlike, share=True)
    assert a.likeness > 0.95 and a.design_effect > 8 and abs(u.likeness) < 0.05
    assert a.estimate.half_width == pytest.approx(3 * u.estimate.half_width, rel=0.1)
    assert (a.deals, a.plays) == (400, 9)
    assert a.plays_per_deal(1.0, 1.0) == 1.0
    mixed = by_deal(deal + 2 * rng.normal(size=(400, 9)))
    assert mixed.likeness == pytest.approx(0.2, abs=0.05)
    assert mixed.plays_per_deal(4.0, 1.0) == pytest.approx(np.sqrt(4 * (1 - mixed.likeness) / mixed.likeness))


def test_interval_of_one_deal_or_one_play():
    for table in (np.ones((1, 1)), np.zeros((1, 20)), np.ones((20, 1)), np.full((20, 5), 0.25)):
        found = by_deal(table, share=True)
        assert 0 <= found.estimate.low < found.estimate.high <= 1 and np.isfinite(found.design_effect)
