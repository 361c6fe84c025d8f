"""The files of a comparison: compare.json/csv/md, summary.json, figures and page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from balance.app.reproduce import play_command, replay_command, replay_line
from balance.app.run_record import ruleset_digest
from balance.engine.compare_data import ArmsData
from balance.engine.estimates import Scoreboard
from balance.engine.outcomes import add_digests
from balance.engine.pairing import Compared
from balance.engine.run_data import ArmData
from balance.engine.run_folder import RunFolder
from balance.engine.session import ArmTotals
from balance.engine.table import Table
from balance.games.contract import Finding
from balance.report.bands import Band, judge_bands
from balance.report.charts import Figure
from balance.report.compare_figures import draw_compare_figures
from balance.report.compare_model import ArmView, ComparePage
from balance.report.compare_page import render_compare
from balance.report.compare_summary import compare_csv, compare_json, compare_md, compare_summary_json
from balance.report.lengths import with_quantiles
from balance.scenario.model import BASELINE, Scenario
from balance.stats.sequential import Looking


@dataclass(frozen=True)
class CompareFiles:
    """What was found and written. `arms`: per arm how many rows changed, its digest and its estimates."""

    page: ComparePage
    bands: list[Band]
    figures: list[Figure]


def write_compare(
    scenario: Scenario,
    tables: Mapping[str, Table],
    folder: RunFolder,
    totals: Mapping[str, ArmTotals],
    boards: Mapping[str, Scoreboard],
    compared: Sequence[Compared],
    watched: Sequence[str],
    reason: str,
    looking: Looking | None,
) -> CompareFiles:
    """Write everything a reader opens."""
    data = {
        arm: ArmData(arm, table, folder, totals[arm].counts, totals[arm].tally, replay_command(folder, arm))
        for arm, table in tables.items()
    }
    arms = [scenario.baseline, *scenario.variants]
    views = {
        arm.id: ArmView(
            arm, data[arm.id], with_quantiles(boards[arm.id].measured(looking=looking), data[arm.id]), totals[arm.id].changed,
            add_digests(totals[arm.id].digests), ruleset_digest(tables[arm.id].ruleset),
        )
        for arm in arms
    }  # fmt: skip
    bands = [
        band
        for arm in views
        for band in judge_bands([wanted for wanted in scenario.expect if wanted.arm == arm], views[arm].measured)
    ]
    figures = draw_compare_figures(scenario.game, views, compared)
    page = ComparePage(
        scenario, views, list(compared), tuple(watched), bands, figures, reason,
        complete=folder.record["state"] == "complete", any_time=looking is not None,
        command=play_command(folder, scenario, totals[BASELINE].counts.games),
        replay=replay_line(folder, scenario.variants[0].id),
        findings=own_findings(scenario, ArmsData(data, looking)),
    )  # fmt: skip
    for figure in figures:
        folder.write_text(f"figures/{figure.id}.svg", figure.svg)
    folder.write_text("compare.json", compare_json(page))
    folder.write_text("compare.csv", compare_csv(page))
    folder.write_text("compare.md", compare_md(page))
    folder.write_text("summary.json", compare_summary_json(page))
    folder.write_text("report.html", render_compare(page))
    return CompareFiles(page, bands, figures)


def own_findings(scenario: Scenario, data: ArmsData) -> list[Finding]:
    """What the game itself reads from the comparison."""
    found = scenario.game.desk.get().comparison_findings
    return found(data) if found is not None else []


def baseline_games(files: CompareFiles) -> int:
    """Games played per arm."""
    return files.page.arms[BASELINE].data.games
