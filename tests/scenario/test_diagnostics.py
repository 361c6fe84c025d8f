"""Layout of mistakes: caret under the right column whatever the line holds."""

from __future__ import annotations

import pytest

from balance.errors import Problem
from balance.scenario.diagnostics import LINE_WIDTH, Diagnostic, printable
from balance.scenario.positions import Span


def shown(line: str, span: Span) -> tuple[str, str]:
    _, source, caret = Diagnostic("f.toml", Problem((), "m"), span, line).render().split("\n")
    return source.partition(" | ")[2], caret.partition(" | ")[2]


def test_the_whole_layout() -> None:
    problem = Problem(("seat", 0, "policy"), "policy 'x' is unknown", "a, b", "a", "choice")
    assert Diagnostic("f.toml", problem, Span(12, 10, 3), 'policy = "x"').render() == (
        "f.toml:12:10: seat[1].policy: policy 'x' is unknown [choice]\n"
        '  12 | policy = "x"\n'
        "     |          ^^^ did you mean 'a'?\n"
        "     = legal: a, b"
    )


def test_without_a_place() -> None:
    assert Diagnostic("f.toml", Problem((), "m", nearest="n")).render() == "f.toml: m [value]\n     = did you mean 'n'?"


@pytest.mark.parametrize(
    ("line", "column", "width", "caret"),
    [
        ("goal = 9", 8, 1, "       ^"),
        ("\tgoal\t= 9", 9, 1, "        ^"),
        ("目標 = 9", 6, 1, "       ^"),  # wide characters take two columns
        ("e\u0301 = 9", 6, 1, "    ^"),  # a combining accent takes none
        ("a = 9", 5, 50, "    ^"),
    ],
)
def test_the_caret_stands_under_the_value(line: str, column: int, width: int, caret: str) -> None:
    assert shown(line, Span(1, column, width))[1] == caret


def test_long_lines_are_cut_around_the_place() -> None:
    line = "x" * 500 + "HERE" + "y" * 500
    source, caret = shown(line, Span(1, 501, 4))
    assert len(source) <= LINE_WIDTH
    assert source[caret.index("^") : caret.rindex("^") + 1] == "HERE"


def test_nothing_unprintable_reaches_the_terminal() -> None:
    text = printable("a\x1b[31m\u202e\x7f\n\tb\udc80", 50)
    assert text.isprintable()
    assert text == "a␛[31m\ufffd\ufffd  b\ufffd"
    assert printable("x" * 60, 50) == "x" * 49 + "…"
