"""`balance tournament`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from balance.cli import console
from balance.cli.playing import ConsoleWatch, run_settings, typed_command

if TYPE_CHECKING:
    from balance.app.tournament import Pairings


def tournament(
    scenario: Annotated[str, typer.Argument(help="Rules and table to play at: a shipped scenario or a .toml file.")],
    policy: Annotated[list[str] | None, typer.Option(help="A policy to enter; all unless given.")] = None,
    games: Annotated[int | None, typer.Option(help="Games in all.")] = None,
    seed: Annotated[int | None, typer.Option(help="Seed; replaces [run] seed.")] = None,
    threads: Annotated[int | None, typer.Option(min=1, help="Threads; all cores unless given.")] = None,
    out: Annotated[Path | None, typer.Option(help="Where run folders go (default: ./reports).")] = None,
    json: Annotated[bool, typer.Option("--json", help="Pairings as JSON.")] = False,
) -> None:
    """Every policy against every policy, seats rotated, all on the same luck.

    Examples:
        balance tournament astronuts/declaration
        balance tournament my.toml --policy raider --policy colonist --games 20000

    At tables of more than two seats the two sit alternately. A share is of the seats held. Mirror matches (a policy
    against itself) are played besides, to count games stopped by the cap.
    """
    from balance.app.run_scenario import Options
    from balance.app.tournament import as_json, cap_note, write_pairings
    from balance.app.tournament import tournament as play

    settings = run_settings(games, seed, None, [])
    options = Options(scenario, out, threads=threads, settings=settings, command=typed_command("tournament"))
    with ConsoleWatch() as watch:
        pairings = play(scenario, tuple(policy or ()), options, watch)
    picture = write_pairings(pairings)
    if json:
        console.data_json(as_json(pairings))
        return
    order = pairings.ranking()
    rows = []
    for i in order:
        cells = [pairings.table[i][j] for j in order]
        overall = pairings.overall[i].text(percent=True)
        rows.append([pairings.players[i], overall, *(f"{c.estimate:.1%}" if c else "·" for c in cells)])
    console.table(["player", "wins per seat held", *(pairings.players[j] for j in order)], rows)
    if pairings.stopped():
        console.table(
            ["pair", "games", "capped", "share capped"], [_cap_row(pairings, i, j) for i, j in pairings.stopped()]
        )
    console.note(cap_note(pairings))
    console.note(f"{pairings.outcome.games:,} games; an equal share is {1 / pairings.seats:.1%}; picture: {picture}")
    console.data(str(pairings.outcome.report))


def _cap_row(pairings: Pairings, i: int, j: int) -> list[str]:
    value = pairings.caps[i][j]
    pair = f"{pairings.players[i]} against {'itself' if i == j else pairings.players[j]}"
    return [pair, f"{int(value.denominator):,}", f"{int(value.numerator):,}", value.text(percent=True)]
