"""D3, D4, D5: whom to attack, and the score of section f.3 behind it."""

from __future__ import annotations

from balance.games.planet_busters.kernel.chance import mul, odds
from balance.games.planet_busters.policies.fleet import plan_fleet
from balance.games.planet_busters.state import BUSTER, CARRIER, MINES, ONE, SAILING_SHIP
from balance.kit.jit import inner, shared

KEY_TOP = 1 << 40
NO_OPTION = -(1 << 50)
HALF, THREE_TENTHS, EIGHT_TENTHS, SEVEN_EIGHTHS = 500_000, 300_000, 800_000, 875_000


@inner
def view_orbit(st, rules, pl, foe):
    """What `pl` sees of the orbit of `foe`, by value descending: t_value, t_def (-1 mines), t_fires (chance to fire),
    t_act (firing number), t_piece (face-up piece or -1). Sorted as written to `order`. Returns the orbit size."""
    n = st.ring_n[foe]
    for r in range(n):
        piece = st.ring[foe, r]
        if st.up[piece] == 0:
            st.t_piece[r] = -1
            value = pl.unknown_value
            key = ((KEY_TOP - value) << 9) | 256 | r
        else:
            st.t_piece[r] = piece
            value = 0 if rules.kind[piece] == MINES else pl.worth[piece]
            key = ((KEY_TOP - value) << 9) | r
        st.t_value[r] = value
        i = r
        while i > 0 and st.order[i - 1] > key:
            st.order[i] = st.order[i - 1]
            i -= 1
        st.order[i] = key
    return n


@inner
def hit_on_seen(st, rules, pl, fighter, r):
    """hit(a, d) of an own fighter at ring place `r` as seen (mines: certain, they go with the test): int64."""
    seen = st.t_piece[r]
    if seen < 0:
        return odds(rules, rules.kind[fighter], rules.fire[fighter], pl.assumed_bn)
    if rules.kind[seen] == MINES:
        return ONE
    return odds(rules, rules.kind[fighter], rules.fire[fighter], rules.defence[seen])


@inner
def loss_at_seen(st, rules, pl, fighter, r):
    """Expected VAL lost when `fighter` meets ring place `r` as seen: int64."""
    seen = st.t_piece[r]
    worth = pl.worth[fighter]
    if seen < 0:
        return mul(mul(pl.fire_fraction, odds(rules, -1, pl.assumed_bn, rules.defence[fighter])), worth)
    kind = rules.kind[seen]
    if kind == MINES:
        return mul(SEVEN_EIGHTHS, worth)
    if rules.laser[seen] == 0 or kind == CARRIER:
        return 0
    return mul(odds(rules, kind, rules.fire[seen], rules.defence[fighter]), worth)


@inner
def capture_value(st, rules, pl, foe, n):
    """max over unmarked planets of value x (1 - misses of the affordable shots x 0.7^(T/2)): int64."""
    best = 0
    for w in range(st.world_n[foe]):
        planet = st.world[foe, w]
        if st.marked[planet] != 0:
            continue
        value = rules.value[planet]
        miss = ONE
        left = st.plan_left
        for i in range(min(3, st.plan_lasers)):
            fighter = st.rank[i]
            if n > 0 and rules.kind[fighter] != SAILING_SHIP:
                if left <= 0:
                    continue
                left -= 1
            miss = mul(miss, ONE - odds(rules, rules.kind[fighter], rules.fire[fighter], value))
        miss = mul(miss, rules.root07[min(st.plan_torps, 127)])
        best = max(best, value * (ONE - miss))
    return best


@inner
def buster_value(st, rules, foe, buster):
    """D6: the best value x hit of a buster over the unmarked planets of `foe`: int64."""
    best = 0
    for w in range(st.world_n[foe]):
        planet = st.world[foe, w]
        if st.marked[planet] == 0:
            value = rules.value[planet]
            best = max(best, value * rules.chance[rules.fire[buster] - value + 13])
    return best


@inner
def sole_leader(st, seat):
    """f.3: has `seat` strictly more visible points than everybody else? 0 or 1."""
    own = st.points[seat] + st.colonies[seat]
    for s in range(st.seats):
        if s != seat and st.points[s] + st.colonies[s] >= own:
            return 0
    return 1


@shared
def attack_score(st, rules, pl, seat, foe):
    """f.3: score of attacking `foe` with the planned fleet, in millionths; -ONE << 20 if it is no option: int64."""
    busts = 0
    bombs = 0
    if st.held[seat, BUSTER] > 0:
        for i in range(st.rack_n[seat]):
            piece = st.rack[seat, i]
            if rules.kind[piece] == BUSTER:
                value = buster_value(st, rules, foe, piece)
                if value >= pl.buster_min:
                    bombs += 1
                    busts += value if st.ring_n[foe] == 0 else mul(value, EIGHT_TENTHS)
    if st.plan_punch == 0 and bombs == 0:
        return NO_OPTION
    n = view_orbit(st, rules, pl, foe)
    lasers = st.plan_lasers
    pairs = min(lasers, n)
    gain, loss, extra, total = 0, 0, 0, 0
    clear = ONE if lasers >= n else 0
    for i in range(pairs):
        r = st.order[i] & 255
        hit = hit_on_seen(st, rules, pl, st.rank[i], r)
        gain += mul(hit, st.t_value[r])
        loss += loss_at_seen(st, rules, pl, st.rank[i], r)
        clear = mul(clear, hit)
    if n > 0:
        k = 0
        for j in range(pairs, lasers):
            r = st.order[k] & 255
            extra += mul(hit_on_seen(st, rules, pl, st.rank[j], r), st.t_value[r])
            k = k + 1 if k < n - 1 else 0
        gain += mul(HALF, extra)
        for r in range(n):
            total += st.t_value[r]
        gain += mul(THREE_TENTHS * st.plan_torps, total // n)
    capture = 0
    if clear > 0:
        capture = mul(clear, capture_value(st, rules, pl, foe, n))
    score = gain + mul(pl.capture_weight, capture) + mul(pl.bust_weight, busts)
    if pl.leader_bonus > 0 and sole_leader(st, foe) != 0:
        score = mul(score, ONE + pl.leader_bonus)
    return score - mul(pl.caution, loss) - pl.fuel_price * st.plan_need


@inner
def is_target(st, foe):
    """D5: does `foe` own an orbit piece or an unmarked planet? 0 or 1."""
    if st.ring_n[foe] > 0:
        return 1
    for w in range(st.world_n[foe]):
        if st.marked[st.world[foe, w]] == 0:
            return 1
    return 0


@inner
def choose_target(st, rules, pl, seat):
    """D5: the opponent with the best score above `attack_threshold` (first of equals clockwise), -1 for nobody.

    `bound` >= 0 leaves only that opponent.
    """
    best = pl.attack_threshold
    chosen = -1
    for step in range(1, st.seats):
        foe = (seat + step) % st.seats
        if (st.bound >= 0 and foe != st.bound) or is_target(st, foe) == 0:
            continue
        score = attack_score(st, rules, pl, seat, foe)
        if score > best:
            best = score
            chosen = foe
    return chosen


@shared
def planned_target(st, rules, pl, tally, seat):
    """D5 with the fleet of D6, D7 planned first: int64 seat or -1."""
    plan_fleet(st, rules, pl, tally, seat)
    return choose_target(st, rules, pl, seat)


@inner
def best_planet(st, rules, foe):
    """D4: the most valuable unmarked planet of `foe`, lower number first of equals, -1 without one: int64."""
    best = -1
    for w in range(st.world_n[foe]):
        planet = st.world[foe, w]
        if st.marked[planet] == 0 and (best < 0 or rules.value[planet] > rules.value[best]):
            best = planet
    return best


@shared
def revolt_target(st, rules, seat, target):
    """D4: whom to revolt: the planned target or the bound opponent, else the one with the best planet: int64 or -1."""
    if target >= 0:
        return target
    if st.bound >= 0:
        return st.bound
    chosen = -1
    best = 0
    for step in range(1, st.seats):
        foe = (seat + step) % st.seats
        planet = best_planet(st, rules, foe)
        if planet >= 0 and rules.value[planet] > best:
            best = rules.value[planet]
            chosen = foe
    return chosen
