"""The position scanner: places agree with `tomllib` and with tomlkit on any document."""

from __future__ import annotations

import math
import tomllib
from typing import Any

import pytest
import tomlkit
from hypothesis import given, settings
from hypothesis import strategies as st

from balance.scenario.positions import Positions, Span, index
from balance.scenario.tokens import MAX_DEPTH, tokens, too_deep
from balance.scenario.toml_text import key_text, literal

TEXT = """\
# a comment with [brackets] and = signs
title = "a # b"   # not part of it
rules.goal = 3
rules."odd key".'more' = [1, 2, { a = 3.5, b = "x,]}" }]
[ setup . board ]
rows = [
  "ab",   # first
  'cd',
]
words = \"\"\"
[not a table]
x = 1\"\"\"
[[seat]]
policy = "greedy"
[[seat]]
policy = 'random'
[seat.weights]
greed = 0.5
[[seat.more]]
when = 1979-05-27 07:32:00
[[seat.more]]
when = 1
"""


def test_places_of_keys_and_values() -> None:
    found = index(TEXT)
    assert found.values["title"] == Span(2, 9, 7)
    assert found.keys["title"] == Span(2, 1, 5)
    assert found.keys["rules"] == Span(3, 1, 5)
    assert found.keys["rules.goal"] == Span(3, 1, 10)
    assert found.values["rules.odd key.more.2.b"] == Span(4, 48, 6)
    assert found.keys["setup.board"] == Span(5, 1, 17)
    assert found.values["setup.board.rows.1"] == Span(8, 3, 4)
    assert found.values["setup.board.rows"] == Span(6, 8, 1)
    assert found.values["setup.board.words"] == Span(10, 9, 3)
    assert found.keys["seat"] == Span(13, 3, 4)
    assert found.keys["seat.1"] == Span(15, 1, 8)
    assert found.values["seat.1.weights.greed"] == Span(18, 9, 3)
    assert found.values["seat.1.more.0.when"] == Span(20, 8, 19)
    assert found.values["seat.1.more.1.when"] == Span(22, 8, 1)
    assert "setup.board.x" not in found.keys


def test_what_is_not_there_is_found_around_it() -> None:
    found = index(TEXT)
    assert found.find("seat.1.weights.unknown", at_key=False) == found.keys["seat.1.weights"]
    assert found.find("seat.0.policy", at_key=True) == Span(14, 1, 6)
    assert found.find("seat.0.policy", at_key=False) == Span(14, 10, 8)
    assert found.find("nothing", at_key=False) is None


def test_two_spellings_of_one_key() -> None:
    assert index('a.b = 1\n"a.b" = 2\n').twice == {"a.b": Span(2, 1, 5)}
    assert index("[a]\nb.c = 1\nb.d = 2\n[[e]]\n[[e]]\n[a.f]\n").twice == {}
    assert index("[a.b]\n[a]\nx = 1\n").twice == {}
    assert index("[a.b]\n[a]\nx = 1\n").keys["a"] == Span(2, 1, 3)


def test_too_deep_is_seen_before_parsing() -> None:
    assert too_deep("x = " + "[" * MAX_DEPTH) is None
    assert too_deep("x = " + "[" * (MAX_DEPTH + 1)) == 4 + MAX_DEPTH
    assert too_deep(".".join("a" * (MAX_DEPTH + 1)) + " = 1") is None
    assert too_deep(".".join("a" * (MAX_DEPTH + 2)) + " = 1") is not None
    assert too_deep('x = "' + "[" * 500 + '"  # ' + "[" * 500) is None


@pytest.mark.parametrize(
    "piece", ['"', "'", '"""', "'''", "\\", '\\"', '"\\', "[", "{", "a.", '"""\\"', "#", '""', "\n'"]
)
def test_tokens_cover_any_text_in_linear_time(piece: str) -> None:
    text = piece * 20_000
    assert sum(token.end - token.start for token in tokens(text)) <= len(text)


keys = st.text(st.characters(codec="utf-8", exclude_characters=".", exclude_categories=("Cc",)), max_size=6)
scalars = (
    st.booleans()
    | st.integers(-(10**12), 10**12)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(codec="utf-8"), max_size=8)
    | st.sampled_from(["# no comment", "a = 1", "]", "}", ",", '"', "'''", "[x]", "\\"])
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3),
    max_leaves=12,
)
documents = st.dictionaries(keys, values, max_size=5)


def leaves(tree: Any, path: str = "") -> dict[str, Any]:
    """Every value of a parsed document by dotted path, the document itself left out."""
    items: Any = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    found = {path: tree} if path else {}
    for name, value in items:
        found |= leaves(value, f"{path}.{name}" if path else str(name))
    return found


def slice_at(text: str, span: Span) -> str:
    line = text.split("\n")[span.line - 1]
    return line[span.column - 1 : span.column - 1 + span.width]


def same(left: Any, right: Any) -> bool:
    if isinstance(left, float) and isinstance(right, float):
        return left == right or math.isclose(left, right)
    return bool(left == right)


def ambiguous(tree: Any) -> bool:
    """Empty keys join to the same dotted path as their parent; nothing of ours has one."""
    if isinstance(tree, dict):
        return "" in tree or any(ambiguous(value) for value in tree.values())
    return isinstance(tree, list) and any(ambiguous(item) for item in tree)


def check_values(text: str, found: Positions) -> None:
    tree = tomllib.loads(text)
    for path, value in leaves(tree).items():
        if path in found.values and not isinstance(value, dict | list):
            assert same(tomllib.loads(f"x = {slice_at(text, found.values[path])}")["x"], value)
        assert path in found.values or path in found.keys


@settings(max_examples=150)
@given(documents.filter(lambda tree: not ambiguous(tree)))
def test_every_value_is_found_in_inline_documents(tree: dict[str, Any]) -> None:
    text = "".join(f"{key_text(key)} = {literal(value)} # x\n" for key, value in tree.items())
    check_values(text, index(text))


@settings(max_examples=150)
@given(documents.filter(lambda tree: not ambiguous(tree)))
def test_every_value_is_found_in_documents_of_tomlkit(tree: dict[str, Any]) -> None:
    text = tomlkit.dumps(tree)
    found = index(text)
    check_values(text, found)
    for path, item in leaves(tomlkit.parse(text)).items():
        if path in found.values and hasattr(item, "as_string") and "\n" not in item.as_string():
            assert slice_at(text, found.values[path]) == item.as_string().strip()
