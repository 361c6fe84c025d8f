"""Look a word up in the glossary and among the metrics of all games."""

from __future__ import annotations

from collections.abc import Iterator

from balance.app.glossary import GLOSSARY, Term
from balance.errors import UserError, nearest
from balance.games import registry


def explain(word: str) -> list[Term]:
    """All meanings of `word` (an error code may also be a metric); raises UserError with the nearest word."""
    terms = [*GLOSSARY, *metrics_of_games()]
    asked = plain(word)
    found = [term for term in terms if plain(term.name) == asked]
    if not found:
        close = nearest(asked, dict.fromkeys(term.name for term in terms))
        hint = f"did you mean {close!r}?" if close else "`balance explain` lists all words"
        raise UserError(f"nothing is known about {word!r}", hint=hint, code="unknown-key")
    return found


def plain(word: str) -> str:
    """How a word is compared: `pairing_gain`, `pairing-gain` and `Pairing gain` are one; `win_share[seat=1]` is any."""
    return word.strip().lower().split("[")[0].replace("_", "-").replace(" ", "-")


def metrics_of_games() -> Iterator[Term]:
    """Each game's own metrics; the standard ones, which every game has, are in the glossary."""
    for game_id in registry.known():
        game = registry.find(game_id)
        for metric in game.desk.get().metrics:
            meaning = metric.meaning[:1].upper() + metric.meaning[1:]
            unit = f"Unit: {metric.unit}."
            yield Term(f"metric of {game.title}", metric.name, f"{meaning.rstrip('.')}. {unit}")
