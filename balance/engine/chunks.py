"""A run cut into chunks of whole blocks: the unit of play, of storage and of looking."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

CHUNK_GAMES = 10_000
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


def chunk_size(games: int, block_size: int) -> int:
    """Games per chunk, a whole number of blocks; does not depend on the number of threads."""
    wanted = min(CHUNK_GAMES, max(1, games // CHUNKS_AT_LEAST))
    return max(1, -(-wanted // block_size)) * block_size


def whole_blocks(games: int, block_size: int) -> int:
    """`games` rounded up to whole blocks."""
    return -(-games // block_size) * block_size


def cut(games: int, size: int, first_chunk: int = 0) -> Iterator[Chunk]:
    """Chunks of `size` games up to `games`, from chunk number `first_chunk` on."""
    index = first_chunk
    while index * size < games:
        yield Chunk(index, index * size, min(games, (index + 1) * size))
        index += 1
