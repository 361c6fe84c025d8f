"""The outcome record of the naive twin (section h)."""

from __future__ import annotations

import struct

from tests.games.planet_busters.naive_pieces import NAMES, PLANET, UNIT_TYPES, default_val
from tests.games.planet_busters.naive_world import CAPPED, SUDDEN, World

SEATS = 4
EVENTS = ("halley", "meteor", "mutiny", "revolt", "sabotage", "spy", "chaff")
PLAIN = (
    "draws_total", "battles", "shots_att", "hits_att", "shots_def", "hits_def", "torp_att", "torp_hit_att", "torp_def",
    "torp_hit_def", "turned_back", "mines_tests", "mines_kills", "reflect_self", "screen_blocks", "screen_broken",
    "drones_made", "carrier_act", "screen_drones_lost", "tow_lost", "tow_captured", "salvaged", "salvage_contests",
    "fuel_points_played", "fuel_points_wasted", "buster_sent", "buster_turned_back", "buster_sabotaged",
    "buster_lost_to_mines", "buster_lost_to_fire", "buster_lost_to_torpedo", "buster_at_colony", "buster_through",
    "buster_colony_kill", "buster_idle", "buster_hits", "rack_overflow_discards",
)  # fmt: skip
BY_SEAT = (
    "battles", "battles_won", "captured", "captured_pts", "busted", "busted_pts", "revolted", "revolted_pts",
    "planet_melds", "bonus_draws", "busters_sent",
)  # fmt: skip
FATES = ("buster_turned_back", "buster_sabotaged", "buster_lost_to_mines", "buster_lost_to_fire",
         "buster_lost_to_torpedo", "buster_at_colony", "buster_through")  # fmt: skip
SAMPLES = (3, 6, 10, 15)


def float32(x: float) -> float:
    """The nearest single-precision number."""
    return float(struct.unpack("f", struct.pack("f", x))[0])


class RoundEnd:
    """What everybody can see when a round is complete."""

    def __init__(self, world: World) -> None:
        self.number = world.round
        self.worth = [sum(default_val(p) for p in player.ring) for player in world.players]
        self.units = [len(player.ring) for player in world.players]
        self.points = [player.points for player in world.players]

    def holder(self, share: float) -> int:
        """The player with at least `share` of all orbit VAL, or -1."""
        total = sum(self.worth)
        for seat, own in enumerate(self.worth):
            if total > 0 and own * 1_000_000 >= round(share * 1_000_000) * total:
                return seat
        return -1

    def majority(self) -> int:
        total = sum(self.worth)
        return next((seat for seat, own in enumerate(self.worth) if own * 2 > total), -1)

    def sole(self) -> int:
        owners = [seat for seat, units in enumerate(self.units) if units]
        return owners[0] if len(owners) == 1 else -1


class Recorder:
    """Watches a game and writes its row."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.ends: list[RoundEnd] = []
        self.peak = [0] * world.n

    def after_turn(self) -> None:
        for player in self.world.players:
            self.peak[player.seat] = max(self.peak[player.seat], len(player.ring))
        if self.world.turn % self.world.n == 0:
            self.ends.append(RoundEnd(self.world))

    # ---- rounds ------------------------------------------------------------------------------------------------

    def dominance(self) -> dict[str, int]:
        """Lasting dominance, known only in hindsight, and what went before it (C1-C3)."""
        share = self.world.values["dominance_share"]
        battles = self.world.battle_rounds
        first_battle = battles[0] if battles else -1
        seat = self.ends[-1].holder(share) if self.ends else -1
        since = -1
        if seat >= 0:
            for end in reversed(self.ends):
                if end.holder(share) != seat:
                    break
                since = end.number
        later = [end for end in self.ends if battles and end.number >= first_battle]
        first = next((end for end in later if end.holder(share) >= 0), None)
        most = next((end for end in later if end.majority() >= 0), None)
        sole = next((end for end in later if end.sole() >= 0), None)
        lost = first is not None and any(
            end.number > first.number and end.holder(share) != first.holder(share) for end in later
        )
        until = since if since >= 0 else self.rounds
        return {
            "first_battle_round": first_battle,
            "last_battle_round": battles[-1] if battles else -1,
            "fight_rounds": len(self.world.fight_rounds),
            "dominance_round": since,
            "dominance_seat": seat,
            "first_dominance_round": first.number if first else -1,
            "first_dominance_seat": first.holder(share) if first else -1,
            "dominance_lost": int(lost),
            "first_majority_round": most.number if most else -1,
            "first_majority_seat": most.majority() if most else -1,
            "sole_round": sole.number if sole else -1,
            "contested_rounds": max(0, until - first_battle) if battles else 0,
        }

    @property
    def rounds(self) -> int:
        return -(-self.world.turn // self.world.n)

    def lead_lock(self, winner: int) -> int:
        if winner < 0:
            return -1
        since = self.rounds
        for end in reversed(self.ends):
            if any(points >= end.points[winner] for seat, points in enumerate(end.points) if seat != winner):
                break
            since = end.number
        return since

    # ---- who won -------------------------------------------------------------------------------------------------

    def winners(self) -> list[int]:
        """PB-81, 83, 85."""
        world = self.world
        if world.end_reason == CAPPED:
            return []
        if world.end_reason == SUDDEN:
            return [1 - world.loser]
        best = max(player.points for player in world.players)
        tied = [player.seat for player in world.players if player.points == best]
        reading = world.values["tie_break"]
        if reading == "later_seat":
            return [max(tied, key=lambda seat: (seat - world.first) % world.n)]
        if reading in ("most_planets", "most_units"):
            which = "planets" if reading == "most_planets" else "ring"
            most = max(len(getattr(world.players[seat], which)) for seat in tied)
            tied = [seat for seat in tied if len(getattr(world.players[seat], which)) == most]
        return tied

    # ---- the row ---------------------------------------------------------------------------------------------------

    def row(self) -> dict[str, int | float]:
        world, count = self.world, self.world.count
        winners = self.winners()
        winner = winners[0] if len(winners) == 1 else -2 if world.end_reason == CAPPED else -1
        assert count["buster_sent"] == sum(count[fate] for fate in FATES), "a buster's fate is missing"
        row: dict[str, int | float] = {
            "ending": int(world.end_reason == CAPPED),
            "n_players": world.n,
            "winner": winner,
            "tie": int(len(winners) > 1),
            "end_reason": world.end_reason,
            "treaty_drawer": world.treaty_drawer,
            "turns": world.turn,
            "rounds": self.rounds,
            "deck2_size": world.deck2_size,
            "restock_turn": world.restock_turn,
            "lead_lock_round": self.lead_lock(winner),
        }
        row.update(self.dominance())
        row.update({name: count[name] for name in PLAIN})
        for name in EVENTS:
            row[f"ev_used_{name}"] = count["ev_used", name]
            row[f"ev_success_{name}"] = count["ev_success", name]
        for source in ("planet", "counter", "tanker", "station", "merchant"):
            row[f"fuel_source_{source}"] = count["source", source]
        for what in ("kills", "losses", "shots", "sent", "melded"):
            for kind in UNIT_TYPES:
                row[f"{what}_{NAMES[kind]}"] = count[what, kind]
        for seat in range(SEATS):
            row.update({f"{name}_s{seat}": value for name, value in self.seat(seat, winners).items()})
        return row

    def seat(self, seat: int, winners: list[int]) -> dict[str, int | float]:
        world, count = self.world, self.world.count
        names = ("score", "planets", "colonies", "planets_in_rack", "units_end", "peak_units", "melded_early",
                 "events_used", "events_success", "win_share", "opening_value")  # fmt: skip
        if seat >= world.n:
            absent = (*names, *BY_SEAT, *(f"units_r{r}" for r in SAMPLES))
            return dict.fromkeys(absent, -1)
        player = world.players[seat]
        row: dict[str, int | float] = {name: count[name, seat] for name in BY_SEAT}
        row["score"] = player.points
        row["planets"] = len(player.planets)
        row["colonies"] = len(player.colonies)
        row["planets_in_rack"] = sum(p.value for p in player.rack if p.kind == PLANET)
        row["units_end"] = len(player.ring)
        row["peak_units"] = self.peak[seat]
        for r in SAMPLES:
            row[f"units_r{r}"] = self.ends[r - 1].units[seat] if len(self.ends) >= r else -1
        early = [i for i, kind in enumerate(UNIT_TYPES) if count["early", seat, kind]]
        row["melded_early"] = sum(1 << i for i in early)
        row["events_used"] = sum(1 << i for i, name in enumerate(EVENTS) if count["used_by", seat, name])
        row["events_success"] = sum(1 << i for i, name in enumerate(EVENTS) if count["success_by", seat, name])
        row["win_share"] = float32(1 / len(winners)) if seat in winners else 0.0
        row["opening_value"] = float32(world.opening[seat] / 1_000_000)
        return row
