"""The editor schema says yes to every good scenario and no to the mistakes a schema can see."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from balance.games import registry
from balance.scenario.find import shipped
from balance.scenario.schema import scenario_schema
from tests.scenario.fake_game import GAME
from tests.scenario.test_fuzz import GOOD

CORPUS = Path(__file__).parent / "corpus"


@pytest.fixture(scope="module")
def validator() -> Any:
    schema = scenario_schema([GAME])
    jsonschema.Draft4Validator.check_schema(schema)
    return jsonschema.Draft4Validator(schema)


def test_a_good_scenario_validates(validator: Any) -> None:
    validator.validate(tomllib.loads(GOOD.decode()))


@pytest.mark.parametrize(
    "name",
    ["format-missing", "format-newer", "game-unknown", "top-unknown-key", "top-seat-is-table", "run-unknown-key",
     "run-games-zero", "run-games-text", "run-seating-typo", "run-precision-percent", "rules-unknown-key",
     "rules-unknown-dotted", "rules-unknown-in-table", "rules-out-of-range", "rules-wrong-word", "rules-number-for-bool",
     "rules-value-for-group", "rules-list-too-short", "rules-list-item-wrong", "rules-list-item-text", "setup-unknown-key",
     "setup-file-other-kind", "setup-file-and-more", "seat-policy-missing", "seat-policy-typo", "seat-unknown-key",
     "seat-weight-unknown", "seat-weight-out-of-range", "variant-id-missing", "variant-unknown-key", "variant-rules-wrong",
     "expect-metric-missing", "expect-between-three", "report-unknown-key"],
)  # fmt: skip
def test_bad_scenarios_fail(validator: Any, name: str) -> None:
    tree = tomllib.loads((CORPUS / f"{name}.toml").read_text())
    assert not validator.is_valid(tree)


def test_defaults_are_legal_themselves(validator: Any) -> None:
    rules: dict[str, Any] = {}
    for key, entry in GAME.ledger.get()().entries.items():
        rules[key] = entry.value
    nested = {"dice": {"sides": rules.pop("dice.sides"), "reroll": rules.pop("dice.reroll")}, **rules}
    validator.validate({"format": 1, "game": "fake", "rules": nested})


def test_only_keywords_of_draft_4() -> None:
    text = str(scenario_schema([GAME]))
    for newer in ("'const'", "'if'", "'examples'", "'$defs'", "'contains'", "'propertyNames'"):
        assert newer not in text


@pytest.mark.parametrize("name", sorted(shipped()))
def test_every_shipped_scenario_validates(name: str) -> None:
    tree = tomllib.loads(shipped()[name].read_text(encoding="utf-8"))
    for games in ([registry.find(tree["game"])], [registry.find(game_id) for game_id in registry.known()]):
        jsonschema.Draft4Validator(scenario_schema(games)).validate(tree)
