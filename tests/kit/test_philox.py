"""Philox4x32-10: known answers, the layout of counters, and equality with the plain-Python twin."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from balance.kit.philox import philox, word_at
from tests.kit.naive_philox import MASK, philox4x32
from tests.kit.naive_philox import word_at as naive_word_at

pytestmark = pytest.mark.kernel

words = st.integers(0, MASK)

# Random123's kat_vectors for philox4x32-10: counter, key -> words
KNOWN = [
    ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    ((MASK,) * 4, (MASK,) * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]


def kernel_words(counter, key):
    return tuple(int(word) for word in philox(*(np.uint64(x) for x in (*counter, *key))))


@pytest.mark.parametrize(("counter", "key", "expected"), KNOWN)
def test_known_answers(counter, key, expected):
    assert kernel_words(counter, key) == expected
    assert philox4x32(counter, key) == expected


@given(st.tuples(words, words, words, words), st.tuples(words, words))
def test_kernel_equals_twin(counter, key):
    assert kernel_words(counter, key) == philox4x32(counter, key)


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**40), st.integers(0, MASK), st.integers(0, 10_000))
def test_word_at_equals_twin(seed, game, stream, position):
    word = int(word_at(np.uint64(seed), game, stream, position))
    assert word == naive_word_at(seed, game, stream, position)
    assert 0 <= word <= MASK


def test_word_at_lays_out_the_counter():
    """Counter = (position // 4, stream, game low, game high), key = (seed low, seed high)."""
    seed, game, stream = 0x0123456789ABCDEF, 0x5_0000_0007, 42
    for position in range(9):
        block = philox4x32((position // 4, stream, 7, 5), (0x89ABCDEF, 0x01234567))
        assert int(word_at(np.uint64(seed), game, stream, position)) == block[position % 4]


def test_one_changed_bit_changes_about_half_of_the_output():
    """Avalanche: flipping any bit of counter or key flips close to 64 of 128 output bits on average."""
    base_in = (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344, 0xA4093822, 0x299F31D0)
    base_out = philox4x32(base_in[:4], base_in[4:])
    flips = []
    for bit in range(6 * 32):
        changed = list(base_in)
        changed[bit // 32] ^= 1 << bit % 32
        out = philox4x32(changed[:4], changed[4:])
        flips.append(sum((a ^ b).bit_count() for a, b in zip(base_out, out)))
    assert min(flips) > 40
    assert 60 < sum(flips) / len(flips) < 68
