"""Rules and players: what is refused, with the key named, and what reaches the kernel."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from balance.errors import InputError
from balance.games.contract import PlayerChoice
from balance.games.planet_busters import state as s
from balance.games.planet_busters.ruleset import load_ledger, load_players, load_policies, load_ruleset, roll_hits


@pytest.mark.parametrize(
    ("rules", "seats", "key"),
    [
        ({"counts": dict.fromkeys(s.KINDS[:15], 0)}, 2, "rules.counts"),
        ({"counts": {"scout": 40, "zerstor": 40, "conicle": 40}}, 2, "rules.counts"),
        ({"fuel_values": [1, 2, 3]}, 2, "rules.fuel_values"),
        ({"counts": {"planet": 8}}, 2, "rules.counts.planet"),
        ({"counts.fuel": 3}, 2, "rules.counts.fuel"),
        ({"counts": {"planet": 8}, "planet_values": [1]}, 2, "rules.planet_values"),
        ({"buster_values": []}, 2, "rules.buster_values"),
        ({"treaty_mode": "none"}, 2, "rules.treaty_mode"),
        ({"rack_limit": 3}, 2, "rules.rack_limit"),
        ({"sudden_death": True}, 3, "rules.sudden_death"),
        ({"sudden_death": True, "reserve_per_player": 30, "starting_pieces": 15, "mode": "basic",
          "counts": {"scout": 5}}, 2, "rules.reserve_per_player"),
        ({"torpedo_width": 5}, 2, "rules.torpedo_width"),
        ({"mines_scop": "paired"}, 2, "rules.mines_scop"),
        ({}, 5, "seat"),
    ],
)  # fmt: skip
def test_impossible_set_ups_are_refused_with_the_key(rules: Mapping[str, Any], seats: int, key: str) -> None:
    with pytest.raises(InputError) as caught:
        load_ruleset(rules, {}, seats)
    assert key in [problem.breadcrumb() for problem in caught.value.problems]


@pytest.mark.parametrize(
    ("rules", "key"),
    [
        ({"mode": "basic", "counts": {"carrier": 10}}, "rules.counts.carrier"),
        ({"mode": "basic", "counts.chaff": 0}, "rules.counts.chaff"),
        ({"mode": "basic", "drone_supply": 8}, "rules.drone_supply"),
        ({"reserve_per_player": 5}, "rules.reserve_per_player"),
    ],
)
def test_settings_that_another_rule_overrides_are_refused(rules: Mapping[str, Any], key: str) -> None:
    """A changed rule without any effect would be taken for an answer."""
    with pytest.raises(InputError) as caught:
        load_ruleset(rules, {}, 2)
    assert [(problem.breadcrumb(), problem.code) for problem in caught.value.problems] == [(key, "conflict")]


def test_settings_that_say_the_default_are_no_conflict() -> None:
    assert load_ruleset({"mode": "basic", "counts": {"carrier": 3}, "drone_supply": 16}, {}, 2).record.pieces == 92
    assert load_ruleset({"mode": "basic", "counts": {"scout": 10}}, {}, 2).record.pieces == 93
    assert load_ruleset({"sudden_death": True, "reserve_per_player": 5}, {}, 2).record.reserve_per_player == 5


def test_setup_tables_are_refused() -> None:
    with pytest.raises(InputError, match="set-up"):
        load_ruleset({}, {"board": {}}, 2)


def test_treaty_free_games_need_one_other_end() -> None:
    for end in ({"round_limit": 20}, {"end_on_empty_deck": True}, {"sudden_death": True}):
        assert load_ruleset({"treaty_mode": "none", **end}, {}, 2).record.treaty == -1


def test_counts_of_the_box() -> None:
    """b.2: basic 92, advanced 117 with the Treaty, 16 drones."""
    advanced, basic = load_ruleset({}, {}, 2), load_ruleset({"mode": "basic"}, {}, 2)
    assert (advanced.record.deck_pieces, advanced.record.pieces) == (117, 133)
    assert (basic.record.deck_pieces, basic.record.pieces) == (92, 92)
    counts = advanced.extra["counts"]
    by_class = [sum(counts[k] for k in range(33) if s.CLASS_OF[k] == cls) for cls in range(9)]
    assert by_class == [50, 7, 2, 2, 5, 9, 28, 13, 1]


def test_values_reach_the_pieces() -> None:
    ruleset = load_ruleset({"battle": {"deathon": 9}, "torpedoes": {"baycruz": 2}, "laser": {"tug": True}}, {}, 2)
    kind = [int(k) for k in ruleset.record.kind[: ruleset.record.pieces]]
    deathon, baycruz, tug = kind.index(s.DEATHON), kind.index(s.BAYCRUZ), kind.index(s.TUG)
    assert ruleset.record.defence[deathon] == ruleset.record.fire[deathon] == 9
    assert ruleset.record.torps[baycruz] == 2 and ruleset.record.laser[tug] == 1
    assert ruleset.changed == ("battle.deathon", "torpedoes.baycruz", "laser.tug")


def test_hit_curve_is_the_printed_one() -> None:
    """PB-50, j.1."""
    record = load_ruleset({}, {}, 2).record
    tenths = [int(record.chance[d + 13]) // 100_000 for d in range(-5, 6)]
    assert tenths == [1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9]
    bare = load_ruleset({"natural_one_hits": False}, {}, 2).record
    assert bare.chance[-6 + 13] == 0 and not roll_hits(bare, 1, -6)
    assert [int(record.whirl[d]) for d in (1, 3, 4, 6, 9)] == [988000, 916000, 832000, 546400, 343900]


def test_raising_a_number_is_monotone() -> None:
    """k.8: a higher battle number never hits less, is never hit more."""
    for base in range(4, 7):
        chance = load_ruleset({"hit_base": base}, {}, 2).record.chance
        assert all(chance[i] <= chance[i + 1] for i in range(31))


def test_every_policy_and_weight_loads() -> None:
    ruleset = load_ruleset({}, {}, 4)
    for name in load_policies().policies:
        players = load_players(ruleset, [PlayerChoice(name)] * 4)
        assert players[0].worth[0] == s.ONE and players[0].number_total == 10
    greedy, tuned = load_players(ruleset, [PlayerChoice("greedy"), PlayerChoice("greedy", {"value_planet": 5})])
    planet = [int(k) for k in ruleset.record.kind].index(s.PLANET)
    assert tuned.worth[planet] - greedy.worth[planet] == 2 * s.ONE


def test_players_are_refused_with_their_seat() -> None:
    ruleset = load_ruleset({}, {}, 2)
    with pytest.raises(InputError) as caught:
        load_players(ruleset, [PlayerChoice("gredy"), PlayerChoice("greedy", {"number_model": [0] * 10})])
    crumbs = [problem.breadcrumb() for problem in caught.value.problems]
    assert crumbs == ["seat[0].policy", "seat[1].weights.number_model"]


def test_assumed_numbers_of_the_specification_carry_sweeps() -> None:
    assumed = [e for e in load_ledger().entries.values() if e.status == "assumed"]
    assert len(assumed) > 25 and all(entry.sweep for entry in assumed)
