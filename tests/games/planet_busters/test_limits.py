"""The fullest boxes the arrays take play to their end: every count, number and limit at the end of its legal range.

Run with bounds checking, an index past the end of an array is an error here.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from balance.games.planet_busters import state as s
from balance.games.planet_busters.kernel import torpedoes
from balance.games.planet_busters.kernel.table import MOST_TORPEDOES
from balance.games.planet_busters.ruleset import LISTS, load_ledger, load_ruleset
from tests.games.plain import games
from tests.games.planet_busters.games import Run
from tests.games.planet_busters.positions import Position

pytestmark = pytest.mark.kernel
ENTRIES = load_ledger().entries
COUNTS = [key for key in ENTRIES if key.startswith("counts.")]
LONG: dict[str, Any] = {
    "max_turns": 2000,
    "starting_pieces": 15,
    "rack_limit": 0,
    "laser_rounds": 3,
    "drone_supply": 30,
}
KEPT = (*LONG, "round_limit", "no_attack_rounds", "sudden_death", "end_on_empty_deck", "treaty_mode", "mode",
        "reserve_per_player", "lift_round")  # fmt: skip
POLICIES = ("greedy", "raider", "turtle", "buster", "hoarder", "random_legal")


def fullest_counts(rng: np.random.Generator) -> dict[str, int]:
    """Kinds in random order at their maximum until the box is full (the Treaty is one piece); at least some ships."""
    counts = dict.fromkeys(COUNTS, 0)
    left = s.DECK_LIMIT - 1
    ships = [f"counts.{kind}" for kind in s.KINDS[: s.ARMORED_SATELLITE]]
    first = str(rng.choice(ships))
    for key in (first, *(str(key) for key in rng.permutation([key for key in COUNTS if key != first]))):
        counts[key] = min(left, int(ENTRIES[key].range[1]))  # type: ignore[index]
        left -= counts[key]
    return counts


def an_end(key: str, rng: np.random.Generator) -> Any:
    """A legal value: the largest or smallest number, any word."""
    entry = ENTRIES[key]
    if isinstance(entry.value, bool):
        return bool(rng.integers(2))
    if entry.choices:
        return str(rng.choice(entry.choices))
    low, high = entry.range or (0, 0)
    value = high if rng.random() < 0.75 else low
    if isinstance(entry.value, list):
        return [int(value)] * len(entry.value)
    return float(value) if isinstance(entry.value, float) else int(value)


def fullest_box(seed: int) -> dict[str, Any]:
    """A random rule set at the ends of its ranges: full box, longest game, most rounds of fire."""
    rng = np.random.default_rng(seed)
    counts = fullest_counts(rng)
    skipped = (*COUNTS, *LISTS.values(), *KEPT)
    rules = {key: an_end(key, rng) for key in ENTRIES if key not in skipped}
    values = {lst: [int(v) for v in rng.integers(1, 13, counts[f"counts.{kind}"])] for kind, lst in LISTS.items()}
    return {**rules, **counts, **values, **LONG}


def test_boxes_reach_the_limits_of_the_arrays() -> None:
    records = [load_ruleset(fullest_box(seed), {}, 4).record for seed in range(12)]
    assert {int(record.deck_pieces) for record in records} == {s.DECK_LIMIT}
    assert {int(record.pieces) for record in records} == {s.DECK_LIMIT + 30} and s.DECK_LIMIT + 30 <= s.PIECES
    assert max(int(record.torps.max()) for record in records) == 4
    assert {int(record.fire.max()) for record in records} == {12}
    assert max(int(record.value.max()) for record in records) == 12


@pytest.mark.parametrize("seed", range(12))
def test_the_fullest_boxes_play_to_their_end(seed: int) -> None:
    """Section g: no array is too short, no game fails, and what is counted stays in range."""
    rng = np.random.default_rng(1000 + seed)
    policies = tuple(str(name) for name in rng.choice(POLICIES, 2 + seed % 3))
    run = Run(fullest_box(seed), policies, games=games(40, 1), seed=seed)
    assert set(run.column("ending")) == {0} and set(run.column("end_reason")) == {0}
    assert (run.column("draws_total") <= 2 * s.DECK_LIMIT).all()
    assert run.rows.counts.min() >= -1 and run.rows.by_kind.min() >= 0
    assert np.allclose(sum(run.column(f"win_share_s{seat}") for seat in range(len(policies))), 1)


def test_more_torpedoes_fly_together_than_there_are_pieces() -> None:
    """PB-60 "simultaneous": all that hit are noted before any is resolved, however many they are."""
    rules = {"torpedo_order": "simultaneous", "torpedo_width": 4, "counts.scout": 40, "torpedoes.scout": 4,
             "counts.zerstor": 40, "torpedoes.zerstor": 4, "counts.fuel": 0, "fuel_values": []}  # fmt: skip
    p = Position(rules)
    ours = p.orbit(0, *["scout"] * 40)
    p.orbit(1, *["zerstor"] * 40, up=True)
    p.attack(1, ours)
    torpedoes.torpedo_fire(p.st, p.rules, p.players, p.tally, None)
    assert p.tally.torpedoes == 2 * 40 * MOST_TORPEDOES
    assert p.tally.torpedo_hits > s.PIECES
    assert not any(p.here(piece) for piece in (ours[0], p.ring(1)[0])), "the best targets are hit first"


@pytest.mark.parametrize("kind", ["carrier", "whirler", "tug", "mines", "screen_satellite", "planet", "planet_buster"])
def test_forty_of_a_kind(kind: str) -> None:
    """One kind at its maximum beside the printed box: orbits, fleets and Spheres of that kind."""
    rules: dict[str, Any] = {**LONG, f"counts.{kind}": 40, "opening_meld": True}
    if kind in LISTS:
        rules[LISTS[kind]] = [1 + k % 12 for k in range(40)]
    run = Run(rules, ("greedy", "random_legal", "raider"), games=games(30, 1))
    assert set(run.column("ending")) == {0}
    assert (
        kind == "planet"
        or run.total(f"sent_{kind}" if kind in ("carrier", "whirler", "tug", "planet_buster") else f"melded_{kind}") > 0
    )
