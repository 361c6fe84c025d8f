"""Machine-readable and pasteable forms of a comparison. Shapes are documented in docs/formats.md."""

from __future__ import annotations

import csv
import io
import json
import math
from typing import Any

from balance._version import VERSION
from balance.engine.pairing import Compared
from balance.report.compare_cautions import compare_cautions
from balance.report.compare_model import ComparePage, measured_by_arm
from balance.report.compare_page import answers
from balance.report.compare_table import markdown_table
from balance.report.lengths import QUANTILE, median_line
from balance.report.page import finding_sections
from balance.report.summary import SUMMARY_SCHEMA, metric_json
from balance.scenario.model import BASELINE

COMPARE_SCHEMA = 1


def compare_json(page: ComparePage) -> str:
    """The documented shape of `compare --json`."""
    content = {
        "schema": COMPARE_SCHEMA, "scenario": page.scenario.name, "games": page.games,
        "comparisons": [comparison(page, item) for item in page.compared], "stopped_because": page.reason,
        "lengths": {
            arm: {item.name: metric_json(item) for item in measured if item.metric.kind == QUANTILE}
            for arm, measured in measured_by_arm(page).items()
        },
    }  # fmt: skip
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"


def comparison(page: ComparePage, item: Compared) -> dict[str, Any]:
    """One verdict; numbers that are not known are null."""
    result = item.result
    numbers = {
        "baseline": result.baseline, "changed": result.changed, "difference": result.difference, "low": result.low,
        "high": result.high,
    }  # fmt: skip
    return {
        "variant": item.variant, "metric": item.metric.name,
        **{key: value if math.isfinite(value) else None for key, value in numbers.items()},
        "verdict": str(result.verdict), "real_but_small": result.real_but_small,
        "adjusted_p": result.adjusted_p if math.isfinite(result.adjusted_p) else None,
        "margin": result.margin, "headline": item.metric.headline, "games": page.games,
        "share_rows_changed": page.arms[item.variant].changed / page.games, "pairing_gain": result.pairing_gain,
    }  # fmt: skip


def compare_csv(page: ComparePage) -> str:
    """A row per variant and metric."""
    sink = io.StringIO()
    rows = [comparison(page, item) for item in page.compared]
    writer = csv.DictWriter(sink, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return sink.getvalue()


def compare_md(page: ComparePage) -> str:
    """What moved, to paste into errata notes."""
    lines = [f"# {page.scenario.title}", "", f"> {page.scenario.question}", ""]
    lines += [f"- **{found.title}** {found.text}" for found in answers(page)]
    for section in finding_sections(page.findings):
        lines += ["", f"## {section['title']}", ""]
        lines += [f"- **{found.title}** {found.text} ({found.strength})" for found in section["findings"]]
    for variant in (arm for arm in page.arms if arm != BASELINE):
        lines += ["", f"## {variant}", "", *markdown_table(page.of(variant))]
    lines += ["", *(f"- Caution: {caution.title} {caution.text}" for caution in compare_cautions(page))]
    players = ", ".join(page.arms[BASELINE].data.player_labels)
    lines += ["", median_line(measured_by_arm(page))]
    lines += ["", f"{page.games:,} paired games per arm; players: {players}; stopped because: {page.reason}."]
    return "\n".join(lines) + "\n"


def compare_summary_json(page: ComparePage) -> str:
    """summary.json of a comparison: the shape of a run's, one entry per arm."""
    arms = []
    for arm, view in page.arms.items():
        counts = view.data.counts
        arms.append(
            {
                "variant": arm,
                "seats": [{"seat": n + 1, "policy": choice.policy} for n, choice in enumerate(view.arm.players)],
                "games": counts.games, "ties": counts.ties, "capped": counts.capped, "failed": counts.failed,
                "ruleset_digest": view.ruleset_digest, "outcome_digest": view.digest, "rows_changed": view.changed,
                "metrics": {item.name: metric_json(item) for item in view.measured},
            }
        )  # fmt: skip
    base = page.arms[BASELINE]
    content = {
        "schema": SUMMARY_SCHEMA, "scenario": page.scenario.name, "game": page.scenario.game.id, "version": VERSION,
        "seed": page.scenario.run.seed, "ruleset_digest": base.ruleset_digest, "outcome_digest": base.digest,
        "complete": page.complete, "arms": arms,
        "expect": [
            {"metric": b.expect.metric, "arm": b.expect.arm, "between": [b.expect.low, b.expect.high], "verdict": b.verdict}
            for b in page.bands
        ],
        "cautions": [
            {"code": caution.code, "text": f"{caution.title} {caution.text}"} for caution in compare_cautions(page)
        ],
    }  # fmt: skip
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"
