"""Mistakes in a file as a person wants to read them: place, words, the line with a caret, legal values, nearest name.

::

    my.toml:12:1: unknown key 'goal_ned' [unknown-key]
      12 | goal_ned = "end_of_round"
         | ^^^^^^^^ did you mean 'goal_end'?
         = legal: goal, goal_end, ...
"""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from balance.errors import InputError, Problem
from balance.scenario.positions import Span

SHOWN = 30  # mistakes printed in full; the rest is counted
LINE_WIDTH = 100
MESSAGE_WIDTH = 300
LEGAL_WIDTH = 400


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One mistake with its place. `line` 0 means the place is not in the file but on the command line or missing."""

    file: str
    problem: Problem
    span: Span | None = None
    source_line: str = ""

    def place(self) -> str:
        """`file:line:column`, or the file alone."""
        return f"{self.file}:{self.span.line}:{self.span.column}" if self.span else self.file

    def data(self) -> dict[str, Any]:
        """The mistake for `--json`."""
        return {
            "file": self.file,
            "line": self.span.line if self.span else None,
            "column": self.span.column if self.span else None,
            "path": breadcrumb(self.problem),
            "code": self.problem.code,
            "message": printable(self.problem.message, MESSAGE_WIDTH),
            "legal": printable(self.problem.legal, LEGAL_WIDTH),
            "nearest": self.problem.nearest,
        }

    def _sentence(self) -> str:
        """What is wrong, with the key's path in front unless the message names the key itself."""
        message, code = self.problem.message, self.problem.code
        names_it = not self.problem.path or code in ("unknown-key", "missing", "seats", "twice", "too-deep")
        return printable(message if names_it else f"{breadcrumb(self.problem)}: {message}", MESSAGE_WIDTH)

    def render(self) -> str:
        """Head line, source line, caret and legal values."""
        lines = [f"{printable(self.place(), MESSAGE_WIDTH)}: {self._sentence()} [{self.problem.code}]"]
        help_ = f"did you mean {self.problem.nearest!r}?" if self.problem.nearest else ""
        gutter = " " * 4
        if self.span is not None and self.source_line.strip():
            number = str(self.span.line).rjust(4)
            gutter = " " * len(number)
            text, caret = _underline(self.source_line, self.span)
            lines.append(f"{number} | {text}")
            lines.append(f"{gutter} | {caret} {help_}".rstrip())
        elif help_:
            lines.append(f"{gutter} = {help_}")
        if self.problem.legal:
            lines += _legal(self.problem.legal, gutter)
        return "\n".join(lines)


class ScenarioError(InputError):
    """Everything wrong with a scenario, with places."""

    def __init__(self, diagnostics: Sequence[Diagnostic], source: str) -> None:
        super().__init__([d.problem for d in diagnostics], source)
        self.diagnostics = tuple(diagnostics)
        self.message = render(self.diagnostics)
        self.args = (self.message,)
        count = len(self.diagnostics)
        self.hint = f"{count} mistake{'s' * (count > 1)}; `balance explain {diagnostics[0].problem.code}` says more"


def breadcrumb(problem: Problem) -> str:
    """The path of a problem with list items counted from 1, as people count seats: `seat[2].weights.greed`."""
    return replace(
        problem, path=tuple(part + 1 if isinstance(part, int) else part for part in problem.path)
    ).breadcrumb()


def render(diagnostics: Sequence[Diagnostic]) -> str:
    """All mistakes, a blank line between them; the tail of a long list is only counted."""
    blocks = [d.render() for d in diagnostics[:SHOWN]]
    if len(diagnostics) > SHOWN:
        blocks.append(f"... and {len(diagnostics) - SHOWN} more")
    return "\n\n".join(blocks)


def printable(text: str, width: int) -> str:
    """`text` on one line, safe for a terminal (no control or direction characters) and cut at `width`."""
    clean = "".join(c if c.isprintable() else " " if c in "\n\t\r" else _visible(c) for c in text[: width + 1])
    return clean if len(clean) <= width else clean[: width - 1] + "…"


def _visible(char: str) -> str:
    code = ord(char)
    return chr(0x2400 + code) if code < 0x20 else "\ufffd"


def _underline(source: str, span: Span) -> tuple[str, str]:
    """The source line, cut around the span if it is long, and the caret line under it."""
    begin = span.column - 1
    start = max(0, begin - LINE_WIDTH // 3) if len(source) > LINE_WIDTH else 0
    shown = printable(source[start : start + LINE_WIDTH], LINE_WIDTH)
    if start:
        shown = "…" + shown[1:]
    offset = begin - start
    blank = " " * _columns(shown[:offset])
    marked = shown[offset : offset + span.width]
    return shown, blank + "^" * max(1, _columns(marked))


def _columns(text: str) -> int:
    """Terminal columns of `text`: wide characters take two, combining ones none."""
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text
    )


def _legal(legal: str, gutter: str) -> list[str]:
    text = printable(legal, LEGAL_WIDTH)
    first, rest = f"{gutter} = legal: ", f"{gutter}   "
    return textwrap.wrap(text, LINE_WIDTH + 8, initial_indent=first, subsequent_indent=rest, break_long_words=False)
