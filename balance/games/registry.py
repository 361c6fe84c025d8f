"""Which games there are: the four that come with the house, and those that other packages register.

A package adds a game under the entry-point group `balance.games`; the entry must name a `contract.Game`.
"""

from __future__ import annotations

import importlib
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from balance.errors import BugError, UserError, nearest
from balance.games.contract import Game

BUILT_IN = ("astronuts", "planet_busters", "star_command", "red_alert")


def known() -> tuple[str, ...]:
    """Ids of all games, built-in ones first."""
    return (*_built_in(), *sorted(_registered()))


@cache
def _built_in() -> tuple[str, ...]:
    """The built-in games whose package is there: one folder is all a game needs to appear, or to be left out."""
    here = Path(__file__).parent
    return tuple(game_id for game_id in BUILT_IN if (here / game_id / "__init__.py").is_file())


@cache
def _registered() -> dict[str, EntryPoint]:
    """Games of other packages by id; a built-in id cannot be taken."""
    return {entry.name: entry for entry in entry_points(group="balance.games") if entry.name not in BUILT_IN}


def find(game_id: str) -> Game:
    """The game `game_id`; raises UserError with the nearest name."""
    if game_id in _built_in():
        game = importlib.import_module(f"balance.games.{game_id}").GAME
    else:
        game = _from_entry_point(game_id)
    if not isinstance(game, Game) or game.id != game_id:
        raise BugError(f"the entry for game {game_id!r} does not name a Game of that id")
    return game


def _from_entry_point(game_id: str) -> Game:
    entry = _registered().get(game_id)
    if entry is not None:
        loaded: Game = entry.load()
        return loaded
    close = nearest(game_id, known())
    hint = f"did you mean {close!r}? " if close else ""
    raise UserError(f"no game is called {game_id!r}", hint=f"{hint}Known: {', '.join(known())}", code="unknown-game")
