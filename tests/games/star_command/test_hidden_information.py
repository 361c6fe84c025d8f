"""No decision reads the other hand or the order of the deck (SC-09, f1): dealing anew what is unseen changes nothing.

With no card in the box that answers an attack, whatever the enemy holds cannot matter before his own turn: the mover's
whole turn must run the same, trace row by trace row. What the defender decides is asked directly.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from balance.games.contract import PlayerChoice
from balance.games.star_command.kernel.cards import ATTACK_LINES, TYPE, X_TYPE
from balance.games.star_command.kernel.playout import play_turn
from balance.games.star_command.kernel.setup import start_game
from balance.games.star_command.kernel.table import new_game
from balance.games.star_command.policies.answering import FIRST_DEFENSE_LINE, LAST_DEFENSE_LINE, choose_answer
from balance.games.star_command.ruleset import load_players, load_ruleset
from balance.games.star_command.state import CARD_NAMES, CARDS
from balance.kit.jit import kernel
from balance.kit.streams import new_luck
from balance.kit.trace import new_trace, trace_rows
from tests.games.plain import games
from tests.games.star_command.desk_helpers import new_tally

pytestmark = [pytest.mark.kernel, pytest.mark.xdist_group("one_process_compiles")]
POLICIES = ("hunter", "greedy", "turtle", "swarm", "sniper", "random")
UNANSWERED = {"combat.buzz_defense_scope": "none"} | {
    f"cards.counts.{CARD_NAMES[line]}": 0 for line in range(FIRST_DEFENSE_LINE, LAST_DEFENSE_LINE + 1)
}
AHEAD = 16  # cards on top of the deck that stay: more than any turn draws
GAMES = games(12, 3)


@kernel
def answer(game, rules, player, unit, line, number, distance):
    return choose_answer(game, rules, player, unit, line, number, distance)


def redeal(game: Any, side: int, seed: int) -> None:
    """Deal the hand of `side` anew from that hand and the deck below its next cards."""
    if seed == 0:
        return
    low = int(game.deck_at) + AHEAD
    hand = [line for line in range(CARDS) for _ in range(game.hand[side, line])]
    unseen = np.array(hand + game.deck[low : game.deck_n].tolist())
    np.random.default_rng(seed).shuffle(unseen)
    game.hand[side] = np.bincount(unseen[: len(hand)], minlength=CARDS)
    game.deck[low : game.deck_n] = unseen[len(hand) :]


def told(policy: str, block: int, seed: int) -> list[tuple[int, ...]]:
    """Trace rows of one turn of a game under way, after the enemy's hand was dealt anew (seed 0: left as it is)."""
    ruleset = load_ruleset(UNANSWERED, {}, 2)
    players = load_players(ruleset, [PlayerChoice(policy)])
    game, tally, trace = new_game(), new_tally(), new_trace(4096)
    start_game(game, ruleset.record, tally, new_luck(9), block, None)
    last = 2 + block % 3
    for turn in range(1, last):
        play_turn(game, ruleset.record, players, tally, turn, None)
    if game.over or game.deck_n - game.deck_at < AHEAD + 8:
        return []
    redeal(game, int(game.side), seed)  # who moved last is the enemy now
    play_turn(game, ruleset.record, players, tally, last, trace)
    return list(trace_rows(trace))


@pytest.mark.parametrize("policy", POLICIES)
def test_the_moving_side_does_not_see_the_other_hand(policy: str) -> None:
    """D1 .. D5, D7 and D8 of a whole turn."""
    usual = [told(policy, block, 0) for block in range(GAMES)]
    assert sum(len(rows) > 4 for rows in usual) >= GAMES // 2
    for seed in (1, 2):
        assert [told(policy, block, seed) for block in range(GAMES)] == usual


def test_the_deal_that_is_compared_is_another_one() -> None:
    """The control: cards did change hands, as many as before."""
    ruleset = load_ruleset(UNANSWERED, {}, 2)
    players = load_players(ruleset, [PlayerChoice("hunter")])
    game, tally = new_game(), new_tally()
    start_game(game, ruleset.record, tally, new_luck(9), 0, None)
    play_turn(game, ruleset.record, players, tally, 1, None)
    side = int(game.side)
    before = game.hand[side].copy()
    redeal(game, side, 1)
    assert before.tolist() != game.hand[side].tolist() and before.sum() == game.hand[side].sum() == game.hand_n[side]


@pytest.mark.parametrize("policy", POLICIES[:-1])
def test_the_defender_does_not_see_the_attackers_hand(policy: str) -> None:
    """D6: the same answer whatever else the attacker holds."""
    ruleset = load_ruleset({}, {}, 2)
    players = load_players(ruleset, [PlayerChoice(policy)])
    answered = 0
    for block in range(GAMES):
        game, tally = new_game(), new_tally()
        start_game(game, ruleset.record, tally, new_luck(10), block, None)
        for turn in range(1, 5):
            play_turn(game, ruleset.record, players, tally, turn, None)
        attacker = int(game.side)
        targets = [unit for unit in range(16 * (1 - attacker), 16 * (2 - attacker)) if game.pos[unit] >= 0]
        asked = [(unit, int(ATTACK_LINES[number, 0]), number) for unit in targets for number in (1, 2, 3)]
        usual = [answer(game, ruleset.record, players[0], unit, line, number, number) for unit, line, number in asked]
        redeal(game, attacker, 1)
        assert usual == [answer(game, ruleset.record, players[0], *case, case[2]) for case in asked]
        answered += sum(line >= 0 for line in usual)
    assert answered > 0


def test_cards_that_answer_are_those_taken_out() -> None:
    """Only Defense cards and, for Buzz, Specials answer (SC-34, SC-36); the box of these tests has no such answer."""
    rules = load_ruleset(UNANSWERED, {}, 2).record
    assert not rules.counts[FIRST_DEFENSE_LINE : LAST_DEFENSE_LINE + 1].any()
    assert all(TYPE[line] == X_TYPE for line in range(LAST_DEFENSE_LINE + 1, CARDS))
