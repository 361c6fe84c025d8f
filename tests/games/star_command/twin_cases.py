"""The games in which the naive twin and the kernel must write the same rows and the same tallies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from balance.games.contract import PlayerChoice
from balance.games.star_command import GAME
from balance.kit.ledger import Entry
from tests.games.star_command import naive
from tests.games.twin import Row, differ_in_rows, differ_in_tallies, play_kernel

SEED = 19_990_708
SEATINGS = ((0, 1), (1, 0))
PAIRS = (
    ("hunter", "hunter"), ("greedy", "turtle"), ("random", "hunter"), ("swarm", "sniper"), ("random", "random"),
    ("turtle", "turtle"), ("sniper", "greedy"), ("hunter", "swarm"), ("greedy", "greedy"), ("random", "swarm"),
)  # fmt: skip
SETUPS: tuple[Mapping[str, Any], ...] = (
    {}, {"rangers": "artillery", "zurg": "artillery"}, {"rangers": "random", "zurg": "random"},
    {"rangers": "corner", "zurg": "corner"}, {"rangers": "line", "zurg": "artillery", "order": "second_sees"},
    {"rangers": {"front": "LMRBRXRC", "back": "RRAROLRR"}, "zurg": {"front": "TWHPHQHZ", "back": "HHGHSHDH"}},
)  # fmt: skip


@dataclass(frozen=True)
class Case:
    """Some games under one rule set."""

    name: str
    rules: Mapping[str, Any]
    policies: tuple[str, str]
    games: int
    setup: Mapping[str, Any] = field(default_factory=dict)
    weights: Mapping[str, Any] = field(default_factory=dict)


def legal_values(entry: Entry) -> list[Any]:
    """Every value of a switch; of a number the ends of its range, the neighbours of its default, and its sweep."""
    if isinstance(entry.value, bool):
        return [False, True]
    if entry.choices:
        return list(entry.choices)
    assert isinstance(entry.value, int) and entry.range is not None
    low, high = (int(limit) for limit in entry.range)
    if high - low <= 8:
        values = list(range(low, high + 1))
    else:
        values = sorted({low, high, entry.value - 1, entry.value + 1, *entry.sweep})
    return [v for v in values if v != entry.value and low <= v <= high]


COMPANIONS: Mapping[str, Mapping[str, Any]] = {
    "victory.captures": {"victory.mode": "leader_or_captures"},
    "cap_result": {"turn_cap": 20},
    "movement.pass_through_scope": {"movement.alpha2_pass_through": "special_only", "cards.counts.special": 15},
    "movement.mira_pass_through": {"cards.counts.special": 12},
    "movement.alpha2_pass_through": {"cards.counts.special": 12},
    "combat.counter_hit_defensible": {"cards.counts.flip": 12, "cards.counts.kick": 10},
    "combat.flip_scope": {"cards.counts.flip": 10},
    "combat.flip_negates": {"cards.counts.flip": 12, "cards.counts.kick": 10},
    "combat.laser_resistant_scope": {"cards.counts.armor_diavallic": 10},
    "combat.hornet_draw": {"cards.counts.special": 12},
    "cards.faction_scope": {"cards.counts.blast_off": 6, "cards.counts.flying_platform": 6,
                            "cards.counts.gemini_split": 6},
    "cards.faction_cards": {"cards.counts.nefarious_scheme": 4, "cards.counts.gemini_split": 4},
    "play_cap_per_phase": {"movement.moves_per_unit": 0, "combat.attacks_per_unit": 0, "hand_limit": 12,
                           "draw_per_turn": 6, "cards.counts.communicator": 20},
    "combat.megaray_min": {"combat.megaray_max": 8},
    "combat.megaray_max": {"combat.megaray_min": 1},
    "combat.defenses_per_unit_per_turn": {"cards.counts.dodge": 10},
}  # fmt: skip


def with_companions(key: str, value: Any) -> dict[str, Any] | None:
    """Overrides under which a value can be seen at work; None where it is refused."""
    if key == "repair.adjacency" and value not in (4, 8):
        return None
    return {**COMPANIONS.get(key, {}), key: value}


def rule_cases(games: int) -> Iterator[Case]:
    """Every rule at every value, `games` games each, over changing pairs of players and set-ups."""
    for n, (key, entry) in enumerate(GAME.ledger.get()().entries.items()):
        for i, value in enumerate(legal_values(entry)):
            rules = with_companions(key, value)
            if rules is None:
                continue
            setup = {}
            if key.startswith("setup."):
                rules, setup = {}, {key.removeprefix("setup."): value}
            for j in range(4):
                pair = PAIRS[(n + i + 3 * j) % len(PAIRS)]
                where = setup or SETUPS[(n + i + j) % len(SETUPS)]
                yield Case(f"{key} = {value}", rules, pair, -(-games // 4), where)


def table_cases(games: int) -> Iterator[Case]:
    """Every policy against every policy, and every set-up."""
    names = list(GAME.policies.get()().policies)
    for i, first in enumerate(names):
        for j, second in enumerate(names[i:]):
            yield Case("policies", {}, (first, second), games, SETUPS[(i + j) % len(SETUPS)])
    for setup in SETUPS:
        yield Case("set-ups", {}, ("hunter", "greedy"), games, setup)
        yield Case("set-ups", {}, ("random", "swarm"), games, setup)


VARIANTS: Mapping[str, Mapping[str, Any]] = {
    "one card": {"movement.max_cards_per_turn": 1, "combat.max_cards_per_turn": 1},
    "no limits": {"movement.moves_per_unit": 0, "combat.attacks_per_unit": 0, "hand_limit": 12, "draw_per_turn": 6},
    "all exact": {"stat_reading": "exact", "combat.range_mode": "exact", "over_number": "capped"},
    "up to": {"movement.distance": "up_to", "over_number": "capped", "movement.multi_forward_diagonal": True},
    "steps": {"movement.path": "steps", "over_number": "capped", "movement.mira_pass_through": "special_only",
              "movement.alpha2_pass_through": "special_only", "cards.counts.special": 12},
    "any x": {"cards.special_cards": "any_x", "cards.counts.energy_readings": 6, "cards.counts.spy_drone": 5,
              "cards.counts.communicator": 4, "cards.counts.nefarious_scheme": 4},
    "any x, orders only": {"cards.special_cards": "any_x", "cards.counts.energy_readings": 8,
                           "cards.x_timing": "orders_only", "cards.counts.crystolic_fusion_cell": 6},
    "looks": {"cards.counts.energy_readings": 12, "cards.counts.spy_drone": 8, "combat.buzz_defense_scope": "any_friendly"},
    "looks, orders only": {"cards.counts.energy_readings": 12, "cards.x_timing": "orders_only", "hand_limit": 8},
    "named units": {"cards.faction_scope": "named_units", "cards.counts.blast_off": 8, "cards.counts.rocket_cycle": 6,
                    "cards.counts.flying_platform": 9, "cards.counts.gemini_split": 8},
    "named units, looks": {"cards.faction_scope": "named_units", "cards.counts.gemini_split": 10,
                           "cards.counts.spy_drone": 12, "movement.distance": "up_to"},
    "medics": {"repair.scope": "any_non_leader", "repair.per_unit_per_turn": 3, "cards.counts.special": 20,
               "repair.restored_hits": 1, "repair.adjacency": 4},
    "flips": {"combat.flip_scope": "any", "cards.counts.flip": 15, "combat.counter_hit_defensible": True,
              "combat.flip_negates": False, "combat.laser_resistant_scope": "laser_only",
              "cards.counts.armor_diavallic": 8},
    "adjacent flips": {"combat.flip_scope": "adjacent", "cards.counts.flip": 12, "combat.counter_hit_defensible": True,
                       "combat.defenses_per_unit_per_turn": 1, "combat.buzz_defense_scope": "any_friendly"},
    "number 1 flips": {"combat.flip_scope": "number_1", "cards.counts.flip": 12, "cards.counts.special": 16,
                       "victory.mode": "leader_or_captures", "victory.captures": 6},
    "small deck": {f"cards.counts.{c}": 1 for c in ("walk", "run", "hover", "jet_pack", "full_throttle", "pistol", "rifle",
                                                   "bazooka", "cannon", "kick", "punch", "flip", "special")}
                  | {"hand_limit": 12, "draw_per_turn": 6, "cards.counts.blast_off": 0, "starting_hand": 10},
    "small deck, passes": {f"cards.counts.{c}": 1 for c in ("walk", "run", "hover", "jet_pack", "full_throttle", "pistol",
                                                           "rifle", "bazooka", "cannon", "kick", "punch", "special")}
                          | {"hand_limit": 12, "draw_per_turn": 4, "deck_passes_limit": 9, "starting_hand": 9,
                             "second_player_bonus_cards": 5},
    "eager passes": {"reshuffle_timing": "eager", "deck_passes_limit": 2, "combat.hornet_draw": "costs_special",
                     "cards.counts.special": 14, "combat.hornet_draw_cards": 3},
    "redraw": {"cards.faction_cards": "redraw", "cards.counts.gemini_split": 20, "cards.counts.nefarious_scheme": 20,
               "cards.counts.blast_off": 20, "cards.counts.spy_drone": 20, "reshuffle_timing": "eager"},
    "redraw, start": {"cards.faction_cards": "redraw", "starting_hand": 5, "second_player_bonus_cards": 3,
                      "cards.counts.rocket_cycle": 12, "cards.counts.flying_platform": 12, "first_turn_draw": 1},
    "open": {"cards.faction_cards": "open", "cards.counts.nefarious_scheme": 3, "cards.counts.spy_drone": 3},
    "end of turn limit": {"hand_limit_timing": "end_of_turn", "hand_limit": 2, "cards.counts.communicator": 8},
    "stealth any": {"movement.move_k": "any_distance", "cards.counts.special": 20, "units.space_ranger.special": 7,
                    "movement.pass_through_scope": "friendly"},
    "stand and shoot": {"combat.move_then_attack": False, "movement.moves_per_unit": 2, "combat.corner_blocking": True},
    "armies": {f"units.{u}.hits": h for u, h in (("hornet", 3), ("space_ranger", 2), ("buzz", 5), ("zurg", 7), ("xr", 4))}
              | {"units.tower.move": 3, "units.hornet.move": 5, "units.matrix.range": 7, "units.slag.special": 8,
                 "repair.restored_hits": 2},
    "long watch": {"combat.range_mode": "exact", "stat_reading": "exact", "cards.counts.pistol": 0,
                   "cards.counts.dodge": 15, "turn_cap": 120},
    "gentle": {"cards.counts.kick": 0, "cards.counts.punch": 0, "cards.counts.pistol": 0, "cards.counts.rifle": 0,
               "cards.counts.bazooka": 1, "cards.counts.cannon": 1, "cards.counts.dodge": 6, "turn_cap": 90,
               "cap_result": "material"},
}  # fmt: skip


def variant_cases(games: int) -> Iterator[Case]:
    """Several rules changed at once, so that rare things meet."""
    for i, (name, rules) in enumerate(VARIANTS.items()):
        for j, pair in enumerate(PAIRS):
            yield Case(name, rules, pair, games, SETUPS[(i + j) % len(SETUPS)])


def weight_cases(games: int) -> Iterator[Case]:
    """Every weight of the policies at every value its sweep tries."""
    heuristic = [pair for pair in PAIRS if "random" not in pair]
    for n, (key, entry) in enumerate(GAME.policies.get()().weights.items()):
        for i, value in enumerate(v for v in entry.sweep if v != entry.value):
            pair = heuristic[(n + i) % len(heuristic)]
            yield Case(f"weights.{key} = {value}", {}, pair, games, SETUPS[(n + i) % len(SETUPS)], {key: value})


# ---- the two sides


def by_kernel(case: Case) -> tuple[list[Row], Any]:
    """Rows by flat column name and the summed tally of the compiled game."""
    choices = [PlayerChoice(policy, case.weights) for policy in case.policies]
    return play_kernel(GAME, case.rules, case.setup, choices, SEATINGS, case.games, SEED)


def by_twin(case: Case) -> tuple[list[Row], dict[str, Any]]:
    """The same from the naive twin."""
    import numpy as np

    values = GAME.ledger.get()().resolve(case.rules).values
    book = GAME.policies.get()()
    players = [(policy, book.resolve(policy, case.weights)) for policy in case.policies]
    totals = {name: np.zeros(shape, np.int64) for name, shape in naive.GRIDS.items()}
    rows: list[Row] = []
    for number in range(case.games):
        block, turn = divmod(number, 2)
        game = naive.play_counted(values, case.setup, players, (SEED, (1, 1, 1)), block, SEATINGS[turn])
        rows.append(naive.row(game))
        for name, cells in game.count.grids.items():
            for place, n in cells.items():
                totals[name][place] += n
    return rows, totals


def first_difference(case: Case) -> str:
    """Where the two first disagree, in words; empty if they do not."""
    (fast, fast_tally), (slow, slow_tally) = by_kernel(case), by_twin(case)
    label = described(case)
    return differ_in_rows(label, fast, slow) or differ_in_tallies(label, fast_tally, slow_tally)


def described(case: Case) -> str:
    """The case in one line."""
    return f"{case.name} {case.policies} setup {dict(case.setup)} weights {dict(case.weights)}"
