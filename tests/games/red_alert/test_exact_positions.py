"""Forced positions against closed forms (spec j): the same position many times over, each with luck of its own.

Seeds are fixed beforehand; every count lies within four standard deviations of its exact chance.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product
from math import sqrt

import pytest

from balance.games.red_alert import chances
from balance.games.red_alert.kernel.combat import combat_phase
from balance.games.red_alert.kernel.movement import boarding_party
from balance.games.red_alert.odds_duels import duel
from balance.kit.streams import new_luck, start_streams
from tests.games.plain import statistics

from .tables import CARD, Table

pytestmark = [pytest.mark.kernel, statistics]
A, B = 0, 16
F = Fraction
N = 1500
CALM = {  # red faces and stars without effect: hits alone decide
    "red_alert_hexes": 0, "red_alert_marker_max": 0, "stars_from_dice": False, "battle_back_scope": "off",
    "pursuit_units": "off",
}  # fmt: skip


def values(table: Table, once: Callable[[Table], int], seed: int = 77) -> list[int]:
    """What `once` returns, N times from the same position."""
    fresh, found = table.state.copy(), []
    for block in range(N):
        for name in fresh.dtype.names:
            table.state[name] = fresh[name]
        for name in table.row.dtype.names:
            table.row[name] = 0
        start_streams(table.state.streams, new_luck(seed), block)
        found.append(int(once(table)))
    return found


def assert_chance(found: list[int], exact: F | float) -> None:
    p = float(exact)
    assert abs(sum(found) - N * p) / sqrt(N * p * (1 - p)) < 4, (sum(found), N * p)


def assert_mean(found: list[int], law: Mapping[int, F]) -> None:
    """The mean of values that follow `law` (value -> chance)."""
    assert sum(law.values()) == 1
    mean = sum(x * p for x, p in law.items())
    spread = sqrt(N * (sum(x * x * p for x, p in law.items()) - mean * mean))
    assert abs(sum(found) - N * mean) / spread < 4, (sum(found), float(N * mean))


def fight(table: Table) -> None:
    """The ordered units of the active side fight."""
    combat_phase(*table.args, table.tally, None)


# ------------------------------------------------------------------------------------------- one attack (j3, j4, j5)

CASES = [  # attacker, at, target, figures left, at, exact chance that the target is gone from its hex, of
    ("destroyer", (6, 8), "cruiser", 3, (6, 9), F(11, 24), "j4: a full cruiser leaves its hex"),
    ("destroyer", (6, 8), "cruiser", 1, (6, 9), F(7, 8), "j4: a one-figure cruiser leaves its hex"),
    ("destroyer", (6, 8), "battleship", 3, (6, 9), F(17, 216), "j4: a full battleship leaves its hex"),
    ("destroyer", (6, 3), "cruiser", 3, (6, 4), F(11, 36), "j4: a full cruiser on a planet leaves its hex"),
    ("cruiser", (6, 9), "cruiser", 1, (6, 10), F(7, 8), "j4: blocked retire kills one figure"),
    ("cruiser", (6, 9), "cruiser", 2, (6, 10), F(1, 2), "j4: blocked retire kills two figures"),
]


@pytest.mark.parametrize(
    ("kind", "start", "target", "figures", "end", "exact", "what"), CASES, ids=[c[6] for c in CASES]
)
def test_single_attacks(
    kind: str, start: tuple[int, int], target: str, figures: int, end: tuple[int, int], exact: F, what: str
) -> None:
    table = Table([(kind, start)], [(target, end), ("fighter", (0, 0))], {"pursuit_units": "off"}, policy="greedy")
    table.state.u_figs[B] = figures
    table.order("patrol_centre", A)

    def gone(table: Table) -> bool:
        fight(table)
        return table.at(B) != end

    assert_chance(values(table, gone), exact)


def bare_flagship_dies(ignored: int) -> F:
    """Three dice, no room to retire: every hit, and every red face but one, is a confirm roll of 1/3 (RA-56, RA-72)."""
    found = F(0)
    for faces in product(range(6), repeat=3):
        hits = faces.count(2) + max(faces.count(3) - ignored, 0)
        found += F(1, 216) * (1 - F(2, 3) ** (hits + max(faces.count(5) - 1, 0)))
    return found


@pytest.mark.parametrize(("kind", "ignored"), [("cruiser", 1), ("battleship", 0)])
@pytest.mark.parametrize("retreats", [False, True])
def test_bare_flagship(kind: str, ignored: int, retreats: bool) -> None:
    """j5: 265/1458 and 217/729 by hits alone; with its back to the edge of the mat red faces kill too."""
    rules = {"pursuit_units": "off"} if retreats else CALM
    table = Table([(kind, (6, 9))], [("flagship", (6, 10)), ("fighter", (0, 0))], rules, policy="greedy")
    table.state.u_caps[B] = 0
    table.order("patrol_centre", A)

    def dies(table: Table) -> bool:
        fight(table)
        return table.at(B) is None

    exact = bare_flagship_dies(ignored) if retreats else {1: F(265, 1458), 0: F(217, 729)}[ignored]
    assert_chance(values(table, dies), exact)


@pytest.mark.parametrize(("dice", "figures", "exact"), [(3, 3, F(1, 27)), (4, 3, F(1, 9)), (3, 2, F(7, 27))])
def test_kills(dice: int, figures: int, exact: F) -> None:
    """j2, j4: three of three dice, three and more of four, a two-figure cruiser."""
    table = Table([("cruiser", (6, 8))], [("cruiser", (6, 9)), ("fighter", (0, 0))], CALM, policy="greedy")
    table.state.u_figs[B] = figures
    table.order("close_action" if dice == 4 else "patrol_centre", A)

    def dies(table: Table) -> bool:
        fight(table)
        return table.at(B) is None

    assert_chance(values(table, dies), exact)


# ------------------------------------------------------------------------------------------- several rolls (j7)


def cruisers(rules: Mapping[str, object], one: str = "cruiser", other: str = "cruiser") -> Table:
    """Two strike units side by side, room behind both; a fighter of each side far off."""
    table = Table([(one, (6, 8)), ("fighter", (0, 0))], [(other, (6, 9)), ("fighter", (12, 0))], rules, policy="greedy")
    table.order("patrol_centre", A)
    return table


def test_exchange() -> None:
    """j7: the target can battle back with 13/24; the attacker loses 13/24 figures if it always does (RA-60)."""
    table = cruisers({})
    table.stars(0, 2)
    answers, losses = [], []

    def exchange(table: Table) -> int:
        fight(table)
        answers.append(int(table.row.battle_backs[1].sum()))
        losses.append(3 - int(table.state.u_figs[A]))
        return 0

    values(table, exchange)
    assert_chance(answers, F(13, 24))
    law = {h: F(13, 24) * p for h, p in enumerate(chances.hits(3, 0))}
    law[0] += F(11, 24)
    assert sum(h * p for h, p in law.items()) == F(13, 24)
    assert_mean(losses, law)


@pytest.mark.parametrize(("one", "other", "exact"), [
    ("cruiser", "cruiser", 0.612300), ("heavy_cruiser", "heavy_cruiser", 0.593889), ("heavy_cruiser", "cruiser", 0.772185),
])  # fmt: skip
def test_duels(one: str, other: str, exact: float) -> None:
    """j7: alternate attacks to the death, red alerts and stars off."""
    table = cruisers(CALM, one, other)
    figures = int(table.state.u_figs[A]), int(table.state.u_figs[B])
    assert float(duel((3, 3), (0, 0), figures)) == pytest.approx(exact, abs=5e-7)

    def first_wins(table: Table) -> bool:
        while table.at(A) is not None and table.at(B) is not None:
            fight(table)
            table.state.active = 1 - table.state.active
            table.state.u_flag[:] = 0
            table.order("patrol_centre", B if table.state.active else A)
        return table.at(A) is not None

    assert_chance(values(table, first_wins), exact)


def test_volley() -> None:
    """j7: three dice, then two: a cruiser of three figures dies with 17/81."""
    table = Table([("destroyer", (6, 8)), ("cruiser", (6, 7))], [("cruiser", (6, 9)), ("fighter", (0, 0))], CALM,
                  policy="greedy")  # fmt: skip
    table.order("patrol_centre", A, A + 1)
    rolled = []

    def dies(table: Table) -> bool:
        fight(table)
        rolled.append(tuple(int(n) for n in table.row.dice[0] if n))
        return table.at(B) is None

    assert_chance(values(table, dies), F(17, 81))
    assert set(rolled) == {(2, 3), (3,)}  # the three dice first; a kill leaves the other nothing to shoot at


# ------------------------------------------------------------------------------------------- cards (j6)


def test_first_strike() -> None:
    """j6: a full cruiser, struck first by three dice, still attacks with 13/24 (RA-57)."""
    table = cruisers({})
    table.state.hand[1, CARD["first_strike"]] = 1
    table.state.hand_n[1] = 1

    def attacks(table: Table) -> bool:
        fight(table)
        assert table.row.cmd_played[1].sum() == 1
        return table.row.dice[0].sum() > 0

    assert_chance(values(table, attacks), F(13, 24))


@pytest.mark.parametrize(("left", "exact"), [(3, F(91, 216)), (1, F(25, 72))])
def test_hold_your_fire(left: int, exact: F) -> None:
    """j6: by stars left after paying 2 (RA-61); the mean gift is 1/2 with three stars left."""
    table = cruisers({"battle_back_scope": "off", "stars_from_dice": False})
    table.stars(0, 2 + left)
    table.give(1, "hold_your_fire")
    table.players[0].star_value = 0  # else nobody would pay two stars against a cruiser
    gifts = []

    def stops(table: Table) -> bool:
        fight(table)
        assert table.row.cb_played[1].sum() == 1
        gifts.append(int(table.state.stars[0]))
        return table.row.dice[0].sum() == 0

    found = values(table, stops)
    assert_chance(found, exact)
    if left == 3:
        assert_mean(gifts, {k: F(d, 216) for k, d in enumerate((125, 75, 15, 1))})


def test_boarding() -> None:
    """j6: a cruiser of three figures against two, six dice against five (RA-62)."""
    table = cruisers({})
    table.state.u_figs[B] = 2
    table.stars(3, 0)
    table.give(0, "boarding_party")

    def boards(table: Table) -> bool:
        boarding_party(*table.args, table.tally, None, 0)
        assert table.row.cb_played[0].sum() == 1
        return int(table.state.u_figs[A]) == 4 and int(table.state.u_figs[B]) == 1

    assert_chance(values(table, boards), F(214637, 559872))
