"""The figures of Planet Busters, drawn from games of the naive twin and dice of the exact odds."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest
from matplotlib.figure import Figure

from balance.games.contract import PlayerChoice
from balance.games.planet_busters.charts import CHARTS
from balance.games.planet_busters.checks import exact_checks
from balance.games.planet_busters.exact import PRINTED, drones_of
from balance.games.planet_busters.ruleset import load_policies, load_ruleset
from balance.games.planet_busters.state import EVENTS, TALLY
from balance.kit.ledger import Ruleset
from tests.games import small_run
from tests.games.planet_busters import naive
from tests.games.small_run import SmallRun, assert_draws_and_tells

BY_ID = {chart.id: chart for chart in CHARTS}


class Run(SmallRun):
    """A small run as charts see it."""

    def __init__(self, policies: Sequence[str], games: int, rules: Mapping[str, Any] | None = None) -> None:
        self.seats = len(policies)
        self.ruleset: Ruleset = load_ruleset(rules or {}, {}, self.seats)
        self.players = [PlayerChoice(policy) for policy in dict.fromkeys(policies)]
        self.player_labels = [player.policy for player in self.players]
        self.games = games
        who = [self.player_labels.index(policy) for policy in policies]
        book = load_policies()
        table = [(policy, book.resolve(policy, {})) for policy in policies]
        rows = []
        for game in range(games):
            turn = game % self.seats
            seating = [(seat + turn) % self.seats for seat in range(self.seats)]
            row = naive.play(self.ruleset.values, {}, table, (11, (1, 1, 1)), game // self.seats, seating)
            row.update({f"player_{seat + 1}": who[seating[seat]] for seat in range(self.seats)})
            rows.append(row)
        self.keep(rows, TALLY)


def with_dice(run: Run, trials: int = 4000, seed: int = 3) -> Run:
    """Fill the tally with dice thrown by the exact odds."""
    chance, tally = np.random.default_rng(seed), run.tally
    for difference in range(-8, 9):
        tally.laser_shots[difference + 13] = trials
        tally.laser_hits[difference + 13] = chance.binomial(trials, float(PRINTED.hit(difference, 0)))
    for v in (3, 4, 5, 6, 7):
        for p in range(1, 10):
            tally.buster_tries[v, p] = trials // 40
            tally.buster_hits[v, p] = chance.binomial(trials // 40, float(PRINTED.hit(v, p)))
        for a in (1, 2, 3, 4, 5, 6, 7):
            tally.picket_met[v, a] = trials // 40
            tally.picket_lost[v, a] = chance.binomial(trials // 40, float(PRINTED.hit(a, v)))
    tally.attack_turns, tally.attacks_short_of_fuel = 1000, 130
    tally.torpedoes, tally.torpedo_hits = trials, chance.binomial(trials, 0.3)
    tally.event_rolls[EVENTS.index("revolt")], tally.event_bites[EVENTS.index("revolt")] = 100, 52
    tally.mines_dice_tests, tally.mines_survived = trials, chance.binomial(trials, 0.125)
    for face in chance.integers(1, 11, trials):
        tally.drone_counts[drones_of(int(face))] += 1
        tally.spy_faces[face] += 1
    return run


@cache
def greedy_raider() -> Run:
    return with_dice(Run(("greedy", "raider"), 160))


def drawn(chart_id: str, run: Run) -> tuple[str, Figure]:
    return small_run.drawn(BY_ID[chart_id], run)


@pytest.mark.parametrize("chart", CHARTS, ids=lambda chart: chart.id)
def test_every_chart_draws_data_and_tells_its_numbers(chart: Any) -> None:
    assert_draws_and_tells(chart, greedy_raider())


def test_buster_odds_draws_the_exact_lines() -> None:
    _, figure = drawn("buster_odds", greedy_raider())
    lines = {line.get_label(): line.get_ydata() for line in figure.axes[0].lines if "buster" in str(line.get_label())}
    assert set(lines) == {f"buster {v}" for v in (3, 4, 5, 6, 7)}
    for v in (3, 4, 5, 6, 7):
        assert list(lines[f"buster {v}"]) == [float(PRINTED.hit(v, p)) for p in range(1, 10)]


def test_alt_texts_count_the_points_that_miss_their_exact_value() -> None:
    """Fair dice leave about one point in twenty outside; a loaded difference is one more."""
    fair = with_dice(Run(("greedy", "greedy"), 2))

    def outside(chart_id: str, run: Run) -> int:
        alt = small_run.drawn.__wrapped__(BY_ID[chart_id], run)[0]
        found = re.search(r"of (\d+) simulated points (\d+) lie outside their 95 % interval", alt)
        assert found is not None and "within their intervals" not in alt and "follow the rule" not in alt
        assert int(found[1]) > 15
        return int(found[2])

    for chart_id in ("buster_odds", "buster_panels", "buster_pickets", "laser_curve"):
        assert outside(chart_id, fair) <= 12
    before = outside("laser_curve", fair)
    fair.tally.laser_hits[13 + 2] -= 1000
    assert outside("laser_curve", fair) == before + 1
    before = outside("buster_odds", fair)
    fair.tally.buster_hits[5, 5] = 0
    assert outside("buster_odds", fair) == before + 1


def test_panels_hold_the_exact_products_of_picket_and_planet() -> None:
    _, figure = drawn("buster_panels", greedy_raider())
    past = (1, 1 - PRINTED.hit(1, 5), 1 - PRINTED.hit(4, 5), Fraction(1, 8))
    assert len(figure.axes) == 4
    for panel, alive in zip(figure.axes, past):
        line = next(line for line in panel.lines if line.get_label() == "buster 5")
        assert list(line.get_ydata()) == pytest.approx([float(alive * PRINTED.hit(5, p)) for p in range(1, 10)])
    words = [panel.texts[0].get_text() for panel in figure.axes]
    assert words == ["bare", "scout [1]", "armored satellite [4]", "mines"]


def test_pickets_reach_as_far_as_the_numbers_of_the_ships() -> None:
    _, figure = drawn("buster_pickets", greedy_raider())
    assert list(figure.axes[0].get_xticks()) == list(range(1, 8))
    steep = with_dice(Run(("greedy", "greedy"), 2, {"battle.deathon": 9}))
    _, figure = small_run.drawn.__wrapped__(BY_ID["buster_pickets"], steep)
    assert list(figure.axes[0].get_xticks()) == list(range(1, 10))


def test_charts_without_their_data_do_not_apply() -> None:
    run = Run(("pass", "pass"), 4)
    applying = {chart.id for chart in CHARTS if chart.applies(run)}
    assert applying <= {"length", "seat_balance", "routes"}


def test_length_of_games_nobody_plays_has_the_exact_law() -> None:
    _, figure = drawn("length", Run(("pass", "pass"), 12))
    exact = next(line for line in figure.axes[0].lines if "exact" in str(line.get_label()))
    assert sum(exact.get_ydata()) == pytest.approx(1)


def test_seat_chart_alt_text_states_the_shares() -> None:
    run = greedy_raider()
    alt, _ = drawn("seat_balance", run)
    assert f"seat 1 {run.columns('win_share_s0')['win_share_s0'].mean():.1%}" in alt


def test_exact_checks_hold_for_fair_dice_and_see_loaded_ones() -> None:
    run = with_dice(Run(("greedy", "greedy"), 2))

    def worst() -> float:
        gaps = []
        for check in exact_checks(run):
            p = float(check.exact)
            gaps.append(abs(check.hits - check.n * p) / math.sqrt(check.n * p * (1 - p)))
        return max(gaps)

    names = {check.name for check in exact_checks(run)}
    assert {"laser at difference +0 (PB-50)", "buster 5, planet 6 (PB-65)", "buster 7, picket 4 (PB-56)"} <= names
    assert all(check.n > 0 for check in exact_checks(run))
    assert worst() < 4
    run.tally.laser_hits[13] -= 400
    assert worst() > 6
    run.players = [PlayerChoice("greedy", {"number_model": [9, 1, 1, 1, 1, 1, 1, 1, 1, 1]})]
    assert not any("torpedo" in check.name for check in exact_checks(run))
