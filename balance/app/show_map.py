"""`balance show --map`: the picture of a game's set-up, of the built-in one or a scenario's own."""

from __future__ import annotations

from pathlib import Path

from balance.app.open_scenario import open_scenario
from balance.errors import UserError
from balance.games import registry
from balance.games.contract import Game
from balance.kit.ledger import Ruleset


def show_map(source: str, out: Path | None) -> tuple[Path, str]:
    """Draw the map of a game (its built-in set-up) or of a scenario; returns the picture's path and its alt text.

    Without `out` the picture is `NAME-map.svg` in this folder, numbered rather than written over another. Raises
    UserError for a game without a map, and for a named file that exists.
    """
    game, ruleset, name = _set_up(source)
    draw = game.desk.get().map_picture
    if draw is None:
        drawn = ", ".join(i for i in registry.known() if registry.find(i).desk.get().map_picture)
        raise UserError(f"{game.title} has no map to draw", hint=f"games with a map: {drawn}", code="usage")
    from balance.report.style import inline, render

    svg, alt = render(f"{name}-map", lambda axes: draw(axes, ruleset), wide=True)
    path = out or _free(Path(f"{name}-map.svg"))
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(inline(svg, alt))
    except FileExistsError:
        raise UserError(f"{path} exists already", hint="name another file after --out", code="exists") from None
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror}", code="folder") from error
    return path, alt


def _set_up(source: str) -> tuple[Game, Ruleset, str]:
    if source in registry.known():
        game = registry.find(source)
        return game, game.load_ruleset.get()({}, {}, game.seats[0]), source
    scenario = open_scenario(source)
    return scenario.game, scenario.baseline.ruleset, Path(source).stem


def _free(path: Path) -> Path:
    candidates = [path, *(path.with_stem(f"{path.stem}-{n}") for n in range(2, 1000))]
    return next(candidate for candidate in candidates if not candidate.exists())
