"""Exact odds of the board: random set-ups (j6), distances, aim, lines of fire (j7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import comb
from typing import Any, TypeAlias

from balance.games.contract import OddsColumn, OddsResult, OddsTable, Setting
from balance.games.star_command.odds_cards import printed

Direction: TypeAlias = tuple[int, int]
SQUARES = range(64)
LINES: tuple[Direction, ...] = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
KNIGHT: tuple[Direction, ...] = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


def beyond(square: int, direction: Direction, steps: int = 1) -> int | None:
    """The square so many steps away, None off the board (a1 = 0, h8 = 63)."""
    file, row = square % 8 + steps * direction[0], square // 8 + steps * direction[1]
    return 8 * row + file if 0 <= file < 8 and 0 <= row < 8 else None


def aligned_pairs(d: int) -> int:
    """Ordered pairs of squares on one line at distance d."""
    return 32 * (8 - d) + 4 * (8 - d) ** 2 if 1 <= d <= 7 else 0


def aim(low: int, high: int) -> Fraction:
    """P(a random other square lies on a line at a distance low..high)."""
    return Fraction(sum(aligned_pairs(d) for d in range(low, high + 1)), 64 * 63)


def clear(d: int, others: int) -> Fraction:
    """P(a line of length d is clear) with so many other units on random other squares."""
    return Fraction(comb(63 - d, others), comb(62, others)) if others <= 62 else Fraction(0)


def mean_destinations(leaps: tuple[Direction, ...]) -> Fraction:
    """Mean number of squares such a leap reaches on the empty board."""
    reached = sum(1 for sq in SQUARES for leap in leaps if beyond(sq, leap) is not None)
    return Fraction(reached, 64)


def setup_chances() -> Iterator[tuple[str, Fraction]]:
    """Events of a random set-up: every arrangement of the 16 units is equally likely (SC-03, j6)."""
    yield "a leader stands in the back row", Fraction(8, 16)
    yield "a leader stands in a rear corner", Fraction(2, 16)
    for gap in range(8):
        yield f"the leaders are {gap} files apart", file_gap_chance(gap)
    yield "a leader in the back row has a soldier right in front", Fraction(8, 15) * Fraction(8, 16)
    yield "that, if he stands in the back row", Fraction(8, 15)
    yield "the Tower stands in the front row", Fraction(8, 16)
    yield "all eight soldiers of a side stand in the front row", Fraction(1, comb(16, 8))


def file_gap_chance(gap: int) -> Fraction:
    """P(the two leaders are `gap` files apart) when both sides are set up at random."""
    return Fraction(8 if gap == 0 else 2 * (8 - gap), 64)


def random_setup(settings: Mapping[str, Any]) -> OddsResult:
    """j6."""
    columns = (OddsColumn("event", "what a random set-up shows", "event"), OddsColumn("chance", "its chance"))
    return OddsResult(columns, tuple(setup_chances()), "Soldiers: Space Rangers or Hornets, eight a side.")


def geometry(settings: Mapping[str, Any]) -> OddsResult:
    """j7."""
    others = int(settings["others"])
    rows = tuple((d, aligned_pairs(d), aim(d, d), aim(1, d), clear(d, others)) for d in range(1, 8))
    columns = (
        OddsColumn("distance", "king distance d", "squares"),
        OddsColumn("pairs", "ordered pairs of squares on one line at d", "count"),
        OddsColumn("exact", "a random other square is within aim if the range must be exact"),
        OddsColumn("up_to", "the same if an attack reaches up to d"),
        OddsColumn("clear", f"the line is clear with {others} other units on random squares"),
    )
    values = printed()
    window = aim(values["combat.megaray_min"], values["combat.megaray_max"])
    note = f"Megaray window {window}. Mean destinations on the empty board: knight {float(mean_destinations(KNIGHT))}, "
    return OddsResult(columns, rows, f"{note}king {float(mean_destinations(LINES))}.")


TABLES = (
    OddsTable("random_setup", "Random set-ups", "SC-03, j6", {}, random_setup),
    OddsTable("geometry", "Distances and lines of fire", "SC-29, SC-30, SC-32, j7",
              {"others": Setting(16, "other units on the board", range=(0, 62))}, geometry),
)  # fmt: skip
