"""An attack of the naive twin up to the fire: fleet, events, carriers, pairing, mines (PB-23..46)."""

from __future__ import annotations

from tests.games.planet_busters.naive_chance import DRONES, EVENT, MINE
from tests.games.planet_busters.naive_core import BattleCore
from tests.games.planet_busters.naive_fleet import Target, Unit
from tests.games.planet_busters.naive_pieces import (
    CARRIER,
    COMET,
    DRONE,
    METEOR,
    MINES,
    MUTINY,
    SABOTAGE,
    SALVAGE,
    SCOUT,
    TUG,
    Piece,
    faces_that_bite,
)


class Battle(BattleCore):
    """The steps of an attack in their order."""

    # ---- PB-23, 25 ---------------------------------------------------------------------------------------------

    def declare(self, ships: list[tuple[Piece, Piece | None]], busters: list[Piece]) -> None:
        """The fleet leaves the ring, busters leave the rack; units stand in piece order, busters last."""
        assert ships or busters
        for piece, tow in sorted(ships, key=lambda pair: pair[0].pid):
            assert piece.cls == "S"
            self.attacker.ring.remove(piece)
            if tow is not None:
                assert tow.cls == "A" and piece.kind in (TUG, SALVAGE)
                self.attacker.ring.remove(tow)
            self.units.append(Unit(piece, tow))
        for buster in sorted(busters, key=lambda piece: piece.pid):
            self.attacker.rack.remove(buster)
            self.units.append(Unit(buster))
        for unit in self.units:
            for piece in (unit.piece, unit.tow):
                if piece is not None:
                    piece.up = True
                    self.count["sent", piece.kind] += 1
        self.count["buster_sent"] += len(busters)
        self.count["busters_sent", self.attacker.seat] += len(busters)

    def pay_move(self) -> None:
        """PB-25."""
        need = sum(unit.moves_for for unit in self.units)
        self.pay(self.attacker, self.att, need, "move")

    # ---- PB-30..34 ---------------------------------------------------------------------------------------------

    def defenders_events(self) -> None:
        """Any number, one at a time, until the defender wants no more or no unit is left."""
        mind = self.defender.mind
        mind.begin_events(self)
        while self.fleet:
            choice = mind.defence_event(self)
            if choice is None:
                return
            event, unit = choice
            self.log("event", event, unit)
            {COMET: self.comet, METEOR: self.meteor, SABOTAGE: self.sabotage, MUTINY: self.mutiny}[event.kind](
                event, unit
            )

    def turn_back(self, unit: Unit) -> None:
        unit.present = False
        unit.home = True
        self.count["turned_back"] += 1
        if unit.is_buster:
            unit.dead = True
            self.count["buster_turned_back"] += 1
            self.world.throw(unit.piece)

    def comet(self, event: Piece, _unit: Unit | None) -> None:
        """PB-31."""
        self.world.play_from_rack(self.defender.seat, event)
        self.event_used(self.defender.seat, event, True)
        for unit in self.fleet:
            self.turn_back(unit)

    def meteor(self, event: Piece, _unit: Unit | None) -> None:
        """PB-32."""
        self.world.play_from_rack(self.defender.seat, event)
        self.event_used(self.defender.seat, event, True)
        for unit in self.fleet:
            if self.chance.die(EVENT, unit.piece) in faces_that_bite(self.values["meteor_odds"]):
                self.turn_back(unit)

    def sabotage(self, event: Piece, unit: Unit | None) -> None:
        """PB-33."""
        self.world.play_from_rack(self.defender.seat, event)
        assert unit is not None
        bites = self.chance.die(EVENT, event) in faces_that_bite(self.values["sabotage_odds"])
        self.event_used(self.defender.seat, event, bites)
        if bites:
            self.strike(unit, None, "sabotage")

    def mutiny(self, event: Piece, unit: Unit | None) -> None:
        """PB-34: the ship, with its tow, hides until PB-74."""
        self.world.play_from_rack(self.defender.seat, event)
        assert unit is not None and not unit.is_buster
        bites = self.chance.die(EVENT, event) in faces_that_bite(self.values["mutiny_odds"])
        self.event_used(self.defender.seat, event, bites)
        if bites:
            unit.present = False
            self.hide(unit.piece, self.defender)
            if unit.tow is not None:
                self.hide(unit.tow, self.defender)

    # ---- PB-35, 36 ---------------------------------------------------------------------------------------------

    def launch(self, carrier: Piece) -> list[Piece]:
        """One activation, paid already: the die, and the drones the supply can give."""
        made = max(self.values["carrier_min_drones"], -(-self.chance.die(DRONES, carrier) // 2))
        made = min(made, len(self.world.supply))
        self.count["carrier_act"] += 1
        self.count["drones_made"] += made
        self.world.supply.sort(key=lambda piece: -piece.pid)
        drones = [self.world.supply.pop() for _ in range(made)]
        for drone in drones:
            drone.up = True
        return drones

    def attacking_carriers(self) -> None:
        """PB-35: each may be activated once for one battle fuel; drones stand before the busters."""
        for unit in [u for u in self.units if u.present and u.kind == CARRIER]:
            if self.affordable(self.attacker, self.att, 1, "fire") and self.attacker.mind.activate(self, unit.piece):
                self.pay(self.attacker, self.att, 1, "fire")
                unit.activated = True
                for drone in self.launch(unit.piece):
                    self.count["sent", DRONE] += 1
                    self.units.insert(sum(1 for u in self.units if not u.is_buster), Unit(drone))

    def defending_carriers(self) -> None:
        """PB-36: turned up and activated just before pairing; drones screen pieces or stand alone."""
        mind = self.defender.mind
        mind.before_carriers(self)
        for carrier in [p for p in self.defender.ring if p.kind == CARRIER]:
            if not mind.wants_activation(self, carrier):
                continue
            mind.show_sources(self, 1)
            if self.affordable(self.defender, self.dfn, 1, "carrier") and mind.activate(self, carrier):
                self.pay(self.defender, self.dfn, 1, "carrier")
                carrier.up = True
                self.activated_carriers.append(carrier)
                self.place_drones(self.launch(carrier))

    def place_drones(self, drones: list[Piece]) -> None:
        hosts = self.defender.mind.drone_hosts(self, len(drones))
        for drone, host in zip(drones, hosts):
            if host is None:
                self.defender.ring.append(drone)
            else:
                assert host.drone is None and host.cls in "SAC" and host.kind != DRONE
                host.drone = drone

    # ---- PB-40..45 ---------------------------------------------------------------------------------------------

    def line_up(self) -> None:
        """Targets of this battle in ring order."""
        self.targets = [Target(piece) for piece in self.defender.ring]
        for target in self.targets:
            target.activated = target.piece in self.activated_carriers
            target.spied = target.piece in self.spied
        if self.values["rear_area"] == "both":
            for target in self.defender.mind.withhold(self):
                assert target.piece.cls == "S"
                target.withheld = True

    def start_again(self) -> bool:
        """PB-58: a further round of pairing and fire; False when there is nobody left to fight."""
        if not self.fleet or not self.open_targets:
            return False
        for unit in self.units:
            unit.target, unit.fires, unit.void = None, False, False
        for target in self.targets:
            target.units, target.fires, target.victim, target.seen_by = [], False, None, None
        return True

    def may_fire_at(self, target: Target) -> list[Unit]:
        """Units a defending piece may choose as its target (PB-45, 47); empty if it may not fire."""
        if target.gone or target.withheld or target.is_mines or not target.has_laser:
            return []
        if target.units:
            return target.living
        scout = target.seen_by
        provoked = scout is not None and scout.present and self.values["scout_provokes"]
        return [scout] if provoked and scout is not None and target.piece.drone is None else []

    def legal(self, unit: Unit, target: Target) -> bool:
        """PB-42."""
        if target.gone or target.withheld:
            return False
        here = self.open_targets
        bare = all(t.units for t in here if not t.is_colony)
        everyone = all(t.units for t in here if not t.is_colony or self.values["double_up_counts_colonies"])
        if target.is_colony and not bare:
            return unit.is_buster and not self.values["buster_colony_restricted"] and not target.units
        if not target.units:
            return True
        return everyone or self.values["double_up"] == "free"

    def pairing(self) -> None:
        """PB-40, 41, 43: one unit at a time until the attacker stops; busters must all be paired."""
        if not self.open_targets:
            for unit in self.fleet:
                unit.no_target_at_start = True
            return
        self.had_targets = True
        mind = self.attacker.mind
        mind.begin_pairing(self)
        while True:
            choice = mind.next_pair(self)
            if choice is None:
                break
            unit, target = choice
            assert unit.present and unit.target is None and self.legal(unit, target), (unit, target)
            self.pair(unit, target)
        assert all(u.target is not None for u in self.fleet if u.is_buster)
        self.after_pairing()

    def pair(self, unit: Unit, target: Target) -> None:
        """PB-44."""
        self.log("pair", unit, target)
        unit.target = target
        unit.paired_once = True
        target.units.append(unit)
        was_down = not target.piece.up
        reading = self.values["reveal_on_pairing"]
        sees = {"all": True, "scouts": unit.kind == SCOUT}.get(reading, unit.kind in (SCOUT, DRONE))
        if sees:
            target.piece.up = True
            target.spied = False
        if unit.kind == SCOUT and was_down:
            for neighbour in self.neighbours(target):
                if not neighbour.piece.up or neighbour.spied or neighbour.seen_by is not None:
                    neighbour.piece.up = True
                    neighbour.spied = False
                    neighbour.seen_by = unit

    def neighbours(self, target: Target) -> list[Target]:
        ring = [t for t in self.targets if not t.gone and not t.withheld]
        i, n = ring.index(target), len(ring)
        if self.values["adjacency"] == "ring":
            places = {(i - 1) % n, (i + 1) % n} - {i}
        else:
            places = {j for j in (i - 1, i + 1) if 0 <= j < n}
        return [ring[j] for j in sorted(places)]

    def after_pairing(self) -> None:
        """Pieces the Spy turned up and nobody attacks go face down again (PB-21, 44)."""
        for target in self.targets:
            if target.spied and not target.gone and not target.units:
                target.piece.up = False
            target.spied = False

    # ---- PB-46 -------------------------------------------------------------------------------------------------

    def mines(self) -> None:
        """Mines go off after pairing."""
        scope = self.values["mines_scope"]
        for target in [t for t in self.targets if t.is_mines and not t.gone]:
            if scope == "paired":
                tested = [unit for unit in target.units if unit.present]
            elif scope == "all_paired":
                tested = [unit for unit in self.fleet if unit.target is not None]
            else:
                tested = self.fleet
            if scope == "paired" and not target.units:
                continue
            for unit in sorted(tested, key=self.units.index):
                self.count["mines_tests"] += 1
                faces = [self.chance.die(MINE, unit.piece) for _ in range(self.values["mines_rolls"])]
                if any(face % 2 for face in faces):
                    self.count["mines_kills"] += 1
                    self.strike(unit, MINES, "mines")
            target.gone = True
            self.defender.ring.remove(target.piece)
            self.world.throw(target.piece)
