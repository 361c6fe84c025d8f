"""Red Alert once more, from the rules alone: slow, plain Python, obviously correct. The proof of the kernel.

    row, tally = play(values, setup, [("greedy", weights), ("raider", weights)], Luck(seed), block, seating=[0, 1])

`values` are the dotted keys of the ruleset, `setup` its plain tables, `weights` every weight of a policy. Rule ids in
the docstrings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.games.red_alert.naive_combat import Combat
from tests.games.red_alert.naive_map import distance, sectors_of
from tests.games.red_alert.naive_mind import Mind
from tests.games.red_alert.naive_random import RandomMind
from tests.games.red_alert.naive_rules import first_reach, nominal, order_slots, second_reach, sees
from tests.games.red_alert.naive_table import STAR, Table, Unit
from tests.kit.naive_philox import Luck

CAP = 3


class Game:
    """One game: a table, two minds."""

    def __init__(
        self, values: Mapping[str, Any], setup: Mapping[str, Any], players: Sequence[tuple[str, Mapping[str, Any]]],
        luck: Luck, block: int, seating: Sequence[int],
    ) -> None:  # fmt: skip
        self.t = Table(values, setup, luck, block)
        self.minds = [
            (RandomMind if players[p][0] == "random_legal" else Mind)(self.t, s, players[p][1])
            for s, p in enumerate(seating)
        ]
        self.combat = Combat(self.t, self.minds)
        for mind in self.minds:
            mind.combat = self.combat

    # ---- set-up

    def set_up(self) -> int:
        """Hands, stars, who begins (RA-12, RA-13)."""
        t = self.t
        for s, player in enumerate(t.players):
            for _ in range(player.rating):
                row = t.command_deck.draw(lambda n, s=s: t.below(1, s, n))
                player.hand[row] = player.hand.get(row, 0) + 1
        if t.values["combat_cards_enabled"]:
            for s, side in enumerate(t.setup["side"]):
                for _ in range(side["combat_cards"]):
                    row = t.combat_deck.draw(lambda n, s=s: t.below(2, s, n))
                    t.players[s].combat[row] = t.players[s].combat.get(row, 0) + 1
        for k in range(max(side["stars"] for side in t.setup["side"])):
            for s, side in enumerate(t.setup["side"]):
                if k < side["stars"] and t.pool > 0:
                    t.pool -= 1
                    t.players[s].stars += 1
        for u in t.units:
            t.count_unit(u, "fielded")
        self._note_hands()
        return self._first()

    def _note_hands(self) -> None:
        t = self.t
        for s, player in enumerate(t.players):
            for column in {t.command_columns[row] for row, n in player.hand.items() if n}:
                t.note("opening", s, column)
            left = [row for row, n in player.hand.items() if n and t.commands[row]["kind"] == "sector"
                    and order_slots(t, s, t.commands[row])[0][1] > 0]  # fmt: skip
            if left:
                t.note("opening_left", s)

    def _first(self) -> int:
        t, how = self.t, self.t.values["first_player"]
        if how in ("commonwealth", "confederation"):
            return int(how == "confederation")
        if how == "random":
            return t.below(3, 0, 2)
        shown = [nominal(t, s, t.commands[mind.show(self.held(s) or self.held(s, reactions=True))])
                 for s, mind in enumerate(self.minds)]  # fmt: skip
        t.note("reveals", 0)
        if shown[0] != shown[1]:
            return int(shown[1] < shown[0])
        t.row["reveal_tie"] = 1
        t.note("reveals", 1)
        return t.below(3, 0, 2)

    def held(self, side: int, reactions: bool = False) -> list[int]:
        """Rows in the command hand that are (no) reaction cards."""
        return [row for row, n in sorted(self.t.players[side].hand.items())
                if n and (self.t.commands[row]["kind"] == "reaction") == reactions]  # fmt: skip

    # ---- a game

    def play(self) -> dict[str, Any]:
        """All turns (RA-14, RA-84)."""
        t = self.t
        t.active = self.set_up()
        t.row["first_player"] = t.active
        while not t.over and t.turn < t.values["max_turns"]:
            t.turn += 1
            self.turn()
            t.check()
            t.active = 1 - t.active
        return self.result()

    def turn(self) -> None:
        """One player turn."""
        t, side = self.t, self.t.active
        for u in t.units:
            u.new_turn()
        for player in t.players:
            player.cards_used, player.struck_first = 0, False
        self.objectives(side)
        if t.over:
            return
        if self.play_card(side):
            row = t.commands[t.card] if t.card is not None else None
            self.clear_markers(side, row)
            self.movement(side, row)
            self.boarding()
            self.fighting(side, row)
            if not t.over and row["move_combat_move"]:
                self.second_moves(side, row)
        if not t.over:
            self.end_of_turn(side)

    def objectives(self, side: int) -> None:
        """RA-80, RA-81, victory check."""
        t = self.t
        player, limit, points = t.players[side], t.values["planet_control_max_per_turn"], 0
        for u in t.own(side):
            if u.at not in t.map.planets:
                continue
            t.count_unit(u, "planet_turns")
            contested = any(t.map.group.get(e.at) == t.map.group[u.at] for e in t.beside(u.at, side))
            if t.controls("planet_control", side) and not contested and not (limit and points >= limit):
                points += 1
                if t.values["planet_control_points"] == "while_held":
                    u.earned += 1
        if t.controls("clear_sector", side):
            held = [sectors_of(e.at, side) for e in t.enemies(side)]
            points += 3 - len({1 if len(s) == 2 else s[0] for s in held})
        player.vp += points
        player.obj += points
        if points:
            self.combat.victory(side)

    def play_card(self, side: int) -> bool:
        """Phases 1 and the orders of phase 2; whether anybody was ordered (RA-15, RA-16)."""
        t, player = self.t, self.t.players[side]
        hand = self.held(side)
        if not hand:
            for row in self.held(side, reactions=True)[:1]:
                player.hand[row] -= 1
                t.command_deck.discards[row] += 1
            t.count(side, "turns_without_order")
            return False
        card = self.minds[side].command(hand)
        ordered = self.minds[side].orders(card)
        player.hand[card] -= 1
        t.card = card
        t.row[f"cmd_{t.command_columns[card]}_played_{side}"] += 1
        for u in ordered:
            assert not u.ordered
            u.ordered = True
        t.count(side, "orders_given", len(ordered))
        t.count(side, "orders_wasted", max(nominal(t, side, t.commands[card]) - len(ordered), 0))
        if not ordered:
            t.count(side, "turns_without_order")
        return bool(ordered)

    def clear_markers(self, side: int, row: Any) -> None:
        """Phase 2, stars and cards (RA-17)."""
        t, mind = self.t, self.minds[side]
        if row["clear_markers"]:
            for u in t.own(side):
                if u.ordered:
                    self._unmark(u, u.marks)
        marked, cards = [u for u in t.own(side) if u.marks], t.playable(side, "own_orders")
        if marked and cards:
            team = mind.clear_team(row, marked, cards)
            if team is not None:
                t.play_combat(side, team[0])
                for u in team[1]:
                    self._unmark(u, u.marks)
        own = t.own(side)
        for u in [u for u in own if u.ordered] + [u for u in own if not u.ordered]:
            cost = t.values["remove_marker_cost_ordered" if u.ordered else "remove_marker_cost_other"]
            while u.marks and t.players[side].stars >= cost and mind.clear_marker(u, row):
                t.pay(side, cost)
                self._unmark(u, 1)

    def _unmark(self, unit: Unit, n: int) -> None:
        unit.marks -= n
        self.t.count(unit.side, "markers_removed", n)

    def _spender(self, unit: Unit) -> Any:
        t = self.t

        def spend(means: str) -> None:
            if means == "impulse":
                t.pay(unit.side, t.values["full_impulse_cost"])
                unit.impulses += 1
            else:
                t.play_combat(unit.side, t.playable(unit.side, "own_movement")[0])

        return spend

    def movement(self, side: int, row: Any) -> None:
        """Phase 3."""
        t, mind = self.t, self.minds[side]
        waiting = [u for u in t.own(side) if u.ordered]
        while waiting:
            unit = mind.next_to_move(waiting, row)
            waiting.remove(unit)
            before = unit.impulses, t.players[side].cards_used
            h = mind.move(unit, row, self._spender(unit))
            if (unit.impulses, t.players[side].cards_used) == before:
                assert h in first_reach(t, unit, row)
            self.combat.move(unit, h)
        for u in t.own(side):
            if u.ordered and not t.beside(u.at, side):
                blocked = [e for e in t.enemies(side) if distance(u.at, e.at) <= len(u.row["dice"])
                           and not sees(t, side, u.at, e.at, u)]  # fmt: skip
                t.count(side, "los_blocked_shots", len(blocked))

    def boarding(self) -> None:
        """Between phases 3 and 4, active side first (RA-62)."""
        t = self.t
        for side in (t.active, 1 - t.active):
            cards = t.playable(side, "after_movement")
            pairs = [(own, e) for own in t.own(side) if own.row["cruiser"] and own.figures < 6
                     for e in t.beside(own.at, side) if e.kind == "strike" and e.figures >= 2]  # fmt: skip
            choice = self.minds[side].board(pairs, cards) if cards and pairs else None
            if choice is None:
                continue
            card, own, enemy = choice
            t.play_combat(side, card, success=False)
            dice = 3 + own.figures, 3 + enemy.figures
            stars = [t.roll(u.side, n).count(STAR) for u, n in zip((own, enemy), dice, strict=True)]
            won = stars[0] > stars[1]
            t.note("boarding", *dice, 0)
            if won:
                t.note("boarding", *dice, 1)
                own.figures += 1
                enemy.figures -= 1
                t.succeed(side, card)

    def fighting(self, side: int, row: Any) -> None:
        """Phase 4 (RA-19)."""
        t, mind = self.t, self.minds[side]
        waiting = [u for u in t.own(side) if u.ordered]
        while waiting and not t.over:
            choice = mind.next_attack(waiting, row)
            if choice is None:
                return
            unit, target = choice
            waiting.remove(unit)
            if target is not None:
                self.combat.attack(unit, target)
            waiting = [u for u in waiting if u.alive]

    def second_moves(self, side: int, row: Any) -> None:
        """RA-67."""
        t, mind = self.t, self.minds[side]
        waiting = [u for u in t.own(side) if u.ordered]
        while waiting:
            unit = mind.next_second(waiting)
            waiting.remove(unit)
            before = unit.impulses
            h = mind.second_move(unit, row, self._spender(unit))
            assert unit.impulses > before or h in second_reach(t, unit, row)
            self.combat.move(unit, h)

    # ---- phase 5

    def end_of_turn(self, side: int) -> None:
        """RA-20."""
        t = self.t
        draw_two = False
        if t.card is not None:
            draw_two = bool(t.commands[t.card]["draw_two"])
            t.command_deck.discards[t.card] += 1
            t.card = None
        if t.players[1 - side].struck_first:
            self.refill(1 - side, False)
        self.refill(side, draw_two)
        self.income(side)

    def refill(self, side: int, draw_two: bool) -> None:
        """Draw up to the rating."""
        t, player = self.t, self.t.players[side]

        def draw() -> int:
            return t.command_deck.draw(lambda n: t.below(5, side, n))

        while sum(player.hand.values()) < player.rating and t.command_deck.left():
            row = draw()
            if draw_two and t.command_deck.left():
                second = draw()
                kept = self.minds[side].keep(row, second)
                t.command_deck.discards[second if kept == row else row] += 1
                row = kept
            draw_two = False
            player.hand[row] = player.hand.get(row, 0) + 1

    def income(self, side: int) -> None:
        """Stars and combat cards."""
        t, player, mind = self.t, self.t.players[side], self.minds[side]
        if not t.values["combat_cards_enabled"]:
            t.gain(side, t.values["end_turn_stars"])
            return
        card = mind.discard(player.combat)
        if card is not None:
            player.combat[card] -= 1
            t.combat_deck.discards[card] += 1
            t.gain(side, t.values["discard_for_stars"])
        if t.combat_deck.left() and mind.star_and_card(player.combat):
            row = t.combat_deck.draw(lambda n: t.below(6, side, n))
            player.combat[row] = player.combat.get(row, 0) + 1
            t.gain(side, t.values["end_turn_stars_with_card"])
        else:
            t.gain(side, t.values["end_turn_stars"])

    # ---- the row

    def result(self) -> dict[str, Any]:
        """The flat row of spec h."""
        t = self.t
        capped = not t.over
        row = {**t.row, "ending": int(capped), "winner": t.winner, "end_reason": CAP if capped else t.end_reason,
               "turns": t.turn}  # fmt: skip
        for s, player in enumerate(t.players):
            row.update({f"win_{s}": float(t.winner == s), f"vp_{s}": player.vp, f"elim_{s}": player.elim,
                        f"obj_vp_{s}": player.obj})  # fmt: skip
        return row


def play(
    values: Mapping[str, Any], setup: Mapping[str, Any], players: Sequence[tuple[str, Mapping[str, Any]]], luck: Luck,
    block: int, seating: Sequence[int],
) -> tuple[dict[str, Any], dict[tuple[Any, ...], int]]:  # fmt: skip
    """One game: its flat row and its tallies."""
    game = Game(values, setup, players, luck, block, seating)
    return game.play(), game.t.tally
