"""What all exact tables share: the settings of the hit curve and reading lists of numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from balance.errors import InputError, Problem
from balance.games.contract import Cell, OddsColumn, OddsResult, Setting
from balance.games.planet_busters.exact import WHIRLER_WORD, Curve

WHIRLER_SHOTS = (4, 3, 2, 1)
CURVE: Mapping[str, Setting] = {
    "hit_base": Setting(5, "a roll hits up to this number plus attack minus defence", range=(1, 9)),
    "natural_one_hits": Setting(True, "a rolled 1 always hits"),
    "natural_ten_misses": Setting(True, "a rolled 10 always misses"),
}
WIDTH = Setting(1, "torpedo numbers this close are a hit", range=(0, 4))
TIMING = Setting(
    "simultaneous", "who fires first in a group", choices=("simultaneous", "attacker_first", "defender_first")
)
WHIRLER = Setting("4,3,2,1", "battle numbers of a whirler's four rolls")
MINES_ROLLS = Setting(3, "dice per test for mines", range=(1, 5))


def curve_of(settings: Mapping[str, Any]) -> Curve:
    """The hit rule a table was asked for."""
    return Curve(settings["hit_base"], settings["natural_one_hits"], settings["natural_ten_misses"])


def numbers(text: str, key: str, low: int = 0, high: int = 12) -> list[int]:
    """A list such as "5,3,3"; raises InputError naming the setting, also for an empty list."""
    legal = f"whole numbers from {low} to {high}, separated by commas"
    words = _words(text, key, legal)
    if not all(word.isdigit() and low <= int(word) <= high for word in words):
        raise InputError(problems=[Problem((key,), f"cannot read {text!r}", legal)])
    return [int(word) for word in words]


def units(
    text: str, key: str, whirler: tuple[int, ...] = WHIRLER_SHOTS, *, empty: bool = False
) -> list[tuple[int, ...]]:
    """Firing units such as "5,w,3": one tuple of shots per unit, `w` is a whirler with all its rolls.

    Raises InputError naming the setting, also for no unit at all unless `empty` allows it.
    """
    legal = f"battle numbers separated by commas, {WHIRLER_WORD} for a whirler"
    words = [] if empty and not text.strip() else _words(text, key, legal)
    return [whirler if word == WHIRLER_WORD else tuple(numbers(word, key)) for word in words]


def whirler_shots(settings: Mapping[str, Any]) -> tuple[int, ...]:
    """Battle numbers of a whirler's rolls as the table was asked for."""
    return tuple(numbers(settings["whirler_shots"], "whirler_shots", 0, 9))


def _words(text: str, key: str, legal: str) -> list[str]:
    words = [word.strip() for word in text.split(",") if word.strip()]
    if not words:
        raise InputError(problems=[Problem((key,), "the list is empty", legal)])
    return words


def table(columns: tuple[OddsColumn, ...], rows: list[tuple[Cell, ...]], note: str = "") -> OddsResult:
    """An odds result from rows gathered in a list."""
    return OddsResult(columns, tuple(rows), note)


def two_columns(name: str, meaning: str, rows: list[tuple[Cell, ...]], note: str = "") -> OddsResult:
    """The common shape: something that can happen, and its chance."""
    return table((OddsColumn(name, meaning, "word"), OddsColumn("value", "exact value")), rows, note)
