"""The figures and exact checks of Star Command, drawn from games of the naive twin."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest
from matplotlib.figure import Figure

from balance.games.contract import PlayerChoice
from balance.games.star_command.charts import CHARTS
from balance.games.star_command.charts_cards import EXPERIMENTS
from balance.games.star_command.checks import exact_checks, games_per_block, gap_chances
from balance.games.star_command.odds_cards import holds, siege
from balance.games.star_command.ruleset import load_policies, load_ruleset
from balance.games.star_command.state import TALLY
from balance.kit.ledger import Ruleset
from tests.games import small_run
from tests.games.small_run import SmallRun, assert_draws_and_tells
from tests.games.star_command import naive

SEATINGS = ((0, 1), (1, 0))

BY_ID = {chart.id: chart for chart in CHARTS}


class Run(SmallRun):
    """A small run as charts see it."""

    def __init__(self, policies: Sequence[str], games: int, rules: Mapping[str, Any] | None = None,
                 setup: Mapping[str, Any] | None = None, seed: int = 11) -> None:  # fmt: skip
        self.seats, self.games = 2, games
        self.ruleset: Ruleset = load_ruleset(rules or {}, setup or {}, 2)
        self.players = [PlayerChoice(policy) for policy in policies]
        self.player_labels = [f"{policy} {i + 1}" for i, policy in enumerate(policies)]
        counted = {name: np.zeros(shape, np.int64) for name, shape in naive.GRIDS.items()}
        table = [(policy, load_policies().resolve(policy, {})) for policy in policies]
        rows = []
        for number in range(games):
            block, turn = divmod(number, 2)
            seating = SEATINGS[turn]
            game = naive.play_counted(self.ruleset.values, setup or {}, table, (seed, (1, 1, 1)), block, seating)
            rows.append({**naive.row(game), "block": block, "player_1": seating[0], "player_2": seating[1]})
            for name, found in game.count.grids.items():
                for place, n in found.items():
                    counted[name][place] += n
        self.keep(rows, TALLY)
        for name, total in counted.items():
            self.tally[name] = total


@cache
def hunter_greedy() -> Run:
    return Run(("hunter", "greedy"), 80, setup={"rangers": "random", "zurg": "random"})


@cache
def idle() -> Run:
    return Run(("pass", "pass"), 40, rules={"turn_cap": 30})


def drawn(chart_id: str, run: Run) -> tuple[str, Figure]:
    return small_run.drawn(BY_ID[chart_id], run)


@pytest.mark.parametrize("chart", CHARTS, ids=lambda chart: chart.id)
def test_every_chart_draws_data_and_tells_its_numbers(chart: Any) -> None:
    assert_draws_and_tells(chart, hunter_greedy())


def test_charts_without_data_are_skipped() -> None:
    skipped = {chart.id for chart in CHARTS if not chart.applies(idle())}
    assert skipped == {"sides", "leader_hand", "units", "policies", "killer", "file_gap"}
    for chart in CHARTS:
        if chart.id not in skipped:
            alt, _ = drawn(chart.id, idle())
            assert "nan" not in alt


def test_sides_draws_the_win_rates_of_the_rows() -> None:
    run = hunter_greedy()
    alt, figure = drawn("sides", run)
    first, winner = run.columns("first_side")["first_side"], run.columns("winner_side")["winner_side"]
    wanted = [float((winner[first == f] == s).mean()) for s, f in ((0, 0), (1, 1), (0, 1), (1, 0))]
    assert [patch.get_height() for patch in figure.axes[0].patches] == pytest.approx(wanted)
    assert f"Rangers moving first {wanted[0]:.1%}" in alt


def test_leader_hand_draws_the_exact_lines() -> None:
    _, figure = drawn("leader_hand", hunter_greedy())
    plain = [
        line for line in figure.axes[0].lines if len(line.get_xdata()) == 8 and line.get_linestyle() in ("-", "--")
    ]
    exact = [[float(holds(g, h)) for h in range(1, 9)] for g in (11, 13, 4, 6)]
    for wanted in exact:
        assert any(list(line.get_ydata()) == pytest.approx(wanted) for line in plain), wanted


def test_siege_marks_lie_on_the_exact_line() -> None:
    _, figure = drawn("siege", hunter_greedy())
    exact = [float(p) for p in siege(10, 3, 11)]
    lines = [list(line.get_ydata()) for line in figure.axes[0].lines]
    assert any(line == pytest.approx(exact) for line in lines)
    marks = next(
        line for line in lines if line != pytest.approx(exact, abs=1e-12) and line == pytest.approx(exact, abs=0.05)
    )
    for p, seen in zip(exact, marks, strict=True):
        assert abs(p - seen) <= 4 * math.sqrt(p * (1 - p) / EXPERIMENTS) + 1e-12


def test_units_bars_are_hits_dealt_minus_taken() -> None:
    run = hunter_greedy()
    _, figure = drawn("units", run)
    net = (np.asarray(run.tally.unit_hits) - np.asarray(run.tally.unit_hits_taken)) / run.games
    assert sorted(patch.get_width() for patch in figure.axes[0].patches) == pytest.approx(sorted(net))
    assert sum(net) == pytest.approx(0), "every hit is dealt by one unit and taken by another"


def test_length_marks_the_first_reshuffle_and_the_cap() -> None:
    alt, figure = drawn("length", idle())
    assert "40 of 40 games (100.00%) hit the cap of 30 turns" in alt
    assert any(list(line.get_xdata()) == [23, 23] for line in figure.axes[0].lines)


def test_dead_cards_are_never_played() -> None:
    """Invariants 6 and 14."""
    tally = hunter_greedy().tally
    assert not tally.card_played[1, [5, 6, 17]].any() and not tally.card_played[0, [7, 21, 24]].any()
    assert tally.card_drawn[1, [5, 6, 17]].any()


# ------------------------------------------------------------------------------------------------------- exact checks


def z_of(check: Any) -> float:
    p = float(check.exact)
    return (check.hits - check.n * p) / math.sqrt(check.n * p * (1 - p)) if 0 < p < 1 else 0.0


@cache
def opening_run() -> Run:
    """Many short games: the first turns are all that counts here."""
    return Run(("pass", "pass"), 1000, rules={"turn_cap": 20}, setup={"rangers": "random", "zurg": "corner"})


def test_exact_checks_hold() -> None:
    checks = exact_checks(opening_run())
    assert len({check.name for check in checks}) == len(checks) == 1 + 2 * 7 + 8
    for check in checks:
        assert 0 <= check.hits <= check.n and abs(z_of(check)) < 4, (check, z_of(check))
        if check.exact in (0, 1):
            assert check.hits == check.n * check.exact


def test_games_of_one_block_count_once() -> None:
    run = opening_run()
    assert games_per_block(run) == 2
    first = next(check for check in exact_checks(run) if "move first" in check.name)
    assert first.n == run.games // 2 and first.exact == Fraction(1, 2)


def test_gap_chances_know_fixed_and_random_leaders() -> None:
    assert gap_chances(opening_run())[1] == Fraction(1, 8), "Zurg on h: one file away is g only"
    assert gap_chances(hunter_greedy())[0] == Fraction(1, 8)
    assert gap_chances(idle()) == [Fraction(int(g == 0)) for g in range(8)]


@pytest.mark.parametrize(("rules", "missing"), [
    ({"cards.faction_cards": "redraw"}, "dead cards"), ({"first_player": "zurg"}, "move first"),
    ({"cards.faction_scope": "named_units"}, "usable"), ({"first_turn_draw": 0}, "dead cards"),
])  # fmt: skip
def test_checks_are_left_out_where_their_law_does_not_hold(rules: Mapping[str, Any], missing: str) -> None:
    checks = exact_checks(Run(("pass", "pass"), 8, rules={"turn_cap": 20, **rules}))
    assert not [check.name for check in checks if missing in check.name]


@pytest.mark.parametrize("rules", [
    {"cards.faction_cards": "removed"}, {"cards.faction_cards": "open"}, {"starting_hand": 3, "first_turn_draw": 5},
    {"stat_reading": "exact", "units.hornet.range": 5}, {"over_number": "capped"}, {"cards.counts.walk": 0},
])  # fmt: skip
def test_exact_checks_follow_the_rules(rules: Mapping[str, Any]) -> None:
    for check in exact_checks(Run(("pass", "pass"), 400, rules={"turn_cap": 20, **rules})):
        assert abs(z_of(check)) < 4, (check, z_of(check))
        if check.exact in (0, 1):
            assert check.hits == check.n * check.exact
