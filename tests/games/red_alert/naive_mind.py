"""The named policies of the naive twin (spec f3), decision by decision."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from typing import Any

from tests.games.red_alert import naive_chance as chance
from tests.games.red_alert.naive_combat import Attack, Combat
from tests.games.red_alert.naive_map import distance
from tests.games.red_alert.naive_rules import (
    base_dice,
    card_bonus,
    eligible,
    first_reach,
    nominal,
    order_slots,
    second_reach,
    stuck,
    targets,
)
from tests.games.red_alert.naive_table import Table, Unit
from tests.games.red_alert.naive_worth import MICRO, Worth, marks

HALF_POINT = 500_000
SECOND_MOVE = 100_000
OTHERS_FROM = 6  # stars from which markers of unordered units are paid for


class Mind:
    """A player who weighs."""

    def __init__(self, table: Table, side: int, weights: Mapping[str, Any]) -> None:
        self.t, self.side, self.weights = table, side, weights
        self.worth = Worth(table, side, weights)
        self.combat: Combat  # set by the game

    # ---- cards

    def passing(self, values: Mapping[int, int]) -> int | None:
        """Of cards that are worth their stars the one with the largest value per star (D7)."""
        cost = {card: self.t.combats[card]["cost"] for card in values}
        good = [card for card in sorted(values) if values[card] >= self.worth.stars(cost[card])]
        return max(good, key=lambda card: (values[card] // max(cost[card], 1), -card), default=None)

    def show(self, hand: list[int]) -> int:
        """D1."""
        sign = 1 if self.weights["want_first"] else -1
        return min(hand, key=lambda row: (sign * nominal(self.t, self.side, self.t.commands[row]), row))

    def consider(self, card: int) -> tuple[bool, int, list[Unit]]:
        """D2: (can it order anybody, score, the units it would order)."""
        t, row = self.t, self.t.commands[card]
        if row["kind"] == "reaction":
            return False, 0, []
        gains: dict[int, int] = {}
        extras: dict[int, int] = {}
        slots = [(eligible(t, self.side, row, sector), n) for sector, n in order_slots(t, self.side, row) if n > 0]
        everybody = {u.index: u for units, _ in slots for u in units}
        for u in everybody.values():
            gains[u.index], extras[u.index] = self.gain_of(u, row)
        chosen: list[Unit] = []
        for units, n in slots:
            free = [u for u in units if u not in chosen and gains[u.index] > 0]
            chosen += sorted(free, key=lambda u: (-gains[u.index], u.index))[:n]
        score = sum(gains[u.index] + extras[u.index] for u in chosen)
        if not chosen and everybody:
            chosen = [min(everybody.values(), key=lambda u: (-gains[u.index], u.index))]
        return bool(everybody), score, chosen

    def gain_of(self, unit: Unit, row: Any) -> tuple[int, int]:
        """(gain, what the card's own effects add to it)."""
        worth = self.worth
        with marks(unit, 0) if row["clear_markers"] else nullcontext():
            top, h = worth.plan(unit, first_reach(self.t, unit, row), None)
            gain = max(top - worth.quiet(unit, unit.at), 0)
            value, aim = worth.fight(unit, h, None)
        extra = SECOND_MOVE if row["move_combat_move"] else 0
        if aim is not None and card_bonus(row, distance(h, aim.at)) > 0:
            extra += 3 * value // 10
        return gain, extra

    def command(self, hand: list[int]) -> int:
        """D2."""

        def rank(card: int) -> tuple[int, ...]:
            can, score, _ = self.consider(card)
            return int(can), score, -nominal(self.t, self.side, self.t.commands[card]), -card

        return max(hand, key=rank)

    def orders(self, card: int) -> list[Unit]:
        """D3."""
        return self.consider(card)[2]

    def keep(self, first: int, second: int) -> int:
        """D15."""
        return max((first, second), key=lambda card: (self.consider(card)[1], -card))

    # ---- phase 2

    def clear_team(self, card_row: Any, marked: list[Unit], cards: list[int]) -> tuple[int, list[Unit]] | None:
        """Damage Control Team: (card, units) or None."""
        rise = {
            u.index: max(self.worth.at_best(u, card_row, 0) - self.worth.at_best(u, card_row, u.marks), 0)
            if u.ordered else 0
            for u in marked
        }  # fmt: skip
        best = sorted(marked, key=lambda u: (-rise[u.index], u.index))
        values = {card: sum(rise[u.index] for u in best[: self.t.combats[card]["clear_units"]]) for card in cards}
        card = self.passing(values)
        return None if card is None else (card, best[: self.t.combats[card]["clear_units"]])

    def clear_marker(self, unit: Unit, card_row: Any) -> bool:
        """D4: pay for one marker of this unit?"""
        if not unit.ordered:
            return self.t.players[self.side].stars >= OTHERS_FROM
        return self.worth.at_best(unit, card_row, unit.marks - 1) > 0

    # ---- phase 3

    def next_to_move(self, waiting: list[Unit], row: Any) -> Unit:
        """D5: the largest gain of the plain move."""

        def gain(u: Unit) -> int:
            return self.worth.plan(u, first_reach(self.t, u, row), row)[0] - self.worth.quiet(u, u.at)

        return min(waiting, key=lambda u: (-max(gain(u), 0), u.index))

    def move(self, unit: Unit, row: Any, spend: Any) -> int:
        """D5: impulse, slipstream, destination; `spend(means)` pays. Extra hexes: those the plain move lacks."""
        t, worth = self.t, self.worth
        bonus, means, reach = 0, ["impulse", "slipstream"], first_reach(t, unit, row)
        top, h = worth.plan(unit, reach, row)
        while not stuck(t, unit, row):
            offers = []
            for name, (hexes, cost) in self._means(unit).items():
                extra = first_reach(t, unit, row, bonus + hexes) - reach if name in means else set()
                if extra:
                    value, there = worth.plan(unit, extra, row)
                    if value - top >= worth.stars(cost):
                        offers.append((value - top, name == "impulse", name, hexes, value, there))
            if not offers:
                break
            _, _, name, hexes, top, h = max(offers, key=lambda offer: offer[:2])
            spend(name)
            bonus += hexes
            means = ["impulse"] if name == "impulse" else []
        return h

    def _means(self, unit: Unit) -> dict[str, tuple[int, int]]:
        """Ways to move farther that can be paid now: hexes and stars."""
        t, v = self.t, self.t.values
        found = {}
        if unit.impulses < v["full_impulse_per_unit"] and v["full_impulse_cost"] <= t.players[self.side].stars:
            found["impulse"] = v["full_impulse_hexes"], v["full_impulse_cost"]
        cards = t.playable(self.side, "own_movement")
        if cards:
            found["slipstream"] = t.combats[cards[0]]["move_bonus"], t.combats[cards[0]]["cost"]
        return found

    def next_second(self, waiting: list[Unit]) -> Unit:
        """D12: by index."""
        return waiting[0]

    def second_move(self, unit: Unit, row: Any, spend: Any) -> int:
        """D12: the best place without an attack."""
        return self.worth.best(unit, second_reach(self.t, unit, row), lambda h: self.worth.quiet(unit, h))[1]

    # ---- boarding

    def board(self, pairs: list[tuple[Unit, Unit]], cards: list[int]) -> tuple[int, Unit, Unit] | None:
        """D14."""
        worth = self.worth

        def value(pair: tuple[Unit, Unit]) -> int:
            own, enemy = pair
            share = sum(chance.Fraction(u.row["vp"], worth.whole(u)) for u in pair)
            p = chance.rounded(chance.BILLION * chance.more_stars(3 + own.figures, 3 + enemy.figures))
            return chance.product(p, chance.rounded(MICRO * worth.w["w_dmg"] * share))

        best = max(pairs, key=lambda pair: (value(pair), -pair[0].index, -pair[1].index))
        card = self.passing(dict.fromkeys(cards, value(best)))
        return None if card is None else (card, *best)

    # ---- phase 4

    def next_attack(self, waiting: list[Unit], row: Any) -> tuple[Unit, Unit | None] | None:
        """D6."""
        best: tuple[int, Unit, Unit] | None = None
        for u in waiting:
            if not u.no_combat:
                value, aim = self.worth.attack_part(u, u.at, row)
                if aim is not None and value > 0 and (best is None or value > best[0]):
                    best = value, u, aim
        return None if best is None else best[1:]

    def own_card(self, attack: Attack, n: int) -> int | None:
        """D7."""
        t, evp = self.t, self.worth.evp
        cards = t.playable(self.side, "own_attack")
        unit, target = attack.unit, attack.target
        return self.passing({c: evp(unit, target, n + t.combats[c]["die_delta"]) - evp(unit, target, n) for c in cards})

    def reaction(self, attack: Attack, n: int, options: list[tuple[str, int]]) -> tuple[str, int] | None:
        """D8."""
        t, worth, unit, target = self.t, self.worth, attack.unit, attack.target
        m = base_dice(t, target, target.at, unit)
        threat = worth.evp(unit, target, n)
        values = {}
        for kind, card in options:
            if kind == "strike":
                if worth.evp(target, unit, m) >= HALF_POINT:
                    return kind, card
                continue
            row = t.combats[card]
            if row["special"] == "ambush":
                dice = m + row["die_delta"]
                values[card] = worth.evp(target, unit, dice) + chance.product(worth.lost(target, unit, dice), threat)
            elif row["special"] == "negotiate":
                left = t.players[self.side].stars - row["cost"]
                p = chance.at_most(3, min(left, 3)) - chance.at_most(3, 0)
                values[card] = chance.product(chance.rounded(chance.BILLION * p), threat)
            else:
                values[card] = threat - worth.evp(unit, target, n + row["die_delta"])
        card = self.passing(values)
        return None if card is None else ("card", card)

    def shields(self, unit: Unit, target: Unit, hits: int, cards: list[int]) -> int | None:
        """Shields Up (D8, second choice)."""
        worth, steps = self.worth, target.steps
        most = target.caps if target.flagship else target.figures
        one = chance.rounded(MICRO * worth.w["w_dmg"] * chance.Fraction(target.row["vp"], worth.whole(target)))
        kill = chance.rounded(MICRO * worth.w["w_kill"] * target.row["vp"])

        def dead(h: int) -> int:
            return chance.rounded(chance.BILLION * worth.dead(target, steps, h))

        def value(card: int) -> int:
            after = max(hits - self.t.combats[card]["ignore_hits"], 0)
            saved = min(hits, most) - min(after, most)
            return one * saved + chance.product(dead(hits) - dead(after), kill)

        return self.passing({card: value(card) for card in cards})

    def battle_back(self, unit: Unit, target: Unit, cards: list[int], stars: bool) -> int | str | None:
        """D9: a card, "stars" or None."""
        value = self.worth.evp(target, unit, base_dice(self.t, target, target.at, unit))
        card = self.passing(dict.fromkeys(cards, value))
        if card is not None:
            return card
        return "stars" if stars and value >= self.worth.stars(self.t.values["battle_back_cost"]) else None

    def pursue(self, unit: Unit, h: int, cards: list[int], stars: bool) -> int | str | None:
        """D10."""
        t, worth = self.t, self.worth
        row = t.commands[t.card] if t.card is not None else None
        able = self.combat.bonus_allowed(unit, h) and t.values["bonus_combat_max"] > 0

        def bonus(extra: int) -> int:
            return worth.attack_part(unit, h, row, only_close=True, extra=extra)[0] if able else 0

        total = worth.quiet(unit, h) + bonus(0) - worth.quiet(unit, unit.at)
        if total < worth.stars(t.values["pursuit_cost"]):
            return None
        card = self.passing({c: bonus(t.combats[c]["bonus_die"]) - bonus(0) for c in cards})
        return card if card is not None else "stars" if stars else None

    def bonus_target(self, unit: Unit, extra: int) -> Unit | None:
        """D10: best EVP."""
        row = self.t.commands[self.t.card] if self.t.card is not None else None
        value, aim = self.worth.attack_part(unit, unit.at, row, only_close=True, extra=extra)
        return aim if value > 0 else None

    def retire(self, unit: Unit, free: list[int]) -> int:
        """D11: the least EXPO."""
        return self.worth.best(unit, free, lambda h: -self.worth.exposure(unit, h))[1]

    # ---- phase 5

    def discard(self, hand: dict[int, int]) -> int | None:
        """D13: the cheapest card when holding too many."""
        if sum(hand.values()) <= self.weights["max_combat_cards"]:
            return None
        return min((c for c in hand if hand[c]), key=lambda c: (self.t.combats[c]["cost"], c))

    def star_and_card(self, hand: dict[int, int]) -> bool:
        """D13."""
        return sum(hand.values()) < 3


def close_targets(t: Table, unit: Unit) -> list[Unit]:
    """Legal targets next to the unit."""
    return [e for e in targets(t, unit) if distance(e.at, unit.at) == 1]
