"""The page of a comparison: what each variant moves, the forest plot, the table of everything that moved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from balance.engine.pairing import Compared
from balance.games.contract import Finding
from balance.report.compare_cautions import compare_cautions
from balance.report.compare_model import ComparePage, measured_by_arm
from balance.report.compare_table import saved_text, values
from balance.report.compare_words import MOVED, answer, difference_text, overall
from balance.report.lengths import quantile_table
from balance.report.levels import levels_table
from balance.report.page import (
    band_view,
    figure_view,
    finding_sections,
    ledger_view,
    players_view,
    render_template,
)
from balance.scenario.model import BASELINE
from balance.stats.paired import Verdict

FEW_VARIANTS = 2  # so many are told with every move
MOVES_TOLD = 2  # of each variant where there are more
FIRST_SCREEN = 7  # so many answers stand above the chart
EACH = "Variant by variant"  # where the others stand


def render_compare(page: ComparePage) -> str:
    """The page as HTML."""
    base = page.arms[BASELINE]
    scenario = page.scenario
    told = answers(page)
    first, rest = (told[:1], told[1:]) if len(told) > FIRST_SCREEN else (told, [])
    values = {
        "title": f"{scenario.title}: comparison", "game": scenario.game.title, "subtitle": scenario.title,
        "question": scenario.question or scenario.title, "answers": first,
        "findings": finding_sections([*(replace(found, section=EACH) for found in rest), *page.findings]),
        "complete": page.complete, "partial_note": "Interrupted; the verdicts are of the games finished by then.",
        "lead": figure_view(page.figures[0]), "figures": [figure_view(figure) for figure in page.figures[1:]],
        "bands": [band_view(band) for band in page.bands], "headline": [], "metrics": [], "cautions": compare_cautions(page),
        "counts": f"{page.games:,} games per arm, paired block by block. Stopped because: {page.reason}.",
        "tables": [
            headline_table(page), levels_table(measured_by_arm(page)), moved_table(page),
            quantile_table(measured_by_arm(page)), length_table(page),
        ],
        "players": players_view(base.data),
        **ledger_view(base.data), "changed": changed_rules(page), "checks": [], "checks_note": "",
        "method": method(page),
        "command": page.command, "replay": page.replay,
        "fingerprint": " · ".join(f"{arm}: {view.digest}" for arm, view in page.arms.items()),
    }  # fmt: skip
    return render_template(values)


def answers(page: ComparePage) -> list[Finding]:
    """One answer per variant, in plain words. Where there are many: short ones, so that the chart stays in sight, under one
    for all of them."""
    many = len(page.arms) - 1 > FEW_VARIANTS
    most = MOVES_TOLD if many else None
    headline = {variant: page.headline(variant) for variant in page.arms if variant != BASELINE}
    found = [Finding("All in all:", overall(headline), "clear")] if many else []
    for variant, view in page.arms.items():
        if variant == BASELINE:
            continue
        items = headline[variant]
        text = answer(view.arm.title or variant, items, view.changed, page.games, most=most)
        open_ones = any(item.result.verdict is Verdict.UNDECIDED for item in items)
        strength = "not shown" if open_ones and not any(i.result.verdict in MOVED for i in items) else "clear"
        source = f"Source: {view.arm.source}." if view.arm.source else ""
        found.append(Finding(f"{variant}:", text, strength, source))
    return found


def headline_table(page: ComparePage) -> dict[str, Any]:
    """Headline metrics of all variants with verdicts."""
    rows = [row(page, item) for item in page.compared if item.metric.headline]
    return {
        "title": "Verdicts", "columns": HEAD, "rows": rows,
        "note": "Intervals are paired and hold one by one at 95 %; p-values are Holm-adjusted over all headline figures "
        "and variants, and a verdict of moved needs both.",
    }  # fmt: skip


def moved_table(page: ComparePage) -> dict[str, Any]:
    """Everything else that moved, under control of the false discovery rate."""
    details = [item for item in page.compared if not item.metric.headline]
    rows = [row(page, item) for item in details if item.result.verdict in MOVED]
    return {
        "title": "What else moved", "columns": HEAD, "rows": rows,
        "note": f"{len(rows)} of {len(details)} further metrics moved; at most 5 % of those listed are expected to be "
        "false alarms (Benjamini-Hochberg).",
    }  # fmt: skip


HEAD = [
    "variant", "metric", "baseline", "changed", "difference, 95 %", "verdict", "adjusted p", "separate runs would need",
]  # fmt: skip


def row(page: ComparePage, item: Compared) -> list[str]:
    """One verdict as table cells."""
    result = item.result
    games = result.blocks * page.arms[BASELINE].data.table.unit_size  # a variant may have left the race early
    return [
        item.variant, item.metric.title, *values(item), difference_text(item), str(result.verdict),
        p_text(result.adjusted_p), saved_text(item, games),
    ]  # fmt: skip


def p_text(p_value: float) -> str:
    """A p-value nobody should read too closely."""
    return "< 0.0001" if p_value < 1e-4 else f"{p_value:.2g}"


def length_table(page: ComparePage) -> dict[str, Any]:
    """Share of rows changed and games per variant."""
    rows = [
        [variant, view.arm.title, f"{view.changed:,}", f"{view.changed / page.games:.2%}"]
        for variant, view in page.arms.items()
        if variant != BASELINE
    ]
    return {
        "title": "How often a variant matters", "columns": ["variant", "title", "games changed", "share"], "rows": rows,
        "note": f"Games of {page.games:,} whose outcome row differs from the baseline's in anything.",
    }  # fmt: skip


def changed_rules(page: ComparePage) -> list[str]:
    """What each variant sets."""
    said = []
    for variant, view in page.arms.items():
        values, base = view.data.ruleset.values, page.arms[BASELINE].data.ruleset.values
        said += [
            f"{variant}: {key} = {values[key]} (baseline {base[key]})" for key in values if values[key] != base[key]
        ]
    return said


def method(page: ComparePage) -> Sequence[str]:
    """How the verdicts came about."""
    looks = (
        "Verdicts were looked at after every chunk; all intervals are confidence sequences, valid at any time."
        if page.any_time
        else "The number of games was fixed beforehand."
    )
    return [
        "Baseline and variants play the same blocks: the same seeds, split into one random stream per purpose, so that a "
        "changed rule moves only what depends on it. Differences are taken block by block. The pairing gain is how many "
        "times the games separate runs, each on luck of its own, would need for the same interval; games saved are per arm.",
        looks,
        "Moved: the adjusted p-value is at most 5 % and the interval leaves out zero. Equivalent: the whole interval lies "
        "inside the margin. Undecided: neither, more games may tell.",
    ]
