"""The command line is tested with the fake game of tests/scenario in the registry, and a fixed width."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import pytest

from balance.cli.app import main
from balance.games import registry
from tests.scenario.fake_game import GAME


class Answer(NamedTuple):
    """What a command gave: exit code, stdout, stderr."""

    code: int
    out: str
    err: str


Run = Callable[..., Answer]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., Answer]:
    """Run `balance` in this process, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr(registry, "_built_in", lambda: ())
    monkeypatch.setattr(registry, "_registered", lambda: {"fake": SimpleNamespace(name="fake", load=lambda: GAME)})

    def call(*arguments: str) -> Answer:
        code = main(list(arguments))
        return Answer(code, *capsys.readouterr())

    return call
