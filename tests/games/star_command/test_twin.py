"""Kernel and naive twin, two readings of the same rules, write the same rows and tallies (SC-01..SC-57)."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from tests.games.star_command.twin_cases import (
    Case,
    first_difference,
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


def test_rows_agree_for_all_policies_and_set_ups() -> None:
    """The quick sample: every policy against every policy, every set-up."""
    assert_equal(table_cases(games=4))


def test_rows_agree_where_rare_things_meet() -> None:
    assert_equal(case for n, case in enumerate(variant_cases(games=2)) if n % 7 == 0)


def test_rows_agree_for_every_third_rule_value() -> None:
    assert_equal(case for n, case in enumerate(rule_cases(games=4)) if n % 12 == 0)


def test_rows_agree_past_closed_corners() -> None:
    """SC-30: a mover beside a diagonal closes it for shooters on its leader, from anywhere on the board."""
    random = {"rangers": "random", "zurg": "random"}
    rules = {"combat.corner_blocking": True}
    assert_equal(Case("corners", rules, pair, 8, random, {}) for pair in (("swarm", "sniper"), ("hunter", "hunter")))


def test_every_rule_has_cases() -> None:
    """No key of the ledger is left out of the whole proof, and it plays at least 20 games at every value."""
    from balance.games.star_command.ruleset import load_ledger

    games: dict[str, int] = {}
    for case in rule_cases(games=20):
        games[case.name] = games.get(case.name, 0) + case.games
    assert {name.split(" = ")[0] for name in games} == set(load_ledger().entries)
    assert min(games.values()) >= 20 and sum(games.values()) >= 2000


@pytest.mark.deep
@pytest.mark.parametrize(("name", "cases"), by_name(rule_cases(games=20)), ids=lambda part: str(part)[:60])
def test_whole_proof_every_rule_at_every_value(name: str, cases: list[Case]) -> None:
    assert_equal(cases)


@pytest.mark.deep
@pytest.mark.parametrize(("name", "cases"), by_name(variant_cases(games=12)), ids=lambda part: str(part)[:60])
def test_whole_proof_variants(name: str, cases: list[Case]) -> None:
    assert_equal(cases)


@pytest.mark.deep
def test_whole_proof_tables() -> None:
    assert_equal(table_cases(games=40))


@pytest.mark.deep
@pytest.mark.parametrize(("name", "cases"), by_name(weight_cases(games=20)), ids=lambda part: str(part)[:60])
def test_whole_proof_weights(name: str, cases: list[Case]) -> None:
    assert_equal(cases)
