"""From a scenario's overrides to the records the kernel reads: checked rules, map tables, policy tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import numpy as np

from balance.errors import InputError, Problem
from balance.games.contract import PlayerChoice
from balance.games.red_alert import chances as odds
from balance.games.red_alert import state as st
from balance.games.red_alert import weighing
from balance.games.red_alert.forces import HOME, Row, Setup, read_setup
from balance.games.red_alert.weighing import flagship_of, kind_of
from balance.kit import hexes
from balance.kit.ledger import Ledger, Ruleset
from balance.kit.policybook import PolicyBook

GAME_ID = "red_alert"


@cache
def load_ledger() -> Ledger:
    """The rule ledger of Red Alert."""
    return Ledger.read(HOME / "ruleset.toml")


@cache
def load_policies() -> PolicyBook:
    """The policy book of Red Alert."""
    return PolicyBook.read(HOME / "policies.toml")


def load_ruleset(rules: Mapping[str, Any], setup: Mapping[str, Any], seats: int = 2) -> Ruleset:
    """Check the overrides and build the record; raises InputError with every problem found."""
    problems: list[Problem] = []
    if seats != 2:
        problems.append(Problem(("seat",), f"Red Alert is for two players, not {seats}", "2", code="seats"))
    try:
        resolved = load_ledger().resolve(rules)
    except InputError as error:
        problems.extend(error.problems)
        resolved = load_ledger().resolve({})
    table = read_setup(setup, resolved.values, resolved.changed)
    problems.extend(table.problems)
    if problems:
        raise InputError(problems=problems)
    record = _record(resolved.values, table)
    extra = {"warnings": tuple(table.warnings), **_slots(table)}
    return Ruleset(GAME_ID, 2, resolved.values, resolved.changed, table.plain(), record, extra)


def _slots(setup: Setup) -> dict[str, list[str]]:
    """Column names of the types and cards in use, in table order."""
    return {
        "type_slots": [st.TYPE_SLOTS[i] for i in _slot_numbers(setup.types, st.UNIT_TYPES, st.SPARE_TYPES)],
        "command_slots": [
            st.COMMAND_SLOTS[i] for i in _slot_numbers(setup.commands, st.COMMAND_ROWS, st.SPARE_COMMANDS)
        ],
        "combat_slots": [st.COMBAT_SLOTS[i] for i in _slot_numbers(setup.combats, st.COMBAT_ROWS, st.SPARE_COMBATS)],
    }


def _slot_numbers(rows: Sequence[Row], known: Sequence[str], spare: Sequence[str]) -> list[int]:
    found, others = [], 0
    for row in rows:
        if row["id"] in known:
            found.append(known.index(row["id"]))
        else:
            found.append(len(known) + min(others, len(spare) - 1))
            others += 1
    return found


def _record(values: Mapping[str, Any], setup: Setup) -> Any:
    record = np.zeros(1, st.RULES).view(np.recarray)[0]
    entries = load_ledger().entries
    for name in st.SWITCHES:
        record[name] = entries[name].choices.index(values[name]) if entries[name].choices else int(values[name])
    for name in st.NUMBERS:
        record[name] = int(values[name])
    record.victory_points = values["victory_points"] or setup.notes["victory_points"]
    record.units_to_eliminate = values["units_to_eliminate"] or setup.notes["units_to_eliminate"]
    for i, kind in enumerate(st.CLASSES):
        record.ignored[i] = values[f"blast_ignored.{kind}"]
    _fill_types(record, setup)
    _fill_sides(record, setup)
    _fill_decks(record, setup)
    _fill_map(record, setup, values)
    _fill_chances(record)
    return record


def _fill_types(record: Any, setup: Setup) -> None:
    record.n_types = len(setup.types)
    slots = _slot_numbers(setup.types, st.UNIT_TYPES, st.SPARE_TYPES)
    for i, row in enumerate(setup.types):
        record.type_cls[i], record.type_slot[i] = st.CLASSES.index(row["class"]), slots[i]
        record.type_range[i] = len(row["dice"])
        record.type_dice[i, 1 : len(row["dice"]) + 1] = row["dice"]
        for name in ("figures", "caps", "move", "ra", "vp", "flagship", "destroyer", "cruiser"):
            record[f"type_{name}"][i] = int(row[name])


def _fill_sides(record: Any, setup: Setup) -> None:
    record.unit_type[:] = 0
    record.unit_hex[:] = -1
    for s, side in enumerate(setup.sides):
        record.n_units[s] = len(side["unit"])
        record.rating[s], record.combat_cards[s] = side["command_rating"], side["combat_cards"]
        record.stars[s] = side["stars"]
        for i, (kind, h) in enumerate(side["unit"]):
            record.unit_type[st.PER_SIDE * s + i] = kind
            record.unit_hex[st.PER_SIDE * s + i] = h


def _fill_decks(record: Any, setup: Setup) -> None:
    record.n_commands, record.n_combats = len(setup.commands), len(setup.combats)
    slots = _slot_numbers(setup.commands, st.COMMAND_ROWS, st.SPARE_COMMANDS)
    for i, row in enumerate(setup.commands):
        orders = row["orders"] if isinstance(row["orders"], list) else [row["orders"]]
        record.command_orders[i, : len(orders)] = [st.BY_RATING if n == "rating" else n for n in orders]
        record.command_kind[i] = ("sector", "tactic", "reaction").index(row["kind"])
        record.command_classes[i] = sum(1 << st.CLASSES.index(name) for name in set(row["classes"]))
        record.command_slot[i] = slots[i]
        for name in ("copies", "move_bonus", "die_bonus_close", "die_bonus_ranged", "no_move", "move_combat_move",
                     "clear_markers", "draw_two"):  # fmt: skip
            record[f"command_{name}"][i] = int(row[name])
    slots = _slot_numbers(setup.combats, st.COMBAT_ROWS, st.SPARE_COMBATS)
    for i, row in enumerate(setup.combats):
        record.combat_timing[i], record.combat_special[i] = (
            st.TIMINGS.index(row["timing"]),
            st.SPECIALS.index(row["special"]),
        )
        record.combat_slot[i] = slots[i]
        for name in ("copies", "cost", "die_delta", "ignore_hits", "clear_units", "free_battle_back", "free_pursuit",
                     "bonus_die", "move_bonus"):  # fmt: skip
            record[f"combat_{name}"][i] = int(row[name])


def _fill_map(record: Any, setup: Setup, values: Mapping[str, Any]) -> None:
    """Neighbours, distances, planet groups, lines of sight (RA-01, RA-02, RA-03, RA-06, RA-07; kit/hexes.py)."""
    planets = tuple(sorted(setup.planets))
    seen = hexes.sight(planets, values["los_edge_rule"], values["los_from_planet_out"], values["same_group_los"])
    group = hexes.groups(planets)
    record.neighbour[:] = hexes.neighbours()
    record.distance[:] = hexes.distances()
    record.sees[:] = seen
    record.group[:] = group
    record.sector[:] = sectors()
    record.planets[:] = hexes.pack(group >= 0)
    record.same_group[:] = hexes.pack((group[:, None] == group[None, :]) & (group >= 0)[:, None])
    record.sight[:] = hexes.ring_sets(seen)
    record.seen_by[:] = hexes.ring_sets(np.ascontiguousarray(seen.T))
    record.touch_n[:], record.touched[:] = hexes.touch_table()


@cache
def sectors() -> np.ndarray[Any, np.dtype[np.int8]]:
    """int8[2, 138]: sectors of each hex as a side sees them: left 1, centre 2, right 4 (spec b1)."""
    found = np.zeros((2, hexes.HEXES), np.int8)
    for h in range(hexes.HEXES):
        c, r = hexes.cell(h)
        left, centre, right = (c <= 4, 4 <= c <= 8, c >= 8) if r % 2 == 0 else (c <= 3, 4 <= c <= 7, c >= 8)
        found[0, h] = left + 2 * centre + 4 * right
        found[1, hexes.rotated(h)] = found[0, h]
    return found


def _fill_chances(record: Any) -> None:
    how = flagship_of(record)
    for t in range(int(record.n_types)):
        kind = kind_of(record, t)
        for cls in range(len(st.CLASSES)):
            record.lost[cls, t] = weighing.lost(kind, int(record.ignored[cls, kind.cls]), how)
        record.dead[t] = weighing.dead(kind, how)
    record.parley[:] = [odds.rounded(odds.BILLION * odds.parley(k)) for k in range(4)]
    for a, b in product(range(st.MAX_DICE + 1), repeat=2):
        record.boarded[a, b] = odds.rounded(odds.BILLION * odds.more_stars(a, b))


def load_players(ruleset: Ruleset, choices: Sequence[PlayerChoice]) -> Any:
    """Recarray of PLAYER records, one per choice; raises InputError with every problem."""
    book = load_policies()
    players = np.zeros(len(choices), st.PLAYER).view(np.recarray)
    problems: list[Problem] = []
    for i, choice in enumerate(choices):
        try:
            weights = book.resolve(choice.policy, choice.weights)
        except InputError as error:
            problems.extend(
                Problem(("seat", i, *p.path), p.message, p.legal, p.nearest, p.code) for p in error.problems
            )
            continue
        players[i].policy = book.index(choice.policy)
        _fill_player(players[i], ruleset, weights)
    if problems:
        raise InputError(problems=problems)
    return players


def _fill_player(player: Any, ruleset: Ruleset, weights: Mapping[str, Any]) -> None:
    record = ruleset.record
    w = {key: odds.decimal(value) for key, value in weights.items() if isinstance(value, int | float)}
    player.want_first = int(weights["want_first"])
    player.star_value = odds.rounded(odds.MICRO * w["star_value"])
    player.max_combat_cards = weights["max_combat_cards"]
    player.ties = load_policies().weights["ties"].choices.index(weights["ties"])
    player.weighs_exposure = int(w["w_exp"] > 0)
    player.close[:] = [odds.rounded(odds.MICRO * w["w_close"] * d) for d in range(32)]
    _fill_values(player, record, w)
    kinds = [kind_of(record, t) for t in range(int(record.n_types))]
    for t, kind in enumerate(kinds):
        share = Fraction(kind.vp, kind.whole)
        player.damage[t] = odds.rounded(odds.MICRO * w["w_dmg"] * share)
        player.kill[t] = odds.rounded(odds.MICRO * w["w_kill"] * kind.vp)
        for e, other in enumerate(kinds):
            both = share + Fraction(other.vp, other.whole)
            player.boarding[t, e] = odds.rounded(odds.MICRO * w["w_dmg"] * both)
    planets = np.flatnonzero(record.group >= 0)
    if planets.size:
        gap = record.distance[:, planets].min(axis=1)
        price = [odds.rounded(odds.MICRO * w["w_objd"] * d) for d in range(32)]
        on_planet = odds.rounded(odds.MICRO * w["w_obj"])
        player.place[:] = [on_planet * int(d == 0) - price[int(d)] for d in gap]


def _fill_values(player: Any, record: Any, w: Mapping[str, Fraction]) -> None:
    exposure = w["w_exp"] if w["w_exp"] > 0 else Fraction(1)
    weights, how = weighing.Weights(w["w_dmg"], w["w_kill"], w["w_flag"], exposure), flagship_of(record)
    for t in range(int(record.n_types)):
        kind = kind_of(record, t)
        for cls in range(len(st.CLASSES)):
            ignored = int(record.ignored[cls, kind.cls])
            player.value[cls, t], player.hurt[cls, t] = weighing.worth(kind, ignored, how, weights)
