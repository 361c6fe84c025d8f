"""The random player of the naive twin: any legal option, drawn as the game's README says."""

from __future__ import annotations

from typing import Any

from tests.games.red_alert.naive_combat import Attack
from tests.games.red_alert.naive_map import turned
from tests.games.red_alert.naive_mind import Mind, close_targets
from tests.games.red_alert.naive_rules import eligible, first_reach, order_slots, second_reach, stuck, targets
from tests.games.red_alert.naive_table import Unit, pick


class RandomMind(Mind):
    """A player who draws lots."""

    def below(self, n: int) -> int:
        """A number of the seat's noise."""
        return self.t.below(8, self.side, n)

    def yes(self) -> bool:
        """A yes-or-no question."""
        return self.below(2) == 1

    def _physical(self, rows: list[int]) -> int:
        hand = self.t.players[self.side].hand
        counts = {row: hand[row] for row in rows}
        return pick(counts, self.below(sum(counts.values())))

    def show(self, hand: list[int]) -> int:
        """D1."""
        return self._physical(hand)

    def command(self, hand: list[int]) -> int:
        """D2."""
        return self._physical(hand)

    def orders(self, card: int) -> list[Unit]:
        """D3."""
        row, chosen = self.t.commands[card], []
        for sector, n in order_slots(self.t, self.side, row):
            for _ in range(n):
                free = [u for u in eligible(self.t, self.side, row, sector) if u not in chosen]
                if not free:
                    break
                chosen.append(free[self.below(len(free))])
        return chosen

    def keep(self, first: int, second: int) -> int:
        """D15."""
        return (first, second)[self.below(2)]

    def clear_team(self, card_row: Any, marked: list[Unit], cards: list[int]) -> tuple[int, list[Unit]] | None:
        """Damage Control Team."""
        if not self.yes():
            return None
        left, chosen = list(marked), []
        for _ in range(min(self.t.combats[cards[0]]["clear_units"], len(marked))):
            chosen.append(left.pop(self.below(len(left))))
        return cards[0], chosen

    def clear_marker(self, unit: Unit, card_row: Any) -> bool:
        """D4."""
        return self.yes()

    def next_to_move(self, waiting: list[Unit], row: Any) -> Unit:
        """D5, D12."""
        return waiting[self.below(len(waiting))]

    def _impulses(self, unit: Unit, spend: Any) -> int:
        v, bonus = self.t.values, 0
        while unit.impulses < v["full_impulse_per_unit"] and v["full_impulse_cost"] <= self.t.players[self.side].stars:
            if not self.yes():
                break
            spend("impulse")
            bonus += v["full_impulse_hexes"]
        return bonus

    def _destination(self, hexes: set[int]) -> int:
        ordered = sorted(hexes, key=lambda h: h if self.side == 0 else turned(h))
        return ordered[self.below(len(ordered))]

    def move(self, unit: Unit, row: Any, spend: Any) -> int:
        """D5."""
        if stuck(self.t, unit, row):
            return unit.at
        bonus = self._impulses(unit, spend)
        cards = self.t.playable(self.side, "own_movement")
        if cards and self.yes():
            bonus += self.t.combats[cards[0]]["move_bonus"]
            spend("slipstream")
        return self._destination(first_reach(self.t, unit, row, bonus))

    def next_second(self, waiting: list[Unit]) -> Unit:
        """D12."""
        return waiting[self.below(len(waiting))]

    def second_move(self, unit: Unit, row: Any, spend: Any) -> int:
        """D12."""
        if stuck(self.t, unit, row):
            return unit.at
        bonus = self._impulses(unit, spend)
        return self._destination(second_reach(self.t, unit, row, bonus))

    def board(self, pairs: list[tuple[Unit, Unit]], cards: list[int]) -> tuple[int, Unit, Unit] | None:
        """D14."""
        if not self.yes():
            return None
        return cards[0], *pairs[self.below(len(pairs))]

    def next_attack(self, waiting: list[Unit], row: Any) -> tuple[Unit, Unit | None] | None:
        """D6."""
        unit = waiting[self.below(len(waiting))]
        return unit, self._aim([] if unit.no_combat else targets(self.t, unit))

    def _aim(self, legal: list[Unit]) -> Unit | None:
        if not legal:
            return None
        number = self.below(len(legal) + 1)
        return legal[number] if number < len(legal) else None

    def _option(self, options: list[Any]) -> Any:
        if not options or not self.yes():
            return None
        return options[self.below(len(options))]

    def own_card(self, attack: Attack, n: int) -> int | None:
        """D7."""
        chosen: int | None = self._option(self.t.playable(self.side, "own_attack"))
        return chosen

    def reaction(self, attack: Attack, n: int, options: list[tuple[str, int]]) -> tuple[str, int] | None:
        """D8."""
        chosen: tuple[str, int] | None = self._option(options)
        return chosen

    def shields(self, unit: Unit, target: Unit, hits: int, cards: list[int]) -> int | None:
        """Shields Up."""
        chosen: int | None = self._option(cards)
        return chosen

    def battle_back(self, unit: Unit, target: Unit, cards: list[int], stars: bool) -> int | str | None:
        """D9."""
        return self._pay_for_it(cards, stars)

    def pursue(self, unit: Unit, h: int, cards: list[int], stars: bool) -> int | str | None:
        """D10."""
        return self._pay_for_it(cards, stars)

    def _pay_for_it(self, cards: list[int], stars: bool) -> int | str | None:
        if not self.yes():
            return None
        if not cards:
            return "stars"
        return cards[0] if not stars or self.yes() else "stars"

    def bonus_target(self, unit: Unit, extra: int) -> Unit | None:
        """D10."""
        return self._aim(close_targets(self.t, unit))

    def retire(self, unit: Unit, free: list[int]) -> int:
        """D11."""
        return self._destination(set(free))

    def discard(self, hand: dict[int, int]) -> int | None:
        """D13."""
        held = sum(hand.values())
        if not held or not self.yes():
            return None
        return pick(hand, self.below(held))

    def star_and_card(self, hand: dict[int, int]) -> bool:
        """D13."""
        return self.yes()
