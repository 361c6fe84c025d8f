"""Move Phase: which single moves and group advances are legal, and carrying them out (SC-15..SC-25)."""

from __future__ import annotations

import numpy as np

from balance.games.star_command.events import ADVANCE, GROUP, MOVE
from balance.games.star_command.kernel.cards import MOVE_LINES, card_for, special_line, spend, unit_numbers
from balance.games.star_command.kernel.table import (
    GROUP_UNITS,
    MOVES_GROUP,
    MOVES_SINGLE,
    SPECIALS_MOVE,
    SQUARES_MOVED,
    lift,
    mark,
    place,
    try_step,
)
from balance.games.star_command.state import (
    ALPHA2_ID,
    K_KING,
    K_KNIGHT,
    NUMBERS,
    PASS_ALWAYS,
    PASS_NEVER,
    PASS_SPECIAL,
    SQUARES,
)
from balance.kit.bits import lowest_bit
from balance.kit.jit import inlined, inner, shared
from balance.kit.square import (
    EDGE,
    KING,
    KNIGHT,
    LOWEST,
    STEP,
    VIEW,
    bearing,
    free_in_view,
    free_squares,
    king_distance,
    views_with,
)
from balance.kit.trace import emit

# How a Move play is paid for: a Move card; a Move card and a Special to pass through; Hot Dogging; Stealth; group.
BY_CARD, BY_CARD_AND_SPECIAL, HOT_DOGGING, STEALTH, IN_GROUP = range(5)
FIRST_MOVE_LINE, LAST_MOVE_LINE = 0, 7
SPECIAL_NUMBERS = 9  # Hot Dogging may be set to numbers up to 8


@inlined
def pack(way, unit, number, square):
    """A Move option as one int64; for a group `unit` is the direction and `square` unused."""
    return ((np.int64(way) * 32 + unit) * 16 + number) * 64 + square


@inlined
def way_of(option):
    """BY_CARD .. IN_GROUP."""
    return option >> 15


@inlined
def unit_of(option):
    """Unit id, or the direction of a group."""
    return (option >> 10) & 31


@inlined
def number_of(option):
    """Card number."""
    return (option >> 6) & 15


@inlined
def square_of(option):
    """End square."""
    return option & 63


@inlined
def may_move(game, rules, unit):
    """Whether `unit` is on the board and has a move left this turn (SC-17)."""
    return game.pos[unit] >= 0 and (rules.moves_per_unit == 0 or game.moved[unit] < rules.moves_per_unit)


@inner
def _only_friends_between(game, unit, square, direction, distance):
    """Whether no enemy stands on the distance - 1 squares between (SC-20 with friends only)."""
    at = square
    for _ in range(distance - 1):
        at += STEP[direction]
        if game.board[at] >= 0 and (game.board[at] >> 4) != (unit >> 4):
            return False
    return True


@inner
def can_pass(game, rules, unit, direction, distance):
    """Whether `unit`, let through by its exception, may end `distance` squares away (SC-20): end square empty, on board."""
    square = game.pos[unit]
    if distance > EDGE[square, direction] or game.board[square + distance * STEP[direction]] >= 0:
        return False
    return rules.pass_friendly == 0 or _only_friends_between(game, unit, square, direction, distance)


@inlined
def _list_plain_moves(game, rules, side, unit, numbers, hot, n):
    """The same where a card of number d moves exactly d squares and nobody is passed: the usual case, made fast."""
    lengths = numbers & rules.move_numbers[unit]
    if hot > 0:
        lengths |= np.int64(1) << hot
    if lengths == 0:
        return n
    square = game.pos[unit]
    free = free_in_view(game.lines, square, side)
    views = views_with(free, lowest_bit(lengths))
    while views != 0:
        bit = lowest_bit(views) - 3
        views &= views - 1
        step = STEP[VIEW[side, bit >> 2]]
        distances = lengths & ((np.int64(2) << ((free >> bit) & 7)) - 1)
        while distances != 0:
            distance = lowest_bit(distances)
            distances &= distances - 1
            way = HOT_DOGGING if distance == hot else BY_CARD
            game.options[n] = pack(way, unit, distance, square + distance * step)
            n += 1
    return n


@inner
def list_unit_moves(game, rules, side, unit, common, specials, n):
    """Append the single moves of `unit` by card or Hot Dogging to game.options from index n; returns the new n.

    `common`: numbers in hand; `specials`: Specials in hand. Order: direction as the player sees it, rising
    number, rising distance (SC-16..SC-20, SC-23). Writes game.options.
    """
    numbers = unit_numbers(game, rules, side, unit, common)
    hot = np.int64(0)
    if specials > 0 and rules.hot_dogging[unit] > 0:
        hot = rules.hot_dogging[unit]
        if hot < NUMBERS and (numbers >> hot) & 1 and rules.stride[unit, hot] > 0:
            hot = np.int64(0)
    if rules.plain_moves and rules.passes[unit] == PASS_NEVER:
        return _list_plain_moves(game, rules, side, unit, numbers, hot, n)
    if rules.steps:
        return _list_step_moves(game, rules, side, unit, numbers, specials, hot, n)
    square = game.pos[unit]
    passes = rules.passes[unit]
    if passes == PASS_SPECIAL and specials == 0:
        passes = np.int64(PASS_NEVER)
    for view in range(8):
        direction = VIEW[side, view]
        free = free_squares(game.lines, square, direction)
        if free == 0 and passes == PASS_NEVER:
            continue
        for number in range(1, SPECIAL_NUMBERS):
            stride = np.int64(0)
            if number < NUMBERS and (numbers >> number) & 1:
                stride = rules.stride[unit, number]
            way = BY_CARD
            if number == hot:
                stride = hot
                way = HOT_DOGGING
            if stride == 0:
                continue
            for distance in range(1 if rules.up_to else stride, stride + 1):
                if distance <= free:
                    game.options[n] = pack(way, unit, number, square + distance * STEP[direction])
                    n += 1
                elif passes != PASS_NEVER and can_pass(game, rules, unit, direction, distance):
                    paid = BY_CARD if passes == PASS_ALWAYS else BY_CARD_AND_SPECIAL
                    game.options[n] = pack(paid, unit, number, square + distance * STEP[direction])
                    n += 1
    return n


@inner
def _spread(game, rules, unit, row, through):
    """King-step distances from the unit's square into game.steps[row], 0 = not reached; `through`: units may be passed."""
    game.steps[row] = 0
    start = game.pos[unit]
    game.queue[0] = start
    head, tail = 0, 1
    while head < tail:
        square = game.queue[head]
        head += 1
        for direction in range(8):
            if EDGE[square, direction] == 0:
                continue
            to = square + STEP[direction]
            if to == start or game.steps[row, to] > 0:
                continue
            other = game.board[to]
            if other >= 0 and not (through and (rules.pass_friendly == 0 or (other >> 4) == (unit >> 4))):
                continue
            game.steps[row, to] = 1 if square == start else game.steps[row, square] + 1
            game.queue[tail] = to
            tail += 1


@inner
def _list_step_moves(game, rules, side, unit, numbers, specials, hot, n):
    """The same for path = "steps": any empty square within n king steps (SC-18); by rising number, then own-view square."""
    passes = rules.passes[unit]
    _spread(game, rules, unit, 0, passes == PASS_ALWAYS)
    by_special = passes == PASS_SPECIAL and specials > 0
    if by_special:
        _spread(game, rules, unit, 1, True)
    for number in range(1, SPECIAL_NUMBERS):
        stride = np.int64(0)
        if number < NUMBERS and (numbers >> number) & 1:
            stride = rules.stride[unit, number]
        way = BY_CARD
        if number == hot:
            stride = hot
            way = HOT_DOGGING
        if stride == 0:
            continue
        for seen in range(SQUARES):
            square = seen ^ (56 * side)
            if game.board[square] >= 0:
                continue
            if 1 <= game.steps[0, square] <= stride:
                game.options[n] = pack(way, unit, number, square)
                n += 1
            elif by_special and 1 <= game.steps[1, square] <= stride:
                game.options[n] = pack(BY_CARD_AND_SPECIAL, unit, number, square)
                n += 1
    return n


@inner
def list_stealth(game, rules, unit, n):
    """Append the Stealth leaps of `unit` by rising square (SC-24); returns the new n. Writes game.options."""
    square = game.pos[unit]
    for to in range(SQUARES):
        if game.board[to] >= 0:
            continue
        if rules.move_k == K_KNIGHT or rules.move_k == K_KING:
            table = KNIGHT if rules.move_k == K_KNIGHT else KING
            hit = False
            for i in range(8):
                hit = hit or table[square, i] == to
        else:
            hit = bearing(square, to) >= 0
        if hit:
            game.options[n] = pack(STEALTH, unit, 0, to)
            n += 1
    return n


@inlined
def may_stealth(game, rules, side, specials):
    """Whether the side can make a Stealth leap at all now (SC-24)."""
    return (
        side == (ALPHA2_ID >> 4) and specials > 0 and rules.stealth[ALPHA2_ID] == 1 and may_move(game, rules, ALPHA2_ID)
    )


@shared
def list_single_moves(game, rules, side, common, specials):
    """All single moves and Stealth leaps of the side into game.options, in the order of the README; returns their number."""
    n = np.int64(0)
    for unit in range(16 * side, 16 * side + 16):
        if may_move(game, rules, unit):
            n = list_unit_moves(game, rules, side, unit, common, specials, n)
    if may_stealth(game, rules, side, specials):
        n = list_stealth(game, rules, np.int64(ALPHA2_ID), n)
    return n


@shared
def set_order(game, rules, side):
    """Own units that may move into game.order, nearest the enemy edge first, then file a..h (SC-21). Writes order."""
    n = 0
    for rank in range(8):
        row = rank if side == 1 else 7 - rank
        files = (game.men[side] >> (8 * row)) & 255
        while files != 0:
            unit = game.board[8 * row + LOWEST[files]]
            files &= files - 1
            if may_move(game, rules, unit):
                game.order[n] = unit
                n += 1
    game.order_n = n


@shared
def advance_square(game, rules, unit, number, line, direction):
    """Where a group advance with `line` of `number` takes `unit`, which has a move left, -1 = nowhere (SC-21): int64.

    With distance = "up_to" the largest legal step. Passing through units is free or not at all in a group.
    """
    stride = rules.stride[unit, number]
    if stride == 0:
        return np.int64(-1)
    if rules.named[line] >= 0 and rules.named[line] != rules.kind[unit]:
        return np.int64(-1)
    square = game.pos[unit]
    free = free_squares(game.lines, square, direction)
    for distance in range(stride, 0 if rules.up_to else stride - 1, -1):
        if distance <= free or (rules.passes[unit] == PASS_ALWAYS and can_pass(game, rules, unit, direction, distance)):
            return square + distance * STEP[direction]
    return np.int64(-1)


@inner
def count_group_directions(rules):
    """1 = straight forward; 3 with both forward diagonals; 0 = no group advance (SC-21)."""
    if rules.group == 0:
        return 0
    return 3 if rules.group_diagonal else 1


@inlined
def group_direction(side, i):
    """Direction i of a group: forward, forward-east, forward-west."""
    return VIEW[side, i if i < 2 else 7]


@shared
def join_team(game, unit, square):
    """Move `unit` for trial and note it as a member of the group advance. Writes board, pos, lines and team."""
    game.team[game.team_n] = unit
    game.team_from[game.team_n] = game.pos[unit]
    game.team_n += 1
    try_step(game, unit, square)


@inner
def recall_team(game):
    """Put the noted members of a group advance back where they came from. Writes board and team."""
    while game.team_n > 0:
        game.team_n -= 1
        try_step(game, game.team[game.team_n], game.team_from[game.team_n])


@shared
def play_group(game, rules, tally, side, line, trace):
    """Pay for and count the group advance of the noted members, who already stand on their end squares (SC-21)."""
    spend(game, tally, side, line)
    emit(trace, GROUP, side, line, game.team_n)
    for i in range(game.team_n):
        unit, came_from = game.team[i], game.team_from[i]
        mark(game, rules, unit, came_from)
        mark(game, rules, unit, game.pos[unit])
        game.moved[unit] += 1
        game.count[side, SQUARES_MOVED] += king_distance(came_from, game.pos[unit])
        emit(trace, ADVANCE, side, unit, came_from, game.pos[unit])
    game.count[side, MOVES_GROUP] += 1
    game.count[side, GROUP_UNITS] += game.team_n
    game.team_n = 0


@shared
def play_single(game, rules, tally, side, option, trace):
    """Pay for and carry out a single move or Stealth leap. Writes `game`, `tally` (SC-18..SC-24)."""
    way, unit, to = way_of(option), unit_of(option), square_of(option)
    square = game.pos[unit]
    line, special = np.int64(-1), np.int64(-1)
    if way == BY_CARD or way == BY_CARD_AND_SPECIAL:
        line = card_for(game, rules, side, unit, number_of(option), MOVE_LINES)
        spend(game, tally, side, line)
    if way != BY_CARD:
        special = special_line(game, rules, side)
        spend(game, tally, side, special)
        game.count[side, SPECIALS_MOVE] += 1
    lift(game, rules, unit)
    place(game, rules, unit, to)
    game.moved[unit] += 1
    game.count[side, MOVES_SINGLE] += 1
    game.count[side, SQUARES_MOVED] += king_distance(square, to)
    emit(trace, MOVE, side, unit, square, to, line, special)
