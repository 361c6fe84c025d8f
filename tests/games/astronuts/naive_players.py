"""The players of the naive twin: `random_legal` and the scoring policies' small decisions (section 8 of the spec)."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import floor, sqrt
from typing import TYPE_CHECKING, Any

from tests.games.astronuts.naive_legal import legal_steps
from tests.games.astronuts.naive_table import Seat, Ship

if TYPE_CHECKING:
    from tests.games.astronuts.naive import Game

FACES = range(1, 7)


def fixed_point(score: float) -> int:
    """Scores are rounded to the nearest multiple of 2**-40 before they are compared."""
    return floor(score * 2.0**40 + 0.5)


class Random:
    """`random_legal`: every choice uniform among what is legal, from the deciding seat's policy stream."""

    def __init__(self, g: Game, weights: dict[str, Any]) -> None:
        self.g = g
        self.w = weights

    def below(self, seat: Seat, n: int) -> int:
        """A draw of the seat's policy stream."""
        return self.g.dice.below(self.g.POLICY + seat.number, n)

    def one_of(self, seat: Seat, options: list[Any]) -> Any:
        """Uniform; a single option takes no draw."""
        return options[self.below(seat, len(options))] if len(options) > 1 else options[0]

    def declare(self, seat: Seat) -> int:
        """D2."""
        return declare(self.g, seat, self)

    def warp(self, seat: Seat, kind: str, **context: Any) -> bool:
        """D3, D12: yes with chance 0.3 at every die."""
        return self.below(seat, 10) < 3

    def step(self, seat: Seat) -> tuple[Any, ...]:
        """D4: stop with chance 1/20, else uniform over the legal steps."""
        steps = legal_steps(self.g, seat)
        if not steps:
            return ("stop",)
        forced = any(ship.must_move for _, ship in seat.fleet())
        if not forced and self.below(seat, 20) == 0:
            return ("stop",)
        return self.one_of(seat, steps)

    def consent(self, seat: Seat, asker: Seat) -> bool:
        """D5."""
        return self.below(seat, 2) == 0

    def offer(self, seat: Seat, colonies: int) -> bool:
        """D7: a ship counts 1, each colony 1; True is the ship."""
        return self.below(seat, 1 + colonies) == 0

    aim = offer

    def pay(self, seat: Seat, colours: list[int]) -> int:
        """D8."""
        return self.one_of(seat, colours)

    def coin(self, seat: Seat, colours: list[int]) -> int:
        """D9."""
        return self.one_of(seat, colours)

    take = coin

    def swap(self, seat: Seat, pairs: list[tuple[int, int]]) -> tuple[int, int] | None:
        """D9: the pairs and "no swap"."""
        return [*pairs, None][self.below(seat, len(pairs) + 1)]

    def technology(self, seat: Seat, offer: list[int]) -> int:
        """D10, 6-1."""
        return self.one_of(seat, offer)

    def planet(self, seat: Seat, planets: list[int]) -> int | None:
        """D10: the planets and "decline"."""
        return [*planets, None][self.below(seat, len(planets) + 1)]

    def remote(self, seat: Seat, planets: list[int]) -> int | None:
        """6-3."""
        return self.planet(seat, planets)

    def teleport(self, seat: Seat, ship: Ship, planets: list[int]) -> int | None:
        """6-4."""
        return self.planet(seat, planets)

    def free_ship(self, seat: Seat, planets: list[int]) -> int | None:
        """6-5."""
        return self.planet(seat, planets)

    def gift(self, seat: Seat, gifts: list[str]) -> str | None:
        """6-6."""
        return self.one_of(seat, gifts)

    def cross(self, seat: Seat, k: int) -> bool:
        """D11."""
        return self.below(seat, 2) == 0

    def jump(self, seat: Seat, k: int, holes: list[int]) -> int | None:
        """D11: the holes and "stay"."""
        return [*holes, None][self.below(seat, len(holes) + 1)]


class Sober(Random):
    """The small decisions that all scoring policies share."""

    def warp(self, seat: Seat, kind: str, **context: Any) -> bool:
        """D3."""
        if kind == "declare":
            return self.rerolls_declaration(context["declared"], context["face"], seat)
        if kind == "f1":
            return context["first"] == 1
        if kind == "f2":
            return self.bad_entry(seat, **context)
        if kind == "pair":
            return context["first"] == 1 or self.bad_entry(seat, **context)
        if kind == "attack":
            edge = context["edge"]
            chance, given = win_chances(edge, self.g.values["attack_tie"])
            known = given[context["face"]] if "face" in context else Fraction(0)
            return known < chance - Fraction(1, 5)
        return context["failed"]

    def bad_entry(self, seat: Seat, first: int, second: int, planet: int) -> bool:
        """What 1-1 and 1-2 do; what 2-1 and 2-2 do where a colony could be founded: by effect, whatever entry has it."""
        effect = self.g.values[f"fate.{first}{second}"]["effect"]
        if effect in ("lose_ship", "ship_done"):
            return True
        room = self.g.table.free_slots(planet) > 0 and seat.supply > 0 and seat.coins() > 0
        return effect == "colony_dies" and room

    def rerolls_declaration(self, declared: int, face: int, seat: Seat) -> bool:
        """A failure at least tw_gain below the mean."""
        if face >= declared:
            return False
        gain = mean(plain(self.g, declared)) - base_actions(self.g.values, declared, face)
        return gain >= Fraction(self.w["tw_gain"])

    def consent(self, seat: Seat, asker: Seat) -> bool:
        """D5."""
        return self.w["consent"]

    def offer(self, seat: Seat, colonies: int) -> bool:
        """D7: the ship."""
        return True

    def aim(self, seat: Seat, colonies: int) -> bool:
        """target_choice = attacker: the unit worth more, the ship where they are equal."""
        return self.w["w_kship"] >= self.w["w_kcol"]

    def pay(self, seat: Seat, colours: list[int]) -> int:
        """D8: the colour held most."""
        return max(colours, key=lambda c: (seat.hand[c], -c))

    def coin(self, seat: Seat, colours: list[int]) -> int:
        """D9: the colour held least."""
        return min(colours, key=lambda c: (seat.hand[c], c))

    take = coin

    def swap(self, seat: Seat, pairs: list[tuple[int, int]]) -> tuple[int, int] | None:
        """D9: most for least while that evens out the hand."""
        stock = [c for c in range(4) if self.g.table.bank[c]]
        give = max(range(4), key=lambda c: (seat.hand[c], -c))
        get = min(stock, key=lambda c: (seat.hand[c], c))
        return (give, get) if seat.hand[give] >= 2 and seat.hand[get] < seat.hand[give] - 1 else None

    def technology(self, seat: Seat, offer: list[int]) -> int:
        """6-1: the one of highest weight."""
        return max(offer, key=lambda c: (self.w["w_tech"][c], -c))

    def remote(self, seat: Seat, planets: list[int]) -> int | None:
        """6-3: most free slots."""
        return max(planets, key=lambda p: (self.g.table.free_slots(p), -seat.own[p]))

    def worth(self, seat: Seat, planet: int) -> int:
        """V(q) of D10."""
        t = self.g.table
        colonies = min(t.free_slots(planet), max(1, seat.coins()))
        return fixed_point(self.w["w_nut"] * len(t.nuts[planet]) + self.w["w_col"] * colonies)

    def best(self, seat: Seat, planets: list[int]) -> int:
        """Highest V, then lowest own number."""
        return max(planets, key=lambda p: (self.worth(seat, p), -seat.own[p]))

    def teleport(self, seat: Seat, ship: Ship, planets: list[int]) -> int | None:
        """6-4: only to a better planet."""
        goal = self.best(seat, planets)
        return goal if self.worth(seat, goal) > self.worth(seat, ship.space) else None

    def free_ship(self, seat: Seat, planets: list[int]) -> int | None:
        """6-5."""
        return self.best(seat, planets)

    def gift(self, seat: Seat, gifts: list[str]) -> str | None:
        """6-6: the first of gift_order that can be applied."""
        for gift in self.w["gift_order"]:
            if gift in gifts:
                return gift
        return gifts[0]


# ---------------------------------------------------------------------------------------------------- declaration


def base_actions(values: dict[str, Any], declared: int, face: int) -> int:
    """AN-14."""
    if face >= declared:
        return max(0, values["declare_mult"] * declared + values["declare_bonus"])
    return {"roll": face, "one": 1, "zero": 0, "half": face // 2}[values["declare_fail"]]


def plain(g: Game, declared: int) -> dict[int, Fraction]:
    """Distribution of the base of one roll."""
    found: dict[int, Fraction] = {}
    for face in FACES:
        x = base_actions(g.values, declared, face)
        found[x] = found.get(x, Fraction(0)) + Fraction(1, 6)
    return found


def mean(dist: dict[int, Fraction]) -> Fraction:
    """Expected value."""
    return sum((x * p for x, p in dist.items()), Fraction(0))


def variance(dist: dict[int, Fraction]) -> Fraction:
    """Variance."""
    return sum((x * x * p for x, p in dist.items()), Fraction(0)) - mean(dist) ** 2


def expected(g: Game, seat: Seat, mind: Any, declared: int) -> dict[int, Fraction]:
    """Distribution of X under the policy's own re-roll rule, capped in seat 1's first turn."""
    usable = g.warp_usable(seat, "declare")
    energy = g.energy(seat)
    found: dict[int, Fraction] = {}

    def add(face: int, chance: Fraction) -> None:
        x = g.capped(seat, base_actions(g.values, declared, face) + energy)
        found[x] = found.get(x, Fraction(0)) + chance

    for face in FACES:
        if usable and Sober.rerolls_declaration(mind, declared, face, seat):
            for again in FACES:
                add(again, Fraction(1, 36))
        else:
            add(face, Fraction(1, 6))
    return found


def declare(g: Game, seat: Seat, mind: Any) -> int:
    """D2 for every declaration mode."""
    low, high = g.values["declare_min"], g.values["declare_max"]
    numbers = range(low, high + 1)
    mode = mind.w["declare"]
    if mode == "random":
        return low + (mind.below(seat, high - low + 1) if high > low else 0)
    if mode.startswith("fixed:"):
        return min(high, max(low, int(mode.split(":")[1])))
    if mode == "mean":
        dists = {d: expected(g, seat, mind, d) for d in numbers}
        return max(numbers, key=lambda d: (mean(dists[d]), -variance(dists[d]), -d))
    if mode.startswith("risk:"):
        weight = float(mode.split(":")[1])
        dists = {d: expected(g, seat, mind, d) for d in numbers}
        risk = {d: fixed_point(float(mean(dists[d])) - weight * sqrt(variance(dists[d]))) for d in numbers}
        return max(numbers, key=lambda d: (risk[d], -d))
    useful = mind.useful_actions(seat)
    if mode == "need":
        return min(high, max(low, min(6, max(1, (useful + 1) // 2))))
    assert mode == "useful", mode
    worth = {d: sum(min(x, useful) * p for x, p in plain(g, d).items()) for d in numbers}
    return max(numbers, key=lambda d: (worth[d], -d))


@cache
def win_chances(edge: int, tie: str) -> tuple[Fraction, dict[int, Fraction]]:
    """P(win) of an attack, and given the attack die (13.3)."""
    wins = {x: sum(1 for y in FACES if x + edge > y) for x in FACES}
    ties = {x: sum(1 for y in FACES if x + edge == y) for x in FACES}
    worth = Fraction(0)
    if tie == "attacker":
        worth = Fraction(1)
    elif tie == "reroll":
        worth = Fraction(sum(wins.values()), 36 - sum(ties.values()))
    given = {x: (wins[x] + ties[x] * worth) / 6 for x in FACES}
    return sum(given.values()) / 6, given
