"""The decision engine of the naive twin at home: what to meld, what to throw away, which fleet to send (D1-D7, D21)."""

from __future__ import annotations

from tests.games.planet_busters.naive_mind import Mind, mul
from tests.games.planet_busters.naive_pieces import (
    BUSTER,
    CARRIER,
    FUEL,
    MERCHANTMAN,
    ONE,
    PLANET,
    SCREEN,
    TANKER,
    Piece,
)
from tests.games.planet_busters.naive_plan import Plan
from tests.games.planet_busters.naive_world import Player


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
