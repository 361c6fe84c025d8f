"""Set-up, the turn loop and whole games (PB-01..PB-19, PB-80..PB-85)."""

from __future__ import annotations

from typing import Any

from balance.games.contract import Kernels
from balance.games.planet_busters.kernel.assault import attack_phase
from balance.games.planet_busters.kernel.log import DEAL, END, FINAL, TREATY_UP, TURN
from balance.games.planet_busters.kernel.score import close_round, note_peaks, visible_score, write_row
from balance.games.planet_busters.kernel.supply import discard, draw, rack_add, shuffle_by_keys
from balance.games.planet_busters.kernel.table import KEY_SLOT, NOISE_SLOT, RING_SLOT, bench, new_state
from balance.games.planet_busters.policies.melding import discard_phase, meld_phase, treaty_meld
from balance.games.planet_busters.state import (
    BOTTOM_HALF,
    DOMINANCE_ROUND,
    DOMINANCE_SEAT,
    DRAWS_TOTAL,
    FIRST_BATTLE_ROUND,
    FIRST_DOMINANCE_ROUND,
    FIRST_DOMINANCE_SEAT,
    FIRST_MAJORITY_ROUND,
    FIRST_MAJORITY_SEAT,
    LAST_BATTLE_ROUND,
    LEAD_LOCK_ROUND,
    LIMIT_REACHED,
    MELD_ALL,
    MELD_NONE,
    RANDOM_SEAT,
    RESTOCK_TURN,
    SEATS,
    SECOND_PASS,
    SOLE_ROUND,
    SUDDEN_DEATH,
    TREATY_DRAWN,
    TURN_CAP,
    UNITS_R3,
    UNITS_R15,
)  # fmt: skip
from balance.kit.jit import folded, inner, shared
from balance.kit.streams import DEAL as DEAL_SOURCE
from balance.kit.streams import DICE, NOISE, below, open_stream, set_source, start_streams, stream_id
from balance.kit.trace import emit


@inner
def clear_table(st, rules, seating):
    """Reset everything a game starts with. Writes the state."""
    st.seats = rules.seats
    st.turn, st.round_no, st.over, st.reason, st.failed = 0, 0, 0, 0, 0
    st.drawn, st.drawer, st.treaty_in, st.ran_out, st.restocks = 0, -1, 0, 0, 0
    st.deck_n, st.deck_at, st.disc_n, st.fought, st.spy_out, st.mark_n = 0, 0, 0, 0, 0, 0
    st.dom_seat, st.dom_since, st.lead_seat, st.lead_since, st.last_leader = -1, 0, -1, 0, -1
    st.counts[:] = 0
    st.seat_counts[:, :] = 0
    st.by_kind[:, :] = 0
    st.held[:, :] = 0
    st.fuel[:, :] = 0
    for k in (RESTOCK_TURN, FIRST_BATTLE_ROUND, LAST_BATTLE_ROUND, DOMINANCE_ROUND, DOMINANCE_SEAT,
              FIRST_DOMINANCE_ROUND, FIRST_DOMINANCE_SEAT, FIRST_MAJORITY_ROUND, FIRST_MAJORITY_SEAT, SOLE_ROUND,
              LEAD_LOCK_ROUND):  # fmt: skip
        st.counts[k] = -1
    st.seat_counts[UNITS_R3 : UNITS_R15 + 1, :] = -1
    for s in range(SEATS):
        st.player[s] = seating[s] if s < rules.seats else -1
        st.rack_n[s], st.ring_n[s], st.world_n[s], st.colonies[s] = 0, 0, 0, 0
        st.points[s], st.fuel_sum[s], st.credit[s], st.opening[s] = 0, 0, 0, 0
        st.reserve_n[s], st.reserve_at[s], st.roster_n[s] = 0, 0, 0


@inner
def open_streams(st, luck, block):
    """Point the streams at block `block`: noise slots, and the deck's keys on the deal."""
    start_streams(st.streams, luck, block)
    for s in range(SEATS):
        set_source(st.streams, NOISE_SLOT + s, NOISE)
    set_source(st.streams, KEY_SLOT, DEAL_SOURCE)
    set_source(st.streams, RING_SLOT, DICE)


@shared
def open_noise(st):
    """Each seat's choices of this turn read their own stream (purpose 10)."""
    for s in range(st.seats):
        open_stream(st.streams, NOISE_SLOT + s, stream_id(10, s, st.turn))


@inner
def build_deck(st, rules):
    """PB-01, PB-02: shuffle the deck; the Treaty starts the discard pile (or waits for `hide_treaty`)."""
    for piece in range(rules.deck_pieces):
        st.flag[piece] = 1
    if rules.treaty >= 0:
        st.flag[rules.treaty] = 0
        if rules.treaty_mode == SECOND_PASS:
            discard(st, rules.treaty)
    shuffle_by_keys(st, rules, stream_id(0, 0, 0))


@inner
def hide_treaty(st, rules):
    """PB-84 "bottom_half": the Treaty goes into the lower half of what is left of the deck."""
    left = st.deck_n - st.deck_at
    open_stream(st.streams, KEY_SLOT, stream_id(0, 3, 0))
    under = below(st.streams, KEY_SLOT, left // 2 + 1)
    place = st.deck_n - under
    for k in range(st.deck_n, place, -1):
        st.deck[k] = st.deck[k - 1]
    st.deck[place] = rules.treaty
    st.deck_n += 1
    st.treaty_in = 1


@inner
def deal(st, rules, trace):
    """PB-03, PB-04, PB-85: who starts, the hands, the reserves."""
    st.first = 0
    if rules.first_player == RANDOM_SEAT:
        open_stream(st.streams, KEY_SLOT, stream_id(0, 2, 0))
        st.first = below(st.streams, KEY_SLOT, st.seats)
    for step in range(st.seats):
        seat = (st.first + step) % st.seats
        for _ in range(rules.starting_pieces):
            piece = st.deck[st.deck_at]
            st.deck_at += 1
            st.counts[DRAWS_TOTAL] += 1
            st.opening[seat] += rules.worth[piece]
            rack_add(st, rules, seat, piece)
        emit(trace, DEAL, seat, rules.starting_pieces)
    if rules.sudden_death != 0:
        for step in range(st.seats):
            seat = (st.first + step) % st.seats
            st.reserve_n[seat] = rules.reserve_per_player
            for k in range(rules.reserve_per_player):
                st.reserve[seat, k] = st.deck[st.deck_at]
                st.deck_at += 1
    if rules.treaty_mode == BOTTOM_HALF:
        hide_treaty(st, rules)


@shared
def set_up(st, rules, players, seating, luck, block, trace):
    """PB-01..PB-04: a fresh table. With `opening_meld` everybody melds in turn order."""
    clear_table(st, rules, seating)
    st.clock += 1
    open_streams(st, luck, block)
    build_deck(st, rules)
    deal(st, rules, trace)
    set_source(st.streams, KEY_SLOT, DICE)
    if rules.opening_meld != 0:
        open_noise(st)
        for step in range(st.seats):
            if st.drawn == 0:
                meld_phase(st, rules, players, trace, (st.first + step) % st.seats)
        if st.drawn != 0:
            peace(st, rules, players, trace)


@shared
def peace(st, rules, players, trace):
    """PB-80: the Treaty is drawn; the game ends after the melds `treaty_meld` allows."""
    emit(trace, TREATY_UP, st.drawer)
    st.over = 1
    st.reason = TREATY_DRAWN
    if rules.treaty_meld == MELD_NONE:
        return
    treaty_meld(st, rules, players, trace, st.drawer)
    if rules.treaty_meld == MELD_ALL:
        for step in range(1, st.seats):
            treaty_meld(st, rules, players, trace, (st.drawer + step) % st.seats)


@inner
def draw_phase(st, rules, trace, seat):
    """PB-11: `draw_per_turn`, colonies held at the start of the turn, `catch_up_draw` without an orbit piece."""
    number = rules.draw_per_turn + rules.colony_draw_bonus * st.colonies[seat]
    if st.ring_n[seat] == 0:
        number += rules.catch_up_draw
    for _ in range(number):
        before = st.rack_n[seat]
        worth = rack_worth(st, rules, seat) if st.turn <= st.seats else 0
        draw(st, rules, trace, seat)
        if st.turn <= st.seats and st.rack_n[seat] > before:
            st.opening[seat] += rack_worth(st, rules, seat) - worth


@inner
def rack_worth(st, rules, seat):
    """VAL of the rack of `seat` under the default weights: int64."""
    total = 0
    for i in range(st.rack_n[seat]):
        total += rules.worth[st.rack[seat, i]]
    return total


@inner
def orbitless_after_reserves(st, rules, seat):
    """PB-85: both reserves empty and no orbit piece at the end of the own turn? 0 or 1."""
    if rules.sudden_death == 0 or st.ring_n[seat] > 0:
        return 0
    for s in range(st.seats):
        if st.reserve_at[s] < st.reserve_n[s]:
            return 0
    return 1


@inner
def check_end(st, rules):
    """PB-83..PB-85: the ends other than the Treaty, at the end of a player-turn."""
    if orbitless_after_reserves(st, rules, st.seat) != 0:
        st.over, st.reason = 1, SUDDEN_DEATH
    elif st.ran_out != 0:
        st.over, st.reason = 1, LIMIT_REACHED
    elif rules.round_limit > 0 and st.turn % st.seats == 0 and st.round_no >= rules.round_limit:
        st.over, st.reason = 1, LIMIT_REACHED
    elif st.turn >= rules.max_turns:
        st.over, st.reason = 1, TURN_CAP


@folded
def player_turn(st, rules, players, tally, trace):
    """PB-10: draw, meld, attack, discard; the Treaty may cut it short (PB-80)."""
    st.turn += 1
    st.clock += 1
    st.round_no = (st.turn - 1) // st.seats + 1
    st.seat = (st.first + st.turn - 1) % st.seats
    seat = st.seat
    open_noise(st)
    emit(trace, TURN, seat, st.turn, st.round_no, st.deck_n - st.deck_at, st.rack_n[seat])
    draw_phase(st, rules, trace, seat)
    if st.drawn == 0:
        meld_phase(st, rules, players, trace, seat)
    if st.drawn != 0:
        peace(st, rules, players, trace)
        tally.treaty_turns += 1
    else:
        attack_phase(st, rules, players, tally, trace)
        discard_phase(st, rules, players, trace, seat)
        check_end(st, rules)
    note_peaks(st)
    if st.turn % st.seats == 0:
        close_round(st, rules, tally)


@folded
def play(st, rules, players, seating, luck, block, row, tally, trace):
    """One whole game. Writes the outcome row, adds to the tally."""
    set_up(st, rules, players, seating, luck, block, trace)
    while st.over == 0:
        player_turn(st, rules, players, tally, trace)
    write_row(st, rules, row)
    emit(trace, END, -1, st.reason, st.drawer)
    for s in range(st.seats):
        emit(trace, FINAL, s, visible_score(st, s), st.world_n[s], st.colonies[s], round(row.win[s] * 1000))


@shared
def play_many(st, rules, players, seatings, luck, first, last, rows, tally):
    """Games first..last-1 into rows[0..]; game g is block g // n under seating g % n."""
    n = seatings.shape[0]
    for game in range(first, last):
        play(st, rules, players, seatings[game % n], luck, game // n, rows[game - first], tally, None)


def play_range(
    rules: Any, players: Any, seatings: Any, luck: Any, first: int, last: int, outcomes: Any, tally: Any
) -> None:
    """Play games first..last-1 (see `contract.Kernels`)."""
    play_many(new_state(), rules, bench(players), seatings, luck, first, last, outcomes, tally)


def play_one(
    rules: Any, players: Any, seating: Any, luck: Any, block: int, outcome: Any, tally: Any, trace: Any
) -> None:
    """Play one game, with a trace if wanted (see `contract.Kernels`)."""
    play(new_state(), rules, bench(players), seating, luck, block, outcome, tally, trace)


KERNELS = Kernels(play_range=play_range, play_one=play_one)
