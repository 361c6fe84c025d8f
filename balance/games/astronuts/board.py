"""Boards as data: read a built-in or a designer's own board, name what is wrong with it, work out its geometry.

Grid form: rows of characters, `1`-`4` home planet of that corner, `s` small planet, `L` large planet, `.` open, `a` asteroid,
`o` AstroHole, `#` nothing. Graph form: lists of spaces and edges. See the spec card for both.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from balance.errors import InputError, Problem, nearest
from balance.games.astronuts.words import (
    ASTEROID,
    HOLE,
    MAX_DEGREE,
    MAX_PLANETS,
    MAX_SEATS,
    MAX_SPACES,
    OPEN,
    PLANET,
)

BOARDS = ("lattice49", "compact25", "long45", "tiny5")
HOME = Path(__file__).parent / "boards"

Crumbs: TypeAlias = tuple[str | int, ...]
WHERE: Crumbs = ("setup", "board")

_GRID = {
    ".": OPEN,
    "s": PLANET,
    "L": PLANET,
    "a": ASTEROID,
    "o": HOLE,
    "1": PLANET,
    "2": PLANET,
    "3": PLANET,
    "4": PLANET,
}
_KINDS = {"open": OPEN, "planet": PLANET, "asteroid": ASTEROID, "astrohole": HOLE}
_STEPS = {
    "orthogonal": ((-1, 0), (0, 1), (1, 0), (0, -1)),
    "king": ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)),
}
_GRID_KEYS = ("id", "form", "neighbourhood", "home_size", "rows")
_GRAPH_KEYS = ("id", "form", "spaces", "edges")
_SPACE_KEYS = ("id", "kind", "size", "home")


@dataclass(frozen=True, slots=True)
class Board:
    """A checked board. Spaces are numbered in reading order; `homes[i]` is the space of home i + 1.

    `large` holds the large planets; `where` the grid place (row, column) of each space, empty for graphs; `turns[i]` maps
    a space to its own number for a seat at home i + 1 (the plain number unless the board is turnable).
    """

    id: str
    names: tuple[str, ...]
    kinds: tuple[int, ...]
    large: frozenset[int]
    homes: tuple[int, ...]
    neighbours: tuple[tuple[int, ...], ...]
    where: tuple[tuple[int, int], ...]
    turnable: bool
    turns: tuple[tuple[int, ...], ...]

    @property
    def planets(self) -> tuple[int, ...]:
        """Spaces that are planets, ascending."""
        return tuple(space for space, kind in enumerate(self.kinds) if kind == PLANET)


def load_board(chosen: Any) -> Board:
    """The board a scenario names or spells out; raises InputError with every problem."""
    if isinstance(chosen, str):
        if chosen not in BOARDS:
            problem = Problem(
                WHERE,
                f"board {chosen!r} is unknown",
                f"{', '.join(BOARDS)} or a table",
                nearest(chosen, BOARDS),
                "choice",
            )
            raise InputError(problems=[problem])
        return parse_board(tomllib.loads((HOME / f"{chosen}.toml").read_text(encoding="utf-8")))
    if isinstance(chosen, Mapping):
        return parse_board(chosen)
    raise InputError(problems=[Problem(WHERE, "wants the id of a board or a table", ", ".join(BOARDS), code="type")])


def parse_board(table: Mapping[str, Any]) -> Board:
    """Check a board table and build the board."""
    form = table.get("form")
    if form not in ("grid", "graph"):
        _refuse(Problem((*WHERE, "form"), f"unknown form {form!r}", '"grid" or "graph"', code="choice"))
    _check_keys(table, _GRID_KEYS if form == "grid" else _GRAPH_KEYS)
    board = _from_grid(table) if form == "grid" else _from_graph(table)
    problems = _check_network(board)
    if problems:
        raise InputError(problems=problems)
    return board


def _refuse(*problems: Problem) -> None:
    raise InputError(problems=list(problems))


def _check_keys(table: Mapping[str, Any], known: Sequence[str]) -> None:
    problems = [
        Problem((*WHERE, str(key)), f"unknown key {key!r}", ", ".join(known), nearest(str(key), known), "unknown-key")
        for key in table
        if key not in known
    ]
    wanted = {"id": str, "rows": list, "spaces": list, "edges": list, "neighbourhood": str, "home_size": str}
    for key in known:
        if key not in table:
            if key != "id":
                problems.append(Problem(WHERE, f"{key} is missing", ", ".join(known), code="missing"))
        elif key in wanted and not isinstance(table[key], wanted[key]):
            word = {str: "a text", list: "a list"}[wanted[key]]
            problems.append(Problem((*WHERE, key), f"wants {word}", code="type"))
    if problems:
        raise InputError(problems=problems)


def _from_grid(table: Mapping[str, Any]) -> Board:
    rows = table["rows"]
    problems = [
        Problem((*WHERE, "rows", at), f"row {at + 1} wants a text", code="type")
        for at, row in enumerate(rows)
        if not isinstance(row, str)
    ]
    for key, legal in (("neighbourhood", tuple(_STEPS)), ("home_size", ("small", "large"))):
        if table[key] not in legal:
            text = f"{table[key]!r} is unknown"
            problems.append(Problem((*WHERE, key), text, " or ".join(legal), nearest(table[key], legal), "choice"))
    if problems:
        raise InputError(problems=problems)
    problems = _check_characters(rows)
    if problems:
        raise InputError(problems=problems)
    where = tuple((r, c) for r, row in enumerate(rows) for c, char in enumerate(row) if char != "#")
    number = {place: space for space, place in enumerate(where)}
    chars = [rows[r][c] for r, c in where]
    large = {space for space, char in enumerate(chars) if char == "L"}
    if table["home_size"] == "large":
        large |= {space for space, char in enumerate(chars) if char.isdigit()}
    homes = tuple(chars.index(digit) for digit in "1234" if digit in chars)
    neighbours = tuple(
        tuple(sorted(number[r + dr, c + dc] for dr, dc in _STEPS[table["neighbourhood"]] if (r + dr, c + dc) in number))
        for r, c in where
    )
    turnable = _is_turnable(rows)
    turns = _turned_numbers(where, number, len(rows)) if turnable else (tuple(range(len(where))),) * max(1, len(homes))
    return Board(
        id=str(table.get("id", "own")), names=tuple(f"{space}" for space in range(len(where))),
        kinds=tuple(_GRID[char] for char in chars), large=frozenset(large), homes=homes, neighbours=neighbours,
        where=where, turnable=turnable, turns=turns,
    )  # fmt: skip


def _check_characters(rows: Sequence[str]) -> list[Problem]:
    problems = []
    seen: dict[str, tuple[int, int]] = {}
    for r, row in enumerate(rows):
        for c, char in enumerate(row):
            at = (*WHERE, "rows", r)
            if char != "#" and char not in _GRID:
                problems.append(
                    Problem(at, f"row {r + 1}, column {c + 1}: {char!r} is no kind of space", "1-4 s L . a o #")
                )
            if char.isdigit() and char in seen:
                first = seen[char]
                text = f"row {r + 1}, column {c + 1}: home {char} stands in row {first[0] + 1}, column {first[1] + 1} already"
                problems.append(Problem(at, text))
            seen.setdefault(char, (r, c))
    homes = sorted(char for char in seen if char.isdigit())
    if homes != list("1234"[: len(homes)]):
        problems.append(Problem((*WHERE, "rows"), f"homes are numbered from 1 without gaps, found {', '.join(homes)}"))
    return problems


def _is_turnable(rows: Sequence[str]) -> bool:
    """True if a clockwise quarter turn maps the rows onto themselves, each home onto the next."""
    n = len(rows)
    if any(len(row) != n for row in rows) or any(digit not in "".join(rows) for digit in "1234"):
        return False
    following = {"1": "2", "2": "3", "3": "4", "4": "1"}
    return all(
        rows[c][n - 1 - r] == following.get(rows[r][c], rows[r][c]) for r in range(n) for c in range(n)
    )  # fmt: skip


def _turned_numbers(
    where: Sequence[tuple[int, int]], number: Mapping[tuple[int, int], int], n: int
) -> tuple[tuple[int, ...], ...]:
    turns = []
    places = list(where)
    for _ in range(MAX_SEATS):
        turns.append(tuple(number[place] for place in places))
        places = [(n - 1 - c, r) for r, c in places]  # back by a quarter turn: home 2 comes to corner 1
    return tuple(turns)


def _from_graph(table: Mapping[str, Any]) -> Board:
    spaces, edges = table["spaces"], table["edges"]
    problems: list[Problem] = []
    names: list[str] = []
    kinds: list[int] = []
    large: set[int] = set()
    homes: dict[int, int] = {}
    for at, space in enumerate(spaces):
        problems += _check_space(space, at, names, homes)
        if problems:
            continue
        names.append(space["id"])
        kinds.append(_KINDS[space["kind"]])
        if space.get("size") == "large":
            large.add(at)
        if "home" in space:
            homes[space["home"]] = at
    if not problems:
        problems = _check_edges(edges, names)
    if not problems and sorted(homes) != list(range(1, len(homes) + 1)):
        problems = [Problem((*WHERE, "spaces"), f"homes are numbered from 1 without gaps, found {sorted(homes)}")]
    if problems:
        raise InputError(problems=problems)
    number = {name: space for space, name in enumerate(names)}
    near: list[set[int]] = [set() for _ in names]
    for first, second in edges:
        near[number[first]].add(number[second])
        near[number[second]].add(number[first])
    return Board(
        id=str(table.get("id", "own")), names=tuple(names), kinds=tuple(kinds), large=frozenset(large),
        homes=tuple(homes[home] for home in sorted(homes)), neighbours=tuple(tuple(sorted(x)) for x in near), where=(),
        turnable=False, turns=(tuple(range(len(names))),) * max(1, len(homes)),
    )  # fmt: skip


def _check_space(space: Any, at: int, names: Sequence[str], homes: Mapping[int, int]) -> list[Problem]:
    path: Crumbs = (*WHERE, "spaces", at)
    if not isinstance(space, Mapping):
        return [Problem(path, f"space {at + 1} wants a table", code="type")]
    name = space.get("id")
    if not isinstance(name, str) or not name:
        return [Problem(path, f"space {at + 1} wants an id", code="missing")]
    problems = [
        Problem((*path, str(key)), f"space {name!r}: unknown key {key!r}", ", ".join(_SPACE_KEYS),
                nearest(str(key), _SPACE_KEYS), "unknown-key")
        for key in space if key not in _SPACE_KEYS
    ]  # fmt: skip
    kind = space.get("kind")
    if name in names:
        problems.append(Problem((*path, "id"), f"space {name!r} is listed twice"))
    if not isinstance(kind, str) or kind not in _KINDS:
        known = tuple(_KINDS)
        problems.append(
            Problem(
                (*path, "kind"),
                f"space {name!r}: kind {kind!r} is unknown",
                ", ".join(known),
                nearest(str(kind), known),
            )
        )
    elif kind == "planet" and space.get("size") not in ("small", "large"):
        problems.append(Problem((*path, "size"), f"space {name!r}: a planet is small or large", "small, large"))
    elif kind != "planet" and ("size" in space or "home" in space):
        problems.append(Problem(path, f"space {name!r}: only planets have a size or are a home"))
    if "home" in space:
        home = space["home"]
        if isinstance(home, bool) or not isinstance(home, int) or not 1 <= home <= MAX_SEATS:
            problems.append(Problem((*path, "home"), f"space {name!r}: home {home!r} is not a number from 1 to 4"))
        elif home in homes:
            problems.append(Problem((*path, "home"), f"space {name!r}: home {home} is taken by {names[homes[home]]!r}"))
    return problems


def _check_edges(edges: Sequence[Any], names: Sequence[str]) -> list[Problem]:
    problems = []
    for at, edge in enumerate(edges):
        path: Crumbs = (*WHERE, "edges", at)
        if not isinstance(edge, list) or len(edge) != 2:
            problems.append(Problem(path, f"edge {at + 1} wants the ids of two spaces", code="type"))
            continue
        for name in edge:
            if name not in names:
                text = f"edge {at + 1}: no space is called {name!r}"
                problems.append(Problem(path, text, nearest=nearest(str(name), names)))
        if edge[0] == edge[1]:
            problems.append(Problem(path, f"edge {at + 1} joins space {edge[0]!r} to itself"))
    return problems


def _check_network(board: Board) -> list[Problem]:
    """Limits of the kernel and connectedness; each problem names a space."""
    if not board.kinds:
        return [Problem(WHERE, "the board has no spaces")]
    problems = []
    if len(board.kinds) > MAX_SPACES:
        first = describe(board, MAX_SPACES)
        problems.append(Problem(WHERE, f"{len(board.kinds)} spaces, at most {MAX_SPACES}: {first} is one too many"))
    if len(board.planets) > MAX_PLANETS:
        first = describe(board, board.planets[MAX_PLANETS])
        problems.append(Problem(WHERE, f"{len(board.planets)} planets, at most {MAX_PLANETS}: {first} is one too many"))
    for space, near in enumerate(board.neighbours):
        if len(near) > MAX_DEGREE:
            problems.append(
                Problem(WHERE, f"{describe(board, space)} has {len(near)} neighbours, at most {MAX_DEGREE}")
            )
    lost = sorted(set(range(len(board.kinds))) - _reached(board))
    if lost:
        problems.append(Problem(WHERE, f"{describe(board, lost[0])} cannot be reached from {describe(board, 0)}"))
    return problems


def _reached(board: Board) -> set[int]:
    seen, todo = {0}, [0]
    while todo:
        for space in board.neighbours[todo.pop()]:
            if space not in seen:
                seen.add(space)
                todo.append(space)
    return seen


def describe(board: Board, space: int) -> str:
    """A space in words: its number and grid place, or its id."""
    if board.where:
        row, column = board.where[space]
        return f"space {space} (row {row + 1}, column {column + 1})"
    return f"space {board.names[space]!r}"


def distances(board: Board, jump_cost: int | None) -> NDArray[np.int64]:
    """Hop distances on the empty board; with `jump_cost` all AstroHoles are joined at that price."""
    n = len(board.kinds)
    steps = np.full((n, n), 10_000, np.int64)
    for space, near in enumerate(board.neighbours):
        steps[space, list(near)] = 1
    if jump_cost is not None:
        holes = [space for space, kind in enumerate(board.kinds) if kind == HOLE]
        for hole in holes:
            steps[hole, holes] = np.minimum(steps[hole, holes], jump_cost)
    np.fill_diagonal(steps, 0)
    for middle in range(n):
        steps = np.minimum(steps, steps[:, middle, None] + steps[None, middle, :])
    return steps
