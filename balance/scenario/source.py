"""Reading a TOML file that a stranger may have written: size, encoding and place are checked before its content."""

from __future__ import annotations

import re
import stat
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from balance.errors import Problem, UserError
from balance.scenario.diagnostics import Diagnostic, ScenarioError
from balance.scenario.positions import Positions, Span, depth_problem, index, span_at
from balance.scenario.tokens import too_deep

MAX_BYTES = 1_000_000

_AT = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")

# What people usually did when the parser says this; the parser's words come first.
_HINTS = {
    "Invalid value": 'text needs quotes ("..."), and true/false are written in small letters',
    "Expected '=' after a key in a key/value pair": "a line reads key = value, and tables are written [name]",
    "Cannot overwrite a value": "this key was given before",
    "Expected newline or end of document after a statement": "one key per line; numbers have no leading zero or comma",
    "Invalid statement": "a line is a key = value, a [table], a [[list item]] or a # comment",
    "Unescaped '\\' in a string": "write \\\\ for a backslash, or use single quotes",
}


@dataclass(frozen=True, slots=True)
class Source:
    """A file that was read and parsed: `tree` its content, `positions` where each part stands.

    `kept` holds texts of the files it names, for a scenario that is read back from a run folder.
    """

    name: str
    path: Path | None
    text: str
    tree: dict[str, Any]
    positions: Positions = field(repr=False)
    kept: Mapping[str, str] = field(default_factory=dict)

    def diagnose(self, problem: Problem, path: str, at_key: bool) -> Diagnostic:
        """Give `problem` its place: that of dotted `path`, or of what surrounds it."""
        span = self.positions.find(path, at_key)
        return Diagnostic(self.name, problem, span, self.line(span))

    def line(self, span: Span | None) -> str:
        """The source line of `span`."""
        return _line(self.text, span)


def read_source(path: Path, name: str | None = None) -> Source:
    """Read and parse a file; raises UserError when it cannot be read, ScenarioError when it is not proper TOML."""
    name = name or str(path)
    try:
        raw = _read_bytes(path, name)
    except OSError as error:
        raise UserError(f"{name}: {_why(error)}", code="unreadable") from error
    except ValueError as error:  # a name with a NUL in it
        raise UserError(f"{name!r} is no file name", code="unreadable") from error
    return parse_source(_decode(raw, name), name, path)


def parse_source(text: str, name: str, path: Path | None = None, kept: Mapping[str, str] | None = None) -> Source:
    """Parse TOML text with positions; raises ScenarioError at the first syntax mistake."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    nul = text.find("\0")
    if nul >= 0:
        _refuse(name, text, span_at(text, nul), "a NUL byte: this is not a text file", "encoding")
    deep = too_deep(text)
    if deep is not None:
        _refuse(name, text, span_at(text, deep), "nested too deep", "too-deep")
    tree = _parse(text, name)
    positions = index(text)
    problem = depth_problem(positions)
    if problem is not None:
        _refuse(name, text, positions.find(".".join(map(str, problem.path)), True), problem.message, problem.code)
    return Source(name, path, text, tree, positions, kept or {})


def _read_bytes(path: Path, name: str) -> bytes:
    if not stat.S_ISREG(path.stat().st_mode):
        kind = "a folder" if path.is_dir() else "not a regular file"
        raise UserError(f"{name}: is {kind}, not a scenario file", code="unreadable")
    with path.open("rb") as file:
        raw = file.read(MAX_BYTES + 1)
    if len(raw) > MAX_BYTES:
        raise UserError(
            f"{name}: is larger than {MAX_BYTES:,} bytes", hint="a scenario is a few kilobytes", code="too-large"
        )
    return raw


def _decode(raw: bytes, name: str) -> str:
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        _refuse(name, "", Span(1, 1), "is UTF-16 text; save it as UTF-8", "encoding")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8").replace("\r\n", "\n")
        rest = raw[error.start :].split(b"\n", 1)[0].decode("utf-8", errors="replace")
        text = before.removeprefix("\ufeff") + rest
        span = span_at(text, len(text) - len(rest))
        _refuse(name, text, span, f"byte 0x{raw[error.start]:02x} is not UTF-8; save the file as UTF-8", "encoding")


def _parse(text: str, name: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except RecursionError:
        _refuse(name, text, None, "nested too deep", "too-deep")
    except ValueError as error:  # TOMLDecodeError, or an absurdly long number
        message = str(error)
        found = _AT.search(message)
        span = _end(text)
        if found and found[1]:
            span = Span(int(found[1]), int(found[2]))
            span = _whole_key(text, span) if message.startswith("Cannot") else span
        message = message[: found.start()] if found else message.split(";")[0]
        hint = next((hint for start, hint in _HINTS.items() if message.startswith(start)), "")
        _refuse(name, text, span if found else None, message[:1].lower() + message[1:], "syntax", hint)


def _end(text: str) -> Span:
    """The last character of the text, blank lines left out."""
    return span_at(text, max(0, len(text.rstrip()) - 1))


def _whole_key(text: str, span: Span) -> Span:
    """The key at the start of the line: the parser reports a repeated key behind its value."""
    line = _line(text, span)
    key = line.split("=")[0].rstrip()
    indent = len(line) - len(line.lstrip())
    return Span(span.line, indent + 1, max(1, len(key) - indent))


def _refuse(name: str, text: str, span: Span | None, message: str, code: str, hint: str = "") -> NoReturn:
    problem = Problem((), f"{message}: {hint}" if hint else message, code=code)
    raise ScenarioError([Diagnostic(name, problem, span, _line(text, span))], name)


def _line(text: str, span: Span | None) -> str:
    if span is None:
        return ""
    lines = text.split("\n")
    return lines[span.line - 1] if span.line <= len(lines) else ""


def _why(error: OSError) -> str:
    reasons: dict[type[OSError], str] = {
        FileNotFoundError: "there is no such file",
        PermissionError: "may not be read (permission denied)",
    }
    return reasons.get(type(error), (error.strerror or str(error)).lower())
