"""Trials of laser fire: single shots, duels, several on one, screens, reflectors, tows (tables of `odds_lasers.py`)."""

from __future__ import annotations

from collections.abc import Sequence

from balance.games.planet_busters import state as s
from tests.games.planet_busters.agreement import Act, Trial, armed, figure, fire, gone, screened, trial
from tests.games.planet_busters.positions import Position
from tests.games.planet_busters.steps import torpedo_step


def shots(ships: Sequence[str], target: str, *, drone: bool = False) -> tuple[Position, list[int], int]:
    """Ships that fire at one piece which does not reply, maybe under a drone: position, ships, target."""
    p = Position()
    fleet = p.orbit(0, *ships)
    (piece,) = p.orbit(1, target)
    p.attack(1, fleet)
    armed(p, [(ship, piece) for ship in fleet])
    if drone:
        screened(p, piece)
    return p, fleet, piece


def after_fire(p: Position, *pieces: int) -> Act:
    """Fire, then see which of these are gone."""

    def act() -> list[int]:
        fire(p)
        return gone(p, *pieces)

    return act


@trial
def laser_near() -> Trial:
    p, _, target = shots(["baycruz"], "dranaut")
    return p, after_fire(p, target), [figure("laser", -1, "hit")]


@trial
def laser_far() -> Trial:
    p, _, target = shots(["scout"], "deathon")
    return p, after_fire(p, target), [figure("laser", -6, "hit")]


def met(attacker: str, defender: str, timing: str = "simultaneous") -> tuple[Position, int, int]:
    """Two pieces that fire at each other."""
    p = Position({"laser_timing": timing})
    (ship,) = p.orbit(0, attacker)
    (piece,) = p.orbit(1, defender)
    p.attack(1, [ship])
    armed(p, [(ship, piece)], [(piece, ship)])
    return p, ship, piece


@trial
def duel_lasers() -> Trial:
    p, ship, piece = met("zerstor", "conicle")

    def act() -> list[int]:
        fire(p)
        a, d = gone(p, ship, piece)
        return [a & d, d & (1 - a), a & (1 - d)]

    rows = ("both lost", "only defender lost", "only attacker lost")
    return p, act, [figure("duel", row, attacker=2, defender=3) for row in rows]


@trial
def duel_attacker_first() -> Trial:
    p, ship, piece = met("zerstor", "conicle", "attacker_first")
    wanted = {"attacker": 2, "defender": 3, "laser_timing": "attacker_first"}
    rows = ("attacker lost", "defender lost")
    return p, after_fire(p, ship, piece), [figure("duel", row, **wanted) for row in rows]


@trial
def duel_torpedoes() -> Trial:
    p, ship, piece = met("zerstor", "conicle")

    def act() -> list[int]:
        fire(p)
        torpedo_step(p.st, p.rules, p.players, p.tally)
        return gone(p, ship, piece)

    wanted = {"attacker": 2, "defender": 3, "attacker_torpedoes": 1, "defender_torpedoes": 1}
    return p, act, [figure("duel", row, **wanted) for row in ("attacker lost", "defender lost")]


@trial
def focus_open() -> Trial:
    p, _, target = shots(["zerstor", "zerstor"], "baycruz")
    return p, after_fire(p, target), [figure("focus", 2, "lost", attackers="2,2", defender=5)]


@trial
def focus_screened() -> Trial:
    p, _, target = shots(["baycruz", "conicle"], "carrier", drone=True)

    def act() -> list[int]:
        fire(p)
        return [*gone(p, target), int(p.st.t_drone[p.target(target)] < 0)]

    wanted = {"attackers": "5,3", "defender": 1, "screened": True}
    return p, act, [figure("focus", 2, column, **wanted) for column in ("lost", "drone_lost")]


@trial
def whirler_rolls() -> Trial:
    p, _, target = shots(["whirler"], "dranaut")
    return p, after_fire(p, target), [figure("whirler", 6, "hit")]


@trial
def sailing_in_a_duel() -> Trial:
    p, ship, piece = met("sailing_ship", "conicle")
    columns = ("sailing_lost", "opponent_lost")
    return p, after_fire(p, ship, piece), [figure("sailing", 3, column) for column in columns]


@trial
def screen_two_units() -> Trial:
    p, _, target = shots(["conicle", "conicle"], "screen_satellite")

    def act() -> list[int]:
        fire(p)
        assert p.count(s.SCREEN_BROKEN) == gone(p, target)[0]
        return [p.count(s.SCREEN_BROKEN)]

    return p, act, [figure("screen", "field falls")]


@trial
def screen_whirler_and_drone() -> Trial:
    p, _, target = shots(["whirler"], "screen_satellite", drone=True)
    return p, after_fire(p, target), [figure("screen", "field falls", attackers="w", screened=True)]


@trial
def clear_three_duels() -> Trial:
    p = Position()
    fleet = p.orbit(0, "baycruz", "conicle", "zerstor")
    orbit = p.orbit(1, "scout", "zerstor", "tug")
    p.attack(1, fleet)
    armed(p, list(zip(fleet, orbit)), list(zip(orbit[:2], fleet)))

    def act() -> list[int]:
        fire(p)
        lost = sum(gone(p, *fleet))
        return [int(all(gone(p, *orbit))), int(lost == 0), lost]

    rows = ("orbit cleared", "attacker loses nothing", "expected attackers lost")
    return p, act, [figure("clear", row) for row in rows]


def mirrored(ship: str, row: str) -> Trial:
    """One ship fires at the Reflector."""
    p, (firer,), mirror = shots([ship], "reflector")

    def act() -> list[int]:
        fire(p)
        own, other = gone(p, firer, mirror)
        return [other, own, own & other]

    return p, act, [figure("reflector", row, column) for column in ("reflector_lost", "firer_lost", "both_lost")]


@trial
def reflector_baycruz() -> Trial:
    return mirrored("baycruz", "5")


@trial
def reflector_deathon() -> Trial:
    return mirrored("deathon", "7")


@trial
def reflector_whirler() -> Trial:
    return mirrored("whirler", "whirler")


def towing(target: str) -> tuple[Position, int, int]:
    """A tug with an armored satellite attacks one piece."""
    p = Position()
    tug, satellite = p.orbit(0, "tug", "armored_satellite")
    (piece,) = p.orbit(1, target)
    p.attack(1, [tug], {tug: satellite})
    return p, tug, piece


@trial
def reflector_tow() -> Trial:
    p, tug, mirror = towing("reflector")
    armed(p, [(tug, mirror)])

    def act() -> list[int]:
        fire(p)
        return [*gone(p, mirror), int(p.st.u_tow[p.unit(tug)] < 0)]

    return p, act, [figure("reflector", "tow", column) for column in ("reflector_lost", "firer_lost")]


@trial
def tow_under_fire() -> Trial:
    p, tug, piece = towing("baycruz")
    armed(p, [(tug, piece)], [(piece, tug)])

    def act() -> list[int]:
        fire(p)
        (lost,) = gone(p, tug)
        shed = int(p.st.u_tow[p.unit(tug)] < 0)
        return [shed, lost, shed - lost]

    return p, act, [figure("tow", 5, column) for column in ("hit", "tug_lost", "tow_lost")]
