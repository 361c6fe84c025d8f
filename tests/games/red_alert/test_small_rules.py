"""Rules no worked example of the spec shows: planets in the enemy's turn, added hexes, payable cards, the star pool."""

from __future__ import annotations

import pytest

from balance.games.red_alert.kernel.board import first_reach
from balance.games.red_alert.kernel.combat import combat_phase
from balance.games.red_alert.kernel.movement import movement_phase
from balance.games.red_alert.kernel.record import NO_COMBAT
from balance.kit.hexes import distances

from .tables import ACME, CARD, Table, cells, h

pytestmark = pytest.mark.kernel
A, B = 0, 16
PLANETS = {(c, r) for c, r in ACME}


def fight(table: Table) -> None:
    """The ordered units fight; exactly the forced draws are used."""
    combat_phase(*table.args, table.tally, None)
    assert table.used()


def duel_table(target: tuple[int, int] = (6, 9), start: tuple[int, int] = (6, 8), **rules: object) -> Table:
    """Cruiser against cruiser, random players, so that every choice is forced."""
    table = Table([("cruiser", start)], [("cruiser", target), ("fighter", (0, 10))], rules)
    table.order("patrol_centre", A)
    return table


def test_a_unit_that_may_not_fight_answers_in_the_enemys_turn() -> None:
    """RA-46: `no_combat` forbids own attacks only; battle back and First Strike are the enemy's turn."""
    table = duel_table((6, 4), (6, 3))
    table.state.u_flag[B] |= NO_COMBAT
    table.stars(0, 2)
    table.force(0, 0, "circle", "circle", 1, "triangle", "circle", "circle")  # two dice: the planet takes one
    fight(table)
    assert table.row.battle_backs[1].sum() == 1
    assert table.state.u_figs[A] == 2

    table = duel_table((6, 4), (6, 3))
    table.state.u_flag[B] |= NO_COMBAT
    table.state.hand[1, CARD["first_strike"]], table.state.hand_n[1] = 1, 1
    table.force(0, 0, 1, 0, "triangle", "circle", "circle", "circle", "circle")
    fight(table)
    assert (table.row.cmd_played[1].sum(), table.state.u_figs[A]) == (1, 2)


def test_a_unit_pushed_onto_a_planet_is_not_flagged() -> None:
    """RA-46, RA-44: cruiser at (6,3) retires one row up, to (7,4) or, as its owner sees it second, the planet (6,4)."""
    table = duel_table((6, 3), (6, 2))
    table.force(0, 0, "red", "circle", "circle", 1)
    fight(table)
    assert table.at(B) == (6, 4)
    assert not table.state.u_flag[B] & NO_COMBAT


def test_added_hexes_add_up() -> None:
    """RA-64: a cruiser's 2 hexes, 1 of the card, 1 of an impulse, 2 of slipstream."""
    table = Table([("cruiser", (6, 0))], [("flagship", (0, 10))], planets=[[12, 10]])
    table.order("full_impulse", A)
    table.stars(4, 0)
    table.give(0, "slipstream")
    reach = cells(first_reach(table.rules, table.state, A, 0, 6, 1))
    far = next(place for place in sorted(reach) if distances()[h(6, 0), h(*place)] == 6)
    table.force(0, 1, 1, sorted(h(*place) for place in reach).index(h(*far)))
    movement_phase(*table.args, None)
    assert table.used()
    assert table.at(A) == far
    assert table.state.stars[0] == 0


def test_added_hexes_neither_lift_the_start_rule_nor_lengthen_a_warp() -> None:
    """RA-64: no planet hex beside the start, none entered (RA-40); a warp goes 3 hexes, whatever is added."""
    table = Table([("battleship", (8, 4))], [("flagship", (0, 10))])
    assert not cells(first_reach(table.rules, table.state, A, 0, 6, 1)) & PLANETS
    table = Table([("destroyer", (6, 0))], [("cruiser", (6, 5))], planets=[[12, 10]])
    gap = distances()
    for steps, most in ((1, 3), (2, 3), (3, 3), (4, 4)):
        found = cells(first_reach(table.rules, table.state, A, 0, steps, 1))
        assert max(gap[h(6, 0), h(*place)] for place in found) == (most if steps > 2 else steps)
    near = Table([("destroyer", (6, 0))], [("cruiser", (6, 4))], planets=[[12, 10]])
    for steps in (1, 2):
        found = cells(first_reach(near.rules, near.state, A, 0, steps, 1))
        warped = {place for place in found if gap[h(6, 0), h(*place)] > steps}
        assert {place for place in warped if gap[h(6, 0), h(*place)] == 3}
        assert all(gap[h(*place), h(6, 4)] == 1 and gap[h(6, 0), h(*place)] <= 3 for place in warped)


@pytest.mark.parametrize(("stars", "played"), [(0, 0), (1, 1)])
def test_a_card_needs_its_cost(stars: int, played: int) -> None:
    """RA-65: Target Lock costs a star; without it nobody is even asked."""
    table = duel_table(battle_back_scope="off")
    table.give(0, "target_lock")
    table.stars(stars, 0)
    table.force(0, 0, *([1, 0] if played else []), *["circle"] * (3 + played))
    fight(table)
    assert table.row.cb_played[0].sum() == played


@pytest.mark.parametrize(("stars", "played"), [(2, 1), (3, 2)])
def test_stars_are_counted_again_at_every_step(stars: int, played: int) -> None:
    """RA-65, RA-63: Evasive Action (1) leaves two stars for Shields Up (2), or it does not."""
    table = duel_table(combat_cards_enemy_turn=2, battle_back_scope="off")
    table.give(1, "evasive_action", "shields_up")
    table.stars(0, stars)
    table.force(0, 0, 1, 0, "triangle", "circle", *([1, 0] if played == 2 else []))
    fight(table)
    assert table.row.cb_played[1].sum() == played
    assert table.state.u_figs[B] == (3 if played == 2 else 2)


def test_stars_of_dice_while_the_pool_lasts() -> None:
    """RA-58: one star left for three star faces; the battle back is paid into the pool and takes out of it again."""
    table = duel_table()
    table.stars(0, 2)
    table.state.pool = 1
    table.force(0, 0, "star", "star", "star", 1, "star", "star", "star")
    fight(table)
    assert list(table.state.stars) == [1, 2]
    assert table.state.pool == 0
    assert list(table.row.stars_gained) == [1, 2]
