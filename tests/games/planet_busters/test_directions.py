"""The main numbers of the game move what they are about, and in the right direction (columns of the same seeds)."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from balance.games.planet_busters import state as s
from balance.games.planet_busters.ruleset import load_ledger
from tests.games.plain import statistics
from tests.games.planet_busters.games import Run

pytestmark = [pytest.mark.kernel, statistics]
GAMES = 600
TABLE = ("greedy", "raider")
UP, DOWN = 1, -1
# key, value, column or "column / column", direction
MOVES: tuple[tuple[str, Any, str, int], ...] = (
    ("hit_base", 3, "hits_att / shots_att", DOWN), ("hit_base", 7, "hits_att / shots_att", UP),
    ("mines_rolls", 1, "mines_kills / mines_tests", DOWN), ("mines_rolls", 5, "mines_kills / mines_tests", UP),
    ("mines_scope", "all_paired", "mines_tests", UP), ("mines_scope", "all_attackers", "mines_tests", UP),
    ("torpedo_width", 0, "torp_hit_att / torp_att", DOWN), ("torpedo_width", 3, "torp_hit_def / torp_def", UP),
    ("torpedo_vs_busters", False, "buster_lost_to_torpedo", DOWN),
    ("capture_limit", 0, "captured_s0", DOWN),
    ("merchantman_fuel", 0, "fuel_source_merchant", DOWN), ("merchantman_fuel", 10, "fuel_source_merchant", UP),
    ("planet_fuel", 0, "fuel_source_planet", DOWN), ("planet_fuel", 3, "fuel_source_planet", UP),
    ("fuel_change", True, "fuel_points_wasted", DOWN),
    ("carrier_min_drones", 0, "drones_made / carrier_act", DOWN),
    ("carrier_min_drones", 5, "drones_made / carrier_act", UP),
    ("drone_supply", 4, "drones_made / carrier_act", DOWN), ("drone_supply", 0, "drones_made", DOWN),
    ("draw_per_turn", 1, "turns", UP), ("draw_per_turn", 4, "turns", DOWN),
    ("planet_meld_draws", 0, "bonus_draws_s0", DOWN), ("planet_meld_draws", 4, "bonus_draws_s0", UP),
    ("colony_draw_bonus", 2, "draws_total / turns", UP), ("catch_up_draw", 5, "draws_total / turns", UP),
    ("starting_pieces", 12, "opening_value_s0", UP), ("starting_pieces", 4, "opening_value_s1", DOWN),
    ("rack_limit", 5, "rack_overflow_discards", UP), ("rack_limit", 0, "rack_overflow_discards", DOWN),
    ("no_attack_rounds", 4, "first_battle_round", UP), ("round_limit", 8, "rounds", DOWN),
    ("treaty_mode", "bottom_half", "turns", DOWN), ("bag_mixing", 0.1, "turns", UP),
    ("revolt_odds", 1, "ev_success_revolt / ev_used_revolt", DOWN),
    ("revolt_odds", 9, "ev_success_revolt / ev_used_revolt", UP),
    ("mutiny_odds", 9, "ev_success_mutiny / ev_used_mutiny", UP),
    ("sabotage_odds", 1, "ev_success_sabotage / ev_used_sabotage", DOWN),
    ("meteor_odds", 9, "turned_back / ev_used_meteor", UP),
    ("laser_rounds", 2, "shots_att", UP), ("buster_needs_clear_orbit", True, "buster_hits", DOWN),
    ("salvage_scope", "ships_and_satellites", "salvaged", UP), ("scout_provokes", False, "shots_def", DOWN),
    ("whirler_shots", [5, 4, 3, 2], "kills_whirler / shots_whirler", UP),
    ("whirler_shots", [4, 4, 4, 4], "kills_whirler / shots_whirler", UP),
    ("planet_values", [9] * 9, "score_s0", UP), ("buster_values", [12] * 5, "buster_hits / buster_through", UP),
    ("battle.scout", 12, "kills_scout / shots_scout", UP), ("battle.zerstor", 8, "kills_zerstor / shots_zerstor", UP),
    ("battle.dranaut", 1, "losses_dranaut / sent_dranaut", UP),
    ("torpedoes.zerstor", 0, "torp_att", DOWN), ("torpedoes.scout", 2, "torp_att", UP),
)  # fmt: skip


@cache
def printed(games: int = GAMES) -> Run:
    """The printed game."""
    return Run({}, TABLE, games)


def move(base: Run, run: Run, measure: str) -> tuple[float, float]:
    """How far a mean, or a ratio of two totals, moved between paired games, and its standard error."""
    top, _, bottom = measure.partition(" / ")
    parts = []
    for games in (base, run):
        count = games.column(top).astype(float)
        among = games.column(bottom).astype(float) if bottom else np.ones(len(count))
        ratio = count.sum() / max(among.sum(), 1)
        parts.append((ratio, (count - ratio * among) / max(among.mean(), 1e-9)))
    noise = parts[1][1] - parts[0][1]
    return parts[1][0] - parts[0][0], float(noise.std() / np.sqrt(len(noise)))


@pytest.mark.parametrize(("key", "value", "measure", "sign"), MOVES, ids=lambda part: str(part)[:40])
def test_a_rule_moves_what_it_is_about(key: str, value: Any, measure: str, sign: int) -> None:
    """More than four standard errors in the stated direction."""
    difference, error = move(printed(), Run({key: value}, TABLE, GAMES), measure)
    assert sign * difference > 4 * error and sign * difference > 0, f"{measure}: {difference:+.3f} ± {error:.3f}"


COUNTED = s.KINDS[:22]


def test_natural_rolls_and_torpedoes_at_planets() -> None:
    """PB-50, PB-62: what is counted by difference and by target, for players choose other shots once these are off."""
    bare = Run({"natural_one_hits": False, "natural_ten_misses": False, "torpedo_vs_planets": False}, TABLE, GAMES)
    both, none = printed().tally, bare.tally
    assert both.laser_hits[:9].sum() > 0 == none.laser_hits[:9].sum()  # differences of -5 and less: only a 1 hits
    assert both.laser_hits[18:].sum() < both.laser_shots[18:].sum()  # of 5 and more: only a 10 misses
    assert none.laser_hits[18:].sum() == none.laser_shots[18:].sum() > 0
    assert both.torpedo_captures > 0 == none.torpedo_captures


@pytest.mark.parametrize("kind", COUNTED)
def test_more_of_a_kind_in_the_box_are_melded(kind: str) -> None:
    """b.1: the count of every kind that lies in orbits; at 0 none is ever seen."""
    column = f"melded_{kind}"
    more = int(load_ledger().entries[f"counts.{kind}"].value) * 2 + 2  # type: ignore[call-overload]
    difference, error = move(printed(200), Run({f"counts.{kind}": more}, TABLE, 200), column)
    assert difference > 4 * error > 0
    assert Run({f"counts.{kind}": 0}, TABLE, 20).total(column) == 0


ARMED = [key for key in load_ledger().entries if key.startswith("laser.")]


@pytest.mark.parametrize("key", ARMED)
def test_a_laser_fires_where_the_rules_give_one(key: str) -> None:
    """b.1: laser true, and the kind shoots; false, and it never does (a tug does with the satellite it tows)."""
    kind = key.removeprefix("laser.")
    rules = {"counts.armored_satellite": 0} if kind == "tug" else {}
    armed, bare = (Run({**rules, key: laser}, TABLE, 60).total(f"shots_{kind}") for laser in (True, False))
    assert armed > 0 == bare


EVENTS = ("halleys_comet", "meteor_storm", "mutiny", "revolt", "sabotage", "spy", "chaff")


@pytest.mark.parametrize(("kind", "word"), list(zip(EVENTS, s.EVENTS, strict=True)))
def test_more_events_in_the_box_are_played(kind: str, word: str) -> None:
    """b.1: the count of every event; at 0 none is ever played."""
    difference, error = move(printed(200), Run({f"counts.{kind}": 8}, TABLE, 200), f"ev_used_{word}")
    assert difference > 4 * error > 0
    assert Run({f"counts.{kind}": 0}, TABLE, 20).total(f"ev_used_{word}") == 0
