"""`balance check`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from balance.cli import console
from balance.errors import EXIT_BAD_INPUT

if TYPE_CHECKING:
    from balance.app.scenarios import Checked

Files = Annotated[
    list[str], typer.Argument(metavar="FILE", help="Paths, or names of shipped scenarios.", show_default=False)
]
Json = Annotated[bool, typer.Option("--json", help="Answer as JSON.", rich_help_panel="Output")]


def check(file: Files, json: Json = False) -> None:
    """Check scenario files without playing them: all mistakes at once, with line and column.

    Examples:
        balance check my.toml
        balance check astronuts/declaration
        balance check *.toml --json

    Ends with exit code 2 if any file has a mistake.
    """
    from balance.app.scenarios import check_scenarios

    results = check_scenarios(file)
    if json:
        console.data_json({"schema": 1, "files": [_data(result) for result in results]})
    else:
        for result in results:
            _tell(result)
    if any(result.error is not None for result in results):
        raise typer.Exit(EXIT_BAD_INPUT)


def _tell(result: Checked) -> None:
    if result.scenario is not None:
        console.data(f"{result.name}: ok ({_summary(result)})")
    elif result.error is not None and getattr(result.error, "diagnostics", None):
        console.mistakes(result.error.message, hint=result.error.hint)
    elif result.error is not None:
        console.error(result.error.message, code=result.error.code, hint=result.error.hint)


def _summary(result: Checked) -> str:
    scenario = result.scenario
    assert scenario is not None  # `_tell` asks only then
    parts = [scenario.game.title, f"{scenario.seats} seats", f"{scenario.run.games:,} games"]
    for name, count in (("variant", len(scenario.variants)), ("wanted band", len(scenario.expect))):
        if count:
            parts.append(f"{count} {name}{'s' * (count > 1)}")
    return ", ".join(parts)


def _data(result: Checked) -> dict[str, Any]:
    if result.error is None:
        return {"file": result.name, "ok": True, "mistakes": []}
    found = [diagnostic.data() for diagnostic in getattr(result.error, "diagnostics", ())]
    plain = {
        "file": result.name,
        "line": None,
        "column": None,
        "code": result.error.code,
        "message": result.error.message,
    }
    return {"file": result.name, "ok": False, "mistakes": found or [plain]}
