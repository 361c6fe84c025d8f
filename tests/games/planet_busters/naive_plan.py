"""The attack score f.3 of the naive twin: who goes, whether the fuel is enough, what it promises."""

from __future__ import annotations

from tests.games.planet_busters.naive_fleet import UNLIMITED
from tests.games.planet_busters.naive_mind import Mind, mul
from tests.games.planet_busters.naive_pieces import MERCHANTMAN, ONE, SAILING, STATION, TANKER, Piece
from tests.games.planet_busters.naive_world import Player


class Plan:
    """A fleet against one opponent, and what f.3 makes of it."""

    def __init__(self, mind: Mind, opponent: Player, planets: list[Piece]) -> None:
        self.mind, self.opponent = mind, opponent
        self.planets = sorted(planets, key=lambda p: (p.value, p.pid))
        self.fighters: list[Piece] = []
        self.tankers: list[Piece] = []
        self.carriers: list[Piece] = []
        self.bolts: list[Piece] = []
        self.merchants: list[Piece] = []
        self.tugs: list[tuple[Piece, Piece]] = []
        self.vessels: list[tuple[Piece, Piece | None]] = []
        self.busters: list[tuple[Piece, int]] = []

    @property
    def has_tanker(self) -> bool:
        return bool(self.tankers)

    def ships(self) -> list[tuple[Piece, Piece | None]]:
        alone = [*self.fighters, *self.tankers, *self.carriers, *self.bolts, *self.merchants]
        return [*((p, None) for p in alone), *self.tugs, *self.vessels]

    # ---- fuel of the plan ----------------------------------------------------------------------------------------

    def needs(self) -> tuple[int, int]:
        """(move, fire): one shot per fighter or towed laser, one activation per carrier."""
        move = sum(1 for ship, _ in self.ships() if ship.kind != SAILING)
        fire = sum(1 for p in self.fighters if p.kind != SAILING) + len(self.carriers)
        fire += sum(1 for _, tow in [*self.tugs, *self.vessels] if tow is not None and tow.laser)
        return move, fire

    def budget(self) -> tuple[int, int]:
        """(points that counters and merchantmen of the fleet must pay, points those merchantmen hold)."""
        player, values = self.mind.player, self.mind.values
        move, fire = self.needs()
        fleet = [p for ship in self.ships() for p in ship if p is not None]
        home = [p for p in player.ring if p not in fleet]
        if any(p.kind in (TANKER, STATION) for p in fleet):
            move = fire = 0
        planets = values["planet_fuel"] * len(player.planets)
        paid = min(move, planets)
        move -= paid
        if values["planet_fuel_fires_on_attack"]:
            fire -= min(fire, planets - paid)
        if any(p.kind in (TANKER, STATION) for p in home):
            move = 0
        move -= min(move, values["merchantman_fuel"] * sum(1 for p in home if p.kind == MERCHANTMAN))
        present = values["merchantman_fuel"] * sum(1 for p in fleet if p.kind == MERCHANTMAN)
        return move + fire, present + player.carry

    def unlimited(self) -> bool:
        return any(p.kind in (TANKER, STATION) for ship in self.ships() for p in ship if p is not None)

    def counter_points(self) -> int:
        need, merchants = self.budget()
        return max(0, need - merchants)

    def affordable(self) -> bool:
        need = self.counter_points()
        if need == 0:
            return True
        played = self.mind.cover(need)
        if played is None:
            return False
        total = sum(p.value for p in self.mind.counters_held())
        return bool(total - sum(p.value for p in played) >= self.mind.w["fuel_reserve"])

    def points_left(self) -> int:
        """Points of counters and merchantmen beyond move and fire."""
        if self.unlimited():
            return UNLIMITED
        need, merchants = self.budget()
        return sum(p.value for p in self.mind.counters_held()) + merchants - need

    def drop_one(self) -> None:
        weak = [p for p in self.fighters if p.kind != SAILING]
        if self.vessels:
            self.vessels.pop(0)
        elif self.bolts:
            self.bolts.pop(0)
        elif self.tugs:
            self.tugs.pop()
        elif weak:
            self.fighters.remove(min(weak, key=lambda p: (p.fire, p.pid)))
        elif self.carriers:
            self.carriers.pop(0)
        else:
            self.merchants.pop(0)

    # ---- f.3, the score ------------------------------------------------------------------------------------------

    def torpedoes(self) -> int:
        return sum((tow if tow is not None else ship).torpedoes for ship, tow in self.ships())

    def sensible(self) -> bool:
        """D5: something that can hurt, and something to hurt."""
        armed = any(tow.name == "armored_satellite" for _, tow in [*self.tugs, *self.vessels] if tow is not None)
        able = self.fighters or self.torpedoes() or self.carriers or armed or self.busters
        return bool(able and (self.opponent.ring or self.planets))

    def score(self) -> int:
        mind, w = self.mind, self.mind.w
        fleet = sorted(self.fighters, key=lambda p: (-p.fire, p.pid))
        ring = list(self.opponent.ring)
        worth = {p.pid: 0 if p.up and p.name == "mines" else mind.seen_val(p) for p in ring}
        targets = sorted(ring, key=lambda p: (-worth[p.pid], not p.up, ring.index(p)))
        n, k, t = len(ring), min(len(fleet), len(ring)), self.torpedoes()
        gain, loss, clear = 0, 0, ONE
        for a, d in zip(fleet, targets):
            hit = mind.gun_chance(a, mind.seen_defence(d))
            gain += mul(hit, worth[d.pid])
            if d.up and d.name == "mines":
                loss += mul(875_000, mind.val(a))
            else:
                clear = mul(clear, hit)
                loss += mul(self.fires(d), self.fire_chance(d, a.defence), mind.val(a))
        extra = 0
        for j, a in enumerate(fleet[k:]):
            if n:
                d = targets[j % n]
                extra += mul(mind.gun_chance(a, mind.seen_defence(d)), worth[d.pid])
        gain += mul(500_000, extra)
        if n:
            gain += mul(300_000 * t, sum(worth.values()) // n)
        if k != n:
            clear = 0
        cap = mul(clear, self.capture_hope(fleet, n, t))
        bust = sum(mul(best, ONE if n == 0 else 800_000) for _, best in self.busters)
        total = gain + mul(w["capture_weight"], cap) + mul(w["bust_weight"], bust)
        if self.leads():
            total = mul(total, ONE + w["leader_bonus"])
        return total - mul(w["caution"], loss) - w["fuel_price"] * self.counter_points()

    def fires(self, piece: Piece) -> int:
        if not piece.up:
            return int(self.mind.w["fire_fraction"])
        return ONE if piece.laser else 0

    def fire_chance(self, piece: Piece, d: int) -> int:
        if not piece.up:
            return self.mind.chance_of(self.mind.w["assumed_bn"], d)
        return self.mind.gun_chance(piece, d, activated=False)

    def capture_hope(self, fleet: list[Piece], n: int, t: int) -> int:
        """max over planets of value x chance, with the shots of the three best fighters that can be paid."""
        left, shots = self.points_left(), []
        for a in fleet[:3]:
            if a.kind == SAILING or n == 0:
                shots.append(a)
            elif left > 0:
                left -= 1
                shots.append(a)
        best = 0
        for planet in self.planets:
            miss = ONE
            for a in shots:
                miss = mul(miss, ONE - self.mind.gun_chance(a, planet.defence))
            miss = mul(miss, round(ONE * 0.7 ** (t / 2)))
            best = max(best, planet.value * (ONE - miss))
        return best

    def leads(self) -> bool:
        others = [p.points for p in self.mind.world.players if p is not self.opponent]
        return all(self.opponent.points > points for points in others)
