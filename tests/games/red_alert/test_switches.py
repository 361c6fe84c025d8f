"""Every rule key changes what it should: rows differ at every value, and targeted positions show how."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from balance.games.contract import CAPPED, PLAYED_OUT
from balance.games.red_alert.kernel.board import first_reach, reach
from balance.games.red_alert.kernel.combat import combat_phase
from balance.games.red_alert.kernel.sight import attack_dice, sees
from balance.games.red_alert.kernel.turn import end_turn, start_turn
from balance.games.red_alert.ruleset import load_ledger
from balance.kit.hexes import cell, distances
from balance.kit.jit import is_compiled
from tests.games import plain

from .tables import ACME, Table, cells, h, run

pytestmark = pytest.mark.kernel
A, B = 0, 16
PLANETS = {(c, r) for c, r in ACME}

# Keys that seldom matter in the skirmish between a random and a greedy player: maps and players that need them.
WIDE = {"map": {"planets": [[c, r] for r in range(3, 8) for c in range(2, 10) if (c + 2 * r) % 5 < 3]}}
SCATTERED = {"map": {"planets": [[c, r] for r in (3, 5, 7) for c in range(1, 11, 2)]}}
RING = {"map": {"planets": [list(cell(int(x))) for x in np.flatnonzero(distances()[h(6, 5)] == 2)] + [[6, 5]]}}
WINGS = [  # the built-in deck gives second moves to fighters alone
    {"id": f"{c}_wing", "kind": "tactic", "copies": 12, "orders": "rating", "classes": [c], "move_combat_move": True}
    for c in ("fighter", "strike")
]
SETTLERS = {"players": ["planet_holder", "standoff"], "games": 200}
HARD: dict[str, dict[str, Any]] = {
    "same_group_los": {"setup": RING, **SETTLERS},
    "los_from_planet_out": {"setup": WIDE},
    "los_edge_rule": {"setup": SCATTERED, "games": 200},
    "units_block_los": {"setup": WIDE},
    "flagship_retire_loss": {"games": 300},
    "flagship_confirm": {"games": 200},
    "planet_control_max_per_turn": {"setup": WIDE},
    "same_group_move_battle": {"setup": WIDE, **SETTLERS},
    "planet_die_exempt": SETTLERS,
    "mcm_second_move_planet": {"setup": WIDE | {"command_card": WINGS}, "games": 200},
    "pursuit_onto_planet": {"setup": WIDE, "players": ["raider", "random_legal"], "games": 300},
    "victory_points": {"setup": {"battle": "supply_base"}},
    "units_to_eliminate": {"setup": {"battle": "supply_base"}},
}
NO_CHANGE = [("victory_points", 21), ("units_to_eliminate", 8)]  # the battle's own numbers
SWEPT = [
    (key, value)
    for key, entry in load_ledger().entries.items()
    for value in entry.sweep
    if value != entry.value
    and (key, value) not in NO_CHANGE
    and not key.startswith(("units.", "command_deck.", "combat_deck."))
]


def nested(key: str, value: Any) -> dict[str, Any]:
    head, _, tail = key.partition(".")
    return {head: nested(tail, value)} if tail else {head: value}


def rows_of(key: str, rules: dict[str, Any]) -> Any:
    hard = HARD.get(key, {})
    games = plain.games(hard.get("games", 60), 2)
    return run(hard.get("players", ["random_legal", "greedy"]), games, rules, hard.get("setup"))[0]


def differ(base: Any, changed: Any) -> bool:
    """Whether rows differ; as plain Python too few are played to differ for sure, but all to their end."""
    if not is_compiled():
        return bool(np.isin(changed.ending, (PLAYED_OUT, CAPPED)).all())
    return bool(base.tobytes() != changed.tobytes())


@pytest.mark.parametrize(("key", "value"), SWEPT, ids=[f"{k}={v}" for k, v in SWEPT])
def test_every_swept_value_changes_rows(key: str, value: Any) -> None:
    if key == "max_turns":  # random play of this battle seldom lasts 200 turns
        base, changed = rows_of(key, {"max_turns": 20}), rows_of(key, {"max_turns": 21})
    else:
        base, changed = rows_of(key, {}), rows_of(key, nested(key, value))
    assert differ(base, changed)


DECK_KEYS = [k for k in load_ledger().entries if k.startswith(("command_deck.", "combat_deck."))]


@pytest.mark.parametrize("key", DECK_KEYS)
def test_every_card_entry_changes_rows(key: str) -> None:
    """The hits that Shields Up ignores (RA-63) are one of these entries."""
    entry = load_ledger().entries[key]
    changed = rows_of(key, nested(key, entry.value + 1))
    assert differ(rows_of(key, {}), changed)


UNIT_KEYS = [k for k in load_ledger().entries if k.startswith("units.")]


@pytest.mark.parametrize("key", UNIT_KEYS)
def test_every_unit_entry_changes_rows(key: str) -> None:
    """`points` prices a fleet before the game and moves no row; `figures` of a flagship is 1 by rule."""
    entry = load_ledger().entries[key]
    if key.endswith(".points") or key == "units.flagship.figures":
        return
    value = [1, *entry.value[1:]] if key.endswith(".dice") and entry.value[0] != 1 else entry.value
    if value == entry.value:
        value = entry.value[:-1] if isinstance(value, list) else (value - 1 if key.endswith(".caps") else value + 1)
    setup = {"battle": "supply_base"}
    games = plain.games(60, 1)
    base = run(["random_legal", "greedy"], games, {}, setup)[0]
    changed = run(["random_legal", "greedy"], games, nested(key, value), setup)[0]
    assert differ(base, changed)


def duel(rules: dict[str, Any], attacker: Any, target: Any, contact: int | None = None) -> int:
    table = Table([attacker], [target], rules)
    near = int(table.rules.distance[h(*attacker[1]), h(*target[1])]) == 1
    return int(attack_dice(table.rules, table.state, A, B, int(near) if contact is None else contact))


OFF, ON = (7, 4), (6, 4)


@pytest.mark.parametrize(
    ("rules", "close", "ranged", "same_group", "other_planet"),
    [
        ({}, 2, 1, 3, 1),
        ({"planet_die_penalty": 0}, 3, 2, 3, 2),
        ({"planet_die_penalty": 2}, 1, 0, 3, 0),
        ({"planet_die_scope": "ranged"}, 3, 1, 3, 1),
        ({"planet_die_scope": "close"}, 2, 2, 3, 2),
        ({"planet_die_exempt": "any_planet"}, 2, 1, 3, 2),
        ({"planet_die_exempt": "none"}, 2, 1, 2, 1),
        ({"planet_die_penalty": 4, "min_battle_dice": 1}, 1, 1, 3, 1),
    ],
)
def test_planet_dice(rules: dict[str, Any], close: int, ranged: int, same_group: int, other_planet: int) -> None:
    """RA-52: cruiser (3,2,2) against a cruiser on (6,4)."""
    assert duel(rules, ("cruiser", OFF), ("cruiser", ON)) == close
    assert duel(rules, ("cruiser", (6, 2)), ("cruiser", ON)) == ranged
    assert duel(rules, ("cruiser", (5, 5)), ("cruiser", ON)) == same_group
    assert duel(rules, ("heavy_battleship", (9, 5)), ("cruiser", (6, 5))) == {1: 1, 2: 2, 0: 0}[other_planet]


def test_marker_dice() -> None:
    """RA-73."""
    for rules, dice in (({}, 2), ({"marker_die_penalty": 0}, 3), ({"marker_die_penalty": 2}, 1)):
        table = Table([("cruiser", (0, 0))], [("cruiser", (1, 0))], rules)
        table.state.u_mark[A] = 1
        assert attack_dice(table.rules, table.state, A, B, 1) == dice


def planets_in_reach(rules: dict[str, Any], kind: str, at: tuple[int, int], steps: int) -> set[tuple[int, int]]:
    table = Table([(kind, at)], [("flagship", (0, 10))], rules)
    return cells(first_reach(table.rules, table.state, A, 0, steps, 1)) & PLANETS


def test_entering_planets() -> None:
    """RA-40, RA-41."""
    assert planets_in_reach({}, "fighter", (6, 3), 4) == {(6, 4)}
    assert planets_in_reach({"planet_enter_start_adjacent": False}, "fighter", (6, 3), 4) >= {(6, 4), (5, 5), (6, 5)}
    assert planets_in_reach({"planet_enter_start_adjacent": False}, "battleship", (8, 4), 2) == {(6, 4), (6, 5), (9, 5)}
    through = {"planet_enter_start_adjacent": False, "planet_enter_stop": False}
    assert planets_in_reach(through, "fighter", (6, 3), 3) == {(6, 4), (5, 5), (6, 5), (6, 6)}
    only_stop = {"planet_enter_stop": False}
    assert planets_in_reach(only_stop, "fighter", (6, 3), 4) == {(6, 4)}
    inside = planets_in_reach({}, "battleship", (6, 4), 2)
    assert inside == {(6, 4), (5, 5), (6, 5)}
    assert planets_in_reach({"same_group_move_limit": "normal"}, "battleship", (6, 4), 2) == inside | {(6, 6)}


def test_passing_through_a_planet_when_it_does_not_stop() -> None:
    """RA-40 with `planet_enter_stop = false`: beyond the planet hex is nearer than round it."""
    walls = [("fighter", (5, 3)), ("fighter", (6, 3)), ("fighter", (7, 4)), ("fighter", (5, 4))]
    blocked = Table([("fighter", (5, 5)), *walls], [("flagship", (0, 10))], planets=[[6, 4]])
    open_ = Table([("fighter", (5, 5)), *walls], [("flagship", (0, 10))], {"planet_enter_stop": False}, [[6, 4]])
    one = cells(first_reach(blocked.rules, blocked.state, A, 0, 4, 1))
    two = cells(first_reach(open_.rules, open_.state, A, 0, 4, 1))
    assert one <= two


def test_normal_movement_inside_the_group_never_re_enters() -> None:
    """RA-41 `normal`: over the group and out again, not back in."""
    table = Table([("fighter", (6, 4))], [("flagship", (0, 10))], {"same_group_move_limit": "normal"})
    found = cells(first_reach(table.rules, table.state, A, 0, 3, 1))
    assert {(6, 6), (5, 5), (6, 5)} <= found
    assert (6, 7) in found  # 2 steps over the group, 1 out of it
    plain = Table([("fighter", (6, 4))], [("flagship", (0, 10))])
    assert (6, 7) not in cells(first_reach(plain.rules, plain.state, A, 0, 3, 1))


@pytest.mark.parametrize(("who", "fighter", "cruiser"), [("fighters", 1, 0), ("none", 0, 0), ("all", 1, 1)])
def test_second_moves_onto_planets(who: str, fighter: int, cruiser: int) -> None:
    """RA-42."""
    from balance.games.red_alert.kernel.movement import second_moves

    for kind, may in (("fighter", fighter), ("cruiser", cruiser)):
        table = Table(
            [(kind, (5, 4))], [("flagship", (0, 10))], {"mcm_second_move_planet": who}, policy="planet_holder"
        )
        table.order("fighter_sweep", A)
        second_moves(*table.args, None)
        assert (table.at(A) in PLANETS) == bool(may)


@pytest.mark.parametrize(("hexes", "wanted"), [(2, False), (3, True), (4, True)])
def test_warp(hexes: int, wanted: bool) -> None:
    """RA-32."""
    table = Table([("destroyer", (2, 0))], [("cruiser", (6, 0))], {"warp_hexes": hexes})
    assert ((5, 0) in cells(first_reach(table.rules, table.state, A, 0, 2, 1))) == wanted
    far = Table([("destroyer", (0, 0))], [("cruiser", (5, 0))], {"warp_hexes": hexes})
    assert ((4, 0) in cells(first_reach(far.rules, far.state, A, 0, 2, 1))) == (hexes == 4)
    marked = Table([("destroyer", (2, 0))], [("cruiser", (6, 0))], {"warp_hexes": 3, "marker_die_penalty": 3})
    assert (5, 0) not in cells(first_reach(marked.rules, marked.state, A, 1, 2, 1))  # no die left to fight with
    assert (5, 0) not in cells(reach(marked.rules, marked.state, A, 2, 1))


@pytest.mark.parametrize(
    ("who", "seen"),
    [("none", (1, 1)), ("enemy", (1, 0)), ("friendly", (0, 1)), ("all", (0, 0))],
)
def test_units_that_block(who: str, seen: tuple[int, int]) -> None:
    """RA-08 `units_block_los`, relative to the shooter."""
    table = Table([("cruiser", (3, 0)), ("cruiser", (5, 0))], [("cruiser", (7, 0)), ("cruiser", (1, 0)), ("cruiser", (0, 0))],
                  {"units_block_los": who}, [])  # fmt: skip
    state = table.state
    assert sees(table.rules, state, A, h(3, 0), h(7, 0)) == seen[0]  # own cruiser on (5,0) between
    assert sees(table.rules, state, A, h(3, 0), h(0, 0)) == seen[1]  # enemy cruiser on (1,0) between


def roll_table(rules: dict[str, Any], *forced: Any, kind: str = "cruiser", at: tuple[int, int] = (6, 10)) -> Table:
    """A cruiser two hexes before an enemy on its baseline: it cannot retire."""
    table = Table([("cruiser", (at[0], at[1] - 2))], [(kind, at), ("fighter", (0, 0))], rules)
    table.order("patrol_centre", A)
    table.force(0, 0, *forced)
    combat_phase(*table.args, table.tally, None)
    assert table.used()
    return table


def test_blocked_retire() -> None:
    """RA-70, RA-72."""
    assert roll_table({}, "red", "red").state.u_figs[B] == 1
    assert roll_table({"retire_blocked_loss": 0}, "red", "red").state.u_figs[B] == 3
    assert roll_table({"retire_blocked_loss": 2}, "red", "circle").state.u_figs[B] == 1
    assert roll_table({"red_alert_hexes": 0}, "red", "red").row.retire_losses[1] == 0
    assert roll_table({"red_alert_hexes": 2}, "red", "circle").state.u_figs[B] == 1
    assert roll_table({}, "red", "red").state.u_mark[B] == 1
    assert roll_table({"red_alert_marker_max": 0}, "red", "red").state.u_mark[B] == 0


def test_retire_directions() -> None:
    """RA-71."""
    table = roll_table({"retire_directions": "rear_or_side"}, "red", "circle", 0)
    assert table.at(B) == (7, 10)  # owner's view: higher column first
    assert table.row.retire_hexes[1] == 1


def flagship_roll(rules: dict[str, Any], *forced: Any, caps: int = 0) -> Table:
    table = Table([("cruiser", (6, 8))], [("flagship", (6, 10)), ("fighter", (0, 0))], rules)
    table.state.u_caps[B] = caps
    table.order("patrol_centre", A)
    table.force(0, 0, *forced)
    combat_phase(*table.args, table.tally, None)
    assert table.used()
    return table


def test_flagship_switches() -> None:
    """RA-56, RA-72, RA-83."""
    assert flagship_roll({}, "square", "square", "circle", caps=1).state.u_caps[B] == 0
    assert flagship_roll({}, "square", "square", "square", caps=1).at(B) is None
    assert flagship_roll({"flagship_overflow": "wasted"}, "square", "square", caps=1).at(B) == (6, 10)
    assert flagship_roll({"flagship_confirm": False}, "square", "circle").at(B) is None
    assert flagship_roll({}, "red", "red", "circle").at(B) == (6, 10)
    assert flagship_roll({"flagship_retire_loss": "none"}, "red", "red").at(B) == (6, 10)
    assert flagship_roll({"flagship_retire_loss": "eliminated"}, "red", "red").at(B) is None
    ended = flagship_roll({"flagship_loss_ends_game": True}, "square", "circle", "blast")
    assert (ended.state.over, ended.state.winner, ended.state.reason) == (1, 0, 4)
    for cards in (0, 1, 2):
        table = flagship_roll({"flagship_loss_cards": cards}, "square", "circle", "blast")
        assert table.state.rating[1] == 4 - cards


def close_table(rules: dict[str, Any], stars: tuple[int, int] = (0, 4)) -> Table:
    table = Table([("cruiser", (6, 8))], [("cruiser", (6, 9)), ("fighter", (0, 0))], rules)
    table.stars(*stars)
    table.order("patrol_centre", A)
    return table


def test_battle_back_cost_and_scope() -> None:
    """RA-60."""
    for cost in (0, 2, 4):
        table = close_table({"battle_back_cost": cost})
        table.force(0, 0, "circle", "circle", "circle", 1, "circle", "circle", "circle")
        combat_phase(*table.args, table.tally, None)
        assert table.used()
        assert table.state.stars[1] == 4 - cost
    for rules in ({"battle_back_cost": 5}, {"battle_back_scope": "off"}):
        table = close_table(rules)
        table.force(0, 0, "circle", "circle", "circle")
        combat_phase(*table.args, table.tally, None)
        assert table.used()
        assert table.row.battle_backs.sum() == 0
    table = Table([("cruiser", (6, 7))], [("cruiser", (6, 9)), ("fighter", (0, 0))], {"battle_back_scope": "any"})
    table.stars(0, 4)
    table.order("patrol_centre", A)
    table.force(0, 0, "circle", "circle", 1, "triangle", "circle")
    combat_phase(*table.args, table.tally, None)
    assert table.used()
    assert table.state.u_figs[A] == 2


def test_markers_that_block_combat() -> None:
    """RA-73 `red_alert_marker_blocks`."""
    table = close_table({"red_alert_marker_blocks": "combat"})
    table.state.u_mark[B] = 1
    table.force(0, 0, "circle", "circle", "circle")
    combat_phase(*table.args, table.tally, None)
    assert table.used()
    table.state.u_flag[A] &= 1
    table.state.u_mark[A] = 1
    table.force(0)
    combat_phase(*table.args, table.tally, None)
    assert table.used()
    held = Table([("cruiser", (6, 8))], [("cruiser", (6, 10))], {"red_alert_marker_blocks": "move"})
    assert cells(first_reach(held.rules, held.state, A, 1, 2, 1)) == {(6, 8)}


@pytest.mark.parametrize(("rule", "answers"), [("left_hex", True), ("any_red_alert", False)])
def test_forced_retire_paid_in_figures(rule: str, answers: bool) -> None:
    """RA-57, RA-60: the target stays on its baseline and pays."""
    table = Table([("cruiser", (6, 9))], [("cruiser", (6, 10)), ("fighter", (0, 0))], {"forced_retire_means": rule})
    table.stars(0, 4)
    table.order("patrol_centre", A)
    answer = (1, "circle", "circle") if answers else ()  # the fresh marker costs it a die
    table.force(0, 0, "red", "circle", "circle", *answer)
    combat_phase(*table.args, table.tally, None)
    assert table.used()
    assert int(table.row.battle_backs.sum()) == int(answers)


def pursuit_run(rules: dict[str, Any], kind: str = "destroyer", target: tuple[int, int] = (6, 9)) -> Table:
    table = Table([(kind, (6, 8))], [("cruiser", target), ("cruiser", (7, 9)), ("fighter", (0, 0))], rules)
    table.stars(3, 0)
    table.state.u_figs[B] = 1
    table.order("patrol_centre", A)
    return table


def test_pursuit_switches() -> None:
    """RA-66."""
    for rules, kind, pursues, cost in (
        ({}, "destroyer", True, 1), ({"pursuit_cost": 3}, "destroyer", True, 3), ({"pursuit_units": "off"}, "destroyer", False, 0),
        ({}, "cruiser", False, 0), ({"pursuit_units": "all"}, "cruiser", True, 1),
    ):  # fmt: skip
        table = pursuit_run(rules, kind)
        table.force(0, 0, "triangle", "circle", "circle", *((1, 1) if pursues else ()))
        combat_phase(*table.args, table.tally, None)
        assert table.used()
        assert table.at(A) == ((6, 9) if pursues else (6, 8))
        assert table.state.stars[0] == 3 - cost
    for most in (0, 2):
        table = pursuit_run({"bonus_combat_max": most})
        bonus = (0, "circle", "circle", "circle") * most
        table.force(0, 0, "triangle", "circle", "circle", 1, *bonus)
        combat_phase(*table.args, table.tally, None)
        assert table.used()
        assert table.row.bonus_combats[0] == most


def test_pursuit_onto_planets() -> None:
    """RA-43 `pursuit_onto_planet`."""
    for allowed in (True, False):
        table = Table([("destroyer", (6, 8))], [("cruiser", (6, 9)), ("fighter", (0, 0))],
                      {"pursuit_onto_planet": allowed}, [[6, 9]])  # fmt: skip
        table.stars(3, 0)
        table.state.u_figs[B] = 1
        table.order("patrol_centre", A)
        table.force(0, 0, "triangle", "circle", *((1,) if allowed else ()))
        combat_phase(*table.args, table.tally, None)
        assert table.used()
        assert table.row.planet_entries_pursuit[0] == int(allowed)


def test_planet_retire() -> None:
    """RA-44."""
    for free, figures in ((True, 3), (False, 2)):
        table = Table([("cruiser", (6, 2))], [("cruiser", (6, 4)), ("fighter", (0, 0))], {"planet_retire_free": free})
        table.order("patrol_centre", A)
        table.force(0, 0, "red", *((0,) if free else ()))
        combat_phase(*table.args, table.tally, None)
        assert table.used()
        assert table.state.u_figs[B] == figures


@pytest.mark.parametrize(
    ("rules", "points"),
    [({}, 2), ({"planet_control": "commonwealth"}, 2), ({"planet_control": "confederation"}, 0),
     ({"planet_control": "off"}, 0), ({"planet_control_max_per_turn": 1}, 1), ({"clear_sector": "both"}, 4),
     ({"clear_sector": "confederation"}, 2)],
)  # fmt: skip
def test_objectives(rules: dict[str, Any], points: int) -> None:
    """RA-80, RA-81: two units on planets, one enemy in the centre."""
    table = Table([("cruiser", (6, 4)), ("cruiser", (2, 5))], [("cruiser", (6, 10))], rules)
    start_turn(table.rules, table.state, table.row, None)
    assert table.state.vp[0] == points


def test_points_held_only_while_the_unit_stays() -> None:
    """RA-80 `while_held`."""
    from balance.games.red_alert.kernel.board import lift, put

    for rule, left in (("permanent", 1), ("while_held", 0)):
        table = Table([("cruiser", (2, 5))], [("cruiser", (6, 10))], {"planet_control_points": rule})
        start_turn(table.rules, table.state, table.row, None)
        assert table.state.vp[0] == 1
        lift(table.state, A)
        put(table.state, A, h(3, 3))
        assert (table.state.vp[0], table.state.obj_vp[0]) == (left, left)


def test_end_of_turn_stars() -> None:
    """RA-20, RA-54 `combat_cards_enabled`."""
    for rules, forced, stars in (
        ({}, (0,), 2), ({}, (1, 0), 1), ({"end_turn_stars": 3}, (0,), 3), ({"end_turn_stars_with_card": 0}, (1, 0), 0),
        ({"combat_cards_enabled": False}, (), 2),
    ):  # fmt: skip
        table = Table([("cruiser", (6, 4))], [("cruiser", (6, 10))], rules)
        table.state.rating[:] = 0  # no command cards drawn
        table.state.card = -1
        table.force(*forced)
        end_turn(*table.args, None)
        assert table.used()
        assert table.state.stars[0] == stars


@pytest.mark.parametrize(("how", "first"), [("commonwealth", 0), ("confederation", 1)])
def test_first_player(how: str, first: int) -> None:
    """RA-13."""
    rows = run(["greedy"], 20, {"first_player": how})[0]
    assert np.all(rows.first_player == first)
