"""Records of AstroNuts that need no compiler: ruleset, player, outcome row, tallies.

The position of a game in play lives in `kernel/table.py` (it nests random streams).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.games.astronuts.words import (
    END_REASONS,
    FATE_IDS,
    LETTERS,
    MAX_DEGREE,
    MAX_PLANET_NUTS,
    MAX_PLANETS,
    MAX_SEATS,
    MAX_SPACES,
    MAX_X,
)
from balance.games.contract import Column, OutcomeSpec

BASE_COSTS = 32  # move costs (actions to arrive) with a ready-made score; farther goals are computed

_I1, _I2, _I4, _I8, _F4, _F8 = np.int8, np.int16, np.int32, np.int64, np.float32, np.float64

# Scalars of the ruleset that the kernel reads under the ledger's own name; words become their position in `choices`.
SCALARS = (
    "ships_per_player", "start_ships", "nuts_per_colour", "start_nuts_per_colour", "home_assignment", "corner_rotation",
    "home_nuts", "nut_deal", "declare_min", "declare_max", "declare_mult", "declare_bonus", "declare_fail",
    "first_turn_action_cap", "carry_over_max", "cost_move", "cost_extract", "cost_colonise_actions", "cost_colonise_nuts",
    "cost_build_actions", "cost_build_colours", "cost_attack", "cost_tech_actions", "cost_tech_nuts", "extract_amount",
    "laser_bonus", "shield_bonus", "energy_bonus", "time_warp_uses", "time_warp_fate", "energy_immediate",
    "tech_nut_colour", "tech_nut_goes", "gift_tech_marker", "pass_through", "pass_chain_max", "landing_trigger",
    "attack_same_space", "home_immune", "target_choice", "multi_owner_target", "attack_reroll_timing", "attack_tie",
    "return_fire_margin", "destroyed_colony", "respawn", "respawn_timing", "respawn_blocked", "fate_66_mode",
    "fate_scope", "own_planet", "free_colony_needs_action", "remote_colony_cost", "teleport_lands", "teleport_target",
    "calm_unpaid", "toll_scope", "goal_colonies", "goal_end", "goal_counts", "explored_end", "tie_break", "max_rounds",
    "turn_step_cap", "asteroids", "astroholes", "asteroid_cross_min", "asteroid_land_min", "asteroid_roll",
    "astrohole_jump_cost",
)  # fmt: skip

RULES = np.dtype(
    [
        ("seats", _I8),
        ("board", _I8),  # position among the shipped boards, -1 for an own one
        *((name, _I8) for name in SCALARS),
        ("figures", _I8),  # figures a seat can found with (AN-02, action_bar_marker)
        ("warp_scope", _I8),  # bit per kind of die Time Warp may re-roll
        ("bonus_nuts", _I8, (MAX_SEATS,)),
        # fate table
        ("effect", _I8, (36,)),
        ("amount", _I8, (36,)),
        ("given", _I8, (36, 4)),  # Nuts per colour of effect `nuts`
        ("gifts", _I8, (35,)),
        ("n_gifts", _I8),
        # combat; index = laser bonus - shield bonus + 3
        ("p_win", _F8, (7,)),  # chance that one attack succeeds
        ("warp_attack", _I1, (7, 7)),  # [bonus, attack die]: re-roll before the defence is seen
        ("warp_lost", _I1, (7,)),  # re-roll a lost attack after the defence is seen
        # board
        ("spaces", _I8),
        ("planets", _I8),
        ("n_homes", _I8),
        ("n_holes", _I8),
        ("homes", _I8, (MAX_SEATS,)),
        ("turn_of_home", _I8, (MAX_SEATS,)),  # which own numbering a seat at this home uses
        ("kind", _I1, (MAX_SPACES,)),  # OPEN, PLANET, ASTEROID, HOLE as the switches have it
        ("planet_at", _I1, (MAX_SPACES,)),  # planet number or -1
        ("space_of", _I1, (MAX_PLANETS,)),
        ("slots", _I8, (MAX_PLANETS,)),
        ("coins", _I8, (MAX_PLANETS,)),
        ("degree", _I8, (MAX_SPACES,)),
        ("distance", _I1, (MAX_SPACES, MAX_SPACES)),  # with AstroHoles joined at their price when they are on
        ("walk", _I1, (MAX_SPACES, MAX_SPACES)),  # without them
        # per own numbering (quarter turns of the board; 0 is the plain one)
        ("own", _I1, (4, MAX_SPACES)),  # own number of a space
        ("adjacent", _I1, (4, MAX_SPACES, MAX_DEGREE)),  # neighbours by own number, -1 padded
        ("planet_order", _I1, (4, MAX_PLANETS)),  # planets by own number
        ("hole_order", _I1, (4, MAX_SPACES)),
        # planets by distance from the space, then own number: planet + 64 * distance
        ("nearest", _I2, (4, MAX_SPACES, MAX_PLANETS)),
    ]
)

PLAYER = np.dtype(
    [
        ("policy", _I8),
        ("random", _I8),  # 1: steps are picked uniformly
        ("w_col", _F8),
        ("w_nut", _F8),
        ("w_tech", _F8, (4,)),
        ("w_ship", _F8, (4,)),  # [number of the ship]: 2 and 3 are used
        ("w_kcol", _F8),
        ("w_kship", _F8),
        ("leader", _F8),
        ("w_finish", _F8),
        ("min_surv", _F8),
        ("consent", _I8),
        ("gift_order", _I8, (5,)),  # fate entries, -1 padded
        ("declare_mode", _I8),
        ("declare", _I8, (2,)),  # FIXED, TABLE: declaration without and with a Time Warp usable on it
        ("declare_capped", _I8),  # the same under first_turn_action_cap
        ("warp_declare", _I1, (7, 7)),  # [declared, die]: re-roll a failed declaration
        # ready-made scores in units of 2**-40; rows: coin worth full or reduced
        ("found_score", _I8, (2,)),  # a founding at the usual price
        ("extract_score", _I8, (2, MAX_PLANET_NUTS + 1)),  # an extraction at the usual price, by Nuts there
        ("move_value", _F8, (2, MAX_PLANET_NUTS + 1, 4)),  # [.., Nuts there, foundings m]
        (
            "move_score",
            _I8,
            (2, BASE_COSTS, MAX_PLANET_NUTS + 1, 4),
        ),  # [.., actions to arrive, Nuts there, foundings m]
        ("move_bound", _I8, (2, BASE_COSTS)),  # no goal that takes so many actions or more to reach scores higher
        ("fight_bound", _I8, (2,)),  # no attack or attack position scores higher, without and with Power Laser
        ("tech_bound", _I8, (2, 4)),  # the same for each technology, by coin value
        ("ship_bound", _I8, (2,)),  # the same for a second or third ship, by coin value
        ("extract_bound", _I8, (2,)),  # the same for extractions before the last planet with Nuts, by coin value
        ("late_bound", _I8, (2, 2)),  # rows 3-7 of the candidate table together, by coin value and Power Laser
    ]
)

TALLY = np.dtype(
    [
        ("decl_roll", _I8, (6, 6)),  # [declared - 1, first face rolled - 1]
        ("x_hist", _I8, (4, 6, MAX_X + 1)),  # [EE + 2 * TW usable on the declaration, declared - 1, X before any cap]
        ("attack", _I8, (7, 2, 2)),  # [bonus difference + 3, TW was usable on the attack die, won]
        ("fate_hit", _I8, (36,)),  # entries that stood
        ("fate_hit_by_winner", _I8, (36,)),  # the same, of winners (each of a shared win)
        ("fate_plain", _I8, (36,)),  # entries of landings without a Time Warp that could have changed them
        ("space_visits", _I8, (MAX_SPACES,)),  # ships that came to stand there in play
        ("space_kills", _I8, (MAX_SPACES,)),  # units destroyed there by attacks
        ("planet_colonies", _I8, (MAX_SPACES,)),  # colonies at the end, by space
    ]
)

# Game columns: name, dtype, unit, meaning.
_GAME: tuple[tuple[str, Any, str, str], ...] = (
    ("ending", _I1, "code", "0 played out, 1 cut off at the round cap, 2 failed (a bug)"),
    ("board", _I1, "number", "0 lattice49, 1 compact25, 2 long45, 3 tiny5, -1 an own board"),
    ("seats", _I1, "seats", "seats at the table"),
    ("rounds", _I2, "rounds", "rounds begun"),
    ("turns", _I2, "turns", "turns taken by all seats"),
    ("end_reason", _I1, "code", "0 explored, 1 goal, 2 round cap"),
    ("winner", _I1, "seat", "winning seat 1-4, 0 for a shared win"),
    ("winner_mask", _I1, "mask", "bit s - 1 for each winning seat s"),
    ("tie_level", _I1, "code", "0 no tie in colonies, 1 tie broken, 2 shared"),
    ("margin", _I1, "colonies", "colonies of the best seat less those of the second"),
    ("planets_left", _I1, "planets", "planets that still hold Nuts"),
    ("nuts_left", _I2, "Nuts", "Nuts left on planets"),
    ("bank_left", _I2, "Nuts", "Nuts left in the bank"),
    ("short_deal", _I2, "Nuts", "Nuts the deal could not place"),
    ("guard_hits", _I2, "turns", "turns cut off at the step cap"),
    ("landings", _I2, "landings", "landings that rolled on the fate table"),
    ("bank_refusals", _I2, "Nuts", "Nuts of fate not paid for lack of stock"),
    ("blocked_pass", _I2, "requests", "requests to pass that were refused"),
    ("lead_changes", _I2, "changes", "times another seat than before was alone in the lead at the end of a turn"),
)

# Columns of each seat.
_SEAT: tuple[tuple[str, Any, str, str], ...] = (
    ("policy", _I1, "number", "policy, by its position in policies.toml"),
    ("win", _F4, "share", "1 for a win, 1/n for a win shared by n, else 0"),
    ("colonies", _I1, "colonies", "colonies on the board at the end"),
    ("nuts", _I2, "Nuts", "Nuts in hand at the end"),
    ("ships", _I1, "ships", "ships on the board at the end"),
    ("techs", _I1, "mask", "technologies at the end: 1 laser, 2 shields, 4 energy, 8 warp"),
    ("x_sum", _I4, "actions", "actions from declarations and Extra Energy"),
    ("x_gift", _I4, "actions", "actions from the time masters"),
    ("x_unused", _I4, "actions", "actions that lapsed"),
    ("decl_sum", _I4, "actions", "sum of the numbers declared"),
    ("decl_ok", _I2, "turns", "declarations that came true"),
    ("seat_turns", _I2, "turns", "turns taken"),
    ("a_move", _I4, "actions", "actions spent on moves, surcharges included"),
    ("a_extract", _I4, "actions", "actions spent on extracting"),
    ("a_colonise", _I4, "actions", "actions spent on founding"),
    ("a_build", _I4, "actions", "actions spent on building"),
    ("a_attack", _I4, "actions", "actions spent on attacks"),
    ("a_tech", _I4, "actions", "actions spent on technologies"),
    ("a_calm", _I4, "actions", "actions lost to fickle natives"),
    ("founded", _I2, "colonies", "colonies founded that stood"),
    ("founded_free", _I2, "colonies", "of all founded: without a Nut, stood or not"),
    ("died", _I2, "colonies", "colonies that did not survive the air"),
    ("lost_col", _I2, "colonies", "colonies lost to attacks"),
    ("lost_ship", _I2, "ships", "ships lost to attacks or return fire"),
    ("crashes", _I2, "ships", "ships lost on landing"),
    ("asteroid_loss", _I2, "ships", "ships lost to asteroids"),
    ("respawns", _I2, "ships", "free ships after the loss of the last one"),
    ("att", _I2, "attacks", "attacks made"),
    ("kill_ship", _I2, "ships", "ships destroyed"),
    ("kill_col", _I2, "colonies", "colonies destroyed"),
    ("defended", _I2, "attacks", "attacks suffered"),
    ("defence_held", _I2, "attacks", "attacks survived"),
    ("nuts_extracted", _I2, "Nuts", "Nuts taken from planets"),
    ("nuts_fate", _I2, "Nuts", "Nuts found by fate"),
    ("nuts_spent", _I2, "Nuts", "Nuts spent on foundings, tolls and ships"),
    ("tech_round", _I2, "round", "round in which the technology was obtained"),
    ("tech_gift", _I1, "mask", "technologies that were gifts"),
    ("tw_decl", _I2, "uses", "Time Warp on declarations"),
    ("tw_fate", _I2, "uses", "Time Warp on landing dice"),
    ("tw_att", _I2, "uses", "Time Warp on attack dice"),
    ("tw_check", _I2, "uses", "Time Warp on natives, air and asteroids"),
    ("tw_def", _I2, "uses", "Time Warp on defence dice"),
    ("col_r3", _I1, "colonies", "colonies after round 3"),
    ("col_r6", _I1, "colonies", "colonies after round 6"),
    ("col_r10", _I1, "colonies", "colonies after round 10"),
)
_STEMS = {
    "seat_turns": "turns",
    "defended": "def",
    "defence_held": "def_held",
}  # fields whose column is called otherwise
SEAT_FIELDS = tuple(name for name, *_ in _SEAT)
SEATS = range(1, MAX_SEATS + 1)


def _shape(name: str) -> tuple[int, ...]:
    return (MAX_SEATS, 4) if name == "tech_round" else (MAX_SEATS,)


OUTCOME_DTYPE = np.dtype(
    [
        *((name, kind) for name, kind, _, _ in _GAME),
        ("fate", _I2, (36,)),
        *((name, kind, _shape(name)) for name, kind, _, _ in _SEAT),
        ("decl", _I2, (MAX_SEATS, 6)),
    ]
)


def _labels(name: str) -> tuple[str, ...]:
    """Flat names: `turns_2`; `tech_round_y_2` for the yellow technology of seat 2."""
    if name == "tech_round":
        return tuple(f"tech_round_{letter.lower()}_{seat}" for seat in SEATS for letter in LETTERS)
    stem = _STEMS.get(name, name)
    return tuple(f"{stem}_{seat}" for seat in SEATS)


_COLUMNS = (
    *(Column(name, meaning, unit) for name, _, unit, meaning in _GAME),
    Column("fate", "landings on which this fate entry stood", "landings", tuple(f"fate_{i}" for i in FATE_IDS)),
    *(Column(name, meaning, unit, _labels(name), -1) for name, _, unit, meaning in _SEAT),
    Column("decl", "turns in which this number was declared", "turns",
           tuple(f"decl_{d}_{seat}" for seat in SEATS for d in range(1, 7)), -1),
)  # fmt: skip

OUTCOME = OutcomeSpec(OUTCOME_DTYPE, _COLUMNS, TALLY, length="rounds", reasons=END_REASONS)


def blank_row(seats: int) -> Any:
    """An outcome row before play: zeros, -1 in the columns of seats not taken and of technologies not owned."""
    row = np.zeros(1, OUTCOME_DTYPE).view(np.recarray)[0]
    for name in (*SEAT_FIELDS, "decl"):
        row[name][seats:] = -1
    row.tech_round[:] = -1
    return row
