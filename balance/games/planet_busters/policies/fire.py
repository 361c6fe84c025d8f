"""D12, D13, D16: who pays to fire at whom, and the order of the groups (README, choices 9, 10, 13, 14)."""

from __future__ import annotations

from balance.games.planet_busters.kernel.chance import coin, mul, odds
from balance.games.planet_busters.kernel.fuel import (
    can_pay_one,
    cover_points,
    free_points,
    pay,
)  # fmt: skip
from balance.games.planet_busters.kernel.log import AIM, TO_SHOOT
from balance.games.planet_busters.kernel.muster import unit_worth
from balance.games.planet_busters.kernel.table import UNLIMITED
from balance.games.planet_busters.policies.pairing import hit_at
from balance.games.planet_busters.state import (
    BOMB,
    DRONE,
    ENGINE,
    MINEFIELD,
    ONE,
    RANDOM_LEGAL,
    REFLECTOR,
    SAILING_SHIP,
    SCREEN,
)  # fmt: skip
from balance.kit.jit import inner, shared
from balance.kit.streams import below
from balance.kit.trace import emit

HALF = 500_000
SILENT, FREE, PAID = 0, 1, 2


@inner
def has_units(st, j):
    """Is a unit paired with target `j` still in the battle? 0 or 1."""
    i = st.t_head[j]
    while i >= 0:
        if st.u_here[i] != 0:
            return 1
        i = st.u_next[i]
    return 0


@inner
def may_fire(st, rules, i):
    """PB-47: a paired laser unit whose target stands and is no minefield (busters never): 0 or 1."""
    j = st.u_pair[i]
    if st.u_here[i] == 0 or j < 0 or st.t_here[j] == 0 or st.u_laser[i] == 0:
        return 0
    if rules.cls[st.u_piece[i]] == BOMB or rules.cls[st.t_piece[j]] == MINEFIELD:
        return 0
    return 1


@inner
def fires_free(st, rules, i):
    """PB-47: sailing ships, drones and activated carriers need no fuel to fire: 0 or 1."""
    kind = rules.kind[st.u_piece[i]]
    if (kind == SAILING_SHIP or kind == DRONE or st.u_act[i] != 0) and st.u_tow[i] < 0:
        return 1
    return 0


@inner
def holds_fire(st, rules, pl, i):
    """D12: hold fire at an unscreened Reflector when hit VAL(reflector) < 0.5 VAL(self): 0 or 1."""
    j = st.u_pair[i]
    piece = st.t_piece[j]
    if st.up[piece] == 0 or rules.kind[piece] != REFLECTOR or st.t_drone[j] >= 0:
        return 0
    if mul(hit_at(st, rules, i, j), pl.worth[piece]) < mul(HALF, unit_worth(st, pl, i)):
        return 1
    return 0


@inner
def screen_unopposed(st, rules):
    """D12: does a face-up Screen stand with which no unit is paired? 0 or 1."""
    for j in range(st.tn):
        piece = st.t_piece[j]
        if st.t_here[j] != 0 and rules.kind[piece] == SCREEN and st.up[piece] != 0:
            if has_units(st, j) == 0:
                return 1
    return 0


@inner
def will_fire(st, rules, trace, i, how):
    """Unit `i` will fire: writes u_pay, t_stay."""
    j = st.u_pair[i]
    st.u_pay[i] = how
    st.t_stay[j] = mul(st.t_stay[j], ONE - hit_at(st, rules, i, j))
    emit(trace, AIM, st.seat, st.u_piece[i], st.t_piece[j])


@inner
def shots_in_budget(st, pl, seat, wanted, free):
    """f.1: the largest number of shots (at most `wanted`) whose counters leave `fuel_reserve` in the rack: int64."""
    for k in range(wanted, free, -1):
        played = cover_points(st, seat, k - free)
        if played >= 0 and st.fuel_sum[seat] - played >= pl.fuel_reserve:
            return k
    return min(wanted, free)


@inner
def note_gain(st, rules, i):
    """D12: hit x VAL(target) x s of unit `i` to u_gain."""
    j = st.u_pair[i]
    st.u_gain[i] = mul(mul(hit_at(st, rules, i, j), st.t_value[j]), st.t_stay[j])


@inner
def best_paid_shot(st, candidates):
    """D12: the candidate (in `order`, `flag` 1 by unit) of the greatest gain, fleet order of equals: int64."""
    best = -1
    chosen = -1
    for k in range(candidates):
        i = st.order[k]
        if st.u_gain[i] > best and st.flag[i] != 0:
            best = st.u_gain[i]
            chosen = i
    return chosen


@inner
def pick_paid_shots(st, rules, pl, trace, candidates, limit):
    """D12: up to `limit` shots one at a time, always the best, while they are worth `fuel_price`: how many."""
    for paid in range(limit):
        i = best_paid_shot(st, candidates)
        if st.u_gain[i] < pl.fuel_price:
            return paid
        st.flag[i] = 0
        will_fire(st, rules, trace, i, PAID)
        k = st.t_head[st.u_pair[i]]
        while k >= 0:  # only shots at the same target are worth less now
            if st.flag[k] != 0:
                note_gain(st, rules, k)
            k = st.u_next[k]
    return limit


@inner
def attack_fire_by_engine(st, rules, players, pl, trace):
    """D12: free units fire unless held; then paid shots; with unlimited fuel all of them."""
    candidates = 0
    for i in range(st.un):
        if may_fire(st, rules, i) != 0 and holds_fire(st, rules, pl, i) == 0:
            if fires_free(st, rules, i) != 0:
                will_fire(st, rules, trace, i, FREE)
            else:
                st.flag[i] = 1
                st.order[candidates] = i
                candidates += 1
    if candidates == 0:
        return
    paid = 0
    if screen_unopposed(st, rules) == 0:
        free = free_points(st, rules, 0, rules.planet_fuel_fires_on_attack)
        if free < UNLIMITED:
            for k in range(candidates):
                note_gain(st, rules, st.order[k])
            limit = shots_in_budget(st, pl, st.seat, candidates, free)
            paid = pick_paid_shots(st, rules, pl, trace, candidates, limit)
        else:
            paid = candidates
            for k in range(candidates):
                will_fire(st, rules, trace, st.order[k], PAID)
    for k in range(candidates):
        st.flag[st.order[k]] = 0
    if paid > 0:
        pay(st, rules, players, trace, 0, paid, rules.planet_fuel_fires_on_attack, 0, TO_SHOOT)


@inner
def attack_fire_at_random(st, rules, players, trace):
    """`random_legal` 9: a coin for each shot that is free or can be paid, in fleet order."""
    for i in range(st.un):
        if may_fire(st, rules, i) == 0:
            continue
        free = fires_free(st, rules, i)
        if free == 0 and can_pay_one(st, rules, 0, rules.planet_fuel_fires_on_attack) == 0:
            continue
        if coin(st, st.seat) == 0:
            continue
        if free == 0:
            pay(st, rules, players, trace, 0, 1, rules.planet_fuel_fires_on_attack, 0, TO_SHOOT)
        st.u_pay[i] = FREE if free != 0 else PAID
        emit(trace, AIM, st.seat, st.u_piece[i], st.t_piece[st.u_pair[i]])


@inner
def choose_attack_fire(st, rules, players, trace):
    """PB-47: the attacker names and pays the units that fire. Writes u_pay (0 silent, 1 free, 2 paid)."""
    for j in range(st.tn):
        st.t_stay[j] = ONE
    pl = players.of[st.player[st.seat]]
    if pl.brain == RANDOM_LEGAL:
        attack_fire_at_random(st, rules, players, trace)
    elif pl.brain == ENGINE:
        attack_fire_by_engine(st, rules, players, pl, trace)


@shared
def provoked_by(st, rules, j):
    """PB-45: the scout an unpaired, unscreened target may fire at, -1 none: int64 unit."""
    i = st.t_seen[j]
    if rules.scout_provokes == 0 or i < 0 or st.t_head[j] >= 0 or st.t_drone[j] >= 0 or st.u_here[i] == 0:
        return -1
    return i


@inner
def shot_gain(st, rules, pl, piece, number, i):
    """D13: hit x VAL of a shot of defending `piece` at unit `i`; -1 at a Reflector that is not worth the risk: int64."""
    gain = mul(odds(rules, rules.kind[piece], number, st.u_def[i]), unit_worth(st, pl, i))
    if rules.kind[st.u_piece[i]] == REFLECTOR and mul(HALF, pl.worth[piece]) > gain:
        return -1
    return gain


@inner
def choose_aim(st, rules, pl, piece, j, only_busters):
    """The unit `piece` of target `j` should fire at: greatest hit x VAL, pairing order of equals; -1 for none: int64.

    Used by D13, by screening drones and by whirlers that choose anew. `random_legal` picks any.
    """
    if pl.brain == RANDOM_LEGAL:
        return random_aim(st, rules, j, only_busters)
    best = -1
    chosen = -1
    i = st.t_head[j]
    while i >= 0:
        if st.u_here[i] != 0 and (only_busters == 0 or rules.cls[st.u_piece[i]] == BOMB):
            gain = shot_gain(st, rules, pl, piece, rules.fire[piece], i)
            if gain > best:
                best = gain
                chosen = i
        i = st.u_next[i]
    return chosen


@inner
def random_aim(st, rules, j, only_busters):
    """A uniform standing unit of group `j` in pairing order, -1 without one: int64."""
    legal = 0
    i = st.t_head[j]
    while i >= 0:
        if st.u_here[i] != 0 and (only_busters == 0 or rules.cls[st.u_piece[i]] == BOMB):
            legal += 1
        i = st.u_next[i]
    if legal == 0:
        return -1
    which = below(st.streams, st.foe, legal)
    i = st.t_head[j]
    while i >= 0:
        if st.u_here[i] != 0 and (only_busters == 0 or rules.cls[st.u_piece[i]] == BOMB):
            if which == 0:
                return i
            which -= 1
        i = st.u_next[i]
    return -1


@inner
def has_sailing_ship(st, rules, j):
    """D16: is the target of group `j` or a unit in it a sailing ship? 0 or 1."""
    if rules.kind[st.t_piece[j]] == SAILING_SHIP:
        return 1
    i = st.t_head[j]
    while i >= 0:
        if st.u_here[i] != 0 and rules.kind[st.u_piece[i]] == SAILING_SHIP:
            return 1
        i = st.u_next[i]
    return 0


@inner
def provokes(st, rules, j):
    """PB-45: does a paid shot wait for a scout of group `j`? 0 or 1."""
    if st.seen_n == 0:
        return 0
    for q in range(st.tn):
        if st.t_pay[q] != 0 and st.t_here[q] != 0:
            i = provoked_by(st, rules, q)
            if i >= 0 and st.u_pair[i] == j:
                return 1
    return 0


@inner
def order_groups(st, rules, pl):
    """D16: groups to `order`, those with sailing ships last, ring order otherwise (`random_legal`: shuffled): how many."""
    n, late = 0, 0
    for j in range(st.tn):
        if has_units(st, j) == 0 or (st.t_here[j] == 0 and provokes(st, rules, j) == 0):
            continue
        if pl.brain != RANDOM_LEGAL and has_sailing_ship(st, rules, j) != 0:
            st.key[late] = j
            late += 1
        else:
            st.order[n] = j
            n += 1
    for k in range(late):
        st.order[n] = st.key[k]
        n += 1
    if pl.brain == RANDOM_LEGAL:
        for k in range(n - 1):
            other = k + below(st.streams, st.seat, n - k)
            held = st.order[k]
            st.order[k] = st.order[other]
            st.order[other] = held
    return n
