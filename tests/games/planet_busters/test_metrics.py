"""Numbers of a run that the engine does not add itself: shares of fuel, fate of carriers."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.planet_busters.metrics import FUEL_SOURCES, METRICS
from balance.kit.jit import is_compiled
from tests.games.planet_busters.games import Run

BY_NAME = {metric.name: metric for metric in METRICS}


@pytest.mark.kernel
def test_shares_of_fuel_add_up_to_all_points_paid() -> None:
    run = Run({}, ("greedy", "raider"), 200 if is_compiled() else 6)
    shares, paid = [], set()
    for source in FUEL_SOURCES:
        metric = BY_NAME[f"fuel_share_{source}"]
        columns = {name: run.column(name) for name in metric.columns}
        assert metric.kind == "share" and metric.denominator is not None
        top, bottom = metric.numerator(columns), metric.denominator(columns)
        assert (top <= bottom).all()
        shares.append(float(top.sum() / bottom.sum()))
        paid.add(float(bottom.sum()))
    assert sum(shares) == pytest.approx(1) and len(paid) == 1 and min(shares[:2]) > 0


@pytest.mark.kernel
def test_without_tankers_none_of_the_fuel_comes_from_them() -> None:
    run = Run({"counts.tanker": 0}, ("greedy", "greedy"), 100 if is_compiled() else 4)
    metric = BY_NAME["fuel_share_tanker"]
    assert metric.numerator({name: run.column(name) for name in metric.columns}).sum() == 0


def test_carriers_lost_are_told_for_each_one_melded() -> None:
    metric = BY_NAME["carriers_lost"]
    columns = {"losses_carrier": np.array([2, 0]), "melded_carrier": np.array([3, 1])}
    assert metric.denominator is not None
    assert metric.numerator(columns).sum() / metric.denominator(columns).sum() == 0.5
    assert BY_NAME["carriers_sent"].columns == ("sent_carrier",)
