"""Win-rate lift: how much more often a seat wins that melded a kind of piece early, or whose event had its effect.

Lift alone is confounded with drawing much; standard errors are clustered by game.
"""

from __future__ import annotations

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
    seats = range(data.seats)
    columns = data.columns(*(f"{stem}_s{k}" for stem in ("busted", "win_share") for k in seats))
    wins = np.stack([columns[f"win_share_s{k}"] for k in seats]) - 1 / data.seats
    return _lift(np.stack([columns[f"busted_s{k}"] for k in seats]) > 0, wins)


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
