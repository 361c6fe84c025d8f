"""Kernel and naive twin, two readings of the same rules, write the same rows (PB-01..PB-85)."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from tests.games.planet_busters.twin_cases import (
    Case,
    first_difference,
    kernel_rows,
    rule_cases,
    table_cases,
    variant_cases,
    weight_cases,
)

pytestmark = pytest.mark.kernel


def by_name(cases: Iterable[Case]) -> list[tuple[str, list[Case]]]:
    """Cases that change the same thing together, in order."""
    groups: dict[str, list[Case]] = {}
    for case in cases:
        groups.setdefault(case.name, []).append(case)
    return list(groups.items())


def assert_equal(cases: Iterable[Case]) -> None:
    differences = [text for case in cases if (text := first_difference(case))]
    assert not differences, f"{len(differences)} cases differ:\n" + "\n".join(differences[:8])


def test_rows_agree_for_all_policies_and_seat_counts() -> None:
    """The quick sample: both modes, every policy, two to four seats."""
    assert_equal(table_cases(games=6))


def test_rows_agree_where_rare_pieces_meet() -> None:
    assert_equal(case for n, case in enumerate(variant_cases(games=3)) if n % 3 == 0)


def test_rows_agree_for_every_rule_at_every_value_once() -> None:
    assert_equal(case for n, case in enumerate(rule_cases(games=4)) if n % 4 == 0)


def test_the_sample_meets_ties_that_each_reading_decides_in_its_own_way() -> None:
    """PB-81: otherwise equal rows would prove nothing about `tie_break`."""
    sample = [case for n, case in enumerate(rule_cases(games=4)) if n % 4 == 0 and case.name.startswith("tie_break")]
    rows = [kernel_rows(case) for case in sample]
    assert len(rows) == 4 and sum(row["tie"] for row in rows[0]) > 0
    assert all(rows[i] != rows[j] for i in range(4) for j in range(i))


@pytest.mark.deep
@pytest.mark.parametrize(("name", "cases"), by_name(rule_cases(games=20)), ids=lambda part: str(part)[:60])
def test_whole_proof_every_rule_at_every_value(name: str, cases: list[Case]) -> None:
    assert sum(case.games for case in cases) >= 20, name
    assert_equal(cases)


@pytest.mark.deep
@pytest.mark.parametrize(("name", "cases"), by_name(variant_cases(games=12)), ids=lambda part: str(part)[:60])
def test_whole_proof_variants(name: str, cases: list[Case]) -> None:
    assert_equal(cases)


@pytest.mark.deep
def test_whole_proof_tables() -> None:
    assert_equal(table_cases(games=48))


@pytest.mark.deep
@pytest.mark.parametrize(("name", "cases"), by_name(weight_cases(games=20)), ids=lambda part: str(part)[:60])
def test_whole_proof_weights(name: str, cases: list[Case]) -> None:
    assert_equal(cases)
