"""The mat of the naive twin: hexes as numbers 0..137, lines of sight by cutting a segment with hexagons (RA-01..RA-11).

The kernel's line of sight works with three slopes in cube coordinates; here a hex is a polygon in the plane and a line
is cut with it edge by edge, in fractions. Two methods, one answer.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from fractions import Fraction
from functools import cache

HEXES = 138
CORNERS = ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1))  # pointy top, in half widths and thirds of a row step


def hex_of(c: int, r: int) -> int:
    """Number of the hex in column c of row r."""
    return 25 * (r // 2) + 13 * (r % 2) + c


CELLS = {hex_of(c, r): (c, r) for r in range(11) for c in range(13 - r % 2)}


def turned(h: int) -> int:
    """The hex after half a turn of the mat."""
    return 137 - h


def centre(h: int) -> tuple[int, int]:
    """Where the middle of a hex lies in the plane."""
    c, r = CELLS[h]
    return 2 * c + r % 2, 3 * r


BY_CENTRE = {centre(h): h for h in CELLS}


@cache
def neighbours(h: int) -> tuple[int, ...]:
    """Adjacent hexes on the mat."""
    x, y = centre(h)
    around = ((2, 0), (1, 3), (-1, 3), (-2, 0), (-1, -3), (1, -3))
    return tuple(BY_CENTRE[x + dx, y + dy] for dx, dy in around if (x + dx, y + dy) in BY_CENTRE)


@cache
def distances(start: int) -> dict[int, int]:
    """Hexes from `start` to every hex, by walking (RA-02)."""
    found, edge = {start: 0}, [start]
    while edge:
        edge = [n for h in edge for n in neighbours(h) if n not in found and not found.update({n: found[h] + 1})]
    return found


def distance(a: int, b: int) -> int:
    """Hexes between a and b."""
    return distances(a)[b]


def row_of(h: int) -> int:
    """Row of a hex."""
    return CELLS[h][1]


def sectors_of(h: int, side: int) -> tuple[int, ...]:
    """Sectors of a hex as a side sees them: 0 left, 1 centre, 2 right; a dotted hex has two (spec b1)."""
    c, r = CELLS[h if side == 0 else turned(h)]
    if r % 2:
        return (0,) if c <= 3 else (1,) if c <= 7 else (2,)
    return {4: (0, 1), 8: (1, 2)}.get(c, (0,) if c < 4 else (1,) if c < 8 else (2,))


@cache
def planet_groups(planets: frozenset[int]) -> dict[int, int]:
    """Planet hex -> number of its group (RA-03)."""
    found: dict[int, int] = {}
    for start in sorted(planets):
        if start in found:
            continue
        number, edge = len(set(found.values())), [start]
        while edge:
            h = edge.pop()
            found[h] = number
            edge.extend(n for n in neighbours(h) if n in planets and n not in found)
    return found


@cache
def touched(a: int, b: int) -> tuple[tuple[int, str, tuple[Fraction, Fraction]], ...]:
    """Hexes the segment between two centres touches beyond a point: (hex, through|left|right, part of the segment)."""
    (ax, ay), (bx, by), found = centre(a), centre(b), []
    for h in CELLS:
        x, y = centre(h)
        near = min(ax, bx) - 1 <= x <= max(ax, bx) + 1 and min(ay, by) - 2 <= y <= max(ay, by) + 2
        if near and h not in (a, b):
            cut = _cut(centre(a), centre(b), centre(h))
            if cut:
                found.append((h, *cut))
    return tuple(found)


def _cut(a: tuple[int, int], b: tuple[int, int], h: tuple[int, int]) -> tuple[str, tuple[Fraction, Fraction]] | None:
    """The part of the segment a-b inside the hexagon round h, clipped by its six edges."""
    low, high, on_edge = Fraction(0), Fraction(1), False
    for (x1, y1), (x2, y2) in zip(CORNERS, (*CORNERS[1:], CORNERS[0]), strict=True):

        def inside(p: tuple[int, int], x1: int = x1, y1: int = y1, x2: int = x2, y2: int = y2) -> int:
            px, py = p[0] - h[0] - x1, p[1] - h[1] - y1
            return (x2 - x1) * py - (y2 - y1) * px  # below 0: on the inner side, the corners run clockwise

        at_a, at_b = inside(a), inside(b)
        if at_a == at_b:
            if at_a > 0:
                return None
            on_edge = on_edge or at_a == 0
            continue
        t = Fraction(at_a, at_a - at_b)
        low, high = (max(low, t), high) if at_a > at_b else (low, min(high, t))
    if low >= high:
        return None
    cross = (b[0] - a[0]) * (h[1] - a[1]) - (b[1] - a[1]) * (h[0] - a[0])
    return ("through" if not on_edge else "left" if cross > 0 else "right"), (low, high)


def line_blocked(a: int, b: int, blocks: Callable[[int], bool], rule: str) -> bool:
    """Whether hexes for which `blocks` holds close the line (RA-09)."""
    there = [(kind, part) for h, kind, part in touched(a, b) if blocks(h)]
    if any(kind == "through" for kind, _ in there):
        return True
    left = [part for kind, part in there if kind == "left"]
    right = [part for kind, part in there if kind == "right"]
    if rule == "closed":
        return bool(left or right)
    if rule == "both_sides_line":
        return bool(left and right)
    return rule == "both_sides_edge" and any(part in right for part in left)


class Map:
    """Planets and the rules of sight."""

    def __init__(self, planets: Iterable[int], edge_rule: str, from_planet_out: str, same_group: str) -> None:
        self.planets = frozenset(planets)
        self.group = planet_groups(self.planets)
        self.edge_rule, self.out, self.same = edge_rule, from_planet_out, same_group
        self.known: dict[tuple[int, int], bool] = {}

    def sees(self, a: int, b: int, occupied: Collection[int] = ()) -> bool:
        """Whether a shooter on `a` sees `b`; `occupied`: hexes of units that block like planets (RA-06..RA-11)."""
        if not occupied:
            if (a, b) not in self.known:
                self.known[a, b] = self._sees(a, b, ())
            return self.known[a, b]
        return self._sees(a, b, occupied)

    def _sees(self, a: int, b: int, occupied: Collection[int]) -> bool:
        own = self.group.get(a, -1)
        together = own >= 0 and own == self.group.get(b, -1)
        if together and self.same == "always":
            return True
        transparent = own if together or self.out == "own_group_transparent" else -1

        def blocks(h: int) -> bool:
            return h in occupied or (h in self.planets and not (transparent >= 0 and self.group[h] == transparent))

        return not line_blocked(a, b, blocks, self.edge_rule)
