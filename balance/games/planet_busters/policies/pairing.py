"""D11: who is paired with what, and `random_legal`'s pairing (README, choice 8)."""

from __future__ import annotations

from balance.games.planet_busters.kernel.chance import coin, mul, odds
from balance.games.planet_busters.kernel.muster import unit_worth
from balance.games.planet_busters.kernel.pairing import may_pair, neighbour, pair
from balance.games.planet_busters.state import (
    BOMB,
    CARRIER,
    COLONY,
    DRONE,
    ENGINE,
    MINEFIELD,
    MINES,
    ONE,
    RANDOM_LEGAL,
    REAR_NONE,
    SCOUT,
)  # fmt: skip
from balance.kit.jit import inner, shared
from balance.kit.streams import below

SEVEN_EIGHTHS = 875_000
FAR = 1 << 40


@inner
def look_at(st, rules, pl, j):
    """What the attacker knows of target `j`: t_value, t_def (-1 mines), t_fires (chance to fire), t_fire (number)."""
    piece = st.t_piece[j]
    if st.up[piece] == 0:
        st.t_value[j] = pl.unknown_value
        st.t_def[j] = pl.assumed_bn
        st.t_fire[j] = pl.assumed_bn
        st.t_fires[j] = pl.fire_fraction
        return
    kind = rules.kind[piece]
    st.t_value[j] = pl.worth[piece]
    st.t_def[j] = rules.defence[piece]
    st.t_fire[j] = rules.fire[piece]
    st.t_fires[j] = 0
    if kind == MINES:
        st.t_def[j] = -1
    elif rules.laser[piece] != 0 and (kind != CARRIER or st.t_act[j] != 0):
        st.t_fires[j] = ONE


@shared
def look_around(st, rules, pl):
    """`look_at` for every target."""
    for j in range(st.tn):
        if st.t_here[j] != 0:
            look_at(st, rules, pl, j)


@inner
def hit_at(st, rules, i, j):
    """hit(a, d) of unit `i` at target `j` as known, in millionths: int64."""
    return odds(rules, rules.kind[st.u_piece[i]], st.u_fire[i], st.t_def[j])


@inner
def hit_back(st, rules, i, j):
    """hit(d, a) of target `j` at unit `i` as known: int64."""
    kind = rules.kind[st.t_piece[j]] if st.up[st.t_piece[j]] != 0 else -1
    return odds(rules, kind, st.t_fire[j], st.u_def[i])


@inner
def pairing_score(st, rules, pl, i, j, worth):
    """D11: hit VAL s - caution fires hit VAL / (1 + c) of laser unit `i` (VAL `worth`) at target `j`: int64."""
    if st.t_def[j] < 0:
        return -(mul(mul(pl.caution, SEVEN_EIGHTHS), worth) // (1 + st.t_count[j]))
    gain = mul(mul(hit_at(st, rules, i, j), st.t_value[j]), st.t_stay[j])
    if st.t_fires[j] == 0:
        return gain
    harm = mul(mul(mul(pl.caution, st.t_fires[j]), hit_back(st, rules, i, j)), worth)
    return gain - harm // (1 + st.t_count[j])


@shared
def best_for_laser(st, rules, pl, i):
    """D11: the legal target of the best score, ring order of equals; -1 to stay in the rear: int64.

    No score is above the value of its target, so most targets need no exact one.
    """
    best = 0 if rules.rear_area != REAR_NONE else -FAR * ONE
    chosen = -1
    worth = unit_worth(st, pl, i)
    for j in range(st.tn):
        if st.t_value[j] > best and may_pair(st, rules, 0, j) != 0:
            score = pairing_score(st, rules, pl, i, j, worth)
            if score > best:
                best = score
                chosen = j
    return chosen


@shared
def face_down_target(st, rules, scout):
    """D11: an unknown target to look at; for a `scout` first one between two unknown neighbours. -1 none: int64."""
    first = -1
    for j in range(st.tn):
        if st.up[st.t_piece[j]] != 0 or may_pair(st, rules, 0, j) == 0:
            continue
        if first < 0:
            first = j
            if scout == 0:
                return j
        left, right = neighbour(st, rules, j, -1), neighbour(st, rules, j, 1)
        if left >= 0 and right >= 0 and st.up[st.t_piece[left]] == 0 and st.up[st.t_piece[right]] == 0:
            return j
    return first


@inner
def least_fire(st, rules, buster, j):
    """D11: rank of target `j` for a unit that only wants to survive (lowest is best, the ring index packed in): int64.

    A buster: face-up unarmed non-colony, unknown, weakest laser, colony, mines. Others: the colony first.
    """
    piece = st.t_piece[j]
    if st.up[piece] == 0:
        rank = 2
    elif rules.cls[piece] == MINEFIELD:
        rank = 5
    elif rules.cls[piece] == COLONY:
        rank = 4 if buster != 0 else 0
    elif st.t_fires[j] != 0:
        return (3 << 20) + (st.t_fire[j] << 10) + j
    else:
        rank = 1
    return (rank << 20) + j


@shared
def safest_target(st, rules, buster):
    """D11: the legal target with the least fire: int64, -1 without a legal one."""
    best = FAR
    chosen = -1
    for j in range(st.tn):
        if may_pair(st, rules, buster, j) != 0:
            rank = least_fire(st, rules, buster, j)
            if rank < best:
                best = rank
                chosen = j
    return chosen


@inner
def judge_again(st, rules, last, j):
    """D11: target `j` turned up under its last unit: the chances of those paired with it before are known now.
    Writes t_stay."""
    st.t_stay[j] = ONE
    i = st.t_head[j]
    while i != last:
        if st.t_def[j] >= 0 and st.u_laser[i] != 0 and rules.cls[st.u_piece[i]] != BOMB:
            st.t_stay[j] = mul(st.t_stay[j], ONE - hit_at(st, rules, i, j))
        i = st.u_next[i]


@inner
def engage(st, rules, pl, trace, i, j):
    """Pair `i` with `j`, then take in what turned up. Writes t_stay."""
    hidden = st.up[st.t_piece[j]] == 0
    pair(st, rules, trace, i, j)
    if hidden and rules.kind[st.u_piece[i]] == SCOUT:
        look_around(st, rules, pl)
    elif hidden:
        look_at(st, rules, pl, j)
        if st.up[st.t_piece[j]] != 0 and st.t_count[j] > 1:
            judge_again(st, rules, i, j)
    if st.t_def[j] >= 0 and st.u_laser[i] != 0 and rules.cls[st.u_piece[i]] != BOMB:
        st.t_stay[j] = mul(st.t_stay[j], ONE - hit_at(st, rules, i, j))


@inner
def lasers_by_number(st, rules, pl):
    """D11: laser units after scouts (and probing drones) by BN descending, fleet order of equals, to `order`: how many."""
    n = 0
    for i in range(st.un - 1, -1, -1):  # fleets are mostly sorted by rising numbers, so backwards little is moved
        kind = rules.kind[st.u_piece[i]]
        if st.u_here[i] == 0 or st.u_laser[i] == 0 or rules.cls[st.u_piece[i]] == BOMB or kind == SCOUT:
            continue
        if kind == DRONE and pl.drone_probe != 0:
            continue
        k = n
        while k > 0 and st.u_fire[st.order[k - 1]] <= st.u_fire[i]:
            st.order[k] = st.order[k - 1]
            k -= 1
        st.order[k] = i
        n += 1
    return n


@inner
def probe(st, rules, pl, trace, kind):
    """D11: scouts, or drones, look at unknown targets; without one they choose like other lasers. A ship without a laser
    is never paired, so a scout needs one to look; a drone does not."""
    for i in range(st.un):
        armed = st.u_laser[i] != 0
        if st.u_here[i] == 0 or rules.kind[st.u_piece[i]] != kind or (kind == SCOUT and not armed):
            continue
        j = face_down_target(st, rules, 1 if kind == SCOUT else 0)
        if j < 0 and armed:
            j = best_for_laser(st, rules, pl, i)
        if j >= 0:
            engage(st, rules, pl, trace, i, j)


@inner
def pair_by_engine(st, rules, pl, trace):
    """D11: scouts, drones that probe, lasers by number; unarmed units only without a rear area; busters last."""
    look_around(st, rules, pl)
    probe(st, rules, pl, trace, SCOUT)
    if pl.drone_probe != 0:
        probe(st, rules, pl, trace, DRONE)
    for k in range(lasers_by_number(st, rules, pl)):
        i = st.order[k]
        j = best_for_laser(st, rules, pl, i)
        if j >= 0:
            engage(st, rules, pl, trace, i, j)
    if rules.rear_area == REAR_NONE:
        for i in range(st.un):
            bare = st.u_laser[i] == 0 and rules.cls[st.u_piece[i]] != BOMB
            if st.u_here[i] != 0 and bare and st.u_pair[i] < 0:
                engage(st, rules, pl, trace, i, safest_target(st, rules, 0))
    for i in range(st.un):
        if st.u_here[i] != 0 and rules.cls[st.u_piece[i]] == BOMB:
            engage(st, rules, pl, trace, i, safest_target(st, rules, 1))


@inner
def random_target(st, rules, buster):
    """A uniform legal target: int64, -1 without one (nothing is drawn then)."""
    legal = 0
    for j in range(st.tn):
        legal += may_pair(st, rules, buster, j)
    if legal == 0:
        return -1
    which = below(st.streams, st.seat, legal)
    for j in range(st.tn):
        if may_pair(st, rules, buster, j) != 0:
            if which == 0:
                return j
            which -= 1
    return -1


@inner
def pair_at_random(st, rules, trace):
    """`random_legal` 8: scouts, then the others, busters last; a coin each where the rules leave a choice."""
    for scouts in (1, 0):
        for i in range(st.un):
            is_scout = 1 if rules.kind[st.u_piece[i]] == SCOUT else 0
            if st.u_here[i] == 0 or is_scout != scouts:
                continue
            buster = 1 if rules.cls[st.u_piece[i]] == BOMB else 0
            if buster == 0 and rules.rear_area != REAR_NONE and coin(st, st.seat) == 0:
                continue
            j = random_target(st, rules, buster)
            if j >= 0:
                pair(st, rules, trace, i, j)


@inner
def pair_units(st, rules, pl, trace):
    """PB-41: all pairings of the attacker."""
    if pl.brain == RANDOM_LEGAL:
        pair_at_random(st, rules, trace)
    elif pl.brain == ENGINE:
        pair_by_engine(st, rules, pl, trace)
