"""The position of a game in play, and the bundle of records that every kernel of AstroNuts receives.

Kernels take one argument `t`, a `Table`: rules (RULES), cast (CAST: all players), g (POSITION, written), out (a row of
the outcome dtype, written), tally (TALLY, added to), trace (a record of `kit.trace` or None). Seats, ships, spaces,
planets and colours are int64 numbers from 0; -1 is "none".
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from balance.games.astronuts.state import PLAYER
from balance.games.astronuts.words import (
    HOLE,
    LASER,
    MAX_PLANETS,
    MAX_SEATS,
    MAX_SHIPS,
    MAX_SPACES,
    SHIELDS,
    codes,
)
from balance.kit.jit import inlined, inner
from balance.kit.streams import streams_dtype

# Slots of the random streams; the numbers up to 5 are the stream purposes of the README, POLICY + seat reads purpose 6.
SETUP, DECLARE, FATE, CHECK, COMBAT, REROLL, POLICY = codes(7)
POLICY_PURPOSE = POLICY
SLOTS = 7 + 3  # one POLICY slot per seat

OVER_BY_GOAL, OVER_BY_EXPLORING = np.int64(1), np.int64(2)  # values of g.over; 0 while the game goes on
NONE = np.int64(-1)
ZERO, ONE = codes(2)

_I8 = np.int64

POSITION = np.dtype(
    [
        ("streams", streams_dtype(SLOTS)),
        ("seats", _I8),
        ("block", _I8),
        ("player", _I8, (MAX_SEATS,)),
        ("home", _I8, (MAX_SEATS,)),  # space
        ("turn", _I8, (MAX_SEATS,)),  # own numbering the seat looks through
        # pieces
        ("coins", _I8, (MAX_PLANETS,)),  # bit per colour
        ("nuts", _I8, (MAX_PLANETS,)),  # number of them
        ("free", _I8, (MAX_PLANETS,)),  # free slots
        ("col", _I8, (MAX_PLANETS, MAX_SEATS)),
        ("colonies", _I8, (MAX_SEATS,)),  # on the board
        ("figures", _I8, (MAX_SEATS,)),  # supply
        ("founded", _I8, (MAX_SEATS,)),  # all that ever stood
        ("ship", _I8, (MAX_SEATS, MAX_SHIPS)),  # space or -1
        ("ships", _I8, (MAX_SEATS,)),  # on the board
        ("occupant", _I8, (MAX_SPACES,)),  # 4 * seat + ship, or -1
        ("manned", _I8),  # planets with a ship, as bits
        ("bank", _I8, (4,)),
        ("hand", _I8, (MAX_SEATS, 4)),
        ("purse", _I8, (MAX_SEATS,)),  # sum of the hand
        ("marker", _I8, (MAX_SEATS, 4)),
        ("tech", _I8, (MAX_SEATS,)),  # mask
        ("lost_to", _I8, (MAX_SEATS,)),  # what took the last ship
        ("carry", _I8, (MAX_SEATS,)),
        ("warps", _I8, (MAX_SEATS,)),  # Time Warp uses left
        ("fate_of", np.int16, (MAX_SEATS, 36)),
        # progress
        ("round_no", _I8),
        ("seat", _I8),  # whose turn it is
        ("rich", _I8),  # planets with Nuts
        ("rich_at_start", _I8),
        ("last_round", _I8),  # the goal was reached under end_of_round
        ("over", _I8),  # the game has ended at once, and why
        ("failed", _I8),  # a policy chose an illegal step (a bug)
        ("leader", _I8),  # seat last alone in the lead, or -1
        # this turn
        ("a", _I8),  # actions left
        ("refused", _I8),  # bit per space whose owner refused passage
        ("granted", _I8),
        ("must", _I8),  # ship that announced a crossing and must move on, or -1
        ("defect", _I8, (MAX_SHIPS,)),
        ("leave", _I8, (MAX_SHIPS,)),
        ("extract", _I8, (MAX_SHIPS,)),
        ("toll_extract", _I8, (MAX_SHIPS,)),
        ("toll_found", _I8, (MAX_SHIPS,)),
        ("death", _I8, (MAX_SHIPS,)),
        ("price", _I8, (MAX_SHIPS,)),
        ("free_left", _I8, (MAX_SHIPS,)),
        ("pending", _I8, (MAX_SHIPS,)),  # landed, fate not rolled yet (landing_trigger = stop)
        ("on_rock", _I8, (MAX_SHIPS,)),  # entered the asteroid space it stands on this turn
        # the step chosen
        ("step", _I8),
        ("k", _I8),  # ship
        ("to", _I8),  # space entered or attacked
        ("via", _I8, (3,)),  # occupied spaces passed over, -1 padded
        ("target", _I8),  # seat attacked, or technology
        ("goal", _I8),  # space the ship is heading for, -1 none
        ("goal_gap", _I8),  # distance from the goal at which the ship has arrived
        # scratch of the decision kernels
        ("striking", _I8),  # 1 if `struck` holds anything
        ("struck", _I8, (2, MAX_SHIPS)),  # goals without a step: planets as bits; plain moves, attack positions
        ("path", _I8, (5,)),
        ("at", _I8, (5,)),
        ("depth", _I8),
    ]
)


MAX_PLAYERS = 64
CAST = np.dtype([("player", PLAYER, (MAX_PLAYERS,))])


class Table(NamedTuple):
    """What lies on the table: one argument for every kernel.

    Records only: each is one pointer, so that a call passes the whole table in registers. An array would cost seven words.
    """

    rules: Any
    cast: Any
    g: Any
    out: Any
    tally: Any
    trace: Any


def new_cast(players: Any) -> Any:
    """The player records (a recarray of at most MAX_PLAYERS) as one CAST record."""
    cast = np.zeros(1, CAST).view(np.recarray)[0]
    cast.player[: len(players)] = players
    return cast


def new_position() -> Any:
    """An empty position record."""
    return np.zeros(1, POSITION).view(np.recarray)[0]


@inlined
def has(t, seat, tech):
    """1 if `seat` owns technology `tech` (LASER .. WARP), else 0."""
    return (t.g.tech[seat] >> tech) & 1


@inner
def bonus_against(t, seat, other):
    """Bonus of attacker `seat` less that of defender `other` (AN-36, AN-37): -3..3."""
    return t.rules.laser_bonus * has(t, seat, LASER) - t.rules.shield_bonus * has(t, other, SHIELDS)


@inlined
def planet_of(t, space):
    """Planet number of `space` or -1."""
    return np.int64(t.rules.planet_at[space])


@inlined
def is_free(t, space):
    """True if no ship stands on `space` (AN-21)."""
    return t.g.occupant[space] < 0


@inner
def own_planet(t, seat, planet):
    """True if `planet` is an own planet of `seat`: an own colony there or (own_planet) the own home (F63, F65)."""
    if t.g.col[planet, seat] > 0:
        return True
    return t.rules.own_planet == 0 and np.int64(t.rules.space_of[planet]) == t.g.home[seat]


@inner
def units_there(t, seat, other, space):
    """Units of `other` on `space` that `seat` may attack: ship + 2 * colonies as (ship 0/1, colonies); home_immune."""
    if t.rules.home_immune and space == t.g.home[other]:
        return np.int64(0), np.int64(0)
    ship = np.int64(0)
    occupant = t.g.occupant[space]
    if occupant >= 0 and occupant >> 2 == other:
        ship = np.int64(1)
    planet = planet_of(t, space)
    if planet < 0:
        return ship, np.int64(0)
    return ship, t.g.col[planet, other]


@inner
def hole_is_open(t, space):
    """True if a ship may jump to `space`: an AstroHole free of ships (AN-74)."""
    return np.int64(t.rules.kind[space]) == HOLE and is_free(t, space)
