"""What must hold between any two phases of a game (spec k), seen in the kernel's own state."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from balance.games.red_alert import state as st
from balance.games.red_alert.events import EVENTS
from balance.games.red_alert.kernel.playout import play_one
from balance.kit.trace import trace_rows
from tests.games.plain import games

from .stepwise import Game
from .tables import POLICIES

pytestmark = pytest.mark.kernel
BATTLES = ("planet_skirmish", "supply_base")
GAMES = games(3, 1)
NAMES = [name for name, _ in EVENTS]


def conserved(game: Game) -> None:
    """Stars, cards of every row, units, hexes and points add up (RA-04, RA-12, RA-20, RA-54, RA-55)."""
    rules, state = game.rules, game.state
    assert state.stars.sum() + state.pool == rules.star_pool and state.stars.min() >= 0 and state.pool >= 0
    command = state.deck + state.disc + state.hand.sum(axis=0)
    if game.card_out:
        command[state.card] += 1
    assert np.array_equal(command, rules.command_copies)
    combat = state.combat_deck + state.combat_disc + state.combat_hand.sum(axis=0)
    assert np.array_equal(combat, rules.combat_copies)
    assert (state.deck.sum(), state.disc.sum()) == (state.deck_n, state.disc_n)
    assert (state.combat_deck.sum(), state.combat_disc.sum()) == (state.combat_deck_n, state.combat_disc_n)
    assert np.array_equal(state.hand.sum(axis=1), state.hand_n)
    assert np.array_equal(state.combat_hand.sum(axis=1), state.combat_hand_n)
    for pile in (state.deck, state.disc, state.hand, state.combat_deck, state.combat_disc, state.combat_hand):
        assert pile.min() >= 0
    for side in (0, 1):
        fleet = range(16 * side, 16 * side + int(rules.n_units[side]))
        alive = [u for u in fleet if state.u_hex[u] >= 0]
        assert len(alive) == state.alive[side] == rules.n_units[side] - state.elim[1 - side]
        assert all(state.u_figs[u] >= 1 and state.hex_unit[state.u_hex[u]] == u for u in alive)
        worth = sum(int(rules.type_vp[state.u_type[u]]) for u in fleet if state.u_hex[u] < 0)
        assert state.vp[1 - side] == worth + state.obj_vp[1 - side]
    assert (state.hex_unit >= 0).sum() == state.alive.sum()


def figures(state: Any) -> Any:
    """int64[32]: figures and cap fighters of the units on the mat, in their slots; 0 for the others."""
    return np.where(state.u_hex >= 0, state.u_figs + state.u_caps, 0)


@pytest.mark.parametrize("battle", BATTLES)
@pytest.mark.parametrize("policy", POLICIES)
def test_conservation_at_every_step(policy: str, battle: str) -> None:
    for block in range(GAMES):
        game = Game([policy], block, setup={"battle": battle})
        for _ in game.phases():
            conserved(game)


@pytest.mark.parametrize("rules", [
    {"planet_control_points": "while_held", "clear_sector": "both"}, {"star_pool": 9, "end_turn_stars": 4},
    {"combat_cards_enabled": False}, {"combat_cards_own_turn": 3, "combat_cards_enemy_turn": 3},
    {"flagship_loss_cards": 3, "units": {"flagship": {"caps": 0}}},
], ids=lambda rules: next(iter(rules)))  # fmt: skip
@pytest.mark.parametrize("policy", ["random_legal", "raider"])
def test_conservation_under_other_rules(policy: str, rules: dict[str, Any]) -> None:
    for block in range(GAMES):
        game = Game([policy], block, rules)
        for _ in game.phases():
            conserved(game)


BOARDERS = {"combat_deck": {"boarding_party": {"copies": 12, "cost": 1}}}


@pytest.mark.parametrize("rules", [{}, BOARDERS], ids=["usual", "boarders"])
@pytest.mark.parametrize("policy", POLICIES)
def test_figures_only_fall_except_boarding(policy: str, rules: dict[str, Any]) -> None:
    """RA-55, RA-62, RA-72: no unit gains a figure but by boarding; the total of both sides never rises."""
    boarded = 0
    for block in range(2 * GAMES):
        game = Game([policy], block, rules, {"battle": "supply_base"})
        phases = game.phases()
        next(phases)
        before = figures(game.state)
        for phase in phases:
            after = figures(game.state)
            assert after.sum() <= before.sum()
            rises = after > before
            if phase == "boarding":
                boarded += int(rises.sum())
                assert after.sum() == before.sum() and rises.sum() == (after < before).sum() <= 1
                assert after.max() <= 6
            else:
                assert not rises.any(), (phase, np.flatnonzero(rises))
            if phase not in ("boarding", "combat"):
                assert np.array_equal(after, before), phase
            before = after
    if policy == "raider" and rules and GAMES > 1:
        assert boarded > 0, "boarding was never seen"


@pytest.mark.parametrize("policy", POLICIES)
def test_every_loss_told_is_a_loss(policy: str) -> None:
    """Within a combat phase too: what a loss leaves is less than before, step by step."""
    game = Game([policy], 1, setup={"battle": "supply_base"})
    for _ in game.phases():
        pass
    rules, told = game.rules, trace_rows(game.trace)
    left = {u: (int(rules.type_figures[t]), int(rules.type_caps[t])) for u, t in enumerate(rules.unit_type)}
    for row in told:
        if NAMES[row[0]] == "board" and row[6] == 1:
            for u, by in ((row[2], 1), (row[3], -1)):
                left[u] = left[u][0] + by, left[u][1]
        elif NAMES[row[0]] == "loss":
            assert sum(row[3:5]) < sum(left[row[2]]) and min(row[3:5]) >= 0
            left[row[2]] = row[3], row[4]
    for u in range(st.UNITS):
        if game.state.u_hex[u] >= 0:
            assert left[u] == (game.state.u_figs[u], game.state.u_caps[u])


@pytest.mark.parametrize("battle", BATTLES)
@pytest.mark.parametrize("policy", POLICIES)
def test_no_hand_is_larger_than_the_rating_after_phase_5(policy: str, battle: str) -> None:
    """RA-20; RA-56 takes a card together with the rating. Full again while cards are left."""
    for block in range(GAMES):
        game = Game([policy], block, setup={"battle": battle})
        for phase in game.phases():
            state = game.state
            assert np.all(state.hand_n <= state.rating), phase
            if phase == "end" and state.deck_n + state.disc_n > 0:
                assert state.hand_n[state.active] == state.rating[state.active]


@pytest.mark.parametrize("policy", ["random_legal", "planet_holder"])
def test_the_phases_are_the_game(policy: str) -> None:
    """Phase by phase or at one go: the same row, but for the result, which only the state holds here."""
    game, row = Game([policy], 2), st.new_outcomes(1)[0]
    for _ in game.phases():
        pass
    play_one(game.rules, game.players, game.seating, game.luck, 2, row, st.new_tally(), None)
    result = {name: row[name] for name in ("turns", "winner", "end_reason", "vp", "elim", "obj_vp")}
    state = game.state
    told = {"turns": state.turn, "winner": state.winner, "end_reason": state.reason}
    told |= {name: state[name] for name in ("vp", "elim", "obj_vp")}
    assert all(np.array_equal(result[name], told[name]) for name in result)
    rest = [name for name in row.dtype.names if name not in (*result, "win", "ending")]
    assert all(np.array_equal(row[name], game.row[name]) for name in rest)
