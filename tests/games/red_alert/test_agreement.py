"""Whole games against closed forms (spec j): seeds fixed beforehand, every count within four standard deviations."""

from __future__ import annotations

from math import sqrt
from types import SimpleNamespace
from typing import Any

import pytest

from balance.games.contract import ExactCheck, PlayerChoice
from balance.games.red_alert.checks import exact_checks
from balance.games.red_alert.ruleset import load_ruleset
from tests.games.plain import statistics
from tests.games.small_run import assert_exact

from .tables import run

pytestmark = [pytest.mark.kernel, statistics]
FAMILIES = ("battle dice", "a confirm", "3 dice,", "Hold Your", "boarding with", "opening hand")


def checked(rows: Any, tally: Any, policies: list[str], battle: str) -> list[ExactCheck]:
    """The exact checks of a run, every one within four standard deviations."""
    players = [PlayerChoice(policy) for policy in policies]
    ruleset = load_ruleset({}, {"battle": battle})
    data = SimpleNamespace(tally=tally, ruleset=ruleset, games=len(rows), players=players)
    checks = exact_checks(data)  # type: ignore[arg-type]
    for check in checks:
        assert_exact(check)
    return checks


def families(checks: list[ExactCheck]) -> dict[str, int]:
    """Trials of the largest check of each family."""
    found: dict[str, int] = {}
    for check in checks:
        family = " ".join(check.name.split()[:2])
        found[family] = max(found.get(family, 0), check.n)
    return found


@pytest.mark.parametrize(("policies", "battle", "games"), [
    (["greedy"], "planet_skirmish", 4000), (["standoff"], "planet_skirmish", 4000),
    (["random_legal", "raider"], "supply_base", 700),
])  # fmt: skip
def test_counts_of_a_run(policies: list[str], battle: str, games: int) -> None:
    """b3, RA-12, RA-13, RA-55, RA-56, RA-61, RA-62."""
    rows, tally = run(policies, games, setup={"battle": battle}, seed=20_26)
    found = families(checked(rows, tally, policies, battle))
    assert all(found[family] > 100 for family in FAMILIES), found
    assert found.get("both show", 0) == (games if len(policies) == 1 else 0)
    assert int(rows.reveal_tie.sum()) == int(tally.reveals[1])


@pytest.mark.parametrize("policy", ["greedy", "standoff"])
def test_each_side_moves_first_in_half_of_the_games(policy: str) -> None:
    """j8: equal hands, equal wishes; the games decided by cards and those decided by the coin, each by itself (RA-13)."""
    rows, _ = run([policy], 4000, seed=20_26)
    for some in (rows, rows[rows.reveal_tie == 1], rows[rows.reveal_tie == 0]):
        n = len(some)
        assert n > 400
        assert abs(int((some.first_player == 0).sum()) - n / 2) / sqrt(n / 4) < 4
