"""One whole game: the turn loop, and the entry points of the engine."""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.games.contract import Kernels
from balance.games.star_command.events import END, TURN
from balance.games.star_command.kernel.battle import battle_phase
from balance.games.star_command.kernel.move_phase import move_phase
from balance.games.star_command.kernel.orders import keep_limit, orders_phase
from balance.games.star_command.kernel.record import write_row
from balance.games.star_command.kernel.repair import repair_step
from balance.games.star_command.kernel.setup import start_game
from balance.games.star_command.kernel.table import IDLE_TURNS, P_CHOICE, end_game, new_game
from balance.games.star_command.kernel.watch import watch_turn
from balance.games.star_command.state import RANDOM, SIDES, TURN_CAP, UNITS
from balance.kit.jit import inner, kernel
from balance.kit.streams import open_stream, stream_id
from balance.kit.trace import emit


@inner
def begin_turn(game, players, turn, trace):
    """Whose turn it is, and per-turn limits back to zero (SC-06, SC-17, SC-28). Writes `game`."""
    game.turn = turn
    game.side = (game.first + turn - 1) & 1
    game.moved[:] = 0
    game.attacked[:] = 0
    game.defended[:] = 0
    game.answers = game.looked = game.acted = 0
    for side in range(SIDES):
        if players[game.who[side]].kind == RANDOM:
            open_stream(game.streams, side, stream_id(P_CHOICE, side, turn))
    emit(
        trace, TURN, game.side, turn, game.deck_n - game.deck_at, game.discard_n, game.hand_n[0], game.hand_n[1],
        turn - game.low_turn,
    )  # fmt: skip
    watch_turn(game, trace)


@kernel
def play_turn(game, rules, players, tally, turn, trace):
    """Orders, Move, Battle, repairs (SC-06, SC-42). Writes `game`, `tally`."""
    begin_turn(game, players, turn, trace)
    side = game.side
    player = players[game.who[side]]
    orders_phase(game, rules, player, tally, trace)
    if not game.over:
        move_phase(game, rules, player, tally, trace)
    if not game.over:
        battle_phase(game, rules, players, tally, trace)
    if not game.over:
        repair_step(game, rules, player, tally, trace)
        if rules.limit_at_end:
            keep_limit(game, rules, player, side, trace)
    if not game.acted:
        game.count[side, IDLE_TURNS] += 1
        if game.watched > 0:
            game.watched_idle += 1


@inner
def _cap(game, rules):
    """The turn cap is reached (SC-52): nobody wins, or the side with more hits left. Writes `game`."""
    ahead = np.int64(0)
    if rules.material:
        for unit in range(UNITS):
            if game.pos[unit] >= 0:
                ahead += game.hits[unit] if unit < 16 else -game.hits[unit]
    end_game(game, -1 if ahead == 0 else (0 if ahead > 0 else 1), TURN_CAP)


@kernel
def play_out(game, rules, players, seating, luck, block, row, tally, trace):
    """Play block `block` to its end and write `row`. Writes `game`, `row`, `tally`."""
    game.who[0] = seating[0]
    game.who[1] = seating[1]
    start_game(game, rules, tally, luck, block, trace)
    turn = np.int64(0)
    while not game.over and turn < rules.turn_cap:
        turn += 1
        play_turn(game, rules, players, tally, turn, trace)
    if not game.over:
        _cap(game, rules)
    emit(trace, END, -1, game.winner, game.reason, game.turn)
    write_row(game, row)


@kernel
def play_games(game, rules, players, seatings, luck, first, last, outcomes, tally):
    """Games first..last-1 into outcomes[0..], in the one `game` record. Writes `game`, `outcomes`, `tally`."""
    n = seatings.shape[0]
    for g in range(first, last):
        play_out(game, rules, players, seatings[g % n], luck, np.int64(g // n), outcomes[g - first], tally, None)


def play_range(
    rules: Any, players: Any, seatings: Any, luck: Any, first: int, last: int, outcomes: Any, tally: Any
) -> None:
    """Games first..last-1 into outcomes[0..]; see `contract.Kernels`."""
    play_games(new_game(), rules, players, seatings, luck, first, last, outcomes, tally)


def play_one(
    rules: Any, players: Any, seating: Any, luck: Any, block: int, outcome: Any, tally: Any, trace: Any
) -> None:
    """One game with its trace; see `contract.Kernels`. Writes the same row as `play_range`."""
    play_out(new_game(), rules, players, seating, luck, block, outcome, tally, trace)


KERNELS = Kernels(play_range=play_range, play_one=play_one)
