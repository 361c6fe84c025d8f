"""The metrics every game has: win share per seat and player, ties, caps, length, how it ended."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from balance.games.contract import CAPPED, PLAYED_OUT, Columns, Game, Metric, OutcomeSpec

ENDINGS = "capped games left out"
TIES = "a shared win counts 1/n per winner"


def standard_metrics(game: Game, seats: int, player_labels: Sequence[str]) -> tuple[Metric, ...]:
    """The standard set for a table of `seats` with these players."""
    spec = game.outcome.get()
    found = [_seat_share(seat, seats) for seat in range(seats)]
    if len(player_labels) > 1:
        found += [_player_share(index, label, seats) for index, label in enumerate(player_labels)]
    found += [_ties(seats), _caps(), _length(spec)]
    found += [_reason(code, name) for code, name in spec.reasons.items()]
    return tuple(found)


def all_metrics(game: Game, seats: int, player_labels: Sequence[str]) -> tuple[Metric, ...]:
    """Standard metrics, then the game's own; a metric of a seat that is not taken is left out."""
    own = [metric for metric in game.desk.get().metrics if _seat_of(metric.name) <= seats]
    return standard_metrics(game, seats, player_labels) + tuple(own)


def _seat_of(name: str) -> int:
    """The seat a metric is about, 0 for none: `colonies[seat=3]` -> 3."""
    found = re.search(r"seat=(\d+)", name)
    return int(found.group(1)) if found else 0


def shared_metrics(lists: Sequence[Sequence[Metric]]) -> tuple[Metric, ...]:
    """The metrics that every arm has, as the first arm defines them."""
    common = set.intersection(*({metric.name for metric in metrics} for metrics in lists))
    return tuple(metric for metric in lists[0] if metric.name in common)


def win_columns(game: Game) -> tuple[str, ...]:
    """Flat names of the `win` field, one per seat."""
    return next(column.names() for column in game.outcome.get().columns if column.field == "win")


def _played(columns: Columns) -> NDArray[np.bool_]:
    return np.asarray(columns["ending"] == PLAYED_OUT)


def _seat_share(seat: int, seats: int) -> Metric:
    name = f"win:{seat}"
    return Metric(
        name=f"win_share[seat={seat + 1}]",
        title=f"Win share of seat {seat + 1}",
        meaning=f"wins of seat {seat + 1} / games played out ({ENDINGS}; {TIES}); {1 / seats:.4g} if seats are equal",
        columns=(name, "ending"),
        numerator=lambda c: np.where(_played(c), c[name], 0.0),
        denominator=_played,
        kind="share",
        unit="share of games",
        headline=True,
    )


def _player_share(index: int, label: str, seats: int) -> Metric:
    seats_of = [f"player_{seat + 1}" for seat in range(seats)]
    wins_of = [f"win:{seat}" for seat in range(seats)]

    def held(columns: Columns) -> NDArray[np.float64]:
        count = sum((np.asarray(columns[name]) == index).astype(np.float64) for name in seats_of)
        return np.asarray(count * _played(columns))

    def won(columns: Columns) -> NDArray[np.float64]:
        pairs = zip(seats_of, wins_of, strict=True)
        total = sum(np.where(np.asarray(columns[seat]) == index, columns[win], 0.0) for seat, win in pairs)
        return np.asarray(np.where(_played(columns), total, 0.0))

    return Metric(
        name=f"win_share[player={label}]",
        title=f"Win share of {label}, per seat held",
        meaning=f"wins of {label} / seats it held in games played out ({ENDINGS}; {TIES}); "
        f"{1 / seats:.4g} if equally strong",
        columns=(*seats_of, *wins_of, "ending"),
        numerator=won,
        denominator=held,
        kind="share",
        unit="share of seats held",
        headline=True,
    )


def _ties(seats: int) -> Metric:
    wins = [f"win:{seat}" for seat in range(seats)]

    def shared(columns: Columns) -> NDArray[np.bool_]:
        best = np.max([np.asarray(columns[name]) for name in wins], axis=0)
        return np.asarray(_played(columns) & (best < 1.0))

    return Metric(
        "ties", "Shared wins", f"games won by more than one seat / games played out ({ENDINGS})",
        (*wins, "ending"), shared, _played, "share", "share of games",
    )  # fmt: skip


def _caps() -> Metric:
    return Metric(
        "caps", "Games stopped by the cap", "games that hit the turn or round cap / all games; never counted as a draw",
        ("ending",), lambda c: np.asarray(c["ending"]) == CAPPED, None, "share", "share of games",
    )  # fmt: skip


def _length(spec: OutcomeSpec) -> Metric:
    column = spec.length
    return Metric(
        "length", f"Game length ({column})", f"mean of `{column}` over all games, capped ones at the cap",
        (column,), lambda c: np.asarray(c[column], dtype=np.float64), None, "mean", column, headline=True,
    )  # fmt: skip


def _reason(code: int, name: str) -> Metric:
    return Metric(
        f"ending[{name}]", f"Ended by: {name}", f"games whose end reason is “{name}” / all games",
        ("end_reason",), _equals("end_reason", code), None, "share", "share of games",
    )  # fmt: skip


def _equals(column: str, code: int) -> Callable[[Columns], NDArray[np.bool_]]:
    return lambda columns: np.asarray(columns[column]) == code
