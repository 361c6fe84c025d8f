"""Sets of hexes of the 13 x 11 mat as three int64 words of 46 bits each, and moves as dilations.

Hex h is bit h % 46 of word h // 46. Because rows of 13 and 12 hexes alternate, the six neighbours of hex h are h +- 1,
h +- 12 and h +- 13 wherever they exist: growing a set by one hex is six shifts and a few masks. Signed words never
overflow: a 46-bit word shifted by 13 stays below 2**59.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.kit.bits import lowest_bit
from balance.kit.hexes import HEXES, WORD_BITS, cell, pack
from balance.kit.jit import inlined, kernel

FULL = (1 << WORD_BITS) - 1


def _mask(keep: Any) -> tuple[int, int, int]:
    members = np.array([keep(*cell(h)) for h in range(HEXES)], np.bool_)
    a, b, c = (int(word) for word in pack(members))
    return a, b, c


_NOT_LAST = _mask(lambda c, r: c < 12 - (r & 1))  # have a neighbour at h + 1
_NOT_FIRST = _mask(lambda c, r: c > 0)  # have a neighbour at h - 1
_NOT_EVEN_FIRST = _mask(lambda c, r: (r & 1) == 1 or c > 0)  # have neighbours at h + 12 and h - 13
_NOT_EVEN_LAST = _mask(lambda c, r: (r & 1) == 1 or c < 12)  # have neighbours at h + 13 and h - 12

L0, L1, L2 = _NOT_LAST
F0, F1, F2 = _NOT_FIRST
S0, S1, S2 = _NOT_EVEN_FIRST
E0, E1, E2 = _NOT_EVEN_LAST


@inlined
def up(a: Any, b: Any, c: Any, k: Any) -> Any:
    """The set with every hex number raised by k < 46; numbers above 137 fall out."""
    low = WORD_BITS - k
    return (a << k) & FULL, ((b << k) & FULL) | (a >> low), ((c << k) & FULL) | (b >> low)


@inlined
def down(a: Any, b: Any, c: Any, k: Any) -> Any:
    """The set with every hex number lowered by k < 46; numbers below 0 fall out."""
    low = WORD_BITS - k
    return (a >> k) | ((b << low) & FULL), (b >> k) | ((c << low) & FULL), c >> k


@kernel
def grow(a: Any, b: Any, c: Any) -> Any:
    """The set and all hexes adjacent to it: (int64, int64, int64)."""
    x0, x1, x2 = up(a & L0, b & L1, c & L2, 1)
    y0, y1, y2 = down(a & F0, b & F1, c & F2, 1)
    s0, s1, s2 = a & S0, b & S1, c & S2
    e0, e1, e2 = a & E0, b & E1, c & E2
    u0, u1, u2 = up(s0, s1, s2, 12)
    v0, v1, v2 = down(s0, s1, s2, 13)
    w0, w1, w2 = up(e0, e1, e2, 13)
    z0, z1, z2 = down(e0, e1, e2, 12)
    return a | x0 | y0 | u0 | v0 | w0 | z0, b | x1 | y1 | u1 | v1 | w1 | z1, c | x2 | y2 | u2 | v2 | w2 | z2


@kernel
def members(a: Any, b: Any, c: Any, out: Any) -> Any:
    """Write the hexes of the set to out (int64[>=138]) in rising order; returns their number."""
    n = 0
    while a != 0:
        out[n] = lowest_bit(a)
        a &= a - 1
        n += 1
    while b != 0:
        out[n] = WORD_BITS + lowest_bit(b)
        b &= b - 1
        n += 1
    while c != 0:
        out[n] = 2 * WORD_BITS + lowest_bit(c)
        c &= c - 1
        n += 1
    return n


@inlined
def has(a: Any, b: Any, c: Any, h: Any) -> Any:
    """Whether hex h is in the set: 0 or 1."""
    word = a
    if h >= 2 * WORD_BITS:
        word = c
        h = h - 2 * WORD_BITS
    elif h >= WORD_BITS:
        word = b
        h = h - WORD_BITS
    return (word >> h) & 1
