"""What happened in one game, as rows of integers.

Kernels call `emit(trace, ...)`. With `trace=None` numba prunes the call at compile time, so the hot path pays nothing;
with a trace record the row is appended. `play_one` receives a record from `new_trace` and Python reads it back
with `trace_rows`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.kit.jit import shared

FIELDS = 8  # event, seat, then six values whose meaning the game's event list gives


def trace_dtype(capacity: int) -> np.dtype[Any]:
    """Record type of a trace with room for `capacity` rows; `n` counts all rows, also those that found no room."""
    return np.dtype([("n", np.int64), ("row", np.int32, (capacity, FIELDS))])


def new_trace(capacity: int = 65_536) -> Any:
    """An empty trace record."""
    return np.zeros(1, trace_dtype(capacity)).view(np.recarray)[0]


@shared
def emit(trace, event, seat, a=0, b=0, c=0, d=0, e=0, f=0):
    """Append one row to `trace`; does nothing (and costs nothing) when `trace` is None."""
    if trace is not None:
        n = trace.n
        if n < trace.row.shape[0]:
            row = trace.row[n]
            row[0] = event
            row[1] = seat
            row[2] = a
            row[3] = b
            row[4] = c
            row[5] = d
            row[6] = e
            row[7] = f
        trace.n = n + 1


def trace_rows(trace: Any) -> list[tuple[int, ...]]:
    """Rows of a trace record as tuples of ints; raises OverflowError when it was too small."""
    n = int(trace.n)
    if n > trace.row.shape[0]:
        raise OverflowError(f"trace holds {trace.row.shape[0]} rows, the game wrote {n}")
    return [tuple(int(value) for value in row) for row in trace.row[:n]]
