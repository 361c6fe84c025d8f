"""Every odds table in isolation (section j): one position repeated, each time with luck of its own."""

from __future__ import annotations

import pytest

from balance.games.planet_busters.odds import ODDS
from tests.games.plain import statistics
from tests.games.planet_busters import trials_assault, trials_lasers
from tests.games.planet_busters.agreement import FAR, TIMES, TRIALS, distance, repeat

pytestmark = [pytest.mark.kernel, statistics]

REGISTERED = (trials_lasers, trials_assault)  # importing them registers their trials


@pytest.mark.parametrize("name", TRIALS)
def test_a_position_repeated(name: str) -> None:
    p, act, exact = TRIALS[name]()
    found = repeat(p, act, TIMES)
    assert found.shape == (TIMES, len(exact))
    for k, chance in enumerate(exact):
        assert abs(distance(found[:, k], chance)) < FAR, (name, k, found[:, k].mean(), chance)


DEALS = {"deck", "fuel", "length"}


def test_every_table_has_a_trial() -> None:
    """Tables of the deal and of games nobody plays are tried in `test_agreement_deals.py`."""
    for table in set(ODDS) - DEALS:
        assert any(name.startswith(f"{table}_") for name in TRIALS), table
