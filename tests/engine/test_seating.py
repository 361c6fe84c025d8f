import pytest

from balance.engine.seating import labels, seat_plan
from balance.errors import InputError
from balance.games.contract import PlayerChoice

A, B, C = PlayerChoice("a"), PlayerChoice("b"), PlayerChoice("a", {"w": 2})


def rows(plan):
    return [tuple(int(x) for x in row) for row in plan.seatings]


def test_rotation_seats_everybody_everywhere_once() -> None:
    plan = seat_plan([A, B, C], 3, "rotate")
    assert plan.players == (A, B, C)
    assert rows(plan) == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]


def test_equal_players_are_one_player_and_a_mirror_match_has_one_seating() -> None:
    plan = seat_plan([A, PlayerChoice("a"), A, A], 4, "rotate")
    assert plan.players == (A,)
    assert rows(plan) == [(0, 0, 0, 0)]


def test_pairs_of_equal_players_need_only_the_distinct_rotations() -> None:
    assert rows(seat_plan([A, B, A, B], 4, "rotate")) == [(0, 1, 0, 1), (1, 0, 1, 0)]


def test_fixed_and_random() -> None:
    assert rows(seat_plan([A, B, C], 3, "fixed")) == [(0, 1, 2)]
    assert len(rows(seat_plan([A, B, C], 3, "random"))) == 6
    assert rows(seat_plan([A, A, B], 3, "random")) == [(0, 0, 1), (0, 1, 0), (1, 0, 0)]


def test_round_robin_pairs_contenders_alternately_both_ways() -> None:
    plan = seat_plan([A, B, C], 4, "round_robin")
    assert rows(plan) == [
        (0, 1, 0, 1), (1, 0, 1, 0), (0, 2, 0, 2), (2, 0, 2, 0), (1, 2, 1, 2), (2, 1, 2, 1),
    ]  # fmt: skip
    with pytest.raises(InputError):
        seat_plan([A, A], 2, "round_robin")


def test_labels_are_unique_and_readable() -> None:
    assert labels([A, C, PlayerChoice("b", label="me"), PlayerChoice("c", label="me")]) == (
        "a", "a (w 2)", "me #1", "me #2",
    )  # fmt: skip
