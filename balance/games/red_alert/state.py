"""Records of Red Alert: what a ruleset, a player, one game's outcome and the tally hold. No numba here.

Units are numbered 0..15 for side 0 and 16..31 for side 1; hexes 0..137 as in `balance.kit.hexes`; hex sets are three
int64 words of 46 bits. Values of policies are whole micro-points, chances whole billionths.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.games.contract import Column, OutcomeSpec
from balance.kit.hexes import HEXES, REACH, TOUCHED

SIDE_NAMES = ("commonwealth", "confederation")
CLASSES = ("fighter", "strike", "capital")
FACES = ("circle", "triangle", "square", "blast", "star", "red")
UNIT_TYPES = (
    "flagship", "heavy_battleship", "battleship", "heavy_cruiser", "cruiser",
    "heavy_destroyer", "destroyer", "heavy_fighter", "fighter",
)  # fmt: skip
COMMAND_ROWS = (
    "recon_left", "recon_centre", "recon_right", "patrol_left", "patrol_centre", "patrol_right",
    "attack_left", "attack_centre", "attack_right", "assault_left", "assault_centre", "assault_right",
    "pincer", "battle_line", "fighter_sweep", "strike_wing", "broadside", "fleet_command", "full_impulse",
    "barrage", "close_action", "damage_control", "first_strike",
)  # fmt: skip
COMBAT_ROWS = (
    "ambush", "hold_your_fire", "boarding_party", "target_lock", "overload", "evasive_action", "shields_up",
    "damage_control_team", "return_fire", "hot_pursuit", "slipstream",
)  # fmt: skip

PER_SIDE, UNITS = 16, 32
TYPES, COMMANDS, COMBATS = 16, 32, 24
MAX_DICE, MAX_STEPS, RANGES = 9, 6, 6

# Columns of types and cards that are not built in: the first unknown id gets the first of these, and so on; the last
# one is shared by all that are left.
SPARE_TYPES = ("other_type_1", "other_type_2", "other_type_3")
SPARE_COMMANDS = ("other_1", "other_2", "other_3", "other_4", "other_5")
SPARE_COMBATS = ("other_1", "other_2", "other_3")
TYPE_SLOTS = UNIT_TYPES + SPARE_TYPES
COMMAND_SLOTS = COMMAND_ROWS + SPARE_COMMANDS
COMBAT_SLOTS = COMBAT_ROWS + SPARE_COMBATS

# Meanings of small numbers, shared with kernels.
SECTOR, TACTIC, REACTION = 0, 1, 2
BY_RATING = -1  # an `orders` entry of a command card
TIMINGS = (
    "own_attack", "enemy_attack", "enemy_close", "after_enemy_roll", "after_movement", "own_orders",
    "own_battle_back", "own_pursuit", "own_movement",
)  # fmt: skip
(
    OWN_ATTACK, ENEMY_ATTACK, ENEMY_CLOSE, AFTER_ENEMY_ROLL, AFTER_MOVEMENT, OWN_ORDERS, OWN_BATTLE_BACK, OWN_PURSUIT,
    OWN_MOVEMENT,
) = range(9)  # fmt: skip
SPECIALS = ("", "ambush", "negotiate", "board")
PLAIN, AMBUSH, NEGOTIATE, BOARD = range(4)
END_VP, END_UNITS, END_NO_UNITS, END_CAP, END_FLAGSHIP = range(5)

# Switches: position of the word in the ledger's `choices`. Booleans are 0 and 1.
SWITCHES = (
    "same_group_move_battle", "same_group_move_limit", "pursuit_onto_planet_bonus", "planet_combat_after_entry",
    "planet_die_scope", "planet_die_exempt", "los_from_planet_out", "same_group_los", "los_edge_rule",
    "units_block_los", "planet_control_points", "tactic_orders", "first_player", "flagship_overflow",
    "flagship_retire_loss", "retire_directions", "battle_back_scope", "red_alert_marker_blocks",
    "forced_retire_means", "mcm_second_move_planet", "pursuit_units", "planet_control", "clear_sector",
)  # fmt: skip
NUMBERS = (
    "max_turns", "planet_die_penalty", "planet_enter_start_adjacent", "planet_enter_stop", "pursuit_onto_planet",
    "planet_retire_free", "min_battle_dice", "red_alert_hexes", "red_alert_marker_max", "marker_die_penalty",
    "retire_blocked_loss", "flagship_confirm", "flagship_loss_cards", "flagship_loss_ends_game", "star_pool",
    "stars_from_dice", "end_turn_stars", "end_turn_stars_with_card", "discard_for_stars", "remove_marker_cost_ordered",
    "remove_marker_cost_other", "full_impulse_cost", "full_impulse_hexes", "full_impulse_per_unit", "battle_back_cost",
    "pursuit_cost", "bonus_combat_max", "warp_hexes", "combat_cards_enabled", "combat_cards_own_turn",
    "combat_cards_enemy_turn", "planet_control_max_per_turn",
)  # fmt: skip

_I = np.int64
_CHANCES = (len(CLASSES), TYPES, MAX_STEPS + 1, MAX_DICE + 1)  # attacker's class, target's type, steps left, dice

_TYPE = ("cls", "figures", "caps", "move", "range", "ra", "vp", "flagship", "destroyer", "cruiser", "slot")
_COMMAND = (
    "copies", "kind", "classes", "move_bonus", "die_bonus_close", "die_bonus_ranged", "no_move", "move_combat_move",
    "clear_markers", "draw_two", "slot",
)  # fmt: skip
_COMBAT = (
    "copies", "cost", "timing", "special", "die_delta", "ignore_hits", "clear_units", "free_battle_back",
    "free_pursuit", "bonus_die", "move_bonus", "slot",
)  # fmt: skip

RULES = np.dtype(
    [
        *[(name, _I) for name in SWITCHES + NUMBERS],
        *[(name, _I) for name in ("victory_points", "units_to_eliminate", "n_types", "n_commands", "n_combats")],
        *[(name, _I, (2,)) for name in ("n_units", "rating", "combat_cards", "stars")],
        ("unit_type", _I, (UNITS,)),
        ("unit_hex", _I, (UNITS,)),
        *[(f"type_{name}", _I, (TYPES,)) for name in _TYPE],
        ("type_dice", _I, (TYPES, RANGES + 1)),  # [type, distance]; 0 beyond the range
        *[(f"command_{name}", _I, (COMMANDS,)) for name in _COMMAND],
        (
            "command_orders",
            _I,
            (COMMANDS, 3),
        ),  # per sector; a tactic card uses the first; BY_RATING = the side's rating
        *[(f"combat_{name}", _I, (COMBATS,)) for name in _COMBAT],
        ("ignored", _I, (3, 3)),
        # the map
        ("neighbour", _I, (HEXES, 6)),
        ("distance", np.int8, (HEXES, HEXES)),
        ("sees", np.int8, (HEXES, HEXES)),  # [shooter, target], map only
        ("group", _I, (HEXES,)),
        ("sector", _I, (2, HEXES)),
        ("planets", _I, (3,)),
        ("same_group", _I, (HEXES, 3)),
        ("seen_by", _I, (HEXES, RANGES + 1, 3)),  # [target, distance]: hexes a shooter can stand on
        ("sight", _I, (HEXES, RANGES + 1, 3)),  # [shooter, distance]: hexes in its sight
        ("touch_n", _I, (2 * REACH + 1, 2 * REACH + 1)),
        ("touched", np.int8, (2 * REACH + 1, 2 * REACH + 1, TOUCHED, 4)),
        # chances, in billionths
        ("lost", np.int32, _CHANCES),  # killed or moved by red alerts
        ("dead", _I, (TYPES, MAX_STEPS + 1, MAX_DICE + 1)),  # killed by so many hits
        ("parley", _I, (4,)),  # Hold Your Fire with so many stars left (3 = 3 or more)
        ("boarded", _I, (MAX_DICE + 1, MAX_DICE + 1)),  # more stars on a dice than on b
    ]
)

PLAYER = np.dtype(
    [
        ("policy", _I),
        ("want_first", _I),
        ("star_value", _I),
        ("max_combat_cards", _I),
        ("ties", _I),
        ("weighs_exposure", _I),
        ("close", _I, (32,)),  # price of standing d hexes from the nearest enemy
        ("value", np.int32, _CHANCES),  # EVP
        ("hurt", np.int32, _CHANCES),  # one term of EXPO
        ("place", np.int32, (HEXES,)),  # worth of a hex while planet control counts
        ("damage", _I, (TYPES,)),  # w_dmg * vp / f0
        ("kill", _I, (TYPES,)),  # w_kill * vp
        ("boarding", _I, (TYPES, TYPES)),  # [own, enemy]
    ]
)

UNIT_STATS = {
    "fielded": "units fielded",
    "attacks": "ordinary and bonus combats announced (a fizzled or prevented one counts)",
    "dice": "dice rolled in attacks, battle backs and reactions",
    "hits": "hits scored in attacks, battle backs and reactions, after shields_up, overkill included",
    "kills": "enemy units eliminated, by hits or by blocked retires it caused",
    "vp_won": "victory points of the enemy units it eliminated",
    "figs_lost": "figures and cap fighters lost to enemy rolls; a destroyed bare flagship counts 1",
    "lost": "units eliminated",
    "battle_backs": "battle backs made",
    "planet_turns": "starts of an own turn on a planet hex",
}
SIDE_STATS = {
    "vp": "victory points at the end",
    "elim": "enemy units eliminated",
    "obj_vp": "victory points from objectives (net of points lost again)",
    "stars_gained": "stars from the pool and from the enemy, after set-up",
    "stars_spent": "stars paid or given to the enemy",
    "orders_given": "orders given",
    "orders_wasted": "orders the played card allowed (R = rating) beyond those given",
    "turns_without_order": "own turns without an order",
    "close_attacks": "ordinary and bonus combats announced at distance 1",
    "ranged_attacks": "ordinary combats announced at distance 2 or more",
    "attacks_on_planet": "ordinary and bonus combats announced against a target on a planet hex",
    "dice_lost_planet": "dice RA-52 took off announced ordinary and bonus combats for a target on a planet",
    "dice_lost_marker": "ordinary and bonus combats announced by a unit with a red alert marker",
    "blasts_ignored": "blasts of its battle rolls that shields ignored",
    "red_faces": "red faces of its battle rolls",
    "retire_hexes": "hexes its units retired",
    "retire_losses": "retire steps its units could not take",
    "markers_placed": "red alert markers its units got",
    "markers_removed": "red alert markers taken off its units (by stars or cards)",
    "pursuits": "pursuits made",
    "bonus_combats": "bonus combats announced",
    "planet_entries": "ordered moves that entered a planet hex from outside its group",
    "planet_entries_pursuit": "pursuits that entered a planet hex from outside its group",
    "same_group_moves": "ordered moves and pursuits of non-fighters from hex to another hex of one planet group",
    "same_group_move_attacks": "ordinary and bonus combats announced by non-fighters after such a move in the same turn",
    "los_blocked_shots": "targets in range but out of sight, per ordered unit without adjacent enemy, after movement",
    "flagship_confirm_rolls": "confirm dice rolled against enemy flagships",
    "flagship_kills": "enemy flagships eliminated",
}

OUTCOME = np.dtype(
    [
        ("ending", np.int8),
        ("win", np.float32, (2,)),
        ("winner", np.int8),
        ("end_reason", np.int8),
        ("first_player", np.int8),
        ("reveal_tie", np.int8),
        ("turns", np.int16),
        *[(name, np.int16, (2,)) for name in SIDE_STATS],
        *[(name, np.int16, (2, len(TYPE_SLOTS))) for name in UNIT_STATS],
        ("cmd_played", np.int16, (2, len(COMMAND_SLOTS))),
        ("cb_played", np.int16, (2, len(COMBAT_SLOTS))),
        ("cb_success", np.int16, (2, len(COMBAT_SLOTS))),
    ]
)

TALLY = np.dtype(
    [
        ("rolls", _I, (MAX_DICE + 1, 6, MAX_DICE + 1)),  # battle rolls by dice, blasts ignored, hits before shields_up
        ("faces", _I, (6,)),  # faces of all battle rolls
        # ordinary and bonus rolls: [target on a planet, 0..9 dice it would have off a planet]: rolls, dice, hits (before
        # shields_up)
        ("shield", _I, (2, MAX_DICE + 1, 3)),
        ("parley", _I, (4, 2)),  # Hold Your Fire by stars left (3 = 3 or more): played, successful
        ("confirm", _I, (2,)),  # confirm dice rolled, and those that killed
        ("boarding", _I, (MAX_DICE + 1, MAX_DICE + 1, 2)),  # [boarder's dice, enemy's dice]: tried, won
        ("opening", _I, (2, len(COMMAND_SLOTS))),  # opening hands with at least one card of the row
        ("opening_left", _I, (2,)),  # opening hands with at least one sector card that orders the left wing
        ("reveals", _I, (2,)),  # games decided by the reveal of RA-13, and ties among them
    ]
)


def _columns() -> tuple[Column, ...]:
    found = [
        Column("ending", "how the game ended: 0 played out, 1 capped, 2 failed", "code"),
        Column("win", "1 for the winner, 0 else", "share", ("win_0", "win_1")),
        Column("winner", "side that won; -1: capped", "code", absent=-1),
        Column("end_reason", "0 victory points, 1 eliminations, 2 no units left, 3 cap, 4 flagship lost", "code"),
        Column("first_player", "side that took the first turn", "code"),
        Column("reveal_tie", "1 if the reveal of RA-13 was a tie", "flag"),
        Column("turns", "player turns, the last one included", "turns"),
    ]
    for name, meaning in SIDE_STATS.items():
        found.append(Column(name, f"{meaning}, by side", "count", (f"{name}_0", f"{name}_1")))
    for name, meaning in UNIT_STATS.items():
        labels = tuple(f"{slot}_{side}_{name}" for side in (0, 1) for slot in TYPE_SLOTS)
        found.append(Column(name, f"{meaning}, by side and unit type", "count", labels))
    for name, meaning, prefix, slots in (
        ("cmd_played", "times the command card was played", "cmd", COMMAND_SLOTS),
        ("cb_played", "times the combat card was played", "cb", COMBAT_SLOTS),
        ("cb_success", "times it worked: Hold Your Fire stopped the attack, boarding took a figure, ambush ended the "
         "attack; for every other card as often as played", "cb", COMBAT_SLOTS),
    ):  # fmt: skip
        verb = name.split("_")[1]
        labels = tuple(f"{prefix}_{slot}_{verb}_{side}" for side in (0, 1) for slot in slots)
        found.append(Column(name, f"{meaning}, by side and row", "count", labels))
    return tuple(found)


REASONS = {
    END_VP: "victory points", END_UNITS: "eliminations", END_NO_UNITS: "no units left", END_CAP: "cap",
    END_FLAGSHIP: "flagship lost",
}  # fmt: skip
SPEC = OutcomeSpec(OUTCOME, _columns(), TALLY, length="turns", reasons=REASONS)


def new_outcomes(games: int) -> Any:
    """An empty recarray of `games` outcome rows."""
    return np.zeros(games, OUTCOME).view(np.recarray)


def new_tally() -> Any:
    """An empty tally record."""
    return np.zeros(1, TALLY).view(np.recarray)[0]
