"""Pairing, reveals, scouts and mines (PB-40..PB-46)."""

from __future__ import annotations

from balance.games.planet_busters.kernel.chance import MINE_DICE, die
from balance.games.planet_busters.kernel.log import (
    BY_MINES,
    BY_PAIRING,
    BY_SCOUT,
    LOSS,
    MINE_DIE,
    MINE_TEST,
    PAIR,
    REVEAL,
    WENT_OFF,
)
from balance.games.planet_busters.kernel.muster import lose_unit
from balance.games.planet_busters.kernel.supply import discard
from balance.games.planet_busters.state import (
    ALL_ATTACKERS,
    COLONY,
    DRONE,
    FREE_DOUBLES,
    MINEFIELD,
    MINES,
    MINES_KILLS,
    MINES_TESTS,
    ONE,
    PAIRED,
    REVEAL_ALL,
    REVEAL_SCOUTS,
    ROW,
    SCOUT,
)  # fmt: skip
from balance.kit.jit import inner, shared
from balance.kit.trace import emit


@shared
def open_pairing(st, rules):
    """PB-40: nothing is paired; counts the open targets. Keeps what earlier laser rounds turned up."""
    st.open_others = 0
    st.open_colonies = 0
    st.seen_n = 0
    for j in range(st.tn):
        st.t_head[j] = -1
        st.t_tail[j] = -1
        st.t_count[j] = 0
        st.t_stay[j] = ONE
        st.t_seen[j] = -1
        st.t_pay[j] = 0
        if st.t_here[j] != 0 and st.t_hide[j] == 0:
            if rules.cls[st.t_piece[j]] == COLONY:
                st.open_colonies += 1
            else:
                st.open_others += 1
    for i in range(st.un):
        st.u_pair[i] = -1
        st.u_next[i] = -1
        st.u_pay[i] = 0


@shared
def may_pair(st, rules, buster, j):
    """PB-42: may a unit (`buster` 1: a planet buster) be paired with target `j` now? 0 or 1."""
    if st.t_here[j] == 0 or st.t_hide[j] != 0:
        return 0
    colony = rules.cls[st.t_piece[j]] == COLONY
    if st.t_count[j] == 0:
        if not colony or st.open_others == 0 or (buster != 0 and rules.buster_colony_restricted == 0):
            return 1
        return 0
    if rules.double_up == FREE_DOUBLES:
        return 1
    if st.open_others == 0 and (st.open_colonies == 0 or rules.double_up_counts_colonies == 0):
        return 1
    return 0


@inner
def neighbour(st, rules, j, step):
    """The next target in the ring from `j` (step 1 or -1), -1 if there is none (`adjacency`): int64."""
    k = j
    while True:
        k += step
        if k < 0 or k >= st.tn:
            if rules.adjacency == ROW:
                return -1
            k = 0 if step > 0 else st.tn - 1
        if k == j:
            return -1
        if st.t_here[k] != 0 and st.t_hide[k] == 0:
            return k


@shared
def pair(st, rules, trace, i, j):
    """PB-42, PB-44: pair unit `i` with target `j`, and turn up what that turns up."""
    st.u_pair[i] = j
    if st.t_head[j] < 0:
        st.t_head[j] = i
    else:
        st.u_next[st.t_tail[j]] = i
    st.t_tail[j] = i
    if st.t_count[j] == 0:
        if rules.cls[st.t_piece[j]] == COLONY:
            st.open_colonies -= 1
        else:
            st.open_others -= 1
    st.t_count[j] += 1
    emit(trace, PAIR, st.seat, st.u_piece[i], st.t_piece[j])
    turn_up_target(st, rules, trace, i, j)


@inner
def turn_up_target(st, rules, trace, i, j):
    """PB-44: what pairing turns up (`reveal_on_pairing`); a scout's look at both neighbours and PB-45's provocation."""
    kind = rules.kind[st.u_piece[i]]
    piece = st.t_piece[j]
    was_down = st.up[piece] == 0
    looks = rules.reveal_on_pairing == REVEAL_ALL or kind == SCOUT
    looks = looks or (kind == DRONE and rules.reveal_on_pairing != REVEAL_SCOUTS)
    if not looks:
        return
    st.spied[piece] = 0
    if not was_down:
        return
    st.up[piece] = 1
    emit(trace, REVEAL, st.foe, piece, BY_PAIRING)
    if kind == SCOUT:
        for step in (1, -1):
            q = neighbour(st, rules, j, step)
            if q >= 0:
                see_neighbour(st, trace, i, q)


@inner
def see_neighbour(st, trace, i, q):
    """PB-44, PB-45: scout `i` sees target `q` beside its own; the later of two scouts draws the fire."""
    piece = st.t_piece[q]
    if st.up[piece] == 0 or st.spied[piece] != 0 or st.t_seen[q] >= 0:
        if st.up[piece] == 0:
            emit(trace, REVEAL, st.foe, piece, BY_SCOUT)
        st.up[piece] = 1
        st.spied[piece] = 0
        st.t_seen[q] = i
        st.seen_n += 1


@shared
def close_pairing(st):
    """PB-44: pieces a Spy turned up and nobody was paired with are turned down again."""
    if st.spy_out == 0:
        return
    for j in range(st.tn):
        piece = st.t_piece[j]
        if st.t_here[j] != 0 and st.spied[piece] != 0:
            if st.t_head[j] < 0:
                st.up[piece] = 0
            st.spied[piece] = 0


@inner
def turn_up_paired(st, rules, trace):
    """PB-51: paired targets that are still hidden (`reveal_on_pairing`) turn up when the shooting starts."""
    for j in range(st.tn):
        if st.t_here[j] != 0 and st.t_head[j] >= 0 and st.up[st.t_piece[j]] == 0:
            st.up[st.t_piece[j]] = 1
            emit(trace, REVEAL, st.foe, st.t_piece[j], BY_PAIRING)


@inner
def mine_test(st, rules, tally, trace, i):
    """PB-46: `mines_rolls` dice, all rolled; any odd one destroys the unit (a tow goes with its tug)."""
    piece = st.u_piece[i]
    odd = 0
    for _ in range(rules.mines_rolls):
        roll = die(st, rules, MINE_DICE, piece)
        odd |= roll & 1
        emit(trace, MINE_DIE, st.seat, piece, roll)
    st.counts[MINES_TESTS] += 1
    tally.mines_dice_tests += 1
    tally.mines_survived += 1 - odd
    emit(trace, MINE_TEST, st.seat, piece, 1 - odd)
    if odd != 0:
        st.counts[MINES_KILLS] += 1
        lose_unit(st, rules, tally, trace, i, BY_MINES, MINES)


@shared
def set_off_mines(st, rules, tally, trace):
    """PB-46: after pairing, one set of mines after another in ring order (`mines_scope`)."""
    for j in range(st.tn):
        if st.t_here[j] == 0 or rules.cls[st.t_piece[j]] != MINEFIELD:
            continue
        if rules.mines_scope == PAIRED and st.t_head[j] < 0:
            continue
        st.up[st.t_piece[j]] = 1
        for i in range(st.un):
            if st.u_here[i] == 0:
                continue
            meets = st.u_pair[i] == j
            if rules.mines_scope == ALL_ATTACKERS:
                meets = True
            elif rules.mines_scope != PAIRED:
                meets = st.u_pair[i] >= 0
            if meets:
                mine_test(st, rules, tally, trace, i)
        st.t_here[j] = 0
        discard(st, st.t_piece[j])
        emit(trace, LOSS, st.foe, st.t_piece[j], WENT_OFF)
