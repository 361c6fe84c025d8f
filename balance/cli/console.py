"""The only file that prints: data to stdout; notes, warnings, errors and progress to stderr.

Colour needs a terminal and no NO_COLOR; off a terminal nothing moves and nothing is cut to a width.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import textwrap
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Any, TextIO

WIDTH_LIMIT = 120
SECONDS_BETWEEN_LINES = 10.0

_STYLES = {"bold": "1", "dim": "2", "red": "31", "yellow": "33", "cyan": "36"}


def prepare() -> None:
    """Make the streams take any character: what a terminal cannot show is escaped instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def is_terminal(stream: TextIO | None = None) -> bool:
    """Whether `stream` (stdout unless given) shows to a person."""
    return bool((stream or sys.stdout).isatty()) and os.environ.get("TERM") != "dumb"


def styled(text: str, style: str, stream: TextIO | None = None) -> str:
    """`text` in a style (bold, dim, red, yellow, cyan) where colour is wanted."""
    if not is_terminal(stream) or os.environ.get("NO_COLOR"):
        return text
    return f"\033[{_STYLES[style]}m{text}\033[0m"


def data(text: str) -> None:
    """Plain text as the answer of a command."""
    print(text)


def data_json(value: Any) -> None:
    """A JSON document as the answer; fractions keep their exact value as text beside the float."""
    print(json.dumps(value, indent=2, ensure_ascii=False, default=_plain))


def _plain(value: Any) -> Any:
    if isinstance(value, Fraction):
        return {"exact": str(value), "value": float(value)}
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, set | frozenset | tuple):
        return list(value)
    if hasattr(value, "tolist"):  # numpy scalars and arrays
        return value.tolist()
    return str(value)


def table(columns: Sequence[str], rows: Sequence[Sequence[Any]], *, title: str = "") -> None:
    """An aligned table as the answer; numbers to the right; on a terminal the last column is wrapped."""
    cells = [[_cell(value) for value in row] for row in rows]
    right = [_all_numbers([row[i] for row in rows]) for i in range(len(columns))]
    widths = [max(len(name), *(len(row[i]) for row in cells), 0) for i, name in enumerate(columns)]
    if title:
        data(styled(title, "bold"))
    head = "  ".join(name.rjust(w) if r else name.ljust(w) for name, w, r in zip(columns, widths, right, strict=True))
    data(styled(head.rstrip(), "bold"))
    for row in cells:
        _print_row(row, widths, right)


def _print_row(row: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> None:
    *first, last = row
    head = "".join((c.rjust(w) if r else c.ljust(w)) + "  " for c, w, r in zip(first, widths, right, strict=False))
    room = _width() - len(head)
    if right[-1]:
        data(head + last.rjust(widths[-1]))
    elif room >= 30 and len(last) > room:
        start, *more = textwrap.wrap(last, room) or [""]
        data(head + start)
        for line in more:
            data(" " * len(head) + line)
    else:
        data((head + last).rstrip())


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value).replace("\n", " ")


def _all_numbers(values: Sequence[Any]) -> bool:
    return bool(values) and all(isinstance(v, int | float | Fraction) and not isinstance(v, bool) for v in values)


def _width() -> int:
    if not is_terminal():
        return 10**6
    return min(shutil.get_terminal_size((WIDTH_LIMIT, 24)).columns, WIDTH_LIMIT)


def note(text: str) -> None:
    """Chatter: what is being done."""
    print(text, file=sys.stderr)


def warn(text: str, *, code: str = "", hint: str = "") -> None:
    """A caution with its remedy."""
    _labelled("warning", "yellow", text, code, hint)


def error(text: str, *, code: str = "", hint: str = "") -> None:
    """What went wrong, and what to do about it."""
    _labelled("error", "red", text, code, hint)


def _labelled(label: str, style: str, text: str, code: str, hint: str) -> None:
    name = styled(f"{label}[{code}]" if code else label, style, sys.stderr)
    print(f"{name}: {text}", file=sys.stderr)
    if hint:
        print(styled(f"  {hint}", "dim", sys.stderr), file=sys.stderr)


def mistakes(text: str, *, hint: str = "") -> None:
    """Located mistakes of a file, already laid out line by line."""
    for line in text.split("\n"):
        is_caret = line.lstrip().startswith("|") and "^" in line
        print(styled(line, "red", sys.stderr) if is_caret else line, file=sys.stderr)
    if hint:
        print(styled(hint, "dim", sys.stderr), file=sys.stderr)


@contextmanager
def clock(title: str) -> Iterator[None]:
    """Work whose length nobody knows: on a terminal a clock that goes away again; elsewhere one plain line."""
    if not is_terminal(sys.stderr):
        note(f"{title} ...")
        yield
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn("line"), TextColumn("{task.description}", markup=False), TimeElapsedColumn())
    with Progress(*columns, console=Console(file=sys.stderr, highlight=False), transient=True) as bar:
        bar.add_task(title, total=None)
        yield


Update = Callable[[int, int], None]


@contextmanager
def progress(title: str, unit: str = "games") -> Iterator[Update]:
    """Progress of a long job: yields ``update(done, total)``; shows done, rate and time left on stderr.

    On a terminal one line is redrawn; elsewhere a plain line appears every ten seconds.
    """
    if is_terminal(sys.stderr):
        with _live_progress(title, unit) as update:
            yield update
    else:
        yield _line_progress(title, unit)


@contextmanager
def _live_progress(title: str, unit: str) -> Iterator[Update]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"), BarColumn(bar_width=28), TextColumn("{task.fields[count]}"),
        TextColumn("{task.fields[rate]}"), TimeRemainingColumn(),
    )  # fmt: skip
    console = Console(file=sys.stderr, highlight=False)
    started = time.monotonic()
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(title, total=None, count="", rate="")

        def update(done: int, total: int) -> None:
            spent = time.monotonic() - started
            rate = f"{done / spent:,.0f} {unit}/s" if spent > 0 else ""
            bar.update(task, completed=done, total=total or None, count=f"{done:,} of {total:,} {unit}", rate=rate)

        yield update


def _line_progress(title: str, unit: str) -> Update:
    started = time.monotonic()
    last = started

    def update(done: int, total: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last < SECONDS_BETWEEN_LINES:
            return
        last = now
        rate = done / (now - started)
        left = f", about {(total - done) / rate:,.0f} s left" if rate > 0 and total > done else ""
        note(f"{title}: {done:,} of {total:,} {unit}, {rate:,.0f}/s{left}")

    return update
