"""What is measured: round ends, dominance and leads, the final score, the outcome row (PB-81, section h)."""

from __future__ import annotations

from balance.games.contract import CAPPED, FAILED, PLAYED_OUT
from balance.games.planet_busters.kernel.sphere import orbit_worth
from balance.games.planet_busters.kernel.supply import held_planet_value
from balance.games.planet_busters.state import (
    BATTLES,
    COLONIES,
    CONTESTED_ROUNDS,
    DOMINANCE_LOST,
    DOMINANCE_ROUND,
    DOMINANCE_SEAT,
    FIGHT_ROUNDS,
    FIRST_BATTLE_ROUND,
    FIRST_DOMINANCE_ROUND,
    FIRST_DOMINANCE_SEAT,
    FIRST_MAJORITY_ROUND,
    FIRST_MAJORITY_SEAT,
    LATER_SEAT,
    LEAD_LOCK_ROUND,
    MOST_PLANETS,
    MOST_UNITS,
    ONE,
    PEAK_UNITS,
    PLANETS,
    PLANETS_IN_RACK,
    ROUNDS,
    SCORE,
    SEATS,
    SOLE_ROUND,
    SUDDEN_DEATH,
    TURN_CAP,
    TURNS,
    UNITS_END,
    UNITS_R3,
    UNITS_R6,
    UNITS_R10,
    UNITS_R15,
)  # fmt: skip
from balance.kit.jit import inner, shared


@inner
def visible_score(st, seat):
    """PB-81: planets of the Sphere and 1 per colony: int64."""
    return st.points[seat] + st.colonies[seat]


@inner
def sole_leader_now(st):
    """The seat with strictly the most visible points, -1 without one: int64."""
    best, leader = -1, -1
    for s in range(st.seats):
        score = visible_score(st, s)
        if score > best:
            best, leader = score, s
        elif score == best:
            leader = -1
    return leader


@inner
def note_peaks(st):
    """Most orbit pieces at the end of a player-turn."""
    for s in range(st.seats):
        st.seat_counts[PEAK_UNITS, s] = max(st.seat_counts[PEAK_UNITS, s], st.ring_n[s])


@inner
def sample_units(st):
    """Orbit pieces after rounds 3, 6, 10, 15."""
    row = -1
    if st.round_no == 3:
        row = UNITS_R3
    elif st.round_no == 6:
        row = UNITS_R6
    elif st.round_no == 10:
        row = UNITS_R10
    elif st.round_no == 15:
        row = UNITS_R15
    if row >= 0:
        for s in range(st.seats):
            st.seat_counts[row, s] = st.ring_n[s]


@inner
def note_dominance(st, rules):
    """Dominance, majority and sole survival at a round end. Writes counts and dom_seat, dom_since."""
    total, owners, last_owner = 0, 0, -1
    dominant, major = -1, -1
    for s in range(st.seats):
        st.key[s] = orbit_worth(st, rules, s)
        total += st.key[s]
    for s in range(st.seats):
        own = st.key[s]
        if total > 0 and dominant < 0 and own * ONE >= rules.dominance_share * total:
            dominant = s
        if 2 * own > total:
            major = s
        if st.ring_n[s] > 0:
            owners += 1
            last_owner = s
    if dominant != st.dom_seat:
        st.dom_seat = dominant
        st.dom_since = st.round_no
    if st.counts[BATTLES] == 0:
        return
    if st.counts[FIRST_DOMINANCE_ROUND] >= 0 and dominant != st.counts[FIRST_DOMINANCE_SEAT]:
        st.counts[DOMINANCE_LOST] = 1
    if st.counts[FIRST_DOMINANCE_ROUND] < 0 and dominant >= 0:
        st.counts[FIRST_DOMINANCE_ROUND] = st.round_no
        st.counts[FIRST_DOMINANCE_SEAT] = dominant
    if st.counts[FIRST_MAJORITY_ROUND] < 0 and major >= 0:
        st.counts[FIRST_MAJORITY_ROUND] = st.round_no
        st.counts[FIRST_MAJORITY_SEAT] = major
    if st.counts[SOLE_ROUND] < 0 and owners == 1 and last_owner >= 0:
        st.counts[SOLE_ROUND] = st.round_no


@inner
def close_round(st, rules, tally):
    """Everything that is measured at the end of a complete round."""
    st.counts[FIGHT_ROUNDS] += st.fought
    st.fought = 0
    sample_units(st)
    note_dominance(st, rules)
    leader = sole_leader_now(st)
    if leader != st.lead_seat:
        st.lead_seat = leader
        st.lead_since = st.round_no
    if leader >= 0:
        if st.last_leader >= 0 and leader != st.last_leader:
            tally.point_leads += 1
        st.last_leader = leader


@inner
def tie_value(st, rules, seat):
    """PB-81: what decides between equal scores (`tie_break`); equal values share the win: int64."""
    if rules.tie_break == MOST_PLANETS:
        return st.world_n[seat]
    if rules.tie_break == MOST_UNITS:
        return st.ring_n[seat]
    if rules.tie_break == LATER_SEAT:
        return (seat - st.first) % st.seats
    return 0


@inner
def winners(st, rules, row):
    """Write `win` of the row: shares of the best score; returns the number of winners."""
    best, tie, n = -1, -1, 0
    for s in range(st.seats):
        score, value = visible_score(st, s), tie_value(st, rules, s)
        if score > best or (score == best and value > tie):
            best, tie = score, value
    for s in range(st.seats):
        if visible_score(st, s) == best and tie_value(st, rules, s) == tie:
            n += 1
    for s in range(st.seats):
        if visible_score(st, s) == best and tie_value(st, rules, s) == tie:
            row.win[s] = 1.0 / n
            row.winner = s
        else:
            row.win[s] = 0.0
    if n > 1:
        row.winner = -1
        row.tie = 1
    return n


@inner
def decide(st, rules, row):
    """Who won: by score, by sudden death (PB-85), or nobody when the game was capped."""
    row.winner = -1
    row.tie = 0
    for s in range(SEATS):
        row.win[s] = -1.0
    row.ending = PLAYED_OUT
    if st.reason == TURN_CAP or st.failed != 0:
        row.ending = FAILED if st.failed != 0 else CAPPED
        row.winner = -2
        for s in range(st.seats):
            row.win[s] = 0.0
    elif st.reason == SUDDEN_DEATH:
        for s in range(st.seats):
            row.win[s] = 0.0 if s == st.seat else 1.0
            if s != st.seat:
                row.winner = s
    else:
        winners(st, rules, row)


@inner
def close_counts(st, rules, winner):
    """The counters that are known only at the end. Writes counts and seat_counts."""
    st.counts[TURNS] = st.turn
    st.counts[ROUNDS] = (st.turn + st.seats - 1) // st.seats
    st.counts[FIGHT_ROUNDS] += st.fought
    st.counts[DOMINANCE_SEAT] = st.dom_seat
    st.counts[DOMINANCE_ROUND] = st.dom_since if st.dom_seat >= 0 else -1
    if st.counts[BATTLES] > 0:
        until = st.dom_since if st.dom_seat >= 0 else st.counts[ROUNDS]
        st.counts[CONTESTED_ROUNDS] = max(0, until - st.counts[FIRST_BATTLE_ROUND])
    if winner >= 0:
        st.counts[LEAD_LOCK_ROUND] = st.lead_since if st.lead_seat == winner else st.counts[ROUNDS]
    for s in range(st.seats):
        st.seat_counts[SCORE, s] = visible_score(st, s)
        st.seat_counts[PLANETS, s] = st.world_n[s]
        st.seat_counts[COLONIES, s] = st.colonies[s]
        st.seat_counts[PLANETS_IN_RACK, s] = held_planet_value(st, rules, s)
        st.seat_counts[UNITS_END, s] = st.ring_n[s]


@shared
def write_row(st, rules, row):
    """Write the outcome row of the finished game."""
    decide(st, rules, row)
    close_counts(st, rules, row.winner)
    row.n_players = st.seats
    row.end_reason = st.reason
    row.treaty_drawer = st.drawer
    for k in range(st.counts.shape[0]):
        row.counts[k] = st.counts[k]
    for k in range(st.seat_counts.shape[0]):
        for s in range(SEATS):
            row.seat[k, s] = st.seat_counts[k, s] if s < st.seats else -1
    for s in range(SEATS):
        row.opening_value[s] = st.opening[s] / ONE if s < st.seats else -1.0
    for k in range(st.by_kind.shape[0]):
        for u in range(st.by_kind.shape[1]):
            row.by_kind[k, u] = st.by_kind[k, u]
