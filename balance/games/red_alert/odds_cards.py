"""Exact odds of cards: Hold Your Fire, boarding, First Strike, hands, the reveal for first player (spec j6, j8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import Any

from balance.games.contract import Cell, OddsColumn, OddsResult, OddsTable, Setting
from balance.games.red_alert import chances
from balance.games.red_alert.forces import built_in
from balance.games.red_alert.odds_dice import DICE, IGNORED, RA, ZERO, exactly, leaves
from balance.games.red_alert.ruleset import load_ledger

UNSHOWN = 99  # orders a shown reaction card counts (RA-13)
RATING = Setting(4, "command rating, cards in hand", range=(1, 8))
MAX_FIGURES = 6


def parley_table(settings: Mapping[str, Any]) -> OddsResult:
    """Hold Your Fire by stars left after paying."""
    dice = int(settings["dice"])
    rows: list[tuple[Cell, ...]] = []
    for left in range(dice + 1):
        won = chances.at_most(dice, left) - chances.at_most(dice, 0)
        gift = sum((exactly(dice, k) * k for k in range(left + 1)), ZERO)
        rows.append((left, won, gift))
    columns = (
        OddsColumn("stars_left", "stars left after paying the card", "stars"),
        OddsColumn("success", "the attack does not happen"),
        OddsColumn("gift", "mean stars given to the enemy", "stars"),
    )
    return OddsResult(columns, tuple(rows), "Succeeds with at least one star rolled that can be given away (RA-61).")


def boarding_table(settings: Mapping[str, Any]) -> OddsResult:
    """Boarding Party by figures of both units."""
    base = int(settings["dice"])
    rows: list[tuple[Cell, ...]] = [
        (own, *(chances.more_stars(base + own, base + other) for other in range(2, MAX_FIGURES + 1)))
        for own in range(1, MAX_FIGURES)
    ]
    columns = (
        OddsColumn("own", "figures of the boarding cruiser", "figures"),
        *(OddsColumn(f"against_{k}", f"a figure changes sides, enemy of {k}") for k in range(2, MAX_FIGURES + 1)),
    )
    return OddsResult(columns, tuple(rows), "Both roll these dice and one per figure; strictly more stars win (RA-62).")


def first_strike_table(settings: Mapping[str, Any]) -> OddsResult:
    """The attack that was answered: does it still happen?"""
    dice, ignored, ra = (int(settings[key]) for key in ("dice", "ignored", "ra"))
    rows: list[tuple[Cell, ...]] = [
        (f, 1 - leaves(dice, ignored, f, ra), chances.kill(dice, ignored, f)) for f in range(1, MAX_FIGURES + 1)
    ]
    columns = (
        OddsColumn("figures", "figures of the attacking unit", "figures"),
        OddsColumn("attacks", "it still attacks"),
        OddsColumn("dies", "it is eliminated by hits"),
    )
    return OddsResult(columns, tuple(rows), "Dice of the defender who strikes first (RA-57); the attacker has room.")


def some(deck: int, wanted: int, hand: int) -> Fraction:
    """P(a hand holds at least one of the wanted cards)."""
    return 1 - Fraction(comb(deck - wanted, hand), comb(deck, hand))


def command_rows() -> list[dict[str, Any]]:
    """The built-in command cards with the copies of the ledger."""
    entries = load_ledger().entries
    return [
        {**row, "copies": entries[f"command_deck.{row['id']}"].value} for row in built_in("decks.toml")["command_card"]
    ]


def orders_left(row: Mapping[str, Any]) -> bool:
    """A sector card that orders the left wing."""
    return bool(row["kind"] == "sector" and row["orders"][0] != 0)


def hands_table(settings: Mapping[str, Any]) -> OddsResult:
    """Opening hands of the built-in command deck."""
    rows, hand = command_rows(), int(settings["rating"])
    deck = sum(row["copies"] for row in rows)
    found: list[tuple[Cell, ...]] = [
        (row["id"], row["copies"], some(deck, row["copies"], hand), Fraction(hand * row["copies"], deck))
        for row in rows
    ]
    left = sum(row["copies"] for row in rows if orders_left(row))
    found.append(("any left wing", left, some(deck, left, hand), Fraction(hand * left, deck)))
    columns = (
        OddsColumn("card", "command card", "word"),
        OddsColumn("copies", "copies in the deck", "cards"),
        OddsColumn("some", "the hand holds at least one"),
        OddsColumn("mean", "mean number in the hand", "cards"),
    )
    return OddsResult(columns, tuple(found), f"Deck of {deck} cards; `any left wing`: sector cards that order it.")


def nominal(row: Mapping[str, Any], rating: int) -> int:
    """Orders a card counts in the reveal, R as the rating (RA-13)."""
    if row["kind"] == "reaction":
        return UNSHOWN
    orders = row["orders"] if isinstance(row["orders"], list) else [row["orders"]]
    return sum(rating if n == "rating" else n for n in orders)


def _within(a: frozenset[int], b: frozenset[int], copies: Sequence[int], hands: tuple[int, int]) -> Fraction:
    """P(the first hand comes from rows `a`, the second from rows `b`), both dealt from one deck."""
    deck, in_b = sum(copies), sum(copies[i] for i in b)
    only_a, both = sum(copies[i] for i in a - b), sum(copies[i] for i in a & b)
    ways = sum(comb(only_a, hands[0] - k) * comb(both, k) * comb(in_b - k, hands[1]) for k in range(hands[0] + 1)
               if hands[0] - k <= only_a and k <= both)  # fmt: skip
    return Fraction(ways, comb(deck, hands[0]) * comb(deck - hands[0], hands[1]))


def reveal(
    ratings: tuple[int, int], shown: tuple[str, str], rows: Sequence[Mapping[str, Any]]
) -> dict[tuple[int, int], Fraction]:
    """Chance of every pair of shown orders; `shown`: lowest or highest, per side (RA-13).

    A side shows orders v when its whole hand counts at least (lowest) or at most (highest) v and not all beyond v;
    reaction cards come last either way.
    """
    copies = [int(row["copies"]) for row in rows]
    sets: list[dict[int, tuple[frozenset[int], frozenset[int]]]] = []
    for rating, which in zip(ratings, shown, strict=True):
        worth = [nominal(row, rating) for row in rows]
        rank: Callable[[int], int] = (lambda v: v) if which == "lowest" else (lambda v: UNSHOWN if v == UNSHOWN else -v)
        sets.append({
            value: (frozenset(i for i, v in enumerate(worth) if rank(v) >= rank(value)),
                    frozenset(i for i, v in enumerate(worth) if rank(v) > rank(value)))
            for value in set(worth)
        })  # fmt: skip
    found = {}
    for x, (x_in, x_out) in sets[0].items():
        for y, (y_in, y_out) in sets[1].items():
            p = (_within(x_in, y_in, copies, ratings) - _within(x_out, y_in, copies, ratings)
                 - _within(x_in, y_out, copies, ratings) + _within(x_out, y_out, copies, ratings))  # fmt: skip
            found[x, y] = p
    return found


def reveal_odds(
    ratings: tuple[int, int], shown: tuple[str, str], rows: Sequence[Mapping[str, Any]] = ()
) -> tuple[Fraction, Fraction]:
    """(P(tie), P(side 0 takes the first turn))."""
    pairs = reveal(ratings, shown, rows or command_rows())
    tie = sum((p for (x, y), p in pairs.items() if x == y), ZERO)
    return tie, sum((p for (x, y), p in pairs.items() if x < y), ZERO) + tie / 2


def reveal_table(settings: Mapping[str, Any]) -> OddsResult:
    """Who takes the first turn when both reveal a card."""
    ratings = int(settings["rating_0"]), int(settings["rating_1"])
    rows: list[tuple[Cell, ...]] = [
        (a, b, *reveal_odds(ratings, (a, b))) for a in ("lowest", "highest") for b in ("lowest", "highest")
    ]
    columns = (
        OddsColumn("side_0", "card the Commonwealth shows", "word"),
        OddsColumn("side_1", "card the Confederation shows", "word"),
        OddsColumn("tie", "both show equal orders: a coin decides"),
        OddsColumn("first_0", "the Commonwealth takes the first turn"),
    )
    return OddsResult(
        columns, tuple(rows), "Lowest: wants the first turn; highest: does not. Reaction cards come last."
    )


TABLES = (
    OddsTable("hold_your_fire", "Hold Your Fire", "RA-61", {"dice": DICE}, parley_table),
    OddsTable("boarding", "Boarding Party", "RA-62", {"dice": Setting(3, "dice beside the figures", range=(0, 3))},
              boarding_table),
    OddsTable("first_strike", "First Strike", "RA-57", {"dice": DICE, "ignored": IGNORED, "ra": RA}, first_strike_table),
    OddsTable("hands", "Command cards in hand", "RA-12", {"rating": RATING}, hands_table),
    OddsTable("reveal", "Reveal for the first turn", "RA-13", {"rating_0": RATING, "rating_1": RATING}, reveal_table),
)  # fmt: skip
