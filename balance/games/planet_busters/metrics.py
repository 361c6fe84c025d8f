"""Numbers of a Planet Busters run beside those the engine adds itself (wins, ties, caps, length)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from balance.games.contract import Columns, Metric
from balance.games.planet_busters.state import EVENTS, SEATS

Values = NDArray[np.float64]
FUEL_SOURCES = {"planet": "planets", "counter": "fuel counters", "tanker": "tankers", "station": "fuel stations",
                "merchant": "armed merchantmen"}  # fmt: skip
_EVENT_TITLES = ("Halley's Comets", "Meteor Storms", "Mutinies", "Revolts", "Sabotages", "Spies", "Chaff")


def _of_seats(name: str) -> tuple[str, ...]:
    return tuple(f"{name}_s{seat}" for seat in range(SEATS))


def _seat_sum(name: str) -> Callable[[Columns], Values]:
    """Sum over the seats taken (others hold -1)."""
    return lambda columns: np.asarray(np.sum([np.maximum(columns[c], 0) for c in _of_seats(name)], axis=0), np.float64)


def _one(name: str) -> Callable[[Columns], Values]:
    return lambda columns: np.asarray(columns[name], np.float64)


def _when(name: str, test: Callable[[NDArray[np.float64]], NDArray[np.bool_]]) -> Callable[[Columns], Values]:
    return lambda columns: np.asarray(test(np.asarray(columns[name])), np.float64)


def _mean(name: str, title: str, meaning: str, unit: str = "per game", column: str = "") -> Metric:
    column = column or name
    return Metric(name, title, meaning, (column,), _one(column), unit=unit)


def _per_game(name: str, title: str, meaning: str, *, headline: bool = False) -> Metric:
    return Metric(name, title, meaning, _of_seats(name), _seat_sum(name), headline=headline)


def _share(name: str, title: str, meaning: str, top: str, bottom: str, unit: str) -> Metric:
    return Metric(name, title, meaning, (top, bottom), _one(top), _one(bottom), "share", unit)


def _dominant_wins(columns: Columns) -> Values:
    seat = np.asarray(columns["first_dominance_seat"])
    return np.asarray(np.sum([(seat == s) * columns[f"win_share_s{s}"] for s in range(SEATS)], axis=0), np.float64)


def _reached(columns: Columns) -> Values:
    return np.asarray(columns["first_dominance_round"] >= 0, np.float64)


def _margin(columns: Columns) -> Values:
    scores = np.sort(np.stack([columns[c] for c in _of_seats("score")]), axis=0)
    return np.asarray(scores[-1] - scores[-2], np.float64)


def _fuel_share(source: str, words: str) -> Metric:
    columns = tuple(f"fuel_source_{name}" for name in FUEL_SOURCES)
    return Metric(f"fuel_share_{source}", f"Fuel from {words}", f"Points of fuel paid from {words}, of all points paid.",
                  columns, _one(f"fuel_source_{source}"), lambda c: np.asarray(sum(c[name] for name in columns), np.float64),
                  "share", "of points paid")  # fmt: skip


def lost_of_melded(name: str, title: str, kinds: tuple[str, ...]) -> Metric:
    """Pieces of `kinds` destroyed, in attack and defence, for each one melded; a salvaged wreck can be lost again."""
    lost, melded = (tuple(f"{what}_{kind}" for kind in kinds) for what in ("losses", "melded"))
    return Metric(name, title, f"{title}, in attack and defence, for each one melded.", lost + melded,
                  lambda c: np.asarray(sum(c[column] for column in lost), np.float64),
                  lambda c: np.asarray(sum(c[column] for column in melded), np.float64), unit="per one melded")  # fmt: skip


def _event(event: str, title: str) -> tuple[Metric, ...]:
    used, success = f"ev_used_{event}", f"ev_success_{event}"
    return (
        Metric(used, f"{title} played", f"{title} played by all seats.", (used,), _one(used)),
        _share(f"{event}_success", f"{title} with effect", f"{title} that had their effect.", success, used, "of those played"),
    )  # fmt: skip


METRICS: tuple[Metric, ...] = (
    Metric("dominance", "Lasting dominance",
           "Games in which from some round on one player keeps the dominance share of all orbit value to the end.",
           ("dominance_round",), _when("dominance_round", lambda x: x >= 0), kind="share", unit="of games", headline=True),
    Metric("first_dominant_wins", "First dominant seat wins",
           "Win share of the first player to reach the dominance share after the first battle.",
           ("first_dominance_seat", "first_dominance_round", *_of_seats("win_share")), _dominant_wins, _reached, "share",
           "of games with a dominant seat", headline=True),
    Metric("dominance_lost", "Dominance lost again", "Games in which that player falls below the dominance share later.",
           ("dominance_lost", "first_dominance_round"), _one("dominance_lost"), _reached, "share",
           "of games with a dominant seat"),
    Metric("contested_rounds", "Contested rounds", "Rounds from the first battle to lasting dominance.",
           ("contested_rounds",), _one("contested_rounds"), unit="rounds", headline=True),
    _mean("fight_rounds", "Fight rounds", "Rounds with a battle against a non-empty orbit.", "rounds"),
    _mean("draws_total", "Pieces drawn", "Pieces that came to a rack, the deal included.", "pieces"),
    Metric("margin", "Margin",
           "Points of the best seat less those of the second / all games; 0 on equal points, capped games as they stand.",
           _of_seats("score"), _margin,
           unit="points"),
    _mean("battles", "Attacks", "Declared attacks."),
    Metric("attacks_won", "Attacks won", "Attacks in which the attacker lost less value than the defender.",
           ("battles", *_of_seats("battles_won")), _seat_sum("battles_won"), _one("battles"), "share", "of attacks"),
    _share("laser_hits_attack", "Attackers' laser hits", "Laser rolls of attackers that hit.", "hits_att", "shots_att",
           "of rolls"),
    _share("laser_hits_defence", "Defenders' laser hits", "Laser rolls of defenders that hit.", "hits_def", "shots_def",
           "of rolls"),
    _share("torpedo_hits_attack", "Attackers' torpedo hits", "Torpedoes of attackers at pieces that hit.", "torp_hit_att",
           "torp_att", "of torpedoes"),
    _share("torpedo_hits_defence", "Defenders' torpedo hits", "Torpedoes of defenders that hit.", "torp_hit_def",
           "torp_def", "of torpedoes"),
    _per_game("captured", "Planets captured", "Planets taken by capture."),
    _per_game("captured_pts", "Points captured", "Points taken by capture."),
    _per_game("revolted_pts", "Points by Revolt", "Points taken by Revolts."),
    _per_game("busted_pts", "Points destroyed", "Points of planets destroyed by busters."),
    _mean("buster_sent", "Busters sent", "Planet busters sent."),
    _share("buster_through", "Busters that get through", "Busters that reach the planets.", "buster_through", "buster_sent",
           "of busters sent"),
    _share("buster_hits", "Busters that destroy a planet", "Busters that destroy a planet.", "buster_hits", "buster_sent",
           "of busters sent"),
    _share("buster_lost_to_torpedo", "Busters lost to torpedoes", "Busters hit by torpedoes.", "buster_lost_to_torpedo",
           "buster_sent", "of busters sent"),
    _share("buster_lost_to_fire", "Busters shot down", "Busters lost to laser fire.", "buster_lost_to_fire", "buster_sent",
           "of busters sent"),
    _mean("salvaged", "Wrecks salvaged", "Wrecks salvaged by both sides."),
    _mean("mines_kills", "Units lost to mines", "Units destroyed by mines."),
    _mean("drones_made", "Drones", "Drones launched by both sides."),
    _mean("reflect_self", "Own beams", "Units destroyed by their own beam at the Reflector."),
    _mean("screen_blocks", "Fields that hold", "Laser steps in which a standing Screen stopped the other groups."),
    _mean("fuel_points_played", "Fuel played", "Points of fuel counters played.", "points"),
    _share("fuel_wasted", "Fuel wasted", "Points of played counters that lapsed.", "fuel_points_wasted",
           "fuel_points_played", "of points played"),
    *(_fuel_share(source, words) for source, words in FUEL_SOURCES.items()),
    _mean("carriers_sent", "Carriers sent", "Carriers sent with attacking fleets.", column="sent_carrier"),
    lost_of_melded("carriers_lost", "Carriers lost", ("carrier",)),
    _mean("rack_overflow_discards", "Discards to the limit", "Pieces discarded to the rack limit.", "pieces"),
    *(metric for event, title in zip(EVENTS, _EVENT_TITLES) for metric in _event(event, title)),
)  # fmt: skip
