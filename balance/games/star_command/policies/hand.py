"""Decision D3: which card goes when the hand is over the limit (SC-14, f2)."""

from __future__ import annotations

import numpy as np

from balance.games.star_command.kernel.cards import (
    IS_LOOK,
    MARKED_LINES,
    MOVE_TYPE,
    NUMBER,
    TYPE,
)
from balance.games.star_command.state import CARDS, HEURISTIC, PASS
from balance.kit.jit import inner
from balance.kit.streams import below

LAST_NUMBERED_LINE = 13  # Move and Attack cards come first in the list

# Lines of a type in the order they are given up: fewest users first (f2).
GIVE_UP = np.array(
    [
        [4, 3, 6, 2, 5, 7, 1, 0],
        [11, 10, 9, 12, 13, 8, -1, -1],
        [14, 15, 16, 17, 18, 19, -1, -1],
        [25, 22, 21, 20, 24, 23, -1, -1],
    ],
    np.int64,
)


@inner
def _lowest_dead(game, rules, side):
    for line in MARKED_LINES:
        if game.hand[side, line] > 0 and rules.usable[side, line] == 0:
            return np.int64(line)
    return np.int64(-1)


@inner
def _best_stats(game, rules, side):
    """Highest Move and Range stat of the side's living units, 0 without any: int64, int64."""
    move, reach = np.int64(0), np.int64(0)
    for unit in range(16 * side, 16 * side + 16):
        if game.pos[unit] >= 0:
            move, reach = max(move, rules.move[unit]), max(reach, rules.range[unit])
    return move, reach


@inner
def lowest_over_number(game, rules, side):
    """Lowest usable Move or Attack line in hand whose number is above every living own unit's stat, -1 = none: int64."""
    move, reach = _best_stats(game, rules, side)
    for line in range(LAST_NUMBERED_LINE + 1):
        if game.hand[side, line] == 0 or rules.usable[side, line] == 0:
            continue
        if NUMBER[line] > (move if TYPE[line] == MOVE_TYPE else reach):
            return np.int64(line)
    return np.int64(-1)


@inner
def _from_largest_surplus(game, player, side):
    """Card of the type with the largest count - target, ties to the later of M, A, D, rest (f2): int64."""
    held = game.held
    held[:] = 0
    for line in range(CARDS):
        held[TYPE[line]] += game.hand[side, line]
    kind, surplus = np.int64(-1), np.int64(0)
    for i in range(4):
        extra = 1000 * held[i] - player.target[i]
        if held[i] > 0 and (kind < 0 or extra >= surplus):
            kind = np.int64(i)
            surplus = extra
    for i in range(8):
        line = GIVE_UP[kind, i]
        if line >= 0 and game.hand[side, line] > 0:
            return line
    return np.int64(-1)


@inner
def choose_discard(game, rules, player, side):
    """Line of the card to discard from a hand over the limit: int64."""
    if player.kind == HEURISTIC:
        line = _lowest_dead(game, rules, side)
        if line < 0:
            line = lowest_over_number(game, rules, side)
        for look in range(CARDS):
            if line < 0 and IS_LOOK[look] and game.hand[side, look] > 0:
                line = np.int64(look)
        if line < 0:
            line = _from_largest_surplus(game, player, side)
        return line
    rest = np.int64(0) if player.kind == PASS else below(game.streams, side, game.hand_n[side])
    for line in range(CARDS):
        rest -= game.hand[side, line]
        if rest < 0:
            return np.int64(line)
    return np.int64(-1)
