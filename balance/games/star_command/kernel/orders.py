"""Orders Phase: drawing, draw and look cards, the hand limit (SC-10..SC-14, SC-43..SC-49)."""

from __future__ import annotations

import numpy as np

from balance.games.star_command.events import DISCARD, DRAW_CARDS, LOOK
from balance.games.star_command.kernel.cards import (
    ATTACK_TYPE,
    DRAWS,
    FIRST_X_LINE,
    FLIP_LINE,
    MARKED_LINES,
    MOVE_TYPE,
    NUMBER,
    TYPE,
    draw,
    drop,
    specials_in_hand,
    spend,
)
from balance.games.star_command.kernel.table import (
    DEAD_DISCARDED,
    DEAD_HANDS,
    DISCARDED_LIMIT,
    LOOKS,
    SOFT_DEAD_HANDS,
    leader_of,
)
from balance.games.star_command.policies.answering import (
    FIRST_DEFENSE_LINE,
    LAST_DEFENSE_LINE,
    special_defends,
)
from balance.games.star_command.policies.fighting import wants_look
from balance.games.star_command.policies.hand import choose_discard, lowest_over_number
from balance.games.star_command.state import CARDS, PASS, TALLY_TURNS
from balance.kit.jit import inner, shared
from balance.kit.trace import emit


@inner
def _holds_dead(game, rules, side):
    """Whether the side holds a card it can never play (SC-07)."""
    for line in MARKED_LINES:
        if game.hand[side, line] > 0 and rules.usable[side, line] == 0:
            return True
    return False


@inner
def play_draw_cards(game, rules, tally, side, trace):
    """Play every usable draw card, lowest line first, drawn ones included (SC-46..SC-48, D2). Writes `game`, `tally`.

    With neither deck nor discard pile a draw card could only bring itself back for ever: no legal effect (SC-25).
    """
    line = FIRST_X_LINE
    while line < CARDS and not game.over and (game.deck_at < game.deck_n or game.discard_n > 0):
        if DRAWS[line] > 0 and game.hand[side, line] > 0 and rules.usable[side, line] == 1:
            spend(game, tally, side, np.int64(line))
            emit(trace, DRAW_CARDS, side, line, DRAWS[line])
            draw(game, rules, tally, side, DRAWS[line], trace)
            line = FIRST_X_LINE
        else:
            line += 1


@inner
def play_look(game, rules, tally, side, trace):
    """Play a look card if wanted; stores `answers`, the enemy's answers to an attack on its leader (SC-49)."""
    line = wants_look(game, rules, side, specials_in_hand(game, rules, side))
    if line < 0:
        return
    spend(game, tally, side, line)
    enemy = 1 - side
    leader = leader_of(enemy)
    answers = np.int64(0)
    for card in range(FIRST_DEFENSE_LINE, LAST_DEFENSE_LINE + 1):
        if card != FLIP_LINE and rules.usable[enemy, card] == 1:
            if rules.named[card] < 0 or rules.named[card] == rules.kind[leader]:
                answers += game.hand[enemy, card]
    if special_defends(game, rules, leader):
        answers += specials_in_hand(game, rules, enemy)
    game.answers = answers
    game.looked = 1
    game.count[side, LOOKS] += 1
    emit(trace, LOOK, side, line, game.hand_n[enemy], answers)


@inner
def keep_limit(game, rules, player, side, trace):
    """Discard down to the hand limit, the player's choice of cards (SC-14). Writes `game`."""
    while game.hand_n[side] > rules.hand_limit:
        line = choose_discard(game, rules, player, side)
        drop(game, side, line)
        game.count[side, DISCARDED_LIMIT] += 1
        if rules.usable[side, line] == 0:
            game.count[side, DEAD_DISCARDED] += 1
        emit(trace, DISCARD, side, line, game.hand_n[side])


@inner
def _somebody_can_use(rules, side, line):
    """Whether a unit of the side, as set up, can use the Move or Attack card."""
    number = NUMBER[line]
    for unit in range(16 * side, 16 * side + 16):
        if rules.named[line] < 0 or rules.named[line] == rules.kind[unit]:
            if TYPE[line] == MOVE_TYPE and rules.stride[unit, number] > 0:
                return True
            if TYPE[line] == ATTACK_TYPE and rules.reach[unit, number] != 0:
                return True
    return False


@inner
def _count_opening(game, rules, tally, side):
    """Tally the cards of the very first Orders draw, for the exact odds of j2 and j2b. Writes `tally`.

    game.queue holds the hand before the draw.
    """
    dead = np.int64(0)
    can_move, can_attack = False, False
    for line in range(CARDS):
        drawn = game.hand[side, line] - game.queue[line]
        if drawn <= 0:
            continue
        if rules.usable[side, line] == 0:
            dead += drawn
        elif _somebody_can_use(rules, side, line):
            can_move = can_move or TYPE[line] == MOVE_TYPE
            can_attack = can_attack or TYPE[line] == ATTACK_TYPE
    tally.openings[side] += 1
    tally.opening_dead[side, min(dead, 3)] += 1
    if not can_move:
        tally.opening_no_move[side] += 1
    if not can_attack:
        tally.opening_no_attack[side] += 1
    if can_move and can_attack:
        tally.opening_both[side] += 1


@inner
def _count_hand(game, rules, tally, side):
    """Count a turn begun with dead or soft-dead cards in hand. Writes `game`, `tally`."""
    turn = min(game.turn, TALLY_TURNS - 1)
    tally.hands[side, turn] += 1
    if _holds_dead(game, rules, side):
        game.count[side, DEAD_HANDS] += 1
        tally.dead_hands[side, turn] += 1
    if lowest_over_number(game, rules, side) >= 0:
        game.count[side, SOFT_DEAD_HANDS] += 1


@shared
def orders_phase(game, rules, player, tally, trace):
    """Draw, window O, hand limit (SC-10..SC-14). Writes `game`, `tally`."""
    side = game.side
    game.queue[:CARDS] = game.hand[side]
    draw(game, rules, tally, side, rules.first_draw if game.turn == 1 else rules.draw, trace)
    if game.over:
        return
    if game.turn == 1:
        _count_opening(game, rules, tally, side)
    if rules.x_orders and player.kind != PASS:
        play_draw_cards(game, rules, tally, side, trace)
        if game.over:
            return
        play_look(game, rules, tally, side, trace)
    if not rules.limit_at_end:
        keep_limit(game, rules, player, side, trace)
    _count_hand(game, rules, tally, side)
