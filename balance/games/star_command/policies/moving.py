"""Decision D4 of the heuristic players: the best-scored single move or group advance, or none (f2).

Upper bounds come first: most candidates cannot beat the best one even if everything went their way, and no line is
traced for them.
"""

from __future__ import annotations

import numpy as np

from balance.games.star_command.kernel.cards import MOVE_LINES, card_for, unit_numbers
from balance.games.star_command.kernel.motion import (
    BY_CARD,
    IN_GROUP,
    advance_square,
    count_group_directions,
    group_direction,
    join_team,
    list_stealth,
    list_unit_moves,
    may_move,
    may_stealth,
    pack,
    recall_team,
    set_order,
    square_of,
    way_of,
)
from balance.games.star_command.kernel.sight import shooters
from balance.games.star_command.kernel.table import P_STALL, leader_of, try_step
from balance.games.star_command.state import ALPHA2_ID, NUMBERS, PASS_NEVER
from balance.kit.bits import lowest_bit
from balance.kit.jit import inlined, inner
from balance.kit.square import (
    BIT,
    FARTHEST,
    STAR,
    ZONE,
    bearing,
    corner_closed,
    king_distance,
    squares_met,
    toggle,
)
from balance.kit.streams import NOISE, below_at, stream_id

NOISE_STEPS = 1000  # U of the stall noise is a whole number of thousandths


@inner
def best_hit(game, rules, side, square, by_card, by_special):
    """Worth of the best attack of a unit standing on `square`, never below 0, in kill units (f2): int64.

    `by_card`, `by_special`: bit d set when the unit can attack at distance d by a card, by a Special.
    """
    best = np.int64(0)
    reach = by_card | by_special
    targets = STAR[square, FARTHEST[reach]] & game.men[1 - side]
    if targets != 0:
        targets &= squares_met(game.lines, square)
    while targets != 0:
        to = lowest_bit(targets)
        targets ^= BIT[to]
        distance = king_distance(square, to)
        if (reach >> distance) & 1 == 0:
            continue
        if rules.corner and corner_closed(game.board, square, bearing(square, to), distance):
            continue
        worth = game.mind.kill[game.board[to]]
        if (by_card >> distance) & 1 == 0:
            worth -= game.mind.special_kill
        best = max(best, worth)
    return best


@inner
def _hit_bound(game, side, square, by_any):
    """No attack of reach `by_any` (bits) from `square` is worth more than this, in kill units: int64."""
    star = STAR[square, FARTHEST[by_any]] & game.men[1 - side]
    if star == 0:
        return np.int64(0)
    target = game.pos[leader_of(1 - side)]
    if (star & BIT[target]) != 0 and (by_any >> king_distance(square, target)) & 1:
        return max(game.mind.kill_leader, game.mind.kill_top)
    return game.mind.kill_top if (star & game.mind.big) != 0 else game.mind.kill_small


@inner
def _leader_shooters_after(game, rules, side, unit, square):
    """Shooters on the own leader once `unit`, which is lifted, stands on `square`: int64."""
    game.board[square] = unit
    toggle(game.lines, square)
    count = shooters(game, rules, side, game.pos[leader_of(side)])
    game.board[square] = -1
    toggle(game.lines, square)
    return count


@inner
def _best_of_unit(game, rules, side, unit, first, last, specials, threats, best, choice):
    """Best option of `unit` among game.options[first:last] if it beats `best`; returns (best, choice): int64, int64.

    `threats`: shooters on the unit where it stands.
    """
    mind = game.mind
    leader = leader_of(side)
    home, goal = game.pos[leader], game.pos[leader_of(1 - side)]
    square = game.pos[unit]
    by_card = mind.by_card[unit]
    may_shoot = rules.move_then_attack == 1
    if not may_shoot and game.moved[unit] > 0:
        by_card = np.int64(0)
    by_special = rules.special_reach[unit] if specials > 0 and (may_shoot or game.moved[unit] == 0) else np.int64(0)
    pull = mind.home if unit == leader else mind.adv
    exposure = mind.own if unit == leader else mind.risk[unit]  # price of one more shooter on the mover
    far = king_distance(square, goal)
    own_before = np.int64(0) if unit == leader else mind.leader_shooters
    on_screen = unit != leader and (rules.corner or bearing(home, square) >= 0)  # a corner closes from beside the line
    price, special_price, hit_weight, noise = mind.c_move, mind.c_special, mind.hit, mind.noise
    shelter = mind.own * own_before  # the most a step can give by screening the leader
    ceiling = noise * (NOISE_STEPS - 1) + exposure * threats
    hit_card, hit_special = np.int64(-1), np.int64(-1)  # best_hit before the move, with all Specials and with one less
    lifted = False
    for i in range(first, last):
        option = game.options[i]
        to = square_of(option)
        score = pull * (far - king_distance(to, goal)) - price
        by_left = by_special  # the Specials left after the move's own card
        if way_of(option) != BY_CARD:
            score -= special_price
            if specials < 2:
                by_left = np.int64(0)
        by_card_to = by_card if may_shoot else np.int64(0)
        by_special_to = by_left if may_shoot else np.int64(0)
        hit_bound = hit_weight * _hit_bound(game, side, to, by_card_to | by_special_to)
        screens = on_screen or (unit != leader and bearing(home, to) >= 0)
        room = hit_bound + (shelter if screens else np.int64(0))
        if score + room + ceiling <= best:
            continue
        if not lifted:
            lifted = True
            game.board[square] = -1
            toggle(game.lines, square)
            hit_card = best_hit(game, rules, side, square, by_card, by_special)
            hit_special = best_hit(game, rules, side, square, by_card, np.int64(0)) if specials == 1 else hit_card
        score -= hit_weight * (hit_card if by_left == by_special else hit_special)
        if score + room + ceiling <= best:
            continue
        score -= exposure * (shooters(game, rules, side, to) - threats)
        if score + room + noise * (NOISE_STEPS - 1) <= best:
            continue
        if noise > 0:
            stream = stream_id(P_STALL, side, game.turn)
            score += noise * below_at(
                game.streams, np.int64(NOISE), stream, 2048 * game.plays + 64 * unit + to, np.int64(NOISE_STEPS)
            )
        if hit_bound > 0:
            score += hit_weight * best_hit(game, rules, side, to, by_card_to, by_special_to)
        if screens and score + shelter > best:
            score -= mind.own * (_leader_shooters_after(game, rules, side, unit, to) - own_before)
        if score > best:
            best = score
            choice = option
    if lifted:
        game.board[square] = unit
        toggle(game.lines, square)
    return best, choice


@inner
def build_group(game, rules, side, number, line, direction):
    """Move the units a group advance should take, each with g > 0, on the board; returns the sum of g (f2): int64.

    The members are noted in game.team; undo with recall_team. game.order must be set.
    """
    mind = game.mind
    goal = game.pos[leader_of(1 - side)]
    leader = leader_of(side)
    total = np.int64(0)
    for i in range(game.order_n):
        unit = game.order[i]
        if unit == leader:
            continue
        if rules.group_cap > 0 and game.team_n >= rules.group_cap:
            break
        to = advance_square(game, rules, unit, number, line, direction)
        if to < 0:
            continue
        square = game.pos[unit]
        gain = mind.group * (king_distance(square, goal) - king_distance(to, goal))
        if mind.risk[unit] > 0:
            before = shooters(game, rules, side, square)
            if gain + mind.risk[unit] * before <= 0:
                continue
            join_team(game, unit, to)
            gain -= mind.risk[unit] * (shooters(game, rules, side, to) - before)
            if gain <= 0:
                game.team_n -= 1
                try_step(game, unit, square)
        elif gain > 0:
            join_team(game, unit, to)
        if gain > 0:
            total += gain
    return total


@inner
def _best_group(game, rules, side, common):
    """Best group advance as (score, option), score 0 and option -1 when none gains: int64, int64."""
    best, choice = np.int64(0), np.int64(-1)
    for number in range(1, NUMBERS):
        if (common >> number) & 1 == 0 and rules.has_named == 0:
            continue
        line = card_for(game, rules, side, np.int64(-1), np.int64(number), MOVE_LINES)
        if line < 0:
            continue
        for i in range(count_group_directions(rules)):
            direction = group_direction(side, i)
            score = build_group(game, rules, side, np.int64(number), line, direction) - game.mind.c_move
            if game.team_n >= 2 and score > best:
                best = score
                choice = pack(IN_GROUP, direction, np.int64(number), 0)
            recall_team(game)
    return best, choice


@inlined
def _farthest(game, rules, side, unit, common, specials):
    """The longest single move of `unit`, 0 = none, also when boxed in: int64."""
    longest = FARTHEST[rules.move_numbers[unit] & unit_numbers(game, rules, side, unit, common)]
    if specials > 0:
        longest = max(longest, rules.hot_dogging[unit])
    others = ZONE[game.pos[unit], 1] & ~(game.men[side] | game.men[1 - side])
    if others == 0 and rules.passes[unit] == PASS_NEVER:
        return np.int64(0)
    return longest


@inlined
def _gain_bound(game, rules, side, unit, longest, specials):
    """No move of `unit` by up to `longest` gains more than this by approach and attack; exposure is not in it: int64."""
    mind = game.mind
    far = king_distance(game.pos[unit], game.pos[leader_of(1 - side)])
    reach = mind.by_card[unit]
    if specials > 0:
        reach |= rules.special_reach[unit]
    kill = np.int64(0)
    near = ZONE[game.pos[unit], min(longest + FARTHEST[reach], 7)] & game.men[1 - side]
    if reach != 0 and near != 0:
        kill = mind.kill_top if (near & mind.big) != 0 else mind.kill_small
        if far - longest <= FARTHEST[reach]:
            kill = max(kill, mind.kill_leader)
    pull = mind.home if unit == leader_of(side) else mind.adv
    return abs(pull) * min(longest, 7) + mind.hit * kill + mind.noise * (NOISE_STEPS - 1) - mind.c_move


@inlined
def _shelter_bound(game, rules, side, unit, longest):
    """No move of `unit` by up to `longest` takes more than this off the exposure of its leader: int64."""
    mind = game.mind
    home = game.pos[leader_of(side)]
    if mind.leader_shooters == 0 or unit == leader_of(side):
        return mind.own * mind.leader_shooters  # the leader's own exposure is the price of its shooters
    near = ZONE[game.pos[unit], min(longest, 7)] & STAR[home, 7]
    if near == 0 and bearing(home, game.pos[unit]) < 0 and rules.corner == 0:
        return np.int64(0)
    return mind.own * mind.leader_shooters


@inlined
def _try_unit(game, rules, side, unit, common, specials, best, choice):
    """Best single move of `unit` if it beats `best`, bounds first; returns (best, choice): int64, int64."""
    mind = game.mind
    longest = _farthest(game, rules, side, unit, common, specials)
    if longest == 0:
        return best, choice
    bound = _gain_bound(game, rules, side, unit, longest, specials) + _shelter_bound(game, rules, side, unit, longest)
    exposure = np.int64(0) if unit == leader_of(side) else mind.risk[unit]  # the leader's is in the shelter
    if bound + exposure * 8 <= best:
        return best, choice
    threats = shooters(game, rules, side, game.pos[unit])
    if bound + exposure * threats <= best:
        return best, choice
    last = list_unit_moves(game, rules, side, unit, common, specials, np.int64(0))
    if last == 0:
        return best, choice
    return _best_of_unit(game, rules, side, unit, np.int64(0), last, specials, threats, best, choice)


@inner
def choose_move(game, rules, player, side, common, specials):
    """The Move play with the largest score above 0, -1 = stop (f2): int64 option. Needs set_move_weights.

    `common`: numbers of usable Move cards in hand (bits); `specials`: Specials in hand.
    """
    mind = game.mind
    if common == 0 and specials == 0 and not rules.has_named:
        return np.int64(-1)
    mind.leader_shooters = shooters(game, rules, side, game.pos[leader_of(side)])
    best, choice = np.int64(0), np.int64(-1)
    if (common != 0 or rules.has_named) and (mind.group > 0 or player.risk > 0):
        set_order(game, rules, side)
        best, choice = _best_group(game, rules, side, common)
        if choice >= 0:
            best -= 1  # a single move of the same score comes first
    for unit in range(16 * side, 16 * side + 16):
        if may_move(game, rules, unit):
            best, choice = _try_unit(game, rules, side, np.int64(unit), common, specials, best, choice)
    if may_stealth(game, rules, side, specials):
        unit = np.int64(ALPHA2_ID)
        last = list_stealth(game, rules, unit, np.int64(0))
        threats = shooters(game, rules, side, game.pos[unit])
        best, choice = _best_of_unit(game, rules, side, unit, np.int64(0), last, specials, threats, best, choice)
    return choice
