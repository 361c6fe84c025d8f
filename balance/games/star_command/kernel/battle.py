"""Battle Phase: attacks, answers, hits, removals and what follows from them (SC-26..SC-39)."""

from __future__ import annotations

import numpy as np

from balance.games.star_command.events import ATTACK, DEFEND, EXPENDABLE, HIT, REMOVED
from balance.games.star_command.kernel.cards import (
    ATTACK_LINES,
    FLIP_LINE,
    IS_CLOSE,
    TYPE,
    X_TYPE,
    card_for,
    draw,
    special_line,
    specials_in_hand,
    spend,
)
from balance.games.star_command.kernel.move_phase import stop_at_cap
from balance.games.star_command.kernel.orders import play_look
from balance.games.star_command.kernel.table import (
    ATTACKS,
    FLIP_KILLS,
    FLIPS,
    NEGATED,
    SPECIALS_ATTACK,
    SPECIALS_DEFENSE,
    end_game,
    leader_of,
    lift,
)
from balance.games.star_command.policies.answering import COUNTER_HIT, choose_answer
from balance.games.star_command.policies.chance import random_attack
from balance.games.star_command.policies.fighting import BY_SPECIAL, choose_attack
from balance.games.star_command.policies.mending import pays_for_draw
from balance.games.star_command.policies.weigh import set_kills
from balance.games.star_command.state import (
    AUTOMATIC,
    BUZZ_ID,
    CAPTURES,
    COSTS_SPECIAL,
    HAND_SIZES,
    HEURISTIC,
    LEADER_FLIPPED,
    LEADER_SHOT,
    PASS,
    UNIT_NAMES,
)
from balance.kit.jit import inner, shared
from balance.kit.trace import emit

HORNET_TYPE = UNIT_NAMES.index("hornet")


@inner
def _expend(game, rules, players, tally, unit, trace):
    """A removed Hornet's owner draws (SC-39). Writes `game`, `tally`."""
    owner = unit >> 4
    line = np.int64(-1)
    if rules.hornet_cards == 0 or (rules.hornet_draw != AUTOMATIC and rules.hornet_draw != COSTS_SPECIAL):
        return
    if rules.hornet_draw == COSTS_SPECIAL:
        line = special_line(game, rules, owner)
        if line < 0 or not pays_for_draw(players[game.who[owner]]):
            return
        spend(game, tally, owner, line)
    emit(trace, EXPENDABLE, owner, unit, rules.hornet_cards, line)
    if draw(game, rules, tally, owner, rules.hornet_cards, trace) > 0:
        game.hornet_draws += 1


@inner
def _capture(game, rules, tally, unit, by, reason, line, distance, trace):
    """Remove `unit` at 0 hits and see whether that wins (SC-38, SC-02, SC-56). Writes `game`, `tally`."""
    owner = unit >> 4
    emit(trace, REMOVED, owner, unit, game.pos[unit])
    lift(game, rules, unit)
    game.captures[1 - owner] += 1
    tally.unit_kills[rules.kind[by]] += 1
    tally.unit_losses[rules.kind[unit]] += 1
    if game.first_loss == 0:
        game.first_loss = game.turn
    if unit == leader_of(owner):
        game.killer = rules.kind[by]
        game.killer_card = line
        game.killer_distance = distance
        end_game(game, 1 - owner, reason)
    elif rules.captures > 0 and game.captures[1 - owner] >= rules.captures:
        end_game(game, 1 - owner, CAPTURES)


@inner
def hit(game, rules, players, tally, unit, by, reason, line, distance, trace):
    """`unit` loses one hit to `by`, with removal, leader check and Hornet draw in this order (SC-33, SC-37).

    `reason`: LEADER_SHOT or LEADER_FLIPPED, `line` and `distance` of the hit, kept if a leader falls. Writes `game`.
    """
    game.hits[unit] -= 1
    game.hits_total -= 1
    if game.hits_total < game.hits_low:
        game.hits_low = game.hits_total
        game.low_turn = game.turn
        game.watched = game.repeats = game.watched_idle = 0
    tally.unit_hits[rules.kind[by]] += 1
    tally.unit_hits_taken[rules.kind[unit]] += 1
    if unit == leader_of(unit >> 4) and game.first_leader_hit == 0:
        game.first_leader_hit = game.turn
    emit(trace, HIT, unit >> 4, unit, game.hits[unit], by)
    if game.hits[unit] == 0:
        _capture(game, rules, tally, unit, by, reason, line, distance, trace)
        if not game.over and rules.kind[unit] == HORNET_TYPE:
            _expend(game, rules, players, tally, unit, trace)


@inner
def spend_answer(game, tally, unit, answer, negated, trace):
    """The owner of `unit` discards `answer` in its defense (SC-34, SC-36, SC-49). Writes `game`, `tally`."""
    owner = unit >> 4
    spend(game, tally, owner, answer)
    emit(trace, DEFEND, owner, answer, unit, negated)
    game.defended[unit] += 1
    if TYPE[answer] == X_TYPE:
        game.count[owner, SPECIALS_DEFENSE] += 1
        if unit == BUZZ_ID:
            game.buzz_defenses += 1
    if owner != game.side and answer != FLIP_LINE and game.looked:
        game.answers = max(np.int64(0), game.answers - 1)


@inner
def _counter_hit(game, rules, players, tally, unit, target, distance, trace):
    """Flip: the attacking `unit` loses a hit to `target` (SC-35). Writes `game`, `tally`."""
    side = unit >> 4
    answer = np.int64(-1)
    if rules.counter_defensible:
        answer = choose_answer(game, rules, players[game.who[side]], unit, np.int64(COUNTER_HIT), np.int64(0), distance)
    if answer >= 0:
        spend_answer(game, tally, unit, answer, np.int64(1), trace)
        return
    hit(game, rules, players, tally, unit, target, np.int64(LEADER_FLIPPED), np.int64(FLIP_LINE), distance, trace)
    if game.hits[unit] == 0:
        game.count[side, FLIP_KILLS] += 1


@shared
def settle_attack(game, rules, players, tally, unit, target, line, number, distance, answer, trace):
    """The attack on `target` after its owner's `answer` (a card line, -1 = none) (SC-33..SC-35). Writes `game`, `tally`."""
    side = unit >> 4
    negated = answer >= 0 and (answer != FLIP_LINE or rules.flip_negates == 1)
    if answer >= 0:
        spend_answer(game, tally, target, answer, np.int64(negated), trace)
    if negated:
        game.count[side, NEGATED] += 1
        tally.neg_by[answer] += 1
    else:
        hit(game, rules, players, tally, target, unit, np.int64(LEADER_SHOT), line, distance, trace)
    if answer == FLIP_LINE:
        game.count[side, FLIPS] += 1
        if not game.over:
            _counter_hit(game, rules, players, tally, unit, target, distance, trace)


@shared
def declare_attack(game, rules, tally, unit, target, number, distance, trace):
    """Name attacker, card and target, and pay (SC-33); returns the card line: int64. `number` 0 = by Special."""
    side = unit >> 4
    if number == BY_SPECIAL:
        line = special_line(game, rules, side)
        game.count[side, SPECIALS_ATTACK] += 1
    else:
        line = card_for(game, rules, side, unit, number, ATTACK_LINES)
    spend(game, tally, side, line)
    emit(trace, ATTACK, side, unit, game.pos[unit], target, game.pos[target], line, distance)
    game.attacked[unit] += 1
    game.count[side, ATTACKS] += 1
    tally.unit_attacks[rules.kind[unit]] += 1
    if game.first_shot == 0:
        game.first_shot = game.turn
    game.acted = 1
    game.plays += 1
    return line


@shared
def attack(game, rules, players, tally, unit, target, number, distance, trace):
    """One whole attack: declared, answered, settled (SC-33). Writes `game`, `tally`."""
    line = declare_attack(game, rules, tally, unit, target, number, distance, trace)
    if number == BY_SPECIAL:
        number = rules.special[unit]
    defender = target >> 4
    held = min(game.hand_n[defender], HAND_SIZES - 1)
    before = game.count[1 - defender, NEGATED]
    answer = choose_answer(game, rules, players[game.who[defender]], target, line, number, distance)
    settle_attack(game, rules, players, tally, unit, target, line, number, distance, answer, trace)
    if target == leader_of(defender):
        tally.leader_attacks[defender, IS_CLOSE[line], held] += 1
        tally.leader_negated[defender, IS_CLOSE[line], held] += game.count[1 - defender, NEGATED] - before


@inner
def battle_phase(game, rules, players, tally, trace):
    """Window B, then attacks until the player stops (SC-26). Writes `game`, `tally`."""
    side = game.side
    player = players[game.who[side]]
    game.plays = 0
    if player.kind == PASS:
        return
    valued = game.hits_total  # the Move Phase left the worths of the first attack
    if not rules.x_orders:
        play_look(game, rules, tally, side, trace)
    while not game.over and (rules.max_attacks == 0 or game.plays < rules.max_attacks):
        specials = specials_in_hand(game, rules, side)
        if player.kind == HEURISTIC:
            if game.hits_total != valued:
                set_kills(game, rules, player, side)
                valued = game.hits_total
            option = choose_attack(game, rules, player, side, specials)
        else:
            option = random_attack(game, rules, side, specials)
        if option < 0:
            break
        attack(game, rules, players, tally, option >> 12, (option >> 7) & 31, (option >> 3) & 15, option & 7, trace)
        if stop_at_cap(game, rules, side, trace):
            break
