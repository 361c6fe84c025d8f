from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from balance.errors import BugError, InputError
from balance.kit.ledger import Entry, Ledger

TEXT = """
[mult]
value = 2
status = "printed"
source = "page 3"
range = [1, 4]
[reading]
value = "a"
status = "inferred"
source = "example"
choices = ["a", "b"]
[move.max]
value = 0
status = "assumed"
source = "nobody"
range = [0, 9]
sweep = [0, 1, 3]
[flag]
value = false
status = "printed"
source = "page 4"
[bonus]
value = [0, 0]
status = "printed"
source = "page 4"
length = [2, 3]
range = [0, 4]
[weight]
value = 0.5
status = "external"
source = "a blog"
"""


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    path = tmp_path / "ruleset.toml"
    path.write_text(TEXT)
    return Ledger.read(path)


def test_defaults_and_overrides(ledger: Ledger) -> None:
    resolved = ledger.resolve({"mult": 3, "move": {"max": 1}, "weight": 2, "flag": False})
    assert resolved.values["mult"] == 3 and resolved.values["move.max"] == 1
    assert resolved.values["weight"] == 2.0 and isinstance(resolved.values["weight"], float)
    assert resolved.changed == ("mult", "move.max", "weight")
    assert ledger.resolve({"move.max": 1}).values == ledger.resolve({"move": {"max": 1}}).values


def test_every_problem_is_reported_at_once_with_legal_values_and_nearest(ledger: Ledger) -> None:
    with pytest.raises(InputError) as caught:
        ledger.resolve({"mul": 2, "reading": "c", "mult": 9, "flag": 1, "bonus": [1], "move": {"mx": 2}})
    found = {problem.path: problem for problem in caught.value.problems}
    assert found[("rules", "mul")].nearest == "mult"
    assert found[("rules", "reading")].legal == '"a", "b"'
    assert "1 to 4" in found[("rules", "mult")].legal
    assert found[("rules", "flag")].legal == "true or false"
    assert "2 to 3 items" in found[("rules", "bonus")].legal
    assert found[("rules", "move", "mx")].nearest == "move.max"


@pytest.mark.parametrize("value", [True, "2", 2.5, None, [2], {"a": 1}, 10**30, -1])
def test_a_number_wants_a_number(ledger: Ledger, value: object) -> None:
    with pytest.raises(InputError):
        ledger.resolve({"mult": value})


def test_nan_is_out_of_every_range() -> None:
    entry = Entry("w", 1.0, "printed", "x", range=(0, 2))
    assert entry.problem(float("nan"), ("w",)) is not None


@pytest.mark.parametrize(
    "spoil", ['status = "guessed"', 'status = "assumed"', "range = [3, 4]", 'source = ""', 'colour = "red"']
)
def test_a_broken_ledger_is_our_bug(tmp_path: Path, spoil: str) -> None:
    base = {"value": "2", "status": '"printed"', "source": '"page"'}
    key, _, value = spoil.partition(" = ")
    base[key] = value
    path = tmp_path / "ruleset.toml"
    path.write_text("[x]\n" + "\n".join(f"{name} = {text}" for name, text in base.items()))
    with pytest.raises(BugError):
        Ledger.read(path)


@given(st.integers())
def test_range_is_inclusive(value: int) -> None:
    entry = Entry("x", 2, "printed", "s", range=(1, 4))
    assert (entry.problem(value, ("x",)) is None) == (1 <= value <= 4)
