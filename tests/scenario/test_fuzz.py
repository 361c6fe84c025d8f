"""No input makes the loader fail in any way but with a message: bytes, damaged files, and shapes nobody asked for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import tomlkit
from hypothesis import given, settings
from hypothesis import strategies as st

from balance.errors import UserError
from balance.scenario.fields import SECTIONS
from balance.scenario.load import load_scenario, load_text
from balance.scenario.model import Scenario
from tests.scenario.fake_game import find_game, metric_names

CORPUS = [path.read_bytes() for path in sorted((Path(__file__).parent / "corpus").glob("*.toml"))]
GOOD = b"""format = 1
game = "fake"
title = "A question"
[run]
games = 100
[rules]
dice = { sides = 8 }
values = [1, 2, 3]
[setup]
board = { rows = ["ab", "cd"] }
[[seat]]
policy = "greedy"
weights.greed = 0.25
[[seat]]
policy = "random"
[[variant]]
id = "v"
rules.goal = 7
[[variant.seat]]
seat = 2
policy = "greedy"
[[expect]]
metric = "ties"
between = [0, 1]
"""


def load_bytes(folder: Path, raw: bytes) -> Scenario | UserError:
    path = folder / "fuzz.toml"
    path.write_bytes(raw)
    try:
        return load_scenario(path, find_game, metric_names)
    except UserError as error:
        assert error.exit_code == 2
        assert error.message
        return error


def test_the_seed_of_the_fuzz_is_good(tmp_path: Path) -> None:
    assert isinstance(load_bytes(tmp_path, GOOD), Scenario)


@settings(max_examples=200)
@given(raw=st.binary(max_size=200))
def test_any_bytes(tmp_path_factory: Any, raw: bytes) -> None:
    load_bytes(tmp_path_factory.getbasetemp(), raw)


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """A scenario (good or from the corpus) with a few bytes cut, doubled, swapped or put in."""
    raw = bytearray(draw(st.sampled_from([GOOD, GOOD, GOOD, *CORPUS]))[:4000])
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, max(0, len(raw) - 1)))
        end = min(len(raw), start + draw(st.integers(0, 12)))
        kind = draw(st.sampled_from(["cut", "double", "junk", "token"]))
        if kind == "cut":
            del raw[start:end]
        elif kind == "double":
            raw[end:end] = raw[start:end]
        elif kind == "junk":
            raw[start:end] = draw(st.binary(max_size=4))
        else:
            raw[start:end] = draw(
                st.sampled_from([b"[", b"]]", b'"', b"'''", b" = ", b"\n", b".", b"{", b"nan", b"-1", b"[[seat]]"])
            )
    return bytes(raw)


@settings(max_examples=400)
@given(raw=damaged())
def test_damaged_scenarios(tmp_path_factory: Any, raw: bytes) -> None:
    load_bytes(tmp_path_factory.getbasetemp(), raw)


names = sorted({name for section in SECTIONS for name in section.known()}) + [
    "goal", "dice", "sides", "dice.sides", "values", "board", "file", "rows", "greed", "nonsense", "",
]  # fmt: skip
words = ["fake", "greedy", "cautious", "small", "at_once", "rotate", "round_robin", "baseline", "ties", "../x.toml", ""]
scalars = (
    st.booleans()
    | st.sampled_from([0, 1, 2, 3, 4, -1, 2**63, 2**64, 10**30, 0.5, float("nan"), float("inf")])
    | st.sampled_from(words)
    | st.text(max_size=5)
    | st.dates()
)
shapes = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(names), inner, max_size=4),
    max_leaves=25,
)
tables = st.dictionaries(st.sampled_from(names), shapes, max_size=6)


@settings(max_examples=400)
@given(tree=tables)
def test_any_shape(tree: dict[str, Any]) -> None:
    try:
        text = tomlkit.dumps({"format": 1, "game": "fake", **tree})
    except (ValueError, TypeError):  # what TOML cannot say
        return
    try:
        load_text(text, find_game, metric_names)
    except UserError as error:
        assert error.message
