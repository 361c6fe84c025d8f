"""Shuffles and draws on plain integer arrays."""

from __future__ import annotations

import numpy as np

from balance.kit.jit import kernel
from balance.kit.philox import philox
from balance.kit.streams import below

_LOW = np.uint64(0xFFFFFFFF)
_32 = np.uint64(32)


@kernel
def shuffle(items, n, streams, slot):
    """Fisher-Yates over items[:n] in place: for i = 0..n-2 swap i with a uniform j in i..n-1."""
    for i in range(n - 1):
        j = i + below(streams, slot, n - i)
        held = items[i]
        items[i] = items[j]
        items[j] = held


@kernel
def sort_by_key(items, keys, n):
    """Sort items[:n] and keys[:n] in place by ascending key (insertion sort, stable; n of a deck's size).

    With one key per card, drawn from a stream addressed by the card, adding or removing a card kind leaves the
    relative order of all others as it was: variants of a deck share their luck.
    """
    for i in range(1, n):
        key = keys[i]
        item = items[i]
        j = i - 1
        while j >= 0 and keys[j] > key:
            keys[j + 1] = keys[j]
            items[j + 1] = items[j]
            j -= 1
        keys[j + 1] = key
        items[j + 1] = item


@kernel
def pick_weighted(weights, n, total, streams, slot):
    """Index i in 0..n-1 with chance weights[i] / total (weights >= 0, total = their sum > 0): int64."""
    rest = below(streams, slot, total)
    for i in range(n):
        rest -= np.int64(weights[i])
        if rest < 0:
            return i
    return n - 1


@kernel
def order_by_luck(counts, kinds, deck, streams, source, stream):
    """Shuffle a pile known by its count per kind into `deck` (int64[>= total], in place); returns the total: int64.

    The copies of a kind are numbered 0, 1, ..; a copy's key is the raw word of `stream` at position 32 * kind + copy,
    and deck[0] gets the smallest key (then kind, then copy). Cards added to or taken from a kind leave the
    relative order of all others as it was, so variants of a deck share their luck. At most 32 copies of a kind.
    """
    seed = np.uint64(streams.seed)
    game = np.uint64(streams.game[source])
    total = np.int64(0)
    for kind in range(kinds):
        for copy in range(np.int64(counts[kind])):
            if copy & 3 == 0:  # four copies share a block of the generator
                w0, w1, w2, w3 = philox(
                    np.uint64(8 * kind + (copy >> 2)), np.uint64(stream) & _LOW, game & _LOW, game >> _32,
                    seed & _LOW, seed >> _32,
                )  # fmt: skip
            packed = (np.int64(w0) << 16) | np.int64(32 * kind + copy)
            w0, w1, w2 = w1, w2, w3
            at = total
            while at > 0 and deck[at - 1] > packed:
                deck[at] = deck[at - 1]
                at -= 1
            deck[at] = packed
            total += 1
    for at in range(total):
        deck[at] = (deck[at] & 0xFFFF) >> 5
    return total
