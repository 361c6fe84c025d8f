"""Who can shoot whom: attacks along clear queen lines (SC-27..SC-32)."""

from __future__ import annotations

import numpy as np

from balance.games.star_command.kernel.cards import NUMBER
from balance.games.star_command.kernel.table import leader_of
from balance.kit.jit import inlined, inner, shared
from balance.kit.square import STAR, STEP, bearing, corner_closed, first_met, met_on_line

FIRST_ATTACK_LINE, LAST_ATTACK_LINE = 8, 13


@inlined
def seen_from(game, rules, square, direction):
    """First piece along a clear line as unit * 8 + distance, -1 = none or hidden by a closed corner (SC-30): int64."""
    met = first_met(game.lines, square, direction)
    if met == 0 or (rules.corner and corner_closed(game.board, square, direction, met)):
        return np.int64(-1)
    return game.board[square + met * STEP[direction]] * 8 + met


@shared
def attack_numbers(game, side):
    """Bit a set when the side holds an Attack card of number a: int64."""
    mask = np.int64(0)
    for line in range(FIRST_ATTACK_LINE, LAST_ATTACK_LINE + 1):
        if game.hand[side, line] > 0:
            mask |= np.int64(1) << NUMBER[line]
    return mask


@inlined
def card_reach(rules, unit, numbers):
    """Bit d set when `unit` can attack at distance d with a card of one of `numbers` (SC-27, SC-29): int64."""
    return np.int64(rules.card_reach[unit, numbers >> 1])


@inlined
def may_attack(game, rules, unit):
    """Whether `unit` stands on the board and has an attack left this turn (SC-27, SC-28)."""
    if game.pos[unit] < 0 or (rules.move_then_attack == 0 and game.moved[unit] > 0):
        return False
    return rules.attacks_per_unit == 0 or game.attacked[unit] < rules.attacks_per_unit


@inner
def shooters(game, rules, side, square):
    """Enemy units of `side` on a clear line to `square` within their Range stat, hands ignored (f2): int64."""
    count = np.int64(0)
    armed = game.armed[1 - side]
    if (STAR[square, 7] & armed[1]) == 0:
        return count
    for axis in range(4):
        met = met_on_line(game.lines, square, axis)
        ahead, behind = met & 7, met >> 3
        step = STEP[axis]
        count += (armed[ahead] >> (square + ahead * step)) & 1
        count += (armed[behind] >> (square - behind * step)) & 1
    if rules.corner and count > 0:
        count = _open_shooters(game, rules, side, square)
    return count


@inner
def _open_shooters(game, rules, side, square):
    """The same where closed corners hide shooters (SC-30)."""
    count = np.int64(0)
    for direction in range(8):
        seen = seen_from(game, rules, square, direction)
        if seen >= 0 and (seen >> 7) != side and (seen & 7) <= rules.range[seen >> 3]:
            count += 1
    return count


@inner
def leader_attackers(game, rules, side, numbers, specials):
    """Own units that could attack the enemy leader now, with a card of `numbers` or a Special (SC-49, f2): int64."""
    target = leader_of(1 - side)
    count = np.int64(0)
    if game.pos[target] < 0:
        return count
    for unit in range(16 * side, 16 * side + 16):
        if may_attack(game, rules, unit):
            direction = bearing(game.pos[unit], game.pos[target])
            if direction >= 0:
                seen = seen_from(game, rules, game.pos[unit], direction)
                reach = card_reach(rules, unit, numbers)
                if specials > 0:
                    reach |= rules.special_reach[unit]
                if (seen >> 3) == target and (reach >> (seen & 7)) & 1:
                    count += 1
    return count
