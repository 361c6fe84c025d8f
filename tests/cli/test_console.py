"""What is printed where: data to stdout, chatter to stderr, no colour and no motion off a terminal."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from fractions import Fraction

import numpy as np
import pytest

from balance.cli import console


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.delenv("NO_COLOR", raising=False)
    return Terminal()


@contextmanager
def shown_on(screen: Terminal) -> Iterator[None]:
    with redirect_stdout(screen), redirect_stderr(screen):
        yield


def test_a_clock_runs_on_a_terminal_and_is_one_line_elsewhere(
    terminal: Terminal, capsys: pytest.CaptureFixture[str]
) -> None:
    with console.clock("compiling"):
        pass
    assert capsys.readouterr() == ("", "compiling ...\n")
    with shown_on(terminal), console.clock("compiling [a]"):
        pass
    assert "compiling [a]" in terminal.getvalue() and "0:00:0" in terminal.getvalue()


def test_data_and_chatter_take_different_ways(capsys: pytest.CaptureFixture[str]) -> None:
    console.data("answer")
    console.note("working")
    console.warn("careful", code="caps", hint="raise the cap")
    console.error("wrong")
    assert capsys.readouterr() == ("answer\n", "working\nwarning[caps]: careful\n  raise the cap\nerror: wrong\n")


def test_json_keeps_fractions_exact(capsys: pytest.CaptureFixture[str]) -> None:
    console.data_json({"a": Fraction(28, 3), "b": np.int64(3), "c": np.array([1.5]), "d": (1, 2), "e": "ü"})
    out = capsys.readouterr().out
    assert "ü" in out
    assert json.loads(out) == {"a": {"exact": "28/3", "value": 28 / 3}, "b": 3, "c": [1.5], "d": [1, 2], "e": "ü"}


def test_a_table_aligns_and_is_not_cut_off_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    console.table(("name", "n", "text"), [("a", 5, "x" * 200), ("bcdef", 1234, None)])
    head, first, second = capsys.readouterr().out.splitlines()
    assert head == "name      n  text"
    assert first == "a         5  " + "x" * 200
    assert second == "bcdef  1234"


def test_an_empty_table_is_its_head(capsys: pytest.CaptureFixture[str]) -> None:
    console.table(("name", "n"), [])
    assert capsys.readouterr().out == "name  n\n"


def test_on_a_terminal_the_last_column_wraps(terminal: Terminal) -> None:
    with shown_on(terminal):
        console.table(("name", "text"), [("a", "word " * 30)])
    lines = terminal.getvalue().splitlines()
    assert len(lines) > 2
    assert max(len(line) for line in lines[1:]) <= 60
    assert lines[0] == "\033[1mname  text\033[0m"


def test_no_color(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    with shown_on(terminal):
        console.error("x")
    assert "\033[31m" in terminal.getvalue()
    monkeypatch.setenv("NO_COLOR", "1")
    plain = Terminal()
    with shown_on(plain):
        console.error("x")
    assert plain.getvalue() == "error: x\n"


def test_dumb_terminals_get_no_motion(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    assert console.is_terminal(terminal)
    monkeypatch.setenv("TERM", "dumb")
    assert not console.is_terminal(terminal)


def test_progress_off_a_terminal_is_a_line_now_and_then(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = iter([0.0, 1.0, 11.0, 12.0, 22.0])
    monkeypatch.setattr(console.time, "monotonic", lambda: next(clock))
    with console.progress("playing") as update:
        for done in (1000, 11_000, 12_000, 22_000):
            update(done, 22_000)
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines() == [
        "playing: 11,000 of 22,000 games, 1,000/s, about 11 s left",
        "playing: 22,000 of 22,000 games, 1,000/s",
    ]


def test_progress_on_a_terminal_shows_rate_and_leaves_no_trace(terminal: Terminal) -> None:
    with shown_on(terminal), console.progress("playing") as update:
        update(500, 1000)
        update(1000, 1000)
    text = terminal.getvalue()
    assert "playing" in text
    assert "1,000 of 1,000" in text
    assert text.endswith("\x1b[2K")  # the line is wiped when all is done
