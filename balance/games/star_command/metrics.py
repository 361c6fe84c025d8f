"""Headline and long-list numbers of Star Command; the engine adds wins, ties, caps and length itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.games.contract import Columns, Metric
from balance.games.star_command.state import (
    RANGERS,
    SIDE_COLUMNS,
    SIDE_COUNTERS,
    SIDE_NAMES,
    ZURG,
)

Values = NDArray[Any]
Count = Callable[[Columns], Values]


def _is(column: str, value: int) -> Count:
    return lambda columns: np.asarray(columns[column] == value, np.float64)


def _both(left: Count, right: Count) -> Count:
    return lambda columns: left(columns) * right(columns)


def _share(name: str, title: str, meaning: str, hit: Count, columns: tuple[str, ...], of: Count | None = None,
           headline: bool = False) -> Metric:  # fmt: skip
    unit = "of games" if of is None else "of such games"
    return Metric(name, title, meaning, columns, hit, of, "share", unit, headline)


def _mean(name: str, title: str, meaning: str, column: str, of: str | None = None, unit: str = "per game") -> Metric:
    def total(columns: Columns) -> Values:
        return np.asarray(columns[column], np.float64)

    def base(columns: Columns) -> Values:
        return np.asarray(columns[of or column], np.float64)

    names = (column,) if of is None else (column, of)
    return Metric(name, title, meaning, names, total, None if of is None else base, "mean", unit)


def _when(name: str, title: str, column: str) -> Metric:
    """Mean of a turn column over the games where it happened (0 = never)."""
    return Metric(name, title, f"{title}, over the games where it happened", (column,),
                  lambda columns: np.asarray(columns[column], np.float64),
                  lambda columns: np.asarray(columns[column] > 0, np.float64), "mean", "turn")  # fmt: skip


def _winners() -> list[Metric]:
    """Side and seat: the two cells of the Rangers are headline figures, Zurg's are what they and capped games leave."""
    sides = (("rangers", RANGERS, "Rangers"), ("zurg", ZURG, "Zurg"))
    found = []
    found.append(_share("first_player_win", "First player wins", "games won by the side that moved first, of all games",
                        _is("first_won", 1), ("first_won",), headline=True))  # fmt: skip
    for name, side, title in sides:
        for order, word in ((side, "first"), (1 - side, "second")):
            found.append(_share(
                f"{name}_win_moving_{word}", f"{title} win when moving {word}",
                f"games {title} win, of the games in which they move {word}",
                _both(_is("winner_side", side), _is("first_side", order)), ("winner_side", "first_side"),
                _is("first_side", order), headline=name == "rangers"))  # fmt: skip
    return found


def _per_side() -> list[Metric]:
    return [
        _mean(f"{name}_{side}", f"{name.replace('_', ' ').capitalize()}, {side.capitalize()}", SIDE_COUNTERS[name],
              f"{name}_{side}")
        for name in SIDE_COLUMNS for side in SIDE_NAMES
    ]  # fmt: skip


def _dead_hands() -> list[Metric]:
    turns: dict[str, Count] = {
        "rangers": lambda c: np.asarray((c["turns"] + 1 - c["first_side"]) // 2, np.float64),
        "zurg": lambda c: np.asarray((c["turns"] + c["first_side"]) // 2, np.float64),
    }
    return [
        Metric(f"dead_hand_share_{side}", f"Turns with a dead card, {side.capitalize()}",
               "own turns begun with a card marked for the other side in hand, of all own turns",
               (f"dead_hand_turns_{side}", "turns", "first_side"),
               lambda c, side=side: np.asarray(c[f"dead_hand_turns_{side}"], np.float64), turns[side], "share",  # type: ignore[misc]
               "of own turns")
        for side in SIDE_NAMES
    ]  # fmt: skip


ACTIONS = ("moves_single", "moves_group", "attacks")


def _actions(columns: Columns) -> Values:
    return np.asarray(np.sum([columns[f"{n}_{s}"] for n in ACTIONS for s in SIDE_NAMES], axis=0, dtype=np.float64))


METRICS: tuple[Metric, ...] = (
    *_winners(),
    _share("play_cap_hit", "A phase hit the play cap", "games in which play_cap_per_phase stopped a phase; must be 0",
           _is("flag_play_cap", 1), ("flag_play_cap",)),
    _when("first_shot_turn", "Turn of the first attack", "first_shot_turn"),
    _when("first_loss_turn", "Turn of the first removal", "first_loss_turn"),
    _when("first_leader_hit_turn", "Turn a leader first loses a hit", "first_leader_hit_turn"),
    *(_mean(f"negated_share_{side}", f"Attacks of {side.capitalize()} negated",
            f"attacks of {side.capitalize()} that were negated, of all they made", f"attacks_negated_{side}",
            f"attacks_{side}", "of attacks") for side in SIDE_NAMES),
    *_dead_hands(),
    _mean("reshuffles", "Reshuffles", "times the discard pile became the deck", "reshuffles"),
    _mean("hornet_draws", "Hornet draws", "removed Hornets that drew", "hornet_draws"),
    _mean("buzz_special_defenses", "Specials spent for Buzz", "Specials discarded in defense of Buzz himself",
          "buzz_special_defenses"),
    _mean("repeats", "Repeated positions", "turns begun in a position seen before in the same quiet stretch", "repeats"),
    Metric("actions", "Actions used",
           "Single moves, group advances and attacks of both sides / all games, capped games as they stand.",
           tuple(f"{name}_{side}" for name in ACTIONS for side in SIDE_NAMES), _actions, unit="actions per game"),
    *_per_side(),
)  # fmt: skip
