"""Who sits where: the seatings every block is played under.

A block is one piece of luck (one seed number) played under every seating, so that seat and player effects are
compared on the same cards and dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from balance.errors import InputError, Problem
from balance.games.contract import PlayerChoice


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """`players`: the distinct players. `seatings`: int8[n, seats], indices into `players`."""

    players: tuple[PlayerChoice, ...]
    seatings: NDArray[np.int8]

    @property
    def block_size(self) -> int:
        """Games per block."""
        return int(self.seatings.shape[0])


def seat_plan(players: Sequence[PlayerChoice], seats: int, seating: str) -> SeatPlan:
    """Seatings of `players` at a table of `seats`.

    rotate: every distinct rotation; fixed: as listed; random: every distinct order; round_robin: each pair of
    contenders alternately (A B A B, then B A B A). Equal players are one player, so a mirror match has one seating.
    """
    distinct, rows = _rows(players, seats, seating)
    return SeatPlan(tuple(distinct), np.array(list(dict.fromkeys(rows)), dtype=np.int8))


def seat_plans(arms: Sequence[Sequence[PlayerChoice]], seating: str) -> list[SeatPlan]:
    """Plans of several arms with equally many seatings, so that game n of one arm pairs with game n of another.

    Where the arms' distinct seatings differ in number (a variant that changes one seat of a mirror match), every arm
    plays all of them, repeated ones included. Raises InputError when even then the numbers differ.
    """
    plans = [seat_plan(players, len(players), seating) for players in arms]
    if len({plan.block_size for plan in plans}) == 1:
        return plans
    full = []
    for players in arms:
        distinct, rows = _rows(players, len(players), seating)
        full.append(SeatPlan(tuple(distinct), np.array(rows, dtype=np.int8)))
    if len({plan.block_size for plan in full}) > 1:
        text = "the arms have different numbers of seatings, so their games cannot be paired"
        raise InputError(problems=[Problem(("variant",), text, code="seats")])
    return full


def _rows(
    players: Sequence[PlayerChoice], seats: int, seating: str
) -> tuple[list[PlayerChoice], list[tuple[int, ...]]]:
    """Distinct players, and all seatings, repeated ones included."""
    distinct = _distinct(players)
    listed = [distinct.index(player) for player in players]
    if seating == "round_robin":
        return distinct, _pair_tables(len(distinct), seats)
    if seating == "fixed":
        return distinct, [tuple(listed)]
    if seating == "random":
        return distinct, sorted(permutations(listed))
    return distinct, [tuple(listed[(seat + turn) % seats] for seat in range(seats)) for turn in range(seats)]


def _distinct(players: Sequence[PlayerChoice]) -> list[PlayerChoice]:
    found: list[PlayerChoice] = []
    for player in players:
        if player not in found:
            found.append(player)
    return found


def _pair_tables(contenders: int, seats: int) -> list[tuple[int, ...]]:
    if contenders < 2:
        problem = Problem(("seat",), "round_robin needs at least two different players", code="seats")
        raise InputError(problems=[problem])
    tables = []
    for first, second in combinations(range(contenders), 2):
        pair = (first, second)
        tables.append(tuple(pair[seat % 2] for seat in range(seats)))
        tables.append(tuple(pair[(seat + 1) % 2] for seat in range(seats)))
    return tables


def labels(players: Sequence[PlayerChoice]) -> tuple[str, ...]:
    """A unique, readable name per player: the label given, else the policy and the weights that were changed."""
    names = []
    for player in players:
        changes = ", ".join(f"{key} {value}" for key, value in player.weights.items())
        names.append(player.label or (f"{player.policy} ({changes})" if changes else player.policy))
    return tuple(
        name if names.count(name) == 1 else f"{name} #{names[: index + 1].count(name)}"
        for index, name in enumerate(names)
    )
