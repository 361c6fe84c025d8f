"""The designer's page: one self-contained HTML file whose first screen is question, answer and the chart behind it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from balance.engine.estimates import Measured
from balance.engine.run_data import ArmData
from balance.games.contract import Finding
from balance.report.bands import Band
from balance.report.cautions import Caution
from balance.report.charts import Figure
from balance.report.lengths import interval_text, value_text
from balance.report.style import inline
from balance.report.words import amount
from balance.scenario.model import Scenario
from balance.stats.exact import Check


@dataclass(frozen=True)
class Page:
    """Everything a run's page shows."""

    scenario: Scenario
    data: ArmData
    measured: list[Measured]
    findings: list[Finding]
    cautions: list[Caution]
    checks: list[Check]
    bands: list[Band]
    figures: list[Figure]
    digest: str
    complete: bool
    command: str
    replay: str


def render_page(page: Page) -> str:
    """The page as HTML; every text of the scenario is escaped."""
    return render_template(content(page))


def render_template(values: Mapping[str, Any]) -> str:
    """Fill the page template."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("balance.report"), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    css = environment.loader.get_source(environment, "page.css")[0] if environment.loader else ""
    from markupsafe import Markup

    return environment.get_template("page.html").render(page=values, css=Markup(css))


def content(page: Page) -> dict[str, Any]:
    """What the template reads."""
    scenario = page.scenario
    answers, others = pick_answers(page.findings, scenario.charts)
    lead = page.figures[0] if page.figures else None
    return {
        "title": scenario.title, "game": scenario.game.title, "subtitle": scenario.title,
        "question": scenario.question or scenario.title, "answers": answers,
        "findings": finding_sections(others),
        "complete": page.complete, "partial_note": "Interrupted; the figures below are of the games finished by then.",
        "lead": figure_view(lead) if lead else None, "figures": [figure_view(figure) for figure in page.figures[1:]],
        "bands": [band_view(band) for band in page.bands],
        "headline": [metric_view(item) for item in page.measured if item.metric.headline],
        "metrics": [metric_view(item) for item in page.measured],
        "counts": counts_line(page), "cautions": page.cautions, "tables": [], "players": players_view(page.data),
        **ledger_view(page.data), **checks_view(page.checks), "method": method(page),
        "command": page.command, "replay": page.replay,
        "fingerprint": f"Seed {scenario.run.seed} · {page.data.games:,} games · outcome digest {page.digest}",
    }  # fmt: skip


def pick_answers(findings: Sequence[Finding], charts: Sequence[str]) -> tuple[list[Finding], list[Finding]]:
    """The findings that answer the question (those of the scenario's first chart, else the first), and the rest.

    A finding under a heading of its own stays there as well: its list would have a gap.
    """
    chosen = [finding for finding in findings if charts and finding.id == charts[0]] or list(findings[:1])
    return chosen[:2], [finding for finding in findings if finding.section or finding not in chosen[:2]]


def finding_sections(findings: Sequence[Finding]) -> list[dict[str, Any]]:
    """Findings under their headings, in the order the headings first appear."""
    titles = dict.fromkeys(finding.section or "Findings" for finding in findings)
    return [
        {"title": title, "findings": [finding for finding in findings if (finding.section or "Findings") == title]}
        for title in titles
    ]


def figure_view(figure: Figure) -> dict[str, Any]:
    """A figure for the template; the SVG is ours and goes in as it is."""
    from markupsafe import Markup

    return {
        "title": figure.title, "question": figure.question, "svg": Markup(inline(figure.svg, figure.alt)),
        "alt": figure.alt, "wide": figure.wide,
    }  # fmt: skip


def metric_view(item: Measured) -> dict[str, str]:
    """A row of a metric table."""
    value = item.value
    return {
        "title": item.metric.title, "meaning": item.metric.meaning, "unit": item.metric.unit,
        "value": value_text(item), "interval": interval_text(item),
        "of": f"{amount(value.numerator)} / {amount(value.denominator)}",
    }  # fmt: skip


def band_view(band: Band) -> dict[str, str]:
    """A row of the table of wanted bands."""
    share = band.measured is not None and band.measured.is_share
    low, high = (f"{100 * limit:.6g} %" if share else f"{limit:g}" for limit in (band.expect.low, band.expect.high))
    value = band.measured.value.text(percent=share) if band.measured else "not measured"
    return {
        "metric": band.expect.metric, "wanted": f"{low} to {high}", "value": value, "verdict": band.verdict,
    }  # fmt: skip


def counts_line(page: Page) -> str:
    """Wins + ties + capped + failed = games, in words."""
    counts = page.data.counts
    return (
        f"{counts.games:,} games = {counts.wins:,} with one winner + {counts.ties:,} shared + {counts.capped:,} stopped "
        f"by the cap + {counts.failed:,} failed."
    )


def players_view(data: ArmData) -> list[dict[str, str]]:
    """A row per player."""
    book = data.table.game.policies.get()()
    rows = []
    for player, label in zip(data.players, data.player_labels, strict=True):
        weights = ", ".join(f"{key} = {value}" for key, value in player.weights.items())
        summary = book.policies[player.policy].summary
        rows.append({"label": label, "policy": player.policy, "summary": summary, "weights": weights})
    return rows


def ledger_view(data: ArmData) -> dict[str, Any]:
    """Which numbers are printed, which assumed, which changed here."""
    entries = data.table.game.ledger.get()().entries
    by_status: dict[str, int] = {}
    for entry in entries.values():
        by_status[entry.status] = by_status.get(entry.status, 0) + 1
    listed = ", ".join(f"{count} {status}" for status, count in sorted(by_status.items()))
    values = data.ruleset.values
    return {
        "ledger_note": f"{len(entries)} numbers and readings of the rules: {listed}. "
        f"`balance show {data.table.game.id}` lists each with its source.",
        "changed": [f"{key} = {values[key]} (default {entries[key].value})" for key in data.ruleset.changed],
        "assumed": [
            {
                "key": entry.key, "value": str(values[entry.key]), "sweep": ", ".join(str(x) for x in entry.sweep),
                "meaning": entry.meaning or entry.note,
            }
            for entry in entries.values() if entry.status == "assumed"
        ],
    }  # fmt: skip


def checks_view(checks: Sequence[Check]) -> dict[str, Any]:
    """Exact against simulated."""
    failed = [check.name for check in checks if not check.passed]
    worst = max((abs(check.z) for check in checks), default=0.0)
    note = (
        f"All {len(checks)} simulated frequencies agree with their exact values (largest gap {worst:.1f} standard errors; "
        f"a gap that chance gives less than once in a million pages would fail the run). "
        "Seatings of one block share their dice, so trials are counted once per block."
        if not failed
        else f"FAILED: {', '.join(failed)} differ from the exact value by more than chance allows. Please report this."
    )
    rows = [
        {
            "name": check.name, "exact": f"{check.exact:.6g}", "simulated": f"{check.simulated:.6g}",
            "trials": f"{check.n:,}", "z": f"{check.z:+.2f}",
        }
        for check in checks
    ]  # fmt: skip
    return {"checks": rows, "checks_note": note}


def method(page: Page) -> list[str]:
    """How the numbers came about."""
    size = page.data.table.block_size
    units = page.data.games // page.data.table.unit_size
    paired = (
        f"Each of {units:,} blocks is one piece of luck (one seed) played under all {size} seatings, so seats and players "
        "are compared on the same cards and dice; intervals come from the spread between blocks."
        if size > 1
        else f"{units:,} independent games; intervals come from the spread between them."
    )
    return [
        paired,
        "Shares carry 95 % Wilson intervals on effective trials, means 95 % Student intervals. Shared wins count 1/n per "
        "winner. Games stopped by the cap are counted on their own, never as draws.",
        "Players are heuristics, not people: a finding is about the rules as these players use them.",
    ]
