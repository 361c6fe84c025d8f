"""Phase 4: combat in eleven steps, reactions, battle back, pursuit (RA-50 .. RA-66)."""

from __future__ import annotations

import numpy as np

from balance.games.red_alert.events import (
    E_ATTACK,
    E_BATTLE_BACK,
    E_FIZZLE,
    E_PARLEY,
    E_PURSUE,
    E_ROLL,
    E_SHIELDS,
    E_STARS,
    E_STRIKE_FIRST,
    MOVE_PURSUIT,
    STARS_DICE,
    STARS_GIFT,
)
from balance.games.red_alert.kernel.board import lift, move, put, stays_out_of_combat, touching
from balance.games.red_alert.kernel.hands import discard_command_card, gain_stars, pay, use_combat_card
from balance.games.red_alert.kernel.losses import apply_hits, red_alert
from balance.games.red_alert.kernel.record import DICE, DIE, FOUGHT, GROUP_MOVED, NO, PURSUED, YES
from balance.games.red_alert.kernel.sight import able, attack_dice, dice_at, pays
from balance.games.red_alert.policies.fire import (
    attack_row,
    battle_back,
    next_attack,
    pursuit,
    random_target,
    reaction,
    shields,
)
from balance.games.red_alert.policies.values import RANDOM_LEGAL, best_target, real_dice, standing
from balance.games.red_alert.state import AMBUSH, MAX_DICE, NEGOTIATE
from balance.kit.jit import helper, kernel
from balance.kit.streams import below
from balance.kit.trace import emit


@helper
def roll_faces(state, tally, side, n):
    """Roll n battle dice of a side: faces packed in decimal digits pairs, face f worth 100**f; counted in `tally`."""
    packed = 0
    for _ in range(n):
        face = below(state.streams, DICE + side, DIE)
        tally.faces[face] += 1
        packed += 100**face
    return packed


@helper
def strike(rules, players, state, row, tally, trace, u, e, n):
    """Steps 6 to 9: unit u rolls n >= 1 dice against unit e (RA-55, RA-58, RA-59).

    Returns the hits before Shields Up. Sets `state.alerted` if e suffered a red alert. The game may be over afterwards.
    """
    side = u >> 4
    packed = roll_faces(state, tally, side, n)
    cls, target_cls = rules.type_cls[state.u_type[u]], rules.type_cls[state.u_type[e]]
    blasts, stars, reds = (packed // 1_000_000) % 100, (packed // 100_000_000) % 100, packed // 10_000_000_000
    ignored = min(blasts, rules.ignored[cls, target_cls])
    hits = (packed // 100**target_cls) % 100 + blasts - ignored
    rolled = hits
    tally.rolls[n, rules.ignored[cls, target_cls], hits] += 1
    emit(trace, E_ROLL, side, u, e, _short(packed), n, hits, ignored)
    row.blasts_ignored[side] += ignored
    row.red_faces[side] += reds
    state.alerted = 0
    if hits > 0:
        r = shields(rules, players[state.player[1 - side]], state, e, hits)
        if r >= 0:
            use_combat_card(rules, state, row, trace, 1 - side, r)
            hits = max(hits - rules.combat_ignore_hits[r], 0)
            emit(trace, E_SHIELDS, 1 - side, hits)
    slot = rules.type_slot[state.u_type[u]]
    row.dice[side, slot] += n
    row.hits[side, slot] += hits
    if hits > 0:
        apply_hits(rules, state, row, tally, trace, e, u, hits)
    if rules.stars_from_dice == 1 and stars > 0:
        gain_stars(state, row, trace, side, stars, STARS_DICE)
    count = reds - rules.type_ra[state.u_type[e]]
    if count > 0 and state.u_hex[e] >= 0:
        red_alert(rules, players[state.player[1 - side]], state, row, tally, trace, e, u, count)
    return rolled


@helper
def _short(packed):
    """Faces with one decimal digit each (at most 9 dice are rolled)."""
    short, unit = 0, 1
    for _ in range(6):
        short += (packed % 100) * unit
        packed //= 100
        unit *= 10
    return short


@helper
def forced_away(rules, state, u, h):
    """1 if unit u, which stood on hex h, is gone or was forced to retire by the roll just made (RA-57, RA-60)."""
    if state.u_hex[u] != h:
        return 1
    return 1 if rules.forced_retire_means == 1 and state.alerted == 1 else 0


@helper
def parley(rules, state, row, tally, trace, side, r):
    """Hold Your Fire, just paid: 1 if the enemy's attack does not happen (RA-61)."""
    stars = 0
    for _ in range(3):
        stars += 1 if below(state.streams, DICE + side, DIE) == 4 else 0
    left = min(state.stars[side], 3)
    works = 1 if 1 <= stars <= state.stars[side] else 0
    tally.parley[left, 0] += 1
    tally.parley[left, 1] += works
    emit(trace, E_PARLEY, side, stars, stars * works)
    if works == 1:
        state.stars[side] -= stars
        state.stars[1 - side] += stars
        row.stars_spent[side] += stars
        row.stars_gained[1 - side] += stars
        row.cb_success[side, rules.combat_slot[r]] += 1
        emit(trace, E_STARS, 1 - side, stars, STARS_GIFT, state.stars[1 - side])
    return works


@helper
def strike_first(rules, players, state, row, tally, trace, e, u, m, r, choice):
    """First Strike or Ambush of e against its attacker u with m dice by RA-52 (RA-57). 1 if the attack is lost."""
    side = e >> 4
    here = state.u_hex[u]
    if choice >= 100:
        state.hand[side, r] -= 1
        state.hand_n[side] -= 1
        discard_command_card(state, r)
        state.struck_first[side] = 1
        row.cmd_played[side, rules.command_slot[r]] += 1
    else:
        m += rules.combat_die_delta[r]
    n = real_dice(rules, m)
    emit(trace, E_STRIKE_FIRST, side, e, u, choice, n)
    if n < 1:
        return 0
    strike(rules, players, state, row, tally, trace, e, u, n)
    lost = forced_away(rules, state, u, here)
    if choice < 100:
        row.cb_success[side, rules.combat_slot[r]] += lost
    return lost


@helper
def announce(rules, state, row, u, e, distance, shielded):
    """Count an ordinary or bonus combat of unit u against unit e. Writes `row`."""
    side = u >> 4
    t = state.u_type[u]
    row.attacks[side, rules.type_slot[t]] += 1
    if distance == 1:
        row.close_attacks[side] += 1
    else:
        row.ranged_attacks[side] += 1
    if rules.group[state.u_hex[e]] >= 0:
        row.attacks_on_planet[side] += 1
    if shielded == 1:
        marks = state.u_mark[u]
        row.dice_lost_planet[side] += dice_at(rules, t, distance, marks, NO) - dice_at(rules, t, distance, marks, YES)
    if state.u_mark[u] > 0:
        row.dice_lost_marker[side] += 1
    if (state.u_flag[u] & GROUP_MOVED) != 0:
        row.same_group_move_attacks[side] += 1


@helper
def attack(rules, players, state, row, tally, trace, u, e, extra, bonus):
    """One ordinary or bonus combat of unit u against its legal target e up to the battle back (RA-50 .. RA-63).

    `extra`: dice of Hot Pursuit in a bonus combat; `bonus` 1 for a bonus combat.
    """
    side, other = u >> 4, e >> 4
    start, end = state.u_hex[u], state.u_hex[e]
    distance = np.int64(rules.distance[start, end])
    close = 1 if distance == 1 else 0
    card = state.card
    plus = extra + (rules.command_die_bonus_close[card] if close == 1 else rules.command_die_bonus_ranged[card])
    base = attack_dice(rules, state, u, e, close)
    shielded = pays(rules, rules.group[start], rules.group[end], distance)
    announce(rules, state, row, u, e, distance, shielded)
    emit(trace, E_ATTACK, side, u, e, distance, base, base + plus, bonus)
    r = attack_row(rules, players[state.player[side]], state, side, u, e, base + plus)
    if r >= 0:
        use_combat_card(rules, state, row, trace, side, r)
        plus += rules.combat_die_delta[r]
    foe = players[state.player[other]]
    m = attack_dice(rules, state, e, u, YES) if close == 1 and able(rules, state, e) == 1 else 0
    choice = reaction(rules, foe, state, u, e, base + plus, m, close)
    no_answer = 0
    if choice >= 100:
        lost = strike_first(rules, players, state, row, tally, trace, e, u, m, choice - 100, choice)
    elif choice >= 0:
        use_combat_card(rules, state, row, trace, other, choice)
        lost = 0
        special = rules.combat_special[choice]
        if special == NEGOTIATE:
            lost = parley(rules, state, row, tally, trace, other, choice)
        elif special == AMBUSH:
            no_answer = 1
            lost = strike_first(rules, players, state, row, tally, trace, e, u, m, choice, choice)
        else:
            plus += rules.combat_die_delta[choice]
    else:
        lost = 0
    if state.over == 1 or lost == 1:
        return
    n = _dice_now(rules, state, u, e, distance, plus)
    if n < 1:
        emit(trace, E_FIZZLE, side, u, e)
        return
    on_planet = 1 if rules.group[end] >= 0 else 0
    open_dice = real_dice(rules, dice_at(rules, state.u_type[u], distance, state.u_mark[u], NO) + plus)
    hits = strike(rules, players, state, row, tally, trace, u, e, n)
    tally.shield[on_planet, open_dice, 0] += 1
    tally.shield[on_planet, open_dice, 1] += n
    tally.shield[on_planet, open_dice, 2] += hits
    if state.over == 0 and no_answer == 0 and forced_away(rules, state, e, end) == 0:
        answer(rules, players, state, row, tally, trace, e, u, distance)


@helper
def _dice_now(rules, state, u, e, distance, plus):
    """Dice really rolled: RA-52 as it is after any reaction, plus bonuses, 0 if a marker forbids the attack (RA-57)."""
    if able(rules, state, u) == 0:
        return 0
    shielded = pays(rules, rules.group[state.u_hex[u]], rules.group[state.u_hex[e]], distance)
    return real_dice(rules, dice_at(rules, state.u_type[u], distance, state.u_mark[u], shielded) + plus)


@helper
def answer(rules, players, state, row, tally, trace, e, u, distance):
    """Step 10: unit e, which still stands in its hex, may battle back against u (RA-60)."""
    scope = rules.battle_back_scope
    if scope == 2 or (scope == 0 and distance > 1) or able(rules, state, e) == 0:
        return
    n = attack_dice(rules, state, e, u, touching(rules, state, e))
    if n < 1:
        return
    side = e >> 4
    how = battle_back(rules, players[state.player[side]], state, e, u, n)
    if how == 0:
        return
    cost = 0
    if how == 1:
        cost = rules.battle_back_cost
        pay(state, row, side, cost)
    else:
        use_combat_card(rules, state, row, trace, side, how - 2)
    row.battle_backs[side, rules.type_slot[state.u_type[e]]] += 1
    emit(trace, E_BATTLE_BACK, side, e, u, n, cost)
    strike(rules, players, state, row, tally, trace, e, u, min(n, MAX_DICE))


@helper
def may_pursue(rules, state, u, e, start, end):
    """1 if unit u may pursue into hex `end`, left by e, after its ordinary attack from `start` (RA-66, RA-43)."""
    t = state.u_type[u]
    who = rules.pursuit_units
    if who == 2 or (who == 0 and rules.type_destroyer[t] == 0):
        return 0
    if state.u_hex[u] != start or state.u_hex[e] == end or state.hex_unit[end] >= 0:
        return 0
    if np.int64(rules.distance[start, end]) != 1 or (state.u_flag[u] & PURSUED) != 0:
        return 0
    if rules.red_alert_marker_blocks == 2 and state.u_mark[u] > 0:
        return 0
    return 1 if rules.pursuit_onto_planet == 1 or rules.group[end] < 0 else 0


@helper
def pursue(rules, players, state, row, tally, trace, u, end):
    """Step 11: unit u may move into hex `end` and make its bonus combats (RA-66)."""
    side = u >> 4
    me = players[state.player[side]]
    card = state.card
    start = state.u_hex[u]
    stays_out = stays_out_of_combat(rules, rules.type_cls[state.u_type[u]], start, end)
    bonus_max = rules.bonus_combat_max if stays_out == 0 or rules.pursuit_onto_planet_bonus == 1 else 0
    gained, target, dice = 0, -1, 0
    if me.policy != RANDOM_LEGAL:
        gained = standing(rules, me, state, u, end) - standing(rules, me, state, u, start)
        if bonus_max > 0:
            target, dice = _bonus_from(rules, me, state, u, start, end)
    how = pursuit(rules, me, state, u, gained, target, dice, bonus_max)
    if how == 0:
        return
    cost, extra = 0, 0
    if how == 1:
        cost = rules.pursuit_cost
        pay(state, row, side, cost)
    else:
        use_combat_card(rules, state, row, trace, side, how - 2)
        extra = rules.combat_bonus_die[how - 2]
    row.pursuits[side] += 1
    state.u_flag[u] |= PURSUED
    emit(trace, E_PURSUE, side, u, end, cost)
    move(rules, state, row, trace, u, end, MOVE_PURSUIT)
    for _ in range(bonus_max):
        if state.over == 1 or state.u_hex[u] < 0 or touching(rules, state, u) == 0:
            return
        if me.policy == RANDOM_LEGAL:
            e = random_target(rules, state, side, u, YES, YES)
        else:
            value, e = best_target(rules, me, state, u, rules.command_die_bonus_close[card] + extra, NO)
            if value <= 0:
                return
        if e < 0:
            return
        row.bonus_combats[side] += 1
        attack(rules, players, state, row, tally, trace, u, e, extra, YES)


@helper
def _bonus_from(rules, me, state, u, start, end):
    """Best bonus target of unit u from hex `end` and its dice there (close bonus of the card included), -1 if none."""
    lift_held = state.u_held[u]
    state.u_held[u] = 0
    lift(state, u)
    put(state, u, end)
    target, dice = -1, 0
    if touching(rules, state, u) == 1:
        plus = rules.command_die_bonus_close[state.card]
        target = best_target(rules, me, state, u, plus, NO)[1]
        if target >= 0:
            dice = attack_dice(rules, state, u, target, YES) + plus
    lift(state, u)
    put(state, u, start)
    state.u_held[u] = lift_held
    return target, dice


@kernel
def combat_phase(rules, players, state, row, tally, trace):
    """Phase 4: ordered units fight one after another (RA-19, RA-50 .. RA-66)."""
    side = state.active
    me = players[state.player[side]]
    while state.over == 0:
        u, e = next_attack(rules, me, state, side)
        if u < 0:
            return
        state.u_flag[u] |= FOUGHT
        if me.policy == RANDOM_LEGAL:
            e = random_target(rules, state, side, u, touching(rules, state, u), NO)
        if e < 0:
            continue
        start, end = state.u_hex[u], state.u_hex[e]
        attack(rules, players, state, row, tally, trace, u, e, NO, NO)
        if state.over == 0 and may_pursue(rules, state, u, e, start, end) == 1:
            pursue(rules, players, state, row, tally, trace, u, end)
