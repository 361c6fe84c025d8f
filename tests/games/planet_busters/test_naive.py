"""The naive twin itself: the worked examples of the rules reference (L1-L8), step by step with the dice printed there."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from balance.games import planet_busters
from balance.kit.ledger import Ledger
from balance.kit.policybook import PolicyBook
from tests.games.planet_busters.naive import new_world, play
from tests.games.planet_busters.naive_battle import Battle
from tests.games.planet_busters.naive_engine import Engine
from tests.games.planet_busters.naive_fleet import Target, Unit
from tests.games.planet_busters.naive_pieces import CHAFF, CODE, FUEL, METEOR, Piece
from tests.games.planet_busters.naive_turn import AttackPhase, play_turn
from tests.games.planet_busters.naive_world import Player, World

HOME = Path(planet_busters.__file__).parent
LEDGER = Ledger.read(HOME / "ruleset.toml")
BOOK = PolicyBook.read(HOME / "policies.toml")
NO_LUCK = (1, (1, 1, 1))


class Script(Engine):
    """A player who does what the example says; by piece, in the order given."""

    sends: Sequence[Any] = ()
    busters: Sequence[Piece] = ()
    at: Sequence[tuple[Piece | int, Piece]] = ()  # (unit or number of the drone, target)
    fires_with: Sequence[Piece] = ()
    returns: Sequence[tuple[Piece, Piece]] = ()
    torpedo_plan: Sequence[tuple[Piece, Piece]] = ()
    planet_shots: Sequence[Piece] = ()
    planet_torpedoes: Sequence[Piece] = ()
    event: Piece | None = None
    chaffs: Piece | None = None
    victim: Player | None = None

    def meld_phase(self) -> None:
        return

    def attack(self, _phase: Any) -> Any:
        return (self.victim, list(self.sends), list(self.busters)) if self.victim else None

    def defence_event(self, _b: Battle) -> Any:
        card, self.event = self.event, None
        return (card, None) if card is not None else None

    def begin_pairing(self, _b: Battle) -> None:
        self.plan = list(self.at)

    def next_pair(self, b: Battle) -> tuple[Unit, Target] | None:
        if not self.plan:
            return None
        who, where = self.plan.pop(0)
        drones = [u for u in b.fleet if u.piece.name == "drone"]
        unit = drones[who] if isinstance(who, int) else next(u for u in b.fleet if u.piece is who)
        return unit, next(t for t in b.targets if t.piece is where)

    def fire(self, b: Battle) -> None:
        units = [u for u in b.fleet if u.piece in self.fires_with or (u.piece.name == "drone" and u.target)]
        b.pay(self.player, b.att, sum(not u.free_fire for u in units), "fire")
        for unit in units:
            unit.fires = True

    def return_fire(self, b: Battle) -> None:
        b.pay(self.player, b.dfn, len(self.returns), "fire")
        for piece, at in self.returns:
            target = next(t for t in b.targets if t.piece is piece)
            units = {u.piece: u for u in b.may_fire_at(target)}
            target.fires, target.victim = True, units[at]

    def late_event(self, _b: Battle) -> None:
        return None

    def chaff(self, _b: Battle) -> Piece | None:
        return self.chaffs

    def group_order(self, b: Battle, groups: list[Target]) -> list[Target]:
        order = [t for _, where in b.attacker.mind.at for t in groups if t.piece is where]
        return list(dict.fromkeys(order))

    def wants_torpedo(self, _b: Battle) -> bool:
        return bool(self.torpedo_plan)

    def next_torpedo(self, firers: list[Any]) -> Any:  # type: ignore[override]
        if self.torpedo_plan:
            return next(f for f in firers if f.piece is self.torpedo_plan[0][0])
        who, *self.planet_torpedoes = self.planet_torpedoes
        return next(f for f in firers if f.piece is who)

    def torpedo_at_piece(self, _b: Battle, _unit: Unit, legal: list[Target]) -> Target:
        (_, where), *self.torpedo_plan = self.torpedo_plan
        return next(t for t in legal if t.piece is where)

    def torpedo_at_unit(self, _b: Battle, _t: Target, legal: list[Unit]) -> Unit:
        (_, where), *self.torpedo_plan = self.torpedo_plan
        return next(u for u in legal if u.piece is where)

    def capture_shooter(self, b: Battle, _planet: Piece) -> Unit | None:
        if not self.planet_shots:
            return None
        who, *self.planet_shots = self.planet_shots
        return next(u for u in b.fleet if u.piece is who)

    def salvage_pick(self, _b: Battle, _tow: Piece | None, _wrecks: list[Piece]) -> None:
        return None


class Example:
    """A table set by hand: seat 0 (A) attacks seat 1 (B)."""

    def __init__(self, **rules: Any) -> None:
        self.values = LEDGER.resolve(rules).values
        weights = dict(BOOK.resolve("greedy", {}))
        self.world: World = new_world(self.values, [weights, weights], NO_LUCK, 0)
        self.a, self.b = self.world.players
        for player in (self.a, self.b):
            player.mind = Script(self.world, player, weights)
        self.am, self.bm = self.a.mind, self.b.mind
        self.am.victim = self.b
        self.taken: set[int] = set()
        self.world.turn = 1
        self.world.deck = [p for p in self.world.pieces if p.cls not in "XD"]
        self.world.discard = [p for p in self.world.pieces if p.cls == "X"]

    def piece(self, name: str, value: int = 0) -> Piece:
        found = next(p for p in self.world.deck if p.kind == CODE[name] and p.value in (value, value or p.value))
        self.world.deck.remove(found)
        return found

    def put(self, place: list[Piece], *names: str, up: bool = False) -> list[Piece]:
        pieces = []
        for name in names:
            word, _, number = name.partition(" ")
            piece = self.piece(word, int(number or 0))
            piece.up = up
            place.append(piece)
            pieces.append(piece)
        return pieces

    def fight(self, *dice: int) -> AttackPhase:
        """`dice` are faces and torpedo numbers, in the order they fall."""
        self.world.chance.streams.force([face - 1 for face in dice])
        phase = AttackPhase(self.world, self.a)
        phase.run()
        self.world.check()
        return phase

    def all_dice_used(self, before_shuffle: int = 0) -> bool:
        return len(self.world.chance.streams.forced) == before_shuffle


def names(pieces: Sequence[Piece]) -> list[str]:
    return sorted(piece.name for piece in pieces)


def test_l1_fuel_doubling_torpedoes_capture() -> None:
    e = Example()
    e.put(e.a.planets, "planet 2", "planet 5")
    e.put(e.a.rack, "fuel 7", "fuel 1")
    z1, z2, c1, c2 = e.put(e.a.ring, "zerstor", "zerstor", "conicle", "conicle")
    e.put(e.b.planets, "planet 4")
    s1, s2, s3 = e.put(e.b.ring, "scout", "scout", "scout")
    e.am.sends = [(p, None) for p in (z1, z2, c1, c2)]
    e.am.at = [(c1, s1), (c2, s2), (z1, s3), (z2, s1)]
    e.am.fires_with = [z1, z2, c1, c2]
    e.bm.returns = [(s1, z2)]
    e.am.torpedo_plan = [(c1, s2)]
    e.am.planet_shots = [c2]
    e.am.planet_torpedoes = [c2, z1, z2]
    e.fight(7, 5, 8, 6, 10, 1, 5, 3, 6, 9, 2, 5, 4)
    assert e.all_dice_used()
    assert e.a.points == 11 and e.b.points == 0
    assert names(e.a.ring) == ["conicle", "conicle", "zerstor", "zerstor"] and not any(p.up for p in e.a.ring)
    assert [p.value for p in e.a.rack] == [1]
    assert sorted(p.name for p in e.world.discard if p.cls != "X") == ["fuel", "scout", "scout", "scout"]
    count = e.world.count
    assert (count["fuel_points_played"], count["fuel_points_wasted"], count["captured", 0]) == (7, 0, 1)
    assert count["source", "planet"] == 2 + 1 and count["source", "counter"] == 2 + 4 + 1
    assert (count["shots_att"], count["hits_att"], count["shots_def"], count["hits_def"]) == (3, 2, 1, 0)


@pytest.mark.parametrize(
    ("firer", "die", "firer_lost", "reflector_lost"),
    [("scout", 1, True, True), ("scout", 4, True, False), ("scout", 6, False, False), ("scout", 10, False, False),
     ("deathon", 6, False, True), ("deathon", 5, True, True)],
)  # fmt: skip
def test_l2_reflector(firer: str, die: int, firer_lost: bool, reflector_lost: bool) -> None:
    e = Example()
    e.put(e.a.rack, "fuel 2")
    (x,) = e.put(e.a.ring, firer)
    (mirror,) = e.put(e.b.ring, "reflector")
    e.am.sends, e.am.at, e.am.fires_with = [(x, None)], [(x, mirror)], [x]
    e.fight(die)
    assert (x not in e.a.ring, mirror not in e.b.ring) == (firer_lost, reflector_lost)
    assert e.world.count["reflect_self"] == firer_lost


def test_l3_storm_drones_mines_screen_and_the_stranded_buster() -> None:
    e = Example()
    c, y, t, k = e.put(e.a.ring, "conicle", "baycruz", "tanker", "carrier")
    (buster,) = e.put(e.a.rack, "planet_buster 5")
    e.put(e.b.planets, "planet 6")
    x, s, m = e.put(e.b.ring, "screen_satellite", "scout", "mines")
    (storm,) = e.put(e.b.rack, "meteor_storm")
    assert storm.kind == METEOR
    e.bm.event = storm
    e.am.sends, e.am.busters = [(p, None) for p in (c, y, t, k)], [buster]
    e.am.at = [(0, x), (c, s), (1, m), (buster, x), (2, x), (3, x), (4, x)]
    e.am.fires_with = [c]
    e.bm.returns = [(s, c)]
    e.am.planet_shots = [k]
    storm_dice = [8, 3, 6, 2, 4]  # conicle, baycruz, tanker, carrier, buster: fleet order is by code
    e.fight(*storm_dice, 9, 4, 8, 3, 9, 1, 6, 3, 1)
    assert e.all_dice_used()
    assert e.a.points == 6 and not e.b.planets and e.world.count["bonus_draws", 0] == 0
    assert names(e.a.ring) == ["baycruz", "carrier", "tanker"]
    gone = ["conicle", "meteor_storm", "mines", "planet_buster", "scout", "screen_satellite"]
    assert names([p for p in e.world.discard if p.cls != "X"]) == gone
    assert len(e.world.supply) == 16
    count = e.world.count
    assert (count["drones_made"], count["mines_tests"], count["mines_kills"]) == (5, 1, 1)
    assert (count["buster_through"], count["buster_idle"], count["screen_broken"]) == (1, 1, 1)
    assert (count["turned_back"], count["source", "tanker"]) == (1, 4 + 1 + 1 + 1)


@pytest.mark.parametrize("owner_die", [7, 2])
def test_l4_tow(owner_die: int) -> None:
    e = Example()
    tug, satellite = e.put(e.a.ring, "tug", "armored_satellite")
    e.put(e.a.rack, "fuel 2")
    (y,) = e.put(e.b.ring, "baycruz")
    e.put(e.b.planets, "planet 9")
    e.am.sends, e.am.at, e.am.fires_with = [(tug, satellite)], [(tug, y)], [tug]
    e.bm.returns = [(y, tug)]
    e.fight(4, 6, owner_die)
    thrown = names([p for p in e.world.discard if p.cls in "SA"])
    if owner_die == 7:
        assert thrown == ["baycruz", "tug"] and e.b.ring == [satellite] and not satellite.up and not e.a.ring
        assert e.world.count["tow_captured"] == 1
    else:
        assert thrown == ["armored_satellite", "baycruz"] and e.a.ring == [tug] and not e.b.ring
        assert e.world.count["tow_lost"] == 1


def test_l5_scout_provocation() -> None:
    e = Example()
    e.put(e.a.rack, "fuel 2")
    (scout,) = e.put(e.a.ring, "scout")
    a, b, c, d, last = e.put(e.b.ring, "zerstor", "tug", "dranaut", "scout", "conicle")
    e.put(e.b.rack, "fuel 2")
    e.am.sends, e.am.at, e.am.fires_with = [(scout, None)], [(scout, b)], [scout]
    e.bm.returns = [(a, scout), (c, scout)]
    e.bm.torpedo_plan = [(a, scout), (last, scout)]
    phase = AttackPhase(e.world, e.a)
    e.world.chance.streams.force([face - 1 for face in (5, 7, 10, 2, 4, 1, 9)])
    phase.run()
    battle = phase.battle
    assert battle is not None
    seen = [t.piece for t in battle.targets if t.seen_by is not None]
    assert seen == [a, c] and d not in seen
    assert scout in e.a.ring and b in e.world.discard
    assert e.world.count["shots_def"] == 2 and e.world.count["hits_def"] == 0
    assert e.world.count["torp_def"] == 2  # the conicle is turned up to fire its torpedo: distance 2, both miss


def test_l6_treaty() -> None:
    for drawer, score in ((0, (13, 1)), (1, (2, 10))):
        e = Example()
        e.put(e.a.rack, "planet 3")
        e.put(e.a.planets, "planet 2")
        e.put(e.b.ring, "colony_columbia", up=True)
        e.put(e.b.rack, "planet 9")
        treaty = e.world.discard.pop()
        if drawer == 0:
            e.world.deck += e.put([], "planet 8")
        e.world.deck += [treaty]
        if drawer == 1:
            e.world.deck.insert(len(e.world.deck) - 1, e.piece("scout"))
        e.world.turn = 1 + drawer
        play_turn(e.world, drawer)
        assert e.world.end_reason == 0 and e.world.treaty_drawer == drawer
        assert (e.a.points, e.b.points) == score
        assert e.world.count["bonus_draws", drawer] == 0


def test_l7_planet_chain() -> None:
    e = Example()
    e.am.victim = None
    stack: list[Piece] = []
    for name in ("planet 1", "tug", "planet 6", "fuel 3", "scout", "spy"):
        e.put(stack, name)
    e.world.deck += reversed(stack)
    e.am.meld_phase = lambda: Engine.meld_phase(e.am)
    play_turn(e.world, 0)
    assert e.world.count["draws_total"] == 6 and e.world.count["bonus_draws", 0] == 4
    assert e.a.points == 7 and names(e.a.ring) == ["scout", "tug"] and names(e.a.rack) == ["fuel", "spy"]


def test_l8_sailing_ship_and_chaff() -> None:
    for chaff in (False, True):
        e = Example()
        (sail,) = e.put(e.a.ring, "sailing_ship")
        (conicle,) = e.put(e.b.ring, "conicle")
        (fuel, card) = e.put(e.b.rack, "fuel 1", "chaff")
        assert (fuel.kind, card.kind) == (FUEL, CHAFF)
        e.am.sends, e.am.at, e.am.fires_with = [(sail, None)], [(sail, conicle)], [sail]
        e.bm.returns = [(conicle, sail)]
        if chaff:
            e.bm.chaffs = card
            e.bm.torpedo_plan = [(conicle, sail)]
            e.fight(7, 8)
            assert e.world.count["shots_att"] == e.world.count["shots_def"] == 0
            assert e.world.count["torp_hit_def"] == 1
        else:
            e.bm.torpedo_plan = []
            e.fight(6)
            assert (e.world.count["shots_att"], e.world.count["shots_def"]) == (0, 1)
        assert e.all_dice_used()
        assert not e.a.ring and fuel in e.world.discard and conicle in e.b.ring


# ---- whole games: the asserts inside the twin are its invariants (k.1-k.6) --------------------------------------------


@pytest.mark.parametrize("mode", ["basic", "advanced"])
@pytest.mark.parametrize("policies", [("greedy", "random_legal"), ("turtle", "hoarder", "raider", "buster")])
def test_k_whole_games_keep_every_piece(mode: str, policies: tuple[str, ...]) -> None:
    values = LEDGER.resolve({"mode": mode}).values
    players = [(name, BOOK.resolve(name, {})) for name in policies]
    for block in range(3):
        row = play(values, {}, players, (5, (1, 1, 1)), block, range(len(policies)))
        shares = sum(row[f"win_share_s{seat}"] for seat in range(len(policies)))
        assert shares == pytest.approx(1)
        size = 92 if mode == "basic" else 117
        treaty = row["draws_total"] - (size - 1)  # k.11: the Treaty's place in deck 2, and the rest of that draw
        assert 1 <= treaty <= row["deck2_size"]
        if mode == "basic":  # k.12
            advanced = ("carrier", "whirler", "mines", "drone", "salvage_vessel", "screen_satellite")
            assert not any(row[f"{what}_{name}"] for name in advanced for what in ("sent", "melded", "losses"))


def test_j_9_pass_mirror_ends_as_the_arithmetic_says() -> None:
    values = LEDGER.resolve({}).values
    players = [("pass", BOOK.resolve("pass", {}))]
    for block in range(40):
        row = play(values, {}, players, (9, (1, 1, 1)), block, (0, 0))
        assert row["deck2_size"] == 95 and row["restock_turn"] == 51
        place = row["draws_total"] - 116
        assert row["turns"] in (51 + -(-place // 2), 51 + -(-(place - 1) // 2))
