"""The rule ledger: every number and every reading of an unclear rule, with where it comes from.

A `ruleset.toml` is a tree of tables; a table that has both `value` and `status` is one entry::

    [declare_mult]
    value = 2
    status = "printed"            # printed | erratum | inferred | external | assumed
    source = "rulebook, Turn Sequence"
    rule = "AN-14"
    range = [1, 4]                # legal values, inclusive; for words: choices = ["a", "b"]
    sweep = [1, 2, 3]             # what a sensitivity sweep tries; needed where status is assumed
    meaning = "actions per declared number on success"

Keys are dotted (`movement.max_cards_per_turn`). A scenario overrides values; `Ledger.resolve` checks them all and
reports every problem at once.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from balance.errors import BugError, InputError, Problem, nearest

Value: TypeAlias = bool | int | float | str | list[Any] | dict[str, Any]

# What a designer calls the types of TOML.
WORDS = {
    "bool": "true or false",
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "list": "a list",
    "table": "a table",
}

STATUSES = ("printed", "erratum", "inferred", "external", "assumed")


@dataclass(frozen=True, slots=True)
class Entry:
    """One number or reading: its default, where it comes from, and what else would be legal."""

    key: str
    value: Value
    status: str = "printed"
    source: str = ""
    rule: str = ""
    meaning: str = ""
    range: tuple[float, float] | None = None
    choices: tuple[str, ...] = ()
    sweep: tuple[Any, ...] = ()
    length: tuple[int, int] | None = None
    unit: str = ""
    note: str = ""

    @property
    def type_name(self) -> str:
        """The TOML type a value must have: bool, int, float, str, list or table."""
        return type_name(self.value)

    def legal(self) -> str:
        """What would be accepted, in words."""
        if isinstance(self.value, bool):
            return "true or false"
        if self.choices and isinstance(self.value, str):
            return ", ".join(f'"{choice}"' for choice in self.choices)
        text = WORDS[self.type_name]
        if self.range is not None:
            least, most = (_number(limit) for limit in self.range)
            if least == most and self.type_name != "list":
                return least
            text += f"{' of numbers' if self.type_name == 'list' else ''} from {least} to {most}"
        if self.choices and self.type_name == "list":
            text += " of " + ", ".join(f'"{choice}"' for choice in self.choices)
        if self.length is not None:
            low, high = self.length
            text += f" with {low} items" if low == high else f" with {low} to {high} items"
        return text

    def problem(self, value: Any, path: tuple[str | int, ...]) -> Problem | None:
        """What is wrong with `value` for this entry, or None."""
        if not _same_type(self.value, value):
            text = f"wants {WORDS[self.type_name]}, not {described(value)}"
            return Problem(path, text, self.legal(), code="type")
        items = value if isinstance(value, list) else [value]
        if self.length is not None and not self.length[0] <= len(items) <= self.length[1]:
            return Problem(path, f"has {len(items)} items", self.legal(), code="length")
        for position, item in enumerate(items):
            if isinstance(value, list) and not self._fits_in_list(item):
                text = f"item {position + 1} is {described(item)}, the others are of another kind"
                return Problem((*path, position), text, self.legal(), code="type")
            if self.choices and isinstance(item, str) and item not in self.choices:
                return Problem(path, f"{item!r} is unknown", self.legal(), nearest(item, self.choices), code="choice")
            if self.range is not None and not _in_range(item, self.range):
                return Problem(path, f"{item!r} is out of range", self.legal(), code="range")
        return None

    def _fits_in_list(self, item: Any) -> bool:
        """Whether `item` is of a type that the default list holds (an empty default says nothing)."""
        samples: list[Any] = self.value if isinstance(self.value, list) else []
        return not samples or any(_same_type(sample, item) for sample in samples)


def type_name(value: Any) -> str:
    """TOML's word for the type of `value`."""
    names: dict[type, str] = {
        bool: "bool",
        int: "int",
        float: "float",
        str: "str",
        list: "list",
        dict: "table",
    }
    return names.get(type(value), type(value).__name__)


def described(value: Any) -> str:
    """`value` as a message names it: ``the text 'x'``, ``the number 2.5``, ``true``, a list, a table, a date."""
    if isinstance(value, bool):
        return "true" if value else "false"
    kind = type_name(value)
    if kind in ("int", "float", "str"):
        return f"{'the text' if kind == 'str' else 'the number'} {value!r}"
    return WORDS.get(kind, f"a {kind}")


def _number(limit: float) -> str:
    """A limit as a scenario would write it: 0.5, 12, 10_000_000."""
    return f"{limit:_}" if isinstance(limit, int) and abs(limit) >= 100_000 else f"{limit:g}"


def _same_type(default: Value, value: Any) -> bool:
    if isinstance(default, bool) or isinstance(value, bool):
        return isinstance(default, bool) and isinstance(value, bool)
    if isinstance(default, float):
        return isinstance(value, int | float)
    return isinstance(value, type(default))


def _in_range(item: Any, limits: tuple[float, float]) -> bool:
    if isinstance(item, bool) or not isinstance(item, int | float):
        return isinstance(item, str | dict)  # words and tables have no range
    return bool(limits[0] <= item <= limits[1])  # false for NaN, too


@dataclass(frozen=True, slots=True)
class Ledger:
    """All entries of a game, by dotted key, in file order."""

    entries: Mapping[str, Entry]
    name: str = "rules"

    @classmethod
    def read(cls, path: Path, name: str = "rules") -> Ledger:
        """Read a ruleset.toml; raises BugError where the file itself breaks the ledger's own rules."""
        tree = tomllib.loads(path.read_text(encoding="utf-8"))
        entries = {entry.key: entry for entry in _walk(tree, ())}
        for entry in entries.values():
            _check_entry(entry, path)
        return cls(entries, name)

    def resolve(self, overrides: Mapping[str, Any]) -> Resolved:
        """Check nested or dotted `overrides` against the ledger; raises InputError with every problem."""
        values = {key: entry.value for key, entry in self.entries.items()}
        problems: list[Problem] = []
        changed: list[str] = []
        for key, path, value in self._flatten(overrides, (), ()):
            entry = self.entries.get(key)
            if entry is None:
                problems.append(self._unknown(key, (self.name, *path)))
                continue
            found = entry.problem(value, (self.name, *path))
            if found is not None:
                problems.append(found)
                continue
            values[key] = float(value) if isinstance(entry.value, float) else value
            if values[key] != entry.value:
                changed.append(key)
        if problems:
            raise InputError(problems=problems)
        return Resolved(values, tuple(changed))

    def _flatten(
        self, tree: Mapping[str, Any], key: tuple[str, ...], path: tuple[str | int, ...]
    ) -> Iterator[tuple[str, tuple[str | int, ...], Any]]:
        for name, value in tree.items():
            dotted = ".".join((*key, str(name)))
            if isinstance(value, Mapping) and dotted not in self.entries and self._is_group(dotted):
                yield from self._flatten(value, (*key, str(name)), (*path, name))
            else:
                yield dotted, (*path, name), value

    def _is_group(self, dotted: str) -> bool:
        return any(key.startswith(dotted + ".") for key in self.entries)

    def _unknown(self, key: str, path: tuple[str | int, ...]) -> Problem:
        close = nearest(key, self.entries)
        if self._is_group(key):
            inside = [name for name in self.entries if name.startswith(key + ".")]
            return Problem(path, f"{key} is a group of keys, not one value", ", ".join(inside), code="type")
        siblings = ", ".join(list(self.entries)[:60])
        return Problem(path, f"unknown key {key!r}", siblings, close, code="unknown-key")


@dataclass(frozen=True, slots=True)
class Resolved:
    """Values of every key after overrides, and the keys that differ from the default."""

    values: Mapping[str, Any]
    changed: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Ruleset:
    """The rules of one variant, ready for a kernel.

    `record` is the structured record the kernel reads; `setup` the board, forces and decks in use as plain data;
    `values` every dotted key; `changed` the keys that differ from the ledger's default.
    """

    game: str
    seats: int
    values: Mapping[str, Any]
    changed: tuple[str, ...]
    setup: Mapping[str, Any]
    record: Any
    extra: Mapping[str, Any] = field(default_factory=dict)  # what charts and tellers of the game want to know

    def __getitem__(self, key: str) -> Any:
        return self.values[key]


def _walk(tree: Mapping[str, Any], key: tuple[str, ...]) -> Iterator[Entry]:
    for name, node in tree.items():
        if not isinstance(node, dict):
            raise BugError(f"ledger: {'.'.join((*key, name))} is not a table")
        if "value" in node and "status" in node:
            yield _entry(".".join((*key, name)), node)
        else:
            yield from _walk(node, (*key, name))


def _entry(key: str, node: Mapping[str, Any]) -> Entry:
    fields = dict(node)
    for name in ("range", "choices", "sweep", "length"):
        if name in fields:
            fields[name] = tuple(fields[name])
    try:
        return Entry(key=key, **fields)
    except TypeError as error:
        raise BugError(f"ledger: {key}: {error}") from error


def _check_entry(entry: Entry, path: Path) -> None:
    if entry.status not in STATUSES:
        raise BugError(f"{path.name}: {entry.key}: status {entry.status!r} is none of {STATUSES}")
    if entry.status == "assumed" and not entry.sweep:
        raise BugError(f"{path.name}: {entry.key} is assumed and needs `sweep`, the values a sensitivity run tries")
    if not entry.source:
        raise BugError(f"{path.name}: {entry.key} has no source")
    for value in (entry.value, *entry.sweep):
        problem = entry.problem(value, (entry.key,))
        if problem is not None:
            raise BugError(f"{path.name}: {entry.key}: {value!r} is not legal itself: {problem.message}")
