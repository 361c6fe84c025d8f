"""Invariants of the rules reference (k), checked after every event of traced games by an independent slow checker."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from balance.games.contract import PlayerChoice
from balance.games.star_command.events import EVENTS
from balance.games.star_command.kernel.cards import MOVE_LINES
from balance.games.star_command.kernel.motion import group_direction, set_order
from balance.games.star_command.kernel.playout import KERNELS
from balance.games.star_command.policies.moving import build_group
from balance.games.star_command.policies.weigh import set_move_weights
from balance.games.star_command.ruleset import load_players, load_ruleset
from balance.games.star_command.state import CARD_FACTS, OUTCOME_DTYPE, TYPE_OF_UNIT, UNIT_FACTS
from balance.kit.jit import kernel
from balance.kit.streams import new_luck
from balance.kit.trace import new_trace, trace_rows
from tests.games.plain import statistics
from tests.games.star_command.desk_helpers import new_tally, play

pytestmark = pytest.mark.kernel
POLICIES = ("greedy", "hunter", "turtle", "swarm", "sniper", "random")
SETUPS = ("line", "artillery", "corner", "random")
TOWER, MIRA, ALPHA2 = 31, 1, 15


class Referee:
    """Keeps its own board and hands and objects to anything illegal (default rules only)."""

    def __init__(self, ruleset: Any) -> None:
        self.rules = ruleset.record
        self.at: dict[int, int] = {}
        self.hits: dict[int, int] = {}
        self.hand: list[Counter[int]] = [Counter(), Counter()]
        self.discard: Counter[int] = Counter()
        self.left = Counter({line: int(n) for line, n in enumerate(self.rules.counts)})
        self.moved: set[int] = set()
        self.attacked: set[int] = set()
        self.side = -1
        self.group = 0
        self.hornets = 0

    def watch(self, event: str, seat: int, data: dict[str, int]) -> None:
        getattr(self, f"see_{event}", lambda *_: None)(seat, data)
        assert len(set(self.at.values())) == len(self.at)  # 2: one unit per square
        for side in (0, 1):
            assert sum(u >> 4 == side for u in self.at) <= 16  # 3
        total = (
            sum(self.left.values())
            + sum(self.discard.values())
            + sum(self.hand[0].values())
            + sum(self.hand[1].values())
        )
        assert total == int(self.rules.counts.sum())  # 1
        assert min((*self.left.values(), *self.hand[0].values(), *self.hand[1].values())) >= 0

    def spend(self, side: int, line: int) -> None:
        assert self.hand[side][line] > 0 and CARD_FACTS[line].get("owner") in (None, ("rangers", "zurg")[side])  # 6, 14
        self.hand[side][line] -= 1
        self.discard[line] += 1

    def see_place(self, seat: int, data: dict[str, int]) -> None:
        self.at[data["unit"]] = data["square"]
        self.hits[data["unit"]] = int(self.rules.hits[data["unit"]])

    def see_turn(self, seat: int, data: dict[str, int]) -> None:
        assert seat != self.side  # strict alternation (SC-06)
        assert (data["hand_rangers"], data["hand_zurg"]) == tuple(sum(h.values()) for h in self.hand)
        self.side = seat
        self.moved, self.attacked = set(), set()

    def see_shuffle(self, seat: int, data: dict[str, int]) -> None:
        assert not any(self.left.values()) and data["cards"] == sum(self.discard.values())  # SC-11: lazy
        self.left, self.discard = self.discard, Counter()

    def see_draw(self, seat: int, data: dict[str, int]) -> None:
        self.left[data["line"]] -= 1
        self.hand[seat][data["line"]] += 1

    def see_discard(self, seat: int, data: dict[str, int]) -> None:
        self.hand[seat][data["line"]] -= 1
        self.discard[data["line"]] += 1
        assert sum(self.hand[seat].values()) >= 5  # 5: only the excess goes

    def see_draw_cards(self, seat: int, data: dict[str, int]) -> None:
        assert sum(self.hand[seat].values()) <= 5 + 20
        self.spend(seat, data["line"])

    see_look = see_draw_cards

    def line_between(self, start: int, end: int) -> list[int]:
        rows, files = end // 8 - start // 8, end % 8 - start % 8
        assert rows == 0 or files == 0 or abs(rows) == abs(files)
        n = max(abs(rows), abs(files))
        return [start + i * (8 * np.sign(rows) + np.sign(files)) for i in range(1, n)]

    def see_move(self, seat: int, data: dict[str, int]) -> None:
        unit, start, end = data["unit"], data["from"], data["to"]
        assert seat == self.side == unit >> 4 and unit not in self.moved and self.at[unit] == start != end
        assert unit != TOWER and end not in self.at.values()  # 7
        for line in (data["line"], data["special"]):
            if line >= 0:
                self.spend(seat, line)
        if data["line"] < 0 and unit == ALPHA2 and data["special"] >= 0 and self.is_knight(start, end):
            pass
        else:
            number = CARD_FACTS[data["line"]]["number"] if data["line"] >= 0 else 4
            between = self.line_between(start, end)
            assert len(between) + 1 == number <= self.rules.move[unit] or data["line"] < 0
            assert unit in (MIRA, ALPHA2) or not set(between) & set(self.at.values())  # 8
        self.at[unit] = end
        self.moved.add(unit)

    @staticmethod
    def is_knight(start: int, end: int) -> bool:
        return sorted((abs(end // 8 - start // 8), abs(end % 8 - start % 8))) == [1, 2]

    def see_group(self, seat: int, data: dict[str, int]) -> None:
        self.spend(seat, data["line"])
        self.group = CARD_FACTS[data["line"]]["number"]

    def see_advance(self, seat: int, data: dict[str, int]) -> None:
        unit, start, end = data["unit"], data["from"], data["to"]
        assert unit not in self.moved and end - start == (8 if seat == 0 else -8) * self.group
        assert self.group <= self.rules.move[unit] and end not in self.at.values()
        assert unit in (MIRA, ALPHA2) or not set(self.line_between(start, end)) & set(self.at.values())
        self.at[unit] = end
        self.moved.add(unit)

    def see_attack(self, seat: int, data: dict[str, int]) -> None:
        unit, target, line = data["unit"], data["target"], data["line"]
        assert seat == self.side == unit >> 4 != target >> 4 and unit not in self.attacked
        assert self.at[unit] == data["from"] and self.at[target] == data["square"]
        between = self.line_between(self.at[unit], self.at[target])
        assert not set(between) & set(self.at.values()) and data["distance"] == len(between) + 1
        fact = CARD_FACTS[line]
        if fact["type"] == "A":
            assert data["distance"] <= fact["number"] <= self.rules.range[unit]
        elif UNIT_FACTS[TYPE_OF_UNIT[unit]]["ability"] == "megaray":
            assert 6 <= data["distance"] <= 8
        else:
            assert data["distance"] <= self.rules.special[unit]
        self.spend(seat, line)
        self.attacked.add(unit)

    def see_defend(self, seat: int, data: dict[str, int]) -> None:
        assert seat == data["unit"] >> 4 != self.side and (CARD_FACTS[data["line"]]["type"] == "D" or data["unit"] == 0)
        self.spend(seat, data["line"])

    def see_hit(self, seat: int, data: dict[str, int]) -> None:
        self.hits[data["unit"]] -= 1
        assert data["hits"] == self.hits[data["unit"]] >= 0  # 10

    def see_removed(self, seat: int, data: dict[str, int]) -> None:
        assert self.hits[data["unit"]] == 0 and self.at.pop(data["unit"]) == data["square"]  # 4
        self.hornets += TYPE_OF_UNIT[data["unit"]] == 11

    def see_repair(self, seat: int, data: dict[str, int]) -> None:
        unit, repairer = data["unit"], data["repairer"]
        assert (
            self.hits[unit] == 0
            and unit not in self.at
            and self.rules.robot[unit]
            and data["square"] not in self.at.values()
        )
        assert len(self.line_between(self.at[repairer], data["square"])) == 0
        self.spend(seat, data["line"])
        self.at[unit], self.hits[unit] = data["square"], int(self.rules.hits[unit])  # 11


def refereed(policies: tuple[str, str], setup: dict[str, str], block: int, seed: int) -> tuple[Referee, Any]:
    ruleset = load_ruleset({}, setup, 2)
    players = load_players(ruleset, [PlayerChoice(name) for name in policies])
    rows = np.zeros(1, OUTCOME_DTYPE).view(np.recarray)
    trace = new_trace()
    KERNELS.play_one(
        ruleset.record, players, np.array([0, 1], np.int8), new_luck(seed), block, rows[0], new_tally(), trace
    )
    referee = Referee(ruleset)
    for row in trace_rows(trace):
        kind = EVENTS[row[0]]
        referee.watch(kind.name, row[1], dict(zip(kind.fields, row[2:])))
    return referee, rows[0]


@settings(max_examples=40)
@given(st.sampled_from(POLICIES), st.sampled_from(POLICIES), st.sampled_from(SETUPS), st.integers(0, 10**6))
def test_every_event_of_a_game_is_legal(rangers: str, zurg: str, setup: str, seed: int) -> None:
    referee, row = refereed((rangers, zurg), {"rangers": setup, "zurg": setup}, 0, seed)
    for side in (0, 1):
        units = [u for u in referee.at if u >> 4 == side]
        assert row.units_left[side] == len(units) and row.hits_left[side] == sum(referee.hits[u] for u in units)
        assert row.leader_hits[side] == referee.hits[16 * side]
    assert (row.winner_side >= 0) == (0 in (row.leader_hits[0], row.leader_hits[1])) and row.turns <= 300  # 12, 13
    ended_on_hornet = 0  # a leader's fall ends the game, so the last removal is never a Hornet
    assert referee.hornets - ended_on_hornet == row.hornet_draws  # 15


def test_who_moves_first_does_not_touch_the_deck() -> None:
    _, rangers = play({"first_player": "rangers", "turn_cap": 20}, ("pass", "pass"), 40)
    _, zurg = play({"first_player": "zurg", "turn_cap": 20}, ("pass", "pass"), 40)
    assert (rangers.card_drawn.sum(axis=0) == zurg.card_drawn.sum(axis=0)).all()  # 20
    assert (rangers.card_drawn[0] == zurg.card_drawn[1]).all()


EVEN = {  # equal armies: Zurg's units get the stats of the Rangers who stand opposite (k17)
    "cards.counts.special": 0, "combat.hornet_draw": "none", "movement.mira_pass_through": "never",
    "movement.alpha2_pass_through": "never", "cards.faction_cards": "removed", "first_player": "alternate",
} | {f"units.{name}.{stat}": value for name in
     ("buzz", "mira", "xr", "booster", "lgm", "space_ranger", "space_cruiser", "alpha2", "zurg", "agent_z", "brain_pods",
      "hornet", "dissector", "slag", "war_cruiser", "matrix", "tower")
     for stat, value in (("hits", 3 if name in ("buzz", "zurg") else 1), ("move", 4), ("range", 3))}  # fmt: skip
FLAT = {f"value_{name}": 2.0 for name in (
    "mira", "xr", "booster", "lgm", "space_ranger", "space_cruiser", "alpha2", "agent_z", "brain_pods", "hornet", "dissector",
    "slag", "war_cruiser", "matrix", "tower")}  # fmt: skip


@statistics
@pytest.mark.parametrize("policy", ["hunter", "greedy", "random"])
def test_equal_armies_leave_no_side_effect(policy: str) -> None:
    setup = {"rangers": {"front": "RRRRRRRR", "back": "CLMBXOLA"}, "zurg": {"front": "HHHHHHHH", "back": "WSGZPTQD"}}
    rows, _ = play(EVEN, (policy, policy), 3000, setup=setup, weights=FLAT)
    won = np.array([np.mean(rows.win[i : i + 2, 0]) for i in range(0, len(rows), 2)])  # a block of two equal games
    z = (won.mean() - 0.5) / (won.std() / len(won) ** 0.5)
    assert abs(z) < 4


def test_longer_options_never_take_any_away() -> None:
    from tests.games.star_command.desk_helpers import Table
    from tests.games.star_command.test_examples import attacks, moves

    plain, longer = Table().lay_out(), Table({"movement.distance": "up_to"}).lay_out()
    for table in (plain, longer):
        table.give(0, "hover", "full_throttle", "special")
    assert {(u, s) for u, _, _, s in moves(plain, 0)} <= {(u, s) for u, _, _, s in moves(longer, 0)}  # 18
    where = {"buzz": "a1", "zurg": "h8", "space_ranger": "d5", "hornet": "d7", "hornet_1": "f5", "tower": "d6"}
    exact, upto = Table({"combat.range_mode": "exact"}).stand(**where), Table().stand(**where)
    for table in (exact, upto):
        table.give(0, "pistol", "kick", "rifle")
    assert attacks(exact, 0) <= attacks(upto, 0)


@kernel
def grouped(game, rules, player, side, number, card):
    """Members of the group advance straight ahead a player would make, into game.team."""
    set_move_weights(game, rules, player, side)
    set_order(game, rules, side)
    build_group(game, rules, side, number, card, group_direction(side, 0))
    return game.team_n


@pytest.mark.parametrize("number", [1, 2])
def test_a_capped_group_is_the_front_of_an_uncapped_one(number: int) -> None:
    """Invariant 18: multi_forward_cap 0 offers whatever 3 does (SC-21)."""
    from tests.games.star_command.desk_helpers import Table

    teams = []
    for cap in (0, 3):
        table = Table({"movement.multi_forward_cap": cap}, policies=("swarm", "swarm")).lay_out()
        game, rules = table.game, table.rules
        card = np.int64(MOVE_LINES[number, 0])
        n = grouped(game, rules, table.players[0], np.int64(0), np.int64(number), card)
        teams.append([int(unit) for unit in game.team[:n]])
    free, capped = teams
    assert len(free) > 3 == len(capped) and free[:3] == capped
