"""The policy "random": stop with chance 0.15 before each play, else any legal option (f3; README, Draws)."""

from __future__ import annotations

import numpy as np

from balance.games.star_command.kernel.cards import MOVE_LINES, card_for
from balance.games.star_command.kernel.motion import (
    IN_GROUP,
    advance_square,
    count_group_directions,
    group_direction,
    join_team,
    list_single_moves,
    number_of,
    pack,
    set_order,
    unit_of,
    way_of,
)
from balance.games.star_command.kernel.sight import attack_numbers
from balance.games.star_command.policies.fighting import list_attacks
from balance.games.star_command.state import NUMBERS
from balance.kit.jit import inner
from balance.kit.streams import below

STOP_OF_20 = 3


@inner
def _pick(game, side, n):
    """A listed option, or -1 when there is none or the player stops: int64."""
    if n == 0 or below(game.streams, side, np.int64(20)) < STOP_OF_20:
        return np.int64(-1)
    return game.options[below(game.streams, side, n)]


@inner
def _list_groups(game, rules, side, n):
    """Append one group candidate per number (and direction) that some unit can advance; returns the new n."""
    set_order(game, rules, side)
    for number in range(1, NUMBERS):
        line = card_for(game, rules, side, np.int64(-1), np.int64(number), MOVE_LINES)
        if line < 0:
            continue
        for i in range(count_group_directions(rules)):
            direction = group_direction(side, i)
            able = False
            for k in range(game.order_n):
                if not able and advance_square(game, rules, game.order[k], np.int64(number), line, direction) >= 0:
                    able = True
            if able:
                game.options[n] = pack(IN_GROUP, direction, np.int64(number), 0)
                n += 1
    return n


@inner
def _gather(game, rules, side, number, line, direction):
    """Each unit that may advance joins with chance 1/2; if none did, one that could. Writes board and team."""
    able = np.int64(0)
    for k in range(game.order_n):
        if advance_square(game, rules, game.order[k], number, line, direction) >= 0:
            able += 1
    for k in range(game.order_n):
        if rules.group_cap > 0 and game.team_n >= rules.group_cap:
            break
        to = advance_square(game, rules, game.order[k], number, line, direction)
        if to >= 0 and below(game.streams, side, np.int64(2)) == 1:
            join_team(game, game.order[k], to)
    if game.team_n == 0:
        chosen = below(game.streams, side, able)
        for k in range(game.order_n):
            to = advance_square(game, rules, game.order[k], number, line, direction)
            if to >= 0:
                if chosen == 0:
                    join_team(game, game.order[k], to)
                    break
                chosen -= 1


@inner
def random_move(game, rules, side, common, specials):
    """A Move play of the policy "random", -1 = stop: int64 option; a group stands on its end squares already."""
    n = list_single_moves(game, rules, side, common, specials)
    n = _list_groups(game, rules, side, n)
    option = _pick(game, side, n)
    if option >= 0 and way_of(option) == IN_GROUP:
        line = card_for(game, rules, side, np.int64(-1), number_of(option), MOVE_LINES)
        _gather(game, rules, side, number_of(option), line, unit_of(option))
    return option


@inner
def random_attack(game, rules, side, specials):
    """An attack of the policy "random", -1 = stop: int64 option."""
    return _pick(game, side, list_attacks(game, rules, side, attack_numbers(game, side), specials))
