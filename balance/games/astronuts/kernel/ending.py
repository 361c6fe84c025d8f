"""The end of a round and of the game: end checks, winner, outcome row (AN-60..AN-64)."""

from __future__ import annotations

import numpy as np

from balance.games.astronuts.kernel.dice import note
from balance.games.astronuts.kernel.table import OVER_BY_EXPLORING, OVER_BY_GOAL, ZERO
from balance.games.astronuts.words import CUT_OFF, EV_END, EXPLORED, GOAL
from balance.games.contract import CAPPED, FAILED, PLAYED_OUT
from balance.kit.jit import inner, shared

TIE_NUTS, TIE_SHARED, TIE_SHIPS, TIE_LATE = range(4)


@inner
def follow_lead(t):
    """Count a change of the seat that is alone in the lead, at the end of a turn."""
    g = t.g
    ahead, most, level = np.int64(-1), np.int64(-1), np.int64(0)
    for seat in range(g.seats):
        if g.colonies[seat] > most:
            ahead, most, level = np.int64(seat), g.colonies[seat], np.int64(1)
        elif g.colonies[seat] == most:
            level += 1
    if level == 1 and ahead != g.leader:
        if g.leader >= 0:
            t.out.lead_changes += 1
        g.leader = ahead


@inner
def keep_colonies(t):
    """Colonies after rounds 3, 6 and 10."""
    for seat in range(t.g.seats):
        if t.g.round_no <= 3:
            t.out.col_r3[seat] = t.g.colonies[seat]
        if t.g.round_no <= 6:
            t.out.col_r6[seat] = t.g.colonies[seat]
        if t.g.round_no <= 10:
            t.out.col_r10[seat] = t.g.colonies[seat]


@shared
def end_reason(t):
    """Why the game ends after this round, or -1 if it goes on (AN-60, AN-61, AN-64). The goal comes before an empty board."""
    g = t.g
    if g.failed:
        return np.int64(CUT_OFF)
    if g.over == OVER_BY_GOAL or g.last_round:
        return np.int64(GOAL)
    if g.over == OVER_BY_EXPLORING or g.rich == 0:
        return np.int64(EXPLORED)
    return np.int64(CUT_OFF) if g.round_no >= t.rules.max_rounds else np.int64(-1)


@inner
def standing(t, seat):
    """What decides a tie in colonies, the higher the better (AN-63, tie_break)."""
    g = t.g
    if t.rules.tie_break == TIE_NUTS:
        return g.purse[seat]
    if t.rules.tie_break == TIE_SHIPS:
        return 1000 * g.ships[seat] + g.purse[seat]
    return np.int64(seat) if t.rules.tie_break == TIE_LATE else np.int64(0)


@inner
def winner_mask(t):
    """Winning seats as bits (AN-62, AN-63); writes tie_level and margin of the row."""
    g, out = t.g, t.out
    first, second, level = np.int64(-1), np.int64(-1), np.int64(0)
    for seat in range(g.seats):
        colonies = g.colonies[seat]
        if colonies > first:
            first, second, level = colonies, first, np.int64(1)
        else:
            second = max(second, colonies)
            level += np.int64(colonies == first)
    out.margin = first - second
    best, mask, winners = np.int64(-1), np.int64(0), np.int64(0)
    for seat in range(g.seats):
        if g.colonies[seat] != first:
            continue
        rank = standing(t, seat)
        if rank > best:
            best, mask, winners = rank, np.int64(1) << seat, np.int64(1)
        elif rank == best:
            mask |= np.int64(1) << seat
            winners += 1
    out.tie_level = 0 if level == 1 else (1 if winners == 1 else 2)
    return mask


@shared
def write_result(t, reason):
    """Complete the outcome row and the tallies of a finished game."""
    g, out = t.g, t.out
    mask = winner_mask(t)
    winners = np.int64(0)
    for seat in range(g.seats):
        winners += (mask >> seat) & 1
    out.ending = FAILED if g.failed else (CAPPED if reason == CUT_OFF else PLAYED_OUT)
    out.board = t.rules.board
    out.seats = g.seats
    out.rounds = g.round_no
    out.end_reason = reason
    out.winner_mask = mask
    out.winner = 0
    out.planets_left = g.rich
    out.nuts_left = 0
    for planet in range(t.rules.planets):
        out.nuts_left += g.nuts[planet]
        here = t.rules.slots[planet] - g.free[planet]
        if here:
            t.tally.planet_colonies[t.rules.space_of[planet]] += here
    out.bank_left = g.bank[0] + g.bank[1] + g.bank[2] + g.bank[3]
    for seat in range(g.seats):
        won = (mask >> seat) & 1
        write_seat(t, seat, won / winners)
        if won and winners == 1:
            out.winner = seat + 1
    note(t, EV_END, np.int64(-1), reason, mask, out.tie_level, ZERO, ZERO, ZERO)


@inner
def write_seat(t, seat, win):
    """Final values of a seat's columns."""
    g, out = t.g, t.out
    out.policy[seat] = t.cast.player[g.player[seat]].policy
    out.win[seat] = win
    out.colonies[seat] = g.colonies[seat]
    out.nuts[seat] = g.purse[seat]
    out.ships[seat] = g.ships[seat]
    out.techs[seat] = g.tech[seat]
    out.founded[seat] = g.founded[seat]
    out.x_unused[seat] += g.carry[seat]
    out.turns += out.seat_turns[seat]
    if win > 0:
        for entry in range(36):
            t.tally.fate_hit_by_winner[entry] += g.fate_of[seat, entry]
