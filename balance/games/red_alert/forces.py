"""The [setup] tables of a scenario: battle, map, sides, unit types and decks, checked row by row (spec b5, e).

Built-in battles and cards come from `battles.toml` and `decks.toml`; numbers a designer sweeps from the ledger.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from balance.errors import Problem, nearest
from balance.games.red_alert.state import (
    CLASSES,
    COMBATS,
    COMMANDS,
    PER_SIDE,
    SIDE_NAMES,
    SPECIALS,
    TIMINGS,
    TYPES,
    UNIT_TYPES,
)  # fmt: skip
from balance.kit.hexes import cell, hex_id, on_mat, rotated
from balance.kit.ledger import Entry

HOME = Path(__file__).parent
SETUP_KEYS = ("battle", "map", "side", "unit_type", "command_card", "combat_card")
DEFAULT_BATTLE = "planet_skirmish"

Path_: TypeAlias = tuple[str | int, ...]
Row: TypeAlias = dict[str, Any]


def _fields(**rows: tuple[Any, Mapping[str, Any]]) -> dict[str, Entry]:
    return {name: Entry(name, value, "printed", "setup", **legal) for name, (value, legal) in rows.items()}


TYPE_FIELDS = _fields(
    id=("", {}), figures=(3, {"range": (1, 6)}), caps=(0, {"range": (0, 3)}), move=(2, {"range": (0, 6)}),
    points=(0, {"range": (0, 99)}), dice=([1], {"range": (0, 6), "length": (1, 6)}), ra=(0, {"range": (0, 3)}),
    vp=(1, {"range": (1, 16)}), flagship=(False, {}), destroyer=(False, {}), cruiser=(False, {}),
    **{"class": ("strike", {"choices": CLASSES})},
)  # fmt: skip
COMMAND_FIELDS = _fields(
    id=("", {}), copies=(1, {"range": (0, 12)}), kind=("tactic", {"choices": ("sector", "tactic", "reaction")}),
    classes=(list(CLASSES), {"choices": CLASSES}), move_bonus=(0, {"range": (0, 3)}),
    die_bonus_close=(0, {"range": (0, 3)}), die_bonus_ranged=(0, {"range": (0, 3)}), no_move=(False, {}),
    move_combat_move=(False, {}), clear_markers=(False, {}), draw_two=(False, {}),
)  # fmt: skip
COMBAT_FIELDS = _fields(
    id=("", {}), copies=(1, {"range": (0, 12)}), cost=(1, {"range": (0, 9)}),
    timing=("own_attack", {"choices": TIMINGS}), special=("", {"choices": SPECIALS}),
    die_delta=(0, {"range": (-3, 3)}), ignore_hits=(0, {"range": (0, 3)}), clear_units=(0, {"range": (0, 16)}),
    free_battle_back=(False, {}), free_pursuit=(False, {}), bonus_die=(0, {"range": (0, 3)}),
    move_bonus=(0, {"range": (0, 3)}),
)  # fmt: skip
SIDE_FIELDS = _fields(
    name=("", {"choices": SIDE_NAMES}), mirror_of=("", {"choices": SIDE_NAMES}),
    command_rating=(4, {"range": (1, 8)}), combat_cards=(2, {"range": (0, 12)}), stars=(4, {"range": (0, 30)}),
)  # fmt: skip


@dataclass
class Setup:
    """What is on the table before the first turn, as plain data; `problems` says what is wrong with it."""

    battle: str
    notes: Row
    planets: list[int] = field(default_factory=list)
    types: list[Row] = field(default_factory=list)
    sides: list[Row] = field(default_factory=list)  # command_rating, combat_cards, stars, unit: [(type index, hex)]
    commands: list[Row] = field(default_factory=list)
    combats: list[Row] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    def plain(self) -> Row:
        """The set-up as TOML-like data, for reports and tellers."""
        sides = [
            {**{k: side[k] for k in ("name", "command_rating", "combat_cards", "stars")},
             "unit": [{"type": self.types[kind]["id"], "at": list(cell(h))} for kind, h in side["unit"]]}
            for side in self.sides
        ]  # fmt: skip
        return {
            "battle": self.battle,
            "map": {"planets": [list(cell(h)) for h in self.planets]},
            "side": sides,
            "unit_type": self.types,
            "command_card": self.commands,
            "combat_card": self.combats,
        }


@cache
def built_in(name: str) -> Mapping[str, Any]:
    """The tables of `battles.toml` or `decks.toml`."""
    return tomllib.loads((HOME / name).read_text(encoding="utf-8"))


def read_setup(tables: Mapping[str, Any], values: Mapping[str, Any], changed: Sequence[str]) -> Setup:
    """The set-up of a scenario's [setup] `tables` under resolved rule `values`."""
    battles = built_in("battles.toml")
    name = tables.get("battle", DEFAULT_BATTLE)
    known = isinstance(name, str) and name in battles
    setup = Setup(str(name), dict(battles[name if known else DEFAULT_BATTLE]))
    if not known:
        close = nearest(str(name), battles)
        setup.problems.append(
            Problem(("setup", "battle"), f"battle {name!r} is unknown", ", ".join(battles), close, "choice")
        )
    for key in tables:
        if key not in SETUP_KEYS:
            close = nearest(key, SETUP_KEYS)
            setup.problems.append(
                Problem(("setup", key), f"unknown table {key!r}", ", ".join(SETUP_KEYS), close, "unknown-key")
            )
    _read_map(setup, tables.get("map", {}))
    _read_types(setup, tables, values, changed)
    _read_sides(setup, tables.get("side", []))
    _read_decks(setup, tables, values, changed)
    _check_sizes(setup)
    return setup


def _read_map(setup: Setup, table: Any) -> None:
    path: Path_ = ("setup", "map")
    if not isinstance(table, Mapping):
        setup.problems.append(Problem(path, "wants a table with `planets`", code="type"))
        return
    for key in table:
        if key == "asteroids":
            text = "asteroids are in the box, but their rules are published nowhere we found; they cannot be played"
            setup.problems.append(Problem((*path, key), text, "planets", code="asteroids"))
        elif key != "planets":
            setup.problems.append(Problem((*path, key), f"unknown key {key!r}", "planets", nearest(key, ["planets"])))
    rows = table.get("planets", setup.notes["planets"])
    if not isinstance(rows, list):
        setup.problems.append(Problem((*path, "planets"), "wants a list of [column, row]", code="type"))
        return
    for i, row in enumerate(rows):
        h = _hex(setup, row, (*path, "planets", i))
        if h in setup.planets:
            setup.problems.append(Problem((*path, "planets", i), f"planet hex {row} is listed twice", code="value"))
        elif h >= 0:
            setup.planets.append(h)


def _hex(setup: Setup, row: Any, path: Path_) -> int:
    whole = isinstance(row, list) and len(row) == 2 and all(type(x) is int for x in row)
    if whole and on_mat(row[0], row[1]):
        return hex_id(row[0], row[1])
    text = f"hex {row} is off the mat" if whole else f"{row!r} is no hex"
    legal = "[column, row]: rows 0..10, columns 0..12 in even rows, 0..11 in odd rows"
    setup.problems.append(Problem(path, text, legal, code="hex"))
    return -1


def _row(setup: Setup, row: Any, fields: Mapping[str, Entry], path: Path_, extra: Sequence[str] = ()) -> Row:
    """`row` with defaults filled in; problems are noted."""
    filled: Row = {name: entry.value for name, entry in fields.items()}
    if not isinstance(row, Mapping):
        setup.problems.append(Problem(path, f"wants a table, not {row!r}", code="type"))
        return filled
    legal = [*fields, *extra]
    for key, value in row.items():
        if key in extra:
            continue
        if key not in fields:
            setup.problems.append(
                Problem((*path, key), f"unknown key {key!r}", ", ".join(legal), nearest(key, legal), "unknown-key")
            )
            continue
        found = fields[key].problem(value, (*path, key))
        if found is not None:
            setup.problems.append(found)
        else:
            filled[key] = value
    return filled


def _rows(setup: Setup, tables: Mapping[str, Any], key: str, most: int) -> list[Any]:
    rows = tables[key]
    if not isinstance(rows, list) or not 1 <= len(rows) <= most:
        setup.problems.append(Problem(("setup", key), f"wants 1 to {most} rows", code="length"))
        return []
    return rows


def _refuse_both(setup: Setup, table: str, prefix: str, changed: Sequence[str]) -> None:
    for key in changed:
        if key.startswith(prefix):
            text = f"[[setup.{table}]] replaces the built-in rows, so this key has no effect; drop one of the two"
            setup.problems.append(Problem(("rules", *key.split(".")), text, code="conflict"))


def _unique(setup: Setup, rows: Sequence[Row], key: str) -> None:
    seen: set[str] = set()
    for i, row in enumerate(rows):
        if not row["id"] or row["id"] in seen:
            setup.problems.append(Problem(("setup", key, i, "id"), f"id {row['id']!r} is missing or used twice"))
        seen.add(row["id"])


def _read_types(setup: Setup, tables: Mapping[str, Any], values: Mapping[str, Any], changed: Sequence[str]) -> None:
    if "unit_type" not in tables:
        setup.types = [_built_in_type(name, values) for name in UNIT_TYPES]
        return
    _refuse_both(setup, "unit_type", "units.", changed)
    for i, row in enumerate(_rows(setup, tables, "unit_type", TYPES)):
        path: Path_ = ("setup", "unit_type", i)
        filled = _row(setup, row, TYPE_FIELDS, path)
        if filled["flagship"] and filled["figures"] != 1:
            setup.problems.append(Problem((*path, "figures"), "a flagship is one figure with 0 to 3 cap fighters", "1"))
        if filled["caps"] and not filled["flagship"]:
            setup.problems.append(Problem((*path, "caps"), "only a flagship carries cap fighters", "0"))
        setup.types.append(filled)
    _unique(setup, setup.types, "unit_type")


def _built_in_type(name: str, values: Mapping[str, Any]) -> Row:
    own = {key.split(".")[2]: value for key, value in values.items() if key.startswith(f"units.{name}.")}
    kind = "fighter" if name.endswith("fighter") else "strike" if name.endswith(("cruiser", "destroyer")) else "capital"
    return {
        **{key: entry.value for key, entry in TYPE_FIELDS.items()}, **own, "id": name, "class": kind,
        "flagship": name == "flagship", "destroyer": name.endswith("destroyer"), "cruiser": name.endswith("cruiser"),
    }  # fmt: skip


def _read_sides(setup: Setup, tables: Any) -> None:
    if not isinstance(tables, list) or len(tables) > 2:
        setup.problems.append(Problem(("setup", "side"), "wants at most two [[setup.side]] tables", code="length"))
        tables = []
    given: dict[str, tuple[Mapping[str, Any], Path_]] = {}
    for i, table in enumerate(tables):
        path: Path_ = ("setup", "side", i)
        name = table.get("name", SIDE_NAMES[i]) if isinstance(table, Mapping) else None
        _row(setup, table, SIDE_FIELDS, path, extra=("unit",))
        if name in given:
            setup.problems.append(Problem((*path, "name"), f"side {name!r} is given twice", ", ".join(SIDE_NAMES)))
        elif name in SIDE_NAMES:
            given[str(name)] = (table, path)
    merged: dict[str, Row] = {}
    for name in SIDE_NAMES:
        merged[name] = _merged_side(setup, name, given.get(name))
    for name in SIDE_NAMES:
        setup.sides.append(_resolved_side(setup, name, merged))
    _check_units(setup, merged)


def _merged_side(setup: Setup, name: str, given: tuple[Mapping[str, Any], Path_] | None) -> Row:
    base = next(dict(side) for side in setup.notes["side"] if side["name"] == name)
    base.update(path=("setup", "side", SIDE_NAMES.index(name)), written=False)
    if given is None:
        return base
    table, path = given
    if "unit" in table and "mirror_of" not in table:
        base.pop("mirror_of", None)
        source = _root(setup.notes, name)
        base = {**{key: source[key] for key in ("command_rating", "combat_cards", "stars")}, **base}
    if "mirror_of" in table:
        base = {"name": name}
    return {**base, **table, "name": name, "path": path, "written": True}


def _root(notes: Row, name: str) -> Row:
    side = next(side for side in notes["side"] if side["name"] == name)
    return _root(notes, side["mirror_of"]) if "mirror_of" in side else dict(side)


def _resolved_side(setup: Setup, name: str, merged: Mapping[str, Row]) -> Row:
    side = merged[name]
    of = side.get("mirror_of")
    source = side if of is None else merged.get(of) if isinstance(of, str) else None
    if source is None or (of is not None and "mirror_of" in source):
        if source is not None and side["written"]:  # an unknown name is refused with the side's keys
            text = f"{name} cannot mirror {of}: that side has no units of its own"
            setup.problems.append(Problem((*side["path"], "mirror_of"), text))
        source = _root(setup.notes, name)
    resolved: Row = {"name": name, "unit": []}
    for key in ("command_rating", "combat_cards", "stars"):
        value = side.get(key, source.get(key, SIDE_FIELDS[key].value))
        resolved[key] = value if type(value) is int else SIDE_FIELDS[key].value
    return resolved


Placed: TypeAlias = list[tuple[Path_, int, int]]  # row of the scenario, type index, hex


def _check_units(setup: Setup, merged: Mapping[str, Row]) -> None:
    """Put the units on the mat, own ones first: a fleet turned by `mirror_of` has only the rows that were accepted."""
    taken: dict[int, str] = {}
    fleets: dict[str, Placed] = {}
    for side in setup.sides:
        table = merged[side["name"]]
        if "mirror_of" not in table:
            units = _read_units(setup, side["name"], table.get("unit", []), (*table["path"], "unit"))
            fleets[side["name"]] = _place(setup, side, units, "", taken)
    for side in setup.sides:
        of = merged[side["name"]].get("mirror_of")
        if isinstance(of, str) and of in fleets:
            turned = [(path, kind, rotated(h)) for path, kind, h in fleets[of]]
            _place(setup, side, turned, "turned by mirror_of, ", taken)
    for side in setup.sides:
        fighters = sum(setup.types[kind]["class"] == "fighter" for kind, _ in side["unit"])
        if 2 * fighters > len(side["unit"]):
            setup.warnings.append(f"{side['name']} has more fighter units than others, which task forces forbid")


def _read_units(setup: Setup, name: str, rows: Any, path: Path_) -> Placed:
    """The sound rows of a side's `unit` list; problems are noted."""
    if not isinstance(rows, list) or not 1 <= len(rows) <= PER_SIDE:
        setup.problems.append(Problem(path, f"{name} wants 1 to {PER_SIDE} units", code="length"))
        return []
    ids = [row["id"] for row in setup.types]
    found: Placed = []
    for i, row in enumerate(rows):
        if not isinstance(row, Mapping) or set(row) != {"type", "at"}:
            setup.problems.append(Problem((*path, i), f"{row!r} is no unit", '{ type = "...", at = [c, r] }'))
        elif row["type"] not in ids:
            text, close = f"unit type {row['type']!r} is unknown", nearest(str(row["type"]), ids)
            setup.problems.append(Problem((*path, i, "type"), text, ", ".join(ids), close, "choice"))
        elif (h := _hex(setup, row["at"], (*path, i, "at"))) >= 0:
            found.append(((*path, i, "at"), ids.index(row["type"]), h))
    return found


def _place(setup: Setup, side: Row, units: Placed, how: str, taken: dict[int, str]) -> Placed:
    """Put units of a side on free hexes and return those; a second unit on a hex is a problem of its row."""
    placed: Placed = []
    for path, kind, h in units:
        what = f"{setup.types[kind]['id']} of {side['name']}"
        if h in taken:
            text = f"{how}{what} stands on {list(cell(h))}, where {taken[h]} stands already"
            setup.problems.append(Problem(path, text, "one unit per hex", code="hex"))
            continue
        taken[h] = what
        side["unit"].append((kind, h))
        placed.append((path, kind, h))
    return placed


def _read_decks(setup: Setup, tables: Mapping[str, Any], values: Mapping[str, Any], changed: Sequence[str]) -> None:
    decks = built_in("decks.toml")
    if "command_card" in tables:
        _refuse_both(setup, "command_card", "command_deck.", changed)
        rows = _rows(setup, tables, "command_card", COMMANDS)
    else:
        rows = [{**row, "copies": values[f"command_deck.{row['id']}"]} for row in decks["command_card"]]
    for i, row in enumerate(rows):
        path: Path_ = ("setup", "command_card", i)
        filled = _row(setup, row, COMMAND_FIELDS, path, extra=("orders",))
        filled["orders"] = _orders(setup, row, filled["kind"], path)
        setup.commands.append(filled)
    if "combat_card" in tables:
        _refuse_both(setup, "combat_card", "combat_deck.", changed)
        rows = _rows(setup, tables, "combat_card", COMBATS)
    else:
        rows = [
            {**row, **{key: values[f"combat_deck.{row['id']}.{key}"] for key in ("copies", "cost")}}
            for row in decks["combat_card"]
        ]
    setup.combats = [_row(setup, row, COMBAT_FIELDS, ("setup", "combat_card", i)) for i, row in enumerate(rows)]
    _unique(setup, setup.commands, "command_card")
    _unique(setup, setup.combats, "combat_card")


def _orders(setup: Setup, row: Any, kind: str, path: Path_) -> Any:
    orders = row.get("orders", 0) if isinstance(row, Mapping) else 0
    counts = orders if kind == "sector" and isinstance(orders, list) else [orders]
    right = len(counts) == (3 if kind == "sector" else 1)
    if right and all(n == "rating" or (type(n) is int and 0 <= n <= PER_SIDE) for n in counts):
        return orders
    legal = '[left, centre, right], each 0..16 or "rating"' if kind == "sector" else '0..16 or "rating"'
    setup.problems.append(Problem((*path, "orders"), f"orders {orders!r} do not fit a {kind} card", legal))
    return [0, 0, 0] if kind == "sector" else 0


def _check_sizes(setup: Setup) -> None:
    ratings = [side["command_rating"] for side in setup.sides]
    cards = sum(row["copies"] for row in setup.commands)
    if cards < 2 * max(ratings):
        text = f"the command deck holds {cards} cards, too few to deal two hands of {max(ratings)}"
        setup.problems.append(
            Problem(("setup", "command_card"), text, f"at least {2 * max(ratings)} cards", code="deck")
        )
    hands = sum(side["combat_cards"] for side in setup.sides)
    cards = sum(row["copies"] for row in setup.combats)
    if cards < hands:
        text = f"the combat deck holds {cards} cards, the battle deals {hands}"
        setup.problems.append(Problem(("setup", "combat_card"), text, f"at least {hands} cards", code="deck"))
