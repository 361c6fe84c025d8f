"""Decisions D7 and D8: paying for a Hornet's draw, and what to repair where (SC-39..SC-41, f2)."""

from __future__ import annotations

import numpy as np

from balance.games.star_command.kernel.sight import shooters
from balance.games.star_command.kernel.table import leader_of
from balance.games.star_command.state import PASS, REPAIR_NONE, REPAIR_ROBOTS
from balance.kit.jit import inner
from balance.kit.square import EDGE, STEP, VIEW


@inner
def pays_for_draw(player):
    """Whether the player discards a Special for a destroyed Hornet's draw: always, when it plays at all (D7)."""
    return player.kind != PASS


@inner
def choose_robot(game, rules, player, side):
    """Destroyed unit to return: the highest value, lowest id; -1 = none (SC-40, SC-41): int64."""
    chosen = np.int64(-1)
    if rules.repair == REPAIR_NONE:
        return chosen
    for unit in range(16 * side, 16 * side + 16):
        if game.pos[unit] >= 0 or unit == leader_of(side) or (rules.repair == REPAIR_ROBOTS and rules.robot[unit] == 0):
            continue
        if chosen < 0 or player.value[unit] > player.value[chosen]:
            chosen = np.int64(unit)
    return chosen


@inner
def choose_square(game, rules, side, repairer):
    """Empty neighbour of the repairer with the fewest enemy shooters, ties by direction; -1 = none (SC-40): int64."""
    chosen, fewest = np.int64(-1), np.int64(0)
    for view in range(8):
        direction = VIEW[side, view]
        if EDGE[game.pos[repairer], direction] == 0 or (rules.adjacency == 4 and direction & 1):
            continue
        square = game.pos[repairer] + STEP[direction]
        if game.board[square] >= 0:
            continue
        threats = shooters(game, rules, side, square)
        if chosen < 0 or threats < fewest:
            chosen, fewest = square, threats
    return chosen
