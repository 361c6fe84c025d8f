"""Figures of whole games: who moves first, how games end, the race for planets, cards (spec section i)."""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.games.contract import PLAYED_OUT, RunData
from balance.games.red_alert.charts_battle import colours, seated, two_sides
from balance.games.red_alert.checks import opening_odds
from balance.games.red_alert.odds_cards import nominal
from balance.games.red_alert.state import COMMAND_SLOTS, REASONS

ENOUGH_GAMES = 30


def _whiskers(share: float, low: float, high: float) -> list[list[float]]:
    """Error bars of an interval; an interval may touch its estimate at 0 and 1."""
    return [[max(share - low, 0.0)], [max(high - share, 0.0)]]


def seat(ax: Any, data: RunData) -> str:
    """Win share of the first player per pairing, by the scenario's procedure and where a coin chose him."""
    columns = data.columns("winner", "first_player", "reveal_tie", "ending")
    played = columns["ending"] == PLAYED_OUT
    won = played & (columns["winner"] == columns["first_player"])
    who, random = seated(data), data.ruleset["first_player"] == "random"
    coin = played & (np.ones_like(played) if random else columns["reveal_tie"] == 1)
    pairs = sorted({(int(a), int(b)) for a, b in np.unique(who, axis=0)})
    names = [f"{data.player_labels[a]} – {data.player_labels[b]}" for a, b in pairs]
    lines = (("first player", won, played), ("first player chosen by coin", won, coin),
             ("Commonwealth", played & (columns["winner"] == 0), played))  # fmt: skip
    said: list[str] = []
    for place, ((words, hits, base), colour) in enumerate(zip(lines, colours(ax, 3), strict=True)):
        for y, pair in enumerate(pairs):
            here = base & (who[:, 0] == pair[0]) & (who[:, 1] == pair[1])
            if here.sum() < ENOUGH_GAMES:
                continue
            share, low, high = data.share(float((hits & here).sum()), float(here.sum()))
            ax.errorbar([share], [y + 0.2 * (place - 1)], xerr=_whiskers(share, low, high), fmt="os^"[place],
                        color=colour, capsize=3, label=words if f"{words} " not in " ".join(said) else None)  # fmt: skip
            said.append(f"{words} {share:.1%} ({low:.1%} to {high:.1%}) in {names[y]}")
    ax.axvline(0.5, color="0.4", ls="--", lw=1)
    ax.set_yticks(range(len(pairs)), names)
    ax.set_ylim(len(pairs) - 0.4, -0.6)
    ax.xaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    ax.margins(x=0.15)
    ax.set_xlabel("share of games won (pairs: Commonwealth – Confederation)")
    ax.legend(loc="lower left", bbox_to_anchor=(0, 1.01), ncols=3, fontsize=8)
    return (
        f"Win shares: {'; '.join(said)}. Where the reveal chooses, the hands differ: "
        "the games a coin decided tell what the first turn itself is worth."
    )


def how_it_ends(ax: Any, data: RunData) -> str:
    """Share of games by what ended them, and how much of the winner's points came from objectives."""
    columns = data.columns("end_reason", "winner")
    reason, winner = columns["end_reason"], columns["winner"]
    said, places = [], []
    side_colours = colours(ax, 3)
    words = {0: "Commonwealth wins", 1: "Confederation wins", -1: "nobody"}
    for code, name in REASONS.items():
        if not (reason == code).any():
            continue
        places.append(name)
        left = 0.0
        for side, colour in zip(words, side_colours, strict=True):
            share = float(((reason == code) & (winner == side)).mean())
            if share > 0:
                ax.barh([len(places) - 1], [share], left=left, color=colour, edgecolor="white",
                        hatch=("", "//", "..")[side], label=words[side])  # fmt: skip
                left += share
        low, high = data.share(float((reason == code).sum()), data.games)[1:]
        ax.annotate(f"{left:.1%}", (left, len(places) - 1), xytext=(5, 0), textcoords="offset points", va="center")
        said.append(f"{name} {left:.1%} ({low:.1%} to {high:.1%})")
    ax.set_yticks(range(len(places)), places)
    ax.set_ylim(len(places) - 0.4, -0.6)
    ax.set_xlim(0, 1.12)
    ax.xaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    ax.set_xlabel("share of games")
    handles = dict(zip(*reversed(ax.get_legend_handles_labels()), strict=True))
    ax.legend(handles.values(), handles.keys(), loc="lower left", bbox_to_anchor=(0, 1.01), ncols=3, fontsize=8)
    mine, vp = two_sides(data, "obj_vp"), two_sides(data, "vp")
    won = winner >= 0
    at = np.arange(len(winner))[won], winner[won].astype(int)
    share = float(mine[at].sum() / max(vp[at].sum(), 1)) if won.any() else 0.0
    return f"Games end by {', '.join(said)}; objectives gave {share:.1%} of the winners' victory points."


def _lead(data: RunData) -> Any:
    """int[games]: lead of the Commonwealth in objective points, 10 and more together."""
    objective = two_sides(data, "obj_vp")
    return np.clip(objective[:, 0] - objective[:, 1], -10, 10)


def raced(data: RunData) -> bool:
    """Objectives scored something, and some lead is common enough to draw its share."""
    common = np.unique(_lead(data), return_counts=True)[1] >= ENOUGH_GAMES
    return int(np.abs(two_sides(data, "obj_vp")).sum()) > 0 and bool(common.any())


def planet_race(ax: Any, data: RunData) -> str:
    """Chance to win by lead in objective points."""
    lead, winner = _lead(data), data.columns("winner")["winner"]
    said, xs, ys, lows, highs = [], [], [], [], []
    for x in range(-10, 11):
        n = int((lead == x).sum())
        if n >= ENOUGH_GAMES:
            share, low, high = data.share(float(((lead == x) & (winner == 0)).sum()), n)
            xs.append(x)
            ys.append(share)
            lows.append(max(share - low, 0.0))
            highs.append(max(high - share, 0.0))
            said.append(f"{x:+d}: {share:.0%} of {n:,}")
    ax.errorbar(xs, ys, yerr=[lows, highs], fmt="o-", capsize=3)
    ax.axhline(0.5, color="0.4", ls="--", lw=1)
    ax.xaxis.get_major_locator().set_params(integer=True)
    ax.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    ax.set(xlabel="lead of the Commonwealth in objective points (10 and more together)",
           ylabel="share the Commonwealth wins", ylim=(-0.03, 1.03))  # fmt: skip
    return f"Win share of the Commonwealth by lead in objective points: {'; '.join(said)}."


def _played(data: RunData) -> dict[str, Any]:
    """Column name -> [games, 2] plays, for command rows in use."""
    slots = data.ruleset.extra["command_slots"]
    return {slot: two_sides(data, f"cmd_{slot}_played") for slot in dict.fromkeys(slots)}


def dealt(data: RunData) -> bool:
    """Enough games to compare hands."""
    return data.games >= ENOUGH_GAMES


def cards(ax: Any, data: RunData) -> str:
    """Win share of a side by how often it played a command card."""
    rows = dict(zip(data.ruleset.extra["command_slots"], data.ruleset.setup["command_card"], strict=True))
    winner, rating = data.columns("winner")["winner"], int(data.ruleset.record.rating[0])
    won = np.stack([winner == 0, winner == 1], axis=1)
    plays, said, shown = _played(data), [], []
    marks = ((0, "not played", "o"), (1, "played once", "s"), (2, "twice or more", "^"))
    for slot, counts in plays.items():
        if int(counts.sum()) >= ENOUGH_GAMES:
            shown.append(slot)
    for (k, words, marker), colour in zip(marks, colours(ax, 3), strict=True):
        xs, ys = [], []
        for y, slot in enumerate(shown):
            here = np.minimum(plays[slot], 2) == k
            if here.sum() >= ENOUGH_GAMES:
                xs.append(float(won[here].mean()))
                ys.append(y)
                if k == 1:
                    said.append(f"{slot} {xs[-1]:.1%}")
        ax.plot(xs, ys, marker, color=colour, ms=5, label=words)
    ax.axvline(0.5, color="0.4", ls="--", lw=1)
    orders = {slot: nominal(rows[slot], rating) for slot in shown}
    ax.set_yticks(range(len(shown)), [f"{s.replace('_', ' ')} ({orders[s] if orders[s] < 99 else '–'})" for s in shown],
                  fontsize=7)  # fmt: skip
    ax.set_ylim(len(shown) - 0.4, -0.6)
    ax.xaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    ax.set_xlabel("share of games won by the side that played it (in brackets: nominal orders)")
    ax.legend(loc="lower left", bbox_to_anchor=(0, 1.01), ncols=3, fontsize=8)
    return f"Win share of sides that played a command card once: {', '.join(said)}. Long games see more cards."


def opening_hands(ax: Any, data: RunData) -> str:
    """Opening hands with a card: dealt share against the hypergeometric chance (j8)."""
    slots = data.ruleset.extra["command_slots"]
    exact = {slot: odds for slot, (_, odds) in opening_odds(data).items() if slots.count(slot) == 1}
    names, said = list(exact), (0.0, "")
    for side, colour in zip((0, 1), colours(ax, 2), strict=True):
        ax.plot([float(exact[slot][side]) for slot in names], range(len(names)), "|", ms=13, mew=2, color=colour)
        for y, slot in enumerate(names):
            hits = int(data.tally.opening[side, COMMAND_SLOTS.index(slot)])
            share, low, high = data.share(hits, data.games)
            ax.errorbar([share], [y + 0.2 * (2 * side - 1)], xerr=_whiskers(share, low, high), fmt="os"[side], ms=3,
                        color=colour, label=("Commonwealth", "Confederation")[side] if y == 0 else None)  # fmt: skip
            gap = abs(share - float(exact[slot][side]))
            said = max(said, (gap, f"{slot}, {share:.1%} dealt, {float(exact[slot][side]):.1%} exact"))
    ax.plot([], [], "|", ms=11, mew=2, color="0.4", label="exact")
    ax.set_yticks(range(len(names)), [name.replace("_", " ") for name in names], fontsize=7)
    ax.set_ylim(len(names) - 0.4, -0.6)
    ax.xaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    ax.set_xlabel("share of opening hands that hold the card")
    ax.legend(loc="lower left", bbox_to_anchor=(0, 1.01), ncols=3, fontsize=8)
    return f"Opening hands over {data.games:,} games. Widest gap to the exact chance: {said[1]}."
