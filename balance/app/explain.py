"""Look a word up in the glossary."""

from __future__ import annotations

from balance.app.glossary import GLOSSARY, Term
from balance.errors import UserError, nearest


def explain(word: str) -> list[Term]:
    """All meanings of `word` (an error code may also be a metric); raises UserError with the nearest word."""
    asked = word.strip().lower().split("[")[0].replace("_", "-")
    found = [term for term in GLOSSARY if term.name.replace("_", "-") == asked]
    if not found:
        close = nearest(asked, (term.name for term in GLOSSARY))
        hint = f"did you mean {close!r}?" if close else "`balance explain` lists all words"
        raise UserError(f"nothing is known about {word!r}", hint=hint, code="unknown-key")
    return found
