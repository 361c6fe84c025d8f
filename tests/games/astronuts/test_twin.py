"""The kernel against the naive twin: every column of every row, every tally, must be equal.

A fixed sample runs always; `pytest -m deep` plays the whole proof: every policy, seat count, board, declaration mode,
effect of the fate table, and every switch and number of the ledger at every value with at least 20 games each.
"""

from __future__ import annotations

from typing import Any

import pytest

from balance.games.astronuts.ruleset import load_ledger
from tests.games.astronuts import cases
from tests.games.astronuts.twins import Case, first_difference

pytestmark = pytest.mark.kernel

SAMPLE = [
    Case(("colonist", "colonist"), games=8),
    Case(("colonist", "raider", "engineer"), games=6),
    Case(("prospector", "cautious", "gambler", "random_legal"), games=4),
    Case(("random_legal", "random_legal"), games=6),
    Case(("random_legal", "raider"), {"asteroids": True, "astroholes": True}, games=4),
    Case(("colonist", "random_legal"), {}, {"board": "compact25"}, games=4),
    Case(("raider", "random_legal"), {"goal_end": "end_of_round"}, {"board": "long45"}, games=4),
    Case(("random_legal", "engineer"), {"landing_trigger": "stop", "fate_scope": "ship"}, games=4),
    Case(("random_legal", "raider"), {"time_warp_scope": "any_roll", "attack_tie": "reroll"}, games=4),
]
GAMES_EACH = 7  # at three tables: 21 games for every value of every switch


@pytest.mark.parametrize("case", SAMPLE, ids=lambda case: "-".join(map(str, case.players)))
def test_sample(case: Case) -> None:
    assert first_difference(case) == ""


def check_all(wanted: list[Case]) -> None:
    """Compare case by case; the message holds the first difference."""
    for case in wanted:
        assert first_difference(case) == ""


@pytest.mark.deep
@pytest.mark.parametrize("case", cases.policy_cases(24), ids=lambda case: "-".join(map(str, case.players)))
def test_every_policy_at_every_seat_count(case: Case) -> None:
    assert first_difference(case) == ""


@pytest.mark.deep
@pytest.mark.parametrize(("key", "value"), cases.switch_ids(), ids=str)
def test_every_switch_at_every_value(key: str, value: Any) -> None:
    check_all(cases.switch_cases(key, value, GAMES_EACH))


@pytest.mark.deep
@pytest.mark.parametrize("effect", cases.effect_ids())
def test_every_effect_of_the_fate_table(effect: str) -> None:
    check_all(cases.effect_cases(effect, GAMES_EACH))


@pytest.mark.deep
def test_every_declaration_mode_and_odd_weights() -> None:
    check_all(cases.declaration_cases(20))


@pytest.mark.deep
def test_every_board_with_and_without_optional_rules() -> None:
    check_all(cases.board_cases(20))


@pytest.mark.deep
def test_switches_that_meet() -> None:
    check_all(cases.combined_cases(GAMES_EACH))


def test_the_proof_covers_the_whole_ledger() -> None:
    """Every key of the ledger has other values in the proof; every effect is an effect case."""
    keys = {key for key, _ in cases.switch_ids()}
    assert keys == {key for key in load_ledger().entries if not key.startswith("fate.")}
    for key, entry in load_ledger().entries.items():
        if entry.choices and isinstance(entry.value, str):
            tried = {value for name, value in cases.switch_ids() if name == key}
            assert tried | {entry.value} == set(entry.choices), key
    games = sum(3 * GAMES_EACH for _ in cases.switch_ids()) + sum(case.games for case in cases.policy_cases(24))
    assert games >= 2000


def test_a_difference_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison itself can fail: a twin that miscounts is named with game, column and both values."""
    from tests.games.astronuts import twins

    real = twins.naive_rows

    def wrong(case: Case) -> Any:
        rows, tallies = real(case)
        rows[1]["rounds"] += 1
        return rows, tallies

    monkeypatch.setattr(twins, "naive_rows", wrong)
    told = first_difference(Case(("colonist", "colonist"), games=2))
    assert "game 1: 1 columns differ: rounds: kernel" in told
