"""Geometry of the 8x8 board for compiled kernels: queen lines, first pieces met, distances, as tables.

Squares are 0..63 = 8 * row + file. The eight directions 0..7 go round the compass, N (+row), NE, E, SE, S, SW, W, NW, so
the opposite of d is d ^ 4. A board's occupancy is kept per line: 46 lines (8 files, 15 diagonals NE, 8 ranks,
15 diagonals SE), one byte of bits each, as `lines` uint8[LINES]. The nearest pieces on both sides of a square along a
line are then one table look-up, without walking a ray. (The small unsigned types matter: numba indexes with them without
asking for negative values.)
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.kit.jit import inlined, kernel

SIZE = 8
SQUARES = 64
LINES = 46
ROW_STEP = (1, 1, 0, -1, -1, -1, 0, 1)
FILE_STEP = (0, 1, 1, 1, 0, -1, -1, -1)
STEP = np.array([8 * r + f for r, f in zip(ROW_STEP, FILE_STEP)], np.int64)
"""Difference of square numbers of one step, by direction."""

# Directions in the order a player names them: forward, then clockwise for the side that moves up the board, and the
# same picture with forward turned round (east stays +file) for the side that moves down.
VIEW = np.array([[0, 1, 2, 3, 4, 5, 6, 7], [4, 3, 2, 1, 0, 7, 6, 5]], np.int64)


def _ray(square: int, direction: int) -> list[int]:
    row, file = square // SIZE, square % SIZE
    squares: list[int] = []
    while True:
        row += ROW_STEP[direction]
        file += FILE_STEP[direction]
        if not (0 <= row < SIZE and 0 <= file < SIZE):
            return squares
        squares.append(SIZE * row + file)


def _edge() -> NDArray[Any]:
    return np.array([[len(_ray(s, d)) for d in range(8)] for s in range(SQUARES)], np.int8)


def _distance() -> NDArray[Any]:
    at = np.arange(SQUARES)
    rows = np.abs(at[:, None] // SIZE - at[None, :] // SIZE)
    files = np.abs(at[:, None] % SIZE - at[None, :] % SIZE)
    return np.asarray(np.maximum(rows, files), np.int8)


def _bearing() -> NDArray[Any]:
    table = np.full((SQUARES, SQUARES), -1, np.int8)
    for s in range(SQUARES):
        for d in range(8):
            table[s, _ray(s, d)] = d
    return table


def _line_numbers() -> NDArray[Any]:
    table = np.zeros((SQUARES, 4), np.uint8)
    for s in range(SQUARES):
        row, file = s // SIZE, s % SIZE
        table[s] = (file, 8 + row - file + 7, 23 + row, 31 + row + file)
    return table


def _line_spots() -> NDArray[Any]:
    table = np.zeros((SQUARES, 4), np.uint8)
    for s in range(SQUARES):
        table[s] = (s // SIZE, s % SIZE, s % SIZE, s % SIZE)
    return table


def _nearest() -> NDArray[Any]:
    """[spot, bits]: distance to the nearest set bit above `spot` + 8 * distance to the nearest one below; 0 = none."""
    table = np.zeros((SIZE, 1 << SIZE), np.uint8)
    for spot in range(SIZE):
        for bits in range(1 << SIZE):
            above = [d for d in range(1, SIZE - spot) if bits >> (spot + d) & 1]
            below = [d for d in range(1, spot + 1) if bits >> (spot - d) & 1]
            table[spot, bits] = (above[0] if above else 0) + 8 * (below[0] if below else 0)
    return table


def _outside() -> NDArray[Any]:
    """[line]: the bits of the line's byte that are no square of the board."""
    table = np.full(LINES, 255, np.uint8)
    for s in range(SQUARES):
        table[LINE[s]] &= ~_LINE_BIT[SPOT[s]]
    return table


def _free() -> NDArray[Any]:
    """[spot, bits]: clear spots above `spot` up to the next set bit or spot 7, + 16 * the same below."""
    table = np.zeros((SIZE, 1 << SIZE), np.uint8)
    for spot in range(SIZE):
        for bits in range(1 << SIZE):
            above = next((d for d in range(1, SIZE - spot) if bits >> (spot + d) & 1), SIZE - spot) - 1
            below = next((d for d in range(1, spot + 1) if bits >> (spot - d) & 1), spot + 1) - 1
            table[spot, bits] = above + 16 * below
    return table


def _leaps(steps: list[tuple[int, int]]) -> NDArray[Any]:
    """Target squares by rising number, padded with -1."""
    table = np.full((SQUARES, len(steps)), -1, np.int64)
    for s in range(SQUARES):
        row, file = s // SIZE, s % SIZE
        found = sorted(
            SIZE * (row + r) + file + f for r, f in steps if 0 <= row + r < SIZE and 0 <= file + f < SIZE
        )  # fmt: skip
        table[s, : len(found)] = found
    return table


def _star() -> NDArray[Any]:
    """[square, reach]: bit board (int64) of the squares on queen lines of `square` at distance 1..reach."""
    table = np.zeros((SQUARES, SIZE), np.int64)
    for s in range(SQUARES):
        for reach in range(SIZE):
            bits = sum(1 << t for d in range(8) for t in _ray(s, d)[:reach])
            table[s, reach] = np.uint64(bits).astype(np.int64)
    return table


def _zone() -> NDArray[Any]:
    """[square, reach]: bit board (int64) of the squares within king distance `reach`, the square itself included."""
    table = np.zeros((SQUARES, SIZE), np.int64)
    for s in range(SQUARES):
        for reach in range(SIZE):
            bits = sum(1 << t for t in range(SQUARES) if DISTANCE[s, t] <= reach)
            table[s, reach] = np.uint64(bits).astype(np.int64)
    return table


# The large tables are int8, so that all of them stay in the first-level cache; read them through the helpers below.
EDGE = _edge()  # [square, direction]: squares to the edge
DISTANCE = _distance()  # [from, to]: king distance
BEARING = _bearing()  # [from, to]: direction of the queen line, -1 when not aligned
_LINE_BIT = (1 << np.arange(SIZE)).astype(np.uint8)
LINE = _line_numbers()  # [square, axis]: number of the line through the square
SPOT = _line_spots()  # [square, axis]: bit of the square on that line
NEAREST = _nearest()
OUTSIDE = _outside()
FREE = _free()
EACH_VIEW = 0x11111111  # 1 in each of the eight entries of `free_in_view`
STAR = _star()
ZONE = _zone()
BIT = (np.uint64(1) << np.arange(SQUARES, dtype=np.uint64)).astype(np.int64)  # [square]: bit board with one square
LOWEST = np.array(
    [(bits & -bits).bit_length() - 1 if bits else 0 for bits in range(256)], np.int64
)  # [byte]: lowest bit
FARTHEST = np.array(
    [bits.bit_length() - 1 if bits else 0 for bits in range(256)], np.int64
)  # [set of distances as bits]
KNIGHT = _leaps([(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)])
KING = _leaps(list(zip(ROW_STEP, FILE_STEP)))


@inlined
def king_distance(a, b):
    """King-step distance of two squares: int64 0..7."""
    return np.int64(DISTANCE[a, b])


@inlined
def bearing(a, b):
    """Direction of the queen line from `a` to `b`, -1 when they are not aligned: int64."""
    return np.int64(BEARING[a, b])


@inlined
def toggle(lines, square):
    """Put a piece on `square` or take it off: flips its bit on its four lines. Writes `lines` uint8[LINES]."""
    lines[LINE[square, 0]] ^= _LINE_BIT[SPOT[square, 0]]
    bit = _LINE_BIT[SPOT[square, 1]]
    lines[LINE[square, 1]] ^= bit
    lines[LINE[square, 2]] ^= bit
    lines[LINE[square, 3]] ^= bit


@inlined
def met_on_line(lines, square, axis):
    """First pieces seen from `square` both ways along line `axis` (0..3): int64, distance in direction `axis` +
    8 * distance in direction `axis` + 4, each 0 when there is none."""
    return np.int64(NEAREST[SPOT[square, axis], lines[LINE[square, axis]]])


@inlined
def squares_met(lines, square):
    """Bit board of the first pieces seen from `square`, and of `square` itself where a direction has none: int64."""
    bits = np.int64(0)
    for axis in range(4):
        met = met_on_line(lines, square, axis)
        step = STEP[axis]
        bits |= (np.int64(1) << (square + (met & 7) * step)) | (np.int64(1) << (square - (met >> 3) * step))
    return bits


@inlined
def first_met(lines, square, direction):
    """Distance to the first piece seen from `square` in `direction`, 0 when there is none: int64 0..7."""
    return (met_on_line(lines, square, direction & 3) >> (3 * (direction >> 2))) & 7


@inlined
def free_on_line(lines, square, axis):
    """Empty squares both ways along line `axis` (0..3): int64, number in direction `axis` + 16 * in direction `axis` + 4."""
    line = LINE[square, axis]
    return np.int64(FREE[SPOT[square, axis], lines[line] | OUTSIDE[line]])


@inlined
def free_squares(lines, square, direction):
    """Empty squares from `square` in `direction` up to the first piece or the edge: int64 0..7."""
    return (free_on_line(lines, square, direction & 3) >> (direction & 4)) & 7


@inlined
def free_in_view(lines, square, side):
    """`free_squares` of all eight directions, four bits each, in the order of VIEW[side]: int64."""
    north = free_on_line(lines, square, 0)
    north_east = free_on_line(lines, square, 1)
    east = free_on_line(lines, square, 2)
    south_east = free_on_line(lines, square, 3)
    north_east = (north_east & 7) | (north_east >> 4) << 16
    east = (east & 7) | (east >> 4) << 16
    south_east = (south_east & 7) | (south_east >> 4) << 16
    if side == 0:
        return (north & 7) | (north >> 4) << 16 | north_east << 4 | east << 8 | south_east << 12
    return (north >> 4) | (north & 7) << 16 | north_east << 12 | east << 8 | south_east << 4


@inlined
def views_with(free, squares):
    """Bits of the views with at least `squares` (1..8) empty squares, out of `free_in_view`: int64, bit 4 * view + 3."""
    return (free + (SIZE - squares) * EACH_VIEW) & (8 * EACH_VIEW)


@inlined
def view_of(side, direction):
    """Place of `direction` in VIEW[side]: int64."""
    return direction if side == 0 else (4 - direction) & 7


@kernel
def corner_closed(board, square, direction, distance):
    """Whether a diagonal line of `distance` steps squeezes past two pieces that touch at a corner.

    True when for some step both squares orthogonally beside it are occupied; `board` int64[64], empty = -1.
    Always False for orthogonal directions.
    """
    if direction & 1 == 0:
        return False
    before = STEP[direction - 1]
    after = STEP[(direction + 1) & 7]
    at = square
    for _ in range(distance):
        if board[at + before] >= 0 and board[at + after] >= 0:
            return True
        at += STEP[direction]
    return False
