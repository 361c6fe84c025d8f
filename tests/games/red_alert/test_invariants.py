"""What must hold in every game and at every step, whatever the players do (spec k)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from balance.games.contract import CAPPED, PlayerChoice
from balance.games.red_alert import state as st
from balance.games.red_alert.kernel.board import first_reach
from balance.games.red_alert.kernel.playout import play_one
from balance.games.red_alert.kernel.record import NO_COMBAT, new_state
from balance.games.red_alert.ruleset import load_players, load_ruleset
from balance.kit.hexes import distances, hex_id
from balance.kit.streams import new_luck
from balance.kit.trace import new_trace

from .tables import POLICIES, Table, cells, run, traced

pytestmark = pytest.mark.kernel


def final(
    policy: str, block: int, battle: str = "planet_skirmish", mirror: int = 0, **rules: Any
) -> tuple[Any, Any, Any]:
    ruleset = load_ruleset(rules, {"battle": battle})
    players = load_players(ruleset, [PlayerChoice(policy)])
    outcome, state = st.new_outcomes(1)[0], new_state()
    play_one(
        ruleset.record, players, np.zeros(2, np.int8), new_luck(5), block, outcome, st.new_tally(), None, state, mirror
    )
    return ruleset.record, outcome, state


@pytest.mark.parametrize("battle", ["planet_skirmish", "supply_base"])
@pytest.mark.parametrize("policy", POLICIES)
def test_conservation_at_the_end(policy: str, battle: str) -> None:
    """Stars, cards, units and points add up (RA-12, RA-20, RA-55)."""
    for block in range(3):
        rules, row, state = final(policy, block, battle)
        assert state.stars.sum() + state.pool == rules.star_pool
        assert state.deck_n == state.deck.sum()
        assert state.disc_n == state.disc.sum()
        in_play = 0 if row.ending == CAPPED or state.card < 0 else 1  # the card of the last turn is not discarded yet
        cards = state.deck_n + state.disc_n + state.hand_n.sum()
        assert cards in (rules.command_copies.sum(), rules.command_copies.sum() - in_play)
        assert state.combat_deck_n + state.combat_disc_n + state.combat_hand_n.sum() == rules.combat_copies.sum()
        assert np.array_equal(state.hand.sum(axis=1), state.hand_n)
        for side in (0, 1):
            alive = [u for u in range(16 * side, 16 * side + 16) if state.u_hex[u] >= 0]
            assert len(alive) == state.alive[side] == rules.n_units[side] - state.elim[1 - side]
            assert all(state.hex_unit[state.u_hex[u]] == u for u in alive)
            lost = [u for u in range(16 * side, 16 * side + rules.n_units[side]) if state.u_hex[u] < 0]
            worth = sum(rules.type_vp[state.u_type[u]] for u in lost)
            assert state.vp[1 - side] == worth + state.obj_vp[1 - side]
            assert row.vp[side] == state.vp[side]
            start = rules.stars[side]
            assert state.stars[side] == start + row.stars_gained[side] - row.stars_spent[side]
        assert (state.hex_unit >= 0).sum() == state.alive.sum()
        assert state.vp.max() <= rules.victory_points - 1 + 16


@pytest.mark.parametrize("policy", POLICIES)
def test_steps_are_legal(policy: str) -> None:
    """RA-04, RA-45, RA-50, RA-51, RA-71, read off the trace by its own bookkeeping."""
    for block in range(4):
        ruleset, _, rows = traced([policy], block)
        check_steps(ruleset, rows)


def check_steps(ruleset: Any, rows: list[tuple[int, ...]]) -> None:
    from balance.games.red_alert.events import EVENTS

    rules, gap = ruleset.record, distances()
    place = {u: int(rules.unit_hex[u]) for u in range(32) if rules.unit_hex[u] >= 0}
    grounded: set[int] = set()
    for row in rows:
        name, fields = EVENTS[row[0]]
        d = dict(zip(fields, row[2:], strict=False))
        if name == "turn":
            grounded = set()
        elif name == "move":
            u = d["unit"]
            assert place[u] == d["start"]
            assert d["end"] not in place.values()
            if d["kind"] == 2:
                rise = (d["end"] // 25 * 2 + (d["end"] % 25 >= 13)) - (d["start"] // 25 * 2 + (d["start"] % 25 >= 13))
                assert rise == (-1 if u < 16 else 1)
                assert gap[d["start"], d["end"]] == 1
            entered = rules.group[d["end"]] >= 0 and rules.group[d["end"]] != rules.group[d["start"]]
            if entered and d["kind"] != 2:
                assert gap[d["start"], d["end"]] == 1
                assert bool(d["no_combat"]) == (rules.type_cls[rules.unit_type[u]] != 0)
            if d["no_combat"]:
                grounded.add(u)
            place[u] = d["end"]
        elif name == "gone":
            del place[d["unit"]]
        elif name == "attack":
            u, e = d["unit"], d["enemy"]
            near = [x for x in place if x >> 4 != u >> 4 and gap[place[u], place[x]] == 1]
            assert gap[place[u], place[e]] == d["distance"] <= rules.type_range[rules.unit_type[u]]
            assert d["distance"] == 1 or not near
            assert d["distance"] == 1 or rules.sees[place[u], place[e]]
            assert u not in grounded
            assert d["base_dice"] >= 1


@pytest.mark.parametrize("policy", list(POLICIES))
def test_exchanged_sides_give_the_exchanged_row(policy: str) -> None:
    """Same streams, side 1 dealt first, coin inverted: every column with the sides exchanged (spec k)."""
    for block in range(4):
        _, one, _ = final(policy, block)
        _, other, _ = final(policy, block, mirror=1)
        for name in st.OUTCOME.names:
            if name == "winner" or name == "first_player":
                assert int(one[name]) == (1 - int(other[name]) if other[name] >= 0 else -1)
            elif np.ndim(one[name]) == 0:
                assert one[name] == other[name], name
            else:
                assert np.array_equal(one[name], other[name][::-1]), name


@settings(max_examples=40)
@given(some.lists(some.integers(0, 137), min_size=2, max_size=14, unique=True), some.integers(0, 8), some.data())
def test_turned_positions_have_turned_moves(places: list[int], kind: int, data: Any) -> None:
    """Rotating a position by 180 degrees rotates the legal move set; acme is its own rotation."""
    from balance.kit.hexes import cell

    name = st.UNIT_TYPES[kind]
    half = max(1, len(places) // 2)
    own = [(name, cell(place)) for place in places[:half]]
    foes = [("cruiser", cell(place)) for place in places[half:]]
    if not foes:
        return
    turned_foes = [("cruiser", cell(137 - place)) for place in places[half:]]
    turned_own = [(name, cell(137 - place)) for place in places[:half]]
    one, other = Table(own, foes), Table(turned_foes, turned_own)
    steps = data.draw(some.integers(0, 6))
    here = cells(first_reach(one.rules, one.state, 0, 0, steps, 1))
    there = cells(first_reach(other.rules, other.state, 16, 0, steps, 1))
    assert {137 - hex_id(*x) for x in here} == {hex_id(*x) for x in there}


def test_a_row_alone_is_the_row_of_the_range() -> None:
    ruleset = load_ruleset({}, {})
    players = load_players(ruleset, [PlayerChoice("standoff"), PlayerChoice("random_legal")])
    rows, tally = run(["standoff", "random_legal"], 8, seed=3)
    total = st.new_tally()
    for g in range(8):
        outcome = st.new_outcomes(1)[0]
        seating = np.array([g % 2, 1 - g % 2], np.int8)
        play_one(ruleset.record, players, seating, new_luck(3), g // 2, outcome, total, None)
        assert outcome.tobytes() == rows[g].tobytes()
        with_trace = st.new_outcomes(1)[0]
        play_one(ruleset.record, players, seating, new_luck(3), g // 2, with_trace, st.new_tally(), new_trace())
        assert with_trace.tobytes() == rows[g].tobytes()
    assert total.tobytes() == tally.tobytes()


def test_no_dice_no_eliminations() -> None:
    """Every `dice` 0 and planet control off: nobody is eliminated and the game is capped (RA-84)."""
    units = {name: {"dice": [0, 0]} for name in st.UNIT_TYPES}
    rules = {"units": units, "planet_control": "off", "max_turns": 40}
    rows, tally = run(["random_legal", "greedy"], 6, rules)
    assert np.all(rows.elim == 0)
    assert np.all(rows.ending == CAPPED)
    assert np.all(rows.end_reason == st.END_CAP)
    assert np.all(rows.turns == 40)
    assert tally.rolls.sum() == 0


def test_no_combat_flag_is_only_for_entering_units() -> None:
    _, _, state = final("planet_holder", 1)
    flagged = [u for u in range(32) if state.u_flag[u] & NO_COMBAT]
    assert all(u >> 4 == state.active for u in flagged)


@pytest.mark.parametrize(("policy", "turns", "slack"), [
    ("random_legal", 80, 5), ("greedy", 13.1, 1), ("raider", 13.4, 1), ("standoff", 12.7, 1), ("gunline", 16.8, 1),
    ("planet_holder", 11.0, 1),
])  # fmt: skip
@pytest.mark.deep
def test_length_is_plausible(policy: str, turns: float, slack: float) -> None:
    """Spec k: mean turns of mirrored policies on planet_skirmish."""
    rows, _ = run([policy], 2000)
    assert abs(rows.turns.mean() - turns) < slack
    assert (rows.ending == CAPPED).mean() < 0.002


@pytest.mark.deep
@pytest.mark.parametrize(("policy", "turns", "slack"), [
    ("random_legal", 109, 5), ("greedy", 20.9, 1), ("raider", 22.2, 1), ("standoff", 21.7, 1), ("gunline", 29.6, 1),
    ("planet_holder", 16.5, 1),
])  # fmt: skip
def test_length_of_the_full_battle_is_plausible(policy: str, turns: float, slack: float) -> None:
    """Spec k: the same on supply_base."""
    rows, _ = run([policy], 1000, setup={"battle": "supply_base"})
    assert abs(rows.turns.mean() - turns) < slack
