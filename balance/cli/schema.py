"""`balance schema`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from balance.cli import console
from balance.errors import UserError

Game = Annotated[
    str | None,
    typer.Argument(metavar="GAME", help="Also complete this game's rules and weights.", show_default=False),
]
Out = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Write to this file (replaced if it is there).", show_default=False)
]


def schema(game: Game = None, out: Out = None) -> None:
    """JSON Schema of scenario files, so that an editor completes keys and marks mistakes.

    Examples:
        balance schema astronuts --out astronuts.schema.json
        balance schema

    With Taplo or Even Better TOML, make this the first line of the scenario: #:schema ./astronuts.schema.json
    """
    from balance.app.editor_schema import editor_schema

    document = editor_schema(game)
    if out is None:
        console.data_json(document)
        return
    try:
        out.write_text(json.dumps(document, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    except OSError as error:
        raise UserError(f"cannot write {out}: {error.strerror or error}", code="folder") from error
    console.note(f"first line for your scenario:  #:schema ./{out.name}")
