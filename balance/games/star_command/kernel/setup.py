"""Before turn 1: luck, first player, set-ups, deal (SC-03..SC-06, SC-57)."""

from __future__ import annotations

import numpy as np

from balance.games.star_command.events import FIRST, PLACE
from balance.games.star_command.kernel.cards import draw, shuffle_discard
from balance.games.star_command.kernel.table import (
    FIRST_SLOT,
    P_FIRST,
    P_SETUP,
    SETUP_SLOT,
    clear,
    leader_of,
    place,
)
from balance.games.star_command.state import CARDS, FIRST_ALTERNATE, FIRST_RANDOM, FIRST_RANGERS, UNITS
from balance.kit.deck import shuffle
from balance.kit.jit import inner, shared
from balance.kit.streams import DEAL, NOISE, below, open_stream, set_source, start_streams, stream_id
from balance.kit.trace import emit


@inner
def _first_player(game, rules, block):
    """Who takes turn 1 (SC-06): int64."""
    if rules.first_player == FIRST_RANDOM:
        open_stream(game.streams, np.int64(FIRST_SLOT), stream_id(P_FIRST, 0, 0))
        return below(game.streams, np.int64(FIRST_SLOT), np.int64(2))
    if rules.first_player == FIRST_ALTERNATE:
        return np.int64(block & 1)
    return np.int64(rules.first_player - FIRST_RANGERS)


@inner
def _arrange(game, rules, side):
    """Unit types on front row a..h, back row a..h into game.queue[:16] (SC-03, SC-04). Writes queue."""
    if rules.random_setup[side] == 0:
        game.queue[:16] = rules.pattern[side]
        return
    for i in range(16):
        game.queue[i] = rules.kind[16 * side + i]
    open_stream(game.streams, np.int64(SETUP_SLOT), stream_id(P_SETUP, side, 0))
    shuffle(game.queue, np.int64(16), game.streams, np.int64(SETUP_SLOT))


@inner
def _mirror_if_wider(game, rules, side):
    """Turn the arranged pattern left-right when that widens the file gap to the other leader (SC-04). Writes queue."""
    other = game.pos[leader_of(1 - side)] & 7
    file = np.int64(0)
    for i in range(16):
        if game.queue[i] == rules.kind[leader_of(side)]:
            file = np.int64(i & 7)
    if abs(7 - file - other) <= abs(file - other):
        return
    for i in range(8):
        left, right = (i >> 2) * 8 + (i & 3), (i >> 2) * 8 + 7 - (i & 3)
        held = game.queue[left]
        game.queue[left] = game.queue[right]
        game.queue[right] = held


@inner
def _set_out(game, rules, side, trace):
    """Put the arranged units on the board; ids of one type in the order of the squares (SC-03). Writes `game`."""
    game.order[:] = 0
    for i in range(16):
        unit = 16 * side
        while rules.kind[unit] != game.queue[i] or game.order[unit & 15] == 1:
            unit += 1
        game.order[unit & 15] = 1
        square = 8 * (1 - (i >> 3) if side == 0 else 6 + (i >> 3)) + (i & 7)
        place(game, rules, np.int64(unit), np.int64(square))
        emit(trace, PLACE, side, unit, square)


@inner
def deal(game, rules, tally, trace):
    """Shuffle the whole deck, then starting hands and the second player's bonus (SC-05). Writes `game`, `tally`."""
    game.discard_n = 0
    for line in range(CARDS):
        game.discard[line] = rules.counts[line]
        game.discard_n += rules.counts[line]
    shuffle_discard(game, trace)
    for _ in range(rules.starting_hand):
        for player in range(2):
            if not game.over:
                draw(game, rules, tally, game.first ^ player, np.int64(1), trace)
    if not game.over:
        draw(game, rules, tally, 1 - game.first, rules.bonus_cards, trace)


@shared
def start_game(game, rules, tally, luck, block, trace):
    """Everything before turn 1 of block `block`. Writes `game`, `tally`."""
    start_streams(game.streams, luck, block)
    set_source(game.streams, np.int64(0), np.int64(NOISE))
    set_source(game.streams, np.int64(1), np.int64(NOISE))
    set_source(game.streams, np.int64(FIRST_SLOT), np.int64(DEAL))
    set_source(game.streams, np.int64(SETUP_SLOT), np.int64(DEAL))
    clear(game)
    game.first = _first_player(game, rules, block)
    emit(trace, FIRST, game.first)
    for i in range(2):
        side = game.first ^ i
        _arrange(game, rules, side)
        if i == 1 and rules.second_sees == 1 and rules.random_setup[side] == 0:
            _mirror_if_wider(game, rules, side)
        _set_out(game, rules, side, trace)
    start_counts(game, rules)
    tally.gap_at_setup[game.leader_gap] += 1
    deal(game, rules, tally, trace)


@shared
def start_counts(game, rules):
    """Full hits for every unit on the board, and the totals that follow from them. Writes `game`."""
    game.hits_total = 0
    for unit in range(UNITS):
        if game.pos[unit] >= 0:
            game.hits[unit] = rules.hits[unit]
            game.hits_total += rules.hits[unit]
    game.hits_low = game.hits_total
    game.leader_gap = abs((game.pos[leader_of(0)] & 7) - (game.pos[leader_of(1)] & 7))
