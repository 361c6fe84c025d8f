"""Shared by all tests: hypothesis is derandomised, the one-page game is registered, run folders go to tmp_path."""

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from hypothesis import settings

from balance.app.open_scenario import metric_names
from balance.app.run_scenario import Options, Outcome, run_scenario
from balance.app.watch import Silent
from balance.games import registry
from balance.scenario.load import load_text
from balance.scenario.model import Scenario

settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")

TINY = """format = 1
game = "tiny"
title = "Seat 1"
question = "Is seat 1 favoured?"
[run]
games = 4000
seed = 3
[[seat]]
policy = "plain"
[[seat]]
policy = "lucky"
"""


@pytest.fixture
def tiny_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make `tiny` known the way another package would: by an entry point."""
    entry = EntryPoint("tiny", "tests.tiny:GAME", "balance.games")
    monkeypatch.setattr(registry, "_registered", lambda: {"tiny": entry})


@pytest.fixture
def tiny(tiny_registered: None) -> "TinyTable":
    return TinyTable()


class TinyTable:
    """Loads and runs scenarios of the one-page game."""

    text = TINY

    def scenario(self, extra: str = "", text: str = TINY, **settings: object) -> Scenario:
        dotted = {key.replace("__", "."): value for key, value in settings.items()}
        return load_text(text + extra, registry.find, metric_names, "tiny", None, dotted)

    def run(self, out: Path, extra: str = "", run_id: str = "r", text: str = TINY, **settings: object) -> Outcome:
        threads = int(settings.pop("threads", 2))  # type: ignore[call-overload]
        shard = settings.pop("shard", (1, 1))
        dotted = {key.replace("__", "."): value for key, value in settings.items()}
        scenario = self.scenario(extra, text, **settings)
        options = Options("tiny", out, run_id, threads=threads, settings=dotted, shard=shard)  # type: ignore[arg-type]
        return run_scenario(scenario, options, Silent())
