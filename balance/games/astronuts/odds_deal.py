"""Exact odds of the deal of Nuts (AN-06, AN-07, spec 13.6).

Planets are served in seat 1's own numbering; each draws its coins one by one among the colours it does not hold yet.
The state is only how many coins of each colour are left to deal, and three of the four colours are alike, so the
whole deal is a small chain. Probabilities are floats here (error below 1e-12): the fractions have hundreds of digits.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from balance.games.contract import Cell, OddsColumn, OddsResult, OddsTable, Setting

State: TypeAlias = tuple[int, tuple[int, ...], bool]  # left of the watched colour, of the others (sorted), any short


@cache
def deal_counts(sizes: tuple[int, ...], stock: int, rule: str) -> tuple[dict[int, float], float]:
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


@cache
def planet_kinds(board: str) -> str:
    """Planets of a shipped board in the order of its spaces: `s` small, `L` large."""
    text = (Path(__file__).parent / "boards" / f"{board}.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    home = "L" if data.get("home_size") == "large" else "s"
    if data["form"] == "grid":
        return "".join(home if char.isdigit() else char for row in data["rows"] for char in row if char in "sL1234")
    return "".join("L" if space["size"] == "large" else "s" for space in data["spaces"] if space["kind"] == "planet")


def deal(settings: Mapping[str, Any]) -> OddsResult:
    """How many coins of one colour lie on the planets after the deal."""
    kinds = planet_kinds(str(settings["board"]))
    wanted = {"s": int(settings["small_nuts"]), "L": int(settings["large_nuts"])}
    sizes = tuple(wanted[kind] for kind in kinds)
    stock = int(settings["nuts_per_colour"]) - int(settings["seats"]) * int(settings["start_nuts_per_colour"])
    rule = str(settings["nut_deal"])
    dealt, short = deal_counts(sizes, stock, rule)
    free = unlimited_counts(sizes)
    rows: list[tuple[Cell, ...]] = [
        (n, dealt.get(n, 0.0), free.get(n, Fraction(0))) for n in range(max(*dealt, *free) + 1)
    ]
    rows += [
        ("mean", _mean(dealt), _mean(free)),
        ("variance", _variance(dealt), _variance(free)),
        ("some planet short", short, Fraction(0)),
    ]
    rows += [(f"a {name} planet holds it", "-", Fraction(min(4, wanted[kind]), 4))
             for kind, name in (("s", "small"), ("L", "large"))]  # fmt: skip
    columns = (
        OddsColumn("coins", "coins of one colour on the planets, or a summary", "Nuts"),
        OddsColumn("dealt", f"chance under `{rule}` with {stock} coins of each colour to deal", "see coins"),
        OddsColumn("no_limit", "chance if the stock had no limit", "see coins"),
    )
    return OddsResult(columns, tuple(rows), f"{len(sizes)} planets, {sum(sizes)} coins.")


def _mean(counts: Mapping[int, Any]) -> Any:
    return sum(n * chance for n, chance in counts.items())


def _variance(counts: Mapping[int, Any]) -> Any:
    return sum(n * n * chance for n, chance in counts.items()) - _mean(counts) ** 2


TABLES = (
    OddsTable("deal", "The deal of Nuts", "AN-06, AN-07",
              {"board": Setting("lattice49", "board", choices=("lattice49", "compact25", "long45", "tiny5")),
               "seats": Setting(4, "seats (their starting coins are set aside)", range=(2, 4)),
               "nut_deal": Setting("bag", "how coins come to planets", choices=("bag", "uniform")),
               "nuts_per_colour": Setting(20, "coins of each colour", range=(8, 40)),
               "start_nuts_per_colour": Setting(1, "coins of each colour a seat starts with", range=(0, 4)),
               "small_nuts": Setting(2, "coins of a small planet", range=(0, 4)),
               "large_nuts": Setting(3, "coins of a large planet", range=(0, 4))}, deal),
)  # fmt: skip
