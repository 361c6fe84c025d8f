"""The board of the naive twin: spaces, neighbours, planets, own numbering, distances (section 2 of the spec)."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

BOARDS = Path(__file__).parents[3] / "balance" / "games" / "astronuts" / "boards"
NAMES = ("lattice49", "compact25", "long45", "tiny5")
FAR = 10_000


class NaiveBoard:
    """Spaces are numbered row by row from 0 (graph form: in the order listed)."""

    def __init__(self, data: dict[str, Any], astroholes: bool, asteroids: bool, jump_cost: int) -> None:
        self.kind: list[str] = []  # open, planet, asteroid, hole
        self.size: dict[int, str] = {}  # planet space -> small or large
        self.neighbours: list[list[int]] = []
        homes: dict[int, int] = {}
        self.turned: list[int] = []  # space -> space after a quarter turn; empty where the board is not turnable
        if data["form"] == "grid":
            self._read_grid(data, homes)
        else:
            self._read_graph(data, homes)
        self.homes = [homes[number] for number in sorted(homes)]
        self.spaces = len(self.kind)
        self.planets = [space for space in range(self.spaces) if self.kind[space] == "planet"]
        for space, kind in enumerate(self.kind):  # AN-70: switched off, they are ordinary spaces
            if (kind == "hole" and not astroholes) or (kind == "asteroid" and not asteroids):
                self.kind[space] = "open"
        self.holes = [space for space in range(self.spaces) if self.kind[space] == "hole"]
        self.walk = [self._distances(space, None) for space in range(self.spaces)]
        self.distance = [self._distances(space, jump_cost if self.holes else None) for space in range(self.spaces)]

    def _read_grid(self, data: dict[str, Any], homes: dict[int, int]) -> None:
        rows = data["rows"]
        at: dict[tuple[int, int], int] = {}
        for r, row in enumerate(rows):
            for c, char in enumerate(row):
                if char == "#":
                    continue
                space = at[r, c] = len(at)
                self.kind.append({".": "open", "a": "asteroid", "o": "hole"}.get(char, "planet"))
                if char in "1234":
                    homes[int(char)] = space
                    self.size[space] = data["home_size"]
                elif char in "sL":
                    self.size[space] = {"s": "small", "L": "large"}[char]
        steps = [(-1, 0), (0, -1), (0, 1), (1, 0)]
        if data["neighbourhood"] == "king":
            steps += [(-1, -1), (-1, 1), (1, -1), (1, 1)]
        for r, c in at:
            self.neighbours.append(sorted(at[r + dr, c + dc] for dr, dc in steps if (r + dr, c + dc) in at))
        self._find_turn(rows, at)

    def _find_turn(self, rows: list[str], at: dict[tuple[int, int], int]) -> None:
        n = len(rows)
        if any(len(row) != n for row in rows) or not all(digit in "".join(rows) for digit in "1234"):
            return
        after = {"1": "2", "2": "3", "3": "4", "4": "1"}
        for r, row in enumerate(rows):
            for c, char in enumerate(row):
                if rows[c][n - 1 - r] != after.get(char, char):
                    return
        self.turned = [at[c, n - 1 - r] for r, c in at]

    def _read_graph(self, data: dict[str, Any], homes: dict[int, int]) -> None:
        number = {space["id"]: i for i, space in enumerate(data["spaces"])}
        for i, space in enumerate(data["spaces"]):
            self.kind.append(space["kind"])
            if space["kind"] == "planet":
                self.size[i] = space["size"]
                if "home" in space:
                    homes[space["home"]] = i
        near: list[set[int]] = [set() for _ in number]
        for a, b in data["edges"]:
            near[number[a]].add(number[b])
            near[number[b]].add(number[a])
        self.neighbours = [sorted(spaces) for spaces in near]

    def _distances(self, start: int, jump_cost: int | None) -> list[int]:
        """Steps from `start` on the empty board; with a jump cost the AstroHoles are joined at that price."""
        best = [FAR] * self.spaces
        best[start] = 0
        changed = True
        while changed:
            changed = False
            for space in range(self.spaces):
                reach = [(other, 1) for other in self.neighbours[space]]
                if jump_cost is not None and space in self.holes:
                    reach += [(other, jump_cost) for other in self.holes if other != space]
                for other, price in reach:
                    if best[space] + price < best[other]:
                        best[other] = best[space] + price
                        changed = True
        return best

    def own_numbers(self, home: int) -> list[int]:
        """Number of each space in the view of the seat whose home is the home number `home` (0-based).

        The board is turned until that home lies in corner 1.
        """
        numbers = list(range(self.spaces))
        if self.turned:
            for _ in range((4 - home) % 4):
                numbers = [self.turned[space] for space in numbers]
        return numbers


_KEPT: dict[Any, NaiveBoard] = {}


def board_of(setup: dict[str, Any], values: dict[str, Any]) -> NaiveBoard:
    """The board a scenario asks for: a shipped one by name, or a table of its own."""
    wanted = setup.get("board", "lattice49")
    switches = (values["astroholes"], values["asteroids"], values["astrohole_jump_cost"])
    if not isinstance(wanted, str):
        return NaiveBoard(dict(wanted), *switches)
    if (wanted, switches) not in _KEPT:
        data = tomllib.loads((BOARDS / f"{wanted}.toml").read_text(encoding="utf-8"))
        _KEPT[wanted, switches] = NaiveBoard(data, *switches)
    return _KEPT[wanted, switches]
