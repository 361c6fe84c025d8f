"""What the verbs that play have in common: progress on the terminal, options shared, a short closing word."""

from __future__ import annotations

import shlex
import sys
import tomllib
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance.cli import console
from balance.cli.console import Update
from balance.errors import UserError

if TYPE_CHECKING:
    from balance.report.bands import Band


class ConsoleWatch:
    """Draws the progress of a use case; use it as a context manager so that the last bar is closed."""

    def __init__(self) -> None:
        self._open: AbstractContextManager[Any] | None = None
        self._update: Update | None = None
        self._total = 0

    def __enter__(self) -> ConsoleWatch:
        return self

    def __exit__(self, *_: object) -> None:
        self._close()

    def stage(self, label: str, total: int | None = None, unit: str = "games") -> None:
        """A new piece of work begins."""
        self._close()
        self._total = total or 0
        if total is None:
            self._open = console.clock(label)
            self._open.__enter__()
            return
        self._open = console.progress(label, unit)
        self._update = self._open.__enter__()

    def done(self, amount: int) -> None:
        """So much of it is done."""
        if self._update is not None:
            self._update(amount, self._total)

    def tell(self, text: str) -> None:
        """The piece of work has ended."""
        self._close()
        console.note(text)

    def _close(self) -> None:
        if self._open is not None:
            self._open.__exit__(None, None, None)
            self._open, self._update = None, None


def typed_command(verb: str) -> str:
    """The command as typed, for run.json."""
    return shlex.join(["balance", verb, *sys.argv[2:]])


def run_settings(games: int | None, seed: int | None, precision: float | None, changes: list[str]) -> dict[str, Any]:
    """Dotted settings from the options of a playing verb; `changes` hold KEY=VALUE texts of --set."""
    chosen: dict[str, Any] = {"run.games": games, "run.seed": seed, "run.precision": precision}
    settings = {key: value for key, value in chosen.items() if value is not None}
    settings.update(parse_change(text) for text in changes)
    return settings


def parse_change(text: str) -> tuple[str, Any]:
    """`rules.goal_end=end_of_round` -> ("rules.goal_end", "end_of_round"); numbers, true/false, lists as in TOML."""
    key, sign, value = text.partition("=")
    if not sign or not key.strip():
        raise UserError(
            f"--set wants KEY=VALUE, not {text!r}", hint="for example --set rules.declare_mult=3", code="usage"
        )
    try:
        parsed = tomllib.loads(f"value = {value.strip()}")
    except tomllib.TOMLDecodeError:
        return key.strip(), value.strip()
    return key.strip(), parsed["value"] if list(parsed) == ["value"] else value.strip()


def seconds(text: str | None) -> float | None:
    """`60s`, `5m`, `1h` or a plain number of seconds."""
    if text is None:
        return None
    factor = {"s": 1.0, "m": 60.0, "h": 3600.0}.get(text[-1:], 0.0)
    number = text[:-1] if factor else text
    try:
        value = float(number) * (factor or 1.0)
    except ValueError:
        value = -1.0
    if not 0 < value < 1e7:
        raise UserError(f"{text!r} is no length of time", hint="for example --budget 60s, 5m, 1h", code="usage")
    return value


def write_junit(path: Path | None, scenario: str, bands: Sequence[Band]) -> None:
    """Write the wanted bands as JUnit XML; raises UserError when the file cannot be written."""
    if path is None:
        return
    from balance.report.junit import junit_xml

    try:
        path.write_text(junit_xml(scenario, bands), encoding="utf-8")
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror or error}", code="folder") from error
