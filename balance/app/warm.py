"""Compile a game's kernels ahead of the first run, by playing one game the two ways the house plays."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from balance.engine.seating import seat_plan
from balance.engine.table import lay_table
from balance.games import registry
from balance.games.contract import Game, PlayerChoice


def warm(game_ids: Sequence[str], tell: Callable[[str], None]) -> dict[str, float]:
    """Compile the kernels of each game (all games if none is named); returns seconds per game."""
    games = [registry.find(game_id) for game_id in game_ids or registry.known()]
    seconds: dict[str, float] = {}
    for game in games:
        tell(f"compiling {game.title} (first time on this machine: up to a minute) ...")
        started = time.monotonic()
        play_once(game)
        seconds[game.id] = round(time.monotonic() - started, 2)
        tell(f"{game.title}: {seconds[game.id]:.1f} s")
    return seconds


def play_once(game: Game) -> None:
    """Play one game both ways the house plays: a chunk without trace, and one game with it."""
    from balance.kit.trace import new_trace

    seats = max(game.seats)
    ruleset = game.load_ruleset.get()({}, {}, seats)
    plan = seat_plan([PlayerChoice(game.default_policy)] * seats, seats, "rotate")
    table = lay_table(game, ruleset, plan, seed=1)
    table.play(0, 1)
    table.play_one(0, new_trace())
