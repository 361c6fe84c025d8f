"""The figures and exact checks of Red Alert, from games of the naive twin."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest
from matplotlib.figure import Figure

from balance.games.contract import PlayerChoice
from balance.games.red_alert.charts import CHARTS
from balance.games.red_alert.charts_game import ENOUGH_GAMES
from balance.games.red_alert.checks import exact_checks
from balance.games.red_alert.ruleset import load_policies, load_ruleset
from balance.games.red_alert.state import TALLY
from tests.games import small_run
from tests.games.red_alert.naive import play
from tests.games.red_alert.twins import sum_tallies
from tests.games.small_run import SmallRun, assert_draws_and_tells, assert_exact
from tests.kit.naive_philox import Luck

BY_ID = {chart.id: chart for chart in CHARTS}


class Run(SmallRun):
    """A small run as charts see it: both orders of two players in turn."""

    def __init__(self, policies: Sequence[str], games: int, rules: Mapping[str, Any] | None = None) -> None:
        self.seats, self.games = 2, games
        self.ruleset = load_ruleset(rules or {}, {}, 2)
        self.players = [PlayerChoice(p) for p in policies]
        self.player_labels = list(dict.fromkeys(policies))
        book = load_policies()
        table = [(p, book.resolve(p, {})) for p in policies]
        rows, tallies = [], []
        for game in range(games):
            seating = [game % len(table), (game + 1) % len(table)]
            row, tally = play(self.ruleset.values, self.ruleset.setup, table, Luck(21), game // 2, seating)
            row.update({"player_1": seating[0], "player_2": seating[1]})
            rows.append(row)
            tallies.append(tally)
        self.keep(rows, TALLY)
        for name, total in sum_tallies(tallies, self.tally).items():
            self.tally[name] = total


@cache
def mixed() -> Run:
    return Run(["planet_holder", "raider"], 40)


@cache
def noisy() -> Run:
    return Run(["random_legal"], 12)


def drawn(chart_id: str, run: Run) -> tuple[str, Figure]:
    return small_run.drawn(BY_ID[chart_id], run)


@cache
def many() -> Run:
    return mixed().repeated(10)


@pytest.mark.parametrize("chart", CHARTS, ids=lambda chart: chart.id)
def test_every_chart_draws_data_and_tells_its_numbers(chart: Any) -> None:
    assert_draws_and_tells(chart, many())


def test_charts_without_data_do_not_apply() -> None:
    few = copy.copy(noisy())
    few.games = 1
    few.tally = np.zeros(1, TALLY).view(np.recarray)[0]
    few.rows = {name: column[:1] * 0 for name, column in noisy().rows.items()}
    applies = {chart.id: chart.applies(few) for chart in CHARTS}
    wanted = ("seat", "hit_curve", "planet_shield", "planet_race", "value_for_points", "retreat_toll", "cards")
    assert not any(applies[name] for name in wanted)


def test_the_race_needs_a_lead_common_enough_to_draw() -> None:
    """Forty games with points, but no lead in thirty of them: nothing to draw."""
    chart, few = BY_ID["planet_race"], copy.copy(mixed())
    few.rows = {**few.rows, "obj_vp_0": np.arange(few.games) % 8, "obj_vp_1": np.zeros(few.games, int)}
    assert few.games >= ENOUGH_GAMES and not chart.applies(few)
    few.rows = {**few.rows, "obj_vp_0": np.minimum(np.arange(few.games), 1)}
    assert chart.applies(few)
    assert "+1: " in small_run.drawn.__wrapped__(chart, few)[0]


def test_shares_of_endings_add_up() -> None:
    _, figure = drawn("how_it_ends", many())
    assert sum(bar.get_width() for bars in figure.axes[0].containers for bar in bars) == pytest.approx(1)


def test_toll_bars_are_as_long_as_the_losses() -> None:
    run = many()
    _, figure = drawn("retreat_toll", run)
    ends = [
        max(bar.get_x() + bar.get_width() for bars in figure.axes[0].containers for bar in [bars[p]]) for p in (0, 1)
    ]
    types = [row["id"] for row in run.ruleset.setup["unit_type"]]
    lost = np.stack([sum(run.rows[f"{t}_{s}_figs_lost"] for t in types) for s in (0, 1)], axis=1)
    who = np.stack([run.rows["player_1"], run.rows["player_2"]], axis=1)
    assert ends == pytest.approx([lost[who == player].mean() for player in (0, 1)])


def test_hit_chart_draws_the_exact_means() -> None:
    _, figure = drawn("hit_curve", many())
    exact = next(line for line in figure.axes[0].lines if line.get_label() == "0 blasts ignored, exact")
    assert list(exact.get_ydata()) == pytest.approx([n / 3 for n in exact.get_xdata()])


# ----------------------------------------------------------------------------------------------------- exact checks


@pytest.mark.parametrize("run", [mixed, noisy], ids=lambda run: run.__name__)
def test_exact_checks_hold(run: Any) -> None:
    """Counted by the naive twin, from one fixed seed."""
    checks = exact_checks(run())
    assert len(checks) > 60
    for check in checks:
        assert_exact(check)


def test_checks_see_a_loaded_die() -> None:
    run = copy.copy(noisy())
    run.tally = run.tally.copy()
    run.tally.faces[:] = (0, 0, 0, 0, 600, 0)
    star = next(check for check in exact_checks(run) if check.name.startswith("battle dice show star"))
    assert (star.hits, star.n, star.exact) == (600, 600, Fraction(1, 6))


def test_ties_of_the_reveal_are_checked_only_where_all_want_the_same() -> None:
    """RA-13: planet_holder wants the first turn, raider does not."""
    names = [check.name for check in exact_checks(mixed())]
    assert not any("a tie" in name for name in names)
    tie = next(check for check in exact_checks(Run(["greedy"], 2)) if "a tie" in check.name)
    assert tie.exact == Fraction(200053511, 232601895) and tie.n == 2
