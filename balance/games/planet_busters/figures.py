"""The figures that claims compare between two arms: metrics of the long list, and some made for one claim."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from balance.games.contract import Columns, Metric, RunData
from balance.games.planet_busters import state as s
from balance.games.planet_busters.claims_game import opening_pairs
from balance.games.planet_busters.metrics import METRICS, lost_of_melded

_BY_NAME = {metric.name: metric for metric in METRICS}
FIRST_DOMINANT_WINS, REVOLT_POINTS = _BY_NAME["first_dominant_wins"], _BY_NAME["revolted_pts"]
BUSTER_THROUGH, CARRIERS_LOST = _BY_NAME["buster_through"], _BY_NAME["carriers_lost"]
STATION, MERCHANT, TANKER = (_BY_NAME[f"fuel_share_{source}"] for source in ("station", "merchant", "tanker"))
REAR_LOST = lost_of_melded("rear_lost", "Carriers and merchantmen lost", ("carrier", "armed_merchantman"))
LASTING = Metric(
    "lasting_dominance", "Lasting dominance", "Games in which one player keeps the dominance share to the end.",
    ("dominance_round",), lambda c: np.asarray(c["dominance_round"] >= 0, np.float64), None, "share", "of games",
)  # fmt: skip
MAJORITY = Metric(
    "majority", "Majority", "Games in which one player has more than half of all orbit value at some time.",
    ("first_majority_round",), lambda c: np.asarray(c["first_majority_round"] >= 0, np.float64), None, "share", "of games",
)  # fmt: skip
ROUNDS = Metric("rounds", "Rounds", "Rounds of a game.", ("rounds",), lambda c: np.asarray(c["rounds"], np.float64))
DEATHON_KILLS = Metric(
    "deathon_kills", "Kills per Deathon", "Pieces destroyed for each Deathon sent.", ("kills_deathon", "sent_deathon"),
    lambda c: np.asarray(c["kills_deathon"], np.float64), lambda c: np.asarray(c["sent_deathon"], np.float64),
)  # fmt: skip


def auc(seats: int) -> Metric:
    """Pairs of winner and another seat in which the winner had the better opening (C4)."""
    names = ("winner", *(f"opening_value_s{k}" for k in range(seats)))
    return Metric("opening_auc", "Winner opened better", "Pairs in which the winner had the better opening draw.", names,
                  lambda c: opening_pairs(c, seats)[0], lambda c: opening_pairs(c, seats)[1], "share", "of pairs")  # fmt: skip


def lift(kind: str, seats: int) -> Metric:
    """Win share of seats that melded `kind` early, less 1/seats."""
    bit = [s.KINDS[unit] for unit in s.UNIT_KINDS].index(kind)
    names = tuple(f"{stem}_s{k}" for stem in ("melded_early", "win_share") for k in range(seats))

    def has(columns: Columns, k: int) -> NDArray[np.int64]:
        return (np.asarray(columns[f"melded_early_s{k}"], np.int64) >> bit) & 1

    def top(columns: Columns) -> NDArray[np.float64]:
        wins = (has(columns, k) * (columns[f"win_share_s{k}"] - 1 / seats) for k in range(seats))
        return np.asarray(sum(wins), np.float64)

    def bottom(columns: Columns) -> NDArray[np.float64]:
        return np.asarray(sum(has(columns, k) for k in range(seats)), np.float64)

    return Metric(f"lift_{kind}", f"Lift of {kind}", "Win share of seats that melded it early, less the average.", names,
                  top, bottom)  # fmt: skip


def wins_of_player(data: RunData, player: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Per game: win share of the seats that `player` holds, and how many they are."""
    seats = range(data.seats)
    columns = data.columns(*(f"win_share_s{k}" for k in seats), *(f"player_{k + 1}" for k in seats))
    mine = [columns[f"player_{k + 1}"] == player for k in seats]
    won = sum(held * columns[f"win_share_s{k}"] for k, held in enumerate(mine))
    return np.asarray(won, np.float64), np.asarray(sum(mine), np.float64)
