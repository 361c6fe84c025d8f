"""Decisions D2 and D5 of the heuristic players: when to look at the enemy hand, and which attack to make (f2)."""

from __future__ import annotations

import numpy as np

from balance.games.star_command.kernel.cards import FIRST_X_LINE, IS_LOOK
from balance.games.star_command.kernel.sight import (
    FIRST_ATTACK_LINE,
    LAST_ATTACK_LINE,
    attack_numbers,
    card_reach,
    leader_attackers,
    may_attack,
)
from balance.games.star_command.kernel.table import leader_of
from balance.games.star_command.state import CARDS, NUMBERS
from balance.kit.jit import inlined, inner, shared
from balance.kit.square import FARTHEST, STAR, STEP, VIEW, corner_closed, met_around, met_in, squares_met

BY_SPECIAL = 0  # the "number" of an attack by Special


@inlined
def pack_attack(unit, target, number, distance):
    """An attack option as one int64; number 0 = by Special."""
    return ((np.int64(unit) * 32 + target) * 16 + number) * 8 + distance


@shared
def list_attacks(game, rules, side, numbers, specials):
    """All legal attacks into game.options by attacker, direction, rising number, then Special; returns their number."""
    n = np.int64(0)
    for unit in range(16 * side, 16 * side + 16):
        reach = card_reach(rules, unit, numbers)
        by_special = rules.special_reach[unit] if specials > 0 else np.int64(0)
        square = game.pos[unit]
        if (reach | by_special) == 0 or square < 0:
            continue
        targets = STAR[square, FARTHEST[reach | by_special]] & game.men[1 - side]
        if targets == 0 or not may_attack(game, rules, unit):
            continue
        targets &= squares_met(game.lines, square)
        if targets == 0:
            continue
        around = met_around(game.lines, square)
        for view in range(8):
            direction = VIEW[side, view]
            distance = met_in(around, direction)
            to = square + distance * STEP[direction]
            if (targets >> to) & 1 == 0 or ((reach | by_special) >> distance) & 1 == 0:
                continue
            if rules.corner and corner_closed(game.board, square, direction, distance):
                continue
            target = game.board[to]
            for number in range(1, NUMBERS):
                if (numbers >> number) & 1 and (rules.reach[unit, number] >> distance) & 1:
                    game.options[n] = pack_attack(unit, target, number, distance)
                    n += 1
            if (by_special >> distance) & 1:
                game.options[n] = pack_attack(unit, target, BY_SPECIAL, distance)
                n += 1
    return n


@inner
def wants_look(game, rules, side, specials):
    """Line of the look card to play now, -1 = none: only when the enemy leader can be attacked, once a turn (f2): int64."""
    if game.looked:
        return np.int64(-1)
    for line in range(FIRST_X_LINE, CARDS):
        if IS_LOOK[line] and game.hand[side, line] > 0 and rules.usable[side, line] == 1:
            if leader_attackers(game, rules, side, attack_numbers(game, side), specials) > 0:
                return np.int64(line)
            return np.int64(-1)
    return np.int64(-1)


@inner
def _leader_is_covered(game, rules, side, numbers, specials):
    """Whether a look showed at least as many answers as leader attacks are still possible (f2)."""
    if not game.looked:
        return False
    cards = specials
    for line in range(FIRST_ATTACK_LINE, LAST_ATTACK_LINE + 1):
        cards += game.hand[side, line]
    return game.answers >= min(leader_attackers(game, rules, side, numbers, specials), cards)


@inner
def choose_attack(game, rules, player, side, specials):
    """The attack with the largest A above c_att, -1 = stop (f2): int64 option. Needs set_kills."""
    mind = game.mind
    share = rules.share
    numbers = attack_numbers(game, side)
    if numbers == 0 and specials == 0:
        return np.int64(-1)
    best, choice = player.c_att * share, np.int64(-1)
    leader, target_leader = leader_of(side), leader_of(1 - side)
    covered = np.int64(-1)
    n = list_attacks(game, rules, side, numbers, specials)
    for i in range(n):
        option = game.options[i]
        unit, target, number = option >> 12, (option >> 7) & 31, (option >> 3) & 15
        score = mind.kill[target]
        if target == target_leader and game.looked:
            if covered < 0:
                covered = np.int64(_leader_is_covered(game, rules, side, numbers, specials))
            if covered == 1:
                score //= 4
        if number == BY_SPECIAL:
            score -= mind.special_kill
        else:
            score -= 50 * share * number
            if number == 1 and unit == leader and game.hits[leader] == 1:
                score -= 5000 * share
        if score > best:
            best = score
            choice = option
    return choice
