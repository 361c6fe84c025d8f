"""Small positions and runs for the tests of Red Alert."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from balance.games.contract import PlayerChoice
from balance.games.red_alert import state as st
from balance.games.red_alert.kernel.playout import play_one, play_range
from balance.games.red_alert.kernel.record import ORDERED, new_state
from balance.games.red_alert.kernel.turn import clear
from balance.games.red_alert.ruleset import load_players, load_ruleset
from balance.kit.hexes import cell, hex_id
from balance.kit.hexsets import members
from balance.kit.streams import force, new_luck
from balance.kit.trace import new_trace, trace_rows

ACME = [[6, 4], [5, 5], [6, 5], [6, 6], [2, 5], [9, 5]]
CARD = {name: row for row, name in enumerate(st.COMMAND_ROWS)}
COMBAT = {name: row for row, name in enumerate(st.COMBAT_ROWS)}
POLICIES = ("random_legal", "greedy", "raider", "standoff", "gunline", "planet_holder")
FACE = {name: value for value, name in enumerate(st.FACES)}


def h(c: int, r: int) -> int:
    """Hex number of column c, row r."""
    return hex_id(c, r)


def cells(words: Any) -> set[tuple[int, int]]:
    """Columns and rows of a hex set."""
    out = np.zeros(138, np.int64)
    n = members(*(np.int64(word) for word in words), out)
    return {cell(int(x)) for x in out[:n]}


class Table:
    """A position by hand: two sides of units, random_legal on both, so that every choice and die can be forced."""

    def __init__(
        self, side_0: Sequence[tuple[str, tuple[int, int]]], side_1: Sequence[tuple[str, tuple[int, int]]],
        rules: Mapping[str, Any] | None = None, planets: Any = ACME, policy: str = "random_legal",
    ) -> None:  # fmt: skip
        side = [
            {"name": name, "command_rating": 4, "combat_cards": 2, "stars": 0,
             "unit": [{"type": kind, "at": list(at)} for kind, at in units]}
            for name, units in zip(st.SIDE_NAMES, (side_0, side_1), strict=True)
        ]  # fmt: skip
        self.ruleset = load_ruleset(rules or {}, {"map": {"planets": planets}, "side": side})
        self.rules = self.ruleset.record
        self.players = load_players(self.ruleset, [PlayerChoice(policy)])
        self.state = new_state()
        self.row = st.new_outcomes(1)[0]
        self.tally = st.new_tally()
        clear(self.rules, self.state, np.zeros(2, np.int8), new_luck(1), 0, 0)
        self.state.turn, self.state.active = 1, 0
        self.trace = None

    @property
    def args(self) -> tuple[Any, ...]:
        """What most phases take."""
        return self.rules, self.players, self.state, self.row

    def order(self, card: str, *units: int) -> None:
        """The active side plays `card` and orders these units."""
        self.state.card = CARD[card]
        for u in units:
            self.state.u_flag[u] |= ORDERED

    def stars(self, one: int, other: int) -> None:
        """Give the sides their stars."""
        self.state.pool = int(self.rules.star_pool) - one - other
        self.state.stars[:] = (one, other)

    def give(self, side: int, *names: str) -> None:
        """Combat cards for a side."""
        for name in names:
            self.state.combat_hand[side, COMBAT[name]] += 1
            self.state.combat_hand_n[side] += 1
            self.state.combat_deck[COMBAT[name]] -= 1
            self.state.combat_deck_n -= 1

    def force(self, *results: int | str) -> None:
        """The next draws: choices as numbers, dice as face names."""
        force(self.state.streams, [FACE[x] if isinstance(x, str) else x for x in results])

    def used(self) -> bool:
        """Whether exactly the forced draws were used."""
        return int(self.state.streams.forced_at) == int(self.state.streams.forced_n)

    def at(self, u: int) -> tuple[int, int] | None:
        """Where unit u stands."""
        place = int(self.state.u_hex[u])
        return cell(place) if place >= 0 else None


def run(
    policies: Sequence[str | PlayerChoice], games: int, rules: Mapping[str, Any] | None = None,
    setup: Mapping[str, Any] | None = None, seed: int = 11, first: int = 0,
) -> tuple[Any, Any]:  # fmt: skip
    """Outcome rows and tally of `games` games under rotated seats."""
    ruleset = load_ruleset(rules or {}, setup or {})
    choices = [p if isinstance(p, PlayerChoice) else PlayerChoice(p) for p in policies]
    players = load_players(ruleset, choices)
    seatings = np.array([[0, 1], [1, 0]] if len(choices) == 2 else [[0, 0]], np.int8)
    outcomes, tally = st.new_outcomes(games), st.new_tally()
    play_range(ruleset.record, players, seatings, new_luck(seed), first, first + games, outcomes, tally)
    return outcomes, tally


def traced(
    policies: Sequence[str], block: int, rules: Mapping[str, Any] | None = None,
    setup: Mapping[str, Any] | None = None, seed: int = 11,
) -> tuple[Any, Any, list[tuple[int, ...]]]:  # fmt: skip
    """Ruleset, outcome row and trace rows of one game."""
    ruleset = load_ruleset(rules or {}, setup or {})
    players = load_players(ruleset, [PlayerChoice(p) for p in policies])
    seating = np.array([0, len(policies) - 1], np.int8)
    outcome, trace = st.new_outcomes(1)[0], new_trace()
    play_one(ruleset.record, players, seating, new_luck(seed), block, outcome, st.new_tally(), trace)
    return ruleset, outcome, trace_rows(trace)
