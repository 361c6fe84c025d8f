"""The [[seat]] tables: who plays, and how many seats there are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from balance.errors import Problem
from balance.games.contract import Game, PlayerChoice
from balance.scenario.fields import MAX_PLAYERS, SEAT, VARIANT_SEAT, Section
from balance.scenario.merge import merged, nested
from balance.scenario.mistakes import Mistakes, Path
from balance.scenario.model import RunPlan


@dataclass(frozen=True)
class Player:
    """A player and where the file names it; `named` is false when its policy is missing or of the wrong type."""

    choice: PlayerChoice = field(hash=False)
    path: Path = ()
    named: bool = True


def read_players(tables: Sequence[Mapping[str, Any]], path: Path, mistakes: Mistakes) -> tuple[Player, ...]:
    """Players of a list of [[seat]] tables; `count` repeats one."""
    players: list[Player] = []
    for number, table in enumerate(tables):
        values = mistakes.section(SEAT, table, (*path, number))
        players += [_player(values, (*path, number))] * values.get("count", 1)
    if len(players) > MAX_PLAYERS:
        mistakes.add(Problem(path, f"{len(players)} players; at most {MAX_PLAYERS}", code="seats"))
    return tuple(players[:MAX_PLAYERS])


def _player(values: Mapping[str, Any], path: Path, base: Player | None = None) -> Player:
    """A player; one that changes a seat keeps that seat's policy and weights unless it names another policy."""
    before = base.choice if base else PlayerChoice("")
    policy = values.get("policy", before.policy)
    weights = nested(values.get("weights", {}))
    if policy == before.policy:
        weights = merged(before.weights, weights, ())
    named = "policy" in values or (base is not None and base.named)
    return Player(PlayerChoice(policy, weights, values.get("label", "")), path, named)


def default_players(game: Game, seats: int) -> tuple[Player, ...]:
    """The game's default policy on every seat."""
    return (Player(PlayerChoice(game.default_policy)),) * seats


def seats_of(game: Game, players: Sequence[Player], run: RunPlan, mistakes: Mistakes) -> int:
    """Seats at the table: one per player, or `table` of a round robin; without players the game's largest table."""
    largest = max(game.seats)
    legal = " or ".join(str(n) for n in game.seats) + " seats"
    if run.seating == "round_robin":
        return _round_robin_seats(game, players, run, legal, mistakes)
    seats = len(players) or largest
    if seats not in game.seats:
        many = f"{seats} seat{'s' * (seats > 1)}"
        mistakes.add(Problem(("seat",), f"{game.id} is not played with {many}", legal, code="seats"))
        return largest
    return seats


def _round_robin_seats(game: Game, players: Sequence[Player], run: RunPlan, legal: str, mistakes: Mistakes) -> int:
    distinct = [player.choice for player in players]
    if all(choice == distinct[0] for choice in distinct):
        path: Path = ("seat",) if players else ("run", "seating")
        mistakes.add(Problem(path, "round_robin needs at least two different [[seat]] tables", code="seats"))
    if run.table is None and len(game.seats) > 1:
        text = "round_robin needs `table`, the number of seats at a table"
        mistakes.add(Problem(("run", "seating"), text, f"table = {legal}", code="missing"))
    if run.table is not None and run.table not in game.seats:
        text = f"{game.id} is not played with {run.table} seats"
        mistakes.add(Problem(("run", "table"), text, legal, code="range"))
    return run.table if run.table in game.seats else max(game.seats)


def variant_players(
    tables: Sequence[Mapping[str, Any]] | None,
    baseline: tuple[Player, ...],
    seats: int,
    run: RunPlan,
    path: Path,
    mistakes: Mistakes,
) -> tuple[Player, ...]:
    """Players of a variant: the baseline's, all new ones, or the baseline's with single seats changed."""
    if not tables:
        return baseline
    if any("seat" in table for table in tables):
        return _changed_seats(tables, baseline, path, mistakes)
    players = read_players(tables, path, mistakes)
    if len(players) != len(baseline):
        text = f"a variant seats as many players as the baseline: {len(baseline)}, not {len(players)}"
        legal = f"{len(baseline)} players, or single seats: `seat = N` in each table"
        mistakes.add(Problem(path, text, legal, code="seats"))
        return baseline
    return players


def _changed_seats(
    tables: Sequence[Mapping[str, Any]], baseline: tuple[Player, ...], path: Path, mistakes: Mistakes
) -> tuple[Player, ...]:
    players = list(baseline)
    taken: set[int] = set()
    for number, table in enumerate(tables):
        here = (*path, number)
        values = mistakes.section(_CHANGED_SEAT, table, here)
        seat = values.get("seat")
        if seat is None:
            continue  # missing or wrong: reported already
        if seat > len(baseline):
            legal = f"a whole number from 1 to {len(baseline)}"
            mistakes.add(Problem((*here, "seat"), f"there is no seat {seat}", legal, code="range"))
        elif seat in taken:
            mistakes.add(Problem((*here, "seat"), f"seat {seat} is changed twice", code="twice"))
        else:
            taken.add(seat)
            players[seat - 1] = _player(values, here, baseline[seat - 1])
    return tuple(players)


_CHANGED_SEAT = Section(
    VARIANT_SEAT.name,
    VARIANT_SEAT.meaning,
    {name: entry for name, entry in VARIANT_SEAT.entries.items() if name != "count"},
    VARIANT_SEAT.tables,
    required={"seat": "1"},
)
