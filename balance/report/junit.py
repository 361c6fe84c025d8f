"""Wanted bands as a JUnit XML file, so that a design repository can gate itself in CI."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

from balance.report.bands import Band
from balance.stats.estimate import MISSED, UNDECIDED


def junit_xml(scenario: str, bands: Sequence[Band]) -> str:
    """One test case per band: missed is a failure, undecided is skipped with the reason."""
    missed = sum(band.verdict == MISSED for band in bands)
    undecided = sum(band.verdict == UNDECIDED for band in bands)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<testsuite name={quoteattr(f"balance {scenario}")} tests="{len(bands)}" failures="{missed}" skipped="{undecided}">',
    ]
    for band in bands:
        name = f"{band.expect.metric} in [{band.expect.low:g}, {band.expect.high:g}]"
        if band.expect.arm != "baseline":
            name += f" under {band.expect.arm}"
        lines.append(f"  <testcase classname={quoteattr(scenario)} name={quoteattr(name)}>")
        measured = band.measured.value.text() if band.measured else "not measured"
        if band.verdict == MISSED:
            lines.append(f"    <failure message={quoteattr(f'measured {measured}')}>{escape(_meaning(band))}</failure>")
        elif band.verdict == UNDECIDED:
            text = f"undecided: measured {measured}; more games may tell"
            lines.append(f"    <skipped message={quoteattr(text)}/>")
        lines.append("  </testcase>")
    return "\n".join([*lines, "</testsuite>"]) + "\n"


def _meaning(band: Band) -> str:
    return band.measured.metric.meaning if band.measured else ""
