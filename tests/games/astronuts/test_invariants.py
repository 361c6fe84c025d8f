"""Row invariants of section 12 over policies, seat counts and boards."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from balance.kit.jit import is_compiled
from tests.games.astronuts.cases import POLICIES
from tests.games.astronuts.twins import Case, kernel_rows

pytestmark = pytest.mark.kernel
GAMES = 10 if is_compiled() else 2
SPENT = ("a_move", "a_extract", "a_colonise", "a_build", "a_attack", "a_tech", "a_calm")


@settings(max_examples=25)
@given(st.lists(st.sampled_from(POLICIES), min_size=2, max_size=4), st.sampled_from(["lattice49", "compact25", "long45"]),
       st.booleans(), st.integers(0, 10**6))  # fmt: skip
def test_every_row_keeps_the_books(players: list[str], board: str, optional: bool, seed: int) -> None:
    rules = {"asteroids": optional, "astroholes": optional}
    for row in kernel_rows(Case(players, rules, {"board": board}, games=GAMES, seed=seed))[0]:
        check(row, len(players))


def check(row: dict, seats: int) -> None:
    hands = sum(row[f"nuts_{s}"] for s in range(1, seats + 1))
    colonies = [row[f"colonies_{s}"] for s in range(1, seats + 1)]
    assert row["nuts_left"] + row["bank_left"] + hands <= 80  # 1: markers hold the rest
    assert row["guard_hits"] == 0 and row["ending"] in (0, 1)
    assert sum(row[f"win_{s}"] for s in range(1, seats + 1)) == pytest.approx(1)
    if row["end_reason"] == 0:
        assert row["planets_left"] == row["nuts_left"] == 0  # 9
    if row["winner"] > 0:
        assert row[f"colonies_{row['winner']}"] == max(colonies)  # 16
    assert sum(row[name] for name in row if name.startswith("fate_")) <= row["landings"] + 1
    for s in range(1, seats + 1):
        spent = sum(row[f"{name}_{s}"] for name in SPENT) + row[f"x_unused_{s}"]
        assert row[f"x_sum_{s}"] + row[f"x_gift_{s}"] == spent  # 6
        assert 0 <= row[f"colonies_{s}"] <= 14  # 8
        assert sum(row[f"decl_{d}_{s}"] for d in range(1, 7)) == row[f"turns_{s}"]
        warps = sum(row[f"{name}_{s}"] for name in ("tw_decl", "tw_fate", "tw_att", "tw_check"))
        assert warps <= row[f"turns_{s}"]  # 11
        assert row[f"tech_round_y_{s}"] >= 0 or warps == 0
        assert row[f"att_{s}"] >= row[f"kill_ship_{s}"] + row[f"kill_col_{s}"]
        assert row[f"founded_{s}"] - row[f"lost_col_{s}"] == row[f"colonies_{s}"]  # 2


def test_equal_scenarios_give_equal_rows_and_seeds_matter() -> None:
    case = Case(("colonist", "raider"), games=4 * GAMES, seed=5)
    assert kernel_rows(case)[0] == kernel_rows(case)[0]
    assert kernel_rows(case)[0] != kernel_rows(Case(("colonist", "raider"), games=4 * GAMES, seed=6))[0]
