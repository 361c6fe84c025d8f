"""The players of the naive twin: scores and choices of f2 and f3, in plain floats compared to within 1e-9."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.games.star_command.naive_board import Unit
from tests.games.star_command.naive_facts import CARDS, DIAVALLIC, DIRECTIONS, FLIP, distance
from tests.games.star_command.naive_moves import Attack, Move
from tests.kit.naive_philox import NOISE, stream_id

EPS = 1e-9
STALL, CHOICE = 4, 5
MOVE_ORDER, ATTACK_ORDER = (4, 3, 6, 2, 5, 7, 1, 0), (11, 10, 9, 12, 13, 8)
DEFENSE_ORDER, REST_ORDER = (14, 15, 16, 17, 18, 19), (25, 22, 21, 20)
DISCARD_ORDERS = (MOVE_ORDER, ATTACK_ORDER, DEFENSE_ORDER, REST_ORDER)

Step = tuple[Unit, int]  # a unit and where it goes


class Mind:
    """One player: heuristic, `random` or `pass`."""

    def __init__(self, game: Any, side: int, policy: str, weights: Mapping[str, Any]) -> None:
        self.game, self.side, self.policy, self.w = game, side, policy, weights
        self.targets = [weights[f"target_{name}"] for name in ("move", "attack", "defense", "rest")]

    # ---- values (f2)

    def value(self, unit: Unit) -> float:
        """v of a unit that is no leader, kept to three decimals."""
        return round(self.w[f"value_{unit.kind}"] * self.w["value_scale"], 3)

    def kill(self, unit: Unit) -> float:
        """What a hit on an enemy is worth."""
        if unit.leader:
            return self.w["leader"] * (unit.start - unit.hits + 1)
        return self.value(unit) / unit.hits

    def special_price(self) -> float:
        """c_sp."""
        shielded = self.side == 0 and self.game.values["combat.buzz_defense_scope"] != "none"
        return self.w["c_special"] + (self.w["shield"] if shielded else 0)

    def impatience(self) -> float:
        """imp: grows with the turns without a new loss."""
        return max(0, self.game.turn - self.game.t0 - self.w["stall_start"]) * self.w["stall_gain"]

    def best_hit(self, unit: Unit, numbers: list[int], special: bool) -> float:
        """The best attack of `unit` where it stands, with these card numbers and perhaps a Special."""
        best = 0.0
        board = self.game.board
        for direction in DIRECTIONS[0]:
            seen = board.first_seen(unit.square, direction)
            if seen is None or seen[1].side == self.side:
                continue
            d, target = seen
            if any(board.card_hits(unit, n, d) for n in numbers):
                best = max(best, self.kill(target))
            elif special and board.special_hits(unit, d):
                best = max(best, self.kill(target) - self.special_price())
        return best

    # ---- Move Phase

    def choose_move(self, plays: int) -> Move | tuple[int, list[Step]] | None:
        """A single move, a group advance (number, steps in order), or stop."""
        if self.policy == "pass":
            return None
        if self.policy == "random":
            return self._random_move()
        best: Move | tuple[int, list[Step]] | None = None
        top = 0.0
        scores = Scores(self, plays)
        for move in self.game.legal.single_moves(self.side):
            score = scores.single(move)
            if score > top + EPS:
                best, top = move, score
        for number, direction in self.game.legal.group_ways(self.side):
            score, steps = scores.group(number, direction)
            if len(steps) >= 2 and score > top + EPS:
                best, top = (number, steps), score
        return best

    def _random_move(self) -> Move | tuple[int, list[Step]] | None:
        legal = self.game.legal
        groups = [way for way in legal.group_ways(self.side) if self._able(*way)]
        option = self._any_of([*legal.single_moves(self.side), *groups])
        if option is None or isinstance(option, Move):
            return option
        return option[0], self._random_group(*option)

    def _able(self, number: int, direction: tuple[int, int]) -> list[Step]:
        """Units that could advance on the board as it is, with where to."""
        legal = self.game.legal
        ends = [(unit, legal.advance(unit, number, direction)) for unit in legal.group_order(self.side)]
        return [(unit, end) for unit, end in ends if end is not None]

    def _random_group(self, number: int, direction: tuple[int, int]) -> list[Step]:
        game, steps = self.game, []
        cap = game.values["movement.multi_forward_cap"] or 16
        able = self._able(number, direction)
        with game.scratch():
            for unit in game.legal.group_order(self.side):
                if len(steps) == cap:
                    break
                end = game.legal.advance(unit, number, direction)
                if end is not None and game.streams.below(self.side, 2) == 1:
                    game.board.place(unit, end)
                    steps.append((unit, end))
        return steps or [able[game.streams.below(self.side, len(able))]]

    def _any_of(self, options: list[Any]) -> Any:
        """Stop with 3/20, else a uniform choice."""
        streams = self.game.streams
        if not options or streams.below(self.side, 20) < 3:
            return None
        return options[streams.below(self.side, len(options))]

    # ---- Battle Phase

    def choose_attack(self) -> Attack | None:
        """The attack to make, or stop (D5)."""
        if self.policy == "pass":
            return None
        attacks = self.game.legal.attacks(self.side)
        if self.policy == "random":
            found: Attack | None = self._any_of(attacks)
            return found
        best, top = None, self.w["c_att"]
        leader_factor = 0.25 if self._leader_well_defended(attacks) else 1.0
        for attack in attacks:
            gain = self.kill(attack.target) * (leader_factor if attack.target.leader else 1.0)
            gain -= self.special_price() if attack.line is None else 0.05 * attack.number
            if attack.unit.leader and attack.unit.hits == 1 and attack.line is not None and CARDS[attack.line].close:
                gain -= 5
            if gain > top + EPS:
                best, top = attack, gain
        return best

    def _leader_well_defended(self, attacks: list[Attack]) -> bool:
        """SC-49: a look showed as many answers as attacks on the leader are still possible."""
        game = self.game
        if game.answers is None:
            return False
        shooters = len({attack.unit.id for attack in attacks if attack.target.leader})
        held = sum(n for line, n in game.cards.hand[self.side].items() if CARDS[line].type == "A")
        return bool(game.answers >= min(shooters, held + game.cards.specials(self.side)))

    def wants_look(self) -> bool:
        """Window B: a look is worth it iff the enemy leader can be attacked now."""
        return self.policy != "pass" and any(a.target.leader for a in self.game.legal.attacks(self.side))

    # ---- answers (D6)

    def choose_answer(self, target: Unit, answers: list[int]) -> int | None:
        """The line to discard against a declared attack on `target`; `answers`: legal lines, one entry per copy."""
        if self.policy == "pass" or not answers:
            return None
        if self.policy == "random":
            streams = self.game.streams
            return answers[streams.below(self.side, len(answers))] if streams.below(self.side, 2) == 1 else None
        if not target.leader:
            worth = self.value(target) / target.hits
            if worth < self.w["def_min"] - EPS or len(answers) < self.w["def_reserve"] + EPS:
                return None
        if FLIP in answers:
            return FLIP
        defenses = [line for line in answers if CARDS[line].type == "D"]
        return max(defenses) if defenses else self.special_line()

    # ---- cards

    def special_line(self) -> int:
        """Which card is discarded as a Special (only any_x leaves a choice)."""
        lines = [line for line in self.game.cards.special_lines(self.side) if self.game.cards.hand[self.side][line]]
        return lines[-1]

    def choose_discard(self) -> int:
        """One card too many (SC-14)."""
        hand = self.game.cards.hand[self.side]
        held = [line for line in range(26) if hand[line] > 0]
        if self.policy == "pass":
            return held[0]
        if self.policy == "random":
            copies = [line for line in held for _ in range(hand[line])]
            return copies[self.game.streams.below(self.side, len(copies))]
        useless = [line for line in held if not self.game.cards.usable(self.side, CARDS[line])]
        useless = useless or [line for line in held if self.game.above_all_stats(self.side, CARDS[line])]
        useless = useless or [line for line in held if CARDS[line].look]
        if useless:
            return useless[0]
        best, top = -1, 0.0
        for kind, order in enumerate(DISCARD_ORDERS):
            n = sum(hand[line] for line in order)
            if n > 0 and (best < 0 or n - self.targets[kind] > top - EPS):
                best, top = kind, n - self.targets[kind]
        return next(line for line in DISCARD_ORDERS[best] if hand[line] > 0)

    def pays_for_hornet(self) -> bool:
        """D7: whether to discard a Special for the draw of a destroyed Hornet."""
        return self.policy != "pass"

    # ---- Repair (D8)

    def choose_repair(self, repairer: Unit, robots: list[Unit], squares: list[int]) -> tuple[Unit, int] | None:
        """Robot and square: highest v, lowest id; fewest shooters, first in direction order."""
        if self.policy == "pass":
            return None
        robot = min(robots, key=lambda u: (-self.value(u), u.id))
        return robot, min(squares, key=lambda sq: self.game.board.shooters(sq, self.side))


class Scores:
    """Scores of moves at one decision (f2)."""

    def __init__(self, mind: Mind, plays: int) -> None:
        self.mind, self.game, self.w, self.plays = mind, mind.game, mind.w, plays
        self.side, self.board = mind.side, mind.game.board
        self.imp = mind.impatience()
        self.q = 1 + self.imp
        self.enemy = self.board.leaders[1 - self.side].square
        self.own = self.board.leaders[self.side]
        hand = self.game.cards.hand[self.side]
        self.numbers = [
            c.number for c in CARDS if c.type == "A" and hand[c.line] and self.game.cards.usable(self.side, c)
        ]
        self.own_exposed = self.board.shooters(self.own.square, self.side)
        self.here: dict[int, int] = {}
        self.hits: dict[tuple[int, int, bool], float] = {}  # unit, square, Special left -> best_hit
        self.there: dict[tuple[int, int], tuple[int, int]] = {}

    def _noise(self, move: Move) -> float:
        if self.imp <= 0:
            return 0.0
        position = 2048 * self.plays + 64 * move.unit.id + move.to
        stream = stream_id(STALL, self.side, self.game.turn)
        return 0.3 * self.imp * self.game.streams.below_at(NOISE, stream, position, 1000) / 1000

    def _exposure(self, unit: Unit) -> int:
        """Shooters at the unit where it stands."""
        if unit.id not in self.here:
            self.here[unit.id] = self.board.shooters(unit.square, self.side)
        return self.here[unit.id]

    def _hit(self, unit: Unit, special: bool) -> float:
        """best_hit where the unit stands just now; what stands elsewhere never changes within one decision."""
        key = (unit.id, unit.square or 0, special)
        if key not in self.hits:
            self.hits[key] = self.mind.best_hit(unit, self.numbers, special)
        return self.hits[key]

    def _exposures_at(self, unit: Unit) -> tuple[int, int]:
        """Shooters at the unit and at the own leader, with the unit where it stands just now."""
        key = (unit.id, unit.square or 0)
        if key not in self.there:
            leader = self.board.shooters(self.own.square, self.side)
            self.there[key] = (self.board.shooters(unit.square, self.side), leader)
        return self.there[key]

    def single(self, move: Move) -> float:
        """S of a single move."""
        unit, start, w = move.unit, move.unit.square, self.w
        assert start is not None and self.enemy is not None
        special = self.game.cards.specials(self.side) - move.specials > 0
        shoots_after_moving = self.game.values["combat.move_then_attack"]
        hit_before = self._hit(unit, special) if shoots_after_moving or not unit.moved else 0.0
        exposed = self._exposure(unit)
        self.board.place(unit, move.to)
        hit_after = self._hit(unit, special) if shoots_after_moving else 0.0
        exposed_after, own_after = self._exposures_at(unit)
        self.board.place(unit, start)
        nearer = distance(start, self.enemy) - distance(move.to, self.enemy)
        score = w["hit"] * (hit_after - hit_before)
        if unit.leader:
            score += (w["home"] + self.imp * w["adv"]) * nearer - w["own"] / self.q * (exposed_after - exposed)
        else:
            score += w["adv"] * self.q * nearer
            score -= w["risk"] / self.q * self.mind.value(unit) * (exposed_after - exposed)
            score -= w["own"] / self.q * (own_after - self.own_exposed)
        return score - w["c_move"] / self.q - move.specials * self.mind.special_price() + self._noise(move)

    def group(self, number: int, direction: tuple[int, int]) -> tuple[float, list[Step]]:
        """S of the group advance by `number`, and who goes where."""
        steps: list[Step] = []
        total = 0.0
        cap = self.game.values["movement.multi_forward_cap"] or 16
        with self.game.scratch():
            for unit in self.game.legal.group_order(self.side):
                if len(steps) == cap:
                    break
                end = None if unit.leader else self.game.legal.advance(unit, number, direction)
                if end is None:
                    continue
                start = unit.square
                exposed = self.board.shooters(start, self.side)
                self.board.place(unit, end)
                more = self.board.shooters(end, self.side) - exposed
                nearer = distance(start, self.enemy) - distance(end, self.enemy)
                gain = self.w["adv"] * self.q * self.w["multi"] * nearer
                gain -= self.w["risk"] / self.q * self.mind.value(unit) * more
                if gain > EPS:
                    steps.append((unit, end))
                    total += gain
                else:
                    self.board.place(unit, start)
        return total - self.w["c_move"] / self.q, steps


def answers_to(game: Any, defender: int, target: Unit, attack: Attack | None, line: int | None) -> list[int]:
    """Cards that may be discarded against an attack on `target` (SC-34..36), one entry per copy in rising line order.

    `attack` None: the counter-hit of a Flip.
    """
    limit = game.values["combat.defenses_per_unit_per_turn"]
    if limit and target.defended >= limit:
        return []
    found = []
    specials = game.cards.special_lines(defender) if game.shielded(target) else []
    for card in CARDS:
        legal = card.line in specials
        if card.type == "D" and game.cards.usable(defender, card, target.kind):
            legal = True
            if card.line == FLIP:
                legal = attack is not None and flip_answers(game.values, attack, line)
            if card.line == DIAVALLIC and game.values["combat.laser_resistant_scope"] == "laser_only":
                legal = line is not None and CARDS[line].laser
        found += [card.line] * (game.cards.hand[defender][card.line] if legal else 0)
    return found


def flip_answers(values: Mapping[str, Any], attack: Attack, line: int | None) -> bool:
    """SC-35."""
    close = line is not None and CARDS[line].close
    scope = values["combat.flip_scope"]
    if scope == "number_1":
        return close or (line is None and attack.unit.ability == "attack" and attack.unit.special == 1)
    return bool(scope == "any" or (scope == "adjacent" and attack.distance == 1) or (close and scope != "adjacent"))
