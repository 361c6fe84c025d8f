"""Star Command: Rangers against Zurg on an 8x8 board with one shared deck."""

from __future__ import annotations

from pathlib import Path

from balance.games.contract import Game, Lazy

_HERE = "balance.games.star_command"

GAME = Game(
    id="star_command",
    title="Star Command",
    version=1,
    seats=(2,),
    summary="board and card game for two: capture the enemy leader on an 8x8 board with cards from one shared deck",
    home=Path(__file__).parent,
    ledger=Lazy(f"{_HERE}.ruleset:load_ledger"),
    policies=Lazy(f"{_HERE}.ruleset:load_policies"),
    outcome=Lazy(f"{_HERE}.state:OUTCOME"),
    load_ruleset=Lazy(f"{_HERE}.ruleset:load_ruleset"),
    load_players=Lazy(f"{_HERE}.ruleset:load_players"),
    kernels=Lazy(f"{_HERE}.kernel.playout:KERNELS"),
    desk=Lazy(f"{_HERE}.desk:DESK"),
    default_policy="hunter",
    setup_keys=("order", "rangers", "zurg"),
)
