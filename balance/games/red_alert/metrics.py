"""Numbers of Red Alert; the engine adds win shares, ties, caps, length and endings itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from balance.games.contract import PLAYED_OUT, Columns, Metric
from balance.games.red_alert.state import COMBAT_SLOTS, TYPE_SLOTS, UNIT_TYPES

Values = NDArray[np.float64]
Reader = Callable[[Columns], Values]


def _both(*stems: str) -> tuple[str, ...]:
    return tuple(f"{stem}_{side}" for stem in stems for side in (0, 1))


def _of_types(stat: str, kinds: Sequence[str] = TYPE_SLOTS) -> tuple[str, ...]:
    return tuple(f"{kind}_{side}_{stat}" for kind in kinds for side in (0, 1))


def _total(names: Sequence[str]) -> Reader:
    def total(columns: Columns) -> Values:
        return np.asarray(np.sum([columns[name] for name in names], axis=0, dtype=np.float64))

    return total


def _per_game(name: str, title: str, meaning: str, *names: str, unit: str = "per game") -> Metric:
    return Metric(name, title, meaning, names, _total(names), unit=unit)


def _ratio(
    name: str, title: str, meaning: str, top: Sequence[str], bottom: Sequence[str], *, kind: str = "mean", unit: str
) -> Metric:
    columns = tuple(dict.fromkeys((*top, *bottom)))
    return Metric(name, title, meaning, columns, _total(top), _total(bottom), kind, unit)


def _in_games(name: str, title: str, meaning: str, *names: str) -> Metric:
    def hit(columns: Columns) -> Values:
        return np.asarray(_total(names)(columns) > 0, np.float64)

    return Metric(name, title, meaning, names, hit, kind="share", unit="of games")


def _decided(columns: Columns) -> Values:
    return np.asarray(columns["ending"] == PLAYED_OUT, np.float64)


def _first_wins(columns: Columns) -> Values:
    return np.asarray((columns["ending"] == PLAYED_OUT) & (columns["winner"] == columns["first_player"]), np.float64)


def _begins(columns: Columns) -> Values:
    return np.asarray(columns["first_player"] == 0, np.float64)


def _price(kind: str) -> Metric:
    title = kind.replace("_", " ")
    return _ratio(
        f"vp_per_{kind}", f"Points won per {title}", f"Victory points of enemies eliminated per {title} fielded.",
        _of_types("vp_won", (kind,)), _of_types("fielded", (kind,)), unit="vp per unit",
    )  # fmt: skip


def _losses(kind: str) -> Metric:
    title = kind.replace("_", " ")
    return _ratio(
        f"lost_{kind}", f"{title.capitalize()}s lost", f"Share of {title} units fielded that are eliminated.",
        _of_types("lost", (kind,)), _of_types("fielded", (kind,)), kind="share", unit="of units",
    )  # fmt: skip


ATTACKS = _both("close_attacks", "ranged_attacks")
PLAYED = tuple(f"cb_{slot}_played_{side}" for slot in COMBAT_SLOTS for side in (0, 1))

METRICS: tuple[Metric, ...] = (
    Metric("first_player_share", "Win share of the first player", "Wins of the side that begins / games played out.",
           ("winner", "first_player", "ending"), _first_wins, _decided, "share", "of games", headline=True),
    Metric("commonwealth_begins", "Commonwealth begins", "Share of games in which side 0 takes the first turn.",
           ("first_player",), _begins, kind="share", unit="of games"),
    _per_game("reveal_ties", "Tied reveals", "Share of games whose reveal of RA-13 is a tie.", "reveal_tie", unit="of games"),
    Metric("margin", "Margin",
           "Victory points of the better side less those of the other / all games; 0 on equal points, capped games as they stand.",
           _both("vp"), lambda c: np.abs(np.asarray(c["vp_0"], np.float64) - np.asarray(c["vp_1"], np.float64)), unit="points"),
    _per_game("actions", "Orders given", "Orders given by both sides / all games, capped games as they stand.",
              *_both("orders_given"), unit="orders per game"),
    _per_game("objective_points", "Objective points", "Points from planets and sectors, both sides, net.", *_both("obj_vp")),
    _ratio("objective_part", "Objective part of all points", "Points from objectives / all points, both sides.",
           _both("obj_vp"), _both("vp"), unit="of points"),
    _per_game("units_lost", "Units eliminated", "Units eliminated, both sides.", *_both("elim")),
    _per_game("attacks", "Attacks", "Ordinary and bonus combats announced, both sides.", *ATTACKS),
    _ratio("close_part", "Close quarters", "Share of attacks made in close quarters.", _both("close_attacks"), ATTACKS,
           kind="share", unit="of attacks"),
    _ratio("planet_targets", "Targets on planets", "Share of attacks against a target on a planet hex.",
           _both("attacks_on_planet"), ATTACKS, kind="share", unit="of attacks"),
    _ratio("dice_lost_to_planets", "Dice lost to planets", "Dice the planet rule takes off an attack.",
           _both("dice_lost_planet"), ATTACKS, unit="dice per attack"),
    _ratio("hits_per_die", "Hits per die", "Hits of all battle rolls / dice rolled, after Shields Up.", _of_types("hits"),
           _of_types("dice"), unit="hits per die"),
    _per_game("figures_lost", "Figures lost", "Figures and cap fighters lost, both sides.", *_of_types("figs_lost")),
    _per_game("retire_hexes", "Hexes retired", "Hexes retired, both sides.", *_both("retire_hexes")),
    _per_game("retire_losses", "Retire steps blocked", "Retire steps paid in figures, both sides.", *_both("retire_losses")),
    _per_game("battle_backs", "Battle backs", "Battle backs made, both sides.", *_of_types("battle_backs")),
    _per_game("pursuits", "Pursuits", "Pursuits made, both sides.", *_both("pursuits")),
    _per_game("planet_entries", "Planet entries", "Ordered moves onto a planet from outside its group, both sides.",
              *_both("planet_entries")),
    _per_game("same_group_moves", "Moves inside a group", "Non-fighter moves from hex to hex of one planet group.",
              *_both("same_group_moves")),
    _per_game("same_group_move_attacks", "Attacks after a move inside a group",
              "Attacks by non-fighters after a move inside a planet group: what the forum ruling allows.",
              *_both("same_group_move_attacks")),
    _in_games("ruling_used", "Games that use the ruling", "Share of games with an attack the forum ruling decides.",
              *_both("same_group_move_attacks")),
    _per_game("blocked_shots", "Shots without sight", "Targets in range of an ordered unit but out of sight, both sides.",
              *_both("los_blocked_shots")),
    _per_game("stars_gained", "Stars gained", "Stars taken after set-up, both sides.", *_both("stars_gained")),
    _per_game("stars_spent", "Stars spent", "Stars paid or given, both sides.", *_both("stars_spent")),
    _ratio("orders_used", "Orders used", "Share of the printed orders that are given.", _both("orders_given"),
           _both("orders_given", "orders_wasted"), kind="share", unit="of orders"),
    _ratio("idle_turns", "Turns without an order", "Share of turns in which no unit is ordered.",
           _both("turns_without_order"), ("turns",), kind="share", unit="of turns"),
    _per_game("combat_cards", "Combat cards played", "Combat cards played, both sides.", *PLAYED),
    _in_games("flagship_lost", "Games with a flagship lost", "Share of games in which a flagship is eliminated.",
              *_both("flagship_kills")),
    *(_price(kind) for kind in UNIT_TYPES),
    *(_losses(kind) for kind in UNIT_TYPES),
)  # fmt: skip
