"""The laser step of the naive twin (PB-50..58)."""

from __future__ import annotations

from tests.games.planet_busters.naive_battle import Battle
from tests.games.planet_busters.naive_chance import ATTACK, BUST, DEFENCE
from tests.games.planet_busters.naive_fleet import Target, Unit
from tests.games.planet_busters.naive_pieces import (
    REFLECTOR,
    SAILING,
    SCREEN,
    WHIRLER,
    Piece,
    hits,
)


def lasers(b: Battle) -> None:
    """PB-51..57: all groups in the attacker's order, Screens before the rest while they stand (PB-55)."""
    for target in b.targets:
        if target.units and not target.gone:
            target.piece.up = True
    groups = [t for t in b.targets if t.living and (not t.gone or provoked_at(b, t))]
    order = b.attacker.mind.group_order(b, groups)
    assert sorted(map(id, order)) == sorted(map(id, groups))
    if b.chaffed:
        for group in order:
            strike_colony(b, group)
        return
    screens = [t for t in b.targets if t.piece.kind == SCREEN and t.piece.up and not t.gone]
    if not screens:
        for group in order:
            Group(b, group).resolve()
        return
    first = [group for group in order if group in screens]
    rest = [group for group in order if group not in screens]
    for group in first:
        Group(b, group).resolve(provoked=False)
    if any(not t.gone for t in screens):
        b.count["screen_blocks"] += 1
        for group in rest:
            Group(b, group).resolve_blocked()
        return
    b.count["screen_broken"] += 1
    for group in first:
        Group(b, group).provoked_fire()
    for group in rest:
        Group(b, group).resolve()


def provoked_at(b: Battle, target: Target) -> list[Target]:
    """Pieces that will fire at the scouts of a group; they do so even where the pairing is void (PB-45)."""
    return [t for t in b.targets if t.fires and not t.gone and not t.units and t.seen_by in target.living]


def strike_colony(b: Battle, target: Target) -> None:
    """PB-56 under chaff: busters still strike the colonies they are paired with."""
    group = Group(b, target)
    for unit in list(target.living):
        group.buster_shot(unit)
    group.remove_losses()


class Group:
    """One target, the units paired with it in pairing order, and the pieces its scouts provoked."""

    def __init__(self, b: Battle, target: Target) -> None:
        self.b = b
        self.t = target
        self.values = b.values
        self.doomed = target.gone  # the target is destroyed, or its pairing is void
        self.was_there = not target.gone
        self.drone = target.piece.drone if not target.gone else None
        self.drone_down = False
        self.drone_fired = False
        self.drone_victim: Unit | None = None
        self.fired = False
        self.units = list(target.living)
        self.guns = [(unit, unit.gun) for unit in self.units]  # what they have at the start

    @property
    def screened(self) -> bool:
        return self.drone is not None and not self.drone_down

    # ---- the order of PB-52 and its exceptions --------------------------------------------------------------------

    def resolve(self, provoked: bool = True) -> None:
        timing = self.values["laser_timing"]
        if timing == "defender_first":
            self.drone_fires()
            if not self.waits_for_attackers():
                self.target_fires()
            if provoked:
                self.provoked_fire()
            self.attackers_fire()
            if self.waits_for_attackers():
                self.target_fires()
        else:
            self.attackers_fire()
            self.drone_fires()
            self.target_fires()
            if provoked:
                self.provoked_fire()
        self.remove_losses()

    def resolve_blocked(self) -> None:
        """The field stands: no laser passes, except at busters (or outward, `screen_blocks = "incoming"`)."""
        if self.values["laser_timing"] == "defender_first":
            self.blocked_return_fire()
        for unit in self.units:
            self.buster_shot(unit, laser=False)
        if self.values["laser_timing"] != "defender_first":
            self.blocked_return_fire()
        self.remove_losses()

    def blocked_return_fire(self) -> None:
        """PB-55: who is paired with a buster may still fire at it; a declared target is not changed."""
        outward = self.values["screen_blocks"] == "incoming"
        if self.drone is not None and (outward or any(u.is_buster for u in self.t.living)):
            self.drone_fires(busters_only=not outward)
        self.drone_that_took_over_chooses(busters_only=not outward)
        victim = self.t.victim
        if outward or (victim is not None and victim.is_buster):
            self.target_fires(busters_only=not outward)

    def sailing_rule(self, attacker_sails: bool) -> bool:
        """PB-53: does the rule hold for this side's sailing ship?"""
        reading = self.values["sailing_fires_last"]
        return reading == "always" or (reading == "defending_only" and not attacker_sails)

    def waits_for_attackers(self) -> bool:
        """A defending sailing ship fires only after the other ships' shots at it."""
        others = [u for u in self.units if u.fires and u.gun.kind != SAILING]
        return self.t.piece.kind == SAILING and self.sailing_rule(False) and bool(others)

    def attackers_fire(self) -> None:
        """Step 1. Who is hit in this group has still fired, unless one side's fire comes first: then it is lost, and with
        a tow the shot of its laser (PB-24, 52)."""
        at_once = self.values["laser_timing"] == "simultaneous"
        for unit, gun in self.guns:
            if not at_once and not (unit.present and unit.gun is gun):
                continue
            if unit.is_buster:
                self.buster_shot(unit)
            elif unit.fires:
                sails = gun.kind == SAILING and self.sailing_rule(True)
                if sails:
                    self.opposing_shots_first(unit)
                if not sails or unit.present:
                    self.unit_fires(unit, gun)

    def opposing_shots_first(self, ship: Unit) -> None:
        """PB-53: shots at a sailing ship come before its own."""
        if self.drone is not None and not self.drone_fired and self.drone_may_fire():
            if self.drone_choice() is ship:
                self.drone_fires()
        self.drone_that_took_over_chooses()
        if self.t.victim is ship and self.t.piece.kind != SAILING and not self.screened:
            self.target_fires()

    def drone_that_took_over_chooses(self, busters_only: bool = False) -> None:
        """PB-48: the drone of a sabotaged or mutinied piece chooses its victim at that moment, from those it may hit."""
        t = self.t
        living = [u for u in t.living if u.is_buster or not busters_only]
        if t.took_over and t.fires and t.victim is None and living:
            t.victim = self.b.defender.mind.free_victim(self.b, t.piece, living)

    # ---- shots ----------------------------------------------------------------------------------------------------

    def shots_of(self, piece: Piece) -> list[int]:
        """Battle numbers of its rolls: a whirler rolls four times (PB-54)."""
        return list(self.values["whirler_shots"]) if piece.kind == WHIRLER else [piece.fire]

    def unit_fires(self, unit: Unit, gun: Piece) -> None:
        for a in self.shots_of(gun):
            if self.screened:
                assert self.drone is not None
                if self.attack_roll(unit, gun, a, self.drone.defence):
                    self.hit_drone(unit.kind)
            elif not self.doomed and self.shoot_target(unit, gun, a):
                return

    def shoot_target(self, unit: Unit, gun: Piece, a: int) -> bool:
        """One roll at the target; at the Reflector it is also a roll at oneself (PB-57): was it that?"""
        self.b.count["shots_att"] += 1
        self.b.count["shots", unit.kind] += 1
        face = self.b.chance.die(ATTACK, unit.piece)
        hit = hits(self.values, face, a, self.t.piece.defence)
        self.b.log("shot", unit, self.t, face, a, self.t.piece.defence, hit)
        back = self.t.piece.kind == REFLECTOR and self.mirrored(face, a, unit.defence(self.values))
        if hit:
            self.b.count["hits_att"] += 1
            self.doom(unit.kind)
        if back:
            self.b.count["reflect_self"] += 1
            self.b.strike(unit, None, "fire")
        return back

    killer: int | None = None

    def attack_roll(self, unit: Unit, gun: Piece, a: int, d: int) -> bool:
        face = self.b.chance.die(ATTACK, unit.piece)
        hit = hits(self.values, face, a, d)
        self.b.count["shots_att"] += 1
        self.b.count["shots", unit.kind] += 1
        self.b.count["hits_att"] += hit
        self.b.log("shot at drone", gun, face, hit)
        return hit

    def mirrored(self, face: int, a: int, own: int) -> bool:
        if self.values["reflector_self_test"] == "flat":
            return face <= int(self.values["hit_base"])
        return hits(self.values, face, a, own)

    def doom(self, by: int | None) -> None:
        """The target is destroyed: it is discarded at this moment, it leaves the orbit with the losses of the group."""
        if not self.doomed:
            self.doomed, self.killer = True, by
            self.b.lose(self.t.piece, self.b.defender, by)

    def hit_drone(self, by: int | None) -> None:
        if not self.drone_down:
            self.drone_down = True
            self.b.lose_drone(self.t, by)

    def buster_shot(self, unit: Unit, laser: bool = True) -> None:
        """PB-56: a buster strikes a colony and is spent; E3 gives it a laser against other pieces."""
        if not unit.is_buster:
            return
        if self.t.is_colony and self.values["buster_vs_colony"] == "laser_step":
            if self.was_there and unit.present:
                self.strike_at_colony(unit)
        elif self.values["buster_has_laser"] and laser and not self.b.chaffed and not self.t.is_mines:
            self.unit_fires(unit, unit.piece)

    def strike_at_colony(self, unit: Unit) -> None:
        b = self.b
        unit.present, unit.dead = False, True
        b.world.throw(unit.piece)
        if self.screened or not self.doomed:
            d = self.drone.defence if self.screened and self.drone else self.t.piece.defence
            hit = hits(self.values, b.chance.die(BUST, unit.piece), unit.piece.fire, d)
            b.log("buster at colony", unit, self.t, hit)
            if hit and self.screened:
                self.hit_drone(unit.kind)
            elif hit:
                self.doom(unit.kind)
                b.count["buster_colony_kill"] += 1
        b.count["buster_at_colony"] += 1

    # ---- return fire ------------------------------------------------------------------------------------------------

    def drone_may_fire(self) -> bool:
        if self.drone is None or self.drone_fired or not self.drone.laser:
            return False
        return not (self.values["laser_timing"] == "attacker_first" and self.drone_down)

    def drone_choice(self, busters_only: bool = False) -> Unit | None:
        """The defender's choice when a sailing ship wants to know or the drone fires; anew only if that unit is gone."""
        if self.drone_victim is None or not self.drone_victim.present:
            living = [u for u in self.t.living if u.is_buster or not busters_only]
            assert self.drone is not None
            self.drone_victim = self.b.defender.mind.free_victim(self.b, self.drone, living) if living else None
        return self.drone_victim

    def drone_fires(self, busters_only: bool = False) -> None:
        """Step 2: the screening drone."""
        if not self.drone_may_fire():
            return
        victim = self.drone_choice(busters_only)
        self.drone_fired = True
        if victim is not None and self.drone is not None:
            if self.shoot_unit(self.drone, self.drone.fire, victim) == "self":
                self.hit_drone(None)

    def target_fires(self, busters_only: bool = False) -> None:
        """Step 3."""
        t = self.t
        if self.fired or not t.fires or not self.was_there or self.screened:
            return
        if self.doomed and (self.values["laser_timing"] == "attacker_first" or self.hushed()):
            return
        self.fired = True
        self.drone_that_took_over_chooses()
        victim = t.victim
        for a in self.shots_of(t.piece):
            if victim is None or not victim.present:
                if t.piece.kind != WHIRLER:
                    return
                living = [u for u in t.living if u.is_buster or not busters_only]
                victim = self.b.defender.mind.free_victim(self.b, t.piece, living) if living else None
                if victim is None:
                    return
            if self.shoot_unit(t.piece, a, victim) == "self":
                self.doom(None)
                return

    def hushed(self) -> bool:
        """A defending sailing ship that another kind of ship has destroyed does not fire (PB-53)."""
        return self.t.piece.kind == SAILING and self.sailing_rule(False) and self.killer != SAILING

    def provoked_fire(self) -> None:
        """Step 4: pieces seen by a scout and left unpaired (PB-45)."""
        for scout in self.units:
            for seen in [t for t in self.b.targets if t.seen_by is scout and t.fires and not t.units]:
                if seen.gone or seen.piece.drone is not None:
                    continue
                seen.fires = False
                for a in self.shots_of(seen.piece):
                    if scout.present:
                        self.shoot_unit(seen.piece, a, scout)

    def shoot_unit(self, piece: Piece, a: int, victim: Unit) -> str:
        """One roll of a defender at a unit: "hit", "miss" or "self" (a Reflector sent it back)."""
        b = self.b
        if not victim.present:
            return "lost"
        b.count["shots_def"] += 1
        b.count["shots", piece.kind] += 1
        face = b.chance.die(DEFENCE, piece)
        hit = hits(self.values, face, a, victim.defence(self.values))
        b.log("return shot", piece, victim, face, a, victim.defence(self.values), hit)
        back = victim.kind == REFLECTOR and self.mirrored(face, a, piece.defence)
        if hit:
            b.count["hits_def"] += 1
            b.strike(victim, piece.kind, "fire")
        if back:
            b.count["reflect_self"] += 1
            return "self"
        return "hit" if hit else "miss"

    def remove_losses(self) -> None:
        """Step 5."""
        t = self.t
        if self.doomed and self.was_there and not t.gone:
            self.b.take_off(t)
