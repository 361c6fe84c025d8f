"""The decision engine of the naive twin in the attack phase and in battle (D3-D20)."""

from __future__ import annotations

from typing import Any

from tests.games.planet_busters.naive_after import can_shoot_planets, orbit_is_clear
from tests.games.planet_busters.naive_battle import Battle
from tests.games.planet_busters.naive_fleet import Target, Unit
from tests.games.planet_busters.naive_gunnery import SOURCES, Gunnery
from tests.games.planet_busters.naive_mind import mul
from tests.games.planet_busters.naive_pieces import (
    CHAFF,
    COMET,
    DRONE,
    METEOR,
    MUTINY,
    ONE,
    REFLECTOR,
    REVOLT,
    SABOTAGE,
    SAILING,
    SCREEN,
    SPY,
    Piece,
)
from tests.games.planet_busters.naive_plan import Plan


class Engine(Gunnery):
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
        """Hidden sources are turned up before counters are played (D9)."""
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
        back = sum(gain for gain, t in b.paid_gains if not t.gone and not t.took_over)
        return cards[0] if harm >= self.w["chaff_min"] and harm > back else None

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

    def lasers_left(self, b: Battle) -> bool:
        return bool(self.shooters(b))

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
            for _ in range(salvo):
                miss = mul(miss, ONE - 100_000 * min(10, 2 * b.values["torpedo_width"] + 1))
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
