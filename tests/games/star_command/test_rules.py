"""Every switch and number of the ledger changes what it should (SC-05..SC-56, A1..A25, V1..V14, b2, b3)."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
import pytest

from balance.games.star_command.ruleset import load_ledger
from balance.games.star_command.state import CAPTURES, DECK_PASSES, TURN_CAP
from balance.kit.jit import is_compiled
from tests.games import plain
from tests.games.plain import statistics
from tests.games.star_command.desk_helpers import play

pytestmark = pytest.mark.kernel
GAMES = plain.games(60, 2)
SPECIALS = {"cards.counts.special": 16}
FLIPS = {"cards.counts.flip": 12, "cards.counts.kick": 10, "cards.counts.punch": 10}

# key -> (value that must differ from the default, rules both sides of the comparison share)
CHANGES: dict[str, tuple[Any, dict[str, Any]]] = {
    "first_player": ("zurg", {}), "starting_hand": (3, {}), "second_player_bonus_cards": (2, {}),
    "draw_per_turn": (4, {}), "first_turn_draw": (1, {}), "hand_limit": (7, {}), "hand_limit_timing": ("end_of_turn", {}),
    "reshuffle_timing": ("eager", {}), "deck_passes_limit": (1, {}), "turn_cap": (20, {}),
    "cap_result": ("material", {"turn_cap": 20}),
    "play_cap_per_phase": (16, {"movement.moves_per_unit": 0, "combat.attacks_per_unit": 0, "hand_limit": 12,
                                "draw_per_turn": 6, "cards.counts.communicator": 20, "units.zurg.hits": 9,
                                "units.buzz.hits": 9}),
    "stat_reading": ("exact", {}), "over_number": ("capped", {}), "movement.max_cards_per_turn": (1, {}),
    "movement.moves_per_unit": (0, {}), "movement.distance": ("up_to", {}), "movement.path": ("steps", {}),
    "movement.multi_forward": (False, {}), "movement.multi_forward_cap": (3, {}),
    "movement.multi_forward_diagonal": (True, {}), "movement.move_k": ("king", SPECIALS),
    "movement.alpha2_pass_through": ("never", {}), "movement.mira_pass_through": ("special_only", SPECIALS),
    "movement.pass_through_scope": ("friendly", {}), "combat.max_cards_per_turn": (1, {}),
    "combat.attacks_per_unit": (0, {}), "combat.range_mode": ("exact", {}), "combat.corner_blocking": (True, {}),
    "combat.move_then_attack": (False, {}), "combat.megaray_mode": ("up_to", SPECIALS),
    "combat.megaray_min": (2, SPECIALS), "combat.megaray_max": (6, SPECIALS),
    "combat.flip_scope": ("any", FLIPS), "combat.flip_negates": (False, FLIPS),
    "combat.counter_hit_defensible": (True, FLIPS), "combat.buzz_defense_scope": ("none", {}),
    "combat.laser_resistant_scope": ("laser_only", {"cards.counts.armor_diavallic": 12}),
    "combat.defenses_per_unit_per_turn": (1, {"cards.counts.dodge": 16}), "combat.hornet_draw": ("none", {}),
    "combat.hornet_draw_cards": (2, {}), "repair.scope": ("none", SPECIALS), "repair.adjacency": (4, SPECIALS),
    "repair.per_unit_per_turn": (3, SPECIALS), "repair.restored_hits": (1, {"units.hornet.hits": 3, **SPECIALS}),
    "cards.faction_cards": ("removed", {}), "cards.faction_scope": ("named_units", {"cards.counts.blast_off": 6}),
    "cards.special_cards": ("any_x", {"cards.counts.energy_readings": 10}), "cards.x_timing": ("orders_only", {}),
    "victory.mode": ("leader_or_captures", {"victory.captures": 4}),
    "victory.captures": (4, {"victory.mode": "leader_or_captures"}), "setup.order": ("second_sees", {}),
    "setup.rangers": ("artillery", {}), "setup.zurg": ("corner", {}),
}  # fmt: skip
SHARED = {**{f"units.{name}.special": SPECIALS for name in ("matrix", "slag", "dissector", "booster", "mira", "xr")}}


def digest(rules: dict[str, Any], *, games: int = GAMES) -> str:
    found = hashlib.blake2b(digest_size=8)
    for pair in (("hunter", "swarm"), ("random", "greedy")):
        rows, _ = play(rules, pair, games)
        found.update(rows.tobytes())
    return found.hexdigest()


def numbers() -> list[tuple[str, Any, dict[str, Any]]]:
    """The numbers of cards and units: a value that must show."""
    cases = []
    for key, entry in load_ledger().entries.items():
        if key.startswith("cards.counts."):
            cases.append((key, 0 if entry.value > 1 else 8, {}))
        elif key.startswith("units."):
            high = 6 if key.endswith("special") else 5
            cases.append((key, high if entry.value != high else 1, SHARED.get(key, {})))
    return cases


def test_every_key_of_the_ledger_is_covered() -> None:
    assert set(CHANGES) | {key for key, _, _ in numbers()} == set(load_ledger().entries)


# Values that move no game: a later safety stop than any of these games needs.
NO_CHANGE = {"turn_cap": (150, 600), "play_cap_per_phase": (134,), "deck_passes_limit": (3,)}


def alternatives(key: str) -> list[Any]:
    """Every choice and sweep value besides the default, and the value of `CHANGES`."""
    entry = load_ledger().entries[key]
    listed = (*(entry.choices or ()), *(entry.sweep or ()), CHANGES[key][0])
    return [value for value in dict.fromkeys(listed) if value != entry.value and value not in NO_CHANGE.get(key, ())]


READINGS = [(key, value, shared) for key, (_, shared) in CHANGES.items() for value in alternatives(key)]


@pytest.mark.parametrize(("key", "value", "shared"), READINGS + numbers())
def test_a_changed_rule_changes_the_games(key: str, value: Any, shared: dict[str, Any]) -> None:
    """As plain Python a few games are played to their end; they are too few to differ for sure."""
    changed = digest({**shared, key: value})
    assert changed != digest(shared) or not is_compiled()


@pytest.mark.parametrize(("key", "value"), [(key, value) for key, values in NO_CHANGE.items() for value in values])
def test_a_later_stop_changes_nothing(key: str, value: int) -> None:
    """SC-52, SC-53, SC-55: no game of the sample comes near these stops."""
    assert digest({key: value}) == digest({})


def mean(rules: dict[str, Any], column: str, pair: tuple[str, str] = ("hunter", "hunter"), games: int = 200) -> float:
    rows, _ = play(rules, pair, games)
    return float(np.mean(rows[column]))


def test_first_player_is_who_the_rule_says() -> None:
    assert mean({"first_player": "zurg"}, "first_side") == 1 and mean({"first_player": "rangers"}, "first_side") == 0
    rows, _ = play({"first_player": "alternate"}, ("pass", "pass"), 8)
    assert list(rows.first_side) == [0, 0, 1, 1, 0, 0, 1, 1]  # two games to a block (SC-06)


@statistics
def test_one_card_per_phase_bounds_plays() -> None:
    rows, _ = play({"movement.max_cards_per_turn": 1, "combat.max_cards_per_turn": 1}, ("hunter", "random"), 200)
    moves = rows.moves_single.sum(axis=1) + rows.moves_group.sum(axis=1)
    assert (moves <= rows.turns).all() and (rows.attacks.sum(axis=1) <= rows.turns).all()


@statistics
def test_group_rules() -> None:
    rows, _ = play({"movement.multi_forward": False}, ("swarm", "random"), 100)
    assert rows.moves_group.sum() == 0
    rows, _ = play({"movement.multi_forward_cap": 3}, ("swarm", "random"), 100)
    assert 0 < rows.group_units.sum() <= 3 * rows.moves_group.sum()


@statistics
def test_flip_rules() -> None:
    rows, _ = play({"combat.flip_negates": False, **FLIPS}, ("greedy", "greedy"), 100)
    plain, _ = play(FLIPS, ("greedy", "greedy"), 100)
    assert rows.flips.sum() > 0 and plain.flips.sum() > 0
    assert (plain.attacks_negated >= plain.flips).all() and (rows.attacks_negated < rows.flips).any()
    without, _ = play({"cards.counts.flip": 0}, ("greedy", "greedy"), 100)
    assert without.flips.sum() == 0 and (without.end_reason != 1).all()


@statistics
def test_shield_and_specials() -> None:
    rows, _ = play({"combat.buzz_defense_scope": "none"}, ("hunter", "turtle"), 100)
    assert rows.specials_defense.sum() == 0 and rows.buzz_special_defenses.sum() == 0
    rows, _ = play({"combat.buzz_defense_scope": "any_friendly", **SPECIALS}, ("turtle", "turtle"), 100)
    assert (
        rows.specials_defense[:, 0].sum() > rows.buzz_special_defenses.sum() and rows.specials_defense[:, 1].sum() == 0
    )
    rows, _ = play({"cards.counts.special": 0}, ("hunter", "hunter"), 100)
    for name in ("specials_move", "specials_attack", "specials_defense", "specials_repair", "repairs"):
        assert rows[name].sum() == 0


@statistics
def test_hornets_and_repairs() -> None:
    rows, _ = play({"combat.hornet_draw": "none"}, ("hunter", "greedy"), 100)
    assert rows.hornet_draws.sum() == 0
    rows, _ = play({"repair.scope": "none", **SPECIALS}, ("hunter", "greedy"), 100)
    assert rows.repairs.sum() == 0
    rows, _ = play({"repair.scope": "any_non_leader", **SPECIALS}, ("hunter", "greedy"), 100)
    robots, _ = play(SPECIALS, ("hunter", "greedy"), 100)
    assert rows.repairs[:, 0].sum() > robots.repairs[:, 0].sum()


@statistics
def test_dead_cards() -> None:
    for word in ("open", "removed", "redraw"):
        rows, tally = play({"cards.faction_cards": word}, ("hunter", "random"), 100)
        played = tally.card_played
        if word == "open":
            assert played[0][[7, 21, 24]].sum() > 0 and played[1][[5, 6, 17]].sum() > 0
        if word == "removed":
            assert rows.dead_drawn.sum() == 0 and tally.card_drawn[:, [5, 6, 7, 17, 21, 24]].sum() == 0
        if word == "redraw":
            assert (rows.dead_hand_turns == 0).all() and (rows.dead_drawn == rows.dead_discarded).all()
    _, tally = play({}, ("hunter", "random"), 200)
    assert (
        tally.card_played[0][[7, 21, 24]].sum() == 0 and tally.card_played[1][[5, 6, 17]].sum() == 0
    )  # invariants 6, 14


@statistics
def test_endings() -> None:
    rows, _ = play({"turn_cap": 20, "cap_result": "material"}, ("turtle", "turtle"), 100)
    capped = rows[rows.end_reason == TURN_CAP]
    ahead = np.sign(capped.hits_left[:, 0].astype(int) - capped.hits_left[:, 1])
    assert len(capped) and (capped.winner_side == np.where(ahead == 0, -1, np.where(ahead > 0, 0, 1))).all()
    assert (capped.ending == 1).all() and (capped.turns == 20).all()
    rows, _ = play({"deck_passes_limit": 1}, ("turtle", "turtle"), 100)
    assert (rows.reshuffles == 0).all() and (rows.end_reason == DECK_PASSES).any()
    tied = rows[(rows.end_reason == DECK_PASSES) & (rows.winner_side < 0)]
    assert (tied.win == 0.5).all()
    rows, _ = play({"victory.mode": "leader_or_captures", "victory.captures": 3}, ("hunter", "hunter"), 100)
    assert (rows.end_reason == CAPTURES).any()


def test_a_game_is_won_when_a_leader_has_no_hits_left() -> None:
    """SC-02, invariant 12; SC-04: both arrange their sixteen units, so nobody starts with less."""
    rows, _ = play({}, ("hunter", "greedy"), 120)
    for row in rows:
        fallen = [side for side in (0, 1) if row.leader_hits[side] <= 0]
        assert fallen == ([1 - row.winner_side] if row.winner_side >= 0 else [])
        assert (row.units_left <= 16).all() and row.winner_side >= -1


@statistics
def test_leader_toughness_lengthens_the_game() -> None:
    turns = [mean({"units.buzz.hits": n, "units.zurg.hits": n}, "turns") for n in (2, 3, 5)]
    assert turns == sorted(turns)
    assert mean({"units.zurg.hits": 5}, "winner_side") > mean({"units.zurg.hits": 2}, "winner_side")


@statistics
def test_play_cap_stops_a_phase_and_is_flagged() -> None:
    shared = dict(CHANGES["play_cap_per_phase"][1])
    rows, _ = play({**shared, "play_cap_per_phase": 16}, ("random", "hunter"), 100)
    assert rows.flag_play_cap.sum() > 0
    rows, _ = play({}, ("random", "hunter"), 200)
    assert rows.flag_play_cap.sum() == 0  # must never bind on the default rules
