"""The machine-readable and the pasteable summary of a run. Shapes are documented in docs/formats.md."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Sequence
from typing import Any

from balance._version import VERSION
from balance.engine.estimates import Measured
from balance.report.lengths import interval_text, value_text
from balance.report.page import Page
from balance.report.words import amount

SUMMARY_SCHEMA = 1


def summary_json(page: Page, ruleset_digest: str) -> str:
    """summary.json: one object, schema 1."""
    counts = page.data.counts
    arm = {
        "variant": page.data.arm,
        "seats": [
            {"seat": seat + 1, "policy": choice.policy} for seat, choice in enumerate(page.scenario.baseline.players)
        ],
        "games": counts.games, "ties": counts.ties, "capped": counts.capped, "failed": counts.failed,
        "metrics": {item.name: metric_json(item) for item in page.measured},
    }  # fmt: skip
    content = {
        "schema": SUMMARY_SCHEMA, "scenario": page.scenario.name, "game": page.scenario.game.id, "version": VERSION,
        "seed": page.scenario.run.seed, "ruleset_digest": ruleset_digest, "outcome_digest": page.digest,
        "complete": page.complete, "arms": [arm],
        "expect": [
            {"metric": band.expect.metric, "between": [band.expect.low, band.expect.high], "verdict": band.verdict}
            for band in page.bands
        ],
        "cautions": [{"code": caution.code, "text": f"{caution.title} {caution.text}"} for caution in page.cautions],
    }  # fmt: skip
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"


def metric_json(item: Measured) -> dict[str, Any]:
    """One metric; numbers that are not known are null."""
    value = item.value
    return {
        "estimate": finite(value.estimate), "low": finite(value.low), "high": finite(value.high),
        "numerator": value.numerator, "denominator": value.denominator, "unit": item.metric.unit, "method": "simulated",
    }  # fmt: skip


def finite(value: float) -> float | None:
    """JSON has no NaN."""
    return value if math.isfinite(value) else None


def summary_csv(measured: Sequence[Measured]) -> str:
    """summary.csv: a row per metric."""
    sink = io.StringIO()
    writer = csv.writer(sink, lineterminator="\n")
    writer.writerow(["metric", "estimate", "low", "high", "numerator", "denominator", "unit", "meaning"])
    for item in measured:
        value = item.value
        limits = ["" if finite(x) is None else repr(x) for x in (value.estimate, value.low, value.high)]
        writer.writerow([item.name, *limits, value.numerator, value.denominator, item.metric.unit, item.metric.meaning])
    return sink.getvalue()


def summary_md(page: Page) -> str:
    """summary.md: question, findings and key numbers, to paste into notes."""
    lines = [f"# {page.scenario.title}", "", f"> {page.scenario.question}", ""]
    lines += [f"- **{finding.title}** {finding.text} ({finding.strength})" for finding in page.findings]
    lines += ["", "| metric | estimate | 95 % interval | of |", "|---|---|---|---|"]
    for item in page.measured:
        if item.metric.headline:
            of = amount(item.value.denominator)
            lines.append(f"| {item.metric.title} | {value_text(item)} | {interval_text(item)} | {of} |")
    lines += ["", *(f"- Caution: {caution.title} {caution.text}" for caution in page.cautions)]
    return "\n".join(lines).rstrip() + "\n"
