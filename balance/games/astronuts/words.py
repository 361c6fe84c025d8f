"""The words of the ruleset and the numbers kernels switch on: one list each, position = number."""

from __future__ import annotations

from typing import Any

import numpy as np


def codes(n: int) -> tuple[Any, ...]:
    """The numbers 0..n-1 as int64: a plain int would make numba compile a callee anew for every value it is called with."""
    return tuple(np.int64(i) for i in range(n))


COLOURS = ("red", "purple", "orange", "yellow")
LETTERS = "RPOY"
TECHNOLOGIES = ("Power Laser", "Mega Shields", "Extra Energy", "Time Warp")
LASER, SHIELDS, ENERGY, WARP = codes(4)
ALL_TECHS = 15

MAX_SEATS, MAX_SHIPS, MAX_SPACES, MAX_PLANETS, MAX_DEGREE, MAX_PLANET_NUTS = 4, 3, 64, 32, 8, 4
MAX_X = 33  # declare_mult 4 x 6 + declare_bonus 6 + energy_bonus 3

# Kinds of space.
OPEN, PLANET, ASTEROID, HOLE = codes(4)

# Steps of a turn (AN-20..AN-35); STOP ends it.
STOP, COLONISE, EXTRACT, MOVE, PASS, ATTACK, TECH, BUILD = codes(8)

# Kinds of die Time Warp may re-roll; `time_warp_scope` is a mask of them (AN-39).
WARP_DECLARE, WARP_F1, WARP_F2, WARP_CHECK, WARP_SURVIVE, WARP_ASTEROID, WARP_ATTACK, WARP_DEFEND = codes(8)
SCOPES = {
    "own_turn": (WARP_DECLARE, WARP_F1, WARP_F2, WARP_CHECK, WARP_SURVIVE, WARP_ASTEROID, WARP_ATTACK),
    "no_declaration": (WARP_F1, WARP_F2, WARP_CHECK, WARP_SURVIVE, WARP_ASTEROID, WARP_ATTACK),
    "landing": (WARP_F1, WARP_F2, WARP_CHECK),
    "landing_first_die": (WARP_F1,),
    "any_roll": codes(8),
}

# What took a seat's last ship (AN-46).
LOST_NONE, LOST_CRASH, LOST_ATTACK, LOST_ASTEROID = codes(4)

# Effects of the fate table (section 4 of the spec), with the number each takes: its name, default and legal range.
EFFECTS: dict[str, tuple[str, int, int, int] | None] = {
    "lose_ship": None,
    "ship_done": None,
    "no_extract": None,
    "no_colonise": None,
    "no_move": None,
    "no_attack": None,
    "colony_dies": ("max", 3, 0, 6),
    "extract_cost": ("n", 1, 0, 6),
    "leave_cost": ("n", 1, 0, 6),
    "check_or_done": ("min", 3, 1, 7),
    "pay_actions": ("n", 1, 0, 12),
    "extract_toll": ("n", 1, 0, 4),
    "colonise_toll": ("n", 1, 0, 4),
    "none": None,
    "exchange": ("n", 1, 0, 12),
    "colonise_no_action": None,
    "free_colony": ("n", 1, 0, 6),
    "colonise_free": None,
    "nuts": None,  # takes `colours`, letters of RPOY, each as often as its Nut is given
    "nuts_choice": ("n", 1, 0, 12),
    "tech_choice": None,
    "extra_actions": ("n", 3, 0, 12),
    "remote_colony": None,
    "teleport": None,
    "free_ship": None,
    "choose_of": None,
}
EFFECT_NAMES = tuple(EFFECTS)
(
    LOSE_SHIP, SHIP_DONE, NO_EXTRACT, NO_COLONISE, NO_MOVE, NO_ATTACK, COLONY_DIES, EXTRACT_COST, LEAVE_COST,
    CHECK_OR_DONE, PAY_ACTIONS, EXTRACT_TOLL, COLONISE_TOLL, NOTHING, EXCHANGE, COLONISE_NO_ACTION, FREE_COLONY,
    COLONISE_FREE, NUTS, NUTS_CHOICE, TECH_CHOICE, EXTRA_ACTIONS, REMOTE_COLONY, TELEPORT, FREE_SHIP, CHOOSE_OF,
) = codes(len(EFFECT_NAMES))  # fmt: skip

FATE_IDS = tuple(f"{first}{second}" for first in range(1, 7) for second in range(1, 7))

# Ship defects of this turn, as bits of `defect` (F12..F16, F31, F32).
BAR_EXTRACT, BAR_COLONISE, BAR_MOVE, BAR_ATTACK = (np.int64(1) << bit for bit in codes(4))
BAR_ALL = np.int64(15)

# Founding prices of this turn, as bits of `price` (F44, F46).
PRICE_NO_ACTION, PRICE_FREE = np.int64(1), np.int64(2)

# Declaration modes.
FIXED, RANDOM, TABLE, NEED, USEFUL = codes(5)

# Why a game ended.
EXPLORED, GOAL, CUT_OFF = codes(3)
END_REASONS = dict(enumerate(("explored", "goal", "round cap")))

# Trace events; their fields are named in narrate.py.
(
    EV_HOME, EV_DEAL, EV_ROUND, EV_TURN, EV_DECLARE, EV_WARP, EV_ACTIONS, EV_STEP, EV_ASK, EV_FATE, EV_GIFT, EV_CHECK, EV_COIN,
    EV_PAY, EV_SWAP, EV_COLONY, EV_TECH, EV_SHIP, EV_LOST, EV_ATTACK, EV_JUMP, EV_TELEPORT, EV_SHIFT, EV_UNUSED, EV_END,
) = codes(25)  # fmt: skip

# Why a coin came (EV_COIN) and how a ship came (EV_SHIP).
COIN_START, COIN_BONUS, COIN_EXTRACT, COIN_FATE = codes(4)
SHIP_START, SHIP_BUILT, SHIP_RESPAWN, SHIP_GIFT = codes(4)
