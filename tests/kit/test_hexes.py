"""Hex geometry and lines of sight, checked over all pairs of hexes against a second, independent method.

The second method clips the segment against each hexagon as a polygon, in fractions: x counts half hex widths, y thirds of
the distance between rows, so that the corners of a hex lie at (0, +-2) and (+-1, +-1) from its centre.
"""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from balance.kit.hexes import (
    EDGE_RULES,
    HEXES,
    REACH,
    axial,
    cell,
    distances,
    groups,
    hex_id,
    neighbours,
    on_mat,
    pack,
    ring_sets,
    rotated,
    sight,
    touch_table,
)
from balance.kit.hexsets import grow, has, members

ACME = tuple(sorted(hex_id(c, r) for c, r in ((6, 4), (5, 5), (6, 5), (6, 6), (2, 5), (9, 5))))
CORNERS = ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1))


def random_map(seed: int) -> tuple[int, ...]:
    """A few planets: seeds grown by neighbours, so that groups of several hexes occur."""
    rng = random.Random(seed)
    planets = set(rng.sample(range(HEXES), rng.randint(1, 7)))
    for _ in range(rng.randint(0, 14)):
        near = [int(n) for n in neighbours()[rng.choice(sorted(planets))] if n >= 0]
        planets.add(rng.choice(near))
    return tuple(sorted(planets))


MAPS = [(), ACME, *(random_map(seed) for seed in range(12))]


def test_the_mat() -> None:
    """RA-01, b1: 138 hexes, 367 adjacent pairs, ids as the spec gives them."""
    assert [hex_id(*x) for x in ((0, 0), (0, 1), (6, 4), (5, 5), (12, 10))] == [0, 13, 56, 68, 137]
    assert sum(on_mat(c, r) for c in range(-1, 15) for r in range(-1, 13)) == HEXES
    assert all(hex_id(*cell(h)) == h for h in range(HEXES))
    assert int((distances() == 1).sum()) == 2 * 367
    for h in range(HEXES):
        c, r = cell(h)
        assert cell(rotated(h)) == ((11 if r % 2 else 12) - c, 10 - r)


def test_distance_is_the_shortest_path() -> None:
    """RA-02, against breadth-first search."""
    for start in range(HEXES):
        found = {start: 0}
        edge = [start]
        while edge:
            edge = sorted({int(n) for h in edge for n in neighbours()[h] if n >= 0} - set(found))
            step = max(found.values()) + 1
            found.update(dict.fromkeys(edge, step))
        assert [found[h] for h in range(HEXES)] == distances()[start].tolist()


@pytest.mark.kernel
def test_sets_and_moves_as_dilations() -> None:
    out = np.zeros(HEXES, np.int64)
    rng = random.Random(5)
    for trial in range(200):
        chosen = set(rng.sample(range(HEXES), rng.randint(1, 40))) if trial >= HEXES else {trial}
        words = [np.int64(word) for word in pack(np.array([h in chosen for h in range(HEXES)]))]
        assert out[: members(*words, out)].tolist() == sorted(chosen)
        assert all(has(*words, h) == (h in chosen) for h in range(HEXES))
        grown = chosen | {int(n) for h in chosen for n in neighbours()[h] if n >= 0}
        assert out[: members(*grow(*words), out)].tolist() == sorted(grown)


@pytest.mark.kernel
def test_ring_sets_hold_the_seen_hexes() -> None:
    seen = sight(ACME)
    rings = ring_sets(seen)
    for h in range(0, HEXES, 7):
        for d in range(REACH + 1):
            inside = [o for o in range(HEXES) if has(*(np.int64(w) for w in rings[h, d]), o)]
            wanted = [o for o in range(HEXES) if distances()[h, o] == d and (d <= 1 or seen[h, o])]
            assert inside == wanted


def test_groups_are_connected_and_apart() -> None:
    """RA-03."""
    for planets in MAPS:
        group = groups(planets)
        assert {h for h in range(HEXES) if group[h] >= 0} == set(planets)
        for a, b in combinations(planets, 2):
            if distances()[a, b] == 1:
                assert group[a] == group[b]


@cache
def touching(a: int, b: int) -> tuple[tuple[int, str, tuple[Fraction, Fraction]], ...]:
    """(hex, through | left | right, interval) for all hexes the segment a-b touches along a positive length."""
    (ax, ay), (bx, by) = _point(a), _point(b)
    dx, dy = bx - ax, by - ay
    found = []
    for h in range(HEXES):
        hx, hy = _point(h)
        if h in (a, b) or not min(ax, bx) - 1 <= hx <= max(ax, bx) + 1 or not min(ay, by) - 2 <= hy <= max(ay, by) + 2:
            continue
        sides = [dx * (hy + cy - ay) - dy * (hx + cx - ax) for cx, cy in CORNERS]
        if min(sides) > 0 or max(sides) < 0:
            continue
        interval = _clip(ax - hx, ay - hy, dx, dy)
        if interval is None or interval[0] >= interval[1]:
            continue
        kind = "through" if min(sides) < 0 < max(sides) else ("left" if max(sides) > 0 else "right")
        found.append((h, kind, interval))
    return tuple(found)


def _point(h: int) -> tuple[int, int]:
    c, r = cell(h)
    return 2 * c + r % 2, 3 * r


def _clip(px: int, py: int, dx: int, dy: int) -> tuple[Fraction, Fraction] | None:
    """Part of p + t d, 0 <= t <= 1, inside the hexagon round (0, 0): Liang and Barsky over its six edges."""
    low, high = Fraction(0), Fraction(1)
    for (x0, y0), (x1, y1) in zip(CORNERS, CORNERS[1:] + CORNERS[:1], strict=True):
        nx, ny = y0 - y1, x1 - x0  # outward: corners run clockwise
        speed, room = nx * dx + ny * dy, nx * (x0 - px) + ny * (y0 - py)
        if speed == 0:
            if room < 0:
                return None
        elif speed > 0:
            high = min(high, Fraction(room, speed))
        else:
            low = max(low, Fraction(room, speed))
    return low, high


def second_opinion(planets: tuple[int, ...], a: int, b: int, rule: str) -> bool:
    """Whether hex a sees hex b, by the polygon method and RA-08 .. RA-10 in words."""
    group = groups(planets)
    if group[a] >= 0 and group[a] == group[b]:
        return True
    hit = [(kind, interval) for h, kind, interval in touching(a, b) if h in set(planets)]
    if any(kind == "through" for kind, _ in hit):
        return False
    left = {interval for kind, interval in hit if kind == "left"}
    right = {interval for kind, interval in hit if kind == "right"}
    if rule == "both_sides_line":
        return not (left and right)
    if rule == "both_sides_edge":
        return not (left & right)
    return rule == "open" or not (left or right)


def all_sights(planets: tuple[int, ...]) -> dict[str, NDArray[np.bool_]]:
    return {rule: sight(planets, rule) for rule in EDGE_RULES}


@pytest.mark.parametrize("planets", MAPS)
def test_sight_is_symmetric_and_the_edge_rules_are_nested(planets: tuple[int, ...]) -> None:
    """RA-06, RA-09: over all 138 x 137 pairs."""
    seen = all_sights(planets)
    for matrix in seen.values():
        assert np.array_equal(matrix, matrix.T)
    closed, line, edge, opened = (
        seen[rule] for rule in ("closed", "both_sides_line", "both_sides_edge", "open")
    )  # fmt: skip
    assert not (closed & ~line).any()
    assert not (line & ~edge).any()
    assert not (edge & ~opened).any()


@pytest.mark.parametrize("planets", MAPS[:4])
def test_sight_agrees_with_clipped_polygons_on_all_pairs(planets: tuple[int, ...]) -> None:
    """RA-07 .. RA-10: the exhaustive comparison, all rules, on the built-in map and on others."""
    seen = all_sights(planets)
    for a, b in combinations(range(HEXES), 2):
        for rule, matrix in seen.items():
            assert bool(matrix[a, b]) == second_opinion(planets, a, b, rule), (cell(a), cell(b), rule)


@pytest.mark.deep
@pytest.mark.parametrize("planets", MAPS[4:])
def test_sight_agrees_with_clipped_polygons_on_more_maps(planets: tuple[int, ...]) -> None:
    """RA-07 .. RA-10: the same on more random maps."""
    test_sight_agrees_with_clipped_polygons_on_all_pairs(planets)


def test_maps_differ_under_the_edge_rules() -> None:
    """The random maps do exercise the edge cases: every pair of rules differs somewhere."""
    for one, other in combinations(EDGE_RULES, 2):
        assert any(not np.array_equal(sight(planets, one), sight(planets, other)) for planets in MAPS)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("rule", EDGE_RULES)
def test_a_further_planet_hex_only_opens_lines_inside_its_group(seed: int, rule: str) -> None:
    planets = random_map(100 + seed)
    rng = random.Random(seed)
    new = rng.choice([h for h in range(HEXES) if h not in planets])
    more = tuple(sorted((*planets, new)))
    before, after = sight(planets, rule), sight(more, rule)
    group = groups(more)
    inside = (group[:, None] == group[new]) & (group[None, :] == group[new])
    assert not (after & ~before & ~inside).any()


def test_visible_share_of_the_built_in_map() -> None:
    """j9: 635 of 657 pairs two hexes apart see each other."""
    two = distances() == 2
    assert (int(two.sum()) // 2, int((sight(ACME) & two).sum()) // 2) == (657, 635)


def test_switches_of_sight() -> None:
    """`los_from_planet_out` makes sight one-way; `same_group_los` lets foreign groups block inside a group."""
    out = sight(ACME, from_planet_out="own_group_transparent")
    plain = sight(ACME)
    assert not np.array_equal(out, out.T)
    assert not (plain & ~out).any()
    changed = np.argwhere(out & ~plain)
    assert len(changed)
    assert all(groups(ACME)[a] >= 0 for a, _ in changed)


def test_touch_table_serves_units_that_block() -> None:
    """The table by vector names the same hexes as the polygons do."""
    count, entries = touch_table()
    kinds = {"through": 0, "left": 1, "right": 2}
    for a, b in ((hex_id(6, 5), hex_id(6, 3)), (hex_id(5, 5), hex_id(8, 8)), (hex_id(3, 4), hex_id(6, 4))):
        (aq, ar), (bq, br) = axial(a), axial(b)
        i, j = bq - aq + REACH, br - ar + REACH
        found = {(int(q) + aq, int(r) + ar, int(kind)) for q, r, kind, _ in entries[i, j, : count[i, j]]}
        assert found == {(*axial(h), kinds[kind]) for h, kind, _ in touching(a, b)}
