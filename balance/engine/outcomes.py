"""Outcome rows: checked, flattened to named columns, counted and fingerprinted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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


def row_hashes(rows: Any, first: int) -> NDArray[np.uint64]:
    """Two 64-bit hashes per row of `rows` (games first..), each mixed with its game number: uint64[n, 2]."""
    raw = np.ascontiguousarray(rows).view(np.uint8).reshape(len(rows), -1)
    width = -(-raw.shape[1] // 8) * 8
    padded = np.zeros((len(rows), width), np.uint8)
    padded[:, : raw.shape[1]] = raw
    words = padded.view(np.uint64)
    weights = np.random.default_rng(20_260).integers(1, 2**63, (words.shape[1], 2), dtype=np.uint64) * 2 + 1
    game = np.arange(first, first + len(rows), dtype=np.uint64)[:, None]
    # word by word: a product matrix [n, words, 2] would be larger than the rows themselves
    total = _mix(game * np.array([0x9E3779B97F4A7C15, 0xD1B54A32D192ED03], dtype=np.uint64))
    for index in range(words.shape[1]):
        total += _mix(words[:, index : index + 1] + weights[index]) * weights[index]
    return _mix(total)


def _mix(x: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The finaliser of splitmix64."""
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


def rows_digest(rows: Any, first: int) -> str:
    """Fingerprint of the rows of games first..: 32 hex digits. Fingerprints of parts add up (see `add_digests`)."""
    low, high = row_hashes(rows, first).sum(axis=0, dtype=np.uint64)
    return f"{int(high):016x}{int(low):016x}"


def add_digests(digests: Iterable[str]) -> str:
    """Fingerprint of a whole from those of its parts, in any order and however it was cut."""
    mask = (1 << 64) - 1
    low = high = 0
    for digest in digests:
        high = (high + int(digest[:16], 16)) & mask
        low = (low + int(digest[16:], 16)) & mask
    return f"{high:016x}{low:016x}"


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
