"""The game record: board, hands, deck and counters, and the moves that keep board, lines and bit boards in step."""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.games.star_command.state import (
    CARDS,
    DECK_MAX,
    OPTIONS_MAX,
    SIDE_COLUMNS,
    SIDES,
    SQUARES,
    TURNS_MAX,
    UNITS,
)
from balance.kit.jit import inlined, inner, shared
from balance.kit.square import BIT, LINES, toggle
from balance.kit.streams import streams_dtype

# Stream slots: choices of the policy "random" per side (the slot is the side), first player, set-up.
FIRST_SLOT, SETUP_SLOT, SLOTS = 2, 3, 4
# Purposes of streams (README, Draws).
P_FIRST, P_SETUP, P_SHUFFLE, P_STALL, P_CHOICE = 1, 2, 3, 4, 5

# Counters per side, in the order of state.SIDE_COLUMNS.
(CARDS_DRAWN, DISCARDED_LIMIT, DEAD_DRAWN, DEAD_DISCARDED, DEAD_HANDS, SOFT_DEAD_HANDS, IDLE_TURNS, MOVES_SINGLE,
 MOVES_GROUP, GROUP_UNITS, SQUARES_MOVED, ATTACKS, NEGATED, FLIPS, FLIP_KILLS, SPECIALS_MOVE, SPECIALS_ATTACK,
 SPECIALS_DEFENSE, SPECIALS_REPAIR, REPAIRS, LOOKS) = range(len(SIDE_COLUMNS))  # fmt: skip

MIND = np.dtype(
    [(name, np.int64) for name in (
        "adv", "home", "group", "hit", "own", "c_move", "c_special", "special_kill", "noise",  # scaled weights, see weigh.py
        "kill_leader", "kill_top", "kill_small", "big", "leader_shooters",
    )]
    + [
        ("kill", np.int64, (UNITS,)),  # worth of a hit on each enemy
        ("risk", np.int64, (UNITS,)),  # price of one enemy shooter on each own unit
        ("by_card", np.int64, (UNITS,)),  # bit d: an Attack card in hand reaches distance d
    ]
)  # fmt: skip

GAME = np.dtype(
    [
        ("streams", streams_dtype(SLOTS)),
        ("board", np.int64, (SQUARES,)),  # unit id or -1
        ("lines", np.uint8, (LINES,)),  # occupancy per line, kit/square.py
        ("men", np.int64, (SIDES,)),  # bit board per side
        ("armed", np.int64, (SIDES, 8)),  # bit board of the units whose Range stat is at least d (none for d = 0)
        ("pos", np.int64, (UNITS,)),  # square or -1
        ("hits", np.int64, (UNITS,)),
        ("moved", np.int64, (UNITS,)),  # this turn
        ("attacked", np.int64, (UNITS,)),
        ("defended", np.int64, (UNITS,)),
        ("deck", np.int64, (DECK_MAX,)),  # card lines; deck[deck_at] is the top card
        ("discard", np.int64, (CARDS,)),  # copies per line
        ("hand", np.int64, (SIDES, CARDS)),
        ("hand_n", np.int64, (SIDES,)),
        ("captures", np.int64, (SIDES,)),  # enemy units removed, repaired ones counted again
        ("count", np.int64, (SIDES, len(SIDE_COLUMNS))),
        ("who", np.int64, (SIDES,)),  # index of the player record
        ("options", np.int64, (OPTIONS_MAX,)),
        ("order", np.int64, (16,)),  # own units in the order of SC-21
        ("team", np.int64, (16,)),  # units of a group advance, and where they came from
        ("team_from", np.int64, (16,)),
        ("steps", np.int64, (2, SQUARES)),  # king steps from a unit's square (path = "steps"), without and with passing
        ("queue", np.int64, (SQUARES,)),
        ("held", np.int64, (4,)),  # cards in hand by type, while discarding
        ("seen", np.int64, (TURNS_MAX,)),  # positions since the stall watch began
        ("mind", MIND),
    ]
    + [(name, np.int64) for name in (
        "deck_n", "deck_at", "discard_n", "shuffles", "passes", "team_n", "order_n",
        "turn", "side", "first", "over", "winner", "reason", "acted", "plays",
        "hits_total", "hits_low", "low_turn", "answers", "looked",
        "first_shot", "first_loss", "first_leader_hit", "play_capped", "buzz_defenses", "hornet_draws",
        "killer", "killer_distance", "killer_card", "leader_gap", "watched", "repeats", "watched_idle",
    )],
    align=True,
)  # fmt: skip


def new_game() -> Any:
    """An empty game record for tests and worked examples; kernels fill it."""
    game = np.zeros(1, GAME).view(np.recarray)[0]
    clear(game)
    return game


@shared
def clear(game):
    """Empty board, hands, deck and counters, as before the set-up. Writes `game` (not its streams)."""
    game.board[:] = -1
    game.lines[:] = 0
    game.men[:] = 0
    game.armed[:] = 0
    game.pos[:] = -1
    game.hits[:] = 0
    game.moved[:] = 0
    game.attacked[:] = 0
    game.defended[:] = 0
    game.discard[:] = 0
    game.hand[:] = 0
    game.hand_n[:] = 0
    game.captures[:] = 0
    game.count[:] = 0
    game.deck_n = game.deck_at = game.discard_n = game.shuffles = game.passes = game.team_n = game.order_n = 0
    game.turn = game.side = game.first = game.over = game.reason = game.acted = game.plays = 0
    game.hits_total = game.hits_low = game.low_turn = game.answers = game.looked = 0
    game.first_shot = game.first_loss = game.first_leader_hit = game.play_capped = 0
    game.buzz_defenses = game.hornet_draws = game.leader_gap = 0
    game.watched = game.repeats = game.watched_idle = 0
    game.winner = game.killer = game.killer_distance = game.killer_card = -1


@inlined
def mark(game, rules, unit, square):
    """Add `unit` on `square` to the bit boards of its side, or take it off them. Writes men, armed."""
    side = unit >> 4
    game.men[side] ^= BIT[square]
    for distance in range(1, rules.range[unit] + 1):
        game.armed[side, distance] ^= BIT[square]


@shared
def place(game, rules, unit, square):
    """Put `unit` on the empty `square`. Writes board, pos, lines, men, armed (SC-03)."""
    game.board[square] = unit
    game.pos[unit] = square
    mark(game, rules, unit, square)
    toggle(game.lines, square)


@inner
def lift(game, rules, unit):
    """Take `unit` off the board. Writes board, pos, lines, men, armed."""
    square = game.pos[unit]
    game.board[square] = -1
    game.pos[unit] = -1
    mark(game, rules, unit, square)
    toggle(game.lines, square)


@inner
def try_step(game, unit, square):
    """Move `unit` to the empty `square` for trial: writes board, pos and lines, not the bit boards of its side."""
    before = game.pos[unit]
    game.board[before] = -1
    game.board[square] = unit
    game.pos[unit] = square
    toggle(game.lines, before)
    toggle(game.lines, square)


@shared
def leader_of(side):
    """Unit id of the side's leader: int64."""
    return 16 * side


@inner
def end_game(game, winner, reason):
    """Stop the game. Writes over, winner (-1 = nobody), reason."""
    game.over = 1
    game.winner = winner
    game.reason = reason
