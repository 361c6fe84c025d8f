"""The fake game stands in the registry as if another package had brought it, so that the command line knows it too."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from balance.games import registry
from tests.scenario.fake_game import GAME


@pytest.fixture
def fake_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = SimpleNamespace(name="fake", load=lambda: GAME)
    monkeypatch.setattr(registry, "_built_in", lambda: ())
    monkeypatch.setattr(registry, "_registered", lambda: {"fake": entry})
