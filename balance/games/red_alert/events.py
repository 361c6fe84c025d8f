"""Rows of the trace: which events there are and what their values mean. No numba here.

The numbers are np.int64 because kernels take them as arguments (see `kernel.record`).
"""

from __future__ import annotations

import numpy as np

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
