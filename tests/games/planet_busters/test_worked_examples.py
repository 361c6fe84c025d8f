"""The worked examples L1..L8 of the specification, step by step with forced dice."""

from __future__ import annotations

import pytest

from balance.games.planet_busters import state as s
from balance.games.planet_busters.kernel import (
    aftermath,
    assault,
    carriers,
    events,
    fuel,
    lasers,
    pairing,
    planets,
    playout,
    torpedoes,
)  # fmt: skip
from balance.games.planet_busters.kernel.log import TO_CAPTURE, TO_MOVE, TO_SHOOT
from balance.games.planet_busters.policies import melding
from tests.games.planet_busters.positions import Position

pytestmark = pytest.mark.kernel


def pair_all(p: Position, *couples: tuple[int, int]) -> None:
    pairing.open_pairing(p.st, p.rules)
    for unit, target in couples:
        i, j = p.unit(unit), p.target(target)
        assert pairing.may_pair(p.st, p.rules, int(p.rules.cls[unit] == s.BOMB), j) == 1
        pairing.pair(p.st, p.rules, None, i, j)
    pairing.close_pairing(p.st)


def attackers_pay(p: Position, *units: int) -> None:
    for unit in units:
        p.st.u_pay[p.unit(unit)] = 2
    fuel.pay(p.st, p.rules, p.players, None, 0, len(units), 0, 0, TO_SHOOT)


def defender_pays(p: Position, piece: int, aim: int) -> None:
    j = p.target(piece)
    p.st.t_pay[j], p.st.t_aim[j] = 2, p.unit(aim)
    fuel.pay(p.st, p.rules, p.players, None, 1, 1, 1, 0, TO_SHOOT)


def move(p: Position) -> None:
    fuel.pay(p.st, p.rules, p.players, None, 0, assault.move_cost(p.st, p.rules), 1, 1, TO_MOVE)


def test_l1_fuel_doubling_torpedoes_capture() -> None:
    """PB-25, PB-26, PB-42, PB-47, PB-52, PB-60, PB-61, PB-62, PB-63."""
    p = Position()
    p.planets(0, 2, 5)
    seven, one = p.rack(0, "fuel 7", "fuel 1")
    z1, z2, c1, c2 = p.orbit(0, "zerstor", "zerstor", "conicle", "conicle")
    p.planets(1, 4)
    s1, s2, s3 = p.orbit(1, "scout", "scout", "scout")
    p.attack(1, [z1, z2, c1, c2])
    move(p)
    assert p.st.planet_left[0] == 0 and p.st.leftover[0] == 5 and p.racked(0) == [one]
    pairing.open_pairing(p.st, p.rules)
    for unit, target in ((c1, s1), (c2, s2), (z1, s3)):
        assert pairing.may_pair(p.st, p.rules, 0, p.target(s1)) == (1 if unit == c1 else 0)
        pairing.pair(p.st, p.rules, None, p.unit(unit), p.target(target))
        assert p.st.up[target] == 1
    assert pairing.may_pair(p.st, p.rules, 0, p.target(s1)) == 1  # legal only now
    pairing.pair(p.st, p.rules, None, p.unit(z2), p.target(s1))
    attackers_pay(p, c1, c2, z1, z2)
    assert p.st.leftover[0] == 1
    defender_pays(p, s1, z2)
    assert p.st.planet_left[1] == 0
    p.force(7, 5, 8, 6)
    lasers.laser_fire(p.st, p.rules, p.players, p.tally, None)
    assert p.spent() and [p.here(x) for x in (s1, s2, s3, c1, c2, z1, z2)] == [0, 1, 0, 1, 1, 1, 1]
    p.force(10, 1)
    torpedoes.torpedo_orbit(p.st, p.rules, p.players, p.tally, None, p.unit(c1), p.target(s2))
    assert not p.here(s2)
    four = int(p.st.world[1, 0])
    fuel.pay(p.st, p.rules, p.players, None, 0, 1, 0, 0, TO_CAPTURE)
    p.force(5, 3, 6, 9, 2, 5, 4)
    assert planets.laser_at_planet(p.st, p.rules, p.tally, None, p.unit(c2), four) == 0
    shots = [planets.torpedo_at_planet(p.st, p.rules, p.players, p.tally, None, p.unit(x), four) for x in (c2, z1, z2)]
    assert shots == [0, 0, 1] and p.spent()
    planets.capture(p.st, p.rules, None, four)
    aftermath.close_battle(p.st, p.rules, p.players, p.tally, None, 1)
    assert p.worlds(0) == [2, 4, 5] and p.worlds(1) == []
    assert sorted(p.ring(0)) == sorted([z1, z2, c1, c2]) and not any(p.st.up[x] for x in p.ring(0))
    assert sorted(p.discards()) == sorted([seven, s1, s2, s3]) and p.racked(0) == [one]
    assert p.count(s.DRAWS_TOTAL) == 0


@pytest.mark.parametrize(
    ("ship", "die", "reflector_lives", "firer_lives"),
    [("scout", 1, False, False), ("scout", 4, True, False), ("scout", 6, True, True), ("scout", 10, True, True),
     ("deathon", 6, False, True), ("deathon", 5, False, False)],
)  # fmt: skip
def test_l2_reflector(ship: str, die: int, reflector_lives: bool, firer_lives: bool) -> None:
    """PB-57."""
    p = Position()
    (firer,) = p.orbit(0, ship)
    p.rack(0, "fuel 2")
    (mirror,) = p.orbit(1, "reflector")
    p.attack(1, [firer])
    move(p)
    pair_all(p, (firer, mirror))
    attackers_pay(p, firer)
    p.force(die)
    lasers.laser_fire(p.st, p.rules, p.players, p.tally, None)
    assert (p.here(mirror), p.here(firer)) == (reflector_lives, firer_lives)
    assert p.count(s.REFLECT_SELF) == (not firer_lives)


def test_l3_storm_drones_mines_screen_stranded_buster() -> None:
    """PB-32, PB-35, PB-46, PB-55, PB-62, PB-65, PB-66."""
    p = Position()
    carrier, y, c, t = p.orbit(0, "carrier", "baycruz", "conicle", "tanker")
    (buster,) = p.rack(0, "buster 5")
    p.planets(1, 6)
    x, scout, mines = p.orbit(1, "screen_satellite", "scout", "mines")
    (storm,) = p.rack(1, "meteor_storm")
    p.attack(1, [carrier, y, c, t], busters=[buster])
    move(p)
    assert p.count(s.FROM_TANKER) == 4
    p.force(8, 3, 6, 2, 4)  # fleet order: conicle... is by code: baycruz, conicle, tanker, carrier
    order = [int(q) for q in p.st.u_piece[: p.st.un]]
    assert order == [c, y, t, carrier, buster]
    events.meteor_storm(p.st, p.rules, p.tally, None, storm)
    assert [q for q in order if not p.here(q)] == [y]
    p.force(9)
    carriers.launch_attack_drones(p.st, p.rules, p.players, p.tally, None)
    drones = [int(q) for q in p.st.u_piece[: p.st.un] if p.rules.kind[q] == s.DRONE]
    d1, d2, d3, d4, d5 = drones
    assert int(p.st.u_piece[p.st.un - 1]) == buster
    pair_all(p, (d1, x), (c, scout), (d2, mines), (buster, x), (d3, x), (d4, x), (d5, x))
    p.force(4, 8, 3)
    pairing.set_off_mines(p.st, p.rules, p.tally, None)
    assert not p.here(d2) and mines in p.discards()
    attackers_pay(p, c)
    for drone in (d1, d3, d4, d5):
        p.st.u_pay[p.unit(drone)] = 1
    defender_pays(p, scout, c)
    p.force(9, 1, 6, 3)
    lasers.laser_fire(p.st, p.rules, p.players, p.tally, None)
    assert p.spent() and not p.here(x) and not p.here(scout) and not p.here(c)
    assert p.count(s.SCREEN_BROKEN) == 1
    p.force(1)
    planets.capture_planets(p.st, p.rules, p.players, p.tally, None)
    assert p.worlds(0) == [6] and p.spent()
    planets.bust_planets(p.st, p.rules, p.players, p.tally, None)
    assert p.count(s.BUSTER_THROUGH) == p.count(s.BUSTER_IDLE) == 1
    aftermath.close_battle(p.st, p.rules, p.players, p.tally, None, 1)
    assert sorted(p.discards()) == sorted([c, buster, scout, x, mines, storm])
    assert sorted(p.ring(0)) == sorted([carrier, t, y]) and p.ring(1) == [] and p.count(s.DRAWS_TOTAL) == 0


@pytest.mark.parametrize(("owner_die", "tug_home"), [(7, False), (2, True)])
def test_l4_tow(owner_die: int, tug_home: bool) -> None:
    """PB-24."""
    p = Position()
    tug, satellite = p.orbit(0, "tug", "armored_satellite")
    p.rack(0, "fuel 2")
    p.planets(1, 3)
    (baycruz,) = p.orbit(1, "baycruz")
    p.attack(1, [tug], {tug: satellite})
    move(p)
    i = p.unit(tug)
    assert (p.st.u_fire[i], p.st.u_def[i]) == (4, 3)
    pair_all(p, (tug, baycruz))
    attackers_pay(p, tug)
    defender_pays(p, baycruz, tug)
    p.force(4, 6, owner_die)
    lasers.laser_fire(p.st, p.rules, p.players, p.tally, None)
    assert p.spent()
    aftermath.close_battle(p.st, p.rules, p.players, p.tally, None, 1)
    assert p.ring(0) == ([tug] if tug_home else []) and p.ring(1) == ([] if tug_home else [satellite])
    assert not p.st.up[satellite]
    lost = [baycruz, satellite] if tug_home else [baycruz, tug]
    assert {*lost} <= {*p.discards()}


def test_l5_scout_provocation() -> None:
    """PB-44, PB-45, PB-60."""
    p = Position()
    (scout,) = p.orbit(0, "scout")
    p.rack(0, "fuel 2")
    a, b, c, d, e = p.orbit(1, "zerstor", "tug", "dranaut", "scout", "conicle")
    p.rack(1, "fuel 2")
    p.attack(1, [scout])
    move(p)
    pair_all(p, (scout, b))
    assert [int(p.st.up[q]) for q in (a, b, c, d, e)] == [1, 1, 1, 0, 0]
    assert [lasers.provoked_by(p.st, p.rules, p.target(q)) for q in (a, c, d, e)] == [0, 0, -1, -1]
    attackers_pay(p, scout)
    defender_pays(p, a, scout)
    defender_pays(p, c, scout)
    p.force(5, 7, 10)
    lasers.laser_fire(p.st, p.rules, p.players, p.tally, None)
    assert p.spent() and p.here(scout) and not p.here(b)
    p.force(2, 4)
    torpedoes.torpedo_fleet(p.st, p.rules, p.players, p.tally, None, p.target(a), p.unit(scout))
    assert p.here(scout) and not p.st.up[e]


@pytest.mark.parametrize(("drawer", "then", "scores"), [(0, "planet 8", [13, 1]), (1, "spy", [2, 10])])
def test_l6_treaty(drawer: int, then: str, scores: list[int]) -> None:
    """PB-16, PB-80, PB-81."""
    p = Position()
    p.planets(0, 2)
    p.rack(0, "planet 3")
    p.orbit(1, "colony_columbia")
    p.rack(1, "planet 9")
    p.deck("peace_treaty", then)
    p.st.seat = drawer
    for _ in range(2):
        playout.draw(p.st, p.rules, None, drawer)
    playout.peace(p.st, p.rules, p.players, None)
    playout.write_row(p.st, p.rules, p.row)
    assert list(p.row.seat[s.SCORE, :2]) == scores and p.row.winner == drawer
    if drawer == 0:
        assert p.row.seat[s.PLANETS_IN_RACK, 1] == 9
    assert p.row.end_reason == 0 and p.row.treaty_drawer == drawer and p.count(s.DRAWS_TOTAL) == 2


def test_l7_planet_chain() -> None:
    """PB-13."""
    p = Position()
    p.deck("planet 1", "tug", "planet 6", "fuel 3", "scout", "spy")
    for _ in range(2):
        playout.draw(p.st, p.rules, None, 0)
    melding.meld_phase(p.st, p.rules, p.players, None, 0)
    assert p.count(s.DRAWS_TOTAL) == 6 and p.st.seat_counts[s.BONUS_DRAWS, 0] == 4
    assert p.worlds(0) == [1, 6] and p.names(p.ring(0)) == ["scout", "tug"]
    assert p.names(p.racked(0)) == ["fuel", "spy"]


@pytest.mark.parametrize("chaff", [False, True])
def test_l8_sailing_ship_and_chaff(chaff: bool) -> None:
    """PB-49, PB-53."""
    p = Position()
    (sail,) = p.orbit(0, "sailing_ship")
    p.planets(1, 3)
    (conicle,) = p.orbit(1, "conicle")
    p.attack(1, [sail])
    assert assault.move_cost(p.st, p.rules) == 0
    pair_all(p, (sail, conicle))
    p.st.u_pay[p.unit(sail)] = 1
    defender_pays(p, conicle, sail)
    p.st.chaff = int(chaff)
    if chaff:
        p.force(7, 8)
    else:
        p.force(6)
    lasers.laser_fire(p.st, p.rules, p.players, p.tally, None)
    if chaff:
        assert p.here(sail) and p.st.planet_left[1] == 0
        torpedoes.torpedo_fleet(p.st, p.rules, p.players, p.tally, None, p.target(conicle), p.unit(sail))
    assert p.spent() and not p.here(sail) and p.here(conicle)
    assert p.count(s.SHOTS_ATT) == 0
