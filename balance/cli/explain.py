"""`balance explain`."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from balance.cli import console

if TYPE_CHECKING:
    from balance.app.glossary import Term

Word = Annotated[
    str | None,
    typer.Argument(
        metavar="WORD", help="An error code, caution, metric, verdict, exit code or term.", show_default=False
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Answer as JSON.", rich_help_panel="Output")]


def explain(word: Word = None, json: Json = False) -> None:
    """Explain an error code, a caution, a metric or a term; without a word, list all that every game shares.

    Examples:
        balance explain unknown-key
        balance explain win_share
        balance explain margin
        balance explain
    """
    from balance.app.explain import explain as look_up
    from balance.app.glossary import GLOSSARY

    terms = look_up(word) if word else list(GLOSSARY)
    if json:
        console.data_json({"schema": 1, "terms": [asdict(term) for term in terms]})
    elif word:
        for term in terms:
            _tell(term)
    else:
        console.table(("word", "kind", "meaning"), [(t.name, t.kind, t.meaning) for t in terms])


def _tell(term: Term) -> None:
    console.data(f"{console.styled(term.name, 'bold')} ({term.kind})")
    console.data(f"  {term.meaning}")
    if term.remedy:
        console.data(f"  What to do: {term.remedy}")
