"""Split random streams: one per purpose, so that variants of a rule share their luck.

A `streams` record (see `streams_dtype`) holds one cursor per slot. A slot reads one stream, a 32-bit id that a game
composes of purpose, seat and turn with `stream_id`; `open_stream` moves the slot to another stream at position 0.
Ranges are exactly uniform (Lemire's multiplication with rejection).

Chance has three sources: the deal (set-up), the dice (everything in play) and the noise of the policies. Normally each
block has its own of all three; a nested design repeats one of them over several blocks, which splits the variance. So
a stream's words depend on (seed, number of its source, stream id, position), and a `luck` record says how block numbers
map to source numbers.

For worked examples a list of results can be forced: they are used up in order of execution, whatever the slot.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.kit.jit import inlined, shared
from balance.kit.philox import philox, word_at

FORCED_MAX = 64
_LOW = np.uint64(0xFFFFFFFF)
_32 = np.uint64(32)


DEAL, DICE, NOISE = 0, 1, 2

LUCK = np.dtype([("seed", np.uint64), ("repeats", np.int64, (3,))])


def new_luck(seed: int, deal: int = 1, dice: int = 1, noise: int = 1) -> Any:
    """A luck record: block b uses number b // repeats of each source; 1, 1, 1 gives every block its own luck."""
    luck = np.zeros(1, LUCK).view(np.recarray)[0]
    luck.seed = seed
    luck.repeats[:] = (deal, dice, noise)
    return luck


def streams_dtype(slots: int) -> np.dtype[Any]:
    """Record type of `slots` stream cursors; nest it in a state record or keep it alone."""
    return np.dtype(
        [
            ("seed", np.uint64),
            ("game", np.int64, (3,)),
            ("source", np.int64, (slots,)),
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


@shared
def start_streams(streams, luck, block):
    """Point all slots at block `block`: slot i reads stream i of the dice from position 0. Writes `streams`.

    Afterwards a game says with `set_source` which slots belong to the deal and to policy noise.
    """
    streams.seed = luck.seed
    for source in range(3):
        streams.game[source] = block // luck.repeats[source]
    for slot in range(streams.stream.shape[0]):
        streams.source[slot] = DICE
        streams.stream[slot] = slot
        streams.position[slot] = 0
    streams.forced_n = 0
    streams.forced_at = 0


@inlined
def set_source(streams, slot, source):
    """Let `slot` read from `source` (DEAL, DICE or NOISE) from here on. Writes `streams`."""
    streams.source[slot] = source
    streams.position[slot] = 0


@inlined
def open_stream(streams, slot, stream):
    """Let `slot` read `stream` from position 0. Writes `streams`."""
    streams.stream[slot] = stream
    streams.position[slot] = 0


@shared
def _refill(streams, slot, position):
    game_bits = np.uint64(streams.game[streams.source[slot]])
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


@shared
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


@shared
def below_at(streams, source, stream, position, n):
    """Uniform integer in 0..n-1 addressed by (source, stream, position), independent of all other draws: int64.

    For draws named after what they are for (a piece, a shot) rather than by their order. The first word is the
    stream's word at 4 * position; a rejected one is followed by the next three, then by the same four positions of
    stream + 2**31 (needed less than once in 10**25 draws of a die; its last word is accepted). A forced result is
    taken first, as in `below`. Moves no cursor.
    """
    if streams.forced_at < streams.forced_n:
        value = np.int64(streams.forced[streams.forced_at])
        streams.forced_at += 1
        return value
    product = np.int64(0)
    for attempt in range(8):
        half = np.int64(attempt >> 2)
        word = word_at(streams.seed, streams.game[source], stream + (half << 31), 4 * position + (attempt & 3))
        product = word * n
        low = product & 0xFFFFFFFF
        if low >= n or low >= (4294967296 - n) % n:  # the second test divides; the first nearly always settles it
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
