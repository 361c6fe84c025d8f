"""Wanted bands: is a metric where the designer wants it?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from balance.engine.estimates import Measured
from balance.scenario.model import Expect
from balance.stats.estimate import UNDECIDED


@dataclass(frozen=True, slots=True)
class Band:
    """A wanted band with its verdict: pass, missed or undecided."""

    expect: Expect
    measured: Measured | None
    verdict: str

    def told(self, *, with_arm: bool = False) -> str:
        """One line for the terminal; `with_arm` names the arm, where there are several."""
        wanted = self.expect
        arm = f" of {wanted.arm}" if with_arm else ""
        return f"wanted band {wanted.metric}{arm} {wanted.low:g} to {wanted.high:g}: {self.verdict}"


def judge_bands(wanted: Sequence[Expect], measured: Sequence[Measured]) -> list[Band]:
    """Judge each band by the metric's interval: inside, outside, or straddling a limit."""
    by_name = {item.name: item for item in measured}
    bands = []
    for expect in wanted:
        found = by_name.get(expect.metric)
        verdict = found.value.band(expect.low, expect.high) if found else UNDECIDED
        bands.append(Band(expect, found, verdict))
    return bands
