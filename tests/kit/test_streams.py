"""Split streams: the twin's words, exactly uniform ranges, sources of luck, addressed draws and forced results."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from balance.kit import deck, streams
from balance.kit.streams import DEAL, DICE, FORCED_MAX, NOISE, below, below_at, new_luck, next_word, open_stream, roll
from tests.kit import naive_philox as naive
from tests.kit.naive_philox import Luck, NaiveStreams, accepted

pytestmark = pytest.mark.kernel

SLOTS = 5
RANGES = [1, 2, 3, 5, 6, 7, 36, 52, 100, 4097, 2**16, 2**20 - 1, 3 * 2**29, 2**31 - 1]


def new_pair(seed=7, block=0, **repeats):
    """A kernel streams record and its twin, both started on the same block."""
    record = np.zeros(1, streams.streams_dtype(SLOTS)).view(np.recarray)[0]
    streams.start_streams(record, new_luck(seed, **repeats), block)
    return record, NaiveStreams(Luck(seed, **repeats), block, SLOTS)


# ---------------------------------------------------------------------------------------------------------- twin


@settings(max_examples=60)
@given(
    st.integers(0, 2**64 - 1),
    st.integers(0, 2**40),
    st.lists(st.tuples(st.integers(0, SLOTS - 1), st.sampled_from(RANGES)), max_size=40),
)
def test_interleaved_draws_equal_twin(seed, block, draws):
    record, twin = new_pair(seed, block)
    assert [int(below(record, slot, n)) for slot, n in draws] == [twin.below(slot, n) for slot, n in draws]
    assert list(record.position) == twin.position


@settings(max_examples=40)
@given(st.integers(0, 255), st.integers(0, 15), st.integers(0, 2**20 - 1), st.integers(0, 2**40))
def test_opened_streams_equal_twin(purpose, seat, turn, block):
    record, twin = new_pair(block=block)
    identity = int(streams.stream_id(purpose, seat, turn))
    assert identity == naive.stream_id(purpose, seat, turn) < 2**32
    open_stream(record, 2, identity)
    twin.open(2, identity)
    assert [int(next_word(record, 2)) for _ in range(6)] == [twin.next_word(2) for _ in range(6)]
    open_stream(record, 2, identity)  # a stream that is opened again starts over
    twin.open(2, identity)
    assert [int(roll(record, 2, 6)) for _ in range(6)] == [twin.roll(2) for _ in range(6)]


def test_stream_ids_never_collide():
    cases = [(p, s, t) for p in (0, 1, 255) for s in (0, 1, 15) for t in (0, 1, 2**20 - 1)]
    assert len({int(streams.stream_id(*case)) for case in cases}) == len(cases)


# --------------------------------------------------------------------------------------------------- sources of luck


@settings(max_examples=30)
@given(st.integers(0, 500), st.integers(1, 9), st.integers(1, 9), st.integers(1, 9))
def test_sources_share_luck_by_their_own_repeats(block, deal, dice, noise):
    record, twin = new_pair(11, block, deal=deal, dice=dice, noise=noise)
    for slot, source in enumerate((DEAL, DICE, NOISE)):
        streams.set_source(record, slot, source)
        twin.set_source(slot, source)
    drawn = [int(below(record, slot, 10**6)) for slot in (0, 1, 2)]
    assert drawn == [twin.below(slot, 10**6) for slot in (0, 1, 2)]
    for slot, repeats in enumerate((deal, dice, noise)):
        first_of_group = NaiveStreams(Luck(11), block // repeats, SLOTS)
        assert drawn[slot] == first_of_group.below(slot, 10**6)


def test_blocks_and_seeds_differ():
    words = {int(next_word(new_pair(seed, block)[0], 0)) for seed in (0, 1, 2**63) for block in range(50)}
    assert len(words) == 150


# ------------------------------------------------------------------------------------------------- exact uniformity


@pytest.mark.parametrize("bits", [4, 6, 8])
def test_lemire_is_exact_on_a_small_word_space(bits):
    """Every word of a scaled-down generator, every range: each result comes from equally many words."""
    for n in range(1, 2**bits + 1):
        results = Counter(accepted(word, n, bits) for word in range(2**bits))
        thrown_away = results.pop(None, 0)
        assert set(results) == set(range(n))
        assert set(results.values()) == {2**bits // n}
        assert thrown_away == 2**bits % n


@pytest.mark.parametrize("n", RANGES)
def test_kernel_accepts_the_words_the_scaled_model_accepts(n):
    """`below` on real words follows `accepted`: words the model throws away are thrown away."""
    record, twin = new_pair(3, 5)
    for _ in range(200):
        value = int(below(record, 0, n))
        while (wanted := accepted(twin.next_word(0), n)) is None:
            pass
        assert value == wanted
    assert record.position[0] == twin.position[0]


def test_rejection_happens_for_an_awkward_range():
    """3 * 2**29 leaves a quarter of all words over, so 200 draws must need more than 200 words."""
    record, _ = new_pair()
    for _ in range(200):
        below(record, 0, 3 * 2**29)
    assert 230 < record.position[0] < 310


def test_faces_are_even():
    record, _ = new_pair(2026)
    faces = Counter(int(roll(record, 0, 6)) for _ in range(6_000))
    chi = sum((faces[face] - 1_000) ** 2 / 1_000 for face in range(1, 7))
    assert sum(faces.values()) == 6_000 and set(faces) == set(range(1, 7))
    assert chi < 20.5  # 5 degrees of freedom, p = 0.001


# -------------------------------------------------------------------------------------------------- addressed draws


@settings(max_examples=60)
@given(
    st.integers(0, 2),
    st.integers(0, 2**31 - 1),
    st.integers(0, 2**28),
    st.sampled_from(RANGES),
    st.integers(0, 2**33),
)
def test_addressed_draws_equal_twin(source, stream, position, n, block):
    record, twin = new_pair(5, block, deal=3, dice=1, noise=2)
    assert int(below_at(record, source, stream, position, n)) == twin.below_at(source, stream, position, n)
    assert list(record.position) == [0] * SLOTS


def test_addressed_draws_use_spare_words_when_rejected():
    """Where the first word of an address is thrown away, the draw still equals the next acceptable one."""
    n = 3 * 2**29
    record, twin = new_pair(5)
    rejected = [p for p in range(200) if accepted(naive.word_at(5, 0, 9, 4 * p), n) is None]
    assert len(rejected) > 20
    for position in rejected:
        words = [naive.word_at(5, 0, 9, 4 * position + i) for i in range(4)]
        spare = [accepted(word, n) for word in words if accepted(word, n) is not None]
        if spare:
            assert int(below_at(record, DICE, 9, position, n)) == spare[0]
        assert int(below_at(record, DICE, 9, position, n)) == twin.below_at(DICE, 9, position, n)


def test_addressed_draws_reach_the_far_half():
    """All four words of an address thrown away (1 in 256 here): the same positions of stream + 2**31 serve."""
    n = 3 * 2**29
    record, twin = new_pair(5)
    spent = [p for p in range(4_000) if all(accepted(naive.word_at(5, 0, 9, 4 * p + i), n) is None for i in range(4))]
    assert spent
    for position in spent:
        value = twin.below_at(DICE, 9, position, n)
        assert int(below_at(record, DICE, 9, position, n)) == value
        far = [accepted(naive.word_at(5, 0, 9 + 2**31, 4 * position + i), n) for i in range(4)]
        assert value in far or all(x is None for x in far)


# -------------------------------------------------------------------------------------------------- forced results


def test_forced_results_come_first_then_the_stream():
    record, twin = new_pair(1)
    streams.force(record, [4, 0, 6, 2])
    twin.force([4, 0, 6, 2])
    kernel_draws = [below(record, 0, 6), below(record, 3, 2), roll(record, 1, 6), below_at(record, DICE, 1, 1, 9)]
    kernel_draws += [roll(record, 0, 6), below(record, 0, 9)]
    twin_draws = [twin.below(0, 6), twin.below(3, 2), twin.roll(1), twin.below_at(DICE, 1, 1, 9)]
    twin_draws += [twin.roll(0), twin.below(0, 9)]
    fresh = NaiveStreams(Luck(1), 0, SLOTS)
    after = [fresh.roll(0), fresh.below(0, 9)]
    assert [int(draw) for draw in kernel_draws] == twin_draws == [4, 0, 6, 2, *after]


def test_starting_again_forgets_forced_results():
    record, twin = new_pair(1)
    streams.force(record, [9])
    streams.start_streams(record, new_luck(1), 0)
    assert int(below(record, 0, 6)) == twin.below(0, 6)


def test_force_refuses_more_than_fits():
    record, _ = new_pair()
    with pytest.raises(ValueError, match=str(FORCED_MAX)):
        streams.force(record, [1] * (FORCED_MAX + 1))


# ------------------------------------------------------------------------------------------------ shuffles and picks


@settings(max_examples=30)
@given(st.integers(0, 60), st.integers(0, 10**6))
def test_shuffle_equals_twin(size, block):
    record, twin = new_pair(block=block)
    items, mirror = np.arange(size, dtype=np.int64), list(range(size))
    deck.shuffle(items, size, record, 0)
    twin.shuffle(mirror, 0)
    assert list(items) == mirror
    assert sorted(mirror) == list(range(size))


@settings(max_examples=30)
@given(st.lists(st.integers(0, 20), min_size=1, max_size=12).filter(sum), st.integers(0, 10**6))
def test_pick_weighted_equals_twin(weights, block):
    record, twin = new_pair(block=block)
    picked = int(deck.pick_weighted(np.array(weights, dtype=np.int64), len(weights), sum(weights), record, 0))
    assert picked == twin.pick_weighted(weights, 0)
    assert weights[picked] > 0


def test_sort_by_key_is_stable():
    keys = np.array([3, 1, 2, 1, 3], dtype=np.int64)
    items = np.arange(5, dtype=np.int64)
    deck.sort_by_key(items, keys, 5)
    assert list(items) == [1, 3, 2, 0, 4]
    assert list(keys) == [1, 1, 2, 3, 3]
