"""Figures in which exact values lie under the simulated ones: declarations, attacks, fate (spec C1, C2, C6, C8)."""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.games.astronuts.checks import EDGES, attack_chance, bet_of_run
from balance.games.astronuts.odds_declaration import DECLARATIONS, Bet, at_least, deviation, mean, risk_range
from balance.games.astronuts.odds_fate import ENTRIES, FACES, WORDS
from balance.games.contract import RunData

STATES = (
    ("no technology", False, False),
    ("Extra Energy", True, False),
    ("Time Warp", False, True),
    ("both", True, True),
)
ENOUGH_TURNS = 300
ENOUGH_ATTACKS = 30
MARKERS = "os^Dv*"


def declaration_risk(ax: Any, data: RunData) -> str:
    """C1: mean against standard deviation of the actions, one point per declaration and technology state."""
    said = []
    for state, (label, energy, warp) in enumerate(STATES):
        own = bet_of_run(data, energy, warp)
        bet = own or _mean_rule(data, energy)
        (line,) = ax.plot(*_curve(bet), linewidth=1.0, marker=None, alpha=0.7)
        colour = line.get_color()
        _exact_points(ax, bet, colour, MARKERS[state], label)
        if own is not None:
            _simulated_points(ax, data.tally.x_hist[state], colour)
        if not energy:
            values = ", ".join(f"{d}: {float(mean(bet.distribution(d))):.2f}" for d in DECLARATIONS)
            said.append(f"{label}, mean actions by declared number {values}")
    ax.plot([], [], "k+", markersize=9, label="simulated")
    ax.plot([], [], "o", color="none", markeredgecolor="0.4", label="hollow: another is better")
    ax.set_xlabel("risk: standard deviation of actions")
    ax.set_ylabel("mean actions")
    ax.margins(0.08, 0.1)
    ax.legend(loc="lower right", fontsize=8)
    return f"Mean actions against risk, exact: {'; '.join(said)}. {_gap(data)}"


def _mean_rule(data: RunData, energy: bool) -> Bet:
    """Where players spend Time Warps by different rules: the rule that raises the mean."""
    base = bet_of_run(data, energy, False)
    assert base is not None
    return Bet(base.mult, base.bonus, base.fail, base.energy, warp=True)


def _curve(bet: Bet) -> tuple[list[float], list[float]]:
    dists = [bet.distribution(d) for d in DECLARATIONS]
    return [deviation(dist) for dist in dists], [float(mean(dist)) for dist in dists]


def _exact_points(ax: Any, bet: Bet, colour: str, marker: str, label: str) -> None:
    dists = {d: bet.distribution(d) for d in DECLARATIONS}
    means = {d: mean(dist) for d, dist in dists.items()}
    spreads = {d: deviation(dist) for d, dist in dists.items()}
    for d in DECLARATIONS:
        face = colour if risk_range(means, spreads, d) else "white"
        ax.plot(spreads[d], float(means[d]), marker, color=colour, markerfacecolor=face, markersize=6,
                label=f"{label}, exact" if d == 1 else None)  # fmt: skip
        ax.annotate(str(d), (spreads[d], float(means[d])), xytext=(-9, 4), textcoords="offset points", fontsize=8)


def _simulated_points(ax: Any, counts: Any, colour: str) -> None:
    for d in DECLARATIONS:
        n, average, spread = _moments(counts[d - 1])
        if n >= ENOUGH_TURNS:
            ax.plot(spread, average, "+", color="black", markersize=11, markeredgewidth=1.2)


def _moments(counts: Any) -> tuple[int, float, float]:
    n = int(counts.sum())
    if n == 0:
        return 0, 0.0, 0.0
    x = np.arange(len(counts))
    average = float((x * counts).sum() / n)
    return n, average, float(np.sqrt(max(0.0, (x * x * counts).sum() / n - average**2)))


def _gap(data: RunData) -> str:
    """The widest gap between simulated and exact mean, in words."""
    gaps = []
    for state, (label, energy, warp) in enumerate(STATES):
        bet = bet_of_run(data, energy, warp)
        for d in DECLARATIONS if bet else ():
            n, average, _ = _moments(data.tally.x_hist[state, d - 1])
            if n >= ENOUGH_TURNS:
                exact = float(mean(bet.distribution(d)))  # type: ignore[union-attr]
                gaps.append((abs(average - exact), f"{d} with {label}: {average:.3f} simulated, {exact:.3f} exact"))
    return f"Widest gap of {len(gaps)} simulated means: declare {max(gaps)[1]}." if gaps else "No simulated means yet."


def actions_at_least(ax: Any, data: RunData) -> str:
    """C2: chance of at least k actions, without technologies, one line per declaration."""
    bet = bet_of_run(data, False, False)
    assert bet is not None
    top = max(max(bet.distribution(d)) for d in DECLARATIONS) + 1
    ks = np.arange(1, top + 1)
    for d in DECLARATIONS:
        dist = bet.distribution(d)
        exact = [float(at_least(dist, int(k))) for k in ks]
        (line,) = ax.step(ks, exact, where="mid", label=f"declare {d}")
        counts = data.tally.x_hist[0, d - 1]
        n = int(counts.sum())
        if n >= ENOUGH_TURNS:
            tail = counts[::-1].cumsum()[::-1] / n
            ax.plot(ks, tail[1 : top + 1], MARKERS[d - 1], color=line.get_color(), markersize=4.5)
    ax.set_xlabel("k actions (lines exact, markers simulated)")
    ax.set_ylabel("chance of at least k")
    ax.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    ax.set_xticks(ks)
    ax.set_ylim(-0.03, 1.05)
    ax.legend(loc="upper right", ncols=2)
    best = []
    for k in range(2, top, 2):
        chances = {d: bet.reaches(d, k) for d in DECLARATIONS}
        d = max(chances, key=lambda d: (chances[d], -d))
        best.append(f"{k} actions: declare {d} ({float(chances[d]):.0%})")
    return f"Best declaration for at least k actions without technologies, exact: {', '.join(best)}."


def attack_success(ax: Any, data: RunData) -> str:
    """C8: success of attacks by the difference of bonuses, with and without Time Warp at hand."""
    shown = [edge for edge in EDGES if int(data.tally.attack[edge + 3].sum()) >= ENOUGH_ATTACKS]
    said = []
    for warp, shift, label in ((0, -0.12, "no Time Warp"), (1, 0.12, "Time Warp at hand")):
        colour = ax._get_lines.get_next_color()
        for edge in shown:
            lost, won = (int(count) for count in data.tally.attack[edge + 3, warp])
            exact = attack_chance(data, edge, bool(warp))
            if lost + won < ENOUGH_ATTACKS:
                continue
            share, low, high = data.share(won, lost + won)
            ax.errorbar(edge + shift, share, yerr=[[share - low], [high - share]], fmt=MARKERS[warp], capsize=4,
                        color=colour, label=_once(ax, f"{label}, simulated"))  # fmt: skip
            if exact is not None:
                ax.plot([edge + shift - 0.09, edge + shift + 0.09], [float(exact)] * 2, "k-", linewidth=2.2,
                        label=_once(ax, "exact"))  # fmt: skip
            beside = "" if exact is None else f" (exact {float(exact):.1%})"
            said.append(f"{edge:+d} {label}: {share:.1%}{beside} of {lost + won:,}")
    cost = int(data.ruleset["cost_attack"])
    ax.set_xticks(shown, [f"{edge:+d}" if edge else "0" for edge in shown])
    ax.set_xlim(min(shown) - 0.6, max(shown) + 0.6)
    ax.set_xlabel("attack bonus less defence bonus")
    ax.set_ylabel("attacks that destroy a unit")
    ax.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    ax.margins(y=0.35)
    right = ax.secondary_yaxis("right", functions=(lambda y: y, lambda y: y))
    right.yaxis.set_major_formatter(lambda value, _: f"{cost / value:.1f}" if value > 0.01 else "")
    right.set_ylabel("actions per destroyed unit")
    ax.legend(loc="upper left", fontsize=8)
    return f"Success of attacks by difference of bonuses: {'; '.join(said)}."


def _once(ax: Any, label: str) -> str | None:
    """The label the first time, nothing later: one legend entry per kind."""
    return None if label in ax.get_legend_handles_labels()[1] else label


def fate_winner(ax: Any, data: RunData) -> str:
    """C6: how much more often winners than all seats met each entry."""
    hits = np.asarray(data.tally.fate_hit, dtype=np.float64).reshape(6, 6)
    won = np.asarray(data.tally.fate_hit_by_winner, dtype=np.float64).reshape(6, 6)
    lift = (won / won.sum()) / np.where(hits > 0, hits / hits.sum(), np.nan)
    reach = max(0.05, float(np.nanmax(np.abs(lift - 1))))
    ax.grid(False)
    ax.imshow(lift, cmap="PuOr_r", vmin=1 - reach, vmax=1 + reach, aspect="auto")
    for row in range(6):
        for column in range(6):
            value = lift[row, column]
            name = WORDS[10 * (row + 1) + column + 1]
            dark = abs(value - 1) > 0.7 * reach
            ax.text(column, row, f"{value:.2f}\n{name}", ha="center", va="center", fontsize=7,
                    color="white" if dark else "black")  # fmt: skip
    ax.set_xticks(range(6), [str(face) for face in FACES])
    ax.set_yticks(range(6), [str(face) for face in FACES])
    ax.set_xlabel("second die (number: winners' share of the entry over everybody's)")
    ax.set_ylabel("first die")
    ranked = [
        f"{entry // 10}-{entry % 10} {WORDS[entry]} {lift.ravel()[at]:.2f}"
        for at, entry in sorted(
            enumerate(ENTRIES), key=lambda pair: float(np.nan_to_num(lift.ravel()[pair[0]], nan=1.0))
        )
    ]
    plain = np.asarray(data.tally.fate_plain, dtype=np.float64)
    spread = ""
    if plain.sum() > 0:
        share = plain / plain.sum()
        spread = f" Without Time Warp every entry should come 1 in 36 ({1 / 36:.2%}): seen {share.min():.2%} to {share.max():.2%}."
    return f"Winners met most above average: {', '.join(ranked[:-4:-1])}; most below: {', '.join(ranked[:3])}.{spread}"
