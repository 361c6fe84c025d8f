"""Figures of whole games: length, snowball, seats, lift of pieces, routes to points (section i, 3-7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from balance.games.contract import RunData
from balance.games.planet_busters.charts_battle import by_seat, colours, difference
from balance.games.planet_busters.lift import UNITS, Z, controlled_lifts
from balance.games.planet_busters.odds_deck import turns_of_treaty
from balance.games.planet_busters.state import SAMPLE_ROUNDS

TO_99 = 2.5758 / 1.9600  # a 95 % half width times this is a 99 % half width
ROUTES = ("melded and kept", "captured", "revolted", "colonies")


def length(ax: Any, data: RunData) -> str:
    """When games end, and how long they were decided by then (C1-C5)."""
    columns = data.columns("rounds", "first_dominance_round", "lead_lock_round")
    words = {"rounds": "end of the game", "first_dominance_round": "one player first dominates the orbits",
             "lead_lock_round": "the winner leads for good"}  # fmt: skip
    last = int(columns["rounds"].max()) + 1
    told = []
    for (name, label), colour in zip(words.items(), colours(ax, 3)):
        values = columns[name][columns[name] >= 0]
        if len(values) == 0:
            continue
        density = np.bincount(values.astype(np.int64), minlength=last + 1)[: last + 1] / len(columns[name])
        ax.step(np.arange(last + 1), density, where="mid", color=colour, label=label)
        ax.fill_between(np.arange(last + 1), density, step="mid", color=colour, alpha=0.12)
        told.append(f"{label}: median round {np.median(values):g} ({len(values) / len(columns[name]):.0%} of games)")
    if _nobody_plays(data):
        ends = turns_of_treaty({**data.ruleset.values, "players": data.seats})[1]
        rounds: dict[int, float] = {}
        for turn, p in ends.items():
            rounds[-(-turn // data.seats)] = rounds.get(-(-turn // data.seats), 0.0) + float(p)
        ax.plot(list(rounds), list(rounds.values()), "k--", lw=1.2, label="place of the Treaty (exact)")
    ax.set(xlabel="round", ylabel="share of games", xlim=(0, last), ylim=(0, None))
    ax.legend(loc="upper right")
    return "When games end and when they are decided. " + "; ".join(told) + "."


def _nobody_plays(data: RunData) -> bool:
    """Only `pass` at the table and printed rules: the length is known exactly (j.9)."""
    return all(player.policy == "pass" for player in data.players) and not set(data.ruleset.changed) - {"mode"}


def snowball(ax: Any, data: RunData) -> str:
    """Win share by lead in orbit pieces over the strongest opponent, after rounds 3, 6, 10 and 15 (C2, C3)."""
    wins, told = by_seat(data, "win_share"), []
    for r, colour in zip(SAMPLE_ROUNDS, colours(ax, len(SAMPLE_ROUNDS))):
        units = by_seat(data, f"units_r{r}")
        reached = units.min(axis=0) >= 0
        if reached.sum() < 30:
            continue
        rivals = np.stack([np.delete(units, seat, axis=0).max(axis=0) for seat in range(data.seats)])
        lead = np.clip((units - rivals)[:, reached], -12, 12)
        share = wins[:, reached]
        xs = range(-12, 13)  # a lead seen too seldom leaves a gap
        ys = [share[lead == x].mean() if (lead == x).sum() >= 30 else np.nan for x in xs]
        ax.plot(xs, ys, "o-", ms=3.5, color=colour, label=f"after round {r}")
        ahead = lead >= 3
        if ahead.any():
            told.append(f"three or more ahead after round {r} wins {share[ahead].mean():.0%}")
    ax.axhline(1 / data.seats, color="0.4", lw=1, ls=":")
    ax.set(xlabel="orbit pieces more than the strongest opponent (12 and more together)", ylabel="win share",
           ylim=(-0.02, 1.02))  # fmt: skip
    ax.legend(loc="upper left")
    return f"Win share by lead in orbit pieces; {', '.join(told)}; the dotted line is an equal share."


def seat_balance(ax: Any, data: RunData) -> str:
    """Win share of every seat with its 99 % interval, and the share of a fair game (C18)."""
    wins, told = by_seat(data, "win_share"), []
    line, colour = colours(ax, 2)
    for seat in range(data.seats):
        mean, low, high = data.mean(wins[seat])
        down, up = (mean - low) * TO_99, (high - mean) * TO_99
        ax.errorbar([seat + 1], [mean], yerr=[[down], [up]], fmt="o", ms=7, lw=2, color=colour)
        ax.annotate(f"{mean:.1%}", (seat + 1, mean), (9, 0), textcoords="offset points", va="center")
        told.append(f"seat {seat + 1} {mean:.1%} ({mean - down:.1%} to {mean + up:.1%})")
    ax.axhline(1 / data.seats, color=line, lw=1.4, ls="--", label=f"fair share 1/{data.seats}")
    ax.set(xlabel="seat, in turn order", ylabel="win share, 99 % interval", xlim=(0.5, data.seats + 0.6),
           xticks=range(1, data.seats + 1))  # fmt: skip
    ax.margins(y=0.35)
    ax.legend(loc="best")
    return f"Win share by seat with 99 % intervals: {'; '.join(told)}; a fair share is {1 / data.seats:.1%}."


def piece_lift(ax: Any, data: RunData) -> str:
    """Win share of seats that melded a piece early, less the others': plain, and at equal opening value (section h).

    Plain intervals are clustered by game, those of the regression by block.
    """
    wins, masks = by_seat(data, "win_share"), by_seat(data, "melded_early").astype(np.int64)
    held = controlled_lifts(data)
    rows = []
    for bit, kind in enumerate(UNITS):
        if kind in held:
            rows.append((*difference(wins, (masks >> bit) & 1 == 1), kind))
    rows.sort()
    plain, equal = colours(ax, 2)
    places = np.arange(len(rows))
    ax.errorbar([r[0] for r in rows], places + 0.16, xerr=[r[1] for r in rows], fmt="o", ms=4.5, lw=1.4, color=plain,
                label="as played")  # fmt: skip
    ax.errorbar([held[r[2]].estimate for r in rows], places - 0.16, xerr=[Z * held[r[2]].error for r in rows], fmt="s",
                ms=4.5, mfc="none", lw=1.4, color=equal, label="at equal opening value")  # fmt: skip
    ax.axvline(0, color="0.4", lw=1)
    ax.set_yticks(places, [r[2].replace("_", " ") for r in rows], fontsize=8)
    ax.set(xlabel=f"win share with the piece melded by round {data.ruleset['lift_round']}, minus without",
           ylim=(-0.8, len(rows) - 0.2))  # fmt: skip
    ax.xaxis.set_major_formatter(lambda value, _: f"{value:+.0%}")
    ax.legend(loc="lower right")
    best = sorted(((held[r[2]].estimate, Z * held[r[2]].error, r[2]) for r in rows), reverse=True)
    return (
        f"Win share gained by pieces melded early, in percentage points: as played highest {_told(rows[:-4:-1])}, lowest "
        f"{_told(rows[:2])}. Drawing much helps every piece; at equal opening value highest {_told(best[:3])}, lowest "
        f"{_told(best[:-3:-1])}."
    )


def _told(rows: Sequence[tuple[float, float, str]]) -> str:
    """Shares with their half widths, as percentage points."""
    return ", ".join(f"{kind.replace('_', ' ')} {100 * lift:+.1f} ± {100 * half:.1f}" for lift, half, kind in rows)


def routes(ax: Any, data: RunData) -> str:
    """Points per game by route and player; planets destroyed at others are shown apart, as points denied (h)."""
    seats = range(data.seats)
    players = np.stack([data.columns(f"player_{seat + 1}")[f"player_{seat + 1}"] for seat in seats])
    parts = {name: by_seat(data, name) for name in ("score", "colonies", "captured_pts", "revolted_pts", "busted_pts")}
    gained = parts["captured_pts"] + parts["revolted_pts"]
    own = parts["score"] - parts["colonies"] - gained
    labels = list(data.player_labels)
    heights = np.zeros((len(labels), 5))
    for i in range(len(labels)):
        here = players == i
        values = (own, parts["captured_pts"], parts["revolted_pts"], parts["colonies"], parts["busted_pts"])
        heights[i] = [value[here].mean() if here.any() else 0.0 for value in values]
    places = np.arange(len(labels))
    paint = colours(ax, 5)
    above, below = np.zeros(len(labels)), np.zeros(len(labels))
    for j, name in enumerate(ROUTES):
        base = np.where(heights[:, j] >= 0, above, below)
        label = f"{name}, less what others took" if j == 0 else name
        ax.bar(places - 0.17, heights[:, j], 0.32, bottom=base, color=paint[j], label=label)
        above += np.maximum(heights[:, j], 0)
        below += np.minimum(heights[:, j], 0)
    ax.bar(places + 0.19, heights[:, 4], 0.22, color=paint[4], label="denied: planets busted")
    ax.axhline(0, color="0.3", lw=1)
    ax.set_xticks(places, labels)
    ax.set(ylabel="points per game", xlim=(-0.5, len(labels) - 0.4))
    top = max(above.max(), heights[:, 4].max())
    ax.set_ylim(min(0.0, below.min()) * 1.1, top * 1.45 + 0.1)
    ax.legend(loc="upper center", ncols=2)
    told = []
    for i, label in enumerate(labels):
        h = heights[i]
        told.append(f"{label}: melded less lost {h[0]:.1f}, captured {h[1]:.1f}, revolted {h[2]:.1f}, "
                    f"colonies {h[3]:.1f}, denied {h[4]:.1f}")  # fmt: skip
    return "Points per game by route. " + "; ".join(told) + "."


def treaty_place(ax: Any, data: RunData) -> str:
    """Where the Treaty lay in the second deck: the exact law is uniform (PB-16, 80, k.11)."""
    columns = data.columns("draws_total", "deck2_size", "restock_turn", "end_reason")
    pieces = int(data.ruleset.record.deck_pieces)
    real = (columns["end_reason"] == 0) & (columns["restock_turn"] >= 0)
    place = (columns["draws_total"][real] - (pieces - 1) - 0.5) / columns["deck2_size"][real]
    tenths = np.clip((place * 10).astype(np.int64), 0, 9)
    colour, line = colours(ax, 2)
    shares = [data.share(int((tenths == t).sum()), len(tenths)) for t in range(10)]
    ax.bar(np.arange(10) + 0.5, [s for s, _, _ in shares], 0.8, color=colour,
           yerr=[[s - low for s, low, _ in shares], [high - s for s, _, high in shares]], label="simulated")  # fmt: skip
    ax.axhline(0.1, color=line, ls="--", label="even (exact, but for the rest of the last draw)")
    ax.set(xlabel="tenth of the second deck in which the last piece was drawn", ylabel="share of games",
           xticks=range(11), ylim=(0, max(high for _, _, high in shares) * 1.3))  # fmt: skip
    ax.legend(loc="upper center", ncols=2)
    told = ", ".join(f"{s:.1%}" for s, _, _ in shares)
    return f"Tenths of the second deck in which {len(tenths):,} games ended: {told}; an even law gives 10 % each."
