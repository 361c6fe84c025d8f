"""Closing the books: the outcome row of a finished game."""

from __future__ import annotations

from balance.games.contract import CAPPED, PLAYED_OUT
from balance.games.star_command.kernel.table import (
    ATTACKS,
    CARDS_DRAWN,
    DEAD_DISCARDED,
    DEAD_DRAWN,
    DEAD_HANDS,
    DISCARDED_LIMIT,
    FLIP_KILLS,
    FLIPS,
    GROUP_UNITS,
    IDLE_TURNS,
    LOOKS,
    MOVES_GROUP,
    MOVES_SINGLE,
    NEGATED,
    REPAIRS,
    SOFT_DEAD_HANDS,
    SPECIALS_ATTACK,
    SPECIALS_DEFENSE,
    SPECIALS_MOVE,
    SPECIALS_REPAIR,
    SQUARES_MOVED,
    leader_of,
)
from balance.games.star_command.state import SIDES, TURN_CAP
from balance.kit.jit import inner


@inner
def _write_result(game, row):
    """Winner, reason and shares of the win (SC-02, SC-52). Writes `row`."""
    row.ending = CAPPED if game.reason == TURN_CAP else PLAYED_OUT
    row.first_side = game.first
    row.winner_side = game.winner
    row.end_reason = game.reason
    for side in range(SIDES):
        if game.winner < 0:
            row.win[side] = 0.0 if game.reason == TURN_CAP else 0.5
        else:
            row.win[side] = 1.0 if game.winner == side else 0.0
    if game.winner < 0:
        row.first_won = -1
    else:
        row.first_won = 1 if game.winner == game.first else 0


@inner
def _write_scalars(game, row):
    """Columns of the whole game. Writes `row`."""
    row.turns = game.turn
    row.reshuffles = max(game.shuffles - 1, 0)
    row.flag_play_cap = game.play_capped
    row.first_shot_turn = game.first_shot
    row.first_loss_turn = game.first_loss
    row.first_leader_hit_turn = game.first_leader_hit
    row.buzz_special_defenses = game.buzz_defenses
    row.hornet_draws = game.hornet_draws
    row.killer_type = game.killer
    row.killer_distance = game.killer_distance
    row.killer_card = game.killer_card
    row.leader_file_gap = game.leader_gap
    row.quiet_turns = game.turn - game.low_turn
    row.watched_turns = game.watched
    row.repeats = game.repeats
    row.watched_idle = game.watched_idle


@inner
def _write_standing(game, row, side):
    """Hits and units left of one side. Writes `row`."""
    hits, units = 0, 0
    for unit in range(16 * side, 16 * side + 16):
        if game.pos[unit] >= 0:
            units += 1
            hits += game.hits[unit]
    row.hits_left[side] = hits
    row.units_left[side] = units
    row.leader_hits[side] = game.hits[leader_of(side)]


@inner
def _write_counters(game, row, side):
    """Counted columns of one side. Writes `row`."""
    count = game.count[side]
    row.cards_drawn[side] = count[CARDS_DRAWN]
    row.cards_discarded_limit[side] = count[DISCARDED_LIMIT]
    row.dead_drawn[side] = count[DEAD_DRAWN]
    row.dead_discarded[side] = count[DEAD_DISCARDED]
    row.dead_hand_turns[side] = count[DEAD_HANDS]
    row.soft_dead_hand_turns[side] = count[SOFT_DEAD_HANDS]
    row.idle_turns[side] = count[IDLE_TURNS]
    row.moves_single[side] = count[MOVES_SINGLE]
    row.moves_group[side] = count[MOVES_GROUP]
    row.group_units[side] = count[GROUP_UNITS]
    row.squares_moved[side] = count[SQUARES_MOVED]
    row.attacks[side] = count[ATTACKS]
    row.attacks_negated[side] = count[NEGATED]
    row.flips[side] = count[FLIPS]
    row.flip_kills[side] = count[FLIP_KILLS]
    row.specials_move[side] = count[SPECIALS_MOVE]
    row.specials_attack[side] = count[SPECIALS_ATTACK]
    row.specials_defense[side] = count[SPECIALS_DEFENSE]
    row.specials_repair[side] = count[SPECIALS_REPAIR]
    row.repairs[side] = count[REPAIRS]
    row.looks[side] = count[LOOKS]


@inner
def write_row(game, row):
    """Fill every field of the outcome record `row` from the finished game."""
    _write_result(game, row)
    _write_scalars(game, row)
    for side in range(SIDES):
        _write_standing(game, row, side)
        _write_counters(game, row, side)
