"""`balance variance`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from balance.cli import console
from balance.cli.playing import ConsoleWatch, run_settings

if TYPE_CHECKING:
    from balance.stats.estimate import Estimate


def variance(
    scenario: Annotated[str, typer.Argument(help="A shipped scenario (game/name) or a path to a .toml file.")],
    deals: Annotated[int, typer.Option(min=10, help="Set-ups to deal.")] = 400,
    dice: Annotated[int, typer.Option(min=2, help="Games per deal with other dice.")] = 4,
    noise: Annotated[int, typer.Option(min=2, help="Games per deal and dice with other moods of the players.")] = 3,
    metric: Annotated[list[str] | None, typer.Option(help="Split this metric; may be repeated.")] = None,
    seed: Annotated[int | None, typer.Option(help="Seed; replaces [run] seed.")] = None,
    threads: Annotated[int | None, typer.Option(min=1, help="Threads; all cores unless given.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Parts as JSON.")] = False,
) -> None:
    """How much of one game's result comes from the deal, from the dice and from the players' own noise.

    Examples:
        balance variance astronuts/first-seat
        balance variance planet_busters/two-player --metric length --deals 1000

    A nested design: every deal is played with several dice, every one of those with several moods of the policies.
    """
    from balance.app.open_scenario import open_scenario
    from balance.app.variance import DEALS_ENOUGH, Design, as_json
    from balance.app.variance import variance as split

    loaded = open_scenario(scenario, run_settings(None, seed, None, []))
    design = Design(deals, dice, noise)
    with ConsoleWatch() as watch:
        splits = split(loaded, design, tuple(metric or ()), threads, watch)
    if deals < DEALS_ENOUGH:
        text = f"only {deals} deals: of lopsided numbers the intervals are too narrow"
        console.warn(text, code="few-deals", hint=f"use --deals {DEALS_ENOUGH} or more")
    if json:
        console.data_json(as_json(design, splits))
        return
    rows = [[item.name, part.source, _shown(part.share)] for item, parts in splits for part in parts.parts]
    console.table(["metric", "source", "share of one game's variance, 95 %"], rows)
    console.note(f"{design.games:,} games: {deals} deals x {dice} dice x {noise} moods")


def _shown(share: Estimate) -> str:
    """A share without any spread is known: that source moved no game, or alone moved them all."""
    return f"{share.estimate:.0%} exactly".replace("%", " %") if share.low == share.high else share.text(percent=True)
