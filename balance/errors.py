"""What can go wrong, in words a designer can act on, and the exit code each kind ends with."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

EXIT_DONE = 0
EXIT_BAND_MISSED = 1
EXIT_BAD_INPUT = 2
EXIT_BUG = 3
EXIT_UNDECIDED = 4
EXIT_INTERRUPTED = 130


class BalanceError(Exception):
    """Base of all errors we raise on purpose.

    `code` names the kind for `balance explain CODE`; `hint` says what to do next.
    """

    exit_code = EXIT_BUG
    code = "internal"

    def __init__(self, message: str, *, hint: str = "", code: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        if code is not None:
            self.code = code


class UserError(BalanceError):
    """Bad usage, a bad scenario or a folder we may not write: exit code 2."""

    exit_code = EXIT_BAD_INPUT
    code = "usage"


class BugError(BalanceError):
    """An invariant of ours is broken: exit code 3, please report."""

    exit_code = EXIT_BUG
    code = "internal"


class StoppedError(BalanceError):
    """Ctrl-C before there was anything to report: exit code 130."""

    exit_code = EXIT_INTERRUPTED
    code = "interrupted"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with an input.

    `path` is the breadcrumb into the scenario, e.g. ``("rules", "fate_54_nuts")`` or ``("seat", 0, "policy")``;
    the scenario loader turns it into file:line:column. `legal` lists what would have been accepted.
    """

    path: tuple[str | int, ...]
    message: str
    legal: str = ""
    nearest: str = ""
    code: str = "value"

    def breadcrumb(self) -> str:
        """`seat[1].policy`, the way a person would write the path."""
        text = ""
        for part in self.path:
            text += f"[{part}]" if isinstance(part, int) else (f".{part}" if text else part)
        return text

    def text(self) -> str:
        """Path and message, then on lines of their own the nearest name and what is legal."""
        lines = [f"{self.breadcrumb()}: {self.message}" if self.path else self.message]
        if self.nearest:
            lines.append(f"  = did you mean {self.nearest!r}?")
        if self.legal:
            lines.append(f"  = legal: {self.legal}")
        return "\n".join(lines)


@dataclass(eq=False)
class InputError(UserError):
    """Everything wrong with one input, reported at once."""

    problems: Sequence[Problem] = field(default_factory=tuple)
    source: str = ""

    def __post_init__(self) -> None:
        super().__init__("\n".join(problem.text() for problem in self.problems), code="scenario")


def nearest(name: str, known: Iterable[str]) -> str:
    """The known name closest to `name`, or an empty string when none is close."""
    found = difflib.get_close_matches(name, list(known), n=1, cutoff=0.6)
    return found[0] if found else ""
