"""No decision reads a face-down piece, another rack or the deck (k.5): permuting what is unseen changes nothing.

Here one decision after the other up to pairing and torpedoes, which compiles them one by one; `test_hidden_turns` compares
whole turns, all decisions among them, in every run of the tests.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from balance.games.planet_busters.kernel import playout
from balance.games.planet_busters.kernel.muster import open_battle
from balance.games.planet_busters.kernel.pairing import open_pairing
from balance.games.planet_busters.policies import attack, melding, pairing, torpedoes
from balance.kit.streams import new_luck
from balance.kit.trace import new_trace
from tests.games.planet_busters.positions import Position
from tests.games.planet_busters.unseen import count_again

pytestmark = [pytest.mark.kernel, pytest.mark.deep]
POLICIES = ("greedy", "raider", "turtle", "buster", "hoarder")


def before_an_attack(policy: str, turns: int) -> Position:
    """A game after some turns: seat to move has drawn and melded."""
    p = Position({}, (policy, "greedy", "turtle"))
    trace = new_trace(8192)
    playout.set_up(p.st, p.rules, p.players, np.arange(3, dtype=np.int8), new_luck(turns), 0, None)
    for _ in range(turns):
        if not p.st.over:
            trace.n = 0
            playout.player_turn(p.st, p.rules, p.players, p.tally, trace)
    p.st.seat = 0
    p.st.bound = -1
    return p


def unseen(p: Position, seat: int) -> list[tuple[Any, int]]:
    """Places of pieces `seat` cannot see: (array, index)."""
    st = p.st
    places: list[tuple[Any, int]] = [(st.deck, k) for k in range(st.deck_at, st.deck_n)]
    for other in range(st.seats):
        if other != seat:
            places += [(st.rack[other], k) for k in range(st.rack_n[other])]
            places += [(st.ring[other], k) for k in range(st.ring_n[other]) if not st.up[st.ring[other, k]]]
    return places


def permute(p: Position, seat: int, seed: int) -> None:
    """Deal everything `seat` cannot see anew (ships stay ships where they lie in orbit: all places hold any piece)."""
    places = unseen(p, seat)
    pieces = [int(array[k]) for array, k in places]
    for piece, (array, k) in zip(np.random.default_rng(seed).permutation(pieces), places):
        array[k] = piece
        p.st.up[piece] = 0
    count_again(p.st, p.rules)


def decisions(p: Position) -> tuple[Any, ...]:
    """What seat 0 decides before it has seen anything new."""
    st, rules, pl = p.st, p.rules, p.players.of[0]
    target = int(attack.planned_target(st, rules, pl, p.tally, 0))
    scores = [int(attack.attack_score(st, rules, pl, 0, foe)) for foe in (1, 2)]
    fleet = [int(x) for x in st.plan_piece[: st.plan_n]]
    keep = [int(melding.planets_may_go(st, pl, 0)), int(melding.holds_back(st, rules, pl, 0))]
    revolt = int(attack.revolt_target(st, rules, 0, target))
    if target < 0 or not fleet:
        return target, scores, fleet, keep, revolt
    st.shot_n = 0
    open_battle(st, rules, None, target)
    open_pairing(st, rules)
    pairing.look_around(st, rules, pl)
    first = [int(pairing.best_for_laser(st, rules, pl, i)) for i in range(st.un)]
    looks = [int(pairing.face_down_target(st, rules, scout)) for scout in (0, 1)]
    safe = [int(pairing.safest_target(st, rules, buster)) for buster in (0, 1)]
    return target, scores, fleet, keep, revolt, first, looks, safe, int(torpedoes.aim_at_orbit(st, rules, pl))


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("turns", [9, 18, 30])
def test_decisions_do_not_depend_on_what_is_unseen(policy: str, turns: int) -> None:
    told = []
    for seed in range(4):
        p = before_an_attack(policy, turns)
        if seed:
            permute(p, 0, seed)
        told.append(decisions(p))
    assert all(answer == told[0] for answer in told)


def test_the_permutation_really_changes_hidden_pieces() -> None:
    a, b = before_an_attack("greedy", 18), before_an_attack("greedy", 18)
    permute(b, 0, 1)
    hidden = [[int(array[k]) for array, k in unseen(x, 0)] for x in (a, b)]
    assert sorted(hidden[0]) == sorted(hidden[1]) and hidden[0] != hidden[1]
    assert any(a.rules.kind[x] != a.rules.kind[y] for x, y in zip(*hidden))
