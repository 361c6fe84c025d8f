"""Repairs at the end of the own Battle Phase (SC-40, SC-41)."""

from __future__ import annotations

import numpy as np

from balance.games.star_command.events import REPAIR
from balance.games.star_command.kernel.cards import special_line, spend
from balance.games.star_command.kernel.table import REPAIRS, SPECIALS_REPAIR, place
from balance.games.star_command.policies.mending import choose_robot, choose_square
from balance.games.star_command.state import PASS
from balance.kit.jit import inner, shared
from balance.kit.trace import emit


@inner
def mend(game, rules, tally, side, repairer, unit, square, trace):
    """Return the destroyed `unit` to `square` for a Special, with its full hits or `restored_hits` (SC-40)."""
    line = special_line(game, rules, side)
    spend(game, tally, side, line)
    hits = rules.hits[unit]
    if rules.restored > 0:
        hits = min(hits, rules.restored)
    game.hits[unit] = hits
    game.hits_total += hits
    place(game, rules, unit, square)
    game.acted = 1
    game.count[side, REPAIRS] += 1
    game.count[side, SPECIALS_REPAIR] += 1
    emit(trace, REPAIR, side, repairer, unit, square, line)


@shared
def repair_step(game, rules, player, tally, trace):
    """Each repairer on the board, in id order, returns units while it may and can. Writes `game`, `tally`."""
    side = game.side
    if player.kind == PASS or special_line(game, rules, side) < 0:
        return
    ready = np.int64(0)  # a unit just repaired never repairs in the same phase (SC-41)
    for i in range(16):
        if rules.repairs[16 * side + i] and game.pos[16 * side + i] >= 0:
            ready |= np.int64(1) << i
    for i in range(16):
        if (ready >> i) & 1 == 0:
            continue
        repairer = np.int64(16 * side + i)
        for _ in range(rules.repair_limit):
            unit = choose_robot(game, rules, player, side)
            if unit < 0 or special_line(game, rules, side) < 0:
                return
            square = choose_square(game, rules, side, repairer)
            if square < 0:
                break
            mend(game, rules, tally, side, repairer, unit, square, trace)
