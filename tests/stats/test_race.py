"""Dropping the clear losers among many variants."""

import numpy as np

from balance.stats.race import Race


def run(race, chance, rng, blocks=3000, step=100):
    while race.blocks < blocks and not race.decided:
        luck = rng.random((step, 1)) * 0.7 + rng.random((step, len(chance))) * 0.3
        race.add((luck < chance)[:, race.running] * 1.0)
    return race


def test_losers_go_the_best_stays_and_totals_hold():
    race = run(Race(5), np.array([0.5, 0.62, 0.4, 0.6, 0.5]), np.random.default_rng(1))
    assert 1 in race.running and 2 not in race.running
    assert len(race.running) + len(race.dropped) == 5
    first = race.dropped[0]
    assert first.arm == 2 and first.gap > 0.1 and 50 <= first.blocks < 1000
    assert len(race.means()) == len(race.running)


def test_smaller_can_be_better():
    race = run(Race(3, largest=False), np.array([0.5, 0.3, 0.5]), np.random.default_rng(2))
    assert race.decided and race.running.tolist() == [1] and race.means()[0] < 0.4


def test_equal_arms_and_few_blocks_drop_nobody():
    race = Race(4)
    values = np.random.default_rng(3).random((2000, 1)) * np.ones((1, 4))
    assert race.add(values) == [] and len(race.running) == 4
    early = Race(2)
    assert early.add(np.tile([1.0, 0.0], (20, 1))) == [] and not early.decided
    alone = Race(1)
    assert alone.decided and alone.add(np.ones((5, 1))) == []


def test_surviving_arms_keep_their_history():
    rng = np.random.default_rng(4)
    values = rng.random((800, 3)) * np.array([1.0, 1.0, 0.2])
    split, kept = Race(3), []
    for chunk in np.split(values, 8):
        kept.append(chunk[:, split.running])
        split.add(chunk[:, split.running])
    assert split.running.tolist() == [0, 1]
    assert np.allclose(split.means(), values[:, :2].mean(axis=0))
