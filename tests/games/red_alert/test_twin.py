"""Kernel and naive twin, two readings of the same rules, write the same rows and tallies (RA-01..RA-84)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from tests.games.red_alert.twin_cases import (
    Case,
    combined_cases,
    key_cases,
    key_ids,
    policy_cases,
    setup_cases,
    weight_cases,
)
from tests.games.red_alert.twins import first_difference

pytestmark = pytest.mark.kernel


def assert_equal(cases: Iterable[Case]) -> None:
    differences = [text for case in cases if (text := first_difference(case))]
    assert not differences, f"{len(differences)} cases differ:\n" + "\n".join(differences[:8])


def test_rows_agree_for_all_policies() -> None:
    """The quick sample: every policy, both built-in battles."""
    assert_equal(policy_cases(games=2))


def test_rows_agree_for_own_maps_forces_and_decks() -> None:
    assert_equal(setup_cases(games=1))


def test_rows_agree_where_switches_meet() -> None:
    assert_equal(combined_cases(games=1))


def test_every_switch_once_in_turn() -> None:
    """Every sixth value of the ledger; the whole of it is in the deep proof."""
    for key, value in key_ids()[::6]:
        assert_equal(key_cases(key, value, 3)[:1])


@pytest.mark.deep
def test_whole_proof_policies() -> None:
    assert_equal(policy_cases(games=40))


@pytest.mark.deep
def test_whole_proof_setups() -> None:
    assert_equal(setup_cases(games=24))


@pytest.mark.deep
def test_whole_proof_weights() -> None:
    assert_equal(weight_cases(games=24))


@pytest.mark.deep
def test_whole_proof_combinations() -> None:
    assert_equal(combined_cases(games=20))


@pytest.mark.deep
@pytest.mark.parametrize(("key", "value"), key_ids(), ids=str)
def test_whole_proof_every_key_at_every_value(key: str, value: Any) -> None:
    cases = key_cases(key, value, 21)
    assert sum(case.games for case in cases) >= 20
    assert_equal(cases)
