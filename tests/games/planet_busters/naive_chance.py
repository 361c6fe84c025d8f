"""Chance in the naive twin: every draw by its purpose, as the game's README (section Draws) lists them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from tests.games.planet_busters.naive_pieces import Piece
from tests.kit.naive_philox import DEAL, DICE, NOISE, NaiveStreams, stream_id, word_at

(
    ORDER, ATTACK, DEFENCE, EVENT, DRONES, MINE, TORPEDO, CAPTURE, BUST, TOW, NOISY, RINGS,
) = range(12)  # fmt: skip
SEAT_SLOTS, SLOT = 4, 4  # slots 0-3: policy noise of the seats; slot 4: everything read in order


class Chance:
    """Dice are addressed by (purpose, turn, piece, how many already); shuffles and noise are read in order."""

    def __init__(self, streams: NaiveStreams) -> None:
        self.streams = streams
        self.turn = 0
        self.used: Counter[tuple[int, int]] = Counter()
        for seat in range(SEAT_SLOTS):
            streams.set_source(seat, NOISE)
        self.begin_turn(0)

    def begin_turn(self, turn: int) -> None:
        self.turn = turn
        self.used.clear()
        for seat in range(SEAT_SLOTS):
            self.streams.open(seat, stream_id(NOISY, seat, turn))

    # ---- dice ------------------------------------------------------------------------------------------------------

    def at(self, purpose: int, piece: Piece, n: int) -> int:
        already = self.used[purpose, piece.serial]
        self.used[purpose, piece.serial] += 1
        return self.streams.below_at(DICE, stream_id(purpose, 0, self.turn), 64 * piece.serial + already, n)

    def die(self, purpose: int, piece: Piece) -> int:
        return self.at(purpose, piece, 10) + 1

    def torpedo_number(self, unit: Piece, weights: Sequence[int]) -> int:
        rest = self.at(TORPEDO, unit, sum(weights))
        for number, weight in enumerate(weights, 1):
            rest -= weight
            if rest < 0:
                return number
        raise AssertionError("weights must not be negative")

    # ---- order -----------------------------------------------------------------------------------------------------

    def read_order(self, source: int, purpose: int, seat: int, turn: int) -> None:
        self.streams.set_source(SLOT, source)
        self.streams.open(SLOT, stream_id(purpose, seat, turn))

    def by_key(self, pieces: Sequence[Piece], source: int, seat: int, turn: int) -> list[Piece]:
        """Pieces by ascending key, the word at their serial; the next to be drawn last."""
        stream = stream_id(ORDER, seat, turn)
        luck, block = self.streams.luck, self.streams.block
        keys = {p.pid: word_at(luck.seed, luck.game(source, block), stream, p.serial) for p in pieces}
        return sorted(pieces, key=lambda piece: (keys[piece.pid], piece.pid), reverse=True)

    def first_deck(self, pieces: Sequence[Piece]) -> list[Piece]:
        return self.by_key(pieces, DEAL, 0, 0)

    def new_deck(self, discards: Sequence[Piece], passes: int, mixing: float) -> list[Piece]:
        """Restock number `passes`; `discards` has the newest last."""
        if mixing >= 1:
            return self.by_key(discards, DICE, 1, passes)
        order = list(reversed(discards))
        size = len(order)
        width = (round(mixing * 1_000_000) * (size - 1) + 500_000) // 1_000_000
        self.read_order(DICE, ORDER, 1, passes)
        for i in range(size):
            j = i + self.streams.below(SLOT, min(width, size - 1 - i) + 1)
            order[i], order[j] = order[j], order[i]
        return list(reversed(order))

    def starting_seat(self, seats: int) -> int:
        self.read_order(DEAL, ORDER, 2, 0)
        return self.streams.below(SLOT, seats)

    def hide_in_lower_half(self, deck: list[Piece], treaty: Piece) -> None:
        """So many pieces lie under the Treaty; the bottom of the deck is the list's beginning."""
        self.read_order(DEAL, ORDER, 3, 0)
        deck.insert(self.streams.below(SLOT, len(deck) // 2 + 1), treaty)

    def shuffle_ring(self, seat: int, ring: list[Piece]) -> None:
        self.read_order(DICE, RINGS, seat, self.turn)
        self.streams.shuffle(ring, SLOT)  # type: ignore[arg-type]

    # ---- policy noise ------------------------------------------------------------------------------------------------

    def noise(self, seat: int, n: int) -> int:
        return self.streams.below(seat, n)

    def coin(self, seat: int) -> bool:
        return self.noise(seat, 2) == 1

    def pick(self, seat: int, options: Sequence[Any]) -> Any:
        return options[self.noise(seat, len(options))]
