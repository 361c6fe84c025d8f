"""Where each key and value of a TOML file stands: line, column and width, by path.

`tomllib` gives values without positions, so after it has accepted a text this scanner walks the same text once more.
It trusts the syntax and only counts; its size and depth limits are checked before `tomllib` runs, because that parser
recurses on nesting and slows down with the square of a dotted key's length.

Paths are joined with dots: `rules.a.b` is the same place whether the file says ``[rules.a] b``, ``rules.a.b`` or
``rules."a.b"``; items of arrays are counted from 0 (`seat.0.policy`).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field

from balance.errors import Problem
from balance.scenario.tokens import MAX_DEPTH, Token, key_name, tokens

MAX_KEYS = 10_000


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of one line: `line` and `column` count from 1, `width` in characters."""

    line: int
    column: int
    width: int = 1


@dataclass(slots=True)
class Positions:
    """Spans of the keys and values of one file, by dotted path; `twice` holds keys set again in another spelling."""

    keys: dict[str, Span] = field(default_factory=dict)
    values: dict[str, Span] = field(default_factory=dict)
    twice: dict[str, Span] = field(default_factory=dict)

    def find(self, path: str, at_key: bool) -> Span | None:
        """Span of the key or of the value at `path`, else of the nearest table around it."""
        while path:
            span = (self.keys if at_key else self.values).get(path) or self.keys.get(path)
            if span is not None:
                return span
            path = path.rpartition(".")[0]
        return None


def index(text: str) -> Positions:
    """Positions of every key and value of `text`, which `tomllib` has accepted."""
    return _Scanner(text).run()


def span_at(text: str, start: int, end: int | None = None) -> Span:
    """The span from offset `start` to `end`, cut at the end of the line."""
    head = text.rfind("\n", 0, start) + 1
    tail = text.find("\n", start)
    stop = min(len(text) if tail < 0 else tail, start + 1 if end is None else end)
    return Span(text.count("\n", 0, start) + 1, start - head + 1, max(1, stop - start))


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = [*tokens(text), Token("newline", "", len(text), len(text))]
        self.at = 0
        self.found = Positions()
        self.counts: dict[str, int] = {}  # items so far of each array of tables
        self.implied: set[str] = set()  # tables only mentioned so far, as part of a longer key
        self.line_starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def run(self) -> Positions:
        table = ""
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            if token.kind == "newline":
                self.at += 1
            elif token.text == "[" and token.kind == "mark":
                table = self._header()
            else:
                self._pair(table)
        return self.found

    def _header(self) -> str:
        first = self.tokens[self.at]
        following = self.tokens[self.at + 1]
        many = following.kind == "mark" and following.text == "["
        self.at += 1 + many
        parts = self._key()
        path = ""
        for part in parts[:-1]:
            path = self._item(_join(path, part.text))
            self._note(path, part.start, part.end, implied=True)
        path = _join(path, parts[-1].text)
        if many:
            self.counts[path] = self.counts.get(path, -1) + 1
            self._note(path, parts[-1].start, parts[-1].end, implied=True)
            path = self._item(path)
        self.at += 1 + many
        self._note(path, first.start, self.tokens[self.at - 1].end)
        return path

    def _item(self, path: str) -> str:
        return f"{path}.{self.counts[path]}" if path in self.counts else path

    def _pair(self, table: str) -> None:
        parts = self._key()
        path = table
        for part in parts:
            path = _join(path, part.text)
            last = part is parts[-1]
            self._note(path, parts[0].start if last else part.start, part.end, implied=not last)
        self.at += 1  # the equals sign
        self._value(path)

    def _key(self) -> list[Token]:
        parts: list[Token] = []
        while self.tokens[self.at].text not in ("=", "]") or self.tokens[self.at].kind != "mark":
            token = self.tokens[self.at]
            if token.kind != "mark":
                parts.append(Token(token.kind, key_name(token), token.start, token.end))
            self.at += 1
        return parts

    def _value(self, path: str) -> None:
        first = self.tokens[self.at]
        if first.kind == "mark" and first.text == "[":
            self._array(path)
        elif first.kind == "mark" and first.text == "{":
            self._inline_table(path)
        else:
            while not self._closes(self.tokens[self.at]):
                self.at += 1
        self.found.values.setdefault(path, self._span(first.start, self.tokens[self.at - 1].end))

    def _closes(self, token: Token) -> bool:
        return token.kind == "newline" or (token.kind == "mark" and token.text in ",]}")

    def _array(self, path: str) -> None:
        self.at += 1
        item = 0
        while self.tokens[self.at].text != "]" or self.tokens[self.at].kind != "mark":
            if self._closes(self.tokens[self.at]):
                self.at += 1
                continue
            self._value(f"{path}.{item}")
            item += 1
        self.at += 1

    def _inline_table(self, path: str) -> None:
        self.at += 1
        while self.tokens[self.at].text != "}" or self.tokens[self.at].kind != "mark":
            if self._closes(self.tokens[self.at]):
                self.at += 1
                continue
            self._pair(path)
        self.at += 1

    def _note(self, path: str, start: int, end: int, implied: bool = False) -> None:
        """Keep the span of a key: its first mention, unless that was in passing (`implied`) and its own header follows."""
        keys = self.found.keys
        if path not in keys or (path in self.implied and not implied):
            keys[path] = self._span(start, end)
            (self.implied.add if implied else self.implied.discard)(path)
        elif not implied:
            self.found.twice[path] = self._span(start, end)

    def _span(self, start: int, end: int) -> Span:
        line = bisect_right(self.line_starts, start) - 1
        stop = self.line_starts[line + 1] - 1 if line + 1 < len(self.line_starts) else len(self.text)
        return Span(line + 1, start - self.line_starts[line] + 1, max(1, min(end, stop) - start))


def _join(path: str, part: str) -> str:
    return f"{path}.{part}" if path else part


def depth_problem(found: Positions) -> Problem | None:
    """The limits that only show after the whole text has been walked."""
    if len(found.keys) > MAX_KEYS:
        return Problem((), f"has {len(found.keys)} keys; at most {MAX_KEYS} are read", code="too-large")
    for path in found.keys:
        if path.count(".") > MAX_DEPTH:
            return Problem((path,), f"is nested more than {MAX_DEPTH} levels deep", code="too-deep")
    return None
