"""From stored rows and estimates to the files a reader opens: summaries, figures, page."""

from __future__ import annotations

from dataclasses import dataclass

from balance.app.reproduce import play_command, replay_command, replay_line
from balance.app.run_record import ruleset_digest
from balance.engine.estimates import Measured, Scoreboard
from balance.engine.outcomes import add_digests
from balance.engine.run_data import ArmData
from balance.engine.run_folder import RunFolder
from balance.engine.session import ArmTotals
from balance.engine.table import Table
from balance.games.contract import Finding
from balance.report.bands import Band, judge_bands
from balance.report.cautions import Caution, cautions
from balance.report.charts import Figure, draw_figures
from balance.report.findings import standard_findings
from balance.report.lengths import with_quantiles
from balance.report.page import Page, render_page
from balance.report.summary import summary_csv, summary_json, summary_md
from balance.scenario.model import BASELINE, Scenario
from balance.stats.exact import Check, check_page
from balance.stats.sequential import Looking


@dataclass(frozen=True)
class ReportFiles:
    """What was found and written."""

    findings: list[Finding]
    cautions: list[Caution]
    checks: list[Check]
    bands: list[Band]
    figures: list[Figure]
    measured: list[Measured]
    digest: str


def write_report(
    scenario: Scenario,
    table: Table,
    folder: RunFolder,
    totals: ArmTotals,
    board: Scoreboard,
    *,
    complete: bool,
    looking: Looking | None = None,
) -> ReportFiles:
    """Write summary.json/csv/md, figures/*.svg and report.html of one arm."""
    data = ArmData(BASELINE, table, folder, totals.counts, totals.tally, replay_command(folder, BASELINE))
    measured = with_quantiles(board.measured(looking=looking), data)
    desk = scenario.game.desk.get()
    findings = [
        *(desk.findings(data) if desk.findings else []),
        *standard_findings(
            measured,
            board.measured(1 - 0.05 / scenario.seats, looking),
            scenario.seats,
            data.player_labels,
            totals.counts.games,
        ),
    ]
    checks = exact_checks(data)
    bands = judge_bands([band for band in scenario.expect if band.arm == BASELINE], measured)
    policies = [player.policy for player in table.plan.players]
    headline = [item for item in measured if item.metric.headline]
    warnings = cautions(scenario.game, table.ruleset, totals.counts, headline, policies, complete=complete)
    figures = draw_figures(scenario.game, scenario.charts, data)
    files = ReportFiles(findings, warnings, checks, bands, figures, measured, add_digests(totals.digests))
    page = Page(
        scenario, data, measured, files.findings, warnings, checks, bands, figures, files.digest, complete,
        play_command(folder, scenario, totals.counts.games), replay_line(folder, BASELINE),
    )  # fmt: skip
    for figure in figures:
        folder.write_text(f"figures/{figure.id}.svg", figure.svg)
    digest = ruleset_digest(table.ruleset)
    folder.write_text("summary.json", summary_json(page, digest))
    folder.write_text("summary.csv", summary_csv(measured))
    folder.write_text("summary.md", summary_md(page))
    folder.write_text("report.html", render_page(page))
    return files


def exact_checks(data: ArmData) -> list[Check]:
    """Compare tallies with closed forms; the whole page fails by chance less than once in a million runs.

    Games of one unit (the seatings of a block) may share dice, so a unit counts as one game: dividing hits and trials by
    its size errs on the side of no alarm.
    """
    desk = data.table.game.desk.get()
    if desk.exact_checks is None:
        return []
    size = data.table.unit_size
    found = [check for check in desk.exact_checks(data) if check.n >= size]
    return check_page([(check.name, *per_unit(check.hits, check.n, size), check.exact) for check in found])


def per_unit(hits: int, n: int, size: int) -> tuple[int, int]:
    """Hits and trials counted once per unit; all stays all and none stays none."""
    trials = n // size
    return round(hits * trials / n), trials
