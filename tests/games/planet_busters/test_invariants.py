"""Properties that must hold in every game (section k), turn by turn and at the end."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st_

from balance.games.planet_busters import state as s
from balance.games.planet_busters.kernel import log
from tests.games.plain import games, statistics
from tests.games.planet_busters.games import Run
from tests.games.planet_busters.told import told_turns

pytestmark = pytest.mark.kernel
POLICIES = ("greedy", "raider", "turtle", "buster", "hoarder", "random_legal", "pass")
RULES: dict[str, Any] = {
    "mode": st_.sampled_from(["advanced", "advanced", "basic"]),
    "mines_scope": st_.sampled_from(["paired", "all_paired", "all_attackers"]),
    "rear_area": st_.sampled_from(["attacker", "none", "both"]),
    "laser_timing": st_.sampled_from(["simultaneous", "attacker_first", "defender_first"]),
    "laser_rounds": st_.integers(1, 3),
    "torpedo_order": st_.sampled_from(["attacker_all_first", "alternate", "simultaneous"]),
    "salvage_scope": st_.sampled_from(["ships", "ships_and_satellites"]),
    "unused_buster": st_.sampled_from(["discard", "rack"]),
    "capture_limit": st_.integers(0, 3),
    "fuel_change": st_.booleans(),
    "reface_after_battle": st_.booleans(),
    "opening_meld": st_.booleans(),
    "counts.carrier": st_.integers(0, 10),
    "counts.tug": st_.integers(0, 8),
    "counts.mines": st_.integers(0, 6),
    "counts.reflector": st_.integers(0, 5),
    "drone_supply": st_.integers(0, 30),
    "bag_mixing": st_.sampled_from([1.0, 0.3]),
    "treaty_meld": st_.sampled_from(["drawer", "all", "none"]),
}


def possible(rules: dict[str, Any]) -> dict[str, Any]:
    """The rules without counts of pieces that the basic game leaves out (they are refused)."""
    left_out = [f"counts.{s.KINDS[kind]}" for kind in s.ADVANCED] + ["drone_supply"]
    return {key: value for key, value in rules.items() if rules.get("mode") != "basic" or key not in left_out}


def where_everything_is(st: Any, rules: Any) -> Counter[int]:
    """How often each piece is somewhere on the table."""
    places: list[int] = [int(p) for p in st.deck[st.deck_at : st.deck_n]] + [int(p) for p in st.disc[: st.disc_n]]
    for seat in range(st.seats):
        places += [int(p) for p in st.rack[seat, : st.rack_n[seat]]]
        places += [int(p) for p in st.ring[seat, : st.ring_n[seat]]]
        places += [int(p) for p in st.world[seat, : st.world_n[seat]]]
        places += [int(p) for p in st.reserve[seat, st.reserve_at[seat] : st.reserve_n[seat]]]
    if st.drawn:
        places.append(int(rules.treaty))
    return Counter(places)


def check_table(st: Any, rules: Any) -> None:
    """k.1, k.3, k.4, k.5: between turns everything has one place, and the sums fit the lists."""
    assert where_everything_is(st, rules) == Counter(range(int(rules.deck_pieces)))
    for seat in range(st.seats):
        rack = [int(p) for p in st.rack[seat, : st.rack_n[seat]]]
        assert rack == sorted(rack)
        assert st.fuel_sum[seat] == sum(int(rules.value[p]) for p in rack if rules.kind[p] == s.FUEL)
        worlds = [int(p) for p in st.world[seat, : st.world_n[seat]]]
        assert st.points[seat] == sum(int(rules.value[p]) for p in worlds)
        ring = [int(p) for p in st.ring[seat, : st.ring_n[seat]]]
        assert st.colonies[seat] == sum(rules.cls[p] == s.COLONY for p in ring)
        assert all(st.up[p] for p in ring if rules.cls[p] == s.COLONY)
        assert not any(rules.cls[p] in (s.BOMB, s.ROBOT, s.WORLD, s.COUNTER, s.EVENT) for p in ring)
    assert not st.marked.any() and not st.flag.any() and not st.spied.any() and st.mark_n == 0


@settings(max_examples=12)
@given(
    rules=st_.fixed_dictionaries({}, optional=RULES),
    policies=st_.lists(st_.sampled_from(POLICIES), min_size=2, max_size=4),
    seed=st_.integers(0, 10_000),
)
def test_every_piece_has_one_place_after_every_turn(rules: dict[str, Any], policies: list[str], seed: int) -> None:
    for turn in told_turns(possible(rules), policies, seed):
        st, record = turn.after, turn.rules
        check_table(st, record)
        if not st.drawn:
            assert st.rack_n[st.seat] <= record.rack_limit
        gained = st.seat_counts - turn.before.seat_counts
        assert gained[s.CAPTURED].sum() <= record.capture_limit
        assert gained[s.REVOLTED].sum() <= 2


@settings(max_examples=10)
@given(
    rules=st_.fixed_dictionaries({}, optional=RULES),
    policies=st_.lists(st_.sampled_from(POLICIES), min_size=2, max_size=4),
    seed=st_.integers(0, 10_000),
)
def test_rows_add_up(rules: dict[str, Any], policies: list[str], seed: int) -> None:
    """k.2, k.6, k.10, k.11 and the sums of section h."""
    run = Run(possible(rules), policies, games=games(4, 1), seed=seed)
    fates = ("turned_back", "sabotaged", "lost_to_mines", "lost_to_fire", "lost_to_torpedo", "at_colony", "through")
    assert (run.column("buster_sent") == sum(run.column(f"buster_{fate}") for fate in fates)).all()
    wins = sum(run.column(f"win_share_s{seat}") for seat in range(len(policies)))
    assert np.allclose(wins, 1)
    paid = run.column("fuel_source_counter") + run.column("fuel_points_wasted")
    if not rules.get("fuel_change"):
        assert (run.column("fuel_points_played") == paid).all()
    assert (run.column("hits_att") <= run.column("shots_att")).all()
    assert run.total("shots_att") + run.total("shots_def") == int(run.tally.laser_shots.sum())
    assert run.total("buster_hits") == sum(run.total(f"busted_s{seat}") for seat in range(len(policies)))
    for event in s.EVENTS:
        assert (run.column(f"ev_success_{event}") <= run.column(f"ev_used_{event}")).all()


def test_chaff_and_fields_stop_lasers() -> None:
    """k.7, told by the trace: no laser is rolled after chaff; with a standing field only at busters."""
    run = Run({"counts.chaff": 20, "counts.screen_satellite": 12}, ("greedy", "turtle"), games=6)
    quiet, chaffs, fields = "open", 0, 0
    for game in range(6):
        for event, _, *data in run.told(game)[1]:
            if event in (log.ATTACK, log.HOME):
                quiet = "open"
            elif event == log.CHAFF_PLAYED:
                quiet, chaffs = "chaff", chaffs + 1
            elif event == log.FIELD and data[0]:
                quiet, fields = "field", fields + 1
            elif event == log.SHOT:
                assert quiet != "chaff"
                assert quiet == "open" or run.ruleset.record.kind[data[1]] == s.BUSTER
    assert chaffs > 0 and fields > 0


def test_replay_equals_the_row_of_the_range() -> None:
    """k.9: a game played alone, with a trace, writes the same row."""
    run = Run({}, ("greedy", "random_legal", "turtle"), games=5)
    for game in range(5):
        row, rows = run.told(game)
        assert row.tobytes() == run.rows[game].tobytes() and len(rows) > 50


def test_no_seat_is_special_when_a_random_player_starts() -> None:
    """PB-04, k.10: first_player "random" spreads the start; block luck stays a pure function of the block."""
    run = Run({"first_player": "random"}, games=20)
    starters = {next(row[1] for row in run.told(game)[1] if row[0] == log.TURN) for game in range(20)}
    assert starters == {0, 1}


def test_length_of_passing_players_is_exact() -> None:
    """j.9: with `pass` in both seats the Treaty's place is uniform in 1..95: mean 48 draws."""
    run = Run({}, ("pass", "pass"), games=200)
    assert set(run.column("deck2_size")) == {95}
    place = run.column("draws_total") - 116
    assert place.min() >= 1 and place.max() <= 96 and abs(place.mean() - 48) < 4 * 27.5 / np.sqrt(200)


def z_of_mean(values: Any, expected: float) -> float:
    """How many standard errors the mean of independent values lies from what is expected."""
    return float((values.mean() - expected) / (values.std(ddof=1) / np.sqrt(len(values))))


@statistics
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_shares_are_exchangeable_when_a_random_player_starts(seats: int) -> None:
    """k.10: identical players share the wins evenly; with seat 0 always first nothing is even by construction."""
    run = Run({"first_player": "random"}, ("greedy",) * seats, 1500 * seats)
    for seat in range(seats):  # the rotations of equal players repeat the game of their block: one row per block
        assert abs(z_of_mean(run.column(f"win_share_s{seat}")[::seats], 1 / seats)) < 4
    starter = np.array(
        [next(row[1] for row in run.told(game)[1] if row[0] == log.TURN) for game in range(0, 300, seats)]
    )
    assert set(starter) == set(range(seats))


@statistics
@pytest.mark.parametrize("pair", [("greedy", "hoarder"), ("raider", "random_legal")])
def test_swapping_players_and_seats_mirrors_the_game(pair: tuple[str, str]) -> None:
    """k.12: with a random start the first player's share and the length are the same in either chair."""
    here = Run({"first_player": "random"}, pair, 3000, seed=21)
    there = Run({"first_player": "random"}, pair[::-1], 3000, seed=22)
    for mine, theirs in (("win_share_s0", "win_share_s1"), ("score_s0", "score_s1"), ("rounds", "rounds")):
        left, right = here.column(mine)[::2], there.column(theirs)[::2]  # rotation 0: players in their own chairs
        noise = np.sqrt(left.var(ddof=1) / len(left) + right.var(ddof=1) / len(right))
        assert abs(left.mean() - right.mean()) < 4 * noise


def test_swapping_players_and_seats_is_what_rotation_does() -> None:
    """k.12: the second game of a block is the first of the swapped table, column by column."""
    one = Run({}, ("greedy", "turtle"), games=games(12, 4))
    two = Run({}, ("turtle", "greedy"), games=games(12, 4))
    assert (one.rows[1::2] == two.rows[0::2]).all() and (one.rows[0::2] == two.rows[1::2]).all()
