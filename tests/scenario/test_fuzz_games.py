"""The rules, set-ups and weights of every real game take any value and answer with a message, never with a crash."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from balance.errors import UserError
from balance.games import registry
from balance.scenario.load import load_text
from balance.scenario.merge import nested
from balance.scenario.toml_text import literal

odd = (
    st.booleans()
    | st.sampled_from(
        [0, 1, 2, 3, -1, 7, 99, 2**31, 2**63, 10**25, 0.5, -0.0, 1e300, "", "none", "all", "fixed:9", "[]"]
    )
    | st.text(max_size=4)
)
shapes = st.recursive(
    odd,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("abdefhnorsy", max_size=5), inner, max_size=3),
    max_leaves=8,
)


def nearby(value: Any) -> st.SearchStrategy[Any]:
    """Values like a ledger's own: mostly legal, sometimes a little off."""
    if isinstance(value, bool):
        return st.booleans()
    if isinstance(value, int):
        return st.integers(value - 2, value + 2)
    if isinstance(value, float):
        return st.sampled_from([value, value / 2, value + 1, -value])
    if isinstance(value, list):
        return st.lists(st.sampled_from(value) if value else odd, max_size=len(value) + 1)
    if isinstance(value, dict):
        return st.fixed_dictionaries({}, optional={key: nearby(item) | odd for key, item in value.items()})
    return odd


def overrides(entries: Any) -> st.SearchStrategy[dict[str, Any]]:
    choices = {
        key: nearby(entry.value) | (st.sampled_from(entry.choices) if entry.choices else nearby(entry.value)) | shapes
        for key, entry in entries.items()
    }
    return st.lists(st.sampled_from(sorted(choices)), max_size=4, unique=True).flatmap(
        lambda keys: st.fixed_dictionaries({key: choices[key] for key in keys})
    )


def scenario(game_id: str) -> st.SearchStrategy[dict[str, Any]]:
    game = registry.find(game_id)
    book = game.policies.get()()
    seat = st.fixed_dictionaries(
        {"policy": st.sampled_from(sorted(book.policies))}, optional={"weights": overrides(book.weights).map(nested)}
    )
    setup = st.dictionaries(st.sampled_from(game.setup_keys), shapes, max_size=2) if game.setup_keys else st.just({})
    return st.fixed_dictionaries(
        {"format": st.just(1), "game": st.just(game_id), "rules": overrides(game.ledger.get()().entries).map(nested)},
        optional={"setup": setup, "seat": st.lists(seat, min_size=1, max_size=5)},
    )


@pytest.mark.parametrize("game_id", registry.known())
@settings(max_examples=60)
@given(data=st.data())
def test_any_rules_setup_and_weights(game_id: str, data: st.DataObject) -> None:
    tree = data.draw(scenario(game_id))
    text = "".join(f"{key} = {literal(value)}\n" for key, value in tree.items())
    try:
        loaded = load_text(text, registry.find)
    except UserError as error:
        assert error.message
    else:
        assert loaded.baseline.ruleset.seats == loaded.seats
