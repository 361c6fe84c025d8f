"""Pairing and fire in the decision engine of the naive twin (D11-D13)."""

from __future__ import annotations

from tests.games.planet_busters.naive_battle import Battle
from tests.games.planet_busters.naive_fleet import Target, Unit
from tests.games.planet_busters.naive_home import EngineHome
from tests.games.planet_busters.naive_mind import mul
from tests.games.planet_busters.naive_pieces import (
    DRONE,
    MERCHANTMAN,
    ONE,
    REFLECTOR,
    SCOUT,
    SCREEN,
    STATION,
    TANKER,
    Piece,
)

SOURCES = (TANKER, STATION, MERCHANTMAN)


class Gunnery(EngineHome):
    """Whom to face, which lasers to fire."""

    # ---- D11 ---------------------------------------------------------------------------------------------------

    def begin_pairing(self, b: Battle) -> None:
        fleet = b.fleet
        scouts = [u for u in fleet if u.kind == SCOUT and u.has_laser]
        probes = [u for u in fleet if u.kind == DRONE and self.w["drone_probe"]]
        guns = [u for u in fleet if u.has_laser and not u.is_buster and u not in scouts and u not in probes]
        guns.sort(key=lambda u: (-u.gun.fire, u.piece.pid))
        forced = b.values["rear_area"] == "none"
        bare = [u for u in fleet if not u.has_laser and not u.is_buster] if forced else []
        busters = [u for u in fleet if u.is_buster]
        self.queue = [(u, "scout") for u in scouts] + [(u, "probe") for u in probes] + [(u, "gun") for u in guns]
        self.queue += [(u, "bare") for u in bare] + [(u, "buster") for u in busters]

    def next_pair(self, b: Battle) -> tuple[Unit, Target] | None:
        while self.queue:
            unit, role = self.queue.pop(0)
            legal = [t for t in b.targets if b.legal(unit, t)]
            if not legal or unit.target is not None:  # an unarmed drone may have probed
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
            gain = self.shot_gain(b, t.piece, victim)
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
        b.paid_gains = wanted[:k]
        for _, t in wanted[:k]:
            t.fires = True

    def best_victim(self, b: Battle, t: Target) -> Unit | None:
        """The unit a piece would fire at: the best of those paired with it, or the scout that provoked it."""
        return self.free_victim(b, t.piece, b.may_fire_at(t))

    def shot_gain(self, b: Battle, gun: Piece, victim: Unit) -> int:
        """g of D13; whoever asks may fire, so an activated carrier counts. A whirler's chance is that of its four rolls."""
        return mul(self.gun_chance(gun, victim.defence(b.values)), self.unit_val(victim))

    def reveal_sources(self, b: Battle, shots: int) -> None:
        for kind in SOURCES:
            for piece in self.player.ring:
                if shots - b.dfn.free_points("fire") < 2:
                    return
                if piece.kind == kind and not piece.up:
                    piece.up = True

    def free_victim(self, b: Battle, gun: Piece, living: list[Unit]) -> Unit | None:
        """The best of `living` for a shot of `gun`, never a Reflector that is not worth the risk (D13)."""
        risk = mul(500_000, self.val(gun))
        open_to = [u for u in living if u.kind != REFLECTOR or self.shot_gain(b, gun, u) >= risk]
        return max(open_to, key=lambda u: self.shot_gain(b, gun, u), default=None)
