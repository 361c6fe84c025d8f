"""Win-rate lift: how much more often a seat wins that melded a kind of piece early, or whose event had its effect.

Lift alone is confounded with drawing much: `controlled_lifts` holds the opening value equal (section h). Standard errors
of plain lifts are clustered by game, of controlled ones by block.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.games.contract import RunData
from balance.games.planet_busters import state as s

Z = 1.959963984540054
LEAST = 50  # seats that must have the piece


@dataclass(frozen=True)
class Lift:
    """Win share of the seats concerned less 1/players, its standard error, and how many seats."""

    estimate: float
    error: float
    n: int

    def interval(self) -> tuple[float, float, float]:
        """Estimate and 95 % interval."""
        return self.estimate, self.estimate - Z * self.error, self.estimate + Z * self.error


def piece_lifts(data: RunData) -> dict[str, Lift]:
    """By unit kind: seats that melded it by the end of round `lift_round`."""
    return _lifts(data, "melded_early", [(s.KINDS[kind], bit) for bit, kind in enumerate(s.UNIT_KINDS)])


def event_lifts(data: RunData) -> dict[str, Lift]:
    """By event: seats whose event had its effect."""
    return _lifts(data, "events_success", [(name, bit) for bit, name in enumerate(s.EVENTS)])


def hit_lift(data: RunData) -> Lift:
    """Seats that destroyed a planet with a buster."""
    return _counted_lift(data, "busted")


def sent_lift(data: RunData) -> Lift:
    """Seats that sent a buster, whatever became of it."""
    return _counted_lift(data, "busters_sent")


def _counted_lift(data: RunData, name: str) -> Lift:
    seats = range(data.seats)
    columns = data.columns(*(f"{stem}_s{k}" for stem in (name, "win_share") for k in seats))
    wins = np.stack([columns[f"win_share_s{k}"] for k in seats]) - 1 / data.seats
    return _lift(np.stack([columns[f"{name}_s{k}"] for k in seats]) > 0, wins)


def _lifts(data: RunData, name: str, bits: list[tuple[str, int]]) -> dict[str, Lift]:
    seats = range(data.seats)
    columns = data.columns(*(f"{stem}_s{k}" for stem in (name, "win_share") for k in seats))
    masks = np.stack([columns[f"{name}_s{k}"] for k in seats])
    wins = np.stack([columns[f"win_share_s{k}"] for k in seats]) - 1 / data.seats
    found = {word: _lift(((masks >> bit) & 1).astype(bool), wins) for word, bit in bits}
    return {word: lift for word, lift in found.items() if lift.n >= LEAST}


def _lift(has: NDArray[np.bool_], wins: NDArray[Any]) -> Lift:
    n = int(has.sum())
    if n == 0:
        return Lift(float("nan"), float("nan"), 0)
    mean = float(wins[has].sum() / n)
    per_game = np.where(has, wins - mean, 0.0).sum(axis=0)
    return Lift(mean, float(np.sqrt(np.square(per_game).sum()) / n), n)


def controlled_lifts(data: RunData, pieces: Sequence[str]) -> dict[str, Lift]:
    """By unit kind: least squares of the win share on having melded it early and on the opening value (section h).

    The coefficient of the piece: with against without, at equal opening value. Pieces that fewer than 50 seats melded or
    went without are left out.
    """
    bits = {s.KINDS[kind]: bit for bit, kind in enumerate(s.UNIT_KINDS)}
    found = {name: _controlled(data, bits[name]) for name in pieces}
    return {name: lift for name, lift in found.items() if lift is not None}


def _controlled(data: RunData, bit: int) -> Lift | None:
    """Two passes over the stored games: the normal equations, then their error from the spread between blocks."""
    square, product = np.zeros((3, 3)), np.zeros(3)
    for x, wins, _ in _regressors(data, bit):
        square += x @ x.T
        product += x @ wins
    with_piece, seats = square[1, 1], square[0, 0]
    if min(with_piece, seats - with_piece) < LEAST or np.linalg.matrix_rank(square) < 3:
        return None
    inverse = np.linalg.inv(square)
    beta = inverse @ product
    spread = np.zeros((3, 3))
    for x, wins, block in _regressors(data, bit):
        scores = x * (wins - beta @ x)
        by_block = np.stack([np.bincount(block, weights=row) for row in scores])
        spread += by_block @ by_block.T
    error = float(np.sqrt((inverse @ spread @ inverse)[1, 1]))
    return Lift(float(beta[1]), error, int(with_piece))


def _regressors(
    data: RunData, bit: int
) -> Iterator[tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]]]:
    """Per chunk: x[3, seats * games] of (1, piece, opening value), win shares, and the block of each, from 0."""
    seats = range(data.seats)
    stems = ("melded_early", "opening_value", "win_share")
    for columns in data.chunks("block", *(f"{stem}_s{k}" for stem in stems for k in seats)):
        masks, opening, wins = (np.concatenate([columns[f"{stem}_s{k}"] for k in seats]) for stem in stems)
        has = (masks.astype(np.int64) >> bit) & 1
        block = np.tile(np.asarray(columns["block"], np.int64), data.seats)
        x = np.stack([np.ones(len(has)), has, opening]).astype(np.float64)
        yield x, wins.astype(np.float64), block - block.min()
