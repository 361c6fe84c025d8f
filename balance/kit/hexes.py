"""Hex geometry of a 13 x 11 mat with pointy-top hexes: ids, distances, exact line of sight. Plain Python and numpy.

Even rows have columns 0..12, odd rows 0..11 and are shifted right by half a hex; hex id = 25 * (r // 2) + 13 * (r & 1) + c,
0..137. Axial coordinates are q = c - (r - (r & 1)) / 2 and r. Everything about lines depends on the vector between two
hexes only, so it is worked out once per vector, in integers (RA-01, RA-02, RA-06 .. RA-10).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

COLUMNS, ROWS, HEXES = 13, 11, 138
REACH, TOUCHED = 6, 8  # longest shot, and room for the hexes a line of that length touches
WORD_BITS, WORDS = 46, 3  # a hex set is three int64 words of 46 bits
DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
THROUGH, LEFT, RIGHT = 0, 1, 2  # how a line touches a hex
EDGE_RULES = ("both_sides_line", "both_sides_edge", "open", "closed")

Vector: TypeAlias = tuple[int, int]
Touch: TypeAlias = tuple[int, int, int, int]  # offset q, offset r, THROUGH | LEFT | RIGHT, number of the shared edge


def on_mat(c: int, r: int) -> bool:
    """Whether column c of row r exists."""
    return 0 <= r < ROWS and 0 <= c < COLUMNS - (r & 1)


def hex_id(c: int, r: int) -> int:
    """Number of the hex at column c, row r."""
    return 25 * (r // 2) + 13 * (r & 1) + c


def cell(h: int) -> tuple[int, int]:
    """Column and row of hex h."""
    pair, rest = divmod(h, 25)
    return (rest - 13, 2 * pair + 1) if rest >= 13 else (rest, 2 * pair)


def axial(h: int) -> Vector:
    """Axial coordinates (q, r) of hex h (RA-01)."""
    c, r = cell(h)
    return c - (r - (r & 1)) // 2, r


def at_axial(q: int, r: int) -> int:
    """Number of the hex at axial (q, r), or -1 off the mat."""
    c = q + (r - (r & 1)) // 2
    return hex_id(c, r) if on_mat(c, r) else -1


def rotated(h: int) -> int:
    """The hex after turning the mat by 180 degrees."""
    return HEXES - 1 - h


def steps(vector: Vector) -> int:
    """Hexes between two hexes that far apart (RA-02)."""
    q, r = vector
    return (abs(q) + abs(r) + abs(q + r)) // 2


@cache
def neighbours() -> NDArray[np.int16]:
    """int16[138, 6]: adjacent hexes in the order of DIRECTIONS, -1 off the mat."""
    found = np.full((HEXES, 6), -1, np.int16)
    for h in range(HEXES):
        q, r = axial(h)
        found[h] = [at_axial(q + dq, r + dr) for dq, dr in DIRECTIONS]
    return found


@cache
def distances() -> NDArray[np.int8]:
    """int8[138, 138]: hexes between each two hexes."""
    place = np.array([axial(h) for h in range(HEXES)])
    gap = place[:, None, :] - place[None, :, :]
    total = np.abs(gap[..., 0]) + np.abs(gap[..., 1]) + np.abs(gap[..., 0] + gap[..., 1])
    return np.asarray(total // 2, np.int8)


def groups(planets: Iterable[int]) -> NDArray[np.int8]:
    """int8[138]: number of the planet group of each hex, -1 for open space; groups by flood fill (RA-03)."""
    left = set(planets)
    found = np.full(HEXES, -1, np.int8)
    number = 0
    for start in sorted(left):
        if start not in left:
            continue
        edge = [start]
        left.discard(start)
        while edge:
            h = edge.pop()
            found[h] = number
            near = [int(n) for n in neighbours()[h] if int(n) in left]
            left.difference_update(near)
            edge.extend(near)
        number += 1
    return found


def _slopes(vector: Vector) -> tuple[int, int, int]:
    """The three differences x - y, y - z, z - x of a cube vector (x = q, z = r)."""
    q, r = vector
    return 2 * q + r, -q - 2 * r, r - q


def contact(target: Vector, other: Vector) -> tuple[int, int, int] | None:
    """How the segment from hex (0, 0) to `target` touches hex `other` (RA-07).

    None without contact or at a single point; else (THROUGH | LEFT | RIGHT, from, to): the interval of the segment
    inside the hex in units that depend on `target` only.
    """
    d = _slopes(target)
    u = _slopes((-other[0], -other[1]))
    unit = 1
    for step in d:
        unit *= abs(step) or 1
    low, high = 0, unit
    grazing = False
    for offset, step in zip(u, d, strict=True):
        if step == 0:
            if abs(offset) > 1:
                return None
            grazing = grazing or abs(offset) == 1
            continue
        ends = sorted(((-1 - offset) * (unit // step), (1 - offset) * (unit // step)))
        low, high = max(low, ends[0]), min(high, ends[1])
    if low >= high:
        return None
    if not grazing:
        return THROUGH, low, high
    side = (2 * target[0] + target[1]) * other[1] - target[1] * (2 * other[0] + other[1])
    return (LEFT if side > 0 else RIGHT), low, high


@cache
def touches(target: Vector) -> tuple[Touch, ...]:
    """All hexes the line from (0, 0) to `target` touches, the two end hexes left out.

    Hexes that share a grazed edge carry the same edge number; hexes the line goes through carry -1.
    """
    length = steps(target)
    found: list[Touch] = []
    edges: dict[tuple[int, int], int] = {}
    for other in _near_line(target, length):
        touch = contact(target, other)
        if touch is None:
            continue
        kind, low, high = touch
        edge = -1 if kind == THROUGH else edges.setdefault((low, high), len(edges))
        found.append((*other, kind, edge))
    return tuple(found)


def _near_line(target: Vector, length: int) -> Iterator[Vector]:
    tq, tr = target
    for q in range(min(0, tq) - 1, max(0, tq) + 2):
        for r in range(min(0, tr) - 1, max(0, tr) + 2):
            if (q, r) not in ((0, 0), target) and steps((q, r)) + steps((tq - q, tr - r)) <= length + 1:
                yield q, r


@cache
def _grid() -> NDArray[np.int16]:
    """Hex number by (q + 16, r + 16), HEXES off the mat: one padding entry that never blocks."""
    grid = np.full((64, 48), HEXES, np.int16)
    for h in range(HEXES):
        q, r = axial(h)
        grid[q + 24, r + 16] = h
    return grid


@cache
def _lines() -> tuple[tuple[Vector, NDArray[Any], NDArray[Any]], ...]:
    """Per vector: all (from, to) pairs of hexes that far apart."""
    pairs: dict[Vector, list[tuple[int, int]]] = {}
    places = [axial(h) for h in range(HEXES)]
    for a, (aq, ar) in enumerate(places):
        for b, (bq, br) in enumerate(places):
            if a != b:
                pairs.setdefault((bq - aq, br - ar), []).append((a, b))
    return tuple((v, *np.array(found).T) for v, found in pairs.items())


@cache
def sight(
    planets: tuple[int, ...], edge_rule: str = "both_sides_line", from_planet_out: str = "other_hexes_block",
    same_group: str = "always",
) -> NDArray[np.bool_]:  # fmt: skip
    """bool[138, 138]: whether a unit on hex a (row) sees hex b (column), for one map (RA-06 .. RA-11).

    `planets` are the planet hexes. Only `from_planet_out = "own_group_transparent"` makes sight one-way.
    """
    group = np.append(groups(planets), np.int8(-1))
    places = np.array([axial(h) for h in range(HEXES)])
    seen = np.ones((HEXES, HEXES), np.bool_)
    for vector, a, b in _lines():
        touched = touches(vector)
        if not touched:
            continue
        together = (group[a] >= 0) & (group[a] == group[b])
        transparent = together | (from_planet_out == "own_group_transparent")
        blocks = []
        for q, r, _kind, _edge in touched:
            h = _grid()[places[a, 0] + q + 24, places[a, 1] + r + 16]
            blocks.append((group[h] >= 0) & ~(transparent & (group[h] == group[a])))
        clear = ~blocked(touched, blocks, edge_rule)
        seen[a, b] = clear | together if same_group == "always" else clear
    seen.flags.writeable = False
    return seen


def blocked(touched: tuple[Touch, ...], blocks: list[NDArray[np.bool_]], edge_rule: str) -> NDArray[np.bool_]:
    """Whether lines are blocked, given which of the `touched` hexes block (one bool array each) (RA-09)."""
    nothing = np.zeros_like(blocks[0])
    through, left, right, both = nothing.copy(), nothing.copy(), nothing.copy(), nothing.copy()
    edges: dict[int, NDArray[np.bool_]] = {}
    for (_q, _r, kind, edge), block in zip(touched, blocks, strict=True):
        if kind == THROUGH:
            through |= block
            continue
        if kind == LEFT:
            left |= block
        else:
            right |= block
        both |= edges.get(edge, nothing) & block
        edges[edge] = block
    at_edges = {"both_sides_line": left & right, "both_sides_edge": both, "open": nothing, "closed": left | right}
    return through | at_edges[edge_rule]


def pack(members: NDArray[np.bool_]) -> NDArray[np.int64]:
    """int64[..., 3]: hex sets from bool[..., 138]."""
    parts = members.reshape(*members.shape[:-1], WORDS, WORD_BITS).astype(np.int64)
    return np.asarray(parts @ (np.int64(1) << np.arange(WORD_BITS, dtype=np.int64)))


def ring_sets(seen: NDArray[np.bool_]) -> NDArray[np.int64]:
    """int64[138, 7, 3]: per hex and distance 0..6 the set of hexes there with `seen[hex, other]`."""
    gap = distances()
    return np.stack([pack((gap == d) & (seen if d > 1 else True)) for d in range(REACH + 1)], axis=1)


@cache
def touch_table() -> tuple[NDArray[np.int64], NDArray[np.int8]]:
    """Counts int64[13, 13] and entries int8[13, 13, 8, 4] of `touches` for all vectors up to REACH, by q + 6, r + 6."""
    size = 2 * REACH + 1
    count = np.zeros((size, size), np.int64)
    entries = np.zeros((size, size, TOUCHED, 4), np.int8)
    for q in range(-REACH, REACH + 1):
        for r in range(-REACH, REACH + 1):
            if steps((q, r)) <= REACH:
                found = touches((q, r))
                count[q + REACH, r + REACH] = len(found)
                entries[q + REACH, r + REACH, : len(found)] = np.array(found, np.int8).reshape(-1, 4)
    return count, entries
