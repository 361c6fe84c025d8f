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
UNITS = tuple(s.KINDS[kind] for kind in s.UNIT_KINDS)  # by bit of the outcome column `melded_early`


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
    return _lifts(data, "melded_early", [(kind, bit) for bit, kind in enumerate(UNITS)])


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


def controlled_lifts(data: RunData, pieces: Sequence[str] = UNITS) -> dict[str, Lift]:
    """By unit kind: least squares of the win share on having melded it early and on the opening value (section h).

    The coefficient of the piece: with against without, at equal opening value. Pieces that fewer than 50 seats melded or
    went without are left out. Two passes over the stored games for all pieces together: the normal equations, then their
    error from the spread between blocks.
    """
    wanted = [UNITS.index(name) for name in pieces]
    gram = sum((z @ z.T for z, _ in _regressors(data, wanted)), np.zeros((3 + len(wanted), 3 + len(wanted))))
    fits = {name: _fit(gram, 3 + i) for i, name in enumerate(pieces)}
    squares = dict.fromkeys(pieces, 0.0)
    for z, block in _regressors(data, wanted):
        for i, name in enumerate(pieces):
            if (fit := fits[name]) is not None:
                squares[name] += _spread(fit, z[0], z[1], z[3 + i], z[2], block)
    return {name: Lift(float(fit.beta[2]), float(np.sqrt(squares[name])), fit.n) for name, fit in fits.items() if fit}


@dataclass(frozen=True)
class _Fit:
    """Coefficients of (1, opening value, piece), the piece's row of the inverse normal matrix, and seats that have it."""

    beta: NDArray[np.float64]
    row: NDArray[np.float64]
    n: int


def _fit(gram: NDArray[np.float64], piece: int) -> _Fit | None:
    """Solve the normal equations of one piece out of the sums of all; None where too few seats tell."""
    x = [0, 1, piece]
    square, n, seats = gram[np.ix_(x, x)], gram[piece, piece], gram[0, 0]
    if min(n, seats - n) < LEAST or np.linalg.matrix_rank(square) < 3:
        return None
    inverse = np.linalg.inv(square)
    return _Fit(inverse @ gram[x, 2], inverse[2], int(n))


def _spread(fit: _Fit, *rows: NDArray[Any]) -> float:
    """Sum over blocks of the squared influence on the piece's coefficient. `rows`: 1, opening, piece, win share, block."""
    one, opening, piece, wins, block = rows
    residual = wins - (fit.beta[0] + fit.beta[1] * opening + fit.beta[2] * piece)
    influence = (fit.row[0] * one + fit.row[1] * opening + fit.row[2] * piece) * residual
    return float(np.square(np.bincount(block, weights=influence)).sum())


def _regressors(data: RunData, bits: Sequence[int]) -> Iterator[tuple[NDArray[np.float64], NDArray[np.int64]]]:
    """Per chunk: z[3 + pieces, seats * games] of (1, opening value, win share, each piece); the block of each, from 0."""
    seats = range(data.seats)
    stems = ("melded_early", "opening_value", "win_share")
    for columns in data.chunks("block", *(f"{stem}_s{k}" for stem in stems for k in seats)):
        masks, opening, wins = (np.concatenate([columns[f"{stem}_s{k}"] for k in seats]) for stem in stems)
        z = np.empty((3 + len(bits), len(wins)))
        z[0], z[1], z[2] = 1, opening, wins
        for i, bit in enumerate(bits):
            z[3 + i] = (masks.astype(np.int64) >> bit) & 1
        block = np.tile(np.asarray(columns["block"], np.int64), data.seats)
        yield z, block - block.min()
