"""Decisions about other seats' ships and colonies: D5 passage, D7 which unit is attacked, D12 is in the dice."""

from __future__ import annotations

import numpy as np

from balance.games.astronuts.kernel.dice import choose_below, is_random, note
from balance.games.astronuts.kernel.table import ZERO
from balance.games.astronuts.words import EV_ASK
from balance.kit.jit import inner


@inner
def grants_passage(t, owner, seat, space):
    """Does `owner` let a ship of `seat` pass over its ship on `space` (D5)?"""
    if is_random(t, owner):
        answer = choose_below(t, owner, np.int64(2)) == 0
    else:
        answer = t.cast.player[t.g.player[owner]].consent != 0
    note(t, EV_ASK, owner, space, np.int64(answer), seat, ZERO, ZERO, ZERO)
    return answer


@inner
def picks_ship(t, chooser, seat, ship, colonies):
    """Is the ship the unit that is attacked, rather than a colony (D7)? `ship` 0/1, `colonies` counts, not both 0.

    The defender offers the ship; an attacker who may pick (target_choice) takes what it values more, the ship on a tie.
    """
    if ship == 0 or colonies == 0:
        return ship > 0
    if t.rules.target_choice >= 2:
        return t.rules.target_choice == 2
    if is_random(t, chooser):
        return choose_below(t, chooser, ship + colonies) == 0
    me = t.cast.player[t.g.player[chooser]]
    return chooser != seat or me.w_kship >= me.w_kcol
