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


EVENTS = (
    ("hand", ("row", "copies", "kind")),
    ("reveal", ("row", "orders")),
    ("first", ("tie",)),
    ("turn", ("turn", "stars_0", "stars_1", "vp_0", "vp_1", "pool")),
    ("objective", ("points", "kind")),
    ("card", ("row", "orders", "can_order")),
    ("no_card", ("row",)),
    ("order", ("unit",)),
    ("unmark", ("unit", "cost", "left")),
    ("combat_card", ("row", "cost", "stars")),
    ("impulse", ("unit", "cost", "stars")),
    ("move", ("unit", "start", "end", "kind", "no_combat")),
    ("board", ("unit", "enemy", "stars", "enemy_stars", "won")),
    ("attack", ("unit", "enemy", "distance", "base_dice", "dice", "bonus")),
    ("strike_first", ("unit", "enemy", "row", "dice")),
    ("parley", ("stars", "given")),
    ("fizzle", ("unit", "enemy")),
    ("roll", ("unit", "enemy", "faces", "dice", "hits", "ignored")),
    ("shields", ("hits_left",)),
    ("loss", ("unit", "figures", "caps")),
    ("confirm", ("unit", "face", "dead")),
    ("gone", ("unit", "vp", "by")),
    ("stars", ("gained", "reason", "stars")),
    ("alert", ("unit", "count", "hexes")),
    ("blocked", ("unit",)),
    ("battle_back", ("unit", "enemy", "dice", "cost")),
    ("pursue", ("unit", "hex", "cost")),
    ("draw", ("row", "kept")),
    ("lose_card", ("row", "rating")),
    ("draw_combat", ("row",)),
    ("discard_combat", ("row",)),
    ("end", ("reason", "turns", "vp_0", "vp_1")),
)
(
    E_HAND, E_REVEAL, E_FIRST, E_TURN, E_OBJECTIVE, E_CARD, E_NO_CARD, E_ORDER, E_UNMARK, E_COMBAT_CARD, E_IMPULSE,
    E_MOVE, E_BOARD, E_ATTACK, E_STRIKE_FIRST, E_PARLEY, E_FIZZLE, E_ROLL, E_SHIELDS, E_LOSS, E_CONFIRM, E_GONE,
    E_STARS, E_ALERT, E_BLOCKED, E_BATTLE_BACK, E_PURSUE, E_DRAW, E_LOSE_CARD, E_DRAW_COMBAT, E_DISCARD_COMBAT, E_END,
) = (np.int64(number) for number in range(len(EVENTS)))  # fmt: skip
MOVE_FIRST, MOVE_SECOND, MOVE_RETIRE, MOVE_PURSUIT = (np.int64(kind) for kind in range(4))
STARS_DICE, STARS_TURN, STARS_DISCARD, STARS_GIFT = (np.int64(reason) for reason in range(4))
