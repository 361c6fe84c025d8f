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

# The parser's words, and ours with what people usually did.
_WORDS = tuple(
    (re.compile(pattern), ours)
    for pattern, ours in (
        (r"^Invalid value$", 'no value: text needs quotes ("..."), and true/false are written in small letters'),
        (r"^Expected '=' after a key.*", "no equals sign: a line reads key = value, and tables are written [name]"),
        (r"^Cannot overwrite a value$", "this key or table was given before"),
        (r"^Cannot declare \((.*?),?\) twice$", r"this table was given before (\1)"),
        (
            r"^Expected newline or end of document after a statement$",
            "something stands behind the value: one key per line; numbers have no commas or leading zeros",
        ),
        (r"^Invalid statement$", "a line is a key = value, a [table], a [[list item]] or a # comment"),
        (r"^Unescaped '\\' in a string$", r"a backslash in a text is written \\\\, or use single quotes"),
        (r"^Illegal character '\\n'$", "the text is not closed: its second quote is missing on this line"),
        (r"^Unterminated string$", "the text is not closed: its last quotes are missing"),
        (r"^Unclosed array$", "the list is not closed: ] is missing"),
    )
)


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
        _refuse(name, "", Span(1, 1), "this is UTF-16 text; save it as UTF-8", "encoding")
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
    except tomllib.TOMLDecodeError as error:
        _refuse(name, text, *_syntax_mistake(text, str(error)))
    except ValueError:  # a number beyond what Python reads
        found = re.search(r"[0-9_]{4300,}", text)
        span = span_at(text, found.start(), found.end()) if found else None
        _refuse(name, text, span, "a number of thousands of digits", "syntax")


def _syntax_mistake(text: str, error: str) -> tuple[Span, str, str]:
    """Place, message in our words and code of what `tomllib` found."""
    found = _AT.search(error)
    span = Span(int(found[1]), int(found[2])) if found and found[1] else _end(text)
    message = error[: found.start()] if found else error
    if message.startswith("Cannot"):
        span = _whole_key(text, span)
    for pattern, ours in _WORDS:
        if pattern.search(message):
            return span, pattern.sub(ours, message), "syntax"
    return span, message[:1].lower() + message[1:], "syntax"


def _end(text: str) -> Span:
    """The last character of the text, blank lines left out."""
    return span_at(text, max(0, len(text.rstrip()) - 1))


def _whole_key(text: str, span: Span) -> Span:
    """The key at the start of the line: the parser reports a repeated key behind its value."""
    line = _line(text, span)
    key = line.split("=")[0].rstrip()
    indent = len(line) - len(line.lstrip())
    return Span(span.line, indent + 1, max(1, len(key) - indent))


def _refuse(name: str, text: str, span: Span | None, message: str, code: str) -> NoReturn:
    problem = Problem((), message, code=code)
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
