"""Figures of whole games: duels of declarations, technologies, the race, where actions go (spec C3, C7, C9, C10)."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.games.astronuts.checks import weights_of
from balance.games.astronuts.ruleset import load_policies
from balance.games.astronuts.seat_sums import (
    Floats,
    duels,
    each_seat,
    histograms_by_player,
    moments_by,
    quantile_of,
    sums_by_player,
    twelfths_by_side,
)
from balance.games.astronuts.words import LETTERS, TECHNOLOGIES
from balance.games.contract import PLAYED_OUT, RunData

KINDS = (
    ("a_move", "move"), ("a_extract", "extract"), ("a_colonise", "found"), ("a_attack", "attack"),
    ("a_tech", "technology"), ("a_build", "build"), ("a_calm", "lost to natives"), ("x_unused", "unused"),
)  # fmt: skip
ENOUGH_SEATS = 40
MOST_COLONIES = 127  # what their columns can hold
MARKERS = "os^D"


def fixed_declarations(data: RunData) -> dict[int, list[int]]:
    """Declared number -> players that always declare it."""
    found: dict[int, list[int]] = {}
    for player, weights in enumerate(weights_of(data)):
        mode = str(weights["declare"])
        if mode.startswith("fixed:"):
            found.setdefault(int(mode.split(":")[1]), []).append(player)
    return dict(sorted(found.items()))


def declaration_duel(ax: Any, data: RunData) -> str:
    """C3: of the games either of two declarations won, the share that went to the first."""
    numbers = fixed_declarations(data)
    order = list(numbers)
    wins, met = duels(*twelfths_by_side(data, list(numbers.values())))
    cells, said = np.full(wins.shape, np.nan), []
    for i, j in zip(*np.nonzero(wins + wins.T > 0), strict=True):
        if i != j:
            cells[i, j] = wins[i, j] / (wins[i, j] + wins[j, i])
        if i < j:
            said.append(f"{order[i]} beats {order[j]} in {cells[i, j]:.1%} of {int(met[i, j]):,} games")
    ax.grid(False)
    ax.imshow(cells, cmap="PuOr_r", vmin=0, vmax=1, aspect="auto")
    for (i, j), value in np.ndenumerate(cells):
        text = "–" if np.isnan(value) else f"{value:.1%}"
        ax.text(j, i, text, ha="center", va="center", color="white" if abs(value - 0.5) > 0.35 else "black")
    ax.set_xticks(range(len(order)), [str(d) for d in order])
    ax.set_yticks(range(len(order)), [str(d) for d in order])
    ax.set_xlabel("the other always declares (cell: share of the wins of these two)")
    ax.set_ylabel("always declares")
    return f"Fixed declarations against each other: {'; '.join(said)}."


def technology_lift(ax: Any, data: RunData) -> str:
    """C7: win share of seats that obtained a technology by a round, less that of seats of the same policy without."""
    moments = _technology_moments(data)
    bins = _round_bins(moments[:, 0, :, 2:].sum(axis=(0, 1)))
    said = []
    for number, name in enumerate(TECHNOLOGIES):
        xs, ys, errors = [], [], []
        for place, (low, high, _) in enumerate(bins):
            played_out = moments[number, :, :-1]
            lift = _lift(played_out[..., low + 1 : high + 2].sum(axis=-1), played_out[..., 0])
            if lift is not None:
                xs.append(place + 0.12 * (number - 1.5))
                ys.append(lift[0])
                errors.append(1.96 * lift[1])
        if not xs:
            continue
        ax.errorbar(xs, ys, yerr=errors, fmt=f"{MARKERS[number]}-", capsize=3, linewidth=1.2, label=name)
        said.append(f"{name} {', '.join(f'{y:+.1%} ({bins[round(x)][2]})' for x, y in zip(xs, ys, strict=True))}")
    ax.axhline(0, color="0.4", linewidth=1)
    ax.set_xticks(range(len(bins)), [words for *_, words in bins])
    ax.set_xlim(-0.5, len(bins) - 0.5)
    ax.set_xlabel("round in which the technology was obtained")
    ax.set_ylabel("win share, less seats without it")
    ax.yaxis.set_major_formatter(lambda value, _: f"{value:+.0%}")
    ax.margins(y=0.15)
    ax.legend(loc="best", fontsize=8)
    return (
        f"Win share of seats with a technology less that of seats of the same policy without it: {'; '.join(said)}. "
        "Seats that are ahead buy more, so this is not the technology's effect alone."
    )


def _technology_moments(data: RunData) -> Floats:
    """Seats, wins and squared wins, float64[technology, 3, policy, round + 1]; round -1: never obtained.

    Games cut off stand in a policy of their own, the last.
    """
    stems = [f"tech_round_{letter}" for letter in LETTERS.lower()]
    policies = len(load_policies().policies)
    shape = (policies + 1, int(data.ruleset["max_rounds"]) + 2)
    moments = np.zeros((len(stems), 3, *shape))
    names = ("ending", "policy_{}", "win_{}", *(f"{stem}_{{}}" for stem in stems))
    for ending, policy, wins, *rounds in each_seat(data, *names):
        groups = np.where(ending == PLAYED_OUT, policy, policies)
        for number, obtained in enumerate(rounds):
            moments[number] += moments_by(groups, obtained + 1, wins, shape)
    return moments


def _round_bins(counts: NDArray[Any]) -> list[tuple[int, int, str]]:
    """Three or four spans of rounds that hold the technologies obtained; counts[0] is round 1."""
    cuts = sorted({1 + int(quantile_of(counts, q)) for q in (0.25, 0.5, 0.75)})
    edges = [1, *(cut + 1 for cut in cuts), 10_000]
    spans = [(low, high - 1) for low, high in pairwise(edges) if high > low]
    return [(low, high, _span(low, high)) for low, high in spans]


def _span(low: int, high: int) -> str:
    if high > 9_000:
        return f"{low} or later"
    return f"{low}" if low == high else f"{low}-{high}"


def _lift(have: Floats, without: Floats) -> tuple[float, float] | None:
    """(difference of win shares, its standard error), weighted over policies by the seats that have it.

    Both float64[3, policies]: seats, wins and squared wins.
    """
    enough = (have[0] >= ENOUGH_SEATS) & (without[0] >= ENOUGH_SEATS)
    if not enough.any():
        return None
    seats, means, errors = have[0, enough], [], []
    for n, wins, squares in (have[:, enough], without[:, enough]):
        means.append(wins / n)
        errors.append((squares / n - (wins / n) ** 2) / n)
    variance = float((seats**2 * (errors[0] + errors[1])).sum())
    return float((seats * (means[0] - means[1])).sum() / seats.sum()), max(0.0, variance) ** 0.5 / seats.sum()


def race(ax: Any, data: RunData) -> str:
    """C9: colonies after rounds 3, 6, 10 and at the end, mean and the middle 80 % of seats, per player."""
    stems = ("col_r3", "col_r6", "col_r10", "colonies")
    counts = histograms_by_player(data, stems, MOST_COLONIES)
    said = []
    for player, label in enumerate(data.player_labels):
        if not counts[0, player].any():
            continue
        means = counts[:, player] @ np.arange(MOST_COLONIES + 1) / counts[0, player].sum()
        low, high = (np.array([quantile_of(row, q) for row in counts[:, player]]) for q in (0.1, 0.9))
        shift = 0.09 * (player - (len(data.player_labels) - 1) / 2)
        ax.errorbar(
            np.arange(len(stems)) + shift, means, yerr=[np.maximum(0, means - low), np.maximum(0, high - means)],
            fmt=f"{MARKERS[player % 4]}-", capsize=3, linewidth=1.4, elinewidth=0.9, label=label,
        )  # fmt: skip
        said.append(f"{label} {', '.join(f'{mean:.1f}' for mean in means)}")
    ax.set_xticks(range(len(stems)), ["round 3", "round 6", "round 10", "end"])
    ax.set_ylabel("colonies on the board")
    ax.set_xlabel("whiskers: 80 % of seats; games over before a round count with their end")
    ax.set_ylim(bottom=0)
    ax.margins(y=0.25)
    ax.legend(loc="lower right")
    return f"Mean colonies after rounds 3, 6, 10 and at the end: {'; '.join(said)}."


def actions_spent(ax: Any, data: RunData) -> str:
    """C10: where the actions of each player go, mean per seat and game."""
    labels = list(data.player_labels)
    sums, held = sums_by_player(data, [column for column, _ in KINDS])
    left = np.zeros(len(labels))
    said: dict[str, list[str]] = {label: [] for label in labels}
    for (_, words), total in zip(KINDS, sums, strict=True):
        means = total / np.maximum(held, 1)
        if means.max() < 0.005:
            continue
        bars = ax.barh(range(len(labels)), means, left=left, label=words, edgecolor="white", linewidth=0.5)
        for bar, mean in zip(bars, means, strict=True):
            if mean > 0.05 * max(1.0, float(total.sum()) / data.games) and mean >= 1:
                ax.annotate(f"{mean:.1f}", bar.get_center(), ha="center", va="center", fontsize=7.5)
        left = left + means
        for label, mean in zip(labels, means, strict=True):
            said[label].append(f"{words} {mean:.1f}")
    ax.set_yticks(range(len(labels)), labels)
    ax.set_ylim(-0.6, len(labels) - 0.4)
    ax.set_xlim(0, float(left.max()) * 1.02)
    ax.grid(axis="y", visible=False)
    ax.set_xlabel("actions per seat and game")
    ax.legend(loc="lower left", bbox_to_anchor=(0, 1.01), ncols=4, fontsize=8)
    told = "; ".join(f"{label}: {', '.join(parts)}" for label, parts in said.items())
    return f"Actions per seat and game: {told}."
