"""The state of one game, and the numbers shared by its kernels: flags, stream slots, trace events."""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.games.red_alert.state import COMBATS, COMMANDS, UNITS
from balance.kit.hexes import HEXES
from balance.kit.streams import streams_dtype

# Numbers handed to kernels are np.int64: a Python literal would make numba compile the callee once more for it.
NO, YES, NONE = np.int64(0), np.int64(1), np.int64(-1)
TWO, DIE = np.int64(2), np.int64(6)  # options of a yes-or-no question, faces of a die

# u_flag bits; all but NO_COMBAT and GROUP_MOVED only concern the active side, all are cleared at the end of a turn
ORDERED, MOVED, NO_COMBAT, FOUGHT, PURSUED, GROUP_MOVED = 1, 2, 4, 8, 16, 32

# Stream slots: one per side from the first, then the purposes they read (README, Draws)
SLOTS = 11
DICE, DRAW, DRAW_COMBAT, LOSE, NOISE, DEAL = (np.int64(slot) for slot in range(0, SLOTS, 2))
DEAL_COMMAND, DEAL_COMBAT, COIN, P_DICE, P_DRAW, P_DRAW_COMBAT, P_LOSE, P_NOISE, P_TIES = (
    np.int64(purpose) for purpose in range(1, 10)
)

PLAIN, EXTRA = NO, YES  # rows of the plan arrays: the plain move, and the move under a special card

_I = np.int64
STATE = np.dtype(
    [
        *[(name, _I) for name in ("turn", "active", "over", "winner", "reason", "first", "tie", "pool", "mirror")],
        *[(name, _I) for name in ("card", "alerted", "deck_n", "disc_n", "combat_deck_n", "combat_disc_n")],
        *[(name, _I, (2,)) for name in ("player", "alive", "stars", "vp", "elim", "rating", "obj_vp")],
        *[(name, _I, (2,)) for name in ("hand_n", "combat_hand_n", "combat_used", "struck_first")],
        *[(f"u_{name}", _I, (UNITS,)) for name in ("type", "hex", "figs", "caps", "mark", "flag", "impulse", "held")],
        ("hex_unit", _I, (HEXES,)),
        ("occupied", _I, (2, 3)),  # hex set per side
        ("deck", _I, (COMMANDS,)),
        ("disc", _I, (COMMANDS,)),
        ("hand", _I, (2, COMMANDS)),
        ("combat_deck", _I, (COMBATS,)),
        ("combat_disc", _I, (COMBATS,)),
        ("combat_hand", _I, (2, COMBATS)),
        # what a player works with
        *[(f"plan_{name}", _I, (2, UNITS)) for name in ("score", "hex", "attack", "base")],
        ("plan_reach", _I, (2, UNITS, 3)),
        ("contact", _I, (3,)),  # hexes adjacent to an enemy of the planning side
        ("near", _I, (HEXES,)),  # hexes to the nearest enemy of the planning side
        *[(name, _I, (HEXES,)) for name in ("attack_at", "danger_at", "list")],
        ("streams", streams_dtype(SLOTS)),
    ]
)


def new_state() -> Any:
    """An empty state record."""
    return np.zeros(1, STATE).view(np.recarray)[0]
