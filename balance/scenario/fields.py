"""The keys of a scenario file, in one place: the loader, the editor schema and the documentation all read this table.

The keys under [rules], [setup] and `weights` belong to the game and are checked by its own ledger.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from balance.errors import Problem, nearest
from balance.kit.ledger import Entry, described

FORMAT_VERSION = 1
MAX_SEED = 2**64 - 1
MAX_GAMES = 10**11
MAX_PLAYERS = 64
MAX_VARIANTS = 200
SEATINGS = ("rotate", "fixed", "random", "round_robin")


@dataclass(frozen=True, slots=True)
class Section:
    """A table of the scenario: its own keys, the tables it may hold, and the keys it must have.

    `tables` maps the name of a table inside to what it is: "table" for one, "list" for `[[name]]`; `required` maps the
    keys it must have to an example.
    """

    name: str
    meaning: str
    entries: Mapping[str, Entry]
    tables: Mapping[str, str]
    required: Mapping[str, str] = field(default_factory=dict)

    def known(self) -> tuple[str, ...]:
        """All names that may stand in this table."""
        return (*self.entries, *self.tables)

    def read(self, table: Mapping[str, Any], path: tuple[str | int, ...]) -> tuple[dict[str, Any], list[Problem]]:
        """The legal values of `table`, and all that is wrong; of tables inside it only the type is checked."""
        values: dict[str, Any] = {}
        problems = [self._missing(name, path) for name in self.required if name not in table]
        for name, value in table.items():
            problem = self._problem(name, value, (*path, name))
            if problem is None:
                values[name] = value
            else:
                problems.append(problem)
        return values, problems

    def _problem(self, name: str, value: Any, path: tuple[str | int, ...]) -> Problem | None:
        if name in self.entries:
            return self.entries[name].problem(value, path)
        if name not in self.tables:
            where = f"in [{self.name}]" if self.name else "at the top of a scenario"
            close = nearest(name, self.known())
            return Problem(path, f"unknown key {name!r} {where}", ", ".join(self.known()), close, "unknown-key")
        return _table_problem(name, value, path, self.tables[name])

    def _missing(self, name: str, path: tuple[str | int, ...]) -> Problem:
        where = f"[[{self.name}]]" if path else "the scenario"
        return Problem(path, f"{where} needs the key {name!r}", f"{name} = {self.required[name]}", code="missing")


def _table_problem(name: str, value: Any, path: tuple[str | int, ...], kind: str) -> Problem | None:
    if kind == "table":
        if isinstance(value, dict):
            return None
        return Problem(path, f"{name!r} is a table, not {described(value)}", f"[{name}] and keys below it", code="type")
    if isinstance(value, list) and all(isinstance(item, dict) for item in value):
        return None
    found = "a list of other things" if isinstance(value, list) else described(value)
    return Problem(path, f"{name!r} is a list of tables, not {found}", f"[[{name}]] once per item", code="type")


def _entries(**entries: tuple[Any, str] | tuple[Any, str, dict[str, Any]]) -> dict[str, Entry]:
    made = {}
    for key, (value, meaning, *limits) in entries.items():
        made[key] = Entry(key=key, value=value, meaning=meaning, **(limits[0] if limits else {}))
    return made


_PLAYER = _entries(
    policy=("", "name of a heuristic player of the game (`balance policies GAME`)"),
    label=("", "what reports call this player; the policy's name if left out"),
    count=(1, "that many seats are filled with this player", {"range": (1, MAX_PLAYERS)}),
)

TOP = Section(
    "",
    "the question",
    _entries(
        format=(FORMAT_VERSION, "version of this file format", {"range": (FORMAT_VERSION, FORMAT_VERSION)}),
        game=("", "id of the game (`balance games`)"),
        title=("", "a short title; the file's name if left out"),
        question=("", "the designer's question; repeated at the top of the report"),
    ),
    {"run": "table", "rules": "table", "setup": "table", "seat": "list", "variant": "list", "expect": "list",
     "report": "table"},
    required={"format": "1", "game": '"astronuts"'},
)  # fmt: skip

RUN = Section(
    "run",
    "how much is played, and how seats are filled",
    _entries(
        games=(20_000, "games per rule set, rounded up to whole blocks", {"range": (1, MAX_GAMES)}),
        precision=(0.005, "stop when every headline share is known to ± this", {"range": (0.00001, 0.5)}),
        seed=(2026, "seed of all chance", {"range": (0, MAX_SEED)}),
        seating=(
            "rotate",
            "rotate: each block is played under every rotation of the players; fixed: as listed; random: under"
            " every order of the players; round_robin: the players are contenders who meet in pairs",
            {"choices": SEATINGS},
        ),
        table=(2, "seats at the table; only with seating = \"round_robin\"", {"range": (1, MAX_PLAYERS)}),
        plays_per_deal=(1, "blocks that share one deal (nested design)", {"range": (1, 1_000_000)}),
        threads=(1, "threads to play on; all cores if left out", {"range": (1, 1024)}),
    ),
    {},
)  # fmt: skip

SEAT = Section("seat", "one player, in seat order", _PLAYER, {"weights": "table"}, required={"policy": '"greedy"'})

VARIANT = Section(
    "variant",
    "another set of rules or players, compared with the baseline on the same luck",
    _entries(
        id=("", "short name: letters, digits, and . _ - inside"),
        title=("", "one line for reports; the id if left out"),
        source=("", "where the change comes from"),
    ),
    {"rules": "table", "setup": "table", "seat": "list"},
    required={"id": '"my-variant"'},
)

VARIANT_SEAT = Section(
    "variant.seat",
    "players of a variant: all of them, or with `seat` only the seats that change",
    _PLAYER
    | _entries(seat=(1, "which seat of the baseline this replaces, counted from 1", {"range": (1, MAX_PLAYERS)})),
    {"weights": "table"},
)

EXPECT = Section(
    "expect",
    "a wanted band; outside it the run ends with exit code 1",
    _entries(
        metric=("", "name of a metric, e.g. win_share[seat=1]"),
        between=([], "lowest and highest wanted value", {"length": (2, 2)}),
        arm=("baseline", "baseline or the id of a variant"),
    ),
    {},
    required={"metric": '"win_share[seat=1]"', "between": "[0.2, 0.3]"},
)

REPORT = Section(
    "report",
    "what the page shows",
    _entries(
        charts=(
            [],
            "ids of charts to show first, in this order; the other default charts follow where they apply",
            {"length": (0, 100)},
        )
    ),
    {},
)

SECTIONS = (TOP, RUN, SEAT, VARIANT, VARIANT_SEAT, EXPECT, REPORT)
