"""Readings settled by comparing kernel and twin (README), each where it shows."""

from __future__ import annotations

import pytest

from balance.games.planet_busters import state as s
from balance.games.planet_busters.kernel import aftermath, lasers, log, pairing
from balance.games.planet_busters.policies import torpedoes
from tests.games.planet_busters.games import Run
from tests.games.planet_busters.positions import Position

pytestmark = pytest.mark.kernel


@pytest.mark.parametrize(("blocks", "aims"), [(True, 0), (False, -1)])
def test_torpedoes_wait_for_the_planets_once_a_capture_is_open(blocks: bool, aims: int) -> None:
    """D17, PB-62: mines that do not block a capture are no target for the engine."""
    p = Position({"mines_block_capture": blocks})
    p.planets(1, 5)
    p.orbit(1, "mines")
    p.attack(1, p.orbit(0, "zerstor"))
    assert torpedoes.aim_at_orbit(p.st, p.rules, p.players.of[0]) == aims


@pytest.mark.parametrize(("target", "dice"), [("tug", [2]), ("mines", [])])
def test_a_buster_with_a_laser_does_not_fire_at_mines(target: str, dice: list[int]) -> None:
    """E3, PB-46: nor at mines that lie there in a second laser round."""
    p = Position({"buster_has_laser": True, "laser_rounds": 2})
    (piece,) = p.orbit(1, target)
    (buster,) = p.rack(0, "buster 5")
    p.attack(1, [], busters=[buster])
    pairing.open_pairing(p.st, p.rules)
    pairing.pair(p.st, p.rules, None, p.unit(buster), p.target(piece))
    pairing.close_pairing(p.st)
    p.force(*dice, 99)
    lasers.laser_fire(p.st, p.rules, p.players, p.tally, None)
    assert p.st.streams.forced_at == len(dice)
    assert p.here(piece) == (not dice)


@pytest.mark.parametrize("wrecked", [False, True])
def test_a_hidden_vessel_shows_itself_only_to_claim_a_wreck(wrecked: bool) -> None:
    """PB-71, seen where survivors stay face up (PB-18)."""
    p = Position({"reface_after_battle": False})
    vessel, tug = p.orbit(1, "salvage_vessel", "tug")
    (scout,) = p.orbit(0, "scout")
    p.attack(1, [scout])
    if wrecked:
        p.st.wreck[0], p.st.wreck_n, p.st.wreck_owner[tug] = tug, 1, 1
        p.st.t_here[p.target(tug)] = 0
    aftermath.close_battle(p.st, p.rules, p.players, p.tally, None, 1)
    assert p.st.up[vessel] == int(wrecked)
    assert tug in p.ring(1)


def test_a_drone_without_a_laser_still_sees_what_it_is_paired_with() -> None:
    """D11, PB-44: it probes, but neither side's drones fire, screens included (PB-52)."""
    run = Run({"laser.drone": False}, ("greedy", "greedy"), 4)
    rows = [row for game in range(4) for row in run.told(game)[1]]
    drones = {p for p in range(int(run.ruleset.record.pieces)) if run.ruleset.record.kind[p] == s.DRONE}
    assert any(row[0] == log.PAIR and row[2] in drones for row in rows)
    assert any(row[0] == log.SCREENING and row[3] >= 0 for row in rows)
    assert not any(row[0] == log.SHOT and row[2] in drones for row in rows)
