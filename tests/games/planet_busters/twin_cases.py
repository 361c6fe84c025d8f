"""The games in which the naive twin and the kernel must write the same rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from balance.games.contract import PlayerChoice
from balance.games.planet_busters import GAME
from balance.kit.ledger import Entry
from tests.games.planet_busters import naive
from tests.games.twin import Row, differ_in_rows, play_kernel, rotations

SEED = 20_091_029
NO_RULE = ("dominance_share", "lift_round")  # settings of the analysis
TABLES: tuple[tuple[str, ...], ...] = (
    ("greedy", "greedy"), ("greedy", "random_legal"), ("raider", "turtle"), ("buster", "hoarder"),
    ("random_legal", "random_legal"), ("greedy", "turtle", "random_legal"), ("raider", "buster", "hoarder", "greedy"),
    ("hoarder", "raider"), ("turtle", "turtle", "greedy", "random_legal"), ("pass", "greedy"), ("turtle", "buster"),
    ("random_legal", "raider", "hoarder"),
)  # fmt: skip
LEVEL = (  # tables that often end level after three rounds; with three or four players planets decide some of those games
    ("random_legal", "raider", "hoarder"), ("hoarder", "raider"), ("greedy", "random_legal"),
    ("raider", "buster", "hoarder", "greedy"),
)  # fmt: skip
SHORT = 36  # times as many of these short games


@dataclass(frozen=True)
class Case:
    """Some games under one rule set."""

    name: str
    rules: Mapping[str, Any]
    policies: tuple[str, ...]
    games: int
    weights: Mapping[str, Any] = field(default_factory=dict)


def legal_values(entry: Entry) -> list[Any]:
    """Every value of a switch; the ends of a number's range and what a sweep tries."""
    if isinstance(entry.value, bool):
        return [False, True]
    if entry.choices:
        return list(entry.choices)
    if isinstance(entry.value, int):
        low, high = entry.range or (entry.value, entry.value)
        inside = [int(low), int(low) + 1, int(high), *entry.sweep]
        if entry.key.startswith("counts."):
            inside = [0, int(entry.value) + 1, min(int(high), int(entry.value) + 12)]
        return sorted({v for v in inside if v != entry.value and low <= v <= high})
    return [value for value in entry.sweep if value != entry.value]


def with_companions(key: str, value: Any) -> dict[str, Any] | None:
    """Overrides that make a value possible at all; None where it stays impossible."""
    rules: dict[str, Any] = {key: value}
    ledger = GAME.ledger.get()()
    lists = {"counts.planet": "planet_values", "counts.planet_buster": "buster_values", "counts.fuel": "fuel_values"}
    if key in lists:
        base = ledger.entries[lists[key]].value
        assert isinstance(base, list)
        rules[lists[key]] = (base * 3)[:value]
        if len(rules[lists[key]]) != value:
            return None
    if key == "rack_limit" and 0 < value < 5:
        return None
    if value == "none" and key == "treaty_mode":
        rules["round_limit"] = 15
    if key == "reserve_per_player":
        rules["sudden_death"] = True
    if key == "tie_break":  # one game in ten ends level after three rounds
        rules["treaty_mode"], rules["round_limit"] = "none", 3
    if key == "starting_pieces":
        rules["rack_limit"] = 16
    if key in ("torpedo_order", "rear_safe_from_torpedoes", "torpedo_target_facedown"):
        rules["torpedoes.scout"] = 1
    if key == "rear_safe_from_torpedoes":
        rules["rear_area"] = "both"
    if key == "restock_timing":
        rules["draw_per_turn"] = 3
    if key == "max_turns":
        rules["treaty_mode"], rules["round_limit"] = "none", 200
    return rules


def rule_cases(games: int) -> Iterator[Case]:
    """Every rule at every value, each under several tables of players."""
    for n, (key, entry) in enumerate(GAME.ledger.get()().entries.items()):
        for i, value in enumerate(legal_values(entry)):
            rules = with_companions(key, value)
            if rules is None:
                continue
            tables: list[tuple[str, ...]] = [TABLES[(n + i + j) % len(TABLES)] for j in range(4)]
            if rules.get("sudden_death"):
                tables = [table for table in TABLES if len(table) == 2][:4]
            if key == "tie_break":
                tables = list(LEVEL)
            for table in tables:
                yield Case(f"{key} = {value}", rules, table, -(-games // 4) * (SHORT if key == "tie_break" else 1))


def table_cases(games: int) -> Iterator[Case]:
    """All policies and seat counts, both modes."""
    for mode in ("advanced", "basic"):
        for table in TABLES:
            yield Case(f"mode = {mode}", {"mode": mode}, table, games)


VARIANTS: Mapping[str, Mapping[str, Any]] = {
    "ladder_flat": {"battle.zerstor": 2, "battle.conicle": 3, "battle.baycruz": 4, "battle.dranaut": 5},
    "ladder_steep": {"battle.zerstor": 3, "battle.conicle": 4, "battle.baycruz": 6, "battle.dranaut": 7,
                     "battle.deathon": 9},
    "civil_zero": {"battle.tanker": 0, "battle.tug": 0, "battle.salvage_vessel": 0},
    "capital_torpedo": {"torpedoes.baycruz": 1, "torpedoes.dranaut": 1, "torpedoes.deathon": 1},
    "deck_96": {"counts.carrier": 2, "counts.deathon": 1, "counts.whirler": 1, "counts.salvage_vessel": 1,
                "counts.screen_satellite": 1, "counts.tanker": 0, "counts.revolt": 1, "counts.meteor_storm": 1,
                "counts.fuel": 23, "counts.scout": 7, "counts.zerstor": 7, "counts.conicle": 5,
                "counts.planet_buster": 4, "counts.planet": 8, "buster_values": [4, 5, 6, 7],
                "planet_values": [2, 3, 4, 5, 6, 7, 8, 9], "fuel_values": [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5,
                                                                           5, 5, 6, 6, 6, 7, 7, 7],
                "treaty_mode": "none", "end_on_empty_deck": True, "sudden_death": True},
    "swarm": {"counts.carrier": 10, "counts.mines": 8, "counts.screen_satellite": 8, "counts.sailing_ship": 12,
              "counts.whirler": 8, "counts.reflector": 6, "laser_rounds": 2},
    "many tows": {"counts.tug": 10, "counts.armored_satellite": 10, "counts.torpedo_station": 8,
                  "counts.salvage_vessel": 8, "salvage_scope": "ships_and_satellites"},
    "armed busters": {"buster_has_laser": True, "counts.planet_buster": 10, "buster_vs_colony": "buster_step",
                      "buster_values": [3, 4, 5, 6, 7, 3, 4, 5, 6, 7], "counts.colony_beta": 6},
    "open rear": {"rear_area": "both", "rear_safe_from_torpedoes": True, "torpedo_order": "simultaneous"},
    "eager sails": {"counts.sailing_ship": 20, "laser_timing": "defender_first", "sailing_fires_last": "always"},
    "first strike": {"counts.sailing_ship": 12, "laser_timing": "attacker_first", "counts.carrier": 8},
    "hidden": {"reveal_on_pairing": "scouts", "laser_rounds": 3, "reface_after_battle": False},
}  # fmt: skip


def variant_cases(games: int) -> Iterator[Case]:
    """Several rules changed at once, so that rare pieces meet."""
    for name, rules in VARIANTS.items():
        for table in TABLES:
            if len(table) == 2 or not rules.get("sudden_death"):
                yield Case(name, rules, table, games)


def weight_cases(games: int) -> Iterator[Case]:
    """Every weight of the policies at every value its sweep tries."""
    for n, (key, entry) in enumerate(GAME.policies.get()().weights.items()):
        values = [v for v in (entry.sweep or ()) if v != entry.value]
        if key.startswith("value_"):
            values = [round(float(entry.value) + 1.25, 2)]  # type: ignore[arg-type]
        if isinstance(entry.value, bool):
            values = [not entry.value]
        if key == "number_model":
            values = [[0, 1, 3, 1, 1, 1, 1, 1, 1, 2]]
        for value in values if key != "brain" else []:
            table = [t for t in TABLES if "pass" not in t][n % (len(TABLES) - 1)]
            yield Case(f"weights.{key} = {value}", {}, table, games, {key: value})


def kernel_rows(case: Case) -> list[Row]:
    """The rows the compiled game writes, by flat column name."""
    choices = [PlayerChoice(policy, case.weights) for policy in case.policies]
    return play_kernel(GAME, case.rules, {}, choices, rotations(len(choices)), case.games, SEED)[0]


def naive_rows(case: Case) -> list[Row]:
    """The rows of the twin."""
    values = GAME.ledger.get()().resolve(case.rules).values
    book = GAME.policies.get()()
    players = [(policy, book.resolve(policy, case.weights)) for policy in case.policies]
    n = len(case.policies)
    rows = []
    for game in range(case.games):
        seating = [(seat + game % n) % n for seat in range(n)]
        rows.append(naive.play(values, {}, players, (SEED, (1, 1, 1)), game // n, seating))
    return rows


def first_difference(case: Case) -> str:
    """Where the two first disagree, in words; empty if they do not."""
    return differ_in_rows(f"{case.name}, {case.policies}", kernel_rows(case), naive_rows(case))
