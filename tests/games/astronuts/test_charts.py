"""The figures and exact checks of AstroNuts, from games of the naive twin."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest
from matplotlib.figure import Figure

from balance.games.astronuts.charts import CHARTS
from balance.games.astronuts.checks import attack_chance, bet_of_run, exact_checks
from balance.games.astronuts.odds_combat import Clash
from balance.games.astronuts.odds_declaration import mean
from balance.games.astronuts.ruleset import load_policies, load_ruleset
from balance.games.astronuts.state import TALLY
from balance.games.contract import PlayerChoice
from tests.games import small_run
from tests.games.astronuts.naive import play
from tests.games.astronuts.twins import sum_tallies
from tests.games.small_run import SmallRun, assert_draws_and_tells
from tests.kit.naive_philox import Luck

BY_ID = {chart.id: chart for chart in CHARTS}


class Run(SmallRun):
    """A small run as charts see it: every rotation of two players, one after the other."""

    def __init__(self, players: Sequence[PlayerChoice], games: int, rules: Mapping[str, Any] | None = None) -> None:
        self.seats, self.games = len(players), games
        self.ruleset = load_ruleset(rules or {}, {}, self.seats)
        self.players = list(players)
        self.player_labels = [p.label or p.policy for p in players]
        book = load_policies()
        table = [(p.policy, book.resolve(p.policy, p.weights)) for p in players]
        rows, tallies = [], []
        for game in range(games):
            seating = [(seat + game) % self.seats for seat in range(self.seats)]
            row, tally = play(self.ruleset.values, {}, table, Luck(21), game // self.seats, seating)
            row.update({f"player_{seat + 1}": seating[seat] for seat in range(self.seats)})
            rows.append(row)
            tallies.append(tally)
        self.keep(rows, TALLY)
        for name, total in sum_tallies(tallies, self.tally).items():
            self.tally[name] = total


@cache
def colonist_raider() -> Run:
    return Run([PlayerChoice("colonist"), PlayerChoice("raider")], 30)


@cache
def declarations() -> Run:
    wanted = [PlayerChoice("colonist", {"declare": f"fixed:{d}"}, f"always {d}") for d in (3, 4, 5)]
    return Run(wanted, 15)


@cache
def noisy() -> Run:
    return Run([PlayerChoice("random_legal"), PlayerChoice("colonist")], 12)


def drawn(chart_id: str, run: Run) -> tuple[str, Figure]:
    return small_run.drawn(BY_ID[chart_id], run)


@cache
def run_for(chart_id: str) -> Run:
    return (declarations() if chart_id == "declaration_duel" else colonist_raider()).repeated(20)


@pytest.mark.parametrize("chart", CHARTS, ids=lambda chart: chart.id)
def test_every_chart_draws_data_and_tells_its_numbers(chart: Any) -> None:
    assert_draws_and_tells(chart, run_for(chart.id))


def test_charts_without_data_do_not_apply() -> None:
    few = Run([PlayerChoice("colonist"), PlayerChoice("colonist")], 1)
    applies = {chart.id: chart.applies(few) for chart in CHARTS}
    assert not applies["declaration_duel"] and not applies["technology_lift"] and not applies["fate_winner"]
    assert applies["declaration_risk"] and applies["race"] and applies["actions_spent"]


def test_risk_chart_tells_the_exact_means() -> None:
    alt, _ = drawn("declaration_risk", run_for("declaration_risk"))
    assert "4: 5.00, 5: 5.00, 6: 4.50" in alt
    assert "5: 6.67" in alt  # players differ in tw_gain, so the rule that raises the mean
    assert "Widest gap" in alt


def test_duel_chart_is_antisymmetric() -> None:
    _, figure = drawn("declaration_duel", run_for("declaration_duel"))
    cells = figure.axes[0].images[0].get_array()
    for i, j in ((0, 1), (0, 2), (1, 2)):
        assert cells[i, j] + cells[j, i] == pytest.approx(1)


def test_spent_actions_add_up() -> None:
    """The bars of a player are as long as its actions: X and gifts."""
    run = run_for("actions_spent")
    _, figure = drawn("actions_spent", run)
    ends = [
        max(bar.get_x() + bar.get_width() for bars in figure.axes[0].containers for bar in [bars[p]]) for p in (0, 1)
    ]
    who = np.stack([run.rows["player_1"], run.rows["player_2"]], axis=1)
    got = sum(np.stack([run.rows[f"{c}_1"], run.rows[f"{c}_2"]], axis=1) for c in ("x_sum", "x_gift"))
    assert ends == pytest.approx([got[who == player].mean() for player in (0, 1)])


# ----------------------------------------------------------------------------------------------------- exact checks


@pytest.mark.parametrize("run", [colonist_raider, declarations, noisy], ids=lambda run: run.__name__)
def test_exact_checks_hold(run: Any) -> None:
    checks = exact_checks(run())
    assert len(checks) > 40
    for check in checks:
        p = float(check.exact)
        spread = math.sqrt(check.n * p * (1 - p))
        assert abs(check.hits - check.n * p) <= 4.5 * spread + 2, check


def test_checks_see_a_wrong_die() -> None:
    """A loaded declaration die moves exactly the checks that rest on it."""
    run = Run([PlayerChoice("colonist"), PlayerChoice("colonist")], 20)
    run.tally.decl_roll[3, :] = [0, 0, 0, 500, 0, 0]
    wrong = next(check for check in exact_checks(run) if check.name.startswith("a declared 4"))
    assert (wrong.hits, wrong.n, float(wrong.exact)) == (500, 500, 0.5)


def test_what_is_exact_depends_on_rules_and_players() -> None:
    same = Run([PlayerChoice("colonist"), PlayerChoice("engineer")], 1)
    bet = bet_of_run(same, energy=False, warp=True)
    assert bet is not None and float(mean(bet.distribution(5))) == pytest.approx(20 / 3)
    assert bet_of_run(colonist_raider(), False, True) is None  # different tw_gain
    assert bet_of_run(noisy(), False, True) is None
    assert attack_chance(same, 0, True) == Fraction(19, 36)  # dice of 1 and 2 are rolled again: (2 * 5/12 + 14/6) / 6
    assert attack_chance(noisy(), 0, True) is None and attack_chance(noisy(), 0, False) == Clash(0).plain()
    shields = Run([PlayerChoice("colonist"), PlayerChoice("colonist")], 1, {"time_warp_scope": "any_roll"})
    assert attack_chance(shields, 0, False) is None
    later = Run([PlayerChoice("colonist"), PlayerChoice("colonist")], 1, {"attack_reroll_timing": "after_defence"})
    assert float(attack_chance(later, 0, True)) == pytest.approx(95 / 144)  # type: ignore[arg-type]
