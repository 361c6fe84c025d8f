"""Hits, confirm rolls, elimination, red alerts and retire (RA-55, RA-56, RA-70 .. RA-74, RA-83)."""

from __future__ import annotations

from balance.games.red_alert.events import E_ALERT, E_BLOCKED, E_CONFIRM, E_GONE, E_LOSE_CARD, E_LOSS, MOVE_RETIRE
from balance.games.red_alert.kernel.board import lift, move
from balance.games.red_alert.kernel.record import DICE, DIE, LOSE, YES
from balance.games.red_alert.policies.fire import retire_hex
from balance.games.red_alert.state import END_FLAGSHIP, END_NO_UNITS, END_UNITS, END_VP
from balance.kit.deck import pick_weighted
from balance.kit.jit import helper, kernel
from balance.kit.streams import below
from balance.kit.trace import emit


@helper
def settle(rules, state, side, flagship_gone):
    """End the game if `side` has won (RA-83): over, winner and reason of `state`."""
    reason = -1
    if state.vp[side] >= rules.victory_points:
        reason = END_VP
    elif state.elim[side] >= rules.units_to_eliminate:
        reason = END_UNITS
    elif state.alive[1 - side] == 0:
        reason = END_NO_UNITS
    elif flagship_gone == 1 and rules.flagship_loss_ends_game == 1:
        reason = END_FLAGSHIP
    if reason >= 0:
        state.over = 1
        state.winner = side
        state.reason = reason


@helper
def eliminate(rules, state, row, trace, u, by):
    """Remove unit u, eliminated by an attack of unit `by`: points, victory check, lost command cards (RA-55, RA-56)."""
    t = state.u_type[u]
    owner, winner = u >> 4, 1 - (u >> 4)
    lift(state, u)
    state.alive[owner] -= 1
    worth = rules.type_vp[t]
    state.vp[winner] += worth
    state.elim[winner] += 1
    row.lost[owner, rules.type_slot[t]] += 1
    slot = rules.type_slot[state.u_type[by]]
    row.kills[winner, slot] += 1
    row.vp_won[winner, slot] += worth
    row.flagship_kills[winner] += rules.type_flagship[t]
    emit(trace, E_GONE, owner, u, worth, by)
    settle(rules, state, winner, rules.type_flagship[t])
    if state.over == 1 or rules.type_flagship[t] == 0:
        return
    for _ in range(rules.flagship_loss_cards):
        state.rating[owner] = max(state.rating[owner] - 1, 0)
        if state.hand_n[owner] > 0:
            r = pick_weighted(state.hand[owner], rules.n_commands, state.hand_n[owner], state.streams, LOSE + owner)
            state.hand[owner, r] -= 1
            state.hand_n[owner] -= 1
            state.disc[r] += 1
            state.disc_n += 1
            emit(trace, E_LOSE_CARD, owner, r, state.rating[owner])


@helper
def confirm(rules, state, row, tally, trace, u, by, count):
    """Roll `count` confirm dice of unit `by` against the bare flagship u: 1 if it is destroyed (RA-56)."""
    side = by >> 4
    dead = 0
    for _ in range(count):
        face = below(state.streams, DICE + side, DIE)
        kills = 1 if face == 2 or face == 3 else 0
        dead |= kills
        tally.confirm[0] += 1
        tally.confirm[1] += kills
        emit(trace, E_CONFIRM, side, u, face, kills)
    row.flagship_confirm_rolls[side] += count
    return dead


@helper
def take_figures(rules, state, row, trace, u, count):
    """Remove `count` figures (of a flagship: cap fighters) from unit u, which has as many. Writes `state`, `row`."""
    if count <= 0:
        return
    if rules.type_flagship[state.u_type[u]] == 1:
        state.u_caps[u] -= count
    else:
        state.u_figs[u] -= count
    row.figs_lost[u >> 4, rules.type_slot[state.u_type[u]]] += count
    emit(trace, E_LOSS, u >> 4, u, state.u_figs[u], state.u_caps[u])


@helper
def apply_hits(rules, state, row, tally, trace, u, by, hits):
    """Hits of an attack of unit `by` on unit u (RA-55, RA-56); u may be eliminated."""
    if rules.type_flagship[state.u_type[u]] == 0:
        take_figures(rules, state, row, trace, u, min(hits, state.u_figs[u]))
        if state.u_figs[u] == 0:
            eliminate(rules, state, row, trace, u, by)
        return
    caps = state.u_caps[u]
    take_figures(rules, state, row, trace, u, min(hits, caps))
    beyond = hits - caps
    if beyond <= 0 or (caps > 0 and rules.flagship_overflow == 1):
        return
    if rules.flagship_confirm == 0 or confirm(rules, state, row, tally, trace, u, by, beyond) == 1:
        state.u_figs[u] = 0
        row.figs_lost[u >> 4, rules.type_slot[state.u_type[u]]] += 1
        eliminate(rules, state, row, trace, u, by)


@helper
def blocked_step(rules, state, row, tally, trace, u, by):
    """One retire step unit u cannot take: it pays in figures (RA-72)."""
    row.retire_losses[u >> 4] += 1
    emit(trace, E_BLOCKED, u >> 4, u)
    slot = rules.type_slot[state.u_type[u]]
    for _ in range(rules.retire_blocked_loss):
        if rules.type_flagship[state.u_type[u]] == 0:
            take_figures(rules, state, row, trace, u, YES)
            dead = 1 if state.u_figs[u] == 0 else 0
        elif state.u_caps[u] > 0:
            take_figures(rules, state, row, trace, u, YES)
            dead = 0
        else:
            dead = 1 if rules.flagship_retire_loss == 2 else 0
            if rules.flagship_retire_loss == 0:
                if rules.flagship_confirm == 0:
                    dead = 1
                else:
                    dead = confirm(rules, state, row, tally, trace, u, by, YES)
            if dead == 1:
                state.u_figs[u] = 0
                row.figs_lost[u >> 4, slot] += 1
        if dead == 1:
            eliminate(rules, state, row, trace, u, by)
            return


@helper
def retire_options(rules, state, u):
    """Write the hexes unit u may retire to, rising, to `state.list`; returns their number (RA-71, RA-44)."""
    h = state.u_hex[u]
    back = -1 if u < 16 else 1  # rows fall towards the baseline of side 0
    n = 0
    for i in range(6):
        there = rules.neighbour[h, i]
        if there < 0 or state.hex_unit[there] >= 0:
            continue
        if rules.planet_retire_free == 0 and rules.group[there] >= 0:
            continue
        rise = -1 if i >= 4 else (1 if i == 1 or i == 2 else 0)  # rows gained in direction i of kit.hexes
        if rise == back or (rise == 0 and rules.retire_directions == 1):
            k = n
            while k > 0 and state.list[k - 1] > there:
                state.list[k] = state.list[k - 1]
                k -= 1
            state.list[k] = there
            n += 1
    return n


@kernel
def red_alert(rules, me, state, row, tally, trace, u, by, count):
    """Unit u suffers `count` > 0 red alerts of an attack of unit `by`: marker, retire, losses (RA-70 .. RA-72)."""
    side = u >> 4
    state.alerted = 1
    if state.u_mark[u] < rules.red_alert_marker_max:
        state.u_mark[u] += 1
        row.markers_placed[side] += 1
    emit(trace, E_ALERT, side, u, count, count * rules.red_alert_hexes)
    stuck = 0
    for _ in range(count * rules.red_alert_hexes):
        n = retire_options(rules, state, u) if stuck == 0 else 0
        if n == 0:
            stuck = 1
            blocked_step(rules, state, row, tally, trace, u, by)
            if state.u_hex[u] < 0:
                return
        else:
            move(rules, state, row, trace, u, retire_hex(rules, me, state, u, state.list, n), MOVE_RETIRE)
            row.retire_hexes[side] += 1
