"""Every switch and number changes what is played (AN-01..AN-74), and the important ones change what they should."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from balance.games.contract import CAPPED, PLAYED_OUT
from balance.kit.jit import is_compiled
from tests.games.astronuts.cases import HELPERS, TABLES, merged, nested, other_values, switch_ids
from tests.games.astronuts.twins import Case, kernel_rows
from tests.games.plain import statistics

pytestmark = pytest.mark.kernel
GAMES = 150 if is_compiled() else 3

# Values that cannot matter on these tables, each with its reason.
NO_EFFECT: dict[tuple[str, Any], str] = {
    ("colonies_per_player", 10): "played with goal_colonies = 8, which is reached with 9 figures as with 14",
    ("corner_rotation", "none"): "on a turnable board a turned game is the same game (invariant 12)",
    ("first_turn_action_cap", 12): "the first turn gives 12 actions at most, without Extra Energy",
}
# What makes a key matter, beyond the helpers of the twin proof.
ALSO: dict[str, dict[str, Any]] = {
    "calm_unpaid": {"cost_colonise_actions": 0},  # at no actions left something can still be done
    "explored_end": {"goal_end": "off"},
    "tie_break": {"goal_end": "end_of_round", "goal_colonies": 5},
    "turn_step_cap": {"cost_colonise_actions": 0},
}


def games_of(rules: dict[str, Any], players: tuple[str, ...]) -> list[dict[str, Any]]:
    return kernel_rows(Case(players, rules, games=GAMES, seed=31))[0]


@pytest.mark.parametrize(("key", "value"), switch_ids(), ids=str)
def test_every_value_of_every_switch_changes_a_game(key: str, value: Any) -> None:
    """As plain Python a few games are played to their end; they are too few to differ for sure."""
    default = merged(HELPERS.get(key, {}), ALSO.get(key, {}), _alongside(key, value))
    changed = merged(default, nested(key, value))
    if not is_compiled():
        assert all(row["ending"] in (PLAYED_OUT, CAPPED) for players in TABLES for row in games_of(changed, players))
        return
    differs = any(games_of(changed, players) != games_of(default, players) for players in TABLES)
    reason = NO_EFFECT.get((key, _hashable(value)), "")
    assert differs != bool(reason), reason or f"{key} = {value} changed no game"


def test_values_without_effect_are_values_that_are_tried() -> None:
    assert set(NO_EFFECT) <= {(key, _hashable(value)) for key, value in switch_ids()}


def _hashable(value: Any) -> Any:
    return str(value) if isinstance(value, list) else value


def _alongside(key: str, value: Any) -> dict[str, Any]:
    from tests.games.astronuts.cases import ALONGSIDE

    return ALONGSIDE.get((key, _hashable(value)), {})


def mean(rules: dict[str, Any], column: str, players: tuple[str, ...] = ("colonist",) * 4) -> float:
    rows = kernel_rows(Case(players, rules, games=600, seed=32))[0]
    seats = range(1, len(players) + 1)
    names = [column] if column in rows[0] else [f"{column}_{seat}" for seat in seats]
    return float(np.mean([row[name] for row in rows for name in names]))


@statistics
@pytest.mark.parametrize(
    ("rules", "column", "sign", "players"),
    [
        ({"fate_54_nuts": 5}, "nuts_fate", +1, None),  # AN-F54, invariant 13
        ({"fate_54_nuts": 0}, "nuts_fate", -1, None),
        ({"declare_mult": 3}, "x_sum", +1, ("random_legal", "random_legal")),  # AN-14, invariant 13
        ({"declare_fail": "zero"}, "x_sum", -1, ("random_legal", "random_legal")),
        ({"laser_bonus": 3}, "kill_col", +1, ("raider", "raider")),  # AN-36
        ({"attack_tie": "attacker"}, "kill_col", +1, ("raider", "raider")),  # AN-34
        ({"cost_tech_actions": 2}, "techs", +1, None),  # AN-35
        ({"goal_colonies": 10}, "rounds", -1, None),  # AN-61
        ({"cost_move": 3}, "landings", -1, ("random_legal", "random_legal")),  # AN-20
        ({"asteroids": True}, "asteroid_loss", +1, ("random_legal", "random_legal")),  # AN-70..AN-72
        ({"asteroids": True, "asteroid_land_min": 6}, "asteroid_loss", +1, ("random_legal", "random_legal")),
        ({"fate": {"11": {"effect": "ship_done"}}}, "crashes", -1, None),  # AN-F11, V12
        ({"start_ships": 2}, "ships", +1, None),  # AN-04
        ({"pass_through": "never"}, "rounds", 0, None),  # AN-22
    ],
)
def test_a_switch_moves_what_it_should(rules: Any, column: str, sign: int, players: Any) -> None:
    table = players or ("colonist",) * 4
    gap = mean(rules, column, table) - mean({}, column, table)
    assert gap * sign > 0 if sign else gap != 0


@statistics
def test_goal_end_decides_the_first_seat() -> None:
    """AN-61: with equal turns the first seat loses its lead (H1)."""

    def first(rules: dict[str, Any]) -> float:
        rows = kernel_rows(Case(("colonist",) * 4, rules, games=3000, seed=33))[0]
        return float(np.mean([row["win_1"] for row in rows]))

    assert first({}) > 0.33 and first({"goal_end": "end_of_round"}) < 0.31


def test_values_tried_are_never_the_default() -> None:
    assert all(value not in ([], None) or value == [] for key, _ in switch_ids() for value in other_values(key))
