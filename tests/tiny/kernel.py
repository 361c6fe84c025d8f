import numpy as np

from balance.games.contract import Kernels
from balance.kit.jit import kernel
from balance.kit.streams import roll, start_streams, streams_dtype
from balance.kit.trace import emit

STREAMS = np.zeros(1, streams_dtype(3)).view(np.recarray)
EVENT_ROLL = 1


@kernel
def playout(rules, players, seating, luck, block, streams, out, tally, trace):
    """TY-01..TY-04: one roll per seat."""
    start_streams(streams, luck, block)
    best = -1
    winners = 0
    for seat in range(3):
        out.win[seat] = -1
        out.roll[seat] = -1
    for seat in range(rules.seats):
        face = roll(streams, seat, rules.sides)
        tally.face[face - 1] += 1
        total = face + players[seating[seat]].bonus
        if seat == 0:
            total += rules.seat_bonus
        emit(trace, EVENT_ROLL, seat, face, total)
        out.roll[seat] = total
        if total > best:
            best = total
            winners = 0
        winners += np.int64(total == best)
    out.rounds = best
    out.ending = 0
    out.end_reason = 0
    if rules.cap and best == 1:
        out.ending = 1
        out.end_reason = 1
    if rules.broken and block == 3:
        out.ending = 2
    for seat in range(rules.seats):
        out.win[seat] = 1.0 / winners if out.roll[seat] == best else 0.0


@kernel
def _range(rules, players, seatings, luck, first, last, streams, outcomes, tally):
    for game in range(first, last):
        block = game // seatings.shape[0]
        seating = seatings[game % seatings.shape[0]]
        playout(rules, players, seating, luck, block, streams, outcomes[game - first], tally, None)


def play_range(rules, players, seatings, luck, first, last, outcomes, tally):
    _range(rules, players, seatings, luck, first, last, STREAMS.copy()[0], outcomes, tally)


def play_one(rules, players, seating, luck, block, outcome, tally, trace):
    playout(rules, players, seating, luck, block, STREAMS.copy()[0], outcome, tally, trace)


KERNELS = Kernels(play_range, play_one)
