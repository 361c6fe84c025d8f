"""Move Phase: draw cards, then Move plays one after another (SC-15..SC-25, SC-53)."""

from __future__ import annotations

import numpy as np

from balance.games.star_command.events import PHASE_CAP
from balance.games.star_command.kernel.cards import (
    MOVE_LINES,
    card_for,
    numbers_in_hand,
    specials_in_hand,
)
from balance.games.star_command.kernel.motion import (
    FIRST_MOVE_LINE,
    IN_GROUP,
    LAST_MOVE_LINE,
    number_of,
    play_group,
    play_single,
    unit_of,
    way_of,
)
from balance.games.star_command.kernel.orders import play_draw_cards
from balance.games.star_command.policies.chance import random_move
from balance.games.star_command.policies.moving import build_group, choose_move
from balance.games.star_command.policies.weigh import set_move_weights
from balance.games.star_command.state import HEURISTIC, PASS
from balance.kit.jit import inner
from balance.kit.trace import emit


@inner
def _choose(game, rules, player, side):
    """The player's next Move play, -1 = stop; a group stands on its end squares already: int64 option."""
    common = numbers_in_hand(game, rules, side, FIRST_MOVE_LINE, LAST_MOVE_LINE)
    specials = specials_in_hand(game, rules, side)
    if player.kind != HEURISTIC:
        return random_move(game, rules, side, common, specials)
    option = choose_move(game, rules, player, side, common, specials)
    if option >= 0 and way_of(option) == IN_GROUP:
        line = card_for(game, rules, side, np.int64(-1), number_of(option), MOVE_LINES)
        build_group(game, rules, side, number_of(option), line, unit_of(option))
    return option


@inner
def play_move(game, rules, tally, side, option, trace):
    """Carry out a Move play. Writes `game`, `tally`."""
    if way_of(option) == IN_GROUP:
        line = card_for(game, rules, side, np.int64(-1), number_of(option), MOVE_LINES)
        play_group(game, rules, tally, side, line, trace)
    else:
        play_single(game, rules, tally, side, option, trace)
    game.acted = 1
    game.plays += 1


@inner
def stop_at_cap(game, rules, side, trace):
    """Whether the phase has reached play_cap_per_phase (SC-53). Writes play_capped."""
    if game.plays < rules.play_cap:
        return False
    game.play_capped = 1
    emit(trace, PHASE_CAP, side, game.plays)
    return True


@inner
def move_phase(game, rules, player, tally, trace):
    """Window M, then Move plays until the player stops (SC-15). Writes `game`, `tally`."""
    side = game.side
    game.plays = 0
    if player.kind == PASS:
        return
    if not rules.x_orders:
        play_draw_cards(game, rules, tally, side, trace)
    if player.kind == HEURISTIC:
        set_move_weights(game, rules, player, side)
    while not game.over and (rules.max_moves == 0 or game.plays < rules.max_moves):
        option = _choose(game, rules, player, side)
        if option < 0:
            break
        play_move(game, rules, tally, side, option, trace)
        if stop_at_cap(game, rules, side, trace):
            break
