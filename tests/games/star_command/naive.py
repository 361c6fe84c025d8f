"""A slow, plain simulator of Star Command, written from the rules (SC-01..SC-57) and never optimised.

`play` gives the same outcome row as the compiled game, `play_counted` the tallies besides; both draw from a plain
twin of the random streams, as the section "Draws" of the game's README lays down.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from tests.games.star_command.naive_board import Board, Unit
from tests.games.star_command.naive_cards import Cards, DeckOutError
from tests.games.star_command.naive_facts import CARDS, DIRECTIONS, FLIP, SETUPS, SIDES, UNITS, Card, distance, step
from tests.games.star_command.naive_mind import CHOICE, Mind, answers_to
from tests.games.star_command.naive_moves import Attack, Legal, Move
from tests.games.star_command.naive_record import GRIDS as GRIDS
from tests.games.star_command.naive_record import Count, row
from tests.kit.naive_philox import DEAL, NOISE, Luck, NaiveStreams, stream_id

FIRST, SETUP = 1, 2
BY_ATTACK, BY_FLIP, TURN_CAP, DECK_PASSES, CAPTURES = range(5)
WATCH_AFTER = 16  # quiet turns before positions are remembered
Player = tuple[str, Mapping[str, Any]]


class GameOverError(Exception):
    """The game has ended at once."""


class Game:
    """One game from set-up to end."""

    def __init__(self, values: Mapping[str, Any], setup: Mapping[str, Any], players: Sequence[Player], luck: Luck,
                 block: int) -> None:  # fmt: skip
        self.values, self.setup, self.block = values, setup, block
        self.streams = NaiveStreams(luck, block, 3)  # slots 0 and 1: choices of each side; 2: first player and set-up
        self.streams.set_source(0, NOISE)
        self.streams.set_source(1, NOISE)
        self.streams.set_source(2, DEAL)
        self.count = Count()
        self.board = Board(values)
        self.cards = Cards(values, self.streams, self.count)
        self.legal = Legal(values, self.board, self.cards)
        self.minds = [Mind(self, side, *players[side]) for side in (0, 1)]
        self.turn = 0
        self.winner, self.end_reason = -1, TURN_CAP
        self.captures = [0, 0]  # enemy units removed by each side
        self.t0, self.lowest = 0, 0
        self.answers: int | None = None
        self.seen: set[Any] = set()

    # ---- set-up (SC-03..SC-06)

    def prepare(self) -> None:
        """First player, set-ups, hands."""
        self.first = self._first_player()
        patterns = [self._pattern(side) for side in (0, 1)]
        if self.setup.get("order", self.values["setup.order"]) == "second_sees" and not self._is_random(1 - self.first):
            second = 1 - self.first
            mirrored = [
                tuple(row[::-1] for row in patterns[side]) if side == second else patterns[side] for side in (0, 1)
            ]
            if file_gap(mirrored) > file_gap(patterns):
                patterns = mirrored
        for side in (0, 1):
            self._lay_out(side, patterns[side])
        gap = abs(self.board.leaders[0].square % 8 - self.board.leaders[1].square % 8)  # type: ignore[operator]
        self.count.add("leader_file_gap", gap)
        self.count.grid("gap_at_setup", gap)
        self.lowest = self.board.total_hits()
        for _ in range(self.values["starting_hand"]):
            for side in (self.first, 1 - self.first):
                self.cards.draw(side)
        for _ in range(self.values["second_player_bonus_cards"]):
            self.cards.draw(1 - self.first)

    def _first_player(self) -> int:
        word = self.values["first_player"]
        if word == "random":
            self.streams.open(2, stream_id(FIRST, 0, 0))
            return self.streams.below(2, 2)
        return self.block % 2 if word == "alternate" else SIDES.index(word)

    def _is_random(self, side: int) -> bool:
        return bool(self.setup.get(SIDES[side], self.values[f"setup.{SIDES[side]}"]) == "random")

    def _pattern(self, side: int) -> tuple[str, ...]:
        name = SIDES[side]
        wanted = self.setup.get(name, self.values[f"setup.{name}"])
        if isinstance(wanted, Mapping):
            return wanted["front"].upper(), wanted["back"].upper()
        if wanted != "random":
            return SETUPS[name][wanted]
        codes = [code for _, code, n, *_ in UNITS[side] for _ in range(n)]
        places = list(range(16))
        self.streams.open(2, stream_id(SETUP, side, 0))
        self.streams.shuffle(places, 2)
        mixed = "".join(codes[i] for i in places)
        return mixed[:8], mixed[8:]

    def _lay_out(self, side: int, pattern: tuple[str, ...]) -> None:
        front, back = ((1, 0), (6, 7))[side]
        waiting = [u for u in self.board.units if u.side == side]
        for rank, codes in zip((front, back), pattern, strict=True):
            for file, code in enumerate(codes):
                unit = next(u for u in waiting if u.code == code)
                waiting.remove(unit)
                self.board.place(unit, 8 * rank + file)
        assert not waiting, "SC-03: sixteen units on sixteen squares"

    # ---- turn loop (SC-06, SC-52)

    def play(self) -> None:
        """To the end."""
        try:
            self.prepare()
            while self.turn < self.values["turn_cap"]:
                self.turn += 1
                self.play_turn((self.first + self.turn + 1) % 2)
            self._cap()
        except GameOverError:
            pass
        except DeckOutError:
            self.end_reason = DECK_PASSES
            self.winner = more(self.captures)
            self._count_idle((self.first + self.turn + 1) % 2)
        self.check()
        leaders = [u.hits for u in self.board.leaders]
        assert (min(leaders) == 0) == (self.end_reason in (BY_ATTACK, BY_FLIP)), "invariant 12"

    def _cap(self) -> None:
        if self.values["cap_result"] == "material":
            self.winner = more([self.board.total_hits(side) for side in (0, 1)])

    def play_turn(self, side: int) -> None:
        """Orders, Move, Battle, Repair (SC-06)."""
        self.answers, self.looked, self.busy = None, False, False
        for unit in self.board.units:
            unit.moved = unit.attacked = unit.defended = 0
        for each in (0, 1):
            self.streams.open(each, stream_id(CHOICE, each, self.turn))
        self.watched = self._watch(side)
        self.orders(side)
        self.move_phase(side)
        self.battle_phase(side)
        self.repair_phase(side)
        if self.values["hand_limit_timing"] == "end_of_turn":
            self.limit(side)
        self._count_idle(side)
        self.check()

    def _count_idle(self, side: int) -> None:
        """A turn without a Move play, attack or Special; also one in which the deck ran out for the last time."""
        if not self.busy:
            self.count.side("idle_turns", side)
            self.count.add("watched_idle", int(self.watched))

    def _watch(self, side: int) -> bool:
        """Stall watch: positions seen again while no new loss comes."""
        quiet = self.turn - self.t0
        if quiet < WATCH_AFTER:
            return False
        position = (side, tuple((u.square, u.hits) for u in self.board.units))
        self.count.add("watched_turns")
        self.count.add("repeats", int(position in self.seen))
        self.seen.add(position)
        return True

    def _new_stretch(self) -> None:
        """A loss ends what the stall watch saw."""
        self.seen.clear()
        for name in ("watched_turns", "repeats", "watched_idle"):
            self.count.numbers[name] = 0

    # ---- Orders Phase (SC-10..SC-14)

    def orders(self, side: int) -> None:
        """Draw, window O, limit."""
        n = self.values["draw_per_turn"]
        if self.turn == 1 and self.values["first_turn_draw"] >= 0:
            n = self.values["first_turn_draw"]
        draws = [self.cards.draw(side) for _ in range(n)]
        if self.turn == 1:
            self._count_opening(side, [came[-1] for came in draws if came])  # the cards kept (SC-07 redraw)
        if self.values["cards.x_timing"] == "orders_only":
            self.draw_cards(side)
            self.look(side)
        if self.values["hand_limit_timing"] == "orders":
            self.limit(side)
        self._count_hand(side)

    def _count_opening(self, side: int, drawn: list[int]) -> None:
        cards = [CARDS[line] for line in drawn]
        dead = sum(not self.cards.usable(side, card) for card in cards)
        move = any(card.type == "M" and self._somebody_can(side, card) for card in cards)
        attack = any(card.type == "A" and self._somebody_can(side, card) for card in cards)
        self.count.grid("openings", side)
        self.count.grid("opening_dead", side, min(dead, 3))
        for name, happened in (("no_move", not move), ("no_attack", not attack), ("both", move and attack)):
            if happened:
                self.count.grid(f"opening_{name}", side)

    def _somebody_can(self, side: int, card: Card) -> bool:
        """Whether a unit of the side can use the card's number."""
        for unit in self.board.living(side):
            stat = unit.move if card.type == "M" else unit.range
            if self.cards.usable(side, card, unit.kind) and self.board.used_as(card.number, stat) > 0:
                return True
        return False

    def above_all_stats(self, side: int, card: Card) -> bool:
        """A Move or Attack card above the stat of every living own unit."""
        if card.type not in "MA":
            return False
        return card.number > max(u.move if card.type == "M" else u.range for u in self.board.living(side))

    def _count_hand(self, side: int) -> None:
        held = [CARDS[line] for line, n in self.cards.hand[side].items() if n]
        dead = any(not self.cards.usable(side, card) for card in held)
        soft = any(self.cards.usable(side, card) and self.above_all_stats(side, card) for card in held)
        self.count.side("dead_hand_turns", side, int(dead))
        self.count.side("soft_dead_hand_turns", side, int(soft))
        entry = min(self.turn, 63)  # the last entry: all later turns
        self.count.grid("hands", side, entry)
        if dead:
            self.count.grid("dead_hands", side, entry)

    def limit(self, side: int) -> None:
        """SC-14."""
        while self.cards.size(side) > self.values["hand_limit"]:
            line = self.minds[side].choose_discard()
            self.cards.throw(side, line)
            self.count.side("cards_discarded_limit", side)
            if not self.cards.usable(side, CARDS[line]):
                self.count.side("dead_discarded", side)

    # ---- X cards (SC-43..SC-49)

    def spend(self, side: int, line: int) -> None:
        """Play a card for its effect; never one that is marked for the other side (invariant 6)."""
        assert self.cards.usable(side, CARDS[line])
        self.cards.throw(side, line)
        self.count.grid("card_played", side, line)

    def draw_cards(self, side: int) -> None:
        """All draw cards, lowest line first (SC-46..SC-48).

        With neither deck nor discard pile a draw card could only bring itself back for ever: no legal effect (SC-25).
        """
        if self.minds[side].policy == "pass":
            return
        hand = self.cards.hand[side]
        while (self.cards.deck or self.cards.discard) and (
            lines := [c.line for c in CARDS if c.draw and hand[c.line] and self.cards.usable(side, c)]
        ):
            self.spend(side, lines[0])
            for _ in range(CARDS[lines[0]].draw):
                self.cards.draw(side)

    def look(self, side: int) -> None:
        """At most one look a turn (SC-49)."""
        lines = [c.line for c in CARDS if c.look and self.cards.hand[side][c.line] and self.cards.usable(side, c)]
        if not lines or self.looked or not self.minds[side].wants_look():
            return
        self.looked = True
        self.spend(side, lines[0])
        self.count.side("looks", side)
        enemy = self.cards.hand[1 - side]
        self.answers = sum(n for line, n in enemy.items() if self._is_answer(1 - side, line))

    def _is_answer(self, side: int, line: int) -> bool:
        """Cards that count as `answers`: usable D cards but Flip, and Specials that can defend the leader."""
        card, leader = CARDS[line], self.board.leaders[side]
        if card.type == "D":
            return line != FLIP and self.cards.usable(side, card, leader.kind)
        return self.shielded(leader) and line in self.cards.special_lines(side)

    # ---- Move Phase

    def move_phase(self, side: int) -> None:
        """SC-15..SC-25."""
        if self.values["cards.x_timing"] == "own_turn":
            self.draw_cards(side)
        plays = 0
        limit = self.values["movement.max_cards_per_turn"]
        while limit == 0 or plays < limit:
            choice = self.minds[side].choose_move(plays)
            if choice is None:
                break
            if isinstance(choice, Move):
                self.make_move(side, choice)
            else:
                self.make_advance(side, *choice)
            plays += 1
            self.busy = True
            if self._phase_full(plays):
                break
        self.check()

    def _phase_full(self, plays: int) -> bool:
        """SC-53."""
        if plays < self.values["play_cap_per_phase"]:
            return False
        self.count.numbers["flag_play_cap"] = 1
        return True

    def make_move(self, side: int, move: Move) -> None:
        """Pay and move."""
        assert (self.legal.may_move(move.unit) and move.unit.ability != "megaray") or move.unit.move > 0
        if move.line is not None:
            self.spend(side, move.line)
        for _ in range(move.specials):
            self.spend(side, self.minds[side].special_line())
            self.count.side("specials_move", side)
        self._shift(move.unit, move.to)
        self.count.side("moves_single", side)

    def _shift(self, unit: Unit, to: int) -> None:
        assert unit.square is not None
        self.count.side("squares_moved", unit.side, distance(unit.square, to))
        self.board.place(unit, to)
        unit.moved += 1

    def make_advance(self, side: int, number: int, steps: list[tuple[Unit, int]]) -> None:
        """A group advance, unit by unit (SC-21)."""
        line = self.legal.group_line(side, number)
        assert line is not None and steps
        for unit, end in steps:
            self._shift(unit, end)
        self.spend(side, line)
        self.count.side("moves_group", side)
        self.count.side("group_units", side, len(steps))

    @contextmanager
    def scratch(self) -> Iterator[None]:
        """Whatever is moved inside goes back afterwards."""
        before = [(unit, unit.square) for unit in self.board.units]
        yield
        for unit, sq in before:
            if unit.square is not None and unit.square != sq:
                self.board.remove(unit)
        for unit, sq in before:
            if sq is not None and unit.square is None:
                self.board.place(unit, sq)

    # ---- Battle Phase

    def battle_phase(self, side: int) -> None:
        """SC-26..SC-39."""
        if self.values["cards.x_timing"] == "own_turn":
            self.look(side)
        plays = 0
        limit = self.values["combat.max_cards_per_turn"]
        while limit == 0 or plays < limit:
            attack = self.minds[side].choose_attack()
            if attack is None:
                break
            self.busy = True
            self.make_attack(side, attack)
            plays += 1
            if self._phase_full(plays):
                break
        self.check()

    def shielded(self, target: Unit) -> bool:
        """SC-36: whether a Special can defend this unit."""
        scope = self.values["combat.buzz_defense_scope"]
        if scope == "any_friendly":
            return target.side == 0 and self.board.leaders[0].square is not None
        return scope == "self" and target is self.board.leaders[0]

    def make_attack(self, side: int, attack: Attack) -> None:
        """SC-33: declare, answer, hit."""
        line = attack.line if attack.line is not None else self.minds[side].special_line()
        self.spend(side, line)
        attack.unit.attacked += 1
        self.count.side("attacks", side)
        self.count.side("specials_attack", side, int(attack.line is None))
        self.count.first("first_shot_turn", self.turn)
        self.count.grid("unit_attacks", attack.unit.type)
        close = int(attack.line is not None and CARDS[attack.line].close)
        place = (1 - side, close, min(self.cards.size(1 - side), 12))
        if attack.target.leader:
            self.count.grid("leader_attacks", *place)
        options = answers_to(self, 1 - side, attack.target, attack, attack.line)
        answer = self.minds[1 - side].choose_answer(attack.target, options)
        if answer is not None:
            self.use_answer(1 - side, attack.target, answer)
        flipped = answer == FLIP
        if flipped:
            self.count.side("flips", side)
        if answer is None or (flipped and not self.values["combat.flip_negates"]):
            self.hit(attack.target, attack.unit, attack.distance, line, BY_ATTACK)
        else:
            self.count.side("attacks_negated", side)
            self.count.grid("neg_by", answer)
            if attack.target.leader:
                self.count.grid("leader_negated", *place)
        if flipped:
            self.counter_hit(side, attack)

    def use_answer(self, side: int, target: Unit, line: int) -> None:
        """A Defense, or a Special of Buzz, is discarded (SC-34, SC-36)."""
        if self.answers is not None and self._is_answer(side, line):
            self.answers -= 1
        self.spend(side, line)
        target.defended += 1
        if CARDS[line].type == "X":
            self.count.side("specials_defense", side)
            self.count.add("buzz_special_defenses", int(target is self.board.leaders[0]))

    def counter_hit(self, side: int, attack: Attack) -> None:
        """SC-35: Flip takes a hit off the attacker."""
        if self.values["combat.counter_hit_defensible"]:
            options = answers_to(self, side, attack.unit, None, None)
            answer = self.minds[side].choose_answer(attack.unit, options)
            if answer is not None:
                self.use_answer(side, attack.unit, answer)
                return
        if attack.unit.hits == 1:
            self.count.side("flip_kills", side)
        self.hit(attack.unit, attack.target, attack.distance, FLIP, BY_FLIP)

    def hit(self, unit: Unit, by: Unit, d: int, line: int, reason: int) -> None:
        """SC-37..SC-39: one hit, removal, end of the game, Expendable."""
        unit.hits -= 1
        self.count.grid("unit_hits", by.type)
        self.count.grid("unit_hits_taken", unit.type)
        if self.board.total_hits() < self.lowest:
            self.lowest, self.t0 = self.board.total_hits(), self.turn
            self._new_stretch()
        if unit.leader:
            self.count.first("first_leader_hit_turn", self.turn)
        if unit.hits == 0:
            self._capture(unit, by, d, line, reason)

    def _capture(self, unit: Unit, by: Unit, d: int, line: int, reason: int) -> None:
        self.board.remove(unit)
        self.count.first("first_loss_turn", self.turn)
        self.count.grid("unit_kills", by.type)
        self.count.grid("unit_losses", unit.type)
        self.captures[by.side] += 1
        if unit.leader:
            self.count.killer = (by.type, d, line)
            self._end(by.side, reason)
        if self.values["victory.mode"] == "leader_or_captures":
            if self.captures[by.side] >= self.values["victory.captures"]:
                self._end(by.side, CAPTURES)
        if unit.ability == "expendable":
            self._expend(unit.side)

    def _end(self, winner: int, reason: int) -> None:
        self.winner, self.end_reason = winner, reason
        raise GameOverError

    def _expend(self, side: int) -> None:
        """SC-39."""
        word = self.values["combat.hornet_draw"]
        if word == "none":
            return
        if word == "costs_special":
            worth = self.values["combat.hornet_draw_cards"] > 0 and self.minds[side].pays_for_hornet()
            if self.cards.specials(side) == 0 or not worth:
                return
            self.spend(side, self.minds[side].special_line())
        drawn = [line for _ in range(self.values["combat.hornet_draw_cards"]) for line in self.cards.draw(side)]
        self.count.add("hornet_draws", int(bool(drawn)))

    # ---- Repair (SC-40..SC-42)

    def repair_phase(self, side: int) -> None:
        """Repairers in id order."""
        for repairer in [u for u in self.board.living(side) if u.ability == "repair"]:
            for _ in range(self.values["repair.per_unit_per_turn"]):
                self._repair(side, repairer)

    def _repair(self, side: int, repairer: Unit) -> None:
        assert repairer.square is not None
        robots = [u for u in self.board.units if u.side == side and u.square is None and self._repairable(u)]
        turns = DIRECTIONS[side] if self.values["repair.adjacency"] == 8 else DIRECTIONS[side][::2]
        around = [step(repairer.square, d) for d in turns]
        squares = [sq for sq in around if sq is not None and self.board.at[sq] is None]
        if not robots or not squares or self.cards.specials(side) == 0:
            return
        choice = self.minds[side].choose_repair(repairer, robots, squares)
        if choice is None:
            return
        self.spend(side, self.minds[side].special_line())
        robot, sq = choice
        robot.hits = min(robot.start, self.values["repair.restored_hits"] or robot.start)
        self.board.place(robot, sq)
        self.busy = True
        self.count.side("specials_repair", side)
        self.count.side("repairs", side)

    def _repairable(self, unit: Unit) -> bool:
        scope = self.values["repair.scope"]
        return not unit.leader and (scope == "any_non_leader" or (scope == "robots" and unit.robot))

    # ---- invariants

    def check(self) -> None:
        """Section k, 1 to 4."""
        self.cards.check()
        self.board.check()


def file_gap(patterns: Sequence[Sequence[str]]) -> int:
    """Files between the two leaders."""
    files = [
        next(row.index(code) for row in pattern if code in row) for pattern, code in zip(patterns, "BZ", strict=True)
    ]
    return abs(files[0] - files[1])


def more(amounts: Sequence[int]) -> int:
    """The side with more, -1 = tie."""
    return -1 if amounts[0] == amounts[1] else int(amounts[1] > amounts[0])


def play_counted(values: Mapping[str, Any], setup: Mapping[str, Any], players: Sequence[Player],
                 luck: tuple[int, tuple[int, int, int]], block: int, seating: Sequence[int]) -> Game:  # fmt: skip
    """The finished game."""
    seated = [players[who] for who in seating]
    game = Game(values, setup, seated, Luck(luck[0], *luck[1]), block)
    game.play()
    return game


def play(values: Mapping[str, Any], setup: Mapping[str, Any], players: Sequence[Player],
         luck: tuple[int, tuple[int, int, int]], block: int, seating: Sequence[int]) -> dict[str, int | float]:  # fmt: skip
    """The outcome row of one game by flat column name."""
    return row(play_counted(values, setup, players, luck, block, seating))
