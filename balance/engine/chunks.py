"""A run cut into chunks of whole blocks: the unit of play, of storage and of looking."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

CHUNK_GAMES = 10_000
CHUNK_BYTES = 4_000_000  # rows of one chunk and arm; a few chunks per thread are in memory at once
CHUNKS_AT_LEAST = 8


@dataclass(frozen=True, slots=True)
class Chunk:
    """Games first..last-1, chunk number `index`."""

    index: int
    first: int
    last: int

    @property
    def games(self) -> int:
        """How many games."""
        return self.last - self.first


def chunk_size(games: int, block_size: int, row_bytes: int) -> int:
    """Games per chunk, a whole number of blocks; does not depend on the number of threads."""
    wanted = min(CHUNK_GAMES, CHUNK_BYTES // row_bytes, games // CHUNKS_AT_LEAST)
    return max(1, -(-wanted // block_size)) * block_size


def whole_blocks(games: int, block_size: int) -> int:
    """`games` rounded up to whole blocks."""
    return -(-games // block_size) * block_size


def cut(first: int, games: int, size: int, index: int = 0) -> Iterator[Chunk]:
    """Chunks of `size` games covering games first..games-1, numbered from `index`."""
    while first < games:
        last = min(games, first + size)
        yield Chunk(index, first, last)
        index += 1
        first = last
