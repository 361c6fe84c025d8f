"""Compiling takes up to a minute, once per machine: say so when it happens, and only then."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from balance.app.watch import Watch

LABEL = "compiling the rules (first time on this machine: up to a minute)"


@contextmanager
def told_compiling(watch: Watch) -> Iterator[None]:
    """Tell `watch` when kernels used inside are compiled, and how long that took; kernels kept on disk say nothing.

    numba reports each function it really compiles, as none that is loaded: names of cache files need not be guessed.
    """
    from numba.core import event

    begun: list[float] = []

    class Listener(event.Listener):
        def on_start(self, event: Any) -> None:
            if not begun:
                begun.append(time.monotonic())
                watch.stage(LABEL)

        def on_end(self, event: Any) -> None:
            pass  # one function of many is done

    with event.install_listener("numba:compile", Listener()):
        yield
    if begun:
        watch.tell(f"compiled in {time.monotonic() - begun[0]:.0f} s")
