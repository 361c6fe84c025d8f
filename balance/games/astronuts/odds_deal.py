"""Exact odds of the deal of Nuts (AN-06, AN-07, spec 13.6).

Planets are served in seat 1's own numbering; each draws its coins one by one among the colours it does not hold yet.
The state is only how many coins of each colour are left to deal, and three of the four colours are alike, so the
whole deal is a small chain. Probabilities are floats here (error below 1e-12): the fractions have hundreds of digits.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeAlias

State: TypeAlias = tuple[int, tuple[int, ...], bool]  # left of the watched colour, of the others (sorted), any short


def deal_counts(sizes: Sequence[int], stock: int, rule: str) -> tuple[dict[int, float], float]:
    """(P(n coins of one colour lie on the planets), P(some planet stays short)).

    `sizes`: coins each planet wants, in the order served; `stock`: coins of each colour to deal from. `rule`: `bag`
    (proportional to the stock left) or `uniform` (any colour in stock alike).
    """
    states: dict[State, float] = {(stock, (stock,) * 3, False): 1.0}
    for size in sizes:
        served: dict[State, float] = {}
        for (watched, others, short), chance in states.items():
            for left, missing, p in _serve((watched, *others), size, rule):
                state = (left[0], tuple(sorted(left[1:])), short or missing)
                served[state] = served.get(state, 0.0) + chance * p
        states = served
    counts: dict[int, float] = {}
    for (watched, _, _), chance in states.items():
        counts[stock - watched] = counts.get(stock - watched, 0.0) + chance
    return dict(sorted(counts.items())), sum(chance for (_, _, short), chance in states.items() if short)


def _serve(left: tuple[int, ...], size: int, rule: str) -> list[tuple[tuple[int, ...], bool, float]]:
    """All ways one planet draws its coins: (stock left, planet short, chance)."""
    found: list[tuple[tuple[int, ...], bool, float]] = []

    def draw(stock: tuple[int, ...], have: frozenset[int], chance: float) -> None:
        weights = {c: (stock[c] if rule == "bag" else 1) for c in range(4) if c not in have and stock[c] > 0}
        if len(have) == size or not weights:
            found.append((stock, len(have) < size, chance))
            return
        total = sum(weights.values())
        for colour, weight in weights.items():
            rest = tuple(n - (c == colour) for c, n in enumerate(stock))
            draw(rest, have | {colour}, chance * weight / total)

    draw(left, frozenset(), 1.0)
    return found


def unlimited_counts(sizes: Sequence[int]) -> dict[int, Fraction]:
    """P(n planets hold a given colour) without stock limits: planets of k coins hold it with k/4 each."""
    counts = {0: Fraction(1)}
    for size in sizes:
        has = Fraction(size, 4)
        grown: dict[int, Fraction] = {}
        for n, chance in counts.items():
            grown[n] = grown.get(n, Fraction(0)) + chance * (1 - has)
            grown[n + 1] = grown.get(n + 1, Fraction(0)) + chance * has
        counts = grown
    return {n: chance for n, chance in sorted(counts.items()) if chance}
