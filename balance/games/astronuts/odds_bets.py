"""Tables about declarations: what each is worth, how risky it is, and which one reaches a target (spec 13.1, 13.2)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from balance.games.astronuts.odds_declaration import (
    AIMED_SETTINGS,
    BET_SETTINGS,
    DECLARATIONS,
    Bet,
    at_least,
    bet_of,
    capped_mean,
    deviation,
    mean,
    quantile,
    risk_range,
    total_after,
    turns_to,
    variance,
    worst_share,
)
from balance.games.contract import Cell, OddsColumn, OddsResult, OddsTable, Setting

_DECLARED = OddsColumn("d", "declared number", "number")
_LEVELS = (("q10", Fraction(1, 10)), ("q25", Fraction(1, 4)), ("median", Fraction(1, 2)), ("q75", Fraction(3, 4)),
           ("q90", Fraction(9, 10)))  # fmt: skip


def declaration(settings: Mapping[str, Any]) -> OddsResult:
    """Mean, spread, downside and quantiles of X for each declaration."""
    bet = bet_of(settings)
    k = int(settings["at_least"])
    dists = {d: bet.distribution(d) for d in DECLARATIONS}
    means = {d: mean(dist) for d, dist in dists.items()}
    spreads = {d: deviation(dist) for d, dist in dists.items()}
    rows: list[tuple[Cell, ...]] = []
    for d, dist in dists.items():
        rows.append(
            (
                d,
                bet.success(d),
                means[d],
                variance(dist),
                spreads[d],
                1 - at_least(dist, 3),
                worst_share(dist, Fraction(1, 3)),
                worst_share(dist, Fraction(1, 2)),
                at_least(dist, k),
                *(quantile(dist, level) for _, level in _LEVELS),
                "yes" if risk_range(means, spreads, d) else "no",
            )
        )
    best = max(DECLARATIONS, key=lambda d: (means[d], -variance(dists[d]), -d))
    note = f"Best mean: declare {best} ({means[best]} actions). `frontier`: best for somebody who weighs risk."
    return OddsResult(
        (
            _DECLARED,
            OddsColumn("success", "the die reaches the number; a Time Warp is spent on every failure"),
            OddsColumn("mean", "mean actions", "actions"),
            OddsColumn("variance", "variance of the actions", "actions squared"),
            OddsColumn("sd", "standard deviation of the actions", "actions"),
            OddsColumn("at_most_2", "two actions or fewer"),
            OddsColumn("worst_third", "mean of the worst third of turns", "actions"),
            OddsColumn("worst_half", "mean of the worse half of turns", "actions"),
            OddsColumn("at_least", f"at least {k} actions"),
            *(OddsColumn(name, f"{float(level):.0%} of turns give at most this", "actions") for name, level in _LEVELS),
            OddsColumn("frontier", "best by mean - l * SD for some l >= 0", "yes or no"),
        ),
        tuple(rows),
        note,
    )


def distribution(settings: Mapping[str, Any]) -> OddsResult:
    """Chance of every number of actions, per declaration."""
    bet = bet_of(settings)
    rows: list[tuple[Cell, ...]] = []
    for d in DECLARATIONS:
        dist = bet.distribution(d)
        rows += [(d, x, chance, at_least(dist, x), 1 - at_least(dist, x + 1)) for x, chance in dist.items()]
    columns = (
        _DECLARED,
        OddsColumn("x", "actions", "actions"),
        OddsColumn("chance", "exactly this many"),
        OddsColumn("at_least", "this many or more"),
        OddsColumn("at_most", "this many or fewer"),
    )
    return OddsResult(columns, tuple(rows))


def targets(settings: Mapping[str, Any]) -> OddsResult:
    """The best declaration for at least k actions, a Time Warp aimed at k."""
    bet = bet_of(settings)
    rows: list[tuple[Cell, ...]] = []
    for k in range(1, int(settings["up_to"]) + 1):
        chances = [bet.reaches(d, k) for d in DECLARATIONS]
        best = max(DECLARATIONS, key=lambda d, chances=chances: (chances[d - 1], -d))  # type: ignore[misc]
        rows.append((k, best, chances[best - 1], *chances))
    columns = (
        OddsColumn("k", "actions needed", "actions"),
        OddsColumn("best_d", "best declaration (the smallest of equals)", "number"),
        OddsColumn("chance", "chance of at least k with it"),
        *(OddsColumn(f"d{d}", f"chance of at least k when declaring {d}") for d in DECLARATIONS),
    )
    return OddsResult(columns, tuple(rows), "A failed die counts where its pips reach k.")


def useful(settings: Mapping[str, Any]) -> OddsResult:
    """The best declaration where only n actions find a use: E[min(X, n)]."""
    bet = bet_of(settings)
    rows: list[tuple[Cell, ...]] = []
    for n in range(1, int(settings["up_to"]) + 1):
        values = [capped_mean(bet.distribution(d), n) for d in DECLARATIONS]
        best = [str(d) for d in DECLARATIONS if values[d - 1] == max(values)]
        rows.append((n, " or ".join(best), max(values), *values))
    columns = (
        OddsColumn("n", "useful actions", "actions"),
        OddsColumn("best_d", "best declarations", "numbers"),
        OddsColumn("value", "mean of min(X, n) with them", "actions"),
        *(OddsColumn(f"d{d}", f"mean of min(X, n) when declaring {d}", "actions") for d in DECLARATIONS),
    )
    return OddsResult(columns, tuple(rows))


def frontier(settings: Mapping[str, Any]) -> OddsResult:
    """Mean against risk: for which weight of the standard deviation each declaration is the best."""
    bet = bet_of(settings)
    dists = {d: bet.distribution(d) for d in DECLARATIONS}
    means = {d: mean(dist) for d, dist in dists.items()}
    spreads = {d: deviation(dist) for d, dist in dists.items()}
    rows: list[tuple[Cell, ...]] = []
    for d in DECLARATIONS:
        found = risk_range(means, spreads, d)
        better = [str(e) for e in DECLARATIONS if _dominates(means, spreads, e, d)]
        ends: tuple[Cell, Cell] = ("-", "-") if found is None else (found[0], _bound(found[1]))
        rows.append((d, means[d], spreads[d], *ends, ", ".join(better) or "-"))
    columns = (
        _DECLARED,
        OddsColumn("mean", "mean actions", "actions"),
        OddsColumn("sd", "standard deviation", "actions"),
        OddsColumn("from_l", "best by mean - l * SD from this l", "weight"),
        OddsColumn("to_l", "up to this l", "weight"),
        OddsColumn("dominated_by", "declarations with no less mean and no more risk", "numbers"),
    )
    return OddsResult(columns, tuple(rows), "A declaration with no range of l is never the best.")


def _bound(value: float) -> Cell:
    return "any" if math.isinf(value) else value


def _dominates(means: Mapping[int, Fraction], spreads: Mapping[int, float], better: int, worse: int) -> bool:
    no_worse = means[better] >= means[worse] and spreads[better] <= spreads[worse] + 1e-12
    return no_worse and (means[better] > means[worse] or spreads[better] < spreads[worse] - 1e-12)


def duel(settings: Mapping[str, Any]) -> OddsResult:
    """Two players declare: who gets more actions this turn?"""
    mine, other = bet_of(settings), bet_of(settings, "other_")
    rows: list[tuple[Cell, ...]] = []
    for d in DECLARATIONS:
        for e in DECLARATIONS:
            more, equal = _compare(mine, other, d, e)
            rows.append((d, e, more, equal, 1 - more - equal))
    columns = (
        _DECLARED,
        OddsColumn("other_d", "the other's declaration", "number"),
        OddsColumn("more", "strictly more actions than the other"),
        OddsColumn("equal", "equally many"),
        OddsColumn("fewer", "fewer"),
    )
    return OddsResult(columns, tuple(rows))


def _compare(mine: Bet, other: Bet, d: int, e: int) -> tuple[Fraction, Fraction]:
    pairs = [(x, y, p * q) for x, p in mine.distribution(d).items() for y, q in other.distribution(e).items()]
    more = sum((chance for x, y, chance in pairs if x > y), Fraction(0))
    equal = sum((chance for x, y, chance in pairs if x == y), Fraction(0))
    return more, equal


def turns(settings: Mapping[str, Any]) -> OddsResult:
    """Many turns of one declaration: the sum, and how long a target takes."""
    bet = bet_of(settings)
    count, target = int(settings["turns"]), int(settings["target"])
    rows: list[tuple[Cell, ...]] = []
    for d in DECLARATIONS:
        dist = bet.distribution(d)
        total = total_after(dist, count)
        needed = turns_to(dist, target)
        rows.append((d, count * mean(dist), at_least(total, target), "never" if needed is None else needed))
    columns = (
        _DECLARED,
        OddsColumn("mean_sum", f"mean actions in {count} turns", "actions"),
        OddsColumn("reached", f"at least {target} actions in {count} turns"),
        OddsColumn("turns_needed", f"expected turns to {target} actions", "turns"),
    )
    return OddsResult(columns, tuple(rows))


def technology(settings: Mapping[str, Any]) -> OddsResult:
    """What Extra Energy and Time Warp add to the best mean, and when their actions are paid back (13.1)."""
    cost = int(settings["cost_tech_actions"])
    rows: list[tuple[Cell, ...]] = []
    for name, has in (("orange: Extra Energy", "extra_energy"), ("yellow: Time Warp", "time_warp")):
        before = _best_mean(bet_of({**settings, has: False}))
        after = _best_mean(bet_of({**settings, has: True}))
        gain = after[1] - before[1]
        rows.append((name, *before, *after, gain, cost / gain if gain else "never"))
    columns = (
        OddsColumn("technology", "what is bought", "name"),
        OddsColumn("d_without", "best declaration without it", "number"),
        OddsColumn("mean_without", "mean actions without it", "actions"),
        OddsColumn("d_with", "best declaration with it", "number"),
        OddsColumn("mean_with", "mean actions with it, Time Warp kept for the declaration", "actions"),
        OddsColumn("gain", "more actions a turn", "actions"),
        OddsColumn("payback", f"turns until its {cost} actions are back", "turns"),
    )
    return OddsResult(columns, tuple(rows))


def _best_mean(bet: Bet) -> tuple[int, Fraction]:
    dists = {d: bet.distribution(d) for d in DECLARATIONS}
    best = max(DECLARATIONS, key=lambda d: (mean(dists[d]), -variance(dists[d]), -d))
    return best, mean(dists[best])


_UP_TO = {"up_to": Setting(13, "how far the table goes", range=(1, 36))}
_OTHER = {
    "other_time_warp": Setting(False, "the other has a free Time Warp"),
    "other_extra_energy": Setting(False, "the other has Extra Energy"),
}
_TURNS = {
    "turns": Setting(10, "turns played", range=(1, 30)),
    "target": Setting(50, "actions wanted in all", range=(1, 200)),
}
_COST = {"cost_tech_actions": Setting(4, "actions a technology costs", range=(0, 12))}
_K = {"at_least": Setting(4, "the k of the column P(at least k)", range=(0, 36))}

TABLES = (
    OddsTable("declaration", "What each declaration is worth", "AN-13..17", {**BET_SETTINGS, **_K}, declaration),
    OddsTable("actions", "Chance of every number of actions", "AN-13..17", BET_SETTINGS, distribution),
    OddsTable("at-least", "The best declaration for a target", "AN-13..17", {**AIMED_SETTINGS, **_UP_TO}, targets),
    OddsTable("only-useful", "The best declaration where only n actions are of use", "AN-13..17",
              {**BET_SETTINGS, **_UP_TO}, useful),
    OddsTable("frontier", "Mean against risk", "AN-13..17", BET_SETTINGS, frontier),
    OddsTable("declaration-duel", "One turn, two declarations", "AN-13..17", {**BET_SETTINGS, **_OTHER}, duel),
    OddsTable("turns", "A race of several turns", "AN-13..17", {**BET_SETTINGS, **_TURNS}, turns),
    OddsTable("technology", "What orange and yellow add", "AN-35, AN-38, AN-39", {**BET_SETTINGS, **_COST}, technology),
)  # fmt: skip
