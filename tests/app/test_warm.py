"""Compiling ahead: each game is played once, and asking again costs next to nothing."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest

from balance.app.warm import warm
from balance.cli.app import main
from balance.errors import UserError
from balance.games import registry
from tests.tiny import GAME

pytestmark = pytest.mark.kernel


@pytest.fixture(autouse=True)
def only_tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_built_in", lambda: ())
    monkeypatch.setattr(registry, "_registered", lambda: {"tiny": SimpleNamespace(name="tiny", load=lambda: GAME)})


def test_all_games_are_compiled_when_none_is_named() -> None:
    said: list[str] = []
    seconds = warm((), said.append)
    assert list(seconds) == ["tiny"]
    assert len(said) == 2 and "Tiny" in said[0]
    assert warm(["tiny"], said.append)["tiny"] <= seconds["tiny"] + 0.5


def test_unknown_games_are_named_before_anything_is_compiled() -> None:
    said: list[str] = []
    with pytest.raises(UserError):
        warm(["tiny", "tinny"], said.append)
    assert said == []


def test_the_verb(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["warmup", "tiny", "--json"]) == 0
    out, err = capsys.readouterr()
    assert list(json.loads(out)["seconds"]) == ["tiny"]
    assert "compiling Tiny" in err
