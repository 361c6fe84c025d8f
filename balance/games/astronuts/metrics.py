"""Headline and long-list numbers of AstroNuts; the engine adds wins, ties, caps and length itself."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from balance.games.astronuts.words import LETTERS, MAX_SEATS, TECHNOLOGIES
from balance.games.contract import Columns, Metric

SEATS = range(1, MAX_SEATS + 1)
Values = NDArray[np.float64]


def _of_seats(stem: str) -> tuple[str, ...]:
    return tuple(f"{stem}_{seat}" for seat in SEATS)


def _total(*stems: str) -> Callable[[Columns], Values]:
    """Sum over the seats taken (absent seats hold -1) and over several columns."""
    names = tuple(name for stem in stems for name in _of_seats(stem))

    def total(columns: Columns) -> Values:
        parts = [np.where(columns[f"turns_{n.rsplit('_', 1)[1]}"] >= 0, columns[n], 0) for n in names]
        return np.asarray(np.sum(parts, axis=0, dtype=np.float64))

    return total


def _ratio(name: str, title: str, meaning: str, top: str, bottom: str, *, kind: str = "mean", unit: str) -> Metric:
    columns = tuple(dict.fromkeys((*_of_seats(top), *_of_seats(bottom), *_of_seats("turns"))))
    return Metric(name, title, meaning, columns, _total(top), _total(bottom), kind, unit)


def _per_game(name: str, title: str, meaning: str, *stems: str, unit: str = "per game") -> Metric:
    columns = (*(c for stem in stems for c in _of_seats(stem)), *_of_seats("turns"))
    return Metric(name, title, meaning, columns, _total(*stems), unit=unit)


def _column(name: str, title: str, meaning: str, unit: str = "per game") -> Metric:
    return Metric(name, title, meaning, (name,), lambda columns: columns[name].astype(np.float64), unit=unit)


def _share(name: str, title: str, meaning: str, column: str, value: int, *, headline: bool = False) -> Metric:
    def hit(columns: Columns) -> Values:
        return np.asarray(columns[column] == value, np.float64)

    return Metric(name, title, meaning, (column,), hit, kind="share", unit="of games", headline=headline)


def _owners(tech: int) -> Metric:
    letter, title = LETTERS[tech].lower(), TECHNOLOGIES[tech]
    columns = (*(f"tech_round_{letter}_{seat}" for seat in SEATS), *_of_seats("turns"))

    def owned(rows: Columns) -> Values:
        return np.asarray(np.sum([rows[f"tech_round_{letter}_{seat}"] >= 0 for seat in SEATS], axis=0), np.float64)

    def seated(rows: Columns) -> Values:
        return np.asarray(np.sum([rows[f"turns_{seat}"] >= 0 for seat in SEATS], axis=0), np.float64)

    name = f"owns_{title.lower().replace(' ', '_')}"
    meaning = f"Share of seats that own {title} at the end of the game."
    return Metric(name, f"Seats with {title}", meaning, columns, owned, seated, "share", "of seats")


METRICS: tuple[Metric, ...] = (
    _share("tie_broken", "Decided on the tie-break", "Share of games with equal colonies, decided by the tie-break.",
           "tie_level", 1),
    _column("margin", "Margin",
            "Colonies of the best seat less those of the second / all games; 0 on equal colonies, capped games as they stand.",
            "colonies"),
    _per_game("actions", "Actions used", "Actions spent by all seats / all games, capped games as they stand.",
              "a_move", "a_extract", "a_colonise", "a_build", "a_attack", "a_tech", unit="actions per game"),
    _column("lead_changes", "Lead changes", "Times another seat than before is alone in the lead at the end of a turn."),
    _column("landings", "Landings", "Rolls on the fate table."),
    _ratio("actions_per_turn", "Actions per turn", "Actions of declarations and Extra Energy per turn.", "x_sum", "turns",
           unit="per turn"),
    _ratio("declared", "Declared number", "Mean number declared per turn.", "decl_sum", "turns", unit="per turn"),
    _ratio("declaration_success", "Declarations that come true", "Share of turns whose die reaches the number declared.",
           "decl_ok", "turns", kind="share", unit="of turns"),
    Metric("attack_success", "Attack success", "Share of attacks that destroy a unit, bonuses and re-rolls as they fell.",
           (*_of_seats("kill_ship"), *_of_seats("kill_col"), *_of_seats("att"), *_of_seats("turns")),
           _total("kill_ship", "kill_col"), _total("att"), "share", "of attacks"),
    _per_game("attacks", "Attacks", "Attacks made by all seats.", "att"),
    _per_game("colonies_destroyed", "Colonies destroyed", "Colonies destroyed by attacks, all seats.", "kill_col"),
    _per_game("crashes", "Crashes", "Ships lost on landing, all seats.", "crashes"),
    _per_game("ships_built", "Build actions", "Actions spent on building ships, all seats.", "a_build", unit="actions per game"),
    _per_game("actions_unused", "Actions that lapse", "Actions that lapse, all seats.", "x_unused", unit="actions per game"),
    _per_game("time_warps", "Time Warps", "Dice re-rolled with Time Warp, all seats.",
              "tw_decl", "tw_fate", "tw_att", "tw_check", "tw_def"),
    *(_owners(tech) for tech in range(4)),
)  # fmt: skip
