"""Shipped scenarios ask one thing at a time: a variant changes rules or players; both only beside an arm with these players."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from balance.app.open_scenario import open_scenario
from balance.games.star_command.ruleset import load_ledger
from balance.scenario.model import Arm

ROOT = Path(__file__).parents[2]
SHIPPED = sorted(
    str(path.relative_to(ROOT / "scenarios").with_suffix("")) for path in (ROOT / "scenarios").glob("*/*.toml")
)


def same_rules(arm: Arm, base: Arm) -> bool:
    return dict(arm.ruleset.values) == dict(base.ruleset.values) and arm.ruleset.setup == base.ruleset.setup


@pytest.mark.parametrize("name", SHIPPED)
def test_a_variant_changes_rules_or_players(name: str) -> None:
    scenario = open_scenario(name, {})
    base = scenario.baseline
    arms = [base, *scenario.variants]
    under_base_rules = [arm.players for arm in arms if same_rules(arm, base)]
    for arm in arms:
        assert same_rules(arm, base) or arm.players in under_base_rules, f"{arm.id} changes rules and players at once"


def test_every_reading_of_star_command_has_an_arm() -> None:
    """Every key of A1..A25 is changed by some shipped variant."""
    readme = (ROOT / "balance" / "games" / "star_command" / "README.md").read_text(encoding="utf-8")
    keys = {key for row in re.findall(r"^\| A\d+ \| (.+?) \|", readme, re.M) for key in re.findall(r"`([^`]+)`", row)}
    assert keys <= set(load_ledger().entries)
    changed: set[str] = set()
    for name in (name for name in SHIPPED if name.startswith("star_command/")):
        scenario = open_scenario(name, {})
        base = scenario.baseline.ruleset.values
        changed |= {key for arm in scenario.variants for key, value in arm.ruleset.values.items() if value != base[key]}
    assert not keys - changed
