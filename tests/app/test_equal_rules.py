"""Equal rules tie in every row, for each game and policy: a variant that says every default aloud changes nothing."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from balance.app.compare_variants import CompareOptions, compare_variants
from balance.app.open_scenario import metric_names
from balance.app.run_scenario import Options
from balance.app.tables import table_of
from balance.app.watch import Silent
from balance.games import registry
from balance.games.registry import BUILT_IN
from balance.scenario.load import load_text
from balance.scenario.model import Scenario
from balance.stats.paired import Verdict

GAMES = 24
POLICIES = [(game, policy) for game in BUILT_IN for policy in registry.find(game).policies.get()().policies]


def toml(value: Any) -> str:
    """A value of the ledger on one line of TOML; its texts, numbers and flags are written as in JSON."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {toml(item)}" for key, item in value.items()) + "}"
    return json.dumps(value)


@cache
def scenario(game: str, policy: str) -> Scenario:
    """Two such players, and a variant that sets each rule of the ledger to its default."""
    seat = f'[[{{}}seat]]\npolicy = "{policy}"\n'
    text = f'format = 1\ngame = "{game}"\ntitle = "T"\nquestion = "Q?"\n[run]\ngames = {GAMES}\nseed = 5\n'
    text += seat.format("") * 2 + '[[variant]]\nid = "same"\ntitle = "All defaults said aloud"\n'
    for key, entry in registry.find(game).ledger.get()().entries.items():
        text += f"rules.{key} = {toml(entry.value)}\n"
    return load_text(text, registry.find, metric_names, "equal", None, {})


@pytest.mark.parametrize(("game", "policy"), POLICIES)
def test_every_row_of_equal_rules_is_the_same(game: str, policy: str) -> None:
    found = scenario(game, policy)
    (variant,) = found.variants
    rows, tally = table_of(found, found.baseline).play(0, GAMES)
    same_rows, same_tally = table_of(found, variant).play(0, GAMES)
    assert variant.ruleset.changed == ()
    assert rows.tobytes() == same_rows.tobytes()
    assert tally.tobytes() == same_tally.tobytes()


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_comparison_of_equal_rules_says_so(game: str, tmp_path: Path) -> None:
    policy = registry.find(game).default_policy
    outcome = compare_variants(scenario(game, policy), CompareOptions(Options("equal", tmp_path, "c")), Silent())
    assert {item.result.verdict for item in outcome.compared} == {Verdict.EQUAL}
    assert outcome.files.page.arms["same"].changed == 0
