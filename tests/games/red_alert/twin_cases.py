"""Scenarios for the twin proof: policies, set-ups, weights, and every switch and number of the ledger."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from balance.games.red_alert.ruleset import load_ledger, load_policies
from tests.games.red_alert.twins import Case

POLICIES = tuple(load_policies().policies)
PAIRS = (("random_legal", "random_legal"), ("greedy", "standoff"), ("planet_holder", "random_legal"))
SUPPLY = {"battle": "supply_base"}
MANY_PLANETS = [[3, 3], [4, 3], [4, 4], [8, 3], [8, 4], [6, 5], [5, 5], [5, 6], [3, 6], [8, 7], [9, 6], [2, 7], [10, 3]]
CLOSE_FLEETS = [
    {"name": "commonwealth", "command_rating": 5, "combat_cards": 4, "stars": 8,
     "unit": [{"type": kind, "at": at} for kind, at in (
         ("flagship", [6, 3]), ("destroyer", [4, 4]), ("heavy_destroyer", [5, 4]), ("cruiser", [7, 4]),
         ("heavy_cruiser", [8, 3]), ("fighter", [4, 5]), ("heavy_fighter", [9, 4]), ("battleship", [5, 2]))]},
    {"name": "confederation", "mirror_of": "commonwealth"},
]  # fmt: skip
MELEE = {"side": CLOSE_FLEETS}  # fleets that meet in the first turns, about the planets
CROWDED = {"map": {"planets": MANY_PLANETS}, "side": CLOSE_FLEETS}
UNEVEN = {"side": [{"name": "commonwealth", "command_rating": 4, "combat_cards": 3, "stars": 4},
                   {"name": "confederation", "command_rating": 6, "combat_cards": 5, "stars": 6,
                    "mirror_of": "commonwealth"}]}  # fmt: skip
OWN_CARDS = {
    "command_card": [
        {"id": "all_ahead", "copies": 6, "kind": "tactic", "orders": "rating", "move_combat_move": True},
        {"id": "guns", "copies": 6, "kind": "sector", "orders": [1, "rating", 1], "die_bonus_ranged": 1,
         "clear_markers": True, "classes": ["strike", "capital"]},
        {"id": "hold", "copies": 3, "kind": "sector", "orders": [2, 0, 2], "no_move": True, "die_bonus_close": 2,
         "draw_two": True},
        {"id": "dash", "copies": 3, "kind": "tactic", "orders": 3, "move_bonus": 2, "move_combat_move": True,
         "draw_two": True},
        {"id": "riposte", "copies": 5, "kind": "reaction", "orders": 0},
        {"id": "first_strike", "copies": 3, "kind": "reaction", "orders": 0},
    ],
    "combat_card": [
        {"id": "trap", "copies": 4, "cost": 1, "timing": "enemy_close", "special": "ambush", "die_delta": 2},
        {"id": "smoke", "copies": 5, "cost": 0, "timing": "enemy_attack", "die_delta": -2},
        {"id": "talk", "copies": 4, "cost": 0, "timing": "enemy_attack", "special": "negotiate"},
        {"id": "grapple", "copies": 4, "cost": 1, "timing": "after_movement", "special": "board"},
        {"id": "armour", "copies": 4, "cost": 1, "timing": "after_enemy_roll", "ignore_hits": 2},
        {"id": "crew", "copies": 3, "cost": 0, "timing": "own_orders", "clear_units": 1},
        {"id": "spin", "copies": 3, "cost": 0, "timing": "own_movement", "move_bonus": 1},
    ],
}  # fmt: skip
OWN_TYPES = {
    "unit_type": [
        {"id": "flagship", "class": "capital", "figures": 1, "caps": 1, "move": 2, "dice": [3, 3, 2], "ra": 1, "vp": 6,
         "flagship": True},
        {"id": "ram", "class": "strike", "figures": 5, "move": 3, "dice": [4], "vp": 3, "destroyer": True, "cruiser": True},
        {"id": "sniper", "class": "capital", "figures": 2, "move": 1, "dice": [0, 1, 2, 3, 3, 2], "vp": 2, "ra": 2},
        {"id": "gnat", "class": "fighter", "figures": 2, "move": 6, "dice": [1, 1], "vp": 1},
        {"id": "swarm", "class": "fighter", "figures": 6, "move": 3, "dice": [3], "vp": 2},
    ],
    "side": [
        {"name": "commonwealth", "command_rating": 4, "combat_cards": 3, "stars": 5,
         "unit": [{"type": kind, "at": at} for kind, at in (
             ("flagship", [6, 1]), ("ram", [5, 3]), ("ram", [7, 3]), ("sniper", [4, 2]), ("gnat", [8, 4]),
             ("swarm", [3, 3]))]},
        {"name": "confederation", "mirror_of": "commonwealth"},
    ],
}  # fmt: skip
SETUPS: Mapping[str, Mapping[str, Any]] = {
    "supply": SUPPLY, "melee": MELEE, "crowded": CROWDED, "uneven": UNEVEN, "cards": {**MELEE, **OWN_CARDS},
    "types": OWN_TYPES,
}  # fmt: skip

# What must be on, or makes a key matter more often.
HELPERS: dict[str, dict[str, Any]] = {
    "planet_control_max_per_turn": {"planet_control": "both"},
    "los_from_planet_out": {"planet_combat_after_entry": "all"},
    "same_group_los": {"planet_combat_after_entry": "all"},
    "same_group_move_limit": {"planet_combat_after_entry": "all"},
    "bonus_combat_max": {"pursuit_units": "all", "pursuit_cost": 0},
    "pursuit_onto_planet": {"pursuit_units": "all"},
    "pursuit_onto_planet_bonus": {"pursuit_units": "all"},
    "flagship_overflow": {"victory_points": 20},
    "flagship_retire_loss": {"victory_points": 20, "retire_blocked_loss": 2},
    "combat_cards_own_turn": {"end_turn_stars_with_card": 3},
    "combat_cards_enemy_turn": {"end_turn_stars_with_card": 3},
}
PLANETS = ("planet", "group", "los", "mcm")  # keys that want the crowded map
SPECIAL: dict[str, list[Any]] = {
    "victory_points": [1, 13, 99],
    "units_to_eliminate": [1, 8, 16],
    "max_turns": [10, 20],
    "star_pool": [1, 10, 200],
    "planet_control_max_per_turn": [1, 2, 16],
}


def nested(key: str, value: Any) -> dict[str, Any]:
    """{"a": {"b": value}} for "a.b"."""
    for part in reversed(key.split(".")):
        value = {part: value}
    return dict(value)


def other_values(key: str) -> list[Any]:
    """Every value of a switch but the default; of a number the ends, the neighbours and the sweep."""
    entry: Any = load_ledger().entries[key]
    if key in SPECIAL:
        return SPECIAL[key]
    if isinstance(entry.value, bool):
        return [not entry.value]
    if isinstance(entry.value, str):
        return [choice for choice in entry.choices if choice != entry.value]
    if isinstance(entry.value, list):
        return [list(x) for x in entry.sweep if list(x) != entry.value]
    low, high = (int(x) for x in entry.range)
    wanted = {low, high, *entry.sweep}
    if not key.startswith(("units.", "command_deck.", "combat_deck.")):
        wanted |= {entry.value - 1, entry.value + 1}
    return sorted(x for x in wanted if low <= x <= high and x != entry.value)


def key_ids() -> list[tuple[str, Any]]:
    """(key, value) for every key and value of the ledger that is played."""
    skipped = (".points",)  # purchase points have no effect in play
    return [(key, v) for key in load_ledger().entries if not key.endswith(skipped) for v in other_values(key)]


def key_cases(key: str, value: Any, games: int) -> list[Case]:
    """One value of one key at three pairs of players, where it can matter."""
    rules = {**HELPERS.get(key, {}), **nested(key, value)}
    setup = CROWDED if any(word in key for word in PLANETS) else MELEE if "." not in key else SUPPLY
    if key.startswith("units.") and key.split(".")[1] in ("flagship", "battleship", "cruiser", "fighter"):
        setup = {}
    share = -(-games // len(PAIRS))
    return [Case(pair, rules, setup, share, seed=11) for pair in PAIRS]


def policy_cases(games: int) -> list[Case]:
    """Every policy against itself and against the next one, on both built-in battles."""
    pairs = [(a, b) for i, a in enumerate(POLICIES) for b in (a, POLICIES[(i + 1) % len(POLICIES)])]
    return [Case(pair, {}, setup, games, seed=13) for pair in pairs for setup in ({}, SUPPLY)]


def setup_cases(games: int) -> list[Case]:
    """Own maps, forces, unit types and decks."""
    pairs = (*PAIRS, ("raider", "gunline"), ("random_legal", "raider"))
    return [Case(pair, {}, setup, games, seed=17) for setup in SETUPS.values() for pair in pairs]


def weight_cases(games: int) -> list[Case]:
    """Weights that are not those of a shipped policy."""
    odd: list[dict[str, Any]] = [
        {"ties": "near"}, {"ties": "random"}, {"star_value": 0.0}, {"star_value": 1.5}, {"max_combat_cards": 0},
        {"w_flag": 0.0}, {"w_flag": 4.5}, {"w_dmg": 0.0}, {"w_kill": 0.0, "w_exp": 3.0}, {"w_close": 2.5},
        {"w_close": 0.0}, {"w_obj": 3.3, "w_objd": 0.4}, {"want_first": True}, {"w_exp": 0.123},
    ]  # fmt: skip
    return [
        Case((("standoff", w), ("greedy", w)), {}, MELEE if i % 2 else {}, games, seed=19) for i, w in enumerate(odd)
    ]


def combined_cases(games: int) -> list[Case]:
    """Several switches at once, where they meet."""
    together: list[dict[str, Any]] = [
        {"units_block_los": "all", "los_edge_rule": "closed", "same_group_los": "own_hexes_only"},
        {"units_block_los": "enemy", "los_from_planet_out": "own_group_transparent", "planet_combat_after_entry": "all"},
        {"planet_enter_start_adjacent": False, "planet_enter_stop": False, "same_group_move_limit": "normal"},
        {"planet_enter_stop": False, "mcm_second_move_planet": "all", "planet_control_points": "while_held"},
        {"battle_back_scope": "any", "battle_back_cost": 0, "forced_retire_means": "any_red_alert"},
        {"red_alert_hexes": 3, "retire_blocked_loss": 2, "red_alert_marker_max": 3, "marker_die_penalty": 2},
        {"retire_directions": "rear_or_side", "planet_retire_free": False, "red_alert_hexes": 2},
        {"red_alert_marker_blocks": "combat", "min_battle_dice": 1, "red_alert_marker_max": 2},
        {"red_alert_marker_blocks": "move", "pursuit_units": "all", "bonus_combat_max": 3, "pursuit_cost": 0},
        {"flagship_loss_ends_game": True, "flagship_confirm": False, "flagship_overflow": "wasted"},
        {"flagship_loss_cards": 3, "flagship_confirm": False, "victory_points": 30, "units_to_eliminate": 16},
        {"clear_sector": "both", "planet_control_points": "while_held", "planet_control_max_per_turn": 1},
        {"combat_cards_own_turn": 3, "combat_cards_enemy_turn": 3, "end_turn_stars_with_card": 4, "star_pool": 90},
        {"full_impulse_per_unit": 3, "full_impulse_cost": 0, "full_impulse_hexes": 2, "warp_hexes": 5},
        {"remove_marker_cost_ordered": 0, "remove_marker_cost_other": 0, "red_alert_marker_max": 3},
        {"pursuit_onto_planet_bonus": True, "bonus_combat_max": 2, "same_group_move_battle": "fighters_only"},
        {"tactic_orders": "all", "first_player": "random", "discard_for_stars": 4, "star_pool": 12},
        {"planet_die_penalty": 4, "min_battle_dice": 1, "planet_die_exempt": "none", "planet_die_scope": "close"},
    ]  # fmt: skip
    return [Case(pair, rules, setup, games, seed=23) for rules in together for pair in PAIRS for setup in (CROWDED,)]
