"""From a scenario's [rules] and [setup] to the record the kernel reads (AN-01..AN-74, sections 2, 5 and 6 of the spec)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from balance.errors import InputError, Problem, nearest
from balance.games.astronuts.board import BOARDS, WHERE, Board, describe, distances, load_board
from balance.games.astronuts.state import RULES, SCALARS
from balance.games.astronuts.words import (
    ASTEROID,
    CHOOSE_OF,
    EFFECT_NAMES,
    EFFECTS,
    FATE_IDS,
    HOLE,
    LETTERS,
    MAX_DEGREE,
    MAX_SEATS,
    OPEN,
    SCOPES,
)
from balance.kit.ledger import Ledger, Ruleset
from balance.kit.policybook import PolicyBook

FOLDER = Path(__file__).parent
SETUP_KEYS = ("board",)
GAIN = Fraction(1, 5)  # an attack die is re-rolled when it is worse than average by more than this (D3)


@cache
def load_ledger() -> Ledger:
    """The game's ruleset.toml."""
    return Ledger.read(FOLDER / "ruleset.toml")


@cache
def load_policies() -> PolicyBook:
    """The game's policies.toml."""
    return PolicyBook.read(FOLDER / "policies.toml")


def load_ruleset(overrides: Mapping[str, Any], setup: Mapping[str, Any], seats: int) -> Ruleset:
    """Check everything, then build the kernel's record; raises InputError with all problems found."""
    problems: list[Problem] = []
    values: Mapping[str, Any] = {}
    changed: tuple[str, ...] = ()
    board: Board | None = None
    try:
        resolved = load_ledger().resolve(_merged(overrides))
        values, changed = resolved.values, resolved.changed
        problems += _check_values(values, seats)
    except InputError as error:
        problems += error.problems
    try:
        board = load_board(_board_of(setup))
        if values:
            problems += _check_fit(board, values, seats)
    except InputError as error:
        problems += error.problems
    if problems or board is None:
        raise InputError(problems=problems)
    record = np.zeros(1, RULES).view(np.recarray)[0]
    record.seats = seats
    _fill_scalars(record, values)
    _fill_fate(record, values)
    _fill_combat(record, values)
    _fill_board(record, board, values)
    return Ruleset("astronuts", seats, values, changed, {"board": board}, record, {"board": board})


def _board_of(setup: Mapping[str, Any]) -> Any:
    unknown = [key for key in setup if key not in SETUP_KEYS]
    if unknown:
        raise InputError(
            problems=[
                Problem(("setup", key), f"unknown key {key!r}", "board", nearest(str(key), SETUP_KEYS), "unknown-key")
                for key in unknown
            ]
        )
    return setup.get("board", BOARDS[0])


def _merged(overrides: Mapping[str, Any]) -> Mapping[str, Any]:
    """Complete fate overrides: an entry that keeps its effect keeps its other numbers; 5-4 follows `fate_54_nuts`."""
    fate = overrides.get("fate")
    if not isinstance(fate, Mapping):
        return overrides
    entries = load_ledger().entries
    full: dict[str, Any] = {}
    for key, override in fate.items():
        entry = entries.get(f"fate.{key}")
        if entry is not None and isinstance(override, Mapping) and isinstance(entry.value, dict):
            same = override.get("effect", entry.value["effect"]) == entry.value["effect"]
            full[key] = {**entry.value, **override} if same else dict(override)
        else:
            full[key] = override
    return {**overrides, "fate": full}


def _check_values(values: Mapping[str, Any], seats: int) -> list[Problem]:
    """What the ledger cannot see in one value alone."""
    problems = _check_numbers(values, seats)
    for identity in FATE_IDS:
        problems += _check_fate(identity, values[f"fate.{identity}"])
    for gift in values["fate_66_gifts"]:
        path = ("rules", "fate_66_gifts")
        if not isinstance(gift, str):
            problems.append(Problem(path, f"{gift!r} is not a text", 'ids of fate entries, such as "61"', code="type"))
        elif values[f"fate.{gift}"].get("effect") == "choose_of":
            problems.append(Problem(path, f"entry {gift} offers a choice itself and cannot be a gift"))
    return problems


def _check_numbers(values: Mapping[str, Any], seats: int) -> list[Problem]:
    problems = []
    if not 2 <= seats <= MAX_SEATS:
        problems.append(Problem(("seat",), f"AstroNuts has 2 to 4 seats, not {seats}"))
    if values["declare_min"] > values["declare_max"]:
        text = f"declare_min {values['declare_min']} is above declare_max {values['declare_max']}"
        problems.append(Problem(("rules", "declare_min"), text))
    if values["start_ships"] > values["ships_per_player"]:
        text = f"{values['start_ships']} ships at the start, but a seat owns {values['ships_per_player']}"
        problems.append(Problem(("rules", "start_ships"), text))
    if values["goal_colonies"] > figures(values):
        text = f"goal of {values['goal_colonies']} colonies, but a seat can found {figures(values)}"
        problems.append(Problem(("rules", "goal_colonies"), text, f"3 to {figures(values)}"))
    for at, bonus in enumerate(values["seat_bonus_nuts"]):
        if isinstance(bonus, bool) or not isinstance(bonus, int):
            problems.append(Problem(("rules", "seat_bonus_nuts", at), f"{bonus!r} is not a whole number", code="type"))
    return problems


def figures(values: Mapping[str, Any]) -> int:
    """Figures a seat can found with: one marks the action bar unless `action_bar_marker` is off (AN-02)."""
    return int(values["colonies_per_player"]) - int(values["action_bar_marker"])


def _check_fate(identity: str, entry: Mapping[str, Any]) -> list[Problem]:
    path = ("rules", "fate", identity)
    effect = entry.get("effect")
    if not isinstance(effect, str) or effect not in EFFECTS:
        close = nearest(str(effect), EFFECT_NAMES)
        return [Problem((*path, "effect"), f"effect {effect!r} is unknown", ", ".join(EFFECT_NAMES), close, "choice")]
    number = EFFECTS[effect]
    known = ("effect", *((number[0],) if number else ()), *(("colours",) if effect == "nuts" else ()))
    problems = [
        Problem(
            (*path, str(key)), f"{effect} has no {key!r}", ", ".join(known), nearest(str(key), known), "unknown-key"
        )
        for key in entry
        if key not in known
    ]
    if number:
        name, default, low, high = number
        value = entry.get(name, default)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            problems.append(
                Problem((*path, name), f"{value!r} is out of range", f"a whole number from {low} to {high}")
            )
    if effect == "nuts":
        colours = entry.get("colours")
        if not isinstance(colours, str) or len(colours) > 12 or any(letter not in LETTERS for letter in colours):
            problems.append(
                Problem((*path, "colours"), f"{colours!r} does not name colours", "letters of RPOY, at most 12")
            )
    return problems


def _check_fit(board: Board, values: Mapping[str, Any], seats: int) -> list[Problem]:
    """Does the board suit these rules and this table (section 2, validation)?"""
    problems = []
    if len(board.homes) < seats:
        problems.append(Problem(WHERE, f"board {board.id!r} has {len(board.homes)} homes for {seats} seats"))
    nuts = {size: values[f"planet_nuts.{size}"] for size in ("small", "large")}
    total = sum(nuts["large" if space in board.large else "small"] for space in board.planets)
    stock = 4 * (values["nuts_per_colour"] - seats * values["start_nuts_per_colour"])
    if stock < 0 or total > stock:
        last = describe(board, board.planets[-1]) if board.planets else "the board"
        text = f"planets want {total} Nuts, {max(stock, 0)} are left after the starting hands: {last} would stay empty"
        problems.append(Problem(WHERE, text))
    holes = [space for space, kind in enumerate(board.kinds) if kind == HOLE]
    if values["astroholes"] and len(holes) == 1:
        problems.append(
            Problem(WHERE, f"{describe(board, holes[0])} is the only AstroHole: give none, or two and more")
        )
    return problems


def _fill_scalars(record: Any, values: Mapping[str, Any]) -> None:
    entries = load_ledger().entries
    for name in SCALARS:
        value = values[name]
        record[name] = entries[name].choices.index(value) if isinstance(value, str) else int(value)
    record.figures = figures(values)
    record.warp_scope = sum(1 << die for die in SCOPES[values["time_warp_scope"]])
    record.bonus_nuts[:] = values["seat_bonus_nuts"]


def _fill_fate(record: Any, values: Mapping[str, Any]) -> None:
    entries = load_ledger().entries
    for at, identity in enumerate(FATE_IDS):
        entry = values[f"fate.{identity}"]
        number = EFFECTS[entry["effect"]]
        record.effect[at] = EFFECT_NAMES.index(entry["effect"])
        record.amount[at] = entry.get(number[0], number[1]) if number else 0
        record.given[at] = [entry.get("colours", "").count(letter) for letter in LETTERS]
    glitter = FATE_IDS.index("54")
    if values["fate.54"] == entries["fate.54"].value:
        record.amount[glitter] = values["fate_54_nuts"]
    gifts = [FATE_IDS.index(gift) for gift in values["fate_66_gifts"]]
    record.n_gifts = len(gifts)
    record.gifts[: len(gifts)] = gifts
    assert not any(record.effect[gift] == CHOOSE_OF for gift in gifts)


def chance_to_win(bonus: int, tie: str) -> tuple[Fraction, tuple[Fraction, ...]]:
    """P(an attack succeeds) at this difference of bonuses, and the same given each attack die (AN-34, 13.3)."""
    higher = [sum(x + bonus > y for y in range(1, 7)) for x in range(1, 7)]
    equal = [sum(x + bonus == y for y in range(1, 7)) for x in range(1, 7)]
    win, draw = sum(higher), sum(equal)
    of_tie = {"defender": Fraction(0), "attacker": Fraction(1), "reroll": Fraction(win, 36 - draw)}[tie]
    given = tuple((h + e * of_tie) / 6 for h, e in zip(higher, equal, strict=True))
    return sum(given, Fraction(0)) / 6, given


def _fill_combat(record: Any, values: Mapping[str, Any]) -> None:
    for at, bonus in enumerate(range(-3, 4)):
        chance, given = chance_to_win(bonus, values["attack_tie"])
        record.p_win[at] = float(chance)
        record.warp_lost[at] = chance > GAIN
        record.warp_attack[at, 1:] = [die < chance - GAIN for die in given]


def _fill_board(record: Any, board: Board, values: Mapping[str, Any]) -> None:
    spaces, planets = len(board.kinds), board.planets
    record.board = BOARDS.index(board.id) if board == _shipped(board.id) else -1
    record.spaces, record.planets, record.n_homes = spaces, len(planets), len(board.homes)
    record.homes[: len(board.homes)] = board.homes
    record.turn_of_home[: len(board.homes)] = range(len(board.homes)) if board.turnable else 0
    off = {kind for kind, key in ((ASTEROID, "asteroids"), (HOLE, "astroholes")) if not values[key]}
    record.kind[:spaces] = [OPEN if kind in off else kind for kind in board.kinds]
    record.planet_at[:] = -1
    record.planet_at[list(planets)] = range(len(planets))
    record.space_of[: len(planets)] = planets
    sizes = ["large" if space in board.large else "small" for space in planets]
    record.slots[: len(planets)] = [values[f"planet_slots.{size}"] for size in sizes]
    record.coins[: len(planets)] = [values[f"planet_nuts.{size}"] for size in sizes]
    record.degree[:spaces] = [len(near) for near in board.neighbours]
    record.n_holes = sum(kind == HOLE for kind in board.kinds) if values["astroholes"] else 0
    record.walk[:spaces, :spaces] = distances(board, None)
    record.distance[:spaces, :spaces] = distances(
        board, values["astrohole_jump_cost"] if values["astroholes"] else None
    )
    for turn in range(MAX_SEATS if board.turnable else 1):
        _fill_own_view(record, board, turn)


def _shipped(identity: str) -> Board | None:
    return load_board(identity) if identity in BOARDS else None


def _fill_own_view(record: Any, board: Board, turn: int) -> None:
    """Everything a seat looks through in the order of its own numbering (section 2)."""
    spaces = len(board.kinds)
    own = np.array(board.turns[turn])
    order = np.argsort(own)
    record.own[turn, :spaces] = own
    record.adjacent[turn] = -1
    for space, near in enumerate(board.neighbours):
        ranked = sorted(near, key=lambda other: own[other])
        record.adjacent[turn, space, : len(ranked)] = ranked[:MAX_DEGREE]
    planets = [int(space) for space in order if record.planet_at[space] >= 0]
    record.planet_order[turn, : len(planets)] = record.planet_at[planets]
    holes = [space for space in order if record.kind[space] == HOLE]
    record.hole_order[turn, : len(holes)] = holes
    away = record.distance[:spaces, planets].astype(np.int64)
    nearest = np.argsort(away, axis=1, kind="stable")  # planets stand in the seat's own order: ties keep it
    packed = record.planet_at[planets].astype(np.int64)[nearest] + 64 * np.take_along_axis(away, nearest, axis=1)
    record.nearest[turn, :spaces, : len(planets)] = packed
