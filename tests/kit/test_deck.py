from itertools import permutations

import numpy as np
import pytest

from balance.kit.deck import pick_weighted, shuffle, sort_by_key
from balance.kit.streams import force, new_luck, start_streams, streams_dtype
from balance.kit.trace import emit, new_trace, trace_dtype, trace_rows

pytestmark = pytest.mark.kernel


def streams():
    record = np.zeros(1, streams_dtype(1)).view(np.recarray)[0]
    start_streams(record, new_luck(5), 7)
    return record


def test_shuffle_reaches_every_order_equally_often_by_enumeration() -> None:
    orders = []
    for i in range(4):
        for j in range(3):
            for k in range(2):
                source = streams()
                force(source, [i, j, k])
                items = np.arange(4)
                shuffle(items, 4, source, 0)
                orders.append(tuple(items.tolist()))
    assert sorted(orders) == sorted(permutations(range(4)))


def test_sort_by_key_is_stable_and_keeps_the_rest_when_a_card_goes() -> None:
    keys = np.array([50, 10, 40, 10, 30])
    items = np.arange(5)
    sort_by_key(items, keys.copy(), 5)
    assert items.tolist() == [1, 3, 4, 2, 0]
    fewer = np.array([0, 1, 2, 4])
    sort_by_key(fewer, keys[fewer], 4)
    assert fewer.tolist() == [1, 4, 2, 0]


def test_pick_weighted_covers_each_weight_exactly() -> None:
    weights = np.array([0, 3, 0, 1, 2], dtype=np.int16)
    found = []
    for value in range(6):
        source = streams()
        force(source, [value])
        found.append(int(pick_weighted(weights, 5, 6, source, 0)))
    assert found == [1, 1, 1, 3, 4, 4]


def test_trace_rows_and_overflow() -> None:
    trace = new_trace()
    emit(trace, 1, 2, 3)
    emit(trace, 4, 5)
    emit(None, 9, 9)
    assert trace_rows(trace) == [(1, 2, 3, 0, 0, 0, 0, 0), (4, 5, 0, 0, 0, 0, 0, 0)]
    small = np.zeros(1, trace_dtype(1)).view(np.recarray)[0]
    emit(small, 1, 1)
    emit(small, 2, 2)
    with pytest.raises(OverflowError):
        trace_rows(small)
