"""What a use case tells while it works; the command line draws it, a notebook may ignore it."""

from __future__ import annotations

from typing import Protocol


class Watch(Protocol):
    """Receives progress.

    `stage` begins a piece of work of `total` units (None: unknown); `done` says how far it is; `tell` is a plain sentence
    about the piece that just ended.
    """

    def stage(self, label: str, total: int | None = None, unit: str = "games") -> None:
        """A new piece of work begins."""

    def done(self, amount: int) -> None:
        """`amount` units of it are done."""

    def tell(self, text: str) -> None:
        """The piece of work has ended, and this is worth saying."""


class Silent:
    """Tells nobody."""

    def stage(self, label: str, total: int | None = None, unit: str = "games") -> None:
        """Ignored."""

    def done(self, amount: int) -> None:
        """Ignored."""

    def tell(self, text: str) -> None:
        """Ignored."""
