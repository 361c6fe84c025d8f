"""Split random streams: one per purpose, so that variants of a rule share their luck.

A `streams` record (see `streams_dtype`) holds one cursor per slot. A slot reads one stream, a 32-bit id that a game
composes of purpose, seat and turn with `stream_id`; `open_stream` moves the slot to another stream at position 0.
Ranges are exactly uniform (Lemire's multiplication with rejection).

For worked examples a list of results can be forced: they are used up in order of execution, whatever the slot.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.kit.jit import inlined, kernel
from balance.kit.philox import philox, word_at

FORCED_MAX = 64
_LOW = np.uint64(0xFFFFFFFF)
_32 = np.uint64(32)


def streams_dtype(slots: int) -> np.dtype[Any]:
    """Record type of `slots` stream cursors; nest it in a state record or keep it alone."""
    return np.dtype(
        [
            ("seed", np.uint64),
            ("game", np.int64),
            ("stream", np.int64, (slots,)),
            ("position", np.int64, (slots,)),
            ("word", np.int64, (slots, 4)),
            ("forced", np.int16, (FORCED_MAX,)),
            ("forced_n", np.int16),
            ("forced_at", np.int16),
        ]
    )


@inlined
def stream_id(purpose, seat, turn):
    """Compose a stream id: purpose 0..255, seat 0..15, turn 0..1048575 (20 bits)."""
    return (np.int64(turn) << 12) | (np.int64(seat) << 8) | np.int64(purpose)


@kernel
def start_streams(streams, seed, game):
    """Point all slots at game `game` of `seed`: slot i reads stream i from position 0. Writes `streams`."""
    streams.seed = np.uint64(seed)
    streams.game = game
    for slot in range(streams.stream.shape[0]):
        streams.stream[slot] = slot
        streams.position[slot] = 0


@inlined
def open_stream(streams, slot, stream):
    """Let `slot` read `stream` from position 0. Writes `streams`."""
    streams.stream[slot] = stream
    streams.position[slot] = 0


@kernel
def _refill(streams, slot, position):
    game_bits = np.uint64(streams.game)
    seed = np.uint64(streams.seed)
    w0, w1, w2, w3 = philox(
        np.uint64(position >> 2) & _LOW, np.uint64(streams.stream[slot]) & _LOW, game_bits & _LOW, game_bits >> _32,
        seed & _LOW, seed >> _32,
    )  # fmt: skip
    streams.word[slot, 0] = np.int64(w0)
    streams.word[slot, 1] = np.int64(w1)
    streams.word[slot, 2] = np.int64(w2)
    streams.word[slot, 3] = np.int64(w3)


@inlined
def next_word(streams, slot):
    """Next word of the slot's stream: int64 in 0..2**32-1. Advances the position by one."""
    position = streams.position[slot]
    which = position & 3
    if which == 0:
        _refill(streams, slot, position)
    streams.position[slot] = position + 1
    return streams.word[slot, which]


@kernel
def below(streams, slot, n):
    """Uniform integer in 0..n-1 (1 <= n < 2**31) from the slot's stream: int64.

    m = word * n; the result is m >> 32, and a word is rejected (the next one is taken) when the low 32 bits of m are
    below (2**32 - n) mod n, which makes every result exactly equally likely.
    """
    if streams.forced_at < streams.forced_n:
        value = np.int64(streams.forced[streams.forced_at])
        streams.forced_at += 1
        return value
    product = next_word(streams, slot) * n
    low = product & 0xFFFFFFFF
    if low < n:
        threshold = (4294967296 - n) % n
        while low < threshold:
            product = next_word(streams, slot) * n
            low = product & 0xFFFFFFFF
    return product >> 32


@inlined
def roll(streams, slot, sides):
    """One fair die: int64 in 1..sides. A forced result is taken as the face itself."""
    if streams.forced_at < streams.forced_n:
        return below(streams, slot, sides)
    return below(streams, slot, sides) + 1


@kernel
def below_at(seed, game, stream, position, n):
    """Uniform integer in 0..n-1 addressed by (stream, position), independent of all other draws: int64.

    For draws named after what they are for (a piece, a shot) rather than by their order. The first word is the
    stream's word at 4 * position; a rejected one is followed by the next three, then by the same four positions of
    stream + 2**31 (needed less than once in 10**25 draws of a die; its last word is accepted).
    """
    product = np.int64(0)
    for attempt in range(8):
        half = np.int64(attempt >> 2)
        word = word_at(seed, game, stream + (half << 31), 4 * position + (attempt & 3))
        product = word * n
        if (product & 0xFFFFFFFF) >= (4294967296 - n) % n:
            break
    return product >> 32


def force(streams: Any, results: list[int]) -> None:
    """Make the next draws of `streams` (a record) give `results`, in order of execution; for worked examples.

    `below` takes a result as it is, `roll` takes it as the face shown.
    """
    if len(results) > FORCED_MAX:
        raise ValueError(f"at most {FORCED_MAX} forced results, got {len(results)}")
    streams.forced[: len(results)] = results
    streams.forced_n = len(results)
    streams.forced_at = 0
