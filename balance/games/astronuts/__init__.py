"""AstroNuts: a space race in which you declare how many actions you will have, and then roll for it."""

from __future__ import annotations

from pathlib import Path

from balance.games.contract import Game, Lazy

_HERE = "balance.games.astronuts"

GAME = Game(
    id="astronuts",
    title="AstroNuts",
    version=1,
    seats=(2, 3, 4),
    summary="Declare a number, roll for twice as many actions; settle planets, roll on a fate table, most colonies win.",
    home=Path(__file__).parent,
    ledger=Lazy(f"{_HERE}.ruleset:load_ledger"),
    policies=Lazy(f"{_HERE}.ruleset:load_policies"),
    outcome=Lazy(f"{_HERE}.state:OUTCOME"),
    load_ruleset=Lazy(f"{_HERE}.ruleset:load_ruleset"),
    load_players=Lazy(f"{_HERE}.players:load_players"),
    kernels=Lazy(f"{_HERE}.kernel.playout:KERNELS"),
    desk=Lazy(f"{_HERE}.desk:DESK"),
    default_policy="colonist",
    setup_keys=("board",),
)
