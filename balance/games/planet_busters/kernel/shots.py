"""One laser shot: roll, Reflector, number it fires with (PB-50, PB-54, PB-57)."""

from __future__ import annotations

from balance.games.planet_busters.kernel.chance import ATTACK_LASER, DEFENCE_LASER, die, roll_hits
from balance.games.planet_busters.kernel.log import (
    SHOT,
)  # fmt: skip
from balance.games.planet_busters.kernel.sphere import slot_of
from balance.games.planet_busters.state import (
    FLAT,
    HITS_ATT,
    HITS_DEF,
    REFLECT_SELF,
    SHOTS,
    SHOTS_ATT,
    SHOTS_DEF,
    WHIRLER,
)  # fmt: skip
from balance.kit.jit import inner
from balance.kit.trace import emit


@inner
def roll_shot(st, rules, tally, trace, side, piece, number, target, defence):
    """One laser roll of `piece` (side 0 attacker) with battle number `number`: the roll; counts it. int64."""
    roll = die(st, rules, ATTACK_LASER if side == 0 else DEFENCE_LASER, piece)
    hit = roll_hits(rules, roll, number, defence)
    tally.laser_shots[number - defence + 13] += 1
    tally.laser_hits[number - defence + 13] += hit
    st.counts[SHOTS_ATT if side == 0 else SHOTS_DEF] += 1
    st.counts[HITS_ATT if side == 0 else HITS_DEF] += hit
    st.by_kind[SHOTS, slot_of(rules.kind[piece])] += 1
    emit(trace, SHOT, st.seat if side == 0 else st.foe, piece, target, number, defence, roll, hit)
    return roll


@inner
def mirror_test(st, rules, tally, roll, number, own_defence, killed):
    """PB-57: does the reflected beam of a shot at the Reflector destroy its firer? 0 or 1."""
    if rules.reflector_self_test == FLAT:
        burnt = 1 if roll <= rules.hit_base else 0
    else:
        burnt = roll_hits(rules, roll, number, own_defence)
    tally.reflector_rolls[number] += 1
    tally.reflector_kills[number] += killed
    tally.reflector_self[number] += burnt
    tally.reflector_both[number] += burnt & killed
    st.counts[REFLECT_SELF] += burnt
    return burnt


@inner
def shot_number(rules, piece, number, k):
    """PB-54: battle number of roll `k` of `piece`: a whirler's own row, else `number`: int64."""
    if rules.cls[piece] == 0 and rules.kind[piece] == WHIRLER:
        return rules.whirler_shots[k]
    return number
