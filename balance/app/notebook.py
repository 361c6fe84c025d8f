"""The notebook's side of the use cases: results as DataFrames."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from balance.app.answer_odds import answer_odds
from balance.app.compare_variants import CompareOptions, CompareOutcome, compare_variants
from balance.app.open_scenario import open_scenario
from balance.app.run_scenario import Options, Outcome, run_scenario
from balance.app.watch import Silent
from balance.engine.run_folder import RunFolder
from balance.report.compare_summary import comparison
from balance.scenario.model import BASELINE, Scenario


@dataclass(frozen=True)
class PlayedRun:
    """A finished run."""

    scenario: Scenario
    outcome: Outcome

    @property
    def folder(self) -> Path:
        """The run folder; `report.html` is in it."""
        return self.outcome.folder

    @property
    def metrics(self) -> pd.DataFrame:
        """One row per metric: estimate, low, high, numerator, denominator, unit, meaning."""
        rows = [
            {
                "metric": item.name, "estimate": item.value.estimate, "low": item.value.low, "high": item.value.high,
                "numerator": item.value.numerator, "denominator": item.value.denominator, "unit": item.metric.unit,
                "meaning": item.metric.meaning,
            }
            for item in self.outcome.files.measured
        ]  # fmt: skip
        return pd.DataFrame(rows).set_index("metric")

    def outcomes(self, columns: Sequence[str], arm: str = BASELINE) -> pd.DataFrame:
        """The named outcome columns, one row per game."""
        return pd.DataFrame(RunFolder.read(self.folder).read_columns(arm, list(columns)))


@dataclass(frozen=True)
class ComparedRun:
    """A finished comparison."""

    scenario: Scenario
    outcome: CompareOutcome

    @property
    def folder(self) -> Path:
        """The run folder; `report.html` is in it."""
        return self.outcome.folder

    @property
    def differences(self) -> pd.DataFrame:
        """One row per variant and metric, as in compare.json."""
        page = self.outcome.files.page
        return pd.DataFrame([comparison(page, item) for item in page.compared])


def load(source: str, settings: Mapping[str, Any]) -> Scenario:
    """Load a scenario; plain names are those of [run], dotted ones as they are."""
    return open_scenario(source, {key if "." in key else f"run.{key}": value for key, value in settings.items()})


def play(source: str, out: Path | str | None, settings: Mapping[str, Any]) -> PlayedRun:
    """Play a scenario silently."""
    scenario = load(source, settings)
    return PlayedRun(scenario, run_scenario(scenario, _options(source, out), Silent()))


def compare_all(source: str, out: Path | str | None, settings: Mapping[str, Any]) -> ComparedRun:
    """Compare the variants of a scenario silently."""
    scenario = load(source, settings)
    return ComparedRun(scenario, compare_variants(scenario, CompareOptions(_options(source, out)), Silent()))


def odds_frame(game: str, table: str, settings: Mapping[str, Any]) -> pd.DataFrame:
    """An exact table as a DataFrame."""
    answer = answer_odds(game, table, {name: str(value) for name, value in settings.items()})
    return pd.DataFrame(answer.result.rows, columns=[column.name for column in answer.result.columns])


def _options(source: str, out: Path | str | None) -> Options:
    return Options(source, Path(out) if out is not None else Path(tempfile.mkdtemp(prefix="balance-")))
