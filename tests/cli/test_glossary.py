"""`balance explain` knows every code the house uses."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import balance
from balance import errors
from balance.app.explain import explain
from balance.app.glossary import GLOSSARY
from balance.games import registry
from balance.kit.ledger import STATUSES
from balance.scenario.fields import SEATINGS

PACKAGE = Path(balance.__file__).parent
SOURCES = [path for path in sorted(PACKAGE.rglob("*.py")) if path.name != "glossary.py"]
RAISED = {"UserError", "InputError", "BugError", "Problem", "_refuse"}  # calls that carry an error code


def calls() -> Iterator[tuple[str, ast.Call]]:
    """Every call in the package, by the plain name of what is called."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                yield getattr(node.func, "id", getattr(node.func, "attr", "")), node


def constant(node: ast.expr | None) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def error_codes() -> set[str]:
    found = set()
    for name, call in calls():
        if name in RAISED:
            named = next((word.value for word in call.keywords if word.arg == "code"), None)
            last = call.args[4] if name in ("Problem", "_refuse") and len(call.args) > 4 else None
            found.add(constant(named or last))
    return found - {""}


def caution_codes() -> set[str]:
    return {constant(call.args[0]) for name, call in calls() if name == "Caution" and call.args} - {""}


def printed_codes() -> set[str]:
    """Codes of warnings and errors printed without being raised, and of cautions written into a summary."""
    found = set()
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in ("warn", "error"):
                found |= {constant(word.value) for word in node.keywords if word.arg == "code"}
            if isinstance(node, ast.Dict):
                pairs = zip(node.keys, node.values, strict=True)
                found |= {constant(value) for key, value in pairs if constant(key) == "code"}
    return found - {""}


def known(kind: str) -> set[str]:
    return {term.name for term in GLOSSARY if term.kind == kind}


def test_codes_are_found_at_all() -> None:
    assert {"syntax", "unknown-key", "too-large", "usage"} <= error_codes()
    assert {"one-policy", "variant-changes-nothing"} <= caution_codes()


def test_every_error_code_is_explained() -> None:
    assert error_codes() - known("error") == set()


def test_every_caution_is_explained() -> None:
    assert caution_codes() - known("caution") == set()


def test_every_code_printed_is_explained() -> None:
    assert {"exact", "usage", "internal", "few-deals"} <= printed_codes()
    assert printed_codes() - known("error") - known("caution") == set()


@pytest.mark.parametrize("word", ["pairing gain", "pairing_gain", "pairing-gain", "Pairing Gain"])
def test_a_word_is_found_however_it_is_joined(word: str) -> None:
    assert [term.name for term in explain(word)] == ["pairing gain"]


@pytest.mark.parametrize("game_id", registry.known())
def test_every_metric_of_every_game_is_explained(game_id: str) -> None:
    game = registry.find(game_id)
    for metric in game.desk.get().metrics:
        assert f"metric of {game.title}" in [term.kind for term in explain(metric.name)], metric.name


def test_a_metric_of_several_games_is_told_for_each() -> None:
    kinds = [term.kind for term in explain("margin")]
    assert kinds[0] == "term" and {"metric of AstroNuts", "metric of Planet Busters"} <= set(kinds)
    assert any(term.name == "colonies_destroyed" for term in explain("Colonies destroyed"))


def test_exit_codes_and_statuses_are_explained() -> None:
    codes = {str(value) for name, value in vars(errors).items() if name.startswith("EXIT_")}
    assert codes <= known("exit code")
    assert set(STATUSES) <= known("term")
    assert all(name in explain("seating")[0].meaning for name in SEATINGS)


@pytest.mark.parametrize("term", GLOSSARY, ids=lambda term: f"{term.kind}-{term.name}")
def test_each_term_is_found_and_reads_as_a_sentence(term: object) -> None:
    assert term in explain(term.name)  # type: ignore[attr-defined]
    assert term.meaning.endswith(".") and len(term.meaning) < 260  # type: ignore[attr-defined]


def test_no_term_is_there_twice() -> None:
    names = [(term.kind, term.name) for term in GLOSSARY]
    assert len(names) == len(set(names))
