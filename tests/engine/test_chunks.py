from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from balance.app.run_scenario import shard_range
from balance.engine.chunks import CHUNK_BYTES, chunk_size, cut, whole_blocks


@given(st.integers(1, 10**7), st.integers(1, 64), st.integers(1, 4000))
def test_chunks_are_whole_blocks_that_cover_all_games_once(games: int, block: int, row_bytes: int) -> None:
    size = chunk_size(games, block, row_bytes)
    total = whole_blocks(games, block)
    assert size % block == 0 and size > 0
    assert (size - block) * row_bytes <= CHUNK_BYTES
    if total // size > 5000:
        return
    chunks = list(cut(0, total, size))
    assert chunks[0].first == 0 and chunks[-1].last == total
    assert all(a.last == b.first for a, b in pairwise(chunks))
    assert [chunk.index for chunk in chunks] == list(range(len(chunks)))


@given(st.integers(1, 10**6), st.integers(1, 40), st.integers(1, 9))
def test_shards_meet_without_gap_or_overlap(games: int, unit: int, shards: int) -> None:
    ranges = [shard_range(games, unit, (number, shards)) for number in range(1, shards + 1)]
    assert ranges[0][0] == 0 and ranges[-1][1] == whole_blocks(games, unit)
    assert all(a[1] == b[0] for a, b in pairwise(ranges))
    assert all(edge % unit == 0 for pair in ranges for edge in pair)
