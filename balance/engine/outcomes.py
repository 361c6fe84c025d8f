"""Outcome rows: checked, flattened to named columns, counted and fingerprinted."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.engine.seating import SeatPlan
from balance.errors import BugError
from balance.games.contract import CAPPED, FAILED, PLAYED_OUT, OutcomeSpec


@dataclass(frozen=True, slots=True)
class Counts:
    """How games ended. `wins` have one winner, `ties` a shared win; capped and failed games are neither."""

    wins: int = 0
    ties: int = 0
    capped: int = 0
    failed: int = 0

    @property
    def games(self) -> int:
        """All games."""
        return self.wins + self.ties + self.capped + self.failed

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            self.wins + other.wins, self.ties + other.ties, self.capped + other.capped, self.failed + other.failed
        )


def count(rows: Any, seats: int, first: int) -> Counts:
    """Count endings of `rows` (outcome recarray, games first..); raises BugError when a row is impossible."""
    ending = np.asarray(rows["ending"])
    best = np.asarray(rows["win"])[:, :seats].max(axis=1)
    total = np.asarray(rows["win"])[:, :seats].sum(axis=1)
    played = ending == PLAYED_OUT
    wins = played & (best == 1.0)
    ties = played & (best < 1.0) & (best > 0.0)
    counts = Counts(int(wins.sum()), int(ties.sum()), int((ending == CAPPED).sum()), int((ending == FAILED).sum()))
    wrong = np.flatnonzero((ending == FAILED) | (played & (np.abs(total - 1.0) > 1e-5)))
    if len(wrong) or counts.games != len(rows):
        number = first + int(wrong[0]) if len(wrong) else first
        raise BugError(
            f"game {number} ended in a state the rules do not allow "
            f"(wins {counts.wins} + ties {counts.ties} + capped {counts.capped} + failed {counts.failed}, "
            f"games {len(rows)})",
            hint=f"please report it with the output of: balance replay SCENARIO --game {number}",
        )
    return counts


def flat_columns(rows: Any, spec: OutcomeSpec) -> dict[str, NDArray[Any]]:
    """Columns of `rows` by flat name: every element of a nested field becomes a column of its own."""
    flat: dict[str, NDArray[Any]] = {}
    for column in spec.columns:
        values = np.asarray(rows[column.field]).reshape(len(rows), -1)
        for index, name in enumerate(column.names()):
            flat[name] = values[:, index]
    return flat


def identity_columns(first: int, last: int, plan: SeatPlan) -> dict[str, NDArray[Any]]:
    """Who played: game, block, seating and, per seat, the player who sat there."""
    game = np.arange(first, last, dtype=np.int64)
    seating = (game % plan.block_size).astype(np.int16)
    columns: dict[str, NDArray[Any]] = {"game": game, "block": game // plan.block_size, "seating": seating}
    for seat in range(plan.seatings.shape[1]):
        columns[f"player_{seat + 1}"] = plan.seatings[seating, seat]
    return columns


class RowDigest:
    """Fingerprint of outcome rows in game order: the same however the games were cut into chunks."""

    def __init__(self) -> None:
        self._hash = hashlib.blake2b(digest_size=16)

    def add(self, rows: Any) -> None:
        """Take in the next rows."""
        self._hash.update(np.ascontiguousarray(rows).tobytes())

    def hexdigest(self) -> str:
        """The fingerprint so far."""
        return self._hash.hexdigest()


def check_spec(spec: OutcomeSpec) -> None:
    """Raise BugError when columns and dtype of a game disagree; run once per table."""
    names: Mapping[str, Any] = spec.dtype.fields or {}
    listed = [column.field for column in spec.columns]
    if sorted(listed) != sorted(names):
        raise BugError(f"outcome columns and record differ: {sorted(set(listed) ^ set(names))}")
    for column in spec.columns:
        width = int(np.prod(names[column.field][0].shape, dtype=np.int64)) if names[column.field][0].shape else 1
        if len(column.names()) != width:
            raise BugError(f"outcome column {column.field!r}: {len(column.names())} labels for {width} elements")
