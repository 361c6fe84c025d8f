"""What a designer wants to hear about AstroNuts: what to declare, how fixed declarations fare, technologies, attacks."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from balance.games.astronuts.charts_game import fixed_declarations
from balance.games.astronuts.checks import attack_chance, bet_of_run
from balance.games.astronuts.odds_declaration import DECLARATIONS, Bet, mean, variance
from balance.games.astronuts.seat_sums import twelfths_by_side
from balance.games.contract import Finding, RunData


def findings(data: RunData) -> list[Finding]:
    """All findings that this run has data for, the answer about declarations first."""
    found = [declaration(data)]
    for make in (duel, attacks):
        made = make(data)
        if made is not None:
            found.append(made)
    return found


def declaration(data: RunData) -> Finding:
    """Exact: the best declaration by mean, without and with a Time Warp; AN-13..AN-17."""
    plain = _bet(data, warp=False)
    warped = _bet(data, warp=True)
    best, tied = _best(plain)
    best_warped, _ = _best(warped)
    text = f"Without a Time Warp nothing beats declaring {best}: {_value(plain, best)} actions on average"
    if tied:
        others = " and ".join(f"{d} gives the same mean with variance {variance(plain.distribution(d))}" for d in tied)
        text += f" with variance {variance(plain.distribution(best))}; {others}"
    text += ". "
    if best_warped == best:
        title = f"No, {best} is best, with and without a Time Warp."
        text += f"A Time Warp used on a poor roll lifts it to {_value(warped, best)}."
    else:
        title = f"Yes, with a Time Warp: then declare {best_warped}."
        text += (
            f"With a Time Warp kept for the declaration {best_warped} averages {_value(warped, best_warped)} actions, "
            f"{best} {_value(warped, best)}."
        )
    evidence = "Exact, from the die alone; Extra Energy adds its bonus to every declaration alike."
    step = "whether the wider spread of the higher declaration costs wins: the duels below"
    return Finding(title, text, "exact", evidence, next_step=step, id="declaration_risk")


def _bet(data: RunData, *, warp: bool) -> Bet:
    """The run's rules; a Time Warp is spent where that raises the mean."""
    rules = data.ruleset
    usable = warp and rules["time_warp_scope"] not in ("no_declaration", "landing", "landing_first_die")
    found = bet_of_run(data, energy=False, warp=False)
    assert found is not None  # only a Time Warp leaves it open
    return Bet(found.mult, found.bonus, found.fail, 0, usable and int(rules["time_warp_uses"]) > 0, "mean")


def _best(bet: Bet) -> tuple[int, list[int]]:
    """The declaration of highest mean, ties by variance; and the others that tie in the mean."""
    means = {d: mean(bet.distribution(d)) for d in DECLARATIONS}
    top = max(means.values())
    order = sorted((d for d in DECLARATIONS if means[d] == top), key=lambda d: variance(bet.distribution(d)))
    return order[0], order[1:]


def _value(bet: Bet, d: int) -> str:
    value: Fraction = mean(bet.distribution(d))
    return str(value) if value.denominator == 1 else f"{value} = {float(value):.2f}"


def duel(data: RunData) -> Finding | None:
    """Simulated: always declaring the best number against always declaring another."""
    numbers = fixed_declarations(data)
    best, _ = _best(_bet(data, warp=False))
    if best not in numbers or len(numbers) < 2:
        return None
    others = [d for d in numbers if d != best]
    won, there = twelfths_by_side(data, [numbers[best], *(numbers[other] for other in others)])
    said, clear = [], []
    for row, other in enumerate(others, 1):
        met = there[0] & there[row]
        mine = (won[0] * met) / np.float32(12)
        share, low, high = data.ratio(mine, mine + (won[row] * met) / np.float32(12), share=True)
        said.append(f"against {other} it takes {share:.1%} [{low:.1%}, {high:.1%}]")
        if low > 0.5 or high < 0.5:
            clear.append(other)
    text = f"Of the games won by either of two such players, always declaring {best}: {'; '.join(said)}."
    title = f"Always declaring {best} in play."
    evidence = f"{data.games:,} games, pairs alternate at the table and swap seats; 95 % intervals by block"
    strength = "clear" if len(clear) == len(said) else "likely"
    return Finding(title, text, strength, evidence, next_step="the same with another policy", id="declaration_risk")


def attacks(data: RunData) -> Finding | None:
    """Simulated beside exact: attacks at equal bonuses, and what they cost (AN-33, AN-34)."""
    lost, won = (int(count) for count in data.tally.attack[3, 0])
    if lost + won < 200:
        return None
    share, low, high = data.share(won, lost + won)
    exact: Any = attack_chance(data, 0, False)
    beside = f"; exact {exact} = {float(exact):.3f}" if exact is not None else ""
    text = (
        f"At equal bonuses {share:.1%} [{low:.1%}, {high:.1%}] of {lost + won:,} attacks succeed{beside}: "
        f"{1 / share:.1f} actions for each unit destroyed."
    )
    return Finding("Attacks cost actions, not units.", text, "clear", id="attack_success")
