"""AstroNuts once more, from the rules alone: slow, plain Python, obviously correct. The proof of the kernel.

    row = play(values, setup, [("colonist", weights), ("random_legal", weights)], Luck(seed), block, seating=[0, 1])

`values` are the dotted keys of the ruleset, `weights` every weight of the policy. Rule ids in the docstrings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.games.astronuts.naive_board import board_of
from tests.games.astronuts.naive_fate import landing
from tests.games.astronuts.naive_legal import can_colonise
from tests.games.astronuts.naive_moves import do_step, replace_ship, survives_asteroid
from tests.games.astronuts.naive_players import base_actions
from tests.games.astronuts.naive_row import row_of, tally_of
from tests.games.astronuts.naive_scores import mind_of
from tests.games.astronuts.naive_setup import set_up
from tests.games.astronuts.naive_table import ENERGY, WARP, Seat, Table
from tests.kit.naive_philox import DEAL, NOISE, Luck, NaiveStreams, stream_id

SCOPES = {  # which dice Time Warp may re-roll (time_warp_scope)
    "own_turn": ("declare", "f1", "f2", "check", "survive", "asteroid", "attack"),
    "no_declaration": ("f1", "f2", "check", "survive", "asteroid", "attack"),
    "landing": ("f1", "f2", "check"),
    "landing_first_die": ("f1",),
    "any_roll": ("declare", "f1", "f2", "check", "survive", "asteroid", "attack", "defend"),
}
COUNTER = {"declare": "tw_decl", "f1": "tw_fate", "f2": "tw_fate", "pair": "tw_fate", "check": "tw_check",
           "survive": "tw_check", "asteroid": "tw_check", "attack": "tw_att", "defend": "tw_def"}  # fmt: skip


class Game:
    """One game: the table, the players' minds and the streams of chance."""

    SETUP, DECLARE, FATE, CHECK, COMBAT, REROLL, POLICY = range(7)  # stream purposes; policy of seat s is slot 6 + s

    def __init__(
        self, values: Mapping[str, Any], setup: Mapping[str, Any], minds: Sequence[Mapping[str, Any]], luck: Luck,
        block: int,
    ) -> None:  # fmt: skip
        self.values = dict(values)
        board = board_of(dict(setup), self.values)
        self.table = Table(self.values, board, len(minds))
        self.dice = NaiveStreams(luck, block, self.POLICY + len(minds))
        self.dice.set_source(self.SETUP, DEAL)
        for seat in range(len(minds)):
            self.dice.set_source(self.POLICY + seat, NOISE)
        self.block = block
        self.minds = [mind_of(self, dict(weights)) for weights in minds]
        self.active = self.table.seats[0]
        self.fate_by_seat = [dict.fromkeys(self.table.fate, 0) for _ in minds]
        self.leader = -1
        self.tally: dict[str, Any] = {
            "decl_roll": {}, "x_hist": {}, "attack": {}, "fate_plain": dict.fromkeys(self.table.fate, 0),
            "space_visits": [0] * board.spaces, "space_kills": [0] * board.spaces,
        }  # fmt: skip

    # ---- chance

    def mind(self, seat: Seat) -> Any:
        """Who decides for a seat."""
        return self.minds[seat.number]

    def open_policies(self, round_: int) -> None:
        """The policy streams of a round begin (round 0: set-up)."""
        for seat in self.table.seats:
            self.dice.open(self.POLICY + seat.number, stream_id(self.POLICY, seat.number, round_))

    def open_dice(self, seat: Seat) -> None:
        """The dice streams of a turn begin."""
        for purpose in (self.DECLARE, self.FATE, self.CHECK, self.COMBAT, self.REROLL):
            self.dice.open(purpose, stream_id(purpose, seat.number, self.table.round))

    def roll(self, purpose: int) -> int:
        """One die."""
        return self.dice.roll(purpose, 6)

    def warp_usable(self, seat: Seat, die: str) -> bool:
        """Whether the seat could re-roll such a die now (AN-39)."""
        scope = SCOPES[self.values["time_warp_scope"]]
        inside = "f1" in scope and "f2" in scope if die == "pair" else die in scope
        return seat.tech[WARP] and seat.warp > 0 and inside

    def warp(self, seat: Seat, die: str, **context: Any) -> bool:
        """Ask whether a Time Warp is spent on this die; spend it."""
        if not self.warp_usable(seat, die) or not self.mind(seat).warp(seat, die, **context):
            return False
        seat.warp -= 1
        seat.count[COUNTER[die]] += 1
        return True

    def check_die(self, seat: Seat, die: str, need: int) -> int:
        """A die that has to reach `need`: natives, air, asteroids (AN-48, AN-71, AN-72)."""
        face = self.roll(self.CHECK)
        if self.warp(seat, die, failed=face < need):
            face = self.roll(self.REROLL)
        return face

    def clash(self, seat: Seat, victim: Seat) -> tuple[int, int]:
        """Attack and defence total of one attack (AN-33, AN-34)."""
        usable = self.warp_usable(seat, "attack")
        while True:
            attack, defence = self._exchange(seat, victim)
            if attack != defence or self.values["attack_tie"] != "reroll":
                break
        won = attack > defence or (attack == defence and self.values["attack_tie"] == "attacker")
        key = (self.table.edge(seat, victim), usable, won)
        self.tally["attack"][key] = self.tally["attack"].get(key, 0) + 1
        return attack, defence

    def _exchange(self, seat: Seat, victim: Seat) -> tuple[int, int]:
        edge = self.table.edge(seat, victim)
        face = self.roll(self.COMBAT)
        before = self.values["attack_reroll_timing"] == "before_defence"
        if before and self.warp(seat, "attack", edge=edge, face=face):
            face = self.roll(self.REROLL)
        shield = self.roll(self.COMBAT)
        lost = face + edge < shield or (face + edge == shield and self.values["attack_tie"] == "defender")
        if not before and self._warp_lost(seat, edge, lost):
            face = self.roll(self.REROLL)
            shield = self.roll(self.COMBAT)
        failed = face + edge > shield or (face + edge == shield and self.values["attack_tie"] == "attacker")
        if self.warp(victim, "defend", failed=failed):  # any_roll: the defence die that stands, last of all
            shield = self.roll(self.REROLL)
        return face + edge, shield

    def _warp_lost(self, seat: Seat, edge: int, lost: bool) -> bool:
        """after_defence: the attacker knows that he lost; random players are asked in any case."""
        if self.mind(seat).w["steps"] == "random":
            return self.warp(seat, "attack")
        return lost and self.warp(seat, "attack", edge=edge)

    # ---- bookkeeping

    def spend(self, seat: Seat, key: str, actions: int) -> None:
        """Pay actions."""
        assert self.table.actions >= actions
        self.table.actions -= actions
        seat.count[key] += actions

    def visit(self, space: int) -> None:
        """A ship came here by a move, a jump or a teleport."""
        self.tally["space_visits"][space] += 1

    def roll_fate(self, seat: Seat, k: int) -> None:
        """A ship meets its fate on the planet it stands on."""
        landing(self, seat, k)

    def energy(self, seat: Seat) -> int:
        """Actions of Extra Energy (AN-16)."""
        return self.values["energy_bonus"] if seat.tech[ENERGY] else 0

    def capped(self, seat: Seat, x: int) -> int:
        """first_turn_action_cap."""
        cap = self.values["first_turn_action_cap"]
        return min(x, cap) if cap and seat.number == 0 and self.table.round == 1 else x

    # ---- a game

    def play(self) -> None:
        """Set-up, then rounds until the end (AN-60, AN-61, AN-64)."""
        t = self.table
        self.open_policies(0)
        set_up(self)
        t.check()
        while True:
            t.round += 1
            self.open_policies(t.round)
            for seat in t.seats:
                self.turn(seat)
                if t.over:
                    return
            for seat in t.seats:
                if t.round in seat.colonies_after:
                    seat.colonies_after[t.round] = t.colonies_of(seat)
            if t.goal_reached or t.planets_with_nuts() == 0 or t.round >= self.values["max_rounds"]:
                return

    def turn(self, seat: Seat) -> None:
        """AN-11."""
        t = self.table
        self.active = seat
        seat.count["turns"] += 1
        self.open_dice(seat)
        t.asked.clear()
        for _, ship in seat.fleet():
            ship.clear_turn()
        seat.warp = self.values["time_warp_uses"] if seat.tech[WARP] else 0
        replace_ship(self, seat)
        self.declaration(seat)
        self.actions(seat)
        keep = min(t.actions, self.values["carry_over_max"])
        seat.carried = keep
        seat.count["x_unused"] += t.actions - keep
        t.actions = 0
        self.note_leader()
        t.check()

    def declaration(self, seat: Seat) -> None:
        """AN-13..AN-17."""
        t = self.table
        declared = self.mind(seat).declare(seat)
        assert self.values["declare_min"] <= declared <= self.values["declare_max"]
        state = (1 if seat.tech[ENERGY] else 0) + (2 if self.warp_usable(seat, "declare") else 0)
        face = self.roll(self.DECLARE)
        self._count("decl_roll", (declared, face))
        if self.warp(seat, "declare", declared=declared, face=face):
            face = self.roll(self.REROLL)
        x = base_actions(self.values, declared, face) + self.energy(seat)
        self._count("x_hist", (state, declared, x))
        x = self.capped(seat, x)
        t.actions = x + seat.carried
        seat.carried = 0
        seat.decl[declared] += 1
        seat.count["decl_sum"] += declared
        seat.count["decl_ok"] += face >= declared
        seat.count["x_sum"] += x

    def _count(self, name: str, key: Any) -> None:
        self.tally[name][key] = self.tally[name].get(key, 0) + 1

    def actions(self, seat: Seat) -> None:
        """AN-18: steps until the seat stops or nothing is left to do with."""
        t = self.table
        steps = 0
        while not t.over:
            step = self.mind(seat).step(seat) if self.may_go_on(seat) else ("stop",)
            if step == ("stop",):
                if not self.overdue_landings(seat):
                    break
                continue
            steps += 1
            if steps > self.values["turn_step_cap"]:
                t.count["guard_hits"] += 1
                break
            do_step(self, seat, step)
        if self.values["asteroid_roll"] == "enter_and_stop" and not t.over:
            self.still_on_asteroids(seat)

    def overdue_landings(self, seat: Seat) -> bool:
        """landing_trigger = stop: all ships that stay meet their fate; afterwards the turn may go on (6-2, 4-4)."""
        pending = [k for k, ship in seat.fleet() if ship.pending_fate]
        for k in pending:
            if seat.ships[k] is not None and not self.table.over:
                self.roll_fate(seat, k)
        return bool(pending)

    def may_go_on(self, seat: Seat) -> bool:
        """Actions left, or a founding of 4-4 to 4-6 that can be made now."""
        free = [ship for _, ship in seat.fleet() if ship.no_action or ship.all_free or ship.free_colonies]
        return self.table.actions > 0 or any(can_colonise(self, seat, ship) for ship in free)

    def still_on_asteroids(self, seat: Seat) -> None:
        """asteroid_roll = enter_and_stop: a second roll for ships that entered this turn and are still there."""
        for k, ship in seat.fleet():
            if ship.entered_asteroid:
                survives_asteroid(self, seat, k, "asteroid_land_min")

    def note_leader(self) -> None:
        """lead_changes: another seat than before is alone in the lead."""
        t = self.table
        scores = [t.colonies_of(seat) for seat in t.seats]
        ahead = [seat for seat, score in enumerate(scores) if score == max(scores)]
        if len(ahead) == 1 and ahead[0] != self.leader:
            t.count["lead_changes"] += self.leader >= 0
            self.leader = ahead[0]


def play(
    values: Mapping[str, Any], setup: Mapping[str, Any], players: Sequence[tuple[str, Mapping[str, Any]]], luck: Luck,
    block: int, seating: Sequence[int],
) -> tuple[dict[str, Any], dict[str, Any]]:  # fmt: skip
    """One whole game: (flat outcome row, tallies)."""
    game = Game(values, setup, [players[player][1] for player in seating], luck, block)
    game.play()
    policies = [players[player][0] for player in seating]
    return row_of(game, policies), tally_of(game)
