"""Scenarios for the twin proof: policies, seat counts, boards, and every switch and number of the ledger."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from balance.games.astronuts.ruleset import load_ledger, load_policies
from balance.games.astronuts.words import EFFECT_NAMES
from tests.games.astronuts.twins import Case

POLICIES = tuple(load_policies().policies)
TABLES = (("random_legal", "random_legal"), ("colonist", "raider"), ("engineer", "random_legal", "raider"))
KING = {
    "id": "king16", "form": "grid", "neighbourhood": "king", "home_size": "small",
    "rows": ["1.a2", "oLs.", ".sLo", "4a.3"],
}  # fmt: skip
CROOKED = {
    "id": "crooked", "form": "grid", "neighbourhood": "orthogonal", "home_size": "large",
    "rows": ["1.s.2", "..#o.", "saL.s", ".oa..", "3.s.L"],
}  # fmt: skip

# What must be on for a key to matter, or makes it matter more often.
HELPERS: dict[str, dict[str, Any]] = {
    "asteroid_cross_min": {"asteroids": True},
    "asteroid_land_min": {"asteroids": True},
    "asteroid_roll": {"asteroids": True},
    "astrohole_jump_cost": {"astroholes": True},
    "remote_colony_cost": {"fate": {"41": {"effect": "remote_colony"}}},
    "own_planet": {"fate": {"41": {"effect": "remote_colony"}, "42": {"effect": "free_ship"}}},
    "teleport_lands": {"fate": {"41": {"effect": "teleport"}}},
    "teleport_target": {"fate": {"41": {"effect": "teleport"}}},
    "gift_tech_marker": {"fate": {"41": {"effect": "tech_choice"}}, "nuts_per_colour": 16},
    "free_colony_needs_action": {"fate": {"41": {"effect": "free_colony", "n": 2}}},
    "calm_unpaid": {"fate": {"41": {"effect": "pay_actions", "n": 2}}},
    "toll_scope": {"fate": {"41": {"effect": "colonise_toll", "n": 1}, "46": {"effect": "colonise_toll", "n": 2}}},
    "fate_66_mode": {"fate": {"41": {"effect": "choose_of"}}},
    "fate_66_gifts": {"fate": {"41": {"effect": "choose_of"}}},
    "pass_chain_max": {"start_ships": 3},
    "pass_through": {"start_ships": 3},
    "energy_immediate": {"fate": {"41": {"effect": "tech_choice"}}},
    "tech_nut_goes": {"cost_tech_actions": 2},
    "tech_nut_colour": {"cost_tech_actions": 2},
    "cost_tech_nuts": {"cost_tech_actions": 2},
    "respawn_blocked": {"start_ships": 1, "respawn_timing": "immediate"},
    "time_warp_uses": {"fate": {"41": {"effect": "tech_choice"}}},
    "max_rounds": {},
}
SPECIAL: dict[str, list[Any]] = {
    "fate_66_gifts": [["61", "62"], ["51", "53"], ["11"], [], ["64", "65", "21", "45"]],
    "seat_bonus_nuts": [[0, 1, 2, 4]],
    "colonies_per_player": [10, 30],
    "goal_colonies": [3, 7, 13],
    "nuts_per_colour": [16, 40],
    "max_rounds": [10],
    "turn_step_cap": [16],
    "planet_nuts.small": [0, 1, 4],
    "planet_nuts.large": [0, 1, 4],
    "start_nuts_per_colour": [0, 2],
    "declare_min": [3],
    "declare_max": [3],
    "return_fire_margin": [1, 2, 3, 4, 5],  # every lead a plain die can have
}
ALONGSIDE: dict[tuple[str, Any], dict[str, Any]] = {
    ("colonies_per_player", 10): {"goal_colonies": 8},
    ("planet_nuts.small", 4): {"nuts_per_colour": 40},
    ("planet_nuts.large", 4): {"nuts_per_colour": 40},
}


def nested(key: str, value: Any) -> dict[str, Any]:
    """{"a": {"b": value}} for "a.b"."""
    for part in reversed(key.split(".")):
        value = {part: value}
    return value


def merged(*trees: dict[str, Any]) -> dict[str, Any]:
    """Nested overrides laid over one another."""
    out: dict[str, Any] = {}
    for tree in trees:
        for key, value in tree.items():
            both = isinstance(value, dict) and isinstance(out.get(key), dict) and "effect" not in value
            out[key] = merged(out[key], value) if both else value
    return out


def other_values(key: str) -> list[Any]:
    """Every value of a switch but the default; for numbers the ends, the sweep and the neighbours."""
    entry = load_ledger().entries[key]
    if key in SPECIAL:
        return SPECIAL[key]
    if isinstance(entry.value, bool):
        return [not entry.value]
    if isinstance(entry.value, str):
        return [choice for choice in entry.choices if choice != entry.value]
    low, high = (int(x) for x in entry.range)
    wanted = {low, high, entry.value - 1, entry.value + 1, *(x for x in entry.sweep if isinstance(x, int))}
    return sorted(x for x in wanted if low <= x <= high and x != entry.value)


def switch_ids() -> list[tuple[str, Any]]:
    """(key, value) for every key of the ledger but the fate entries."""
    return [(key, v) for key in load_ledger().entries if not key.startswith("fate.") for v in other_values(key)]


def switch_cases(key: str, value: Any, games: int) -> list[Case]:
    """One value of one switch at three tables; on a board where it can matter."""
    hashable = str(value) if isinstance(value, list) else value
    rules = merged(HELPERS.get(key, {}), ALONGSIDE.get((key, hashable), {}), nested(key, value))
    return [Case(players, rules, games=games, seed=11) for players in TABLES]


def effect_cases(effect: str, games: int) -> list[Case]:
    """An effect of the fate table on two common entries, in all three tables; AN-F22 is AN-F21 with another number."""
    data: dict[str, Any] = {"effect": effect, **({"colours": "RRPY"} if effect == "nuts" else {})}
    rules = {"fate": {"41": data, "53": data, "36": data}}
    return [Case(players, rules, games=games, seed=12) for players in TABLES]


def policy_cases(games: int) -> list[Case]:
    """Every policy against itself at every seat count, and all of them mixed."""
    same = [Case((policy,) * seats, games=games, seed=13) for policy in POLICIES for seats in (2, 3, 4)]
    mixed = [Case(tuple(POLICIES[(i + k) % 7] for k in (0, 2, 3, 5)), games=games, seed=14) for i in range(7)]
    return same + mixed


def declaration_cases(games: int) -> list[Case]:
    """Every declaration mode, and weights that are not those of a shipped policy."""
    modes = [*(f"fixed:{d}" for d in range(1, 7)), "random", "mean", "risk:0.2", "risk:1.2", "need", "useful"]
    cases = [Case((("colonist", {"declare": mode}), "engineer"), games=games, seed=15) for mode in modes]
    odd = [
        {"steps": "random"}, {"consent": False}, {"min_surv": 0.9}, {"gift_order": []}, {"gift_order": ["65", "64"]},
        {"tw_gain": -100.0}, {"w_ship2": 9.0, "w_ship3": 9.0}, {"w_kship": 5.0, "w_kcol": 4.0, "leader": 0.0},
        {"w_finish": 0.0}, {"w_nut": 0.0}, {"w_col": 0.0}, {"w_tech": [9.0, 9.0, 9.0, 9.0]}, {"w_nut": 3.0},
    ]  # fmt: skip
    return cases + [Case((("raider", weights), "colonist", "cautious"), games=games, seed=16) for weights in odd]


def board_cases(games: int) -> list[Case]:
    """Every shipped board and two own ones, optional rules off and on, at every seat count the board has homes for."""
    optional = [{}, {"asteroids": True, "astroholes": True}]
    boards: list[Any] = ["lattice49", "compact25", "long45", "tiny5", KING, CROOKED]
    cases = []
    for board in boards:
        for rules in optional:
            for players in _tables_of(board):
                small = {"planet_nuts": {"large": 2}} if board is KING else {}
                cases.append(Case(players, merged(rules, small), {"board": board}, games, seed=17))
    return cases


def _tables_of(board: Any) -> Iterator[tuple[str, ...]]:
    yield ("colonist", "raider")
    yield ("random_legal", "prospector")
    if board != "tiny5":
        yield ("colonist", "random_legal", "raider")
    if board not in ("tiny5", CROOKED):
        yield ("raider", "random_legal", "gambler", "engineer")


def combined_cases(games: int) -> list[Case]:
    """Several switches at once, where they meet."""
    together: list[dict[str, Any]] = [
        {"landing_trigger": "stop", "fate_scope": "ship", "asteroids": True},
        {"landing_trigger": "stop", "teleport_lands": True, "astroholes": True, "fate_66_mode": "random"},
        {"time_warp_scope": "any_roll", "attack_tie": "reroll", "attack_reroll_timing": "after_defence"},
        {"time_warp_uses": 3, "time_warp_scope": "any_roll", "time_warp_fate": "pair", "cost_tech_actions": 1},
        {
            "target_choice": "attacker",
            "attack_same_space": True,
            "return_fire_margin": 1,
            "multi_owner_target": "random",
        },
        {"respawn_timing": "immediate", "respawn": "any_loss", "home_immune": True, "start_ships": 2},
        {"asteroids": True, "asteroid_roll": "enter_and_stop", "astroholes": True, "astrohole_jump_cost": 1},
        {"goal_end": "end_of_round", "goal_counts": "founded", "destroyed_colony": "out", "tie_break": "ships_nuts"},
        {"extract_amount": "one", "explored_end": "immediate", "nut_deal": "players", "home_nuts": False},
        {"carry_over_max": 3, "first_turn_action_cap": 4, "declare_fail": "half", "declare_bonus": 2},
        {"cost_colonise_nuts": 2, "cost_move": 2, "cost_build_colours": 2, "toll_scope": "per_colony"},
        {"pass_chain_max": 3, "start_ships": 3, "pass_through": "always", "cost_attack": 2},
        {"cost_extract": 0, "cost_colonise_actions": 0, "cost_tech_actions": 0, "cost_build_actions": 0},
        {"energy_immediate": True, "tech_nut_goes": "bank", "tech_nut_colour": "any", "fate_scope": "ship"},
    ]
    return [Case(players, rules, games=games, seed=18) for rules in together for players in TABLES]


def effect_ids() -> tuple[str, ...]:
    """Every effect a fate entry may have."""
    return EFFECT_NAMES
