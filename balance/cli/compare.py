"""`balance compare`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from balance.cli import console
from balance.cli.playing import ConsoleWatch, run_settings, seconds, typed_command, write_junit

if TYPE_CHECKING:
    from balance.app.compare_variants import CompareOutcome


def compare(
    scenario: Annotated[
        list[str], typer.Argument(help="A scenario with [[variant]]s, or two scenarios or run folders.")
    ],
    metric: Annotated[list[str] | None, typer.Option(help="Decide on this metric; may be repeated.")] = None,
    margin: Annotated[float, typer.Option(min=0.0, help="± this counts as no difference worth having.")] = 0.01,
    until_decided: Annotated[
        bool, typer.Option("--until-decided", help="Stop as soon as every verdict stands.")
    ] = False,
    budget: Annotated[str | None, typer.Option(metavar="TIME", help="Play at most so long: 60s, 5m.")] = None,
    best: Annotated[
        str | None, typer.Option(help="Find the arm with the most of this metric, drop losers early.")
    ] = None,
    smallest: Annotated[bool, typer.Option("--smallest", help="With --best: the least of it.")] = False,
    games: Annotated[int | None, typer.Option(help="Games per arm (at most, with --until-decided).")] = None,
    seed: Annotated[int | None, typer.Option(help="Seed; replaces [run] seed.")] = None,
    set_: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Change a value, e.g. rules.declare_mult=3.")
    ] = None,
    threads: Annotated[int | None, typer.Option(min=1, help="Threads; all cores unless given.")] = None,
    out: Annotated[Path | None, typer.Option(help="Where run folders go (default: ./reports).")] = None,
    run_id: Annotated[str | None, typer.Option(help="Name of the run folder (default: time and digest).")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the run folder of that --run-id.")] = False,
    exit_zero: Annotated[
        bool, typer.Option("--exit-zero", help="Exit 0 even when undecided or outside a band.")
    ] = False,
    junit: Annotated[Path | None, typer.Option(help="Write the wanted bands as JUnit XML to this file.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print compare.json.")] = False,
    csv: Annotated[bool, typer.Option("--csv", help="Print compare.csv.")] = False,
    md: Annotated[bool, typer.Option("--md", help="Print compare.md.")] = False,
) -> None:
    """Play the baseline against every variant on the same luck, and say what moved and how sure that is.

    Examples:
        balance compare astronuts/five-four
        balance compare my.toml --until-decided --budget 60s
        balance compare old.toml new.toml --metric "win_share[seat=1]" --margin 0.005
        balance compare reports/a/RUN reports/b/RUN
        balance compare my.toml --best length --smallest

    Verdicts: moved up, moved down, equivalent within the margin, undecided. Exit codes: 0 decided, 1 a wanted band is
    missed, 4 undecided at the game limit, or --best found no winner.
    """
    from balance.app.compare_sources import compare_sources
    from balance.app.compare_variants import CompareOptions
    from balance.app.run_scenario import Options

    settings = run_settings(games, seed, None, set_ or [])
    run = Options(
        " ".join(scenario),
        out,
        run_id,
        force=force,
        threads=threads,
        settings=settings,
        command=typed_command("compare"),
    )
    options = CompareOptions(run, tuple(metric or ()), margin, until_decided, seconds(budget), best, smallest)
    with ConsoleWatch() as watch:
        outcome = compare_sources(scenario, options, watch)
    for wanted, name in ((json, "compare.json"), (csv, "compare.csv"), (md, "compare.md")):
        if wanted:
            console.data((outcome.folder / name).read_text(encoding="utf-8").rstrip())
    if not (json or csv or md):
        closing_words(outcome)
    write_junit(junit, outcome.files.page.scenario.name, outcome.files.bands)
    code = outcome.exit_code
    raise typer.Exit(0 if exit_zero and code in (1, 4) else code)


def closing_words(outcome: CompareOutcome) -> None:
    """A table of verdicts per variant and the path of the report."""
    from balance.report.compare_cautions import compare_cautions
    from balance.report.compare_model import measured_by_arm
    from balance.report.compare_table import COLUMNS, variant_tables
    from balance.report.lengths import median_line

    for table in variant_tables(outcome.files.page):
        if table.rows:
            console.table(COLUMNS, table.rows, title=table.heading)
        else:
            console.data(table.heading)
        console.data(f"{table.moved}\n" if table.moved else "")
    console.data(median_line(measured_by_arm(outcome.files.page)))
    for text in outcome.dropped:
        console.data(f"  {text}")
    if outcome.racing:
        console.data(f"no best yet: {', '.join(outcome.racing)} still in the race")
    for band in outcome.files.bands:
        console.data(band.told(with_arm=True))
    for caution in compare_cautions(outcome.files.page):
        console.warn(f"{caution.title} {caution.text}", code=caution.code, hint=caution.remedy)
    rate = outcome.games * len(outcome.files.page.arms) / outcome.seconds if outcome.seconds > 0 else 0.0
    console.note(f"{outcome.games:,} games per arm in {outcome.seconds:.1f} s ({rate:,.0f} a second): {outcome.reason}")
    console.data(str(outcome.folder / "report.html"))
