"""Why a game was capped (SC-52): every kind of deadlock, hands followed through a trace, words of the told game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from balance.games.contract import CAPPED, PlayerChoice
from balance.games.star_command import events, hands
from balance.games.star_command.kernel.playout import KERNELS
from balance.games.star_command.narrate import narrate
from balance.games.star_command.ruleset import load_players, load_ruleset
from balance.games.star_command.stalls import COLUMNS, IDLE, KINDS, SLOW_UNDER, explain, idle_kind, kind_of
from balance.games.star_command.state import CARD_FACTS, OUTCOME_DTYPE
from balance.kit.streams import new_luck
from balance.kit.trace import new_trace, trace_rows
from tests.games.star_command.desk_helpers import new_tally, play
from tests.games.star_command.test_charts import Run

pytestmark = pytest.mark.kernel
STUCK = {"ending": CAPPED, "turns": 300, "quiet_turns": 100, "watched_turns": 84, "repeats": 0, "watched_idle": 0,
         "units_left_rangers": 5, "units_left_zurg": 4, "block": 0}  # fmt: skip
NO_CARDS = {f"cards.counts.{card['name']}": 0 for card in CARD_FACTS if card["type"] in "MA"}


@pytest.mark.parametrize(("changes", "kind"), [
    ({"quiet_turns": SLOW_UNDER - 1}, "slow game"), ({"watched_turns": 0}, "slow game"),
    ({"units_left_rangers": 1, "units_left_zurg": 1, "watched_idle": 84}, "lone leaders"),
    ({"watched_idle": 42}, IDLE), ({"watched_idle": 41, "repeats": 17}, "loop"), ({"repeats": 16}, "avoidance"),
])  # fmt: skip
def test_kinds_by_columns(changes: dict[str, int], kind: str) -> None:
    assert kind_of({**STUCK, **changes}) == kind and kind in KINDS


def test_kinds_by_hands() -> None:
    assert idle_kind([False, False, True]) == "hand lock"
    assert idle_kind([False, True]) == idle_kind([True]) == idle_kind([]) == "standoff"


def traced(policies: tuple[str, str], rules: Mapping[str, Any], weights: Mapping[str, Any] | None = None,
           block: int = 0, seed: int = 2026) -> tuple[Any, list[tuple[int, ...]], Any]:  # fmt: skip
    ruleset = load_ruleset(rules, {}, 2)
    players = load_players(ruleset, [PlayerChoice(name, weights or {}) for name in policies])
    rows, trace = np.zeros(1, OUTCOME_DTYPE).view(np.recarray), new_trace()
    seating = np.array([0, 1], np.int8)
    KERNELS.play_one(ruleset.record, players, seating, new_luck(seed), block, rows[0], new_tally(), trace)
    return rows[0], trace_rows(trace), ruleset


RULES: list[dict[str, Any]] = [
    {},
    {"cards": {"faction_cards": "redraw"}},
    {"combat": {"hornet_draw": "costs_special"}},
    {"starting_hand": 5},
]


@pytest.mark.parametrize("policies", [("hunter", "swarm"), ("random", "random")])
@pytest.mark.parametrize("rules", RULES, ids=str)
def test_followed_hands_are_those_of_the_game(policies: tuple[str, str], rules: dict[str, Any]) -> None:
    _, rows, ruleset = traced(policies, rules)
    follow, turns = hands.Follow(ruleset.values), 0
    for event, seat, *data in rows:
        if event == events.TURN:
            turns += 1
            assert [sum(hand.values()) for hand in follow.hand] == data[3:5]
            assert min((n for hand in follow.hand for n in hand.values()), default=0) >= 0
        follow.see(event, seat, data)
    assert turns > 5


@pytest.mark.parametrize(("unit", "card", "rules", "can"), [
    ("tower", "walk", {}, False), ("hornet", "hover", {}, True), ("hornet", "jet_pack", {}, False),
    ("hornet", "jet_pack", {"over_number": "capped"}, True), ("tower", "walk", {"over_number": "capped"}, False),
    ("hornet", "run", {"stat_reading": "exact"}, False), ("hornet", "kick", {}, True), ("hornet", "blast_off", {}, False),
    ("hornet", "blast_off", {"cards": {"faction_cards": "open"}}, True), ("hornet", "dodge", {}, False),
])  # fmt: skip
def test_usable_cards(unit: str, card: str, rules: dict[str, Any], can: bool) -> None:
    kinds = [fact["name"] for fact in hands.UNIT_FACTS]
    line = [fact["name"] for fact in CARD_FACTS].index(card)
    assert hands.can_use(kinds.index(unit), line, load_ruleset(rules, {}, 2).values) is can


def told_of(policies: tuple[str, str], rules: Mapping[str, Any], weights: Mapping[str, Any]) -> str:
    """Text of the finding on one game."""
    row, rows, ruleset = traced(policies, rules, weights, block=19)
    run = Run.__new__(Run)
    run.games, run.ruleset, run.replay = 1, ruleset, "balance replay x.toml --seed 3 --game"
    flat = {name: row[name] for name in OUTCOME_DTYPE.names or () if np.ndim(row[name]) == 0}
    flat |= {f"units_left_{side}": row.units_left[i] for i, side in enumerate(("rangers", "zurg"))}
    run.rows = {name: np.array([flat.get(name, 0)]) for name in COLUMNS}
    run.traced = lambda game: rows  # type: ignore[method-assign]
    return explain(run)[0].text


def test_waiting_players_with_cards_stand_off() -> None:
    """SC-50, SC-51: passing is no loss and avoidance can last: star_command/stalls without impatience, game 19."""
    text = told_of(("turtle", "turtle"), {}, {"stall_gain": 0.0})
    assert "1 x standoff" in text and text.endswith("`balance replay x.toml --seed 3 --game 0`.")


def test_players_without_move_and_attack_cards_are_locked() -> None:
    assert "1 x hand lock" in told_of(
        ("hunter", "hunter"), {**NO_CARDS, "cards.counts.special": 0, "cards.counts.dodge": 20}, {}
    )


def words(rows: list[tuple[int, ...]], ruleset: Any) -> list[str]:
    return [line.text for line in narrate(ruleset, ("a", "b"), rows) if line.event == "seen_before"]


def test_a_told_standoff_says_that_nobody_moves() -> None:
    _, rows, ruleset = traced(("turtle", "turtle"), {}, {"stall_gain": 0.0}, block=19)
    assert words(rows, ruleset) and all("nobody has moved for" in text for text in words(rows, ruleset)[-50:])


def test_a_told_loop_says_that_they_go_in_circles() -> None:
    ruleset = load_ruleset({}, {}, 2)
    there = [(events.PLACE, 0, 0, 4), (events.TURN, 0, 20, 9, 9, 5, 5, 18), (events.MOVE, 0, 0, 4, 12, 0, -1)]
    back = [
        (events.TURN, 1, 21, 9, 9, 5, 5, 19),
        (events.MOVE, 0, 0, 12, 4, 0, -1),
        (events.TURN, 0, 22, 9, 9, 5, 5, 20),
    ]
    assert words([*there, *back, (events.SEEN_BEFORE, 0, 22, 1)], ruleset)[0].endswith("the players go in circles.")
    still = [(events.TURN, 1, 23, 9, 9, 5, 5, 21), (events.TURN, 0, 24, 9, 9, 5, 5, 22), (events.SEEN_BEFORE, 0, 24, 2)]
    assert words([*there, *back, *still], ruleset)[0].endswith("nobody has moved for 2 turns.")


def test_a_run_without_caps_says_nothing() -> None:
    rows, _ = play({}, ("hunter", "hunter"), 2)
    run = Run.__new__(Run)
    run.rows = {name: np.zeros(2) for name in COLUMNS}
    assert not rows.ending.any() and explain(run) == []
