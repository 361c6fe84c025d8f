"""`balance selftest`."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from balance.cli import console
from balance.cli.playing import ConsoleWatch
from balance.errors import EXIT_BUG


def selftest(
    game: Annotated[str, typer.Argument(help="Id of a game.")] = "astronuts",
    games: Annotated[int, typer.Option(min=200, help="Games per proof.")] = 2_000,
    json: Annotated[bool, typer.Option("--json", help="Proofs as JSON.")] = False,
) -> None:
    """Prove on this machine that the engine does what it promises.

    Examples:
        balance selftest
        balance selftest planet_busters --games 5000

    Equal rules tie; threads, chunks, shards, interrupts and labels change no row; exact odds are met; intervals cover.
    """
    from balance.app.selftest import selftest as prove

    with ConsoleWatch() as watch:
        proofs = list(prove(game, watch, games))
    if json:
        console.data_json({"schema": 1, "game": game, "proofs": [asdict(proof) for proof in proofs]})
    else:
        rows = [["held" if proof.held else "FAILED", proof.name, proof.figures] for proof in proofs]
        console.table(["verdict", "promise", "measured"], rows)
    raise typer.Exit(0 if all(proof.held for proof in proofs) else EXIT_BUG)
