"""D18, D19, D20: planets to capture and to bust, wrecks to salvage (README, choices 16 to 18)."""

from __future__ import annotations

from balance.games.planet_busters.kernel.chance import coin, mul, odds
from balance.games.planet_busters.kernel.fuel import free_points
from balance.games.planet_busters.policies.fire import fires_free
from balance.games.planet_busters.state import BOMB, ENGINE, ONE, RANDOM_LEGAL
from balance.kit.jit import inner
from balance.kit.streams import below


@inner
def order_capture_shots(st, rules, pl):
    """D18: surviving lasers, rear included, by BN descending (`random_legal`: fleet order) to `rank`: how many."""
    n = 0
    for i in range(st.un - 1, -1, -1):  # backwards little is moved: fleets are mostly sorted by rising numbers
        if st.u_here[i] == 0 or st.u_laser[i] == 0 or rules.cls[st.u_piece[i]] == BOMB:
            continue
        k = n
        while k > 0 and (pl.brain != ENGINE or st.u_fire[st.rank[k - 1]] <= st.u_fire[i]):
            st.rank[k] = st.rank[k - 1]
            k -= 1
        st.rank[k] = i
        n += 1
    return n


@inner
def miss_all(st, rules, shots, value):
    """D18: chance that all remaining affordable lasers of `rank` and all torpedoes miss a planet of `value`: int64."""
    miss = ONE
    fuel = free_points(st, rules, 0, rules.planet_fuel_fires_on_attack) + st.fuel_sum[st.seat]
    for k in range(st.shot_n, shots):
        i = st.rank[k]
        if fires_free(st, rules, i) == 0 or st.u_act[i] != 0:
            if fuel <= 0:
                continue
            fuel -= 1
        miss = mul(miss, ONE - odds(rules, rules.kind[st.u_piece[i]], st.u_fire[i], value))
    if rules.torpedo_vs_planets != 0:
        blunt = ONE - min(10, 2 * rules.torpedo_width + 1) * (ONE // 10)
        for i in range(st.un):
            if st.u_here[i] != 0:
                for _ in range(st.u_torp[i]):
                    miss = mul(miss, blunt)
    return miss


@inner
def random_planet(st, seat):
    """A uniform unmarked planet of the defender: int64, -1 without one."""
    legal = 0
    for w in range(st.world_n[st.foe]):
        if st.marked[st.world[st.foe, w]] == 0:
            legal += 1
    if legal == 0:
        return -1
    which = below(st.streams, seat, legal)
    for w in range(st.world_n[st.foe]):
        if st.marked[st.world[st.foe, w]] == 0:
            if which == 0:
                return st.world[st.foe, w]
            which -= 1
    return -1


@inner
def choose_capture_planet(st, rules, pl, shots):
    """D18: the unmarked planet of the greatest value x success, lower value of equals: int64."""
    if pl.brain == RANDOM_LEGAL:
        return random_planet(st, st.seat)
    best = -1
    chosen = -1
    for w in range(st.world_n[st.foe]):
        planet = st.world[st.foe, w]
        if st.marked[planet] == 0:
            value = rules.value[planet]
            gain = value * (ONE - miss_all(st, rules, shots, value))
            if gain > best:
                best = gain
                chosen = planet
    return chosen


@inner
def wants_capture_shot(st, pl):
    """D18: fire this laser at the planet? Engine always, `random_legal` by coin: 0 or 1."""
    if pl.brain == RANDOM_LEGAL:
        return coin(st, st.seat)
    return 1


@inner
def order_busters(st, rules, pl):
    """D19: surviving busters to `order`, the biggest first (`random_legal`: fleet order): how many."""
    n = 0
    for i in range(st.un):
        if st.u_here[i] == 0 or rules.cls[st.u_piece[i]] != BOMB:
            continue
        k = n
        while pl.brain == ENGINE and k > 0 and st.u_fire[st.order[k - 1]] < st.u_fire[i]:
            st.order[k] = st.order[k - 1]
            k -= 1
        st.order[k] = i
        n += 1
    return n


@inner
def choose_buster_planet(st, rules, pl, i):
    """D19: the unmarked planet of the greatest value x hit, lower value of equals: int64."""
    if pl.brain == RANDOM_LEGAL:
        return random_planet(st, st.seat)
    best = -1
    chosen = -1
    for w in range(st.world_n[st.foe]):
        planet = st.world[st.foe, w]
        if st.marked[planet] == 0:
            value = rules.value[planet]
            gain = value * rules.chance[st.u_fire[i] - value + 13]
            if gain > best:
                best = gain
                chosen = planet
    return chosen


@inner
def choose_wreck(st, pl, seat, floor):
    """D20: the wreck of the highest VAL above `floor`, lower number of equals; `random_legal` by coin, any: -1 none."""
    if st.wreck_n == 0:
        return -1
    if pl.brain == RANDOM_LEGAL:
        if coin(st, seat) == 0:
            return -1
        return st.wreck[below(st.streams, seat, st.wreck_n)]
    best = floor
    chosen = -1
    for k in range(st.wreck_n):
        if pl.worth[st.wreck[k]] > best:
            best = pl.worth[st.wreck[k]]
            chosen = st.wreck[k]
    if pl.brain != ENGINE:
        return -1
    return chosen
