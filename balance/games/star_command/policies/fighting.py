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
from balance.kit.bits import lowest_bit
from balance.kit.jit import inlined, inner, shared
from balance.kit.square import (
    BIT,
    FARTHEST,
    LOWEST,
    STAR,
    STEP,
    VIEW,
    bearing,
    corner_closed,
    first_met,
    king_distance,
    squares_met,
    view_of,
)

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
        for view in range(8):
            direction = VIEW[side, view]
            distance = first_met(game.lines, square, direction)
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
def _best_number(rules, unit, numbers, distance, first):
    """The lowest card number from `first` up with which `unit` reaches `distance`: the cheapest; NUMBERS = none: int64."""
    for number in range(first, NUMBERS):
        if (numbers >> number) & 1 and (rules.reach[unit, number] >> distance) & 1:
            return np.int64(number)
    return np.int64(NUMBERS)


@inlined
def _best_attack_of(game, rules, side, unit, numbers, specials, leader_worth, least, best, choice):
    """Best attack of `unit` if it beats `best`; returns (best, choice): int64, int64. No attack costs less than `least`.

    Of the cards that reach a target the lowest number costs least, so it alone is looked at; only a leader who would
    die of a Flip (SC-35) may prefer the next one to a Close Combat card.
    """
    mind, share = game.mind, rules.share
    reach = card_reach(rules, unit, numbers)
    by_special = rules.special_reach[unit] if specials > 0 else np.int64(0)
    square = game.pos[unit]
    if (reach | by_special) == 0 or square < 0:
        return best, choice
    targets = STAR[square, FARTHEST[reach | by_special]] & game.men[1 - side]
    if targets == 0:
        return best, choice
    bound = mind.kill_top if (targets & mind.big) != 0 else mind.kill_small
    if (targets & BIT[game.pos[leader_of(1 - side)]]) != 0:
        bound = max(bound, leader_worth)
    if bound - least <= best or not may_attack(game, rules, unit):
        return best, choice
    targets &= squares_met(game.lines, square)
    in_danger = unit == leader_of(side) and game.hits[unit] == 1
    first = np.int64(-1)  # view of the best attack: of equal ones the first view's comes first
    while targets != 0:
        to = lowest_bit(targets)
        targets ^= BIT[to]
        distance = king_distance(square, to)
        target = game.board[to]
        worth = leader_worth if target == leader_of(1 - side) else mind.kill[target]
        if ((reach | by_special) >> distance) & 1 == 0 or worth - least < best:
            continue
        direction = bearing(square, to)
        if rules.corner and corner_closed(game.board, square, direction, distance):
            continue
        view = view_of(side, direction)
        level = best - 1 if view < first else best
        number = _best_number(rules, unit, numbers, distance, 1)
        while number < NUMBERS:
            risky = in_danger and number == 1
            score = worth - 50 * share * number - (5000 * share if risky else 0)
            if score > level:
                best, level, first, choice = score, score, view, pack_attack(unit, target, number, distance)
            if not risky:
                break
            number = _best_number(rules, unit, numbers, distance, 2)
        if (by_special >> distance) & 1 and worth - mind.special_kill > level:
            best, first, choice = worth - mind.special_kill, view, pack_attack(unit, target, BY_SPECIAL, distance)
    return best, choice


@inner
def choose_attack(game, rules, player, side, specials):
    """The attack with the largest A above c_att, -1 = stop (f2): int64 option. Needs set_kills."""
    numbers = attack_numbers(game, side)
    best, choice = player.c_att * rules.share, np.int64(-1)
    if numbers == 0 and specials == 0:
        return choice
    leader_worth = game.mind.kill_leader
    if game.looked and _leader_is_covered(game, rules, side, numbers, specials):
        leader_worth //= 4
    least = 50 * rules.share * LOWEST[numbers] if numbers != 0 else game.mind.special_kill
    if specials > 0:
        least = min(least, game.mind.special_kill)
    for unit in range(16 * side, 16 * side + 16):
        best, choice = _best_attack_of(
            game, rules, side, np.int64(unit), numbers, specials, leader_worth, least, best, choice
        )
    return choice
