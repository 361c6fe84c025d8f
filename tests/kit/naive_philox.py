"""A plain-Python twin of `balance.kit.philox` and `balance.kit.streams`, written to be read, never optimised.

The naive twins of the games draw from it, so it has the same words, the same ranges and the same order of forced
results. Ints are masked by hand; no numpy, no numba.

    luck = Luck(seed=2026)                       # or Luck(2026, deal=1, dice=4, noise=1) for nested designs
    streams = NaiveStreams(luck, block=17, slots=8)
    streams.set_source(0, DEAL)
    streams.open(0, stream_id(purpose=3, seat=1, turn=12))
    streams.below(0, 36), streams.roll(0, 6), streams.below_at(DICE, stream_id(5, 0, 0), position=9, n=6)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

MASK = 0xFFFFFFFF
DEAL, DICE, NOISE = 0, 1, 2


def philox4x32(counter: Sequence[int], key: Sequence[int]) -> tuple[int, int, int, int]:
    """Ten rounds of Philox4x32: four 32-bit words for a counter of four words and a key of two."""
    c0, c1, c2, c3 = counter
    k0, k1 = key
    for _ in range(10):
        product0 = 0xD2511F53 * c0
        product1 = 0xCD9E8D57 * c2
        c0, c1, c2, c3 = (
            (product1 >> 32) ^ c1 ^ k0,
            product1 & MASK,
            (product0 >> 32) ^ c3 ^ k1,
            product0 & MASK,
        )
        k0 = (k0 + 0x9E3779B9) & MASK
        k1 = (k1 + 0xBB67AE85) & MASK
    return c0, c1, c2, c3


def word_at(seed: int, game: int, stream: int, position: int) -> int:
    """Word `position` of `stream` in game `game`: blocks of four words, counted by the first counter word."""
    counter = ((position // 4) & MASK, stream & MASK, game & MASK, game >> 32)
    return philox4x32(counter, (seed & MASK, seed >> 32))[position % 4]


def stream_id(purpose: int, seat: int = 0, turn: int = 0) -> int:
    """Purpose in bits 0-7, seat in bits 8-11, turn from bit 12 on."""
    assert 0 <= purpose < 256 and 0 <= seat < 16 and 0 <= turn < 2**20
    return turn * 4096 + seat * 256 + purpose


def accepted(word: int, n: int, bits: int = 32) -> int | None:
    """Lemire's range: the result in 0..n-1 that `word` gives, or None where the word must be thrown away.

    word * n falls into n boxes of 2**bits numbers each; a box that starts off-beat would hold one word more than the
    others, so the first (2**bits mod n) numbers of each box are not used.
    """
    box, inside = divmod(word * n, 2**bits)
    return box if inside >= 2**bits % n else None


@dataclass(frozen=True)
class Luck:
    """Seed, and how many blocks share one number of each source; 1, 1, 1 gives every block its own luck."""

    seed: int
    deal: int = 1
    dice: int = 1
    noise: int = 1

    def game(self, source: int, block: int) -> int:
        """Which number of `source` block `block` uses."""
        return block // (self.deal, self.dice, self.noise)[source]


class NaiveStreams:
    """Stream cursors by slot, all of the dice at first; slot i starts on stream i."""

    def __init__(self, luck: Luck, block: int, slots: int) -> None:
        self.luck = luck
        self.block = block
        self.source = [DICE] * slots
        self.stream = list(range(slots))
        self.position = [0] * slots
        self.forced: list[int] = []
        self.drawn = 0  # how many results were asked for; a test may want to know

    def set_source(self, slot: int, source: int) -> None:
        """Let `slot` read from `source` from here on."""
        self.source[slot] = source
        self.position[slot] = 0

    def open(self, slot: int, stream: int) -> None:
        """Let `slot` read `stream` from its beginning."""
        self.stream[slot] = stream
        self.position[slot] = 0

    def force(self, results: Iterable[int]) -> None:
        """The next draws give these results in order of execution, whatever the slot."""
        self.forced = list(results)

    def next_word(self, slot: int) -> int:
        """Next 32-bit word of the slot's stream."""
        word = self._word(self.source[slot], self.stream[slot], self.position[slot])
        self.position[slot] += 1
        return word

    def below(self, slot: int, n: int) -> int:
        """Uniform integer in 0..n-1."""
        self.drawn += 1
        if self.forced:
            return self.forced.pop(0)
        while True:
            result = accepted(self.next_word(slot), n)
            if result is not None:
                return result

    def roll(self, slot: int, sides: int = 6) -> int:
        """One fair die; a forced result is the face itself."""
        if self.forced:
            return self.below(slot, sides)
        return self.below(slot, sides) + 1

    def below_at(self, source: int, stream: int, position: int, n: int) -> int:
        """Uniform integer in 0..n-1 named by (source, stream, position); no cursor moves."""
        self.drawn += 1
        if self.forced:
            return self.forced.pop(0)
        for attempt in range(8):
            far = 2**31 if attempt >= 4 else 0
            word = self._word(source, stream + far, 4 * position + attempt % 4)
            result = accepted(word, n)
            if result is not None:
                return result
        return word * n >> 32

    def shuffle(self, items: list[int], slot: int) -> None:
        """Fisher-Yates in place: for i = 0..n-2 swap i with a uniform j in i..n-1 (twin of `kit.deck.shuffle`)."""
        for i in range(len(items) - 1):
            j = i + self.below(slot, len(items) - i)
            items[i], items[j] = items[j], items[i]

    def pick_weighted(self, weights: Sequence[int], slot: int) -> int:
        """Index with chance weights[i] / total (twin of `kit.deck.pick_weighted`)."""
        rest = self.below(slot, sum(weights))
        for i, weight in enumerate(weights):
            rest -= weight
            if rest < 0:
                return i
        raise AssertionError("weights must not be negative")

    def _word(self, source: int, stream: int, position: int) -> int:
        return word_at(self.luck.seed, self.luck.game(source, self.block), stream, position)
