"""Figures of whole games: sides and seats, length, units, policies, killing shots, set-ups (section i: 1, 2, 5, 8, 10, 11)."""

from __future__ import annotations

from itertools import cycle, islice
from typing import Any

import numpy as np

from balance.games.contract import RunData
from balance.games.star_command.checks import gap_chances
from balance.games.star_command.odds_cards import counts_of, first_reshuffle
from balance.games.star_command.state import SIDE_NAMES, TURN_CAP, TYPES, UNIT_FACTS

TITLES = tuple(fact["title"] for fact in UNIT_FACTS)
SIDES = ("Rangers", "Zurg")


def colours(ax: Any, n: int) -> list[str]:
    """The first n colours of the page's cycle."""
    import matplotlib as mpl

    cycle_of = mpl.rcParams["axes.prop_cycle"].by_key().get("color", ["C0"])
    return list(islice(cycle(cycle_of), n))


def bar_errors(shares: list[tuple[float, float, float]]) -> list[list[float]]:
    """Lengths below and above for error bars of (estimate, low, high)."""
    return [[max(0.0, s - low) for s, low, _ in shares], [max(0.0, high - s) for s, _, high in shares]]


def sides(ax: Any, data: RunData) -> str:
    """Win rate of each side when it moves first and when it moves second; undecided games stand apart."""
    columns = data.columns("winner_side", "first_side")
    winner, first = columns["winner_side"], columns["first_side"]
    told = []
    for seat, (word, colour) in enumerate(zip(("moving first", "moving second"), colours(ax, 2))):
        shares = []
        for side in (0, 1):
            here = first == (side if seat == 0 else 1 - side)
            wins = (winner == side) & here
            shares.append(data.ratio(wins.astype(float), here.astype(float), share=True) if here.any() else None)
        at = [side for side in (0, 1) if shares[side] is not None]
        known = [s for s in shares if s is not None]
        places = [side + (seat - 0.5) * 0.36 for side in at]
        ax.bar(places, [s for s, _, _ in known], 0.34, color=colour, label=word)
        ax.errorbar(places, [s for s, _, _ in known], bar_errors(known), fmt="none", color="0.2", lw=1.3, capsize=3)
        for side, (s, low, high) in zip(at, known):
            ax.annotate(f"{s:.1%}", (side + (seat - 0.5) * 0.36, high), (0, 4), textcoords="offset points", ha="center")
            told.append(f"{SIDES[side]} {word} {s:.1%} ({low:.1%} to {high:.1%})")
    ax.axhline(0.5, color="0.35", lw=1, ls="--")
    ax.set_xticks((0, 1), SIDES)
    ax.set(ylabel="win rate, 95 % interval", xlim=(-0.5, 1.5), ylim=(0, 1.22), yticks=np.linspace(0, 1, 6))
    ax.legend(loc="upper center", ncols=2)
    undecided = int((winner < 0).sum())
    return f"Win rate by side and seat: {'; '.join(told)}. {undecided:,} of {data.games:,} games had no winner."


def length(ax: Any, data: RunData) -> str:
    """Turns of a game, the share that hit the cap, and the turn on which the deck first runs out."""
    columns = data.columns("turns", "end_reason")
    capped = columns["end_reason"] == TURN_CAP
    turns = columns["turns"][~capped].astype(np.int64)
    rules = data.ruleset.values
    bar, line, stop = colours(ax, 3)
    told = (
        f"{int(capped.sum()):,} of {data.games:,} games ({capped.mean():.2%}) hit the cap of {rules['turn_cap']} turns."
    )
    last = int(rules["turn_cap"])
    if len(turns):
        last = int(np.quantile(turns, 0.995)) + 2
        width = max(1, last // 60)
        edges = np.arange(0, last + width, width)
        heights = np.histogram(turns, edges)[0] / data.games / width
        ax.bar(edges[:-1] + (width - 1) / 2, heights, width * 0.9, color=bar, label="games that ended")
        low, middle, high = np.quantile(turns, (0.05, 0.5, 0.95))
        told = f"Half of the games end by turn {middle:g}, 90 % between turns {low:g} and {high:g}. {told}"
    if capped.any():
        last = max(last, int(rules["turn_cap"]) + 2) if capped.mean() > 0.02 else last
        height = float(capped.mean())
        ax.plot([min(last, int(rules["turn_cap"]))], [height], "v", color=stop, ms=8, label=f"at the cap: {height:.2%}")
    deck = sum(counts_of(rules).values()) - rules["second_player_bonus_cards"]
    empty = first_reshuffle(rules["draw_per_turn"], rules["starting_hand"], deck)
    if empty <= last:
        ax.axvline(
            empty, color=line, ls="--", lw=1.5, label=f"deck runs out on turn {empty} (exact, if no card draws cards)"
        )
    ax.set(xlabel="turns of both players", ylabel="share of games per turn", xlim=(0, last + 1))
    ax.set_ylim(0, ax.get_ylim()[1] * 1.25)
    ax.legend(loc="upper right")
    return told


def units(ax: Any, data: RunData) -> str:
    """Hits dealt minus hits taken per game by unit type (all units of the type together)."""
    dealt, taken = (np.asarray(data.tally[name]) / data.games for name in ("unit_hits", "unit_hits_taken"))
    net = dealt - taken
    order = np.argsort(net)
    paint = colours(ax, 2)
    places = np.arange(TYPES)
    for side in (0, 1):
        mine = np.array([UNIT_FACTS[t]["side"] == side for t in order])
        ax.barh(places[mine], net[order][mine], 0.72, color=paint[side], label=SIDES[side])
    names = [f"{TITLES[t]}{' ×' + str(UNIT_FACTS[t]['count']) if UNIT_FACTS[t]['count'] > 1 else ''}" for t in order]
    ax.set_yticks(places, names, fontsize=8)
    ax.axvline(0, color="0.3", lw=1)
    ax.set(xlabel="hits dealt minus hits taken per game", ylim=(-0.7, TYPES - 0.3))
    ax.legend(loc="lower right")
    best = ", ".join(f"{TITLES[t]} {net[t]:+.2f} ({dealt[t]:.2f} dealt)" for t in order[::-1][:3])
    worst = ", ".join(f"{TITLES[t]} {net[t]:+.2f} ({taken[t]:.2f} taken)" for t in order[:3])
    return f"Hits dealt minus taken per game. Best: {best}. Worst: {worst}."


def policies(ax: Any, data: RunData) -> str:
    """Rangers' win rate for every pairing of players that was played."""
    columns = data.columns("winner_side", "player_1", "player_2")
    labels = list(data.player_labels)
    shares = np.full((len(labels), len(labels)), np.nan)
    told = []
    for i in range(len(labels)):
        for j in range(len(labels)):
            here = (columns["player_1"] == i) & (columns["player_2"] == j)
            if here.any():
                s, low, high = data.share(float((columns["winner_side"][here] == 0).sum()), float(here.sum()))
                shares[i, j] = s
                told.append(f"{labels[i]} as Rangers against {labels[j]}: {s:.1%} ({low:.1%} to {high:.1%})")
    paint(ax, shares, "{:.0%}", top=1.0)
    ax.set_xticks(range(len(labels)), labels, rotation=20 if len(labels) > 3 else 0)
    ax.set_yticks(range(len(labels)), labels)
    ax.set(xlabel="Zurg played by", ylabel="Rangers played by")
    return f"Rangers' win rate by player; {'; '.join(told[:12])}."


def paint(ax: Any, shares: Any, form: str, top: float) -> None:
    """A heat map with the numbers written in; cells without games stay empty."""
    ax.imshow(np.ma.masked_invalid(shares), cmap="Blues", vmin=0, vmax=top, aspect="auto")
    ax.grid(False)
    for i, j in zip(*np.nonzero(~np.isnan(shares))):
        dark = shares[i, j] > 0.55 * top
        ax.text(
            j, i, form.format(shares[i, j]), ha="center", va="center", color="white" if dark else "0.15", fontsize=8
        )


def killer(ax: Any, data: RunData) -> str:
    """Which unit captured the leader, from how far."""
    columns = data.columns("killer_type", "killer_distance")
    kind, far = columns["killer_type"], columns["killer_distance"]
    seen = kind >= 0
    n = int(seen.sum())
    grid = np.zeros((7, TYPES))
    np.add.at(grid, (far[seen].astype(int) - 1, kind[seen].astype(int)), 1 / n)
    used = [t for t in range(TYPES) if grid[:, t].any()]
    shown = np.where(grid > 0, grid, np.nan)[:, used]
    paint(ax, shown, "{:.1%}", top=float(grid.max()))
    ax.set_xticks(range(len(used)), [TITLES[t] for t in used], rotation=30, ha="right", fontsize=8)
    ax.set_yticks(range(7), range(1, 8))
    ax.invert_yaxis()
    ax.set(ylabel="distance of the hit")
    by_type = sorted(((float(grid[:, t].sum()), TITLES[t]) for t in used), reverse=True)[:4]
    near = ", ".join(f"{d + 1}: {grid[d].sum():.1%}" for d in range(7) if grid[d].any())
    top = ", ".join(f"{name} {share:.1%}" for share, name in by_type)
    return f"{n:,} captures of a leader, most by {top}; by distance {near}."


def file_gap(ax: Any, data: RunData) -> str:
    """Files between the two leaders at set-up: how often (exact over simulated), and Rangers' win rate at each."""
    columns = data.columns("leader_file_gap", "winner_side")
    gap, winner = columns["leader_file_gap"], columns["winner_side"]
    bar, line = colours(ax, 2)
    counts = np.bincount(gap.astype(np.int64), minlength=8)[:8]
    one = np.ones(data.games)
    shares = [data.ratio((gap == g).astype(float), one, share=True) for g in range(8)]
    ax.bar(range(8), [s for s, _, _ in shares], 0.7, color=bar, yerr=bar_errors(shares), label="simulated")
    exact = [float(p) for p in gap_chances(data)]
    ax.plot(range(8), exact, "D", ms=6, color=line, label="exact")
    told = []
    for g in range(8):
        if counts[g]:
            won = float((winner[gap == g] == 0).mean())
            ax.annotate(f"{won:.0%}", (g, max(shares[g][2], exact[g])), (0, 6), textcoords="offset points", ha="center")
            told.append(f"{g}: {shares[g][0]:.1%} of games (exact {exact[g]:.1%}), Rangers win {won:.1%}")
    ax.set(xlabel="files between the two leaders at set-up (above the bars: Rangers' win rate)", ylabel="share of games",
           xticks=range(8), ylim=(0, max(max(exact), max(s for s, _, _ in shares)) * 1.4))  # fmt: skip
    ax.legend(loc="upper right")
    patterns = ", ".join(
        f"{name} {'random' if data.ruleset.setup[name] == 'random' else 'fixed'}" for name in SIDE_NAMES
    )
    return f"Files between the leaders ({patterns}). {'; '.join(told)}."
