"""Every die of the game, and Time Warp on it (AN-15, AN-39, AN-42; decisions D3 and D12)."""

from __future__ import annotations

import numpy as np

from balance.games.astronuts.kernel.table import CHECK, DECLARE, POLICY, POLICY_PURPOSE, REROLL, ZERO
from balance.games.astronuts.words import (
    EV_CHECK,
    EV_WARP,
    WARP_ATTACK,
    WARP_DECLARE,
    WARP_DEFEND,
    WARP_F2,
)
from balance.kit.jit import inner
from balance.kit.streams import below, open_stream, roll, stream_id
from balance.kit.trace import emit


@inner
def note(t, event, seat, a, b, c, d, e, f):
    """Write one row to the trace, if there is one."""
    emit(t.trace, event, seat, a, b, c, d, e, f)


@inner
def open_turn_streams(t, seat):
    """Point the dice at the streams of this seat and round, position 0 (README, Draws)."""
    for slot in range(DECLARE, REROLL + 1):
        open_stream(t.g.streams, slot, stream_id(slot, seat, t.g.round_no))


@inner
def open_policy_streams(t):
    """Point each seat's policy noise at the stream of this round (0 is set-up)."""
    for seat in range(t.g.seats):
        open_stream(t.g.streams, POLICY + seat, stream_id(POLICY_PURPOSE, seat, t.g.round_no))


@inner
def die(t, slot):
    """One die from `slot`: int64 in 1..6."""
    return roll(t.g.streams, slot, np.int64(6))


@inner
def choose_below(t, seat, n):
    """A choice of `seat` among n >= 1 options, uniform; a single option takes no draw."""
    if n <= 1:
        return np.int64(0)
    return below(t.g.streams, POLICY + seat, np.int64(n))


@inner
def is_random(t, seat):
    """True if `seat` picks its steps uniformly (`random_legal`)."""
    return t.cast.player[t.g.player[seat]].random != 0


@inner
def use_warp(t, seat, kind, shown, wanted):
    """Does `seat` re-roll the die it has just rolled (AN-39)? Spends a use and counts it; `shown` is for the trace.

    `wanted` is the answer of the scoring policies (D3); `random_legal` says yes to three dice in ten.
    """
    g = t.g
    if g.warps[seat] <= 0 or (t.rules.warp_scope >> kind) & 1 == 0:
        return False
    if is_random(t, seat):
        wanted = below(g.streams, POLICY + seat, np.int64(10)) < 3
    if not wanted:
        return False
    g.warps[seat] -= 1
    if kind == WARP_DECLARE:
        t.out.tw_decl[seat] += 1
    elif kind <= WARP_F2:
        t.out.tw_fate[seat] += 1
    elif kind == WARP_ATTACK:
        t.out.tw_att[seat] += 1
    elif kind == WARP_DEFEND:
        t.out.tw_def[seat] += 1
    else:
        t.out.tw_check[seat] += 1
    note(t, EV_WARP, seat, kind, shown, ZERO, ZERO, ZERO, ZERO)
    return True


@inner
def passes_check(t, seat, kind, least):
    """Roll a check die: True if it (or its Time Warp re-roll) shows at least `least` (F21, F22, F31, F32, AN-71, AN-72)."""
    shown = die(t, CHECK)
    if use_warp(t, seat, kind, shown, shown < least):
        shown = die(t, REROLL)
    note(t, EV_CHECK, seat, kind, shown, least, np.int64(shown >= least), ZERO, ZERO)
    return shown >= least
