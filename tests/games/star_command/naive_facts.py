"""What the naive twin knows of the pieces: the tables b2 and b3 of the rules, typed from the page, and the geometry."""

from __future__ import annotations

from dataclasses import dataclass

SIDES = ("rangers", "zurg")

# name, code, how many, leader, robot, what a Special does for it (b2)
UNITS = (
    (
        ("buzz", "B", 1, True, False, "defense"),
        ("mira", "M", 1, False, False, "attack"),
        ("xr", "X", 1, False, True, "attack"),
        ("booster", "O", 1, False, False, "attack"),
        ("lgm", "L", 2, False, False, "repair"),
        ("space_ranger", "R", 8, False, False, "hot_dogging"),
        ("space_cruiser", "C", 1, False, False, "attack"),
        ("alpha2", "A", 1, False, False, "stealth"),
    ),
    (
        ("zurg", "Z", 1, True, False, "attack"),
        ("agent_z", "G", 1, False, False, "attack"),
        ("brain_pods", "P", 1, False, False, "repair"),
        ("hornet", "H", 8, False, True, "expendable"),
        ("dissector", "D", 1, False, True, "attack"),
        ("slag", "S", 1, False, False, "attack"),
        ("war_cruiser", "W", 1, False, False, "attack"),
        ("matrix", "Q", 1, False, False, "attack"),
        ("tower", "T", 1, False, False, "megaray"),
    ),
)
KINDS = tuple(row[0] for side in UNITS for row in side)


@dataclass(frozen=True)
class Card:
    """One line of the card list (b3)."""

    line: int
    name: str
    type: str  # M, A, D, X
    number: int = 0
    owner: int | None = None  # side that alone may use it
    draw: int = 0
    look: bool = False
    close: bool = False
    laser: bool = False


_LINES: tuple[tuple[str, str, int, dict[str, int | bool]], ...] = (
    ("walk", "M", 1, {}), ("run", "M", 2, {}), ("hover", "M", 3, {}), ("jet_pack", "M", 4, {}),
    ("full_throttle", "M", 5, {}), ("blast_off", "M", 3, {"owner": 0}), ("rocket_cycle", "M", 4, {"owner": 0}),
    ("flying_platform", "M", 3, {"owner": 1}), ("pistol", "A", 2, {"laser": True}), ("rifle", "A", 3, {"laser": True}),
    ("bazooka", "A", 4, {"laser": True}), ("cannon", "A", 5, {"laser": True}), ("kick", "A", 1, {"close": True}),
    ("punch", "A", 1, {"close": True}), ("flip", "D", 0, {}), ("armor_terrillium", "D", 0, {}),
    ("armor_diavallic", "D", 0, {}), ("gemini_split", "D", 0, {"owner": 0}), ("emergency_liftoff", "D", 0, {}),
    ("dodge", "D", 0, {}), ("communicator", "X", 0, {"draw": 3}), ("nefarious_scheme", "X", 0, {"draw": 3, "owner": 1}),
    ("crystolic_fusion_cell", "X", 0, {"draw": 2}), ("energy_readings", "X", 0, {"look": True}),
    ("spy_drone", "X", 0, {"look": True, "owner": 1}), ("special", "X", 0, {}),
)  # fmt: skip
CARDS = tuple(Card(i, name, kind, number, **more) for i, (name, kind, number, more) in enumerate(_LINES))  # type: ignore[arg-type]
FLIP, DIAVALLIC, SPECIAL = 14, 16, 25
# What a Move card of the other side's own list is for when faction_scope = named_units (A19).
NAMED = ("space_ranger", "zurg")

SETUPS = {
    "rangers": {
        "line": ("RRRRRRRR", "CLMBXOLA"),
        "artillery": ("RMCRRAOR", "RLRBRXLR"),
        "corner": ("RRRRRRRR", "BLXLMOAC"),
    },
    "zurg": {
        "line": ("HHHHHHHH", "WSGZPTQD"),
        "artillery": ("HGWTHQHH", "HPHZHDSH"),
        "corner": ("HHHHHHHH", "WGQTDSPZ"),
    },
}

# Directions as (files, rows), seen by each side: forward, forward-east, east, backward-east, backward, ... (b1)
DIRECTIONS = tuple(
    tuple((files, ahead * rows) for files, rows in
          ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)))
    for ahead in (1, -1)
)  # fmt: skip
KNIGHT = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


def square(name: str) -> int:
    """A square by its name: a1 = 0, h8 = 63."""
    return 8 * (int(name[1]) - 1) + "abcdefgh".index(name[0])


def step(sq: int, direction: tuple[int, int], times: int = 1) -> int | None:
    """The square `times` steps away, None beyond the edge."""
    file, row = sq % 8 + times * direction[0], sq // 8 + times * direction[1]
    return 8 * row + file if 0 <= file < 8 and 0 <= row < 8 else None


def distance(a: int, b: int) -> int:
    """King distance."""
    return max(abs(a % 8 - b % 8), abs(a // 8 - b // 8))


def own_index(sq: int, side: int) -> int:
    """Square index with ranks counted from the side's own back rank."""
    return sq if side == 0 else 8 * (7 - sq // 8) + sq % 8


def ray(sq: int, direction: tuple[int, int]) -> tuple[int, ...]:
    """The squares in one direction up to the edge."""
    found = []
    following = step(sq, direction)
    while following is not None:
        found.append(following)
        following = step(following, direction)
    return tuple(found)


RAYS = {(sq, d): ray(sq, d) for sq in range(64) for d in DIRECTIONS[0]}
