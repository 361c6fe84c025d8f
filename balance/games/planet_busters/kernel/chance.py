"""Dice and the hit rule: every roll is addressed by purpose, piece and count, so that variants share their luck."""

from __future__ import annotations

import numpy as np

from balance.games.planet_busters.state import ONE, WHIRLER
from balance.kit.jit import inlined, inner
from balance.kit.streams import DICE, below, below_at, stream_id

ATTACK_LASER, DEFENCE_LASER, EVENT_DICE, DRONE_DICE, MINE_DICE, NUMBERS, CAPTURE_DICE, BUSTER_DICE, TOW_DICE = range(
    1, 10
)
UNIT = np.uint64(ONE)


@inlined
def mul(a, b):
    """Product of two non-negative millionths, rounded down: int64. Unsigned, because that divides without a branch."""
    return np.int64(np.uint64(a * b) // UNIT)


@inner
def addressed(st, rules, purpose, piece, n):
    """Next draw 0..n-1 of this turn for (purpose, piece): int64. Advances `draw_no`, which counts from clock x 256."""
    start = st.clock << 8
    k = max(0, st.draw_no[purpose, piece] - start)
    st.draw_no[purpose, piece] = start + k + 1
    return below_at(st.streams, DICE, stream_id(purpose, 0, st.turn), 64 * rules.serial[piece] + k, n)


@inner
def die(st, rules, purpose, piece):
    """One d10 for `piece`: int64 in 1..10. A forced result is the face itself."""
    if st.streams.forced_at < st.streams.forced_n:
        return addressed(st, rules, purpose, piece, 10)
    return addressed(st, rules, purpose, piece, 10) + 1


@inner
def secret_number(st, rules, piece, pl):
    """PB-61: a torpedo number 1..10 from the weights of player `pl`, addressed by the firing piece: int64."""
    if st.streams.forced_at < st.streams.forced_n:
        return addressed(st, rules, NUMBERS, piece, 10)
    rest = addressed(st, rules, NUMBERS, piece, pl.number_total)
    number = 0
    while rest >= pl.number[number]:
        rest -= pl.number[number]
        number += 1
    return number + 1


@inner
def numbers_meet(rules, a, b):
    """PB-61: are two numbers of the ring 1..10 at most `torpedo_width` apart? 0 or 1."""
    distance = abs(a - b)
    if min(distance, 10 - distance) <= rules.torpedo_width:
        return 1
    return 0


@inner
def roll_hits(rules, roll, number, defence):
    """PB-50: does `roll` of a shot with battle number `number` hit `defence`? 0 or 1."""
    if roll == 1 and rules.natural_one_hits != 0:
        return 1
    if roll == 10 and rules.natural_ten_misses != 0:
        return 0
    if roll - (number - defence) <= rules.hit_base:
        return 1
    return 0


@inner
def bites(roll, odds):
    """Does an event with `odds` faces of ten (1,3,5,7,9,2,4,6,8,10) succeed on `roll`? 0 or 1."""
    rank = (roll - 1) // 2 if roll % 2 == 1 else 4 + roll // 2
    if rank < odds:
        return 1
    return 0


@inner
def odds(rules, kind, number, defence):
    """Chance in millionths that a piece of `kind` with `number` hits `defence` (a whirler: at least once of four)."""
    if kind == WHIRLER:
        return rules.whirl[defence]
    return rules.chance[number - defence + 13]


@inner
def coin(st, seat):
    """A fair yes (1) or no (0) of `seat`'s noise."""
    return below(st.streams, seat, 2)
