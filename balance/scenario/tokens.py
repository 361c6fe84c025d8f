"""TOML text cut into tokens, and the depth limit that is checked before anything parses it.

Works in time linear to the text on any input, valid TOML or not: no part of the pattern can be tried twice.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass

MAX_DEPTH = 64

_TOKEN = re.compile(
    r"""
      (?P<skip>    [ \t\r]++ | \#[^\n]*+ )
    | (?P<newline> \n )
    | (?P<text>    \"{3} (?: [^"\\]++ | \\(?s:.) | "{1,2}(?!") )*+ (?: "{3,5} | \\?\Z )
                 | '{3} (?s:.*?) (?: '{3,5} | \Z )
                 | " (?: [^"\\\n]++ | \\. )*+ "?
                 | ' [^'\n]*+ '? )
    | (?P<mark>    [\[\]{}=.,] )
    | (?P<bare>    [^\s\#"'\[\]{}=.,]++ | . )
    """,
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of the text: kind is newline, text (a quoted string), mark or bare; start and end are offsets."""

    kind: str
    text: str
    start: int
    end: int


def tokens(text: str) -> Iterator[Token]:
    """Cut `text` into tokens, leaving out blanks and comments; works on any text, valid TOML or not."""
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup or "bare"
        if kind != "skip":
            yield Token(kind, match.group(), match.start(), match.end())


def too_deep(text: str) -> int | None:
    """Offset of the first bracket or key part beyond `MAX_DEPTH` levels, or None."""
    depth = dots = 0
    for token in tokens(text):
        if token.kind == "newline" or token.text in ("=", ","):
            dots = 0
        elif token.kind == "mark":
            depth += (token.text in "[{") - (token.text in "]}")
            dots += token.text == "."
        if depth > MAX_DEPTH or dots > MAX_DEPTH:
            return token.start
        if token.kind == "newline":
            depth = max(depth, 0)
    return None


def key_name(token: Token) -> str:
    """A key as `tomllib` reads it: quoted ones without quotes and escapes."""
    if token.kind != "text":
        return token.text
    if token.text[0] == "'":
        return token.text[1:-1]
    return next(iter(tomllib.loads(f"{token.text} = 0")))
