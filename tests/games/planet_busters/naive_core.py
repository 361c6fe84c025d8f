"""One attack of the naive twin: who is there, who is lost, who pays (PB-20..27)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.games.planet_busters.naive_chance import TOW
from tests.games.planet_busters.naive_fleet import AttackLedger, DefenceLedger, Target, Unit
from tests.games.planet_busters.naive_pieces import (
    DRONE,
    NAMES,
    Piece,
    default_val,
)
from tests.games.planet_busters.naive_world import Player, World

EVENT_NAMES = {25: "halley", 26: "meteor", 27: "mutiny", 28: "revolt", 29: "sabotage", 30: "spy", 31: "chaff"}


class BattleCore:
    """State of one declared attack."""

    def __init__(self, world: World, attacker: Player, defender: Player, marked: list[Piece], spied: list[Piece],
                 ledger: AttackLedger) -> None:  # fmt: skip
        self.world, self.values, self.chance = world, world.values, world.chance
        self.count = world.count
        self.attacker, self.defender = attacker, defender
        self.marked = marked
        self.spied = spied
        self.units: list[Unit] = []
        self.targets: list[Target] = []
        self.att = ledger
        self.att.units = self.units
        own = [p for p in defender.planets if p not in marked or self.values["revolted_planet_fuels"]]
        self.dfn = DefenceLedger(self.values, defender, self.count, own)
        self.dfn.discarded = world.throw
        self.wrecks: list[tuple[Piece, Player]] = []
        self.hiding: list[tuple[Piece, Player]] = []
        self.captures = 0
        self.chaffed = False
        self.had_targets = False  # at PB-40
        self.fought = False  # some unit was left after the defender's events (PB-30)
        self.activated_carriers: list[Piece] = []  # of the defender
        self.shots: list[Unit] = []  # D12, in the order they were chosen
        self.paid_gains: list[tuple[int, Target]] = []  # D13, what the paid return shots are worth
        self.lost_value = {attacker.seat: 0, defender.seat: 0}
        self.log: Callable[..., None] = lambda *_words: None

    # ---- who is there ------------------------------------------------------------------------------------------

    @property
    def fleet(self) -> list[Unit]:
        return [unit for unit in self.units if unit.present]

    @property
    def open_targets(self) -> list[Target]:
        return [t for t in self.targets if not t.gone and not t.withheld]

    def unmarked(self) -> list[Piece]:
        return [planet for planet in self.defender.planets if planet not in self.marked]

    def event_used(self, seat: int, piece: Piece, success: bool) -> None:
        name = EVENT_NAMES[piece.kind]
        self.count["ev_used", name] += 1
        self.count["ev_success", name] += success
        self.count["used_by", seat, name] += 1
        self.count["success_by", seat, name] += success

    # ---- losses ------------------------------------------------------------------------------------------------

    def lose(self, piece: Piece, owner: Player, by: int | None) -> None:
        """A piece is destroyed: ships wait as wrecks for salvage, the rest is discarded (PB-71)."""
        self.log("destroyed", piece, owner.seat)
        self.count["losses", piece.kind] += 1
        if by is not None:
            self.count["kills", by] += 1
        self.lost_value[owner.seat] += default_val(piece)
        wreck = "SA" if self.values["salvage_scope"] == "ships_and_satellites" else "S"
        if piece.cls in wreck and piece.kind != DRONE:
            self.wrecks.append((piece, owner))
        else:
            self.world.throw(piece)

    def strike(self, unit: Unit, by: int | None, cause: str) -> None:
        """An attacking unit is hit (PB-24: a tug and its tow roll which of them it was)."""
        assert unit.present
        if unit.tow is not None and cause != "mines":
            tow, unit.tow = unit.tow, None
            if self.chance.die(TOW, unit.piece) % 2 == 0:
                self.count["tow_lost"] += 1
                self.lose(tow, self.attacker, by)
                return
            self.count["tow_captured"] += 1
            self.hide(tow, self.defender)
        elif unit.tow is not None:
            self.count["tow_lost"] += 1
            self.lose(unit.tow, self.attacker, by)
            unit.tow = None
        unit.present, unit.dead = False, True
        self.lose(unit.piece, self.attacker, by)
        if unit.is_buster:
            self.count["buster_sabotaged" if cause == "sabotage" else f"buster_lost_to_{cause}"] += 1

    def hide(self, piece: Piece, new_owner: Player) -> None:
        """Out of the battle, changes hands at PB-74."""
        self.hiding.append((piece, new_owner))
        old = self.attacker if new_owner is self.defender else self.defender
        self.lost_value[old.seat] += default_val(piece)

    def remove_target(self, target: Target, by: int | None) -> None:
        """The piece of a target is destroyed."""
        self.take_off(target)
        self.lose(target.piece, self.defender, by)

    def take_off(self, target: Target) -> None:
        target.gone = True
        self.defender.ring.remove(target.piece)

    def lose_drone(self, target: Target, by: int | None) -> None:
        """A screening drone is destroyed; what lies below is open."""
        drone = target.piece.drone
        assert drone is not None
        target.piece.drone = None
        self.count["screen_drones_lost"] += 1
        self.lose(drone, self.defender, by)

    # ---- fuel ----------------------------------------------------------------------------------------------------

    def pay(self, player: Player, ledger: Any, need: int, use: str) -> None:
        """Play the counters the player chooses for what his other sources do not cover, then pay."""
        ready = min(need, ledger.free_points(use))
        counters = player.mind.counters(self, player, need - ready) if need > ready else []
        ledger.pay(ready, use)  # new counters come last (PB-26)
        ledger.play(counters)
        ledger.pay(need - ready, use)

    def affordable(self, player: Player, ledger: Any, need: int, use: str) -> bool:
        counters = sum(piece.value for piece in player.rack if piece.kind == 24)
        return ledger.free_points(use) + counters >= need

    def __repr__(self) -> str:
        names = [NAMES[unit.kind] for unit in self.units]
        return f"{self.attacker.seat} at {self.defender.seat} with {names}"
