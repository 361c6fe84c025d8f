"""The table: the state of one game as one record. All fields are int64, so no read ever needs a cast.

Seats are 0..3, pieces 0..215 (see `state`), -1 means none. Arrays by piece are indexed by piece number. `u_` arrays hold
the attacking fleet, one entry per unit in fleet order (busters last); `t_` arrays hold the defender's orbit, one entry per
target in ring order (drones that stand alone last). Both live from the declaration of an attack to its aftermath.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.games.planet_busters.state import GAME_COUNTS, KIND_COUNTS, PIECES, PLAYER, SEAT_COUNTS, SEATS, UNIT_KINDS
from balance.kit.streams import streams_dtype

NOISE_SLOT, KEY_SLOT, RING_SLOT = 0, 4, 5  # noise of seat s is slot s
SLOTS = 6
PURPOSES = 10  # addressed dice: purposes 0..9
UNLIMITED = 1_000_000  # fuel points of a tanker or a station
MOST_TORPEDOES = 4  # of one piece: the end of the range of `torpedoes.*`

_SCALARS = (
    "clock",  # player-turns of all games of this state: stamps of earlier turns are never mistaken for new ones
    "seats", "turn", "round_no", "seat", "first", "over", "reason", "failed",
    "spy_out", "drawn", "drawer", "treaty_in",  # the Treaty: drawn?, by whom, is it in the deck?
    "deck_n", "deck_at", "disc_n", "ran_out", "restocks", "drone_at",
    "plan_n", "plan_need", "plan_left", "plan_torps", "plan_punch", "plan_lasers",
    "cost_move", "cost_fire", "cost_aboard", "cost_ashore", "cost_none", "cost_moved",  # the fleet a policy has in mind
    "foe", "un", "tn", "open_others", "open_colonies", "seen_n", "chaff", "wreck_n", "hide_n", "bound", "mark_n",
    "shot_n", "fought",
    "g_fired_drone", "g_fired", "g_aim", "g_stamp", "g_sunk_first",  # the group that is being resolved
    "dom_seat", "dom_since", "lead_seat", "lead_since", "last_leader",
)  # fmt: skip
_BY_SEAT = (
    "player", "rack_n", "ring_n", "roster_n", "world_n", "colonies", "points", "fuel_sum", "reserve_n", "reserve_at",
    "credit",
)  # fmt: skip
_BY_PIECE = (
    "deck", "disc", "key", "order", "flag",
    "up", "chosen", "spied", "melded_at", "judged", "marked", "tank",
    "plan_piece", "plan_tow", "sorted", "rank", "pick",
    "u_piece", "u_tow", "u_here", "u_fire", "u_def", "u_laser", "u_act", "u_torp", "u_pair", "u_next", "u_pay", "u_stamp",
    "u_shed", "u_home", "u_gain",
    "t_piece", "t_here", "t_hide", "t_drone", "t_act", "t_screened", "t_torp", "t_head", "t_tail", "t_count", "t_stay",
    "t_seen", "t_pay", "t_aim", "t_gain", "t_value", "t_def", "t_fires", "t_fire",
    "wreck", "wreck_owner", "hide", "hide_to", "hide_why", "mark", "mark_event", "mark_foe", "shot",
)  # fmt: skip

STATE = np.dtype(
    [("streams", streams_dtype(SLOTS))]
    + [(name, np.int64) for name in _SCALARS]
    + [(name, np.int64, (SEATS,)) for name in _BY_SEAT]
    + [(name, np.int64, (PIECES,)) for name in _BY_PIECE]
    + [
        ("rack", np.int64, (SEATS, PIECES)),  # sorted by piece number
        ("ring", np.int64, (SEATS, PIECES)),  # the orbit in ring order
        ("roster", np.int64, (SEATS, PIECES)),  # the same between battles, sorted by piece number
        ("world", np.int64, (SEATS, PIECES)),  # planets of the Sphere, sorted by value
        ("reserve", np.int64, (SEATS, PIECES)),
        ("held", np.int64, (SEATS, 34)),  # rack pieces by kind
        ("fuel", np.int64, (SEATS, 16)),  # fuel counters in the rack by value
        ("draw_no", np.int64, (PURPOSES, PIECES)),  # draws made, counted from clock x 256
        ("bucket", np.int64, (130,)),
        ("salvo", np.int64, (MOST_TORPEDOES * PIECES,)),  # hits of torpedoes that fly together: side, aim, firer
        ("block", np.int64, (24,)),  # where the pieces of a kind start in `sorted`
        ("planet_left", np.int64, (2,)),  # fuel of planets not yet used: attacker, defender
        ("leftover", np.int64, (2,)),  # points of played counters
        ("played", np.int64, (2,)),  # counters were played by attacker, defender
        ("lost", np.int64, (2,)),  # VAL lost in this battle: attacker, defender
        ("counts", np.int64, (len(GAME_COUNTS),)),
        ("seat_counts", np.int64, (len(SEAT_COUNTS), SEATS)),
        ("opening", np.int64, (SEATS,)),
        ("by_kind", np.int64, (len(KIND_COUNTS), len(UNIT_KINDS))),
    ],
    align=True,  # the streams end on half a word: packed behind them, one field in eight would lie across cache lines
)

BENCH = np.dtype([("of", PLAYER, (SEATS,))], align=True)


def bench(players: Any) -> Any:
    """The players as one record: numba counts references to an array wherever it is handed on, to a record never."""
    record = np.zeros(1, BENCH).view(np.recarray)[0]
    record.of[: len(players)] = players
    return record


def new_state() -> Any:
    """A zeroed state record."""
    return np.zeros(1, STATE).view(np.recarray)[0]
