"""The simulator against closed forms (spec j): seeds fixed beforehand, every count within four standard deviations."""

from __future__ import annotations

from math import sqrt
from types import SimpleNamespace

import pytest

from balance.games.contract import PlayerChoice
from balance.games.red_alert.checks import exact_checks
from balance.games.red_alert.kernel.combat import combat_phase
from balance.games.red_alert.ruleset import load_ruleset
from balance.kit.streams import new_luck, start_streams
from tests.games.plain import statistics

from .tables import Table, run

pytestmark = [pytest.mark.kernel, statistics]
A, B = 0, 16


@pytest.mark.parametrize(("policies", "battle", "games"), [
    (["greedy"], "planet_skirmish", 4000), (["standoff"], "planet_skirmish", 4000),
    (["random_legal", "raider"], "supply_base", 600),
])  # fmt: skip
def test_counts_of_a_run(policies: list[str], battle: str, games: int) -> None:
    rows, tally = run(policies, games, setup={"battle": battle}, seed=20_26)
    players = [PlayerChoice(policy) for policy in policies]
    data = SimpleNamespace(tally=tally, ruleset=load_ruleset({}, {"battle": battle}), games=games, players=players)
    checks = exact_checks(data)  # type: ignore[arg-type]
    assert len(checks) > 40
    assert {check.name.split()[0] for check in checks} >= {"battle", "opening"}
    for check in checks:
        p = float(check.exact)
        z = (check.hits - check.n * p) / sqrt(check.n * p * (1 - p))
        assert abs(z) < 4, (check.name, check.hits, check.n, p)
    assert int(rows.reveal_tie.sum()) == int(tally.reveals[1])


CASES = [  # attacker at, target, figures left, target at, exact chance that the target is gone from its hex, of
    ("destroyer", (6, 8), "cruiser", 3, (6, 9), 11 / 24, "j4: a full cruiser leaves its hex"),
    ("destroyer", (6, 8), "cruiser", 1, (6, 9), 7 / 8, "j4: a one-figure cruiser leaves its hex"),
    ("destroyer", (6, 8), "battleship", 3, (6, 9), 17 / 216, "j4: a full battleship leaves its hex"),
    ("destroyer", (6, 3), "cruiser", 3, (6, 4), 11 / 36, "j4: a full cruiser on a planet leaves its hex"),
    ("cruiser", (6, 9), "cruiser", 1, (6, 10), 7 / 8, "j4: blocked retire kills one figure"),
    ("cruiser", (6, 9), "cruiser", 2, (6, 10), 1 / 2, "j4: blocked retire kills two figures"),
    ("cruiser", (6, 9), "flagship", 0, (6, 10), None, "j5: a bare flagship"),
]


@pytest.mark.parametrize(
    ("kind", "start", "target", "figures", "end", "exact", "what"), CASES, ids=[c[6] for c in CASES]
)
def test_single_attacks(
    kind: str, start: tuple[int, int], target: str, figures: int, end: tuple[int, int], exact: float | None, what: str
) -> None:
    """j3, j4, j5: the same attack many times over, each with luck of its own."""
    n, gone = 1500, 0
    table = Table([(kind, start)], [(target, end), ("fighter", (0, 0))], {"pursuit_units": "off"}, policy="greedy")
    fresh = table.state.copy()
    for block in range(n):
        for name in fresh.dtype.names:
            table.state[name] = fresh[name]
        table.state.u_figs[B] = max(figures, 1)
        table.state.u_caps[B] = 0
        start_streams(table.state.streams, new_luck(77), block)
        table.order("patrol_centre", A)
        combat_phase(*table.args, table.tally, None)
        gone += table.at(B) != end
    if exact is None:
        # kill by hits 265/1458; else two red faces of three dice (one is ignored) cost a confirm roll each beyond
        assert 265 / 1458 < gone / n < 265 / 1458 + 2 / 27
        return
    assert abs(gone - n * exact) / sqrt(n * exact * (1 - exact)) < 4, what
