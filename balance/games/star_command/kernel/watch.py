"""The stall watch: after 16 quiet turns, positions at the start of a turn are remembered and repeats counted.

It changes nothing in play; it tells a capped game's reader whether the players went round in circles, or sat still.
"""

from __future__ import annotations

import numpy as np

from balance.games.star_command.events import SEEN_BEFORE
from balance.games.star_command.state import TURNS_MAX, UNITS
from balance.kit.jit import inner
from balance.kit.trace import emit

WATCH_AFTER = 16
_PRIME_1, _PRIME_2 = 2147483647, 2147483629  # two residues make one key of 62 bits


@inner
def _position_key(game):
    """Which unit stands where with how many hits, and whose turn it is, as one number: int64."""
    a, b = np.int64(1 + game.side), np.int64(7 + game.side)
    for unit in range(UNITS):
        x = (game.pos[unit] + 1) * 16 + game.hits[unit]
        a = (a * 1201 + x) % _PRIME_1
        b = (b * 1847 + x) % _PRIME_2
    return (a << 31) | b


@inner
def watch_turn(game, trace):
    """Note the position a turn begins in, when the last new low of hits is 16 or more turns ago. Writes `game`."""
    if game.turn - game.low_turn < WATCH_AFTER or game.watched >= TURNS_MAX:
        return
    key = _position_key(game)
    times = np.int64(0)
    for i in range(game.watched):
        if game.seen[i] == key:
            times += 1
    game.seen[game.watched] = key
    game.watched += 1
    if times > 0:
        game.repeats += 1
        emit(trace, SEEN_BEFORE, game.side, game.turn, times)
