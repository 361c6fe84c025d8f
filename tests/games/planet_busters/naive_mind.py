"""What every player of the naive twin can be asked, and how the decision engine answers outside battles (f.1-f.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.games.planet_busters.naive_fleet import UNLIMITED, Target, Unit
from tests.games.planet_busters.naive_pieces import (
    BUSTER,
    CARRIER,
    FUEL,
    MERCHANTMAN,
    ONE,
    PLANET,
    SAILING,
    SCREEN,
    STATION,
    TANKER,
    VALUE_NAME,
    WHIRLER,
    Piece,
    tenths,
)
from tests.games.planet_busters.naive_world import Player, World


def millionths(x: float) -> int:
    return round(x * ONE)


def mul(*factors: int) -> int:
    """Product of millionths from left to right, rounded down after every multiplication."""
    product = factors[0]
    for factor in factors[1:]:
        product = product * factor // ONE
    return product


class Mind:
    """A player's head. Weights are whole millionths where they are real numbers."""

    def __init__(self, world: World, player: Player, weights: Mapping[str, Any]) -> None:
        self.world = world
        self.values = world.values
        self.player = player
        self.seat = player.seat
        self.chance = world.chance
        self.w = {k: millionths(v) if isinstance(v, float) else v for k, v in weights.items()}
        self.number_model = list(weights["number_model"])

    # ---- worth and chances -------------------------------------------------------------------------------------

    def val(self, piece: Piece) -> int:
        """VAL of a piece whose face is known (f.1)."""
        unit = self.w[f"value_{VALUE_NAME[piece.kind]}"]
        if piece.kind in (BUSTER, FUEL):
            return int(unit * piece.value)
        if piece.kind == PLANET:
            return int(unit + piece.value * ONE)
        return int(unit)

    def unit_val(self, unit: Unit) -> int:
        return self.val(unit.piece) + (self.val(unit.tow) if unit.tow is not None else 0)

    def seen_val(self, piece: Piece) -> int:
        """VAL of another player's piece as this player sees it."""
        return self.val(piece) if piece.up else int(self.w["unknown_value"])

    def seen_defence(self, piece: Piece) -> int:
        return piece.defence if piece.up else int(self.w["assumed_bn"])

    def chance_of(self, a: int, d: int) -> int:
        return tenths(self.values, a, d) * 100_000

    def whirl(self, d: int) -> int:
        """At least one of a whirler's four rolls hits."""
        miss = ONE
        for a in self.values["whirler_shots"]:
            miss = mul(miss, ONE - self.chance_of(a, d))
        return ONE - miss

    def gun_chance(self, gun: Piece, d: int, activated: bool = True) -> int:
        """hit(a, d) of a piece of known face (f.1)."""
        if not gun.laser or (gun.kind == CARRIER and not activated):
            return 0
        return self.whirl(d) if gun.kind == WHIRLER else self.chance_of(gun.fire, d)

    def unit_chance(self, unit: Unit, d: int) -> int:
        return self.gun_chance(unit.gun, d, unit.activated) if not unit.is_buster else 0

    def fires(self, target: Target) -> int:
        """How likely a target is to fire, as the attacker sees it."""
        if not target.piece.up:
            return int(self.w["fire_fraction"])
        return ONE if target.has_laser else 0

    def fire_chance(self, target: Target, d: int) -> int:
        """hit(d, a) of a target against a unit's defence, as the attacker sees it."""
        if not target.piece.up:
            return self.chance_of(self.w["assumed_bn"], d)
        return self.gun_chance(target.piece, d, target.activated)

    @staticmethod
    def next_torpedo(firers: list[Any]) -> Any:
        """Who fires the next torpedo: fleet order, ring order."""
        return firers[0]

    # ---- fuel --------------------------------------------------------------------------------------------------

    def counters_held(self) -> list[Piece]:
        return [piece for piece in self.player.rack if piece.kind == FUEL]

    def cover(self, need: int) -> list[Piece] | None:
        """f.1: the smallest counter that is enough, else the largest and go on; None = short."""
        held, played = self.counters_held(), []
        while need > 0:
            if not held:
                return None
            enough = [piece for piece in held if piece.value >= need]
            if enough:
                choice = min(enough, key=lambda piece: (piece.value, piece.pid))
            else:
                choice = min(held, key=lambda piece: (-piece.value, piece.pid))
            held.remove(choice)
            played.append(choice)
            need -= choice.value
        return played

    def counters(self, _battle: Any, _player: Player, short: int) -> list[Piece]:
        played = self.cover(short)
        assert played is not None, "a payment was promised that the rack cannot cover"
        return played


class EngineHome(Mind):
    """D1, D2, D21, D22 and the attack score f.3."""

    # ---- D1, D2 ------------------------------------------------------------------------------------------------

    def meld_phase(self) -> None:
        world, player = self.world, self.player
        while world.treaty_drawer < 0:
            if self.planets_first() and self.meld_lowest_planet():
                continue
            self.meld_units()
            if self.planets_first() and self.planets_held():
                continue
            if self.would_throw_planet() and self.meld_lowest_planet():
                continue
            return
        assert player is not None

    def planets_held(self) -> list[Piece]:
        return sorted((p for p in self.player.rack if p.kind == PLANET), key=lambda p: (p.value, p.pid))

    def planets_first(self) -> bool:
        if len(self.player.ring) >= self.w["planet_guard"]:
            return True
        return bool(self.w["late_meld"] and self.world.treaty_in_deck)

    def meld_lowest_planet(self) -> bool:
        held = self.planets_held()
        if held:
            self.world.meld(self.seat, held[0])
        return bool(held)

    def would_throw_planet(self) -> bool:
        return any(piece.kind == PLANET for piece in self.discards(list(self.player.rack)))

    def put_down(self, pieces: list[Piece]) -> None:
        for piece in sorted(pieces, key=lambda p: p.pid):
            self.world.meld(self.seat, piece, screen_up=piece.kind == SCREEN and bool(self.w["screen_up"]))

    def meld_units(self) -> None:
        """Ships, satellites, colonies, mines; a crushed player holds ships and satellites back (D1)."""
        rack = self.player.rack
        fixed = [piece for piece in rack if piece.cls in "CM"]
        mobile = [piece for piece in rack if piece.cls in "SA"]
        if not self.holds_back(mobile):
            self.put_down(fixed + mobile)
            return
        self.put_down(fixed)
        limit = self.values["rack_limit"]
        over = len(rack) - limit if limit else 0
        cheap = sorted(mobile, key=lambda p: (self.val(p), p.pid))
        for piece in cheap[: max(0, over)]:
            self.put_down([piece])

    def holds_back(self, mobile: list[Piece]) -> bool:
        ratio = self.w["comeback_ratio"]
        if ratio <= 0:
            return False
        own = sum(self.val(piece) for piece in self.player.ring)
        others = [p for p in self.world.players if p is not self.player]
        his = max(sum(self.seen_val(piece) for piece in other.ring) for other in others)
        crushed = own < mul(250_000, his)
        return crushed and own + sum(self.val(piece) for piece in mobile) < mul(ratio, his)

    # ---- D21, D22 ----------------------------------------------------------------------------------------------

    def discards(self, rack: list[Piece]) -> list[Piece]:
        """What D21 throws away of a rack, one piece after the other."""
        limit, thrown = self.values["rack_limit"], []
        while limit and len(rack) > limit:
            large = sorted((p for p in rack if p.kind == FUEL), key=lambda p: (-p.value, p.pid))[:2]

            def keep(piece: Piece, large: list[Piece] = large) -> tuple[int, int]:
                bonus = 1_500_000 if piece in large else self.w["planet_keep"] if piece.kind == PLANET else 0
                return self.val(piece) + bonus, piece.pid

            worst = min(rack, key=keep)
            rack.remove(worst)
            thrown.append(worst)
        return thrown

    def discard_phase(self) -> list[Piece]:
        return self.discards(list(self.player.rack))

    def treaty_meld(self) -> list[Piece]:
        return self.planets_held()

    # ---- f.3 ---------------------------------------------------------------------------------------------------

    def fleet_for(self, marked: list[Piece], opponent: Player) -> Plan:
        """Who goes: fighters, support, tows, busters; then units are dropped until the fuel is enough."""
        ring = sorted(self.player.ring, key=lambda p: p.pid)
        may_go = [p for p in ring if self.values["attack_with_new_units"] or not p.fresh]
        ships = [p for p in may_go if p.cls == "S"]
        plan = Plan(self, opponent, [p for p in opponent.planets if p not in marked])
        fighters = [p for p in ships if p.laser and p.name not in ("carrier", "armed_merchantman", "reflector")]
        others = [p for p in fighters if p.name != "scout"]
        stay = sorted(others, key=lambda p: (self.val(p), p.pid))[: self.w["home_guard"] * len(others) // ONE]
        plan.fighters = [p for p in fighters if (self.w["use_scouts"] if p.name == "scout" else p not in stay)]
        support = [p for p in ships if p not in fighters]
        plan.tankers = [p for p in support if p.kind == TANKER]
        plan.carriers = [p for p in support if p.kind == CARRIER]
        plan.bolts = [p for p in support if p.name == "blue_bolt"]
        plan.merchants = [p for p in support if p.kind == MERCHANTMAN and not plan.has_tanker]
        vessels = [p for p in support if p.name == "salvage_vessel" and self.w["use_salvage"]]
        satellites = [p for p in may_go if p.cls == "A"]
        for tug in [p for p in support if p.name == "tug"]:
            tow = self.tow_for(satellites, plan.has_tanker)
            if tow is not None:
                plan.tugs.append((tug, tow))
        for vessel in vessels:
            tow = self.tow_for(satellites, plan.has_tanker) if self.w["salvage_tows"] else None
            plan.vessels.append((vessel, tow))
        for buster in sorted((p for p in self.player.rack if p.kind == BUSTER), key=lambda p: p.pid):
            best = max((p.value * self.chance_of(buster.fire, p.defence) for p in plan.planets), default=-1)
            if best >= self.w["buster_min"]:
                plan.busters.append((buster, best))
        while not plan.affordable():
            plan.drop_one()
        return plan

    @staticmethod
    def tow_for(satellites: list[Piece], tanker_goes: bool) -> Piece | None:
        """D7."""
        wanted = ("armored_satellite", "torpedo_station")
        for name in wanted if tanker_goes else ("fuel_station", *wanted):
            for piece in satellites:
                if piece.name == name:
                    satellites.remove(piece)
                    return piece
        return None

    def best_attack(self, opponents: list[Player], marked: list[Piece]) -> Plan | None:
        """D5: the best score over the opponents if it exceeds the threshold."""
        best: Plan | None = None
        for opponent in opponents:
            plan = self.fleet_for(marked, opponent)
            if plan.sensible() and plan.score() > self.w["attack_threshold"]:
                if best is None or plan.score() > best.score():
                    best = plan
        return best


class Plan:
    """A fleet against one opponent, and what f.3 makes of it."""

    def __init__(self, mind: EngineHome, opponent: Player, planets: list[Piece]) -> None:
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
