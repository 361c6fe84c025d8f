"""Geometry of the 8 x 8 board, against walks square by square, on random boards."""

from __future__ import annotations

import random

import numpy as np
import pytest

from balance.kit import square as sq
from balance.kit.bits import lowest_bit
from balance.kit.jit import kernel

pytestmark = pytest.mark.kernel


@kernel
def seen_by_kernel(lines, square, side, met, free, in_view):
    """First pieces and free squares of all directions, and the free squares in the side's view."""
    for direction in range(8):
        met[direction] = sq.first_met(lines, square, direction)
        free[direction] = sq.free_squares(lines, square, direction)
    word = sq.free_in_view(lines, square, side)
    for view in range(8):
        in_view[view] = (word >> (4 * view)) & 15
    return word


@kernel
def views_by_kernel(word, squares):
    return sq.views_with(word, squares)


@kernel
def met_by_kernel(lines, square):
    return sq.squares_met(lines, square)


@kernel
def lowest_by_kernel(word):
    return lowest_bit(word)


@kernel
def put(lines, square):
    sq.toggle(lines, square)


def walk(square: int, direction: int) -> list[int]:
    """Squares of the board from `square` to the edge."""
    row, file, found = square // 8, square % 8, []
    while True:
        row, file = row + sq.ROW_STEP[direction], file + sq.FILE_STEP[direction]
        if not (0 <= row < 8 and 0 <= file < 8):
            return found
        found.append(8 * row + file)


def boards(count: int) -> list[set[int]]:
    rng = random.Random(8)
    sizes = [0, 1, 2, 5, 12, 24, 32, 48, 64]
    return [set(rng.sample(range(64), sizes[i % len(sizes)])) for i in range(count)]


def lines_of(pieces: set[int]) -> np.ndarray:
    lines = np.zeros(sq.LINES, np.uint8)
    for piece in pieces:
        put(lines, np.int64(piece))
    return lines


def test_sight_equals_a_walk_along_the_line() -> None:
    met, free, in_view = (np.zeros(8, np.int64) for _ in range(3))
    for pieces in boards(27):
        lines = lines_of(pieces)
        for square in range(64):
            for side in range(2):
                word = seen_by_kernel(lines, np.int64(square), np.int64(side), met, free, in_view)
                bits = 0
                for direction in range(8):
                    path = walk(square, direction)
                    first = next((i + 1 for i, at in enumerate(path) if at in pieces), 0)
                    clear = first - 1 if first else len(path)
                    assert (met[direction], free[direction]) == (first, clear)
                    bits |= 1 << (path[first - 1] if first else square)
                    view = int(sq.VIEW[side].tolist().index(direction))
                    assert in_view[view] == clear
                    assert sq.view_of(side, direction) == view
                assert int(met_by_kernel(lines, np.int64(square))) & (2**64 - 1) == bits
                for squares in range(1, 9):
                    views = {(bit - 3) // 4 for bit in range(32) if views_by_kernel(word, np.int64(squares)) >> bit & 1}
                    assert views == {view for view in range(8) if in_view[view] >= squares}


def test_lifting_a_piece_undoes_placing_it() -> None:
    lines = lines_of({3, 17, 42})
    for square in range(64):
        put(lines, np.int64(square))
        put(lines, np.int64(square))
    assert lines.tolist() == lines_of({3, 17, 42}).tolist()


def test_distance_bearing_star_and_zone_agree_with_the_walks() -> None:
    for a in range(64):
        for b in range(64):
            on_line = [d for d in range(8) if b in walk(a, d)]
            assert sq.BEARING[a, b] == (on_line[0] if on_line else -1)
            assert sq.DISTANCE[a, b] == max(abs(a // 8 - b // 8), abs(a % 8 - b % 8))
            for reach in range(8):
                assert bool(int(sq.STAR[a, reach]) >> b & 1) == (bool(on_line) and sq.DISTANCE[a, b] <= reach)
                assert bool(int(sq.ZONE[a, reach]) >> b & 1) == (sq.DISTANCE[a, b] <= reach)


def test_a_diagonal_is_closed_by_two_pieces_that_touch_at_a_corner() -> None:
    board = np.full(64, -1, np.int64)
    board[1], board[8] = 5, 21  # b1 and a2, beside the step a1-b2
    assert sq.corner_closed(board, 0, 1, 3)
    board[8] = -1
    assert not sq.corner_closed(board, 0, 1, 3)
    assert not sq.corner_closed(board, 0, 0, 7)


def test_lowest_bit_of_a_word_the_sign_bit_included() -> None:
    for bit in range(64):
        word = np.uint64(1 << bit | 1 << 63).astype(np.int64)
        assert lowest_by_kernel(word) == bit
