"""`balance run`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from balance.cli import console
from balance.cli.playing import ConsoleWatch, run_settings, typed_command, write_junit
from balance.errors import UserError

if TYPE_CHECKING:
    from balance.app.run_scenario import Outcome


def run(
    scenario: Annotated[str, typer.Argument(help="A shipped scenario (game/name) or a path to a .toml file.")],
    games: Annotated[int | None, typer.Option(help="Games to play; replaces [run] games.")] = None,
    precision: Annotated[float | None, typer.Option(help="Stop when every headline share is known to ± this.")] = None,
    seed: Annotated[int | None, typer.Option(help="Seed; replaces [run] seed.")] = None,
    set_: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Change a value, e.g. rules.declare_mult=3.")
    ] = None,
    threads: Annotated[int | None, typer.Option(min=1, help="Threads; all cores unless given.")] = None,
    shard: Annotated[str, typer.Option(metavar="I/K", help="Play part I of K; join the parts with merge.")] = "1/1",
    out: Annotated[Path | None, typer.Option(help="Where run folders go (default: ./reports).")] = None,
    run_id: Annotated[str | None, typer.Option(help="Name of the run folder (default: time and digest).")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the run folder of that --run-id.")] = False,
    exit_zero: Annotated[bool, typer.Option("--exit-zero", help="Exit 0 even when a wanted band is missed.")] = False,
    junit: Annotated[Path | None, typer.Option(help="Write the wanted bands as JUnit XML to this file.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print summary.json.")] = False,
) -> None:
    """Play a scenario and write a report a designer can read.

    Examples:
        balance run astronuts/declaration
        balance run my.toml --games 50000
        balance run my.toml --precision 0.005
        balance run my.toml --set rules.goal_end=end_of_round

    Exit codes: 0 inside all wanted bands, 1 a band is missed, 4 undecided, 130 interrupted (partial results are kept).
    """
    from balance.app.open_scenario import open_scenario
    from balance.app.run_scenario import Options, run_scenario

    settings = run_settings(games, seed, precision, set_ or [])
    loaded = open_scenario(scenario, settings)
    options = Options(
        source=scenario, out=out, run_id=run_id, force=force, threads=threads, settings=settings,
        command=typed_command("run"), shard=read_shard(shard),
    )  # fmt: skip
    with ConsoleWatch() as watch:
        outcome = run_scenario(loaded, options, watch)
    if json:
        console.data((outcome.folder / "summary.json").read_text(encoding="utf-8").rstrip())
    else:
        closing_words(outcome)
    write_junit(junit, loaded.name, outcome.files.bands)
    code = outcome.exit_code
    raise typer.Exit(0 if exit_zero and code in (1, 4) else code)


def read_shard(text: str) -> tuple[int, int]:
    """`2/4` -> (2, 4)."""
    number, _, shards = text.partition("/")
    if not (number.isdigit() and shards.isdigit() and 1 <= int(number) <= int(shards)):
        raise UserError(
            f"--shard wants I/K with 1 <= I <= K, not {text!r}", hint="for example --shard 2/4", code="usage"
        )
    return int(number), int(shards)


def closing_words(outcome: Outcome) -> None:
    """The findings and the path of the report; the path is the last line."""
    for finding in outcome.files.findings[:4]:
        console.data(f"{finding.title} {finding.text}")
    for band in outcome.files.bands:
        console.data(band.told())
    for caution in outcome.files.cautions:
        console.warn(f"{caution.title} {caution.text}", code=caution.code, hint=caution.remedy)
    for check in outcome.files.checks:
        if not check.passed:
            text = f"{check.name}: exact {check.exact:.6g}, simulated {check.simulated:.6g} of {check.n:,}"
            console.error(text, code="exact", hint="the simulator disagrees with a closed form: please report this")
    rate = outcome.games / outcome.seconds if outcome.seconds > 0 else 0.0
    console.note(f"{outcome.games:,} games in {outcome.seconds:.1f} s ({rate:,.0f} a second): {outcome.reason}")
    if outcome.interrupted:
        console.note(f"go on with: balance resume {outcome.folder}")
    console.data(str(outcome.report))
