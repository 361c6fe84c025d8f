"""The decision engine of the naive twin in the attack phase and in battle (D3-D20)."""

from __future__ import annotations

from typing import Any

from tests.games.planet_busters.naive_after import can_shoot_planets, orbit_is_clear
from tests.games.planet_busters.naive_battle import Battle
from tests.games.planet_busters.naive_fleet import Target, Unit
from tests.games.planet_busters.naive_mind import EngineHome, Plan, mul
from tests.games.planet_busters.naive_pieces import (
    CHAFF,
    COMET,
    DRONE,
    MERCHANTMAN,
    METEOR,
    MUTINY,
    ONE,
    REFLECTOR,
    REVOLT,
    SABOTAGE,
    SAILING,
    SCOUT,
    SCREEN,
    SPY,
    STATION,
    TANKER,
    Piece,
)

SOURCES = (TANKER, STATION, MERCHANTMAN)


class Engine(EngineHome):
    """The five characters: one engine, different weights."""

    def held(self, kind: int) -> list[Piece]:
        return sorted((p for p in self.player.rack if p.kind == kind), key=lambda p: p.pid)

    # ---- D3-D7 -------------------------------------------------------------------------------------------------

    def attack(self, phase: Any) -> tuple[Any, list[tuple[Piece, Piece | None]], list[Piece]] | None:
        """Spy, Revolt, then whom to attack with what; None = nobody."""
        plan = self.best_attack(phase.allowed(), phase.marked)
        if plan is not None and self.held(SPY):
            hidden = [piece for piece in plan.opponent.ring if not piece.up]
            if len(hidden) >= 3:
                face = phase.spy(plan.opponent, self.held(SPY)[0])
                phase.show(hidden[:face])
                plan = self.best_attack(phase.allowed(), phase.marked)
        plan = self.revolts(phase, plan)
        if plan is None:
            return None
        return plan.opponent, plan.ships(), [buster for buster, _ in plan.busters]

    def revolts(self, phase: Any, plan: Plan | None) -> Plan | None:
        """D4: on the target's best planet; without an attack on the best planet anybody has."""
        target = plan.opponent if plan is not None else None
        for card in self.held(REVOLT):
            owners = [target] if target is not None else phase.allowed()
            prizes = [(p.value, owner, p) for owner in owners for p in phase.unmarked(owner)]
            if not prizes:
                break
            best = max(value for value, _, _ in prizes)
            if best < self.w["revolt_min"]:
                break
            _, owner, planet = next(prize for prize in prizes if prize[0] == best)
            target = owner
            if phase.revolt(owner, planet, card) and plan is not None:
                plan = self.best_attack([owner], phase.marked)
        return plan

    # ---- D8-D10 ------------------------------------------------------------------------------------------------

    def begin_events(self, _b: Battle) -> None:
        self.cards = [card for kind in (COMET, METEOR, SABOTAGE, MUTINY) for card in self.held(kind)]

    def defence_event(self, b: Battle) -> tuple[Piece, Unit | None] | None:
        while self.cards:
            card = self.cards.pop(0)
            if card.kind == COMET:
                if sum(self.unit_val(unit) for unit in b.fleet) >= self.w["halley_min"]:
                    return card, None
            elif card.kind == METEOR:
                if len(b.fleet) >= self.w["meteor_min"]:
                    return card, None
            else:
                legal = [unit for unit in b.fleet if card.kind == SABOTAGE or not unit.is_buster]
                if legal:
                    best = max(legal, key=self.unit_val)
                    if self.unit_val(best) >= self.w["event_min"]:
                        return card, best
        return None

    def activate(self, _b: Battle, _carrier: Piece) -> bool:
        return True

    def before_carriers(self, _b: Battle) -> None:
        return

    def wants_activation(self, b: Battle, _carrier: Piece) -> bool:
        return len(b.fleet) >= 2

    def show_sources(self, b: Battle, need: int) -> None:
        """Hidden sources are turned up before counters are played."""
        for kind in SOURCES:
            for piece in self.player.ring:
                if b.dfn.free_points("carrier") >= need:
                    return
                if piece.kind == kind and not piece.up:
                    piece.up = True

    def drone_hosts(self, b: Battle, made: int) -> list[Piece | None]:
        screens = -(-self.w["drone_screen"] * made // ONE)
        hosts = [p for p in b.defender.ring if p.cls in "SAC" and p.drone is None]
        best = sorted(hosts, key=lambda p: -self.val(p))[:screens]
        return [*best, *[None] * (made - len(best))]

    def withhold(self, b: Battle) -> list[Target]:
        """Rear area "both": ships without a laser and carriers that were not activated, the Reflector excepted."""
        ships = [t for t in b.targets if t.piece.cls == "S" and t.piece.kind != REFLECTOR]
        return [t for t in ships if not t.has_laser]

    # ---- D11 ---------------------------------------------------------------------------------------------------

    def begin_pairing(self, b: Battle) -> None:
        fleet = b.fleet
        scouts = [u for u in fleet if u.kind == SCOUT]
        probes = [u for u in fleet if u.kind == DRONE and self.w["drone_probe"]]
        guns = [u for u in fleet if u.has_laser and not u.is_buster and u not in scouts and u not in probes]
        guns.sort(key=lambda u: (-u.gun.fire, u.piece.pid))
        forced = b.values["rear_area"] == "none"
        bare = [u for u in fleet if not u.has_laser and not u.is_buster and u not in scouts] if forced else []
        busters = [u for u in fleet if u.is_buster]
        self.queue = [(u, "scout") for u in scouts] + [(u, "probe") for u in probes] + [(u, "gun") for u in guns]
        self.queue += [(u, "bare") for u in bare] + [(u, "buster") for u in busters]

    def next_pair(self, b: Battle) -> tuple[Unit, Target] | None:
        while self.queue:
            unit, role = self.queue.pop(0)
            legal = [t for t in b.targets if b.legal(unit, t)]
            if not legal:
                continue
            target = self.target_for(b, unit, role, legal)
            if target is not None:
                return unit, target
        return None

    def target_for(self, b: Battle, unit: Unit, role: str, legal: list[Target]) -> Target | None:
        if role in ("scout", "probe"):
            down = [t for t in legal if not t.piece.up]
            if role == "scout":
                for t in down:
                    around = b.neighbours(t)
                    wanted = min(2, len([x for x in b.targets if not x.gone and not x.withheld]) - 1)
                    if around and len(around) == wanted and all(not x.piece.up for x in around):
                        return t
            if down:
                return down[0]
        if role == "bare":
            return min(legal, key=lambda t: self.danger(t, ("colony", "unarmed", "unknown", "laser", "mines")))
        if role == "buster":
            return min(legal, key=lambda t: self.danger(t, ("unarmed", "unknown", "laser", "colony", "mines")))
        if not unit.has_laser:
            return None
        best = max(legal, key=lambda t: self.pair_score(unit, t))
        if self.pair_score(unit, best) <= 0 and b.values["rear_area"] != "none":
            return None
        return best

    def danger(self, t: Target, order: tuple[str, ...]) -> tuple[int, int]:
        """Rank of a target by its fire, weakest laser first."""
        if not t.piece.up:
            return order.index("unknown"), 0
        if t.is_mines:
            return order.index("mines"), 0
        if t.is_colony:
            return order.index("colony"), 0
        if t.has_laser:
            return order.index("laser"), t.piece.fire
        return order.index("unarmed"), 0

    def survival(self, t: Target, units: list[Unit]) -> int:
        """s: nobody of `units` has hit it."""
        s = ONE
        for unit in units:
            s = mul(s, ONE - self.unit_chance(unit, self.seen_defence(t.piece)))
        return s

    def pair_score(self, unit: Unit, t: Target) -> int:
        c, own = len(t.living), self.unit_val(unit)
        if t.piece.up and t.is_mines:
            return -(mul(self.w["caution"], 875_000, own) // (1 + c))
        hit = self.unit_chance(unit, self.seen_defence(t.piece))
        gain = mul(hit, self.seen_val(t.piece), self.survival(t, t.living))
        back = self.fire_chance(t, unit.defence(self.values))
        return gain - mul(self.w["caution"], self.fires(t), back, own) // (1 + c)

    # ---- D12, D13 ----------------------------------------------------------------------------------------------

    def fire(self, b: Battle) -> None:
        """D12: free shots first, then paid ones by what they are worth."""
        able = [u for u in b.fleet if u.target and not u.target.gone and not u.target.is_mines and u.has_laser]
        able = [u for u in able if not u.is_buster and not self.holds_at_reflector(u)]
        chosen = [u for u in able if u.free_fire]
        screens = [t for t in b.targets if t.piece.kind == SCREEN and t.piece.up and not t.gone]
        paid: list[Unit] = []
        if all(t.living for t in screens):
            paid = self.worthy_shots(b, [u for u in able if not u.free_fire], chosen)
        free = b.att.free_points("fire")
        k = len(paid)
        while k > free and not self.leaves_reserve(k - free):
            k -= 1
        if k:
            b.pay(self.player, b.att, k, "fire")
        b.shots = chosen + paid[:k]
        for unit in b.shots:
            unit.fires = True

    def worthy_shots(self, b: Battle, able: list[Unit], chosen: list[Unit]) -> list[Unit]:
        """Paid shots in the order they are chosen."""
        endless, picked = bool(b.att.unlimited("fire")), []
        while able:
            worth = {id(u): self.shot_worth(u, chosen + picked) for u in able}
            best = max(able, key=lambda u: worth[id(u)])
            if worth[id(best)] < self.w["fuel_price"] and not endless:
                break
            able.remove(best)
            picked.append(best)
        return picked

    def shot_worth(self, unit: Unit, before: list[Unit]) -> int:
        t = unit.target
        assert t is not None
        hit = self.unit_chance(unit, self.seen_defence(t.piece))
        return mul(hit, self.seen_val(t.piece), self.survival(t, [u for u in before if u.target is t]))

    def holds_at_reflector(self, unit: Unit) -> bool:
        t = unit.target
        if t is None or t.piece.kind != REFLECTOR or not t.piece.up or t.piece.drone is not None:
            return False
        gain = mul(self.unit_chance(unit, t.piece.defence), self.val(t.piece))
        return gain < mul(500_000, self.unit_val(unit))

    def leaves_reserve(self, need: int) -> bool:
        played = self.cover(need)
        if played is None:
            return False
        left = sum(p.value for p in self.counters_held()) - sum(p.value for p in played)
        return bool(left >= self.w["fuel_reserve"])

    def return_fire(self, b: Battle) -> None:
        """D13: free pieces always, paid ones by gain; hidden sources if two shots or more still want fuel."""
        wanted: list[tuple[int, Target]] = []
        for t in b.targets:
            victim = self.best_victim(b, t)
            if victim is None:
                continue
            t.victim = victim
            gain = mul(self.gun_chance(t.piece, victim.defence(self.values), t.activated), self.unit_val(victim))
            if victim.kind == REFLECTOR and mul(500_000, self.val(t.piece)) > gain:
                continue
            if t.free_fire:
                t.fires = True
            elif gain >= self.w["return_fire_min"]:
                wanted.append((gain, t))
        wanted.sort(key=lambda pair: -pair[0])
        self.reveal_sources(b, len(wanted))
        free = b.dfn.free_points("fire")
        k = len(wanted)
        while k > free:
            played = self.cover(k - free)
            if played is not None:
                served = sum(gain for gain, _ in wanted[free:k])
                if served >= self.w["fuel_price"] * sum(p.value for p in played):
                    break
            k -= 1
        if k:
            b.pay(self.player, b.dfn, k, "fire")
        b.paid_gain = sum(gain for gain, _ in wanted[:k])
        for _, t in wanted[:k]:
            t.fires = True

    def best_victim(self, b: Battle, t: Target) -> Unit | None:
        """The unit a piece would fire at: the best of those paired with it, or the scout that provoked it."""
        may = b.may_fire_at(t)
        if not may:
            return None
        return max(may, key=lambda u: mul(self.gun_chance(t.piece, u.defence(self.values), t.activated),
                                          self.unit_val(u)))  # fmt: skip

    def reveal_sources(self, b: Battle, shots: int) -> None:
        for kind in SOURCES:
            for piece in self.player.ring:
                if shots - b.dfn.free_points("fire") < 2:
                    return
                if piece.kind == kind and not piece.up:
                    piece.up = True

    def free_victim(self, b: Battle, t: Target, a: int, living: list[Unit] | None = None) -> Unit:
        units = t.living if living is None else living
        return max(units, key=lambda u: mul(self.chance_of(a, u.defence(self.values)), self.unit_val(u)))

    # ---- D14-D16 -----------------------------------------------------------------------------------------------

    def begin_late_events(self, _b: Battle) -> None:
        self.cards = [card for kind in (SABOTAGE, MUTINY) for card in self.held(kind)]

    def late_event(self, b: Battle) -> tuple[Piece, Target] | None:
        while self.cards:
            card = self.cards.pop(0)
            legal = [t for t in b.targets if not t.gone and t.piece.up and not t.is_mines]
            legal = [t for t in legal if card.kind == SABOTAGE or t.piece.kind != DRONE]
            if legal:
                best = max(legal, key=lambda t: self.val(t.piece))
                if self.val(best.piece) >= self.w["event_min"]:
                    return card, best
        return None

    def chaff(self, b: Battle) -> Piece | None:
        cards = self.held(CHAFF)
        if not cards:
            return None
        harm, before = 0, []
        for unit in b.shots:
            t = unit.target
            if t is None or t.gone or not unit.present:
                continue
            s = ONE
            for other in before:
                if other.target is t:
                    s = mul(s, ONE - self.unit_chance(other, t.piece.defence))
            harm += mul(self.unit_chance(unit, t.piece.defence), self.val(t.piece), s)
            before.append(unit)
        return cards[0] if harm >= self.w["chaff_min"] and harm > b.paid_gain else None

    def late_chaff(self, b: Battle) -> Piece | None:
        """D15 with an empty orbit: to save the planets."""
        cards = self.held(CHAFF)
        if not cards:
            return None
        best = 0
        for planet in b.unmarked():
            miss = ONE
            for unit in b.fleet:
                if unit.has_laser and not unit.is_buster:
                    miss = mul(miss, ONE - self.unit_chance(unit, planet.defence))
            best = max(best, planet.value * (ONE - miss))
        return cards[0] if best >= self.w["chaff_min"] else None

    def group_order(self, _b: Battle, groups: list[Target]) -> list[Target]:
        def rank(t: Target) -> int:
            if t.piece.kind == SCREEN:
                return 0
            sails = t.piece.kind == SAILING or any(u.kind == SAILING for u in t.living)
            return 2 if sails else 1

        return sorted(groups, key=rank)

    # ---- D17-D20 -----------------------------------------------------------------------------------------------

    def wants_torpedo(self, b: Battle) -> bool:
        return not orbit_is_clear(b)

    def torpedo_at_piece(self, _b: Battle, _unit: Unit, legal: list[Target]) -> Target:
        return min(legal, key=lambda t: (t.piece.drone is not None, -self.seen_val(t.piece)))

    def torpedo_at_unit(self, _b: Battle, _t: Target, legal: list[Unit]) -> Unit:
        return max(legal, key=self.unit_val)

    def shooters(self, b: Battle) -> list[Unit]:
        """Lasers that can still fire at planets, by battle number."""
        if not can_shoot_planets(b):
            return []
        guns = [u for u in b.fleet if u.has_laser and not u.is_buster and u not in self.done]
        return sorted(guns, key=lambda u: (-u.gun.fire, u.piece.pid))

    def begin_capture(self, _b: Battle) -> None:
        self.done: list[Unit] = []

    def capture_planet(self, b: Battle) -> Piece:
        points = b.att.free_points("fire") + sum(p.value for p in self.counters_held())
        shots = []
        for unit in self.shooters(b):
            if unit.free_capture or points > 0:
                points -= not unit.free_capture
                shots.append(unit)
        salvo = sum(u.torpedoes_left for u in b.fleet) if b.values["torpedo_vs_planets"] else 0

        def hope(planet: Piece) -> int:
            miss = ONE
            for unit in shots:
                miss = mul(miss, ONE - self.unit_chance(unit, planet.defence))
            miss = mul(miss, round(ONE * 0.7**salvo))
            return planet.value * (ONE - miss)

        return max(sorted(b.unmarked(), key=lambda p: (p.value, p.pid)), key=hope)

    def capture_shooter(self, b: Battle, _planet: Piece) -> Unit | None:
        for unit in self.shooters(b):
            if unit.free_capture or b.affordable(self.player, b.att, 1, "fire"):
                self.done.append(unit)
                return unit
        return None

    def buster_order(self, _b: Battle, units: list[Unit]) -> list[Unit]:
        return sorted(units, key=lambda u: (-u.piece.value, u.piece.pid))

    def buster_planet(self, b: Battle, unit: Unit) -> Piece:
        planets = sorted(b.unmarked(), key=lambda p: (p.value, p.pid))
        return max(planets, key=lambda p: p.value * self.chance_of(unit.piece.fire, p.defence))

    def salvage_pick(self, _b: Battle, tow: Piece | None, wrecks: list[Piece]) -> Piece | None:
        if not wrecks:
            return None
        best = max(wrecks, key=self.val)
        return None if tow is not None and self.val(best) <= self.val(tow) else best
