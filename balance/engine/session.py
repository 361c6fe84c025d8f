"""Plays the arms of a run chunk by chunk: simulate, check, measure, store, look, in game order.

The worker threads do everything that is pure (play, count, measure, encode); the caller's thread only adds up, writes
files and decides whether to go on. Every arm plays the same blocks, so arms are paired game by game.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.engine.chunks import Chunk, cut
from balance.engine.outcomes import Counts, count, flat_columns, identity_columns, rows_digest
from balance.engine.run_folder import Part, RunFolder
from balance.engine.table import Table, add_tallies
from balance.engine.threads import in_order
from balance.games.contract import Columns, Metric
from balance.stats.blocks import sum_blocks


@dataclass(frozen=True)
class ArmChunk:
    """What one arm gave in one chunk. `sums`: float64[units, metrics, 2], see `unit_sums`.

    `encoded`: the rows as the bytes of a Parquet file. `changed`: games whose row differs from the first arm's.
    """

    counts: Counts
    digest: str
    tally: Any
    sums: NDArray[np.float64]
    encoded: bytes
    changed: int = 0


@dataclass
class ArmTotals:
    """Running totals of one arm."""

    counts: Counts = field(default_factory=Counts)
    digests: list[str] = field(default_factory=list)
    tally: Any = None
    changed: int = 0

    def add(self, part: ArmChunk) -> None:
        """Take in the next chunk."""
        self.counts = self.counts + part.counts
        self.digests.append(part.digest)
        self.changed += part.changed
        if self.tally is None:
            self.tally = part.tally.copy()
        else:
            add_tallies(self.tally, part.tally)


Look = Callable[[Chunk, Mapping[str, ArmChunk]], bool]


@dataclass
class Session:
    """One run under way. `metrics` are measured while playing; `look` is called after each complete chunk.

    `active` names the arms still played; removing a name drops that arm from later chunks (the first arm, the baseline,
    must stay). `look` returns True to stop.
    """

    tables: Mapping[str, Table]
    metrics: Mapping[str, Sequence[Metric]]
    folder: RunFolder
    threads: int
    totals: dict[str, ArmTotals] = field(default_factory=dict)
    active: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.active = self.active or list(self.tables)
        self.totals = {arm: self.totals.get(arm, ArmTotals()) for arm in self.tables}

    def play(self, first: int, games: int, size: int, first_chunk: int, look: Look) -> None:
        """Play games first..games-1 of every active arm in chunks of `size`; stops when `look` says so."""
        for chunk, parts in in_order(self._work, cut(first, games, size, first_chunk), self.threads):
            kept = {arm: parts[arm] for arm in self.active if arm in parts}
            for arm, part in kept.items():
                self.totals[arm].add(part)
                stored = Part(arm, chunk, part.counts, part.digest, "")
                self.folder.add_part(stored, part.encoded, part.tally)
            self.folder.save()
            if look(chunk, kept):
                return

    def _work(self, chunk: Chunk) -> dict[str, ArmChunk]:
        parts: dict[str, ArmChunk] = {}
        base: Any = None
        for arm in list(self.active):
            part, rows = play_chunk(self.tables[arm], self.metrics[arm], chunk, base)
            base = rows if base is None else base
            parts[arm] = part
        return parts


def play_chunk(table: Table, metrics: Sequence[Metric], chunk: Chunk, base: Any = None) -> tuple[ArmChunk, Any]:
    """Play one chunk of one table: measured, checked and encoded; also returns the rows."""
    rows, tally = table.play(chunk.first, chunk.last)
    seats = table.ruleset.seats
    counts = count(rows, seats, chunk.first)
    flat = flat_columns(rows, table.outcome)
    identity = identity_columns(chunk.first, chunk.last, table.plan)
    wins = next(column.names() for column in table.outcome.columns if column.field == "win")
    known = with_win_aliases({**identity, **flat}, wins[:seats])
    part = ArmChunk(
        counts=counts,
        digest=rows_digest(rows, chunk.first),
        tally=tally,
        sums=unit_sums(known, metrics, table.unit_size),
        encoded=encode({**identity, **flat}),
        changed=rows_changed(base, rows) if base is not None else 0,
    )
    return part, rows


def with_win_aliases(columns: Mapping[str, NDArray[Any]], wins: Sequence[str]) -> Columns:
    """Add `win:0`, `win:1`, ...: the win share of each seat under the same name in every game."""
    return {**columns, **{f"win:{seat}": columns[name] for seat, name in enumerate(wins)}}


def unit_sums(columns: Columns, metrics: Sequence[Metric], unit_size: int) -> NDArray[np.float64]:
    """Per independent unit and metric the sums of numerator and denominator: float64[units, metrics, 2]."""
    games = len(columns["ending"])
    values = np.ones((games, len(metrics), 2), np.float64)
    for index, metric in enumerate(metrics):
        values[:, index, 0] = metric.numerator(columns)
        if metric.denominator is not None:
            values[:, index, 1] = metric.denominator(columns)
    return sum_blocks(values, unit_size)


def rows_changed(base: Any, rows: Any) -> int:
    """How many rows differ in at least one byte."""
    if base.dtype != rows.dtype:
        return len(rows)
    shape = (len(rows), rows.dtype.itemsize)
    left = np.ascontiguousarray(base).view(np.uint8).reshape(shape)
    right = np.ascontiguousarray(rows).view(np.uint8).reshape(shape)
    return int((left != right).any(axis=1).sum())


def encode(columns: Mapping[str, NDArray[Any]]) -> bytes:
    """The columns as a complete Parquet file in memory."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    sink = io.BytesIO()
    pq.write_table(pa.table(dict(columns)), sink, compression="zstd", use_dictionary=False, write_statistics=False)
    return sink.getvalue()
