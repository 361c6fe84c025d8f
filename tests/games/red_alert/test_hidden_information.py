"""No decision reads the enemy's hand or the order of the decks (spec f1): dealing anew what is unseen changes nothing.

Cards a side may not use this turn stand for cards unseen: with no use of them allowed, whatever lies there, the whole
turn must run the same, dice included, until somebody draws.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from balance.games.red_alert.events import EVENTS
from balance.games.red_alert.odds_cards import nominal
from balance.kit.jit import is_compiled
from balance.kit.trace import trace_rows
from tests.games.plain import games

from .stepwise import Game
from .tables import POLICIES, traced

pytestmark = pytest.mark.kernel
NAMES = [name for name, _ in EVENTS]
DEALS = games(2, 1)
TURNS = range(4, games(12, 6))  # turn n of game n
SILENT_ENEMY = {"combat_cards_enemy_turn": 0, "combat_cards_own_turn": 3, "command_deck": {"first_strike": 0}}
SILENT_MOVER = {"combat_cards_enemy_turn": 3, "combat_cards_own_turn": 0, "star_pool": 60}
CHANCE = ("draw", "draw_combat", "lose_card")  # they name a card: chance, no decision
RECON = ("recon_left", "recon_centre", "recon_right")


def redeal(game: Game, side: int, seed: int, pile: str) -> None:
    """Deal both hands of `side` anew from what the other side cannot see: these hands and the decks (`pile`)."""
    rng, state = np.random.default_rng(seed), game.state
    for rest, hand in ((state[pile], state.hand[side]), (state[f"combat_{pile}"], state.combat_hand[side])):
        unseen, size = rest + hand, int(hand.sum())
        hand[:] = rng.multivariate_hypergeometric(unseen, size)
        rest[:] = unseen - hand


def told(
    policy: str, turn: int, seed: int, moment: str, rules: Mapping[str, Any], *, of_mover: bool, pile: str = "deck"
) -> list[tuple[int, ...]]:
    """Trace rows of a turn after `moment`, where one side's hands are dealt anew (seed 0: left as they are)."""
    game = Game([policy], turn, rules, {"battle": "supply_base"})
    begun = -1
    for phase in game.phases():
        if begun < 0 and phase == moment and game.state.turn == turn:
            side = int(game.state.active)
            if seed:
                redeal(game, side if of_mover else 1 - side, seed, pile)
            begun = int(game.trace.n)
        elif begun >= 0 and (phase == "end" or (of_mover and phase == "combat")):
            break
    assert begun >= 0, "the game ended before the turn"
    rows = trace_rows(game.trace)[begun:]
    return [row for row in rows if NAMES[row[0]] not in (CHANCE if pile == "deck" else ("lose_card",))]


def kinds(runs: list[list[tuple[int, ...]]]) -> set[str]:
    """Names of the events of several turns."""
    return {NAMES[row[0]] for rows in runs for row in rows}


def same_whatever_is_dealt(policy: str, moment: str, rules: Mapping[str, Any], *, of_mover: bool) -> set[str]:
    """Assert that no turn changes; the events seen."""
    usual = [told(policy, turn, 0, moment, rules, of_mover=of_mover) for turn in TURNS]
    for seed in range(1, DEALS + 1):
        assert [told(policy, turn, seed, moment, rules, of_mover=of_mover) for turn in TURNS] == usual
    return kinds(usual)


@pytest.mark.parametrize("policy", POLICIES)
def test_the_moving_side_does_not_see_the_enemys_hands(policy: str) -> None:
    """D2 .. D7, D10, D12 .. D14: the enemy may use no card, so nothing he holds matters until phase 5 is over."""
    found = same_whatever_is_dealt(policy, "start", SILENT_ENEMY, of_mover=False)
    assert found >= {"card", "order", "move", "stars"}
    if is_compiled() and policy != "random_legal":
        assert found >= {"attack", "combat_card", "unmark"}


@pytest.mark.parametrize("policy", POLICIES)
def test_the_waiting_side_does_not_see_the_movers_hands(policy: str) -> None:
    """D8, D9, D11, D14: reactions, shields, battle back and retire while the mover's hands are dealt anew."""
    found = same_whatever_is_dealt(policy, "movement", SILENT_MOVER, of_mover=True)
    if is_compiled() and policy != "random_legal":
        assert found >= {"attack", "combat_card", "battle_back", "alert"}


@pytest.mark.parametrize("policy", POLICIES)
def test_recon_does_not_see_the_enemys_hands(policy: str) -> None:
    """D15: exchanged with discards, so that the deck and the two cards drawn stay what they were."""
    rules = {**SILENT_ENEMY, "command_deck": {"first_strike": 0, **dict.fromkeys(RECON, 12)}}
    usual = [told(policy, turn, 0, "start", rules, of_mover=False, pile="disc") for turn in TURNS]
    for seed in range(1, DEALS + 1):
        assert [told(policy, turn, seed, "start", rules, of_mover=False, pile="disc") for turn in TURNS] == usual
    if is_compiled():
        assert any(NAMES[row[0]] == "draw" and row[3] == 0 for rows in usual for row in rows), "nothing was put back"


@pytest.mark.parametrize("policy", [policy for policy in POLICIES if policy != "random_legal"])
def test_the_card_revealed_follows_from_the_own_hand(policy: str) -> None:
    """D1: fewest orders for who wants to begin, most for who does not, reaction cards last, then the lowest row."""
    for block in range(games(12, 3)):
        ruleset, _, rows = traced([policy], block)
        cards, first = ruleset.setup["command_card"], policy in ("standoff", "planet_holder")
        for side in (0, 1):
            hand = [row[2] for row in rows if NAMES[row[0]] == "hand" and row[1] == side and row[4] == 0]
            shown = next(row[2] for row in rows if NAMES[row[0]] == "reveal" and row[1] == side)
            plain = [r for r in hand if cards[r]["kind"] != "reaction"] or hand
            orders = {r: nominal(cards[r], int(ruleset.record.rating[side])) for r in plain}
            assert shown == min(plain, key=lambda r: (orders[r] if first else -orders[r], r))


def test_the_hands_dealt_anew_matter_once_their_owner_may_use_them() -> None:
    """The test itself sees cards: the same turns, with cards allowed to the side whose hands change."""
    open_rules = {"combat_cards_enemy_turn": 3, "combat_cards_own_turn": 3, "star_pool": 60}
    turns = range(4, games(13, 10))
    usual = [told("raider", turn, 0, "start", open_rules, of_mover=False) for turn in turns]
    assert usual != [told("raider", turn, 1, "start", open_rules, of_mover=False) for turn in turns]
