"""The figures of a Planet Busters report, in the order a designer wants to read them (section i)."""

from __future__ import annotations

from balance.games.contract import Chart, RunData
from balance.games.planet_busters import charts_battle as battle
from balance.games.planet_busters import charts_busters as busters
from balance.games.planet_busters import charts_game as game
from balance.games.planet_busters.state import EVENTS


def _melded(data: RunData) -> bool:
    columns = data.columns("ending", *(f"peak_units_s{seat}" for seat in range(data.seats)))
    return data.games >= 100 and max(int(columns[f"peak_units_s{s}"].max()) for s in range(data.seats)) > 0


def _second_pass(data: RunData) -> bool:
    if data.ruleset["treaty_mode"] != "second_pass" or data.games < 100:
        return False
    columns = data.columns("end_reason", "restock_turn")
    return int(((columns["end_reason"] == 0) & (columns["restock_turn"] >= 0)).sum()) >= 100


def _scores(data: RunData) -> bool:
    return any(int(data.columns(f"score_s{seat}")[f"score_s{seat}"].sum()) > 0 for seat in range(data.seats))


def _events(data: RunData) -> bool:
    names = [f"ev_used_{name}" for name in EVENTS]
    return data.games >= 100 and max(int(column.sum()) for column in data.columns(*names).values()) >= 60


CHARTS: tuple[Chart, ...] = (
    Chart("buster_odds", "Planet Buster hit odds", "What can a buster do to a planet it reaches?",
          busters.buster_odds, applies=battle.has_tally("buster_tries")),
    Chart("buster_panels", "Busters, planets and pickets", "What can a buster do to a planet, bare and guarded?",
          busters.buster_panels, wide=True, applies=battle.has_tally("buster_tries")),
    Chart("buster_pickets", "Busters under fire", "What does a picket do to a buster?",
          busters.buster_pickets, applies=battle.has_tally("picket_met")),
    Chart("buster_fates", "What becomes of busters", "How many busters get through?",
          busters.buster_fates, applies=battle.has_count("buster_sent")),
    Chart("length", "Length and decision", "How long does a game last after it is decided?", game.length, wide=True),
    Chart("snowball", "Snowball", "Does first blood decide?", game.snowball, applies=_melded),
    Chart("seat_balance", "Seats", "Does the first player win too often?", game.seat_balance),
    Chart("piece_lift", "Lift of pieces", "Which piece is overpowered?", game.piece_lift, applies=_melded),
    Chart("routes", "Routes to points", "Where do points come from?", game.routes, wide=True, applies=_scores),
    Chart("events", "Events", "Is each event worth its slot?", battle.events_worth, applies=_events),
    Chart("fuel", "Fuel", "Does fuel or do ships limit attacks?", battle.fuel_use,
          applies=battle.has_count("battles")),
    Chart("laser_curve", "Laser odds", "Does a difference of numbers pay as printed?",
          battle.laser_curve, applies=battle.has_tally("laser_shots")),
    Chart("treaty_place", "Place of the Treaty", "Is the end as random as it should be?", game.treaty_place,
          default=False, applies=_second_pass),
)  # fmt: skip
