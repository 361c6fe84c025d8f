"""The fake game stands in the registry as if another package had brought it, so that the command line knows it too."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from fake_game import GAME

from balance.games import registry


@pytest.fixture
def fake_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = SimpleNamespace(name="fake", load=lambda: GAME)
    monkeypatch.setattr(registry, "_registered", lambda: {"fake": entry})
