"""Every rule at another value changes what it should (and the analysis settings only what they measure)."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from balance.games.planet_busters.kernel.log import LAUNCH as DRONES_OUT
from balance.games.planet_busters.kernel.log import PAIR, REVEAL
from balance.games.planet_busters.ruleset import load_ledger, load_policies
from balance.kit.ledger import Entry
from tests.games.plain import statistics
from tests.games.planet_busters.games import Run

pytestmark = pytest.mark.kernel
GAMES = 900
CROWD: dict[str, Any] = {"counts.reflector": 6, "counts.tug": 6, "counts.sailing_ship": 8, "counts.mines": 6,
                         "counts.colony_beta": 4, "counts.screen_satellite": 5, "counts.salvage_vessel": 4}  # fmt: skip
COMPANIONS: dict[str, dict[str, Any]] = {
    "reserve_per_player": {"sudden_death": True},
    "drone_supply": {"counts.carrier": 10, "drone_supply": 4},
    "buster_vs_colony": {"counts.colony_beta": 8},
    "buster_colony_restricted": {"counts.colony_beta": 8},
    "restock_timing": {"draw_per_turn": 3},
    "lift_round": {},
    "revolt_binds_target": {**CROWD, "counts.revolt": 12},
    "treaty_mode": {**CROWD, "round_limit": 60},  # later than the Treaty comes
    "tie_break": {"treaty_mode": "none", "round_limit": 3},  # short enough for ties
    "mode": {}, "planet_values": {}, "buster_values": {}, "fuel_values": {},
}  # fmt: skip
FOUR = ("raider", "greedy", "turtle", "raider")
TABLES = {"spy_binds_target": FOUR, "revolt_binds_target": FOUR}  # rules that need a third seat
LISTS = {"counts.planet": "planet_values", "counts.planet_buster": "buster_values", "counts.fuel": "fuel_values"}


def others(entry: Entry) -> list[Any]:
    """Every other word of a switch, every other value of a sweep; else one far enough from the default to matter."""
    value = entry.value
    if isinstance(value, bool):
        return [not value]
    if entry.choices or entry.sweep:
        return [other for other in entry.choices or entry.sweep if other != value]
    assert isinstance(value, int | float), entry.key
    if isinstance(value, float):
        return [0.1]
    low, high = entry.range or (value, value)
    return [value + 2 if value + 2 <= high else int(low)]


CASES = [(key, value) for key, entry in load_ledger().entries.items() for value in others(entry) if key != "max_turns"]


@cache
def first_rows(rules: tuple[tuple[str, Any], ...], policies: tuple[str, ...], games: int) -> str:
    """Digest of the first games, kept: most cases are compared with the same crowded box."""
    return Run(dict(rules), policies, games).digest()


def differ(base: dict[str, Any], rules: dict[str, Any], policies: tuple[str, ...]) -> bool:
    """Do rows of some games differ? Asks few games first."""
    frozen = tuple(base.items())
    return any(first_rows(frozen, policies, n) != Run(rules, policies, n).digest() for n in (GAMES // 15, GAMES))


@statistics
@pytest.mark.parametrize(("key", "value"), CASES, ids=lambda part: str(part)[:40])
def test_every_rule_changes_rows(key: str, value: Any) -> None:
    """PB-01..PB-85: one value changed, everything else equal, and rows of some games differ."""
    base = dict(COMPANIONS.get(key, CROWD))
    base.pop(key, None)
    rules = {**base, key: value}
    if key in LISTS:
        rules[LISTS[key]] = ([3, 4, 5, 6] * 10)[:value]
    if key == "drone_supply":
        base["drone_supply"] = 4
    assert differ(base, rules, TABLES.get(key, ("greedy", "random_legal")))


@statistics
def test_every_choice_of_a_tie_break_gives_rows_of_its_own() -> None:
    """PB-81: one game in ten ends level after three rounds, and each reading decides them in its own way."""
    runs = [Run({**COMPANIONS["tie_break"], "tie_break": word}, ("greedy", "random_legal"), GAMES)
            for word in load_ledger().entries["tie_break"].choices]  # fmt: skip
    assert runs[0].column("tie").mean() > 0.05
    assert len({run.digest() for run in runs}) == len(runs)


WEIGHTS = [key for key in load_policies().weights if key != "brain"]


def another_weight(key: str) -> Any:
    """A value of the weight that differs from greedy's."""
    entry, own = load_policies().weights[key], load_policies().policies["greedy"].weights[key]
    if isinstance(own, bool):
        return not own
    if isinstance(own, list):
        return [0, 1, 3, 1, 1, 1, 1, 1, 1, 2]
    others = [value for value in entry.sweep if value != own]
    return others[-1] if others else own + 2.5


# Weights that decide only over full racks: more pieces at the start, a lower limit, players that hold planets back.
FULL_RACKS = {**CROWD, "rack_limit": 6, "starting_pieces": 12, "counts.revolt": 6, "counts.mutiny": 6}
HOLDERS = ("hoarder", "turtle")
OVER_THE_LIMIT: dict[str, tuple[dict[str, Any], Any]] = {  # key -> (weights both sides share, value tried)
    "late_meld": ({}, False), "planet_keep": ({}, 0.0), "value_planet": ({"planet_keep": 0.0}, 0.0),
    "value_revolt": ({}, 6.5), "value_mutiny": ({}, 6.5),
}  # fmt: skip


@statistics
@pytest.mark.parametrize("key", WEIGHTS)
def test_every_weight_changes_rows(key: str) -> None:
    """Section f: one weight of both players changed, and rows of some games differ."""
    if key in OVER_THE_LIMIT:
        shared, value = OVER_THE_LIMIT[key]
        rules, players = FULL_RACKS, HOLDERS
    else:
        shared, value = ({key: False} if key == "salvage_tows" else {}), another_weight(key)
        rules, players = CROWD, ("greedy", "greedy")
    plain = Run(rules, players, games=GAMES, weights=shared).digest()
    assert Run(rules, players, games=GAMES, weights={**shared, key: value}).digest() != plain


def test_cap_is_its_own_ending() -> None:
    """PB-83."""
    run = Run({"treaty_mode": "none", "round_limit": 200, "max_turns": 50}, games=4)
    assert set(run.column("ending")) == {1} and set(run.column("end_reason")) == {3}
    assert set(run.column("winner")) == {-2} and run.total("win_share_s0") == 0 and set(run.column("turns")) == {50}


def test_round_limit_ends_after_the_round() -> None:
    """PB-84."""
    run = Run({"round_limit": 3}, ("greedy", "greedy", "greedy"), 6)
    assert set(run.column("turns")) == {9} and set(run.column("end_reason")) == {1}


def test_no_attack_rounds() -> None:
    """PB-19."""
    run = Run({"no_attack_rounds": 4}, games=20)
    first = run.column("first_battle_round")
    assert (first[first >= 0] >= 5).all()


def test_sudden_death_needs_an_empty_orbit() -> None:
    """PB-85."""
    run = Run({"sudden_death": True, "reserve_per_player": 5}, games=30)
    sudden = run.column("end_reason") == 2
    assert sudden.any()
    loser_units = [min(row.seat[4, 0], row.seat[4, 1]) for row in run.rows[sudden]]
    assert set(loser_units) == {0}


def test_empty_deck_ends_the_game() -> None:
    """PB-84, V3."""
    run = Run({"treaty_mode": "none", "end_on_empty_deck": True}, games=10)
    assert set(run.column("end_reason")) == {1} and set(run.column("draws_total")) == {116}


def test_basic_mode_has_no_advanced_piece() -> None:
    """k.12."""
    run = Run({"mode": "basic"}, ("greedy", "random_legal"), 10)
    for unit in ("carrier", "mines", "drone", "whirler", "sailing_ship", "reflector", "colony_beta"):
        assert run.total(f"melded_{unit}") == run.total(f"sent_{unit}") == 0
    assert run.total("ev_used_chaff") == run.total("salvaged") == 0


def test_a_rule_that_is_not_used_changes_nothing() -> None:
    """k.9: salvage contests in the basic game."""
    plain = Run({"mode": "basic"}, games=8)
    assert Run({"mode": "basic", "salvage_contest": "attacker"}, games=8).digest() == plain.digest()


def test_revolt_odds_zero_and_ten() -> None:
    """PB-22, V10."""
    never, always = Run({"revolt_odds": 0}, games=12), Run({"revolt_odds": 10}, games=12)
    assert never.total("ev_success_revolt") == 0 < never.total("ev_used_revolt")
    assert always.total("ev_success_revolt") == always.total("ev_used_revolt") > 0


def test_torpedoes_spare_busters_and_planets_when_told() -> None:
    """PB-60, PB-62, V5."""
    run = Run({"torpedo_vs_busters": False, "torpedo_vs_planets": False}, ("buster", "greedy"), 20)
    assert run.total("buster_lost_to_torpedo") == 0 and run.tally.torpedoes_at_planets == 0


def test_capture_limit_zero() -> None:
    """PB-64, V15."""
    assert Run({"capture_limit": 0}, games=10).total("captured_s0") == 0


def test_unused_busters_return_to_the_rack() -> None:
    """PB-66: with a clear orbit asked for, busters stay idle and come back."""
    rules = {"buster_needs_clear_orbit": True, "unused_buster": "rack"}
    run = Run(rules, ("buster", "buster"), 20)
    assert run.total("buster_idle") > 0


def test_a_draw_from_nothing_is_skipped() -> None:
    """PB-17: with three pieces left in the box nobody can draw more than there is, and the game still ends."""
    run = Run({"treaty_mode": "none", "end_on_empty_deck": True}, ("pass", "pass"), games=20)
    assert run.rows.dtype.names is not None
    assert (run.column("draws_total") <= 117).all() and (run.column("ending") == 0).all()


def test_scouts_are_paired_before_anybody_else() -> None:
    """PB-41: in every run of pairings of one battle no scout follows another kind of unit."""
    run = Run(policies=("greedy", "raider"), games=12)
    scouts = int(run.ruleset.values["counts.scout"])
    seen = 0
    for game in range(12):
        block: list[int] = []
        for row in [*run.told(game)[1], (-1,) * 8]:
            if row[0] == PAIR:
                block.append(row[2])
                continue
            if row[0] in (REVEAL, DRONES_OUT):
                continue
            is_scout = [0 <= piece < scouts for piece in block]
            assert is_scout == sorted(is_scout, reverse=True)
            seen += sum(is_scout)
            block = []
    assert seen > 10
