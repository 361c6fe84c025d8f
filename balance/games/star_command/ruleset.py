"""Overrides -> checked values -> the records the kernels read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache, reduce
from math import lcm
from operator import or_
from typing import Any

import numpy as np

from balance.errors import BugError, InputError, Problem, nearest
from balance.games.contract import PlayerChoice
from balance.games.star_command.state import (
    CARD_FACTS,
    CARD_NAMES,
    DECK_MAX,
    GAIN_UNIT,
    HEURISTIC,
    HOME,
    LEADERS,
    NUMBERS,
    PASS,
    PLAYER,
    RANDOM,
    RULES,
    SETUPS,
    SIDE_NAMES,
    TYPE_OF_UNIT,
    UNIT_FACTS,
    UNIT_NAMES,
    UNITS,
    WEIGHT_UNIT,
)
from balance.kit.ledger import Ledger, Ruleset
from balance.kit.policybook import PolicyBook

DECK_MIN = 20
SCORE_UNIT = 10**10  # policy scores are whole multiples of 1 / (share * SCORE_UNIT); see policies/weigh.py
SETUP_KEYS = ("order", *SIDE_NAMES)


@cache
def load_ledger() -> Ledger:
    """The ledger of all rules."""
    return Ledger.read(HOME / "ruleset.toml")


@cache
def load_policies() -> PolicyBook:
    """The named policies."""
    return PolicyBook.read(HOME / "policies.toml")


def load_ruleset(rules: Mapping[str, Any], setup: Mapping[str, Any], seats: int) -> Ruleset:
    """The checked rules of one variant; raises InputError with every problem at once."""
    if seats != 2:
        raise InputError(problems=[Problem(("seat",), f"Star Command has 2 seats, not {seats}", "2", code="seats")])
    problems: list[Problem] = []
    setup_rules, tables = _split_setup(setup, problems)
    try:
        resolved = load_ledger().resolve(rules)
    except InputError as error:
        raise InputError(problems=[*problems, *error.problems]) from error
    values = {**resolved.values, **setup_rules}
    changed = tuple(dict.fromkeys([*resolved.changed, *(k for k, v in setup_rules.items() if _differs(k, v))]))
    problems += _check_values(values)
    patterns = {side: _pattern(index, values[f"setup.{side}"], tables.get(side), problems)
                for index, side in enumerate(SIDE_NAMES)}  # fmt: skip
    if problems:
        raise InputError(problems=problems)
    record = _record(values, patterns)
    return Ruleset("star_command", 2, values, changed, {"order": values["setup.order"], **patterns}, record)


def _differs(key: str, value: Any) -> bool:
    return bool(load_ledger().entries[key].value != value)


def _split_setup(setup: Mapping[str, Any], problems: list[Problem]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Words of the [setup] table become rules `setup.*`; tables of own patterns are kept apart."""
    words: dict[str, Any] = {}
    tables: dict[str, Any] = {}
    for key, value in setup.items():
        if key not in SETUP_KEYS:
            problems.append(Problem(("setup", key), f"unknown key {key!r}", ", ".join(SETUP_KEYS),
                                    nearest(key, SETUP_KEYS), "unknown-key"))  # fmt: skip
        elif isinstance(value, Mapping) and key in SIDE_NAMES:
            tables[key] = value
        else:
            found = load_ledger().entries[f"setup.{key}"].problem(value, ("setup", key))
            if found is not None:
                problems.append(found)
            else:
                words[f"setup.{key}"] = value
    return words, tables


def _check_values(values: Mapping[str, Any]) -> list[Problem]:
    """Limits that join several keys: deck total, Megaray window, adjacency."""
    problems = []
    total = sum(_counts(values))
    if not DECK_MIN <= total <= DECK_MAX:
        problems.append(Problem(("rules", "cards", "counts"), f"the deck has {total} cards",
                                f"{DECK_MIN} to {DECK_MAX} cards in all", code="range"))  # fmt: skip
    if values["combat.megaray_min"] > values["combat.megaray_max"]:
        low, high = values["combat.megaray_min"], values["combat.megaray_max"]
        problems.append(Problem(("rules", "combat", "megaray_min"), f"least range {low} is above the greatest, {high}",
                                f"1 to {high}", code="range"))  # fmt: skip
    if values["repair.adjacency"] not in (4, 8):
        problems.append(Problem(("rules", "repair", "adjacency"), f"{values['repair.adjacency']} is no reading",
                                "4 or 8", code="choice"))  # fmt: skip
    return problems


def _counts(values: Mapping[str, Any]) -> list[int]:
    """Copies per card line; the marked lines leave the deck under faction_cards = "removed" (SC-07)."""
    removed = values["cards.faction_cards"] == "removed"
    return [0 if removed and "owner" in fact else values[f"cards.counts.{fact['name']}"] for fact in CARD_FACTS]


def codes_of(side: int) -> str:
    """The 16 unit codes of a side in id order."""
    return "".join(UNIT_FACTS[t]["code"] for t in TYPE_OF_UNIT[16 * side : 16 * side + 16])


def _pattern(side: int, word: str, table: Mapping[str, Any] | None, problems: list[Problem]) -> dict[str, str] | str:
    """A set-up as front and back row, or the word "random" (SC-03, SC-04)."""
    name = SIDE_NAMES[side]
    if table is None:
        return "random" if word == "random" else dict(SETUPS[name][word])
    path: tuple[str | int, ...] = ("setup", name)
    if set(table) != {"front", "back"} or not all(isinstance(row, str) for row in table.values()):
        problems.append(
            Problem(path, "wants two rows of unit codes", 'front = "8 codes", back = "8 codes"', code="type")
        )
        return "random"
    rows = {row: str(table[row]).upper() for row in ("front", "back")}
    for row, codes in rows.items():
        if len(codes) != 8:
            problems.append(Problem((*path, row), f"has {len(codes)} codes", "8 codes, files a to h", code="length"))
    have, want = Counter("".join(rows.values())), Counter(codes_of(side))
    wrong = [f"{'surplus' if more else 'missing'}: {' '.join(sorted(part.elements()))}"
             for more, part in ((True, have - want), (False, want - have)) if part]  # fmt: skip
    if wrong:
        message = f"is not a permutation of the 16 units of {name}; {'; '.join(wrong)}"
        problems.append(Problem(path, message, f"each of {codes_of(side)} once", code="setup"))
    return rows


def _types(rows: Mapping[str, str]) -> list[int]:
    """Unit types on front row a..h, back row a..h."""
    codes = [fact["code"] for fact in UNIT_FACTS]
    return [codes.index(code) for code in rows["front"] + rows["back"]]


def _word(values: Mapping[str, Any], key: str) -> int:
    """Position of a word among the ledger's choices: the number kernels switch on."""
    return load_ledger().entries[key].choices.index(values[key])


_SAME = {  # record field -> ledger key: numbers, flags, and words by their position among the choices
    "first_player": "first_player", "starting_hand": "starting_hand", "bonus_cards": "second_player_bonus_cards",
    "draw": "draw_per_turn", "hand_limit": "hand_limit", "limit_at_end": "hand_limit_timing",
    "eager": "reshuffle_timing", "deck_passes": "deck_passes_limit", "turn_cap": "turn_cap", "material": "cap_result",
    "play_cap": "play_cap_per_phase", "max_moves": "movement.max_cards_per_turn",
    "moves_per_unit": "movement.moves_per_unit", "up_to": "movement.distance", "steps": "movement.path",
    "group": "movement.multi_forward", "group_cap": "movement.multi_forward_cap",
    "group_diagonal": "movement.multi_forward_diagonal", "move_k": "movement.move_k",
    "pass_friendly": "movement.pass_through_scope", "max_attacks": "combat.max_cards_per_turn",
    "attacks_per_unit": "combat.attacks_per_unit", "corner": "combat.corner_blocking",
    "move_then_attack": "combat.move_then_attack", "flip_scope": "combat.flip_scope",
    "flip_negates": "combat.flip_negates", "counter_defensible": "combat.counter_hit_defensible",
    "shield": "combat.buzz_defense_scope", "laser_only": "combat.laser_resistant_scope",
    "defense_limit": "combat.defenses_per_unit_per_turn", "hornet_draw": "combat.hornet_draw",
    "hornet_cards": "combat.hornet_draw_cards", "repair": "repair.scope", "adjacency": "repair.adjacency",
    "repair_limit": "repair.per_unit_per_turn", "restored": "repair.restored_hits", "any_x": "cards.special_cards",
    "x_orders": "cards.x_timing", "second_sees": "setup.order",
}  # fmt: skip


def _record(values: Mapping[str, Any], patterns: Mapping[str, Any]) -> Any:
    record = np.zeros(1, RULES).view(np.recarray)[0]
    for field, key in _SAME.items():
        value = values[key]
        record[field] = _word(values, key) if isinstance(value, str) else int(value)
    record.first_draw = values["first_turn_draw"] if values["first_turn_draw"] >= 0 else values["draw_per_turn"]
    record.redraw = values["cards.faction_cards"] == "redraw"
    record.captures = values["victory.captures"] if values["victory.mode"] == "leader_or_captures" else 0
    _fill_cards(record, values)
    _fill_units(record, values)
    for side, name in enumerate(SIDE_NAMES):
        record.random_setup[side] = patterns[name] == "random"
        if patterns[name] != "random":
            record.pattern[side] = _types(patterns[name])
    return record


def _fill_cards(record: Any, values: Mapping[str, Any]) -> None:
    is_open = values["cards.faction_cards"] == "open"
    record.has_named = not is_open and values["cards.faction_scope"] == "named_units"
    record.counts[:] = _counts(values)
    record.usable[:] = 1
    record.named[:] = -1
    for line, fact in enumerate(CARD_FACTS):
        if "owner" in fact and not is_open:
            owner = SIDE_NAMES.index(fact["owner"])
            record.usable[1 - owner, line] = 0
            if record.has_named and fact["type"] != "X":
                record.named[line] = UNIT_NAMES.index("space_ranger" if owner == 0 else "zurg")


def _fill_units(record: Any, values: Mapping[str, Any]) -> None:
    for unit, kind in enumerate(TYPE_OF_UNIT):
        fact = UNIT_FACTS[kind]
        stats = f"units.{fact['name']}."
        record.kind[unit] = kind
        record.hits[unit], record.move[unit], record.range[unit] = (
            values[stats + s] for s in ("hits", "move", "range")
        )
        record.special[unit] = values.get(stats + "special", 0)
        record.robot[unit] = fact.get("robot", False)
        record.repairs[unit] = fact["ability"] == "repair"
        record.stealth[unit] = fact["ability"] == "stealth"
        record.hot_dogging[unit] = values[stats + "special"] if fact["ability"] == "hot_dogging" else 0
        word = values.get(f"movement.{fact['name']}_pass_through", "never")
        record.passes[unit] = ("always", "special_only", "never").index(word)
        for number in range(1, NUMBERS):
            record.stride[unit, number] = _used_as(number, int(record.move[unit]), values)
            record.move_numbers[unit] |= (record.stride[unit, number] > 0) << number
            span = _used_as(number, int(record.range[unit]), values)
            record.reach[unit, number] = _distances(span, span, values["combat.range_mode"] == "up_to")
        for numbers in range(32):
            reached = (int(record.reach[unit, n]) for n in range(1, NUMBERS) if numbers >> (n - 1) & 1)
            record.card_reach[unit, numbers] = reduce(or_, reached, 0)
        record.special_reach[unit] = _special_reach(fact, values)
    plain = ("movement.distance", "exact"), ("movement.path", "straight"), ("over_number", "forbidden")
    record.plain_moves = all(values[key] == word for key, word in plain)
    most = max(4, int(record.hits.max()))
    record.share = lcm(*range(1, most + 1))
    record.part[1 : most + 1] = [record.share // hits for hits in range(1, most + 1)]


def _used_as(number: int, stat: int, values: Mapping[str, Any]) -> int:
    """What card `number` counts for a unit with `stat`; 0 = it may not be used (SC-16)."""
    if number > stat:
        return stat if values["over_number"] == "capped" else 0
    return number if number == stat or values["stat_reading"] == "max" else 0


def _distances(low: int, high: int, up_to: bool) -> int:
    """Bit d set for each distance 1..7 that an attack reaches (SC-29)."""
    return sum(1 << d for d in range(1 if up_to else max(low, 1), min(high, 7) + 1))


def _special_reach(fact: Mapping[str, Any], values: Mapping[str, Any]) -> int:
    if fact["ability"] == "megaray":  # SC-32: a window under both range modes
        low, high = values["combat.megaray_min"], values["combat.megaray_max"]
        return _distances(low, high, values["combat.megaray_mode"] == "up_to")
    if fact["ability"] != "attack":
        return 0
    span = values[f"units.{fact['name']}.special"]
    return _distances(span, span, values["combat.range_mode"] == "up_to")


_TARGETS = ("target_move", "target_attack", "target_defense", "target_rest")


def load_players(ruleset: Ruleset, choices: Sequence[PlayerChoice]) -> Any:
    """A recarray of player records, one per choice; raises InputError with paths ("seat", i, ...)."""
    book = load_policies()
    players = np.zeros(len(choices), PLAYER).view(np.recarray)
    problems: list[Problem] = []
    for index, choice in enumerate(choices):
        try:
            weights = book.resolve(choice.policy, choice.weights)
        except InputError as error:
            problems += [
                Problem(("seat", index, *p.path), p.message, p.legal, p.nearest, p.code) for p in error.problems
            ]
            continue
        _fill_player(players[index], choice.policy, weights)
        problems += _check_scores(weights, ruleset, index)
    if problems:
        raise InputError(problems=problems)
    return players


def _fill_player(player: Any, policy: str, weights: Mapping[str, Any]) -> None:
    player.kind = {"random": RANDOM, "pass": PASS}.get(policy, HEURISTIC)
    for field in PLAYER.names or ():
        if field in weights:
            unit = GAIN_UNIT if field == "stall_gain" else WEIGHT_UNIT
            player[field] = round(weights[field] * unit)
    player.target[:] = [round(weights[name] * WEIGHT_UNIT) for name in _TARGETS]
    for unit, kind in enumerate(TYPE_OF_UNIT):
        if unit not in LEADERS:
            value = weights[f"value_{UNIT_NAMES[kind]}"] * weights["value_scale"]
            player.value[unit] = round(value * WEIGHT_UNIT)


def _check_scores(weights: Mapping[str, Any], ruleset: Ruleset, index: int) -> list[Problem]:
    """Scores are 64-bit integers: refuse weights whose largest score would not fit."""
    impatience = max(0.0, ruleset["turn_cap"] - weights["stall_start"]) * weights["stall_gain"]
    q = 1 + impatience
    value = weights["value_scale"] * max(weights[f"value_{name}"] for name in UNIT_NAMES if f"value_{name}" in weights)
    kill = max(value, 9 * weights["leader"]) + weights["c_special"] + weights["shield"]
    largest = (
        max(q * q * weights["adv"] * (7 + 112 * weights["multi"]), 7 * (abs(weights["home"]) * q + impatience * q * weights["adv"]))
        + 2 * q * weights["hit"] * kill
        + 16 * 8 * weights["risk"] * value
        + 8 * weights["own"]
        + weights["c_move"]
        + q * (weights["c_special"] + weights["shield"])
        + impatience * q
    )  # fmt: skip
    if largest * ruleset.record.share * SCORE_UNIT < 2**63:
        return []
    message = f"impatience grows to {impatience:g} by turn {ruleset['turn_cap']}, too much for exact scores"
    legal = "a smaller stall_gain or adv, a larger stall_start, or a lower turn_cap"
    return [Problem(("seat", index, "weights", "stall_gain"), message, legal, code="range")]


if len(CARD_NAMES) != 26 or len(TYPE_OF_UNIT) != UNITS:
    raise BugError("units.toml or cards.toml is not the list of b2 and b3")
