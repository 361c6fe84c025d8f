"""From ledger and overrides to the records the kernels read; every impossible set-up is refused with its key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from balance.errors import InputError, Problem
from balance.games.contract import PlayerChoice
from balance.games.planet_busters import state as s
from balance.kit.ledger import Ledger, Resolved, Ruleset
from balance.kit.policybook import PolicyBook

HERE = Path(__file__).parent
LISTS = {"planet": "planet_values", "planet_buster": "buster_values", "fuel": "fuel_values"}
FACES = (1, 3, 5, 7, 9, 2, 4, 6, 8, 10)  # order in which `*_odds` add faces on which an event bites


@cache
def load_ledger() -> Ledger:
    """The rule ledger."""
    return Ledger.read(HERE / "ruleset.toml")


@cache
def load_policies() -> PolicyBook:
    """The policy book."""
    return PolicyBook.read(HERE / "policies.toml")


def load_ruleset(rules: Mapping[str, Any], setup: Mapping[str, Any], seats: int) -> Ruleset:
    """Check overrides and build the rules record; raises InputError with every problem."""
    resolved = load_ledger().resolve(rules)
    counts = piece_counts(resolved.values)
    problems = [Problem(("setup", key), "Planet Busters has no set-up tables", "none") for key in setup]
    problems += [*_problems(resolved.values, counts, seats), *_mismatches(resolved), *_conflicts(resolved)]
    if problems:
        raise InputError(problems=problems)
    record = np.zeros(1, s.RULES).view(np.recarray)[0]
    record.seats = seats
    _write_switches(record, resolved.values)
    names = _write_pieces(record, resolved.values, counts)
    _write_chances(record)
    record.worth[:] = _worths(record, {name: entry.value for name, entry in load_policies().weights.items()})
    extra = {"pieces": names, "counts": counts}
    return Ruleset("planet_busters", seats, resolved.values, resolved.changed, dict(setup), record, extra)


def load_players(ruleset: Ruleset, choices: Sequence[PlayerChoice]) -> Any:
    """Player records (recarray) with every weight in millionths; raises InputError with seat paths."""
    players = np.zeros(len(choices), s.PLAYER).view(np.recarray)
    problems: list[Problem] = []
    for i, choice in enumerate(choices):
        try:
            weights = load_policies().resolve(choice.policy, choice.weights)
        except InputError as error:
            problems += [Problem(("seat", i, *p.path), p.message, p.legal, p.nearest, p.code) for p in error.problems]
            continue
        if not any(weights["number_model"]):
            legal = "at least one weight above 0"
            problems.append(Problem(("seat", i, "weights", "number_model"), "all weights are 0", legal))
            continue
        _write_player(players[i], ruleset.record, weights)
    if problems:
        raise InputError(problems=problems)
    return players


def piece_counts(values: Mapping[str, Any]) -> list[int]:
    """Pieces of each of the 34 kinds under `mode`, Treaty and drones included."""
    counts = [int(values[f"counts.{kind}"]) for kind in s.KINDS[:32]]
    counts += [int(values["treaty_mode"] != "none"), int(values["drone_supply"])]
    if values["mode"] == "basic":
        counts = [0 if kind in s.ADVANCED else n for kind, n in enumerate(counts)]
    return counts


def _problems(values: Mapping[str, Any], counts: list[int], seats: int) -> Iterator[Problem]:
    total = sum(counts[:33])
    if seats not in (2, 3, 4):
        yield Problem(("seat",), f"Planet Busters is for 2 to 4 players, not {seats}", "2, 3 or 4")
    if sum(counts[: s.ARMORED_SATELLITE]) == 0:
        yield Problem(("rules", "counts"), "no ships are left that could attack", "at least one ship")
    if total > s.DECK_LIMIT:
        yield Problem(("rules", "counts"), f"{total} pieces are more than the box holds", f"at most {s.DECK_LIMIT}")
    if 0 < values["rack_limit"] < 5:
        yield Problem(("rules", "rack_limit"), f"{values['rack_limit']} is too small", "0 (no limit) or 5 to 30")
    if values["sudden_death"] and seats != 2:
        yield Problem(("rules", "sudden_death"), f"is for two players, not {seats}", "false, or two seats")
    reserve = values["reserve_per_player"] if values["sudden_death"] else 0
    if seats * (values["starting_pieces"] + reserve) >= total - counts[s.TREATY]:
        key = "reserve_per_player" if values["sudden_death"] else "starting_pieces"
        yield Problem(
            ("rules", key), "the deal leaves nothing to draw", f"fewer than {total - counts[s.TREATY]} pieces"
        )
    endless = values["treaty_mode"] == "none" and not values["round_limit"]
    if endless and not values["end_on_empty_deck"] and not values["sudden_death"]:
        legal = "round_limit above 0, end_on_empty_deck or sudden_death, or a Treaty"
        yield Problem(("rules", "treaty_mode"), "without a Treaty the game needs another end", legal)


def _mismatches(resolved: Resolved) -> Iterator[Problem]:
    """Lists of values that do not fit the counts; told at the one of the two that the scenario sets."""
    for kind, key in LISTS.items():
        want, have = resolved.values[f"counts.{kind}"], len(resolved.values[key])
        if want == have:
            continue
        if f"counts.{kind}" in resolved.changed and key not in resolved.changed:
            text = f"wants {want} pieces, but {key} lists {have} values"
            yield Problem(("rules", "counts", kind), text, f"{have}, or {want} values in {key}")
        else:
            yield Problem(("rules", key), f"lists {have} values for {want} pieces (counts.{kind})", f"{want} values")


def _conflicts(resolved: Resolved) -> Iterator[Problem]:
    """Changed rules that another rule leaves without any effect."""
    values, changed = resolved.values, resolved.changed
    advanced = [f"counts.{s.KINDS[kind]}" for kind in s.ADVANCED if kind != s.DRONE] + ["drone_supply"]
    if values["mode"] == "basic":
        for key in (key for key in changed if key in advanced):
            text = 'mode = "basic" leaves these pieces out, so this key has no effect; drop one of the two'
            yield Problem(("rules", *key.split(".")), text, code="conflict")
    if "reserve_per_player" in changed and not values["sudden_death"]:
        text = "there are no reserves without sudden_death, so this key has no effect"
        yield Problem(("rules", "reserve_per_player"), text, "sudden_death = true, or drop it", code="conflict")


def _write_switches(record: Any, values: Mapping[str, Any]) -> None:
    entries = load_ledger().entries
    for name in s.SWITCHES:
        record[name] = entries[name].choices.index(values[name])
    for name in (*s.FLAGS, *s.NUMBERS):
        record[name] = int(values[name])
    for name in ("bag_mixing", "dominance_share"):
        record[name] = micro(values[name])
    record.whirler_shots[:] = values["whirler_shots"]


def _write_pieces(record: Any, values: Mapping[str, Any], counts: list[int]) -> list[str]:
    names: list[str] = []
    record.treaty = -1
    for kind, count in enumerate(counts):
        name = s.KINDS[kind]
        for copy in range(count):
            p = len(names)
            record.kind[p] = kind
            record.cls[p] = s.CLASS_OF[kind]
            record.serial[p] = 64 * kind + copy
            record.value[p] = values[LISTS[name]][copy] if name in LISTS else 0
            number = values.get(f"battle.{name}", record.value[p])
            record.fire[p] = record.defence[p] = number
            record.laser[p] = int(values.get(f"laser.{name}", False))  # the Reflector never fires: PB-57
            record.torps[p] = values.get(f"torpedoes.{name}", 0)
            record.role[p] = _role(kind, bool(record.laser[p]))
            names.append(_piece_name(name, int(record.value[p]), copy, count))
            if kind == s.TREATY:
                record.treaty = p
    fire = [int(values[f"battle.{s.KINDS[kind]}"]) for kind in range(s.ARMORED_SATELLITE)]
    record.strongest_first[:] = sorted(range(s.ARMORED_SATELLITE), key=lambda kind: (-fire[kind], kind))
    record.weakest_first[:] = sorted(range(s.ARMORED_SATELLITE), key=lambda kind: (fire[kind], kind))
    record.pieces = len(names)
    record.deck_pieces = len(names) - counts[s.DRONE]
    return names


def _role(kind: int, laser: bool) -> int:
    if kind >= s.ARMORED_SATELLITE:
        return s.AS_NOTHING
    if laser and kind not in (s.CARRIER, s.MERCHANTMAN):
        return s.AS_SCOUT if kind == s.SCOUT else s.AS_FIGHTER
    return s.ROLE_OF_KIND.get(kind, s.AS_NOTHING)


def _piece_name(kind: str, value: int, copy: int, count: int) -> str:
    words = kind.replace("_", " ")
    if value:
        return f"{words} {value}"
    return f"{words} {chr(97 + copy) if copy < 26 else copy}" if count > 1 else words


def _write_chances(record: Any) -> None:
    for difference in range(-13, 19):
        hits = sum(roll_hits(record, roll, difference) for roll in range(1, 11))
        record.chance[difference + 13] = hits * (s.ONE // 10)
    for defence in range(14):
        miss = s.ONE
        for shot in record.whirler_shots:
            miss = miss * (s.ONE - int(record.chance[shot - defence + 13])) // s.ONE
        record.whirl[defence] = s.ONE - miss
    for t in range(128):
        record.root07[t] = round(s.ONE * 0.7 ** (t / 2))


def roll_hits(record: Any, roll: int, difference: int) -> bool:
    """PB-50: does `roll` hit when firing number - defence = `difference`?"""
    if roll == 1 and record.natural_one_hits:
        return True
    if roll == 10 and record.natural_ten_misses:
        return False
    return bool(roll - difference <= record.hit_base)


def micro(value: float) -> int:
    """A number in millionths."""
    return round(value * s.ONE)


def _worths(record: Any, weights: Mapping[str, Any]) -> list[int]:
    worths = [0] * s.PIECES
    for p in range(int(record.pieces)):
        kind, value = int(record.kind[p]), int(record.value[p])
        if kind == s.TREATY:
            continue
        worth = micro(weights[f"value_{s.VALUE_OF_KIND[kind]}"])
        if kind in (s.BUSTER, s.FUEL):
            worth *= value
        worths[p] = worth + (s.ONE * value if kind == s.PLANET else 0)
    return worths


def _write_player(player: Any, record: Any, weights: Mapping[str, Any]) -> None:
    player.brain = s.BRAINS.index(weights["brain"])
    for name in (*s.WEIGHT_FLAGS, *s.WEIGHT_COUNTS):
        player[name] = int(weights[name])
    for name in s.WEIGHT_REALS:
        player[name] = micro(weights[name])
    player.worth[:] = _worths(record, weights)
    player.number[:] = weights["number_model"]
    player.number_total = sum(weights["number_model"])
    worth = [micro(weights[f"value_{kind}"]) for kind in s.KINDS[: s.ARMORED_SATELLITE]]
    player.guard[:] = sorted(range(s.ARMORED_SATELLITE), key=lambda kind: (worth[kind], kind))
