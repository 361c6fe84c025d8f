"""What a named policy thinks things are worth: EVP, EXPO, S of spec f2, in whole micro-points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

from tests.games.red_alert import naive_chance as chance
from tests.games.red_alert.naive_map import distance, turned
from tests.games.red_alert.naive_rules import base_dice, card_bonus, first_reach, forbids_combat, sees, targets
from tests.games.red_alert.naive_table import CLASSES, Table, Unit
from tests.kit.naive_philox import NOISE, stream_id

MICRO = chance.MICRO


@contextmanager
def marks(unit: Unit, number: int) -> Iterator[None]:
    """The unit as if it held so many markers."""
    before, unit.marks = unit.marks, number
    yield
    unit.marks = before


class Worth:
    """Values in the eyes of one side."""

    def __init__(self, table: Table, side: int, weights: Mapping[str, Any]) -> None:
        self.t, self.side, self.ties = table, side, weights["ties"]
        self.w = {k: chance.written(v) for k, v in weights.items() if not isinstance(v, bool | str)}
        self.star = chance.rounded(MICRO * self.w["star_value"])
        self.tables: dict[tuple[Any, ...], int] = {}

    def stars(self, cost: int) -> int:
        """What so many stars are worth."""
        return self.star * cost

    # ---- tables

    def price(self, weight: str, n: int) -> int:
        """A weight times a whole number, in micro-points."""
        key = (weight, n)
        if key not in self.tables:
            self.tables[key] = chance.rounded(MICRO * self.w[weight] * n)
        return self.tables[key]

    def kill(self, kind: str, target: Unit, steps: int, dice: int) -> Fraction:
        """PK of spec f2 on a target with so many steps."""
        hits = chance.hit_chances(dice, self.ignored(kind, target))
        return sum((p * self.dead(target, steps, h) for h, p in hits.items()), Fraction(0))

    def dead(self, target: Unit, steps: int, hits: int) -> Fraction:
        """P(so many hits eliminate the target)."""
        if not target.flagship:
            return Fraction(int(hits >= steps))
        v = self.t.values
        return chance.flagship_dies(hits, steps - 1, v["flagship_confirm"], v["flagship_overflow"] == "wasted")

    def ignored(self, kind: str, target: Unit) -> int:
        """Blasts the target ignores (b4)."""
        return int(self.t.values[f"blast_ignored.{kind}"][CLASSES.index(target.kind)])

    def whole(self, unit: Unit) -> int:
        """f0: steps of a fresh unit."""
        return int(unit.row["figures"] + unit.row["caps"])

    def evp(self, unit: Unit, target: Unit, dice: int) -> int:
        """VAL: expected victory points of an attack with so many dice."""
        dice = min(dice, 9)
        if dice <= 0:
            return 0
        key = ("evp", unit.kind, target.row["id"], target.steps, dice)
        if key not in self.tables:
            f, vp = target.steps, target.row["vp"]
            mean = chance.expected(dice, self.ignored(unit.kind, target), f - 1 if target.flagship else f)
            value = self.w["w_dmg"] * mean / self.whole(target) * vp
            value += self.w["w_kill"] * self.kill(unit.kind, target, f, dice) * vp
            self.tables[key] = chance.rounded(MICRO * value * (self.w["w_flag"] if target.flagship else 1))
        return self.tables[key]

    def hurt(self, enemy: Unit, unit: Unit, dice: int) -> int:
        """HURT: one term of EXPO, times w_exp (1 where that is 0)."""
        dice = min(dice, 9)
        if dice <= 0:
            return 0
        key = ("hurt", enemy.kind, unit.row["id"], unit.steps, dice)
        if key not in self.tables:
            f = unit.steps
            mean = chance.expected(dice, self.ignored(enemy.kind, unit), f - 1 if unit.flagship else f)
            value = (self.w["w_exp"] or Fraction(1)) * mean / self.whole(unit) * unit.row["vp"]
            self.tables[key] = chance.rounded(MICRO * value)
        return self.tables[key]

    def lost(self, unit: Unit, target: Unit, dice: int) -> int:
        """P(the target is killed or moved by red alerts), in billionths."""
        dice = min(dice, 9)
        stays = (1 - self.kill(unit.kind, target, target.steps, dice)) * chance.at_most(dice, target.row["ra"])
        return chance.rounded(chance.BILLION * (1 - stays))

    # ---- S

    def exposure(self, unit: Unit, h: int) -> int:
        """EXPO with its weight."""
        t = self.t
        return sum(
            self.hurt(e, unit, base_dice(t, e, e.at, unit, target_hex=h))
            for e in t.enemies(unit.side)
            if distance(e.at, h) <= len(e.row["dice"]) and (distance(e.at, h) == 1 or sees(t, e.side, e.at, h, unit))
        )

    def quiet(self, unit: Unit, h: int) -> int:
        """S without an attack."""
        t = self.t
        near = min(distance(h, e.at) for e in t.enemies(unit.side))
        value = -self.price("w_close", near)
        if self.w["w_exp"] > 0:
            value -= self.exposure(unit, h)
        if t.controls("planet_control", unit.side) and t.map.planets:
            gap = min(distance(h, p) for p in t.map.planets)
            value += self.price("w_obj", int(gap == 0))
            value -= self.price("w_objd", gap)
        return value

    def attack_part(
        self, unit: Unit, h: int, row: Any = None, only_close: bool = False, extra: int = 0
    ) -> tuple[int, Unit | None]:
        """Best EVP from h and its target; `row`: command card whose die bonus counts."""
        best, aim = 0, None
        for e in targets(self.t, unit, h):
            gap = distance(h, e.at)
            if only_close and gap > 1:
                continue
            value = self.evp(unit, e, base_dice(self.t, unit, h, e) + card_bonus(row, gap) + extra)
            if aim is None or value > best:
                best, aim = value, e
        return best, aim

    def fight(self, unit: Unit, h: int, row: Any) -> tuple[int, Unit | None]:
        """The attack part of S: nothing where moving to h forbids combat."""
        if forbids_combat(self.t, unit, unit.at, h):
            return 0, None
        return self.attack_part(unit, h, row)

    def score(self, unit: Unit, h: int, row: Any) -> int:
        """S."""
        return self.fight(unit, h, row)[0] + self.quiet(unit, h)

    def tie(self, unit: Unit, h: int) -> tuple[int, ...]:
        """Order among equal hexes."""
        seen = h if self.side == 0 else turned(h)
        if self.ties == "near":
            return distance(unit.at, h), seen
        if self.ties == "random":
            stream = stream_id(9, self.side, self.t.turn)
            return self.t.streams.below_at(NOISE, stream, seen, 2**20), seen
        return (seen,)

    def best(self, unit: Unit, hexes: Iterable[int], value: Any) -> tuple[int, int]:
        """(value, hex) of the best hex."""
        scored = [(value(h), h) for h in hexes]
        top = max(v for v, _ in scored)
        return top, min((h for v, h in scored if v == top), key=lambda h: self.tie(unit, h))

    def plan(self, unit: Unit, hexes: Iterable[int], row: Any) -> tuple[int, int]:
        """(S, hex) of the best end hex."""
        return self.best(unit, hexes, lambda h: self.score(unit, h, row))

    def at_best(self, unit: Unit, row: Any, number: int) -> int:
        """Attack part at the hex that maximises S, as if the unit held so many markers."""
        with marks(unit, number):
            _, h = self.plan(unit, first_reach(self.t, unit, row), row)
            return self.fight(unit, h, row)[0]
