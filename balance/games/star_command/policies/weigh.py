"""Weights and worths as whole numbers, so that equal sums stay equal (f2).

`share` is a multiple of every number of hits in play and of 4, so value / hits is whole in units of 1 / (1000 share): the
kill unit. A move score is kept as S * (1 + imp), in units of 1 / (10**10 share): multiplying by (1 + imp) turns the divisions
of f2 by it into whole products, and a Move Phase has one imp, so the order of scores stays the same.
"""

from __future__ import annotations

import numpy as np

from balance.games.star_command.kernel.sight import attack_numbers, card_reach
from balance.games.star_command.kernel.table import leader_of
from balance.games.star_command.state import GAIN_UNIT, RANGERS, SHIELD_NONE
from balance.kit.jit import inner
from balance.kit.square import BIT


@inner
def set_kills(game, rules, player, side):
    """Worth of a hit on each enemy of `side` into mind.kill, in kill units (f2), with what bounds need.

    kill_leader; kill_top, the most of the others; big, a bit board of those worth more than half of it; kill_small, the
    most of the rest.
    """
    mind = game.mind
    leader = leader_of(1 - side)
    top, small, big = np.int64(0), np.int64(0), np.int64(0)
    for unit in range(leader, leader + 16):
        hits = game.hits[unit]
        if hits > 0:
            if unit == leader:
                mind.kill[unit] = player.leader * (rules.hits[unit] - hits + 1) * rules.share
            else:
                mind.kill[unit] = player.value[unit] * rules.part[hits]
                top = max(top, mind.kill[unit])
    for unit in range(leader + 1, leader + 16):
        if game.hits[unit] > 0:
            if 2 * mind.kill[unit] > top:
                big |= BIT[game.pos[unit]]
            else:
                small = max(small, mind.kill[unit])
    mind.kill_leader = mind.kill[leader]
    mind.kill_top, mind.kill_small, mind.big = top, small, big
    shield = player.shield if side == RANGERS and rules.shield != SHIELD_NONE else np.int64(0)
    mind.special_kill = (player.c_special + shield) * rules.share


@inner
def impatience(game, player):
    """imp in hundredths: grows with the turns since the last new low of all hits (f2): int64."""
    quiet = 1000 * (game.turn - game.low_turn) - player.stall_start
    return max(np.int64(0), quiet) * player.stall_gain // 1000


@inner
def set_move_weights(game, rules, player, side):
    """Coefficients of the Move Phase scores into `mind`, all in units of 1 / (10**10 share) times (1 + imp).

    Nothing they depend on changes during a Move Phase: hits, attack cards and turn stay as they are.
    """
    mind = game.mind
    share = rules.share
    imp = impatience(game, player)
    q = GAIN_UNIT + imp
    set_kills(game, rules, player, side)
    mind.adv = player.adv * q * q * 1000 * share
    mind.group = player.adv * player.multi * q * q * share
    mind.home = (player.home * 100 + imp * player.adv) * q * 1000 * share
    mind.hit = player.hit * q * 100
    mind.own = player.own * 10_000_000 * share
    mind.c_move = player.c_move * 10_000_000 * share
    mind.c_special = mind.special_kill * q * 100_000
    mind.noise = 3 * imp * q * 100 * share
    numbers = attack_numbers(game, side)
    for unit in range(16 * side, 16 * side + 16):
        mind.risk[unit] = player.risk * player.value[unit] * 10_000 * share
        mind.by_card[unit] = card_reach(rules, unit, numbers)
