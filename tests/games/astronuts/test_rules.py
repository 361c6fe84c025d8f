"""Rules that the worked examples do not reach, seen in whole games."""

from __future__ import annotations

import pytest

from tests.games.astronuts.renew_playthroughs import told_game
from tests.games.astronuts.twins import Case, kernel_rows

pytestmark = pytest.mark.kernel


def test_components_and_starting_hands() -> None:
    """AN-02, AN-08: everybody starts with one coin of each colour; all 80 coins are in play."""
    lines = told_game("colonist")
    for seat in range(1, 5):
        assert any(line.endswith(f"Seat {seat} starts with red, purple, orange, yellow.") for line in lines[:20])
    for row in kernel_rows(Case(("colonist",) * 4, {"cost_tech_actions": 12}, games=50, seed=3))[0]:
        hands = sum(row[f"nuts_{s}"] for s in range(1, 5))
        markers = sum(bin(row[f"techs_{s}"]).count("1") for s in range(1, 5))
        assert (
            row["nuts_left"] + row["bank_left"] + hands <= 80 <= row["nuts_left"] + row["bank_left"] + hands + markers
        )


def test_a_round_is_one_turn_of_every_seat() -> None:
    """AN-10."""
    for row in kernel_rows(Case(("colonist", "raider", "engineer"), games=60, seed=4))[0]:
        turns = [row[f"turns_{s}"] for s in (1, 2, 3)]
        assert row["turns"] == sum(turns) and row["rounds"] == turns[0]
        assert all(turns[0] - 1 <= t <= turns[0] for t in turns)


def test_a_time_warp_can_roll_the_declaration_again() -> None:
    """AN-15: with the technology in hand failed declarations are rolled again; out of scope never."""
    players = ("engineer", "engineer")

    def warps(scope: str) -> int:
        rows = kernel_rows(Case(players, {"time_warp_scope": scope}, games=150, seed=5))[0]
        return sum(row[f"tw_decl_{s}"] for row in rows for s in (1, 2))

    assert warps("own_turn") > 100 and warps("no_declaration") == 0


def test_several_foundings_on_one_planet_in_one_turn() -> None:
    """AN-28: the told game shows three foundings of one seat on its home in its first turn, each paid for."""
    first_turn = "\n".join(told_game("gambler")).split("End of turn")[0]
    assert first_turn.count("founds a colony on large planet 0") == 3
    assert first_turn.count("Seat 1 pays") == 3


def test_an_entry_that_cannot_be_applied_does_nothing() -> None:
    """AN-45: a free ship for a seat that has all its ships, on every landing, never makes a fourth."""
    fate = {f"{a}{b}": {"effect": "free_ship"} for a in range(1, 7) for b in range(1, 7)}
    rows = kernel_rows(Case(("colonist", "raider"), {"fate": fate}, games=40, seed=6))[0]
    assert max(row[f"ships_{s}"] for row in rows for s in (1, 2)) == 3
