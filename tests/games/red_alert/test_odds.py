"""Exact odds of Red Alert: every figure printed in section j of the spec, brute force, monotonicity."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import pytest

from balance.games.contract import OddsResult
from balance.games.red_alert import chances
from balance.games.red_alert.odds import ODDS
from balance.games.red_alert.odds_cards import command_rows, reveal, reveal_odds
from balance.games.red_alert.odds_dice import cornered, leaves, match_dice, rolls
from balance.games.red_alert.odds_duels import duel, volley

F = Fraction


def table(name: str, **changes: Any) -> OddsResult:
    """A table with its defaults and some changes."""
    wanted = ODDS[name]
    assert not set(changes) - set(wanted.settings)
    return wanted.compute({key: changes.get(key, setting.value) for key, setting in wanted.settings.items()})


def value(name: str, row: Any, column: str, **changes: Any) -> Any:
    """The cell of the row whose first cell is `row`."""
    result = table(name, **changes)
    index = [c.name for c in result.columns].index(column)
    return next(cells[index] for cells in result.rows if cells[0] == row)


@pytest.mark.parametrize(
    ("n", "k", "some", "mean"),
    [
        (1, 0, F(1, 3), F(1, 3)), (2, 0, F(5, 9), F(2, 3)), (3, 0, F(19, 27), F(1)), (4, 0, F(65, 81), F(4, 3)),
        (2, 1, F(1, 3), F(13, 36)), (3, 1, F(13, 27), F(125, 216)), (2, 2, F(11, 36), F(1, 3)),
        (1, 1, F(1, 6), F(1, 6)), (3, 2, F(23, 54), None),
    ],
)  # fmt: skip
def test_j2_hits(n: int, k: int, some: Fraction, mean: Fraction | None) -> None:
    assert value("hits", n, "at_least_1", ignored=k) == some
    if mean is not None:
        assert value("hits", n, "mean", ignored=k) == mean


def test_j2_several_hits() -> None:
    assert chances.hits(3, 0)[2:] == (F(2, 9), F(1, 27))
    assert value("hits", 4, "at_least_3") == F(1, 9)
    assert value("kills", 4, "kill_3") == F(1, 9)


def test_j3_stars_and_red_alerts() -> None:
    assert value("faces", 3, "star") == F(91, 216) and value("faces", 3, "stars") == F(1, 2)
    assert [value("faces", n, "alert") for n in (1, 2, 3)] == [F(1, 6), F(11, 36), F(91, 216)]
    assert [value("faces", n, "alert", ra=1) for n in (2, 3)] == [F(1, 36), F(2, 27)]


def test_j4_matchups() -> None:
    assert value("matchup", 1, "mean") == 1
    assert value("matchup", 1, "mean", target_on_planet=True) == F(2, 3)
    assert value("matchup", 3, "mean", attacker="battleship", target="cruiser") == F(2, 3)
    assert value("matchup", 3, "mean", attacker="battleship", target="cruiser", target_on_planet=True) == F(1, 3)
    assert value("matchup", 1, "mean", attacker="fighter", target="battleship") == F(1, 3)
    assert value("matchup", 1, "hit", attacker="fighter", target="battleship") == F(11, 36)
    assert value("matchup", 2, "mean", attacker="battleship", target="fighter") == F(125, 216)
    assert value("matchup", 1, "mean", target="cruiser", markers=1) == F(2, 3)
    assert value("matchup", 1, "kill", target="cruiser", figures=2) == F(7, 27)


def test_j4_leaving_the_hex() -> None:
    assert value("matchup", 1, "leaves", attacker="destroyer", target="cruiser") == F(11, 24)
    assert value("matchup", 1, "leaves", attacker="destroyer", target="cruiser", figures=1) == F(7, 8)
    assert value("matchup", 1, "leaves", attacker="destroyer", target="battleship") == F(17, 216)
    assert value("matchup", 1, "leaves", attacker="destroyer", target="cruiser", target_on_planet=True) == F(11, 36)
    assert [value("retreat", f, "dead_0") for f in (1, 2)] == [F(7, 8), F(1, 2)]


def test_j5_flagship() -> None:
    assert value("flagship", 0, "kill", ignored=0) == F(217, 729)
    assert value("flagship", 0, "kill", ignored=1) == F(265, 1458)
    assert value("flagship", 3, "kill", ignored=0) == 0
    assert chances.flagship_dead(1, 0, True, True) == F(1, 3) and chances.flagship_dead(2, 0, True, True) == F(5, 9)
    assert value("flagship", 1, "kill", ignored=0, flagship_overflow="wasted") == 0
    assert value("flagship", 0, "kill", ignored=0, flagship_confirm=False) == F(19, 27)


def test_j6_cards() -> None:
    assert value("hold_your_fire", 3, "success") == F(91, 216) and value("hold_your_fire", 1, "success") == F(25, 72)
    assert value("hold_your_fire", 3, "gift") == F(1, 2) and value("hold_your_fire", 0, "success") == 0
    assert value("boarding", 3, "against_2") == F(214637, 559872)
    assert value("first_strike", 3, "attacks") == F(13, 24)


def test_j7_exchange_and_duels() -> None:
    assert value("exchange", 3, "answers") == F(13, 24) and value("exchange", 3, "loss") == F(13, 24)
    assert float(value("duel", 3, "against_3")) == pytest.approx(0.612300, abs=5e-7)
    assert float(value("duel", 4, "against_4")) == pytest.approx(0.593889, abs=5e-7)
    assert float(value("duel", 4, "against_3")) == pytest.approx(0.772185, abs=5e-7)
    assert value("volley", 3, "after_2") == F(17, 81)


def test_j8_hands_and_reveal() -> None:
    assert value("hands", "fighter_sweep", "some") == F(8023, 32509)
    assert value("hands", "first_strike", "some") == F(23, 177)
    assert value("hands", "any left wing", "some") == F(22576, 32509)
    assert reveal_odds((4, 4), ("lowest", "lowest")) == (F(13130647, 46520379), F(1, 2))
    assert reveal_odds((4, 4), ("highest", "highest")) == (F(200053511, 232601895), F(1, 2))


def test_j9_map() -> None:
    assert value("sight", 1, "pairs") == 367 and value("sight", 1, "share") == 1
    assert value("sight", 2, "share") == F(635, 657)


# ------------------------------------------------------------------------------------------------- brute force


@pytest.mark.parametrize(("n", "k"), [(1, 0), (2, 1), (3, 2), (4, 1), (4, 5)])
def test_rolls_by_listing_every_throw(n: int, k: int) -> None:
    counted: dict[tuple[int, int], int] = {}
    for faces in itertools.product(range(6), repeat=n):  # 2 the class, 3 blast, 5 red
        key = faces.count(2) + max(faces.count(3) - k, 0), faces.count(5)
        counted[key] = counted.get(key, 0) + 1
    assert {(h, r): p for h, r, p in rolls(n, k)} == {key: F(ways, 6**n) for key, ways in counted.items()}


@pytest.mark.parametrize(("a", "b"), [(1, 1), (3, 2), (2, 4)])
def test_boarding_by_listing(a: int, b: int) -> None:
    won = sum(t[:a].count(4) > t[a:].count(4) for t in itertools.product(range(6), repeat=a + b))
    assert chances.more_stars(a, b) == F(won, 6 ** (a + b))


@pytest.mark.parametrize("shown", [("lowest", "lowest"), ("highest", "highest"), ("lowest", "highest")])
def test_reveal_by_listing_every_deal(shown: tuple[str, str]) -> None:
    rows = [
        {"id": "a", "copies": 2, "kind": "tactic", "orders": 1}, {"id": "b", "copies": 2, "kind": "tactic", "orders": "rating"},
        {"id": "c", "copies": 2, "kind": "sector", "orders": [1, 2, 0]}, {"id": "d", "copies": 2, "kind": "reaction", "orders": 0},
    ]  # fmt: skip
    ratings = (2, 3)
    deck = [i for i, row in enumerate(rows) for _ in range(row["copies"])]
    worth = [{"a": 1, "b": r, "c": 3, "d": 99} for r in ratings]
    counted: dict[tuple[int, int], int] = {}
    deals = list(itertools.permutations(range(8), 5))
    for deal in deals:
        seen = []
        for side, hand in enumerate((deal[:2], deal[2:])):
            values = [worth[side][rows[deck[card]]["id"]] for card in hand]
            orders = [v for v in values if v < 99] or values
            seen.append(min(orders) if shown[side] == "lowest" else max(orders))
        counted[seen[0], seen[1]] = counted.get((seen[0], seen[1]), 0) + 1
    found = {pair: p for pair, p in reveal(ratings, shown, rows).items() if p}
    assert found == {pair: F(ways, len(deals)) for pair, ways in counted.items()}
    assert sum(found.values()) == 1


def test_duel_by_following_the_rounds() -> None:
    """The closed loop against 400 rounds played out in numbers."""
    hits = [float(p) for p in chances.hits(3, 0)]
    state, won, turn = {(3, 3): 1.0}, [0.0, 0.0], 0
    for _ in range(400):
        after: dict[tuple[int, int], float] = {}
        for (me, other), p in state.items():
            for h, q in enumerate(hits):
                if h >= other:
                    won[turn] += p * q
                else:
                    after[other - h, me] = after.get((other - h, me), 0.0) + p * q
        state, turn = after, 1 - turn
    assert float(duel((3, 3), (0, 0), (3, 3))) == pytest.approx(won[0])


# ------------------------------------------------------------------------------------------------- monotonicity


def test_more_dice_help_and_shields_hurt() -> None:
    for n, k, f in itertools.product(range(1, 9), range(5), range(1, 6)):
        assert chances.kill(n, k, f) <= chances.kill(n + 1, k, f)
        assert chances.kill(n, k + 1, f) <= chances.kill(n, k, f)
        assert chances.mean_hits(n, k + 1, f) <= chances.mean_hits(n, k, f)
        assert chances.flagship_kill(n, k, f, True, True) <= chances.flagship_kill(n + 1, k, f, True, True)
    for f, ra, room in itertools.product(range(1, 6), range(3), range(3)):
        assert leaves(3, 0, f + 1, ra) <= leaves(3, 0, f, ra) and leaves(3, 0, f, ra + 1) <= leaves(3, 0, f, ra)
        assert cornered(3, 0, f, ra, room + 1) <= cornered(3, 0, f, ra, room)
        assert cornered(3, 0, f, ra, room) <= cornered(3, 0, f, ra, room, loss=2)
    assert volley((3, 2), 0, 3) >= volley((3,), 0, 3) and volley((), 0, 1) == 0


def test_planet_penalty_and_range() -> None:
    assert match_dice("battleship", 3, 0) == 2 and match_dice("battleship", 5, 0) == 0
    means = [value("matchup", 1, "mean", target_on_planet=True, planet_die_penalty=k) for k in range(5)]
    assert means == sorted(means, reverse=True) and means[-1] == 0


@pytest.mark.parametrize("name", sorted(ODDS))
def test_every_table_has_a_cell_per_column(name: str) -> None:
    result = table(name)
    assert result.rows
    for row in result.rows:
        assert len(row) == len(result.columns)
        for cell, column in zip(row, result.columns, strict=True):
            if column.unit == "probability":
                assert 0 <= cell <= 1, (name, column.name)


def test_nothing_is_left_of_the_deck() -> None:
    assert sum(row["copies"] for row in command_rows()) == 60
