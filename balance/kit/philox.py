"""Philox4x32-10, the counter-based random generator (Salmon et al., SC'11).

A block of four 32-bit words is a pure function of a 128-bit counter and a 64-bit key, so any game, stream and
position can be computed alone, on any thread and in any order. All arithmetic is done in uint64 and masked: the same
words come out with JIT off, without overflow warnings.
"""

from __future__ import annotations

import numpy as np

from balance.kit.jit import inlined, kernel

_M0 = np.uint64(0xD2511F53)
_M1 = np.uint64(0xCD9E8D57)
_W0 = np.uint64(0x9E3779B9)
_W1 = np.uint64(0xBB67AE85)
_LOW = np.uint64(0xFFFFFFFF)
_32 = np.uint64(32)


@inlined
def philox(c0, c1, c2, c3, k0, k1):
    """Four words (uint64 holding 32 bits) for counter (c0..c3) and key (k0, k1), all uint64 below 2**32."""
    for _ in range(10):
        p0 = _M0 * c0
        p1 = _M1 * c2
        c0, c1, c2, c3 = (p1 >> _32) ^ c1 ^ k0, p1 & _LOW, (p0 >> _32) ^ c3 ^ k1, p0 & _LOW
        k0 = (k0 + _W0) & _LOW
        k1 = (k1 + _W1) & _LOW
    return c0, c1, c2, c3


@kernel
def word_at(seed, game, stream, position):
    """The word at `position` of `stream` in game `game`: int64 in 0..2**32-1.

    Counter = (position // 4, stream, game low, game high), key = seed; the word is element `position % 4`.
    """
    game_bits = np.uint64(game)
    w0, w1, w2, w3 = philox(
        np.uint64(position >> 2) & _LOW, np.uint64(stream) & _LOW, game_bits & _LOW, game_bits >> _32,
        np.uint64(seed) & _LOW, np.uint64(seed) >> _32,
    )  # fmt: skip
    which = position & 3
    if which == 0:
        return np.int64(w0)
    if which == 1:
        return np.int64(w1)
    if which == 2:
        return np.int64(w2)
    return np.int64(w3)
