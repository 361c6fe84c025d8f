"""`random_legal` and `pass` of the naive twin: choices in the order the game's README lists them (Draws, 1-19)."""

from __future__ import annotations

from typing import Any

from tests.games.planet_busters.naive_after import can_shoot_planets
from tests.games.planet_busters.naive_battle import Battle
from tests.games.planet_busters.naive_fleet import UNLIMITED, Target, Unit
from tests.games.planet_busters.naive_mind import Mind
from tests.games.planet_busters.naive_pieces import (
    BUSTER,
    CHAFF,
    COMET,
    DRONE,
    FUEL,
    MERCHANTMAN,
    METEOR,
    MUTINY,
    PLANET,
    REVOLT,
    SABOTAGE,
    SAILING,
    SALVAGE,
    SCOUT,
    SCREEN,
    SPY,
    STATION,
    TANKER,
    TUG,
    Piece,
)
from tests.games.planet_busters.naive_world import Player


def by_number(pieces: list[Piece]) -> list[Piece]:
    return sorted(pieces, key=lambda piece: piece.pid)


def by_value(planets: list[Piece]) -> list[Piece]:
    return sorted(planets, key=lambda piece: (piece.value, piece.pid))


class Random(Mind):
    """Every decision uniform over its legal options."""

    def coin(self) -> bool:
        return self.chance.coin(self.seat)

    def pick(self, options: Any) -> Any:
        return self.chance.pick(self.seat, options)

    def held(self, *kinds: int) -> list[Piece]:
        return [piece for kind in kinds for piece in by_number(self.player.rack) if piece.kind == kind]

    # ---- 1, 19 -------------------------------------------------------------------------------------------------

    def meld_phase(self) -> None:
        seen: set[int] = set()
        while self.world.treaty_drawer < 0:
            options = [p for p in by_number(self.player.rack) if p.cls in "SACMP" and p.pid not in seen]
            if not options:
                return
            piece = options[0]
            seen.add(piece.pid)
            if self.coin():
                self.world.meld(self.seat, piece, screen_up=piece.kind == SCREEN and self.coin())

    def discard_phase(self) -> list[Piece]:
        rack, limit, thrown = by_number(self.player.rack), self.values["rack_limit"], []
        while limit and len(rack) > limit:
            piece = self.pick(rack)
            rack.remove(piece)
            thrown.append(piece)
        return thrown

    def treaty_meld(self) -> list[Piece]:
        return [planet for planet in self.held(PLANET) if self.coin()]

    # ---- 2-4 ---------------------------------------------------------------------------------------------------

    def attack(self, phase: Any) -> tuple[Player, list[tuple[Piece, Piece | None]], list[Piece]] | None:
        for card in self.held(SPY):
            options = [o for o in phase.allowed() if any(not p.up for p in o.ring)]
            if options and self.coin():
                opponent = self.pick(options)
                face = phase.spy(opponent, card)
                for _ in range(face):
                    hidden = [p for p in opponent.ring if not p.up]
                    if hidden:
                        phase.show([self.pick(hidden)])
        for card in self.held(REVOLT):
            options = [o for o in phase.allowed() if phase.unmarked(o)]
            if options and self.coin():
                opponent = self.pick(options)
                phase.revolt(opponent, self.pick(by_value(phase.unmarked(opponent))), card)
        options = [o for o in phase.allowed() if o.ring or o.planets]
        ships = [p for p in by_number(self.player.ring) if p.cls == "S"]
        ships = [p for p in ships if self.values["attack_with_new_units"] or not p.fresh]
        if not options or not (ships or self.held(BUSTER)) or not self.coin():
            return None
        opponent = self.pick(options)
        fleet, busters = self.fleet(ships)
        return (opponent, fleet, busters) if fleet or busters else None

    def fleet(self, ships: list[Piece]) -> tuple[list[tuple[Piece, Piece | None]], list[Piece]]:
        everyone = [*ships, *self.held(BUSTER)]
        going = [piece for piece in everyone if self.coin()] or [self.pick(everyone)]
        tows: dict[int, Piece] = {}
        for piece in going:
            if piece.kind in (TUG, SALVAGE):
                free = [p for p in by_number(self.player.ring) if p.cls == "A" and p not in tows.values()]
                free = [p for p in free if self.values["attack_with_new_units"] or not p.fresh]
                if free and self.coin():
                    tows[piece.pid] = self.pick(free)
        while True:
            movers = [piece for piece in going if piece.kind not in (SAILING, BUSTER)]
            if len(movers) <= self.move_points():
                break
            going.remove(self.pick(movers))
        fleet = [(piece, tows.get(piece.pid)) for piece in going if piece.kind != BUSTER]
        return fleet, [piece for piece in going if piece.kind == BUSTER]

    def move_points(self) -> int:
        """All the fuel a move may use; sources serve it from home and in the fleet alike (PB-26)."""
        ring = self.player.ring
        if any(p.kind in (TANKER, STATION) for p in ring):
            return UNLIMITED
        merchants = self.values["merchantman_fuel"] * sum(1 for p in ring if p.kind == MERCHANTMAN)
        planets = self.values["planet_fuel"] * len(self.player.planets)
        return planets + merchants + self.player.carry + sum(p.value for p in self.counters_held())

    def counters(self, _battle: Any, _player: Player, short: int) -> list[Piece]:
        rack, played = self.held(FUEL), []
        while short > 0:
            counter = self.pick(rack)
            rack.remove(counter)
            played.append(counter)
            short -= counter.value
        return played

    # ---- 5-8 ---------------------------------------------------------------------------------------------------

    def begin_events(self, _b: Battle) -> None:
        self.cards = self.held(COMET, METEOR, SABOTAGE, MUTINY)

    def defence_event(self, b: Battle) -> tuple[Piece, Unit | None] | None:
        while self.cards:
            card = self.cards.pop(0)
            legal = [u for u in b.fleet if card.kind != MUTINY or not u.is_buster]
            if legal and self.coin():
                return card, self.pick(legal) if card.kind in (SABOTAGE, MUTINY) else None
        return None

    def activate(self, _b: Battle, _carrier: Piece) -> bool:
        return self.coin()

    def before_carriers(self, b: Battle) -> None:
        for piece in b.defender.ring:
            if piece.kind in (TANKER, MERCHANTMAN, STATION) and not piece.up and self.coin():
                piece.up = True

    def wants_activation(self, _b: Battle, _carrier: Piece) -> bool:
        return True

    def show_sources(self, _b: Battle, _need: int) -> None:
        return

    def drone_hosts(self, b: Battle, made: int) -> list[Piece | None]:
        hosts: list[Piece | None] = []
        for _ in range(made):
            free = [p for p in b.defender.ring if p.cls in "SAC" and p.drone is None and p not in hosts]
            hosts.append(self.pick(free) if free and self.coin() else None)
        return hosts

    def withhold(self, b: Battle) -> list[Target]:
        return [t for t in b.targets if t.piece.cls == "S" and self.coin()]

    def begin_pairing(self, b: Battle) -> None:
        fleet = b.fleet
        self.queue = sorted(fleet, key=lambda u: 0 if u.kind == SCOUT else 2 if u.is_buster else 1)

    def next_pair(self, b: Battle) -> tuple[Unit, Target] | None:
        while self.queue:
            unit = self.queue.pop(0)
            legal = [t for t in b.targets if b.legal(unit, t)]
            if not legal:
                continue
            if unit.is_buster or b.values["rear_area"] == "none" or self.coin():
                return unit, self.pick(legal)
        return None

    # ---- 9-14 --------------------------------------------------------------------------------------------------

    def fire(self, b: Battle) -> None:
        b.shots = []
        for unit in b.fleet:
            t = unit.target
            if t is None or t.gone or t.is_mines or not unit.has_laser or unit.is_buster:
                continue
            if (unit.free_fire or b.affordable(self.player, b.att, 1, "fire")) and self.coin():
                if not unit.free_fire:
                    b.pay(self.player, b.att, 1, "fire")
                unit.fires = True
                b.shots.append(unit)

    def return_fire(self, b: Battle) -> None:
        for t in b.targets:
            may = b.may_fire_at(t)
            if not may:
                continue
            if (t.free_fire or b.affordable(self.player, b.dfn, 1, "fire")) and self.coin():
                if not t.free_fire:
                    b.pay(self.player, b.dfn, 1, "fire")
                t.fires = True
                t.victim = self.pick(may) if t.units else may[0]

    def begin_late_events(self, _b: Battle) -> None:
        self.cards = self.held(SABOTAGE, MUTINY)

    def late_event(self, b: Battle) -> tuple[Piece, Target] | None:
        while self.cards:
            card = self.cards.pop(0)
            legal = [t for t in b.targets if not t.gone and not t.is_mines]
            legal = [t for t in legal if card.kind == SABOTAGE or t.piece.kind != DRONE]
            if legal and self.coin():
                return card, self.pick(legal)
        return None

    def chaff(self, _b: Battle) -> Piece | None:
        for card in self.held(CHAFF):
            if self.coin():
                return card
        return None

    late_chaff = chaff

    def group_order(self, _b: Battle, groups: list[Target]) -> list[Target]:
        order = list(groups)
        self.chance.streams.shuffle(order, self.seat)  # type: ignore[arg-type]
        return sorted(order, key=lambda t: t.piece.kind != SCREEN)

    def free_victim(self, _b: Battle, _gun: Piece, living: list[Unit]) -> Unit | None:
        unit: Unit = self.pick(living)
        return unit

    # ---- 15-18 -------------------------------------------------------------------------------------------------

    def wants_torpedo(self, _b: Battle) -> bool:
        return True

    def torpedo_at_piece(self, _b: Battle, _unit: Unit, legal: list[Target]) -> Target:
        target: Target = self.pick(legal)
        return target

    def torpedo_at_unit(self, _b: Battle, _t: Target, legal: list[Unit]) -> Unit:
        unit: Unit = self.pick(legal)
        return unit

    def begin_capture(self, b: Battle) -> None:
        self.queue = [u for u in b.fleet if u.has_laser and not u.is_buster] if can_shoot_planets(b) else []

    def lasers_left(self, _b: Battle) -> bool:
        return bool(self.queue)

    def capture_planet(self, b: Battle) -> Piece:
        planet: Piece = self.pick(by_value(b.unmarked()))
        return planet

    def capture_shooter(self, b: Battle, _planet: Piece) -> Unit | None:
        while self.queue:
            unit = self.queue.pop(0)
            if (unit.free_capture or b.affordable(self.player, b.att, 1, "fire")) and self.coin():
                return unit
        return None

    def buster_order(self, _b: Battle, units: list[Unit]) -> list[Unit]:
        return units

    def buster_planet(self, b: Battle, _unit: Unit) -> Piece:
        return self.capture_planet(b)

    def salvage_pick(self, _b: Battle, _tow: Piece | None, wrecks: list[Piece]) -> Piece | None:
        return self.pick(wrecks) if wrecks and self.coin() else None


class Pass(Random):
    """Never melds, plays or attacks; discards at random; melds its planets as the drawer of the Treaty."""

    def meld_phase(self) -> None:
        return

    def attack(self, _phase: Any) -> None:
        return None

    def treaty_meld(self) -> list[Piece]:
        return by_value(self.held(PLANET))

    def defence_event(self, _b: Battle) -> None:
        return None

    def chaff(self, _b: Battle) -> None:
        return None

    late_chaff = chaff
