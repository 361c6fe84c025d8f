"""Charts every game gets: who wins from which seat, who wins at all, how long, how it ends."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.games.contract import CAPPED, COMMON_CHARTS, PLAYED_OUT, Chart, Game, RunData
from balance.report.style import COLOURS, MARKERS
from balance.stats.quantiles import Histogram, quantile


def standard_charts(game: Game) -> tuple[Chart, ...]:
    """The common charts of `game`."""
    spec = game.outcome.get()

    def length(ax: Any, data: RunData) -> str:
        return draw_length(ax, data, spec.length, dict(spec.reasons))

    seat_id, player_id, length_id = COMMON_CHARTS
    return (
        Chart(seat_id, "Win share by seat", "Does a seat win too often?", draw_seats),
        Chart(
            player_id, "Win share by player", "Who wins?", draw_players,
            applies=lambda data: len(data.player_labels) > 1,
        ),
        Chart(length_id, "Length of a game", "How long does it last, and how does it end?", length, wide=True),
    )  # fmt: skip


def draw_seats(ax: Any, data: RunData) -> str:
    """Win share with interval per seat, over games played out; the line is an equal share."""
    wins = data.columns("ending", *(f"win:{seat}" for seat in range(data.seats)))
    played = wins["ending"] == PLAYED_OUT
    said = []
    for seat in range(data.seats):
        estimate, low, high = data.ratio(np.where(played, wins[f"win:{seat}"], 0.0), played, share=True)
        ax.errorbar(
            seat + 1, estimate, yerr=[[estimate - low], [high - estimate]], fmt=MARKERS[0], capsize=4, color=COLOURS[0]
        )
        ax.annotate(f"{estimate:.1%}", (seat + 1, estimate), xytext=(8, 0), textcoords="offset points", va="center")
        said.append(f"seat {seat + 1} {estimate:.1%} ({low:.1%} to {high:.1%})")
    fair = 1 / data.seats
    ax.axhline(fair, color=COLOURS[-1], linestyle="--", linewidth=1.2)
    ax.annotate(f"equal share {fair:.1%}", (0.52, fair), xytext=(0, 3), textcoords="offset points", fontsize=8.5)
    ax.set_xticks(range(1, data.seats + 1), [f"seat {seat + 1}" for seat in range(data.seats)])
    ax.set_xlim(0.5, data.seats + 0.7)
    ax.margins(y=0.25)
    ax.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    ax.set_ylabel("share of games won")
    return (
        f"Win share by seat over {int(played.sum()):,} games: " + ", ".join(said) + f"; an equal share is {fair:.1%}."
    )


def draw_players(ax: Any, data: RunData) -> str:
    """Win share per seat held for each player, with interval; the line is an equal share."""
    pairs = [(f"player_{seat + 1}", f"win:{seat}") for seat in range(data.seats)]
    columns = data.columns("ending", *(name for pair in pairs for name in pair))
    played = columns["ending"] == PLAYED_OUT
    rows = []
    for index, label in enumerate(data.player_labels):
        won, held = np.zeros(len(played), np.float32), np.zeros(len(played), np.int8)
        for player, win in pairs:
            here = (columns[player] == index) & played
            np.add(won, columns[win], out=won, where=here)
            held += here
        rows.append((label, *data.ratio(won, held, share=True)))
    rows.sort(key=lambda row: row[1])
    for place, (_, estimate, low, high) in enumerate(rows):
        ax.errorbar(
            estimate, place, xerr=[[estimate - low], [high - estimate]], fmt=MARKERS[0], capsize=4, color=COLOURS[0]
        )
        ax.annotate(f"{estimate:.1%}", (estimate, place), xytext=(0, 7), textcoords="offset points", ha="center")
    fair = 1 / data.seats
    ax.axvline(fair, color=COLOURS[-1], linestyle="--", linewidth=1.2)
    ax.set_yticks(range(len(rows)), [row[0] for row in rows])
    ax.set_ylim(-0.6, len(rows) - 0.3)
    ax.xaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    ax.set_xlabel(f"wins per seat held (dashed: equal share {fair:.1%})")
    said = ", ".join(f"{label} {estimate:.1%} ({low:.1%} to {high:.1%})" for label, estimate, low, high in rows[::-1])
    return f"Wins per seat held: {said}."


def draw_length(ax: Any, data: RunData, column: str, reasons: dict[int, str]) -> str:
    """Histogram of game length, stacked by ending; capped games are marked as such."""
    names = (column, "ending", "end_reason") if reasons else (column, "ending")
    columns = data.columns(*names)
    length = columns[column]
    kinds = columns["end_reason"] if reasons else np.zeros(len(length), np.int8)
    capped = columns["ending"] == CAPPED
    spread = Histogram().add(length)
    low, high = spread.start, _quantile(spread, 0.999) + 1
    step = max(1, -(-(high - low) // 60))
    edges = np.arange(low, high + step + 1, step) - 0.5
    bottom = np.zeros(len(edges) - 1)
    for code in sorted(set(np.unique(kinds).tolist())):
        shares = _shares(length[(kinds == code) & ~capped], edges, spread.n)
        if shares.sum() == 0:
            continue
        ax.bar(edges[:-1] + step / 2, shares, step * 0.92, bottom=bottom, label=reasons.get(code, "played out"))
        bottom += shares
    if capped.any():
        shares = _shares(np.minimum(length[capped], high), edges, spread.n)
        label = f"stopped by the cap ({capped.mean():.2%})"
        ax.bar(edges[:-1] + step / 2, shares, step * 0.92, bottom=bottom, label=label, color=COLOURS[-1], hatch="//")
    q10, q50, q90 = (_quantile(spread, q) for q in (0.1, 0.5, 0.9))
    ax.axvline(q50, color="#24292f", linestyle=":", linewidth=1.4, label=f"median {q50}")
    ax.set_xlabel(f"{column} (80 % of games between {q10} and {q90})")
    ax.set_ylabel("share of games")
    ax.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    ax.legend(loc="upper right")
    return f"Game length in {column}: median {q50}, 80 % of games between {q10} and {q90}; {capped.mean():.2%} capped."


def _quantile(spread: Histogram, q: float) -> int:
    return int(quantile(spread, q).estimate)


def _shares(values: NDArray[Any], edges: NDArray[Any], games: int) -> NDArray[np.float64]:
    """How often whole numbers fall between the edges, per game of the run."""
    items = np.array(Histogram().add(values).items()).reshape(-1, 2)
    return np.asarray(np.histogram(items[:, 0], edges, weights=items[:, 1])[0] / games)
