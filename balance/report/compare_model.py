"""What the pages, tables and charts of a comparison are made from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from balance.engine.estimates import Measured
from balance.engine.pairing import Compared
from balance.engine.run_data import ArmData
from balance.games.contract import Finding
from balance.report.bands import Band
from balance.report.charts import Figure
from balance.scenario.model import BASELINE, Arm, Scenario


@dataclass(frozen=True)
class ArmView:
    """One arm as the report sees it. `changed`: games whose row differs from the baseline's."""

    arm: Arm
    data: ArmData
    measured: list[Measured]
    changed: int
    digest: str
    ruleset_digest: str


@dataclass(frozen=True)
class ComparePage:
    """Everything the page of a comparison shows."""

    scenario: Scenario
    arms: Mapping[str, ArmView]
    compared: list[Compared]
    watched: tuple[str, ...]
    bands: list[Band]
    figures: list[Figure]
    reason: str
    complete: bool
    any_time: bool
    command: str = ""
    replay: str = ""
    findings: list[Finding] = field(default_factory=list)

    @property
    def games(self) -> int:
        """Games per arm."""
        return self.arms[BASELINE].data.games

    def of(self, variant: str) -> list[Compared]:
        """All metrics of a variant."""
        return [item for item in self.compared if item.variant == variant]

    def headline(self, variant: str) -> list[Compared]:
        """Headline metrics of a variant."""
        return [item for item in self.of(variant) if item.metric.headline]


def measured_by_arm(page: ComparePage) -> dict[str, list[Measured]]:
    """What was measured, by arm."""
    return {arm: view.measured for arm, view in page.arms.items()}
