"""The worked examples of the spec (section l), dice and choices forced, step by step."""

import numpy as np
import pytest

from balance.games.red_alert.kernel.board import first_reach, reach
from balance.games.red_alert.kernel.combat import combat_phase
from balance.games.red_alert.kernel.movement import movement_phase, second_moves
from balance.games.red_alert.kernel.record import NO_COMBAT
from balance.games.red_alert.kernel.sight import attack_dice
from balance.games.red_alert.kernel.turn import start_turn
from balance.kit.hexes import EDGE_RULES, cell, distances, hex_id, sight

from .tables import ACME, Table, cells, h

pytestmark = pytest.mark.kernel

MAP = tuple(hex_id(c, r) for c, r in ACME)
A, B = 0, 16  # first unit of each side


def visible(planets: object, a: tuple[int, int], b: tuple[int, int], rule: str = "both_sides_line", **how: str) -> bool:
    there = tuple(sorted(hex_id(c, r) for c, r in planets))
    return bool(sight(there, rule, **how)[h(*a), h(*b)])


@pytest.mark.parametrize("rule", EDGE_RULES)
def test_l1_the_picture_of_the_seed(rule: str) -> None:
    """RA-08, RA-10: examples A, B, C hold under every edge rule."""
    fighter, battleship, destroyer, cruiser = (6, 4), (7, 4), (6, 6), (5, 6)
    assert not visible(ACME, fighter, cruiser, rule)
    assert visible(ACME, fighter, destroyer, rule)
    assert not visible(ACME, battleship, destroyer, rule)
    out = {"from_planet_out": "own_group_transparent"}
    assert visible(ACME, fighter, cruiser, rule, **out)
    assert not visible(ACME, cruiser, fighter, rule, **out)  # one-way
    assert visible(ACME, fighter, destroyer, rule, **out)
    assert not visible(ACME, battleship, destroyer, rule, **out)


EDGE_CASES = [  # map, from, to, seen under both_sides_line / both_sides_edge / open / closed
    (ACME, (2, 4), (2, 6), "yyyn"),
    (ACME, (6, 2), (6, 6), "nnnn"),
    (ACME, (7, 6), (6, 4), "nnnn"),
    (ACME, (4, 4), (4, 6), "yyyy"),
    (ACME, (6, 3), (2, 6), "nyyn"),
    ([[5, 3], [6, 5]], (6, 2), (6, 6), "nyyn"),
    ([[5, 3], [5, 5]], (6, 2), (6, 6), "yyyn"),
    ([[5, 3], [6, 3]], (6, 2), (6, 6), "nnyn"),
]


@pytest.mark.parametrize(("planets", "a", "b", "seen"), EDGE_CASES)
def test_l1_edges(planets: list[list[int]], a: tuple[int, int], b: tuple[int, int], seen: str) -> None:
    """RA-07, RA-09."""
    assert "".join("y" if visible(planets, a, b, rule) else "n" for rule in EDGE_RULES) == seen


def test_same_group_line_over_a_foreign_group() -> None:
    """RA-10 against `same_group_los = own_hexes_only`: a ring round a lone hex of another group."""
    ring = [list(cell(int(x))) for x in np.flatnonzero(distances()[h(5, 6)] == 2)]
    planets = [*ring, [5, 6]]
    assert visible(planets, (3, 6), (7, 6))
    assert not visible(planets, (3, 6), (7, 6), same_group="own_hexes_only")


def pursuit_table(**rules: object) -> Table:
    table = Table([("heavy_destroyer", (7, 4))], [("cruiser", (6, 4)), ("flagship", (0, 10))], rules)
    table.stars(2, 0)
    table.order("patrol_centre", A)
    return table


def test_l2_pursuit_onto_a_planet() -> None:
    """RA-43, RA-44, RA-52, RA-66."""
    table = pursuit_table()
    assert attack_dice(table.rules, table.state, A, B, 1) == 2  # 3 dice - 1 for the planet
    # unit, target, two dice, retire to (5,5) (owner's view: second), pursue
    table.force(0, 0, "triangle", "red", 1, 1)
    combat_phase(*table.args, table.tally, None)
    assert table.used()
    assert (table.state.u_figs[B], table.state.u_mark[B], table.at(B)) == (2, 1, (5, 5))
    assert table.at(A) == (6, 4)
    assert table.state.u_flag[A] & NO_COMBAT
    assert list(table.state.stars) == [1, 0]
    assert table.row.pursuits[0] == 1
    assert table.row.planet_entries_pursuit[0] == 1
    assert table.row.bonus_combats[0] == 0


def test_l2_variant_with_bonus_combat() -> None:
    """RA-66 with `pursuit_onto_planet_bonus`."""
    table = pursuit_table(pursuit_onto_planet_bonus=True)
    table.force(0, 0, "triangle", "red", 1, 1, 0, "blast", "triangle", "star")
    combat_phase(*table.args, table.tally, None)
    assert table.used()
    assert table.at(B) is None
    assert (table.state.vp[0], table.state.elim[0], table.state.stars[0]) == (2, 1, 2)
    assert table.row.bonus_combats[0] == 1


def test_l3_move_combat_move() -> None:
    """RA-42, RA-52, RA-60, RA-67; the options counted are plain moves and staying (RA-18, RA-31)."""
    table = Table([("heavy_fighter", (5, 4))], [("cruiser", (6, 6))])
    table.stars(0, 2)
    table.order("fighter_sweep", A)
    first = cells(first_reach(table.rules, table.state, A, 0, 4, 1))
    assert len(first) == 52
    planets = {(c, r) for c, r in ACME}
    assert first & planets == {(5, 5), (6, 4)}
    choice = sorted(h(*x) for x in first).index(h(5, 5))
    table.force(0, choice)
    movement_phase(*table.args, None)
    assert table.at(A) == (5, 5)
    assert not table.state.u_flag[A] & NO_COMBAT
    table.force(0, 0, "blast", "blast", 1, "circle", "star", "square")
    combat_phase(*table.args, table.tally, None)
    assert table.used()
    assert (table.state.u_figs[B], table.state.u_figs[A]) == (2, 3)
    assert list(table.state.stars) == [0, 1]
    second = cells(reach(table.rules, table.state, A, 4, 1))
    assert len(second) == 45
    assert second & planets == {(5, 5), (6, 4), (6, 5)}
    table.force(0, sorted(h(*x) for x in second).index(h(5, 3)))
    second_moves(*table.args, None)
    assert table.at(A) == (5, 3)


def forum_table(rule: str) -> Table:
    table = Table([("battleship", (6, 4))], [("heavy_cruiser", (7, 7))], {"same_group_move_battle": rule})
    table.order("patrol_centre", A)
    moves = cells(first_reach(table.rules, table.state, A, 0, 2, 1))
    assert len(moves) == 16
    assert moves & {(c, r) for c, r in ACME} == {(5, 5), (6, 5), (6, 4)}
    table.force(0, sorted(h(*x) for x in moves).index(h(6, 5)))
    movement_phase(*table.args, None)
    assert table.at(A) == (6, 5)
    assert attack_dice(table.rules, table.state, A, B, 0) == 3
    return table


def test_l4_the_forum_question_allowed() -> None:
    """RA-45 as the designer answers it."""
    table = forum_table("allowed")
    table.force(0, 0, "star", "triangle", "blast")
    combat_phase(*table.args, table.tally, None)
    assert table.used()
    assert (table.state.u_figs[B], table.state.stars[0]) == (2, 1)
    assert table.row.same_group_moves[0] == 1
    assert table.row.same_group_move_attacks[0] == 1


def test_l4_the_forum_question_fighters_only() -> None:
    """RA-45 as the asker reads it: no attack this turn, as normal in the next."""
    table = forum_table("fighters_only")
    table.force(0)
    combat_phase(*table.args, table.tally, None)
    assert table.used()
    assert table.row.attacks.sum() == 0
    start_turn(table.rules, table.state, table.row, None)
    assert not table.state.u_flag[A] & NO_COMBAT


def test_l4_counter_test_two_hexes_away() -> None:
    """RA-40: no planet hex is adjacent to the start, so none may be entered."""
    table = Table([("battleship", (8, 4))], [("flagship", (0, 10))])
    moves = cells(first_reach(table.rules, table.state, A, 0, 2, 1))
    assert len(moves) == 16
    assert not moves & {(c, r) for c, r in ACME}


def test_l5_flagship() -> None:
    """RA-55, RA-56, RA-70, RA-72."""
    table = Table([("battleship", (6, 8))], [("flagship", (6, 10)), ("fighter", (0, 0))])
    state = table.state
    state.u_caps[B] = 0
    state.hand[1, 3] = 2
    state.hand[1, 5] = 2
    state.hand_n[1] = 4
    table.order("patrol_centre", A)
    # unit, target, dice, confirm of the hit, confirm of the blocked retire, lost card
    table.force(0, 0, "square", "red", "red", "triangle", "blast", 3)
    combat_phase(*table.args, table.tally, None)
    assert table.used()
    assert table.at(B) is None
    assert (state.vp[0], state.elim[0], state.rating[1], state.hand_n[1], state.hand[1, 5]) == (5, 1, 3, 3, 1)
    assert table.row.flagship_confirm_rolls[0] == 2
    assert table.row.retire_losses[1] == 1
    assert table.row.figs_lost[1, 0] == 1


@pytest.mark.parametrize(("enemy", "points"), [((6, 5), 1), ((5, 3), 2)])
def test_l6_planet_control(enemy: tuple[int, int], points: int) -> None:
    """RA-80: contested only from an adjacent hex of the same group."""
    table = Table([("cruiser", (6, 4)), ("cruiser", (2, 5))], [("cruiser", enemy)])
    start_turn(table.rules, table.state, table.row, None)
    assert table.state.vp[0] == points
    assert table.state.obj_vp[0] == points
