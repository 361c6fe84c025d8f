"""The worked examples WE-1..WE-6 of the rules reference, step by step (SC-10..SC-41)."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.star_command.kernel.battle import attack, declare_attack, settle_attack
from balance.games.star_command.kernel.cards import MOVE_LINES, card_for, draw, numbers_in_hand, specials_in_hand
from balance.games.star_command.kernel.motion import (
    BY_CARD,
    HOT_DOGGING,
    STEALTH,
    advance_square,
    join_team,
    list_single_moves,
    number_of,
    pack,
    play_group,
    play_single,
    set_order,
    square_of,
    unit_of,
    way_of,
)
from balance.games.star_command.kernel.orders import orders_phase
from balance.games.star_command.kernel.repair import repair_step
from balance.games.star_command.kernel.sight import attack_numbers
from balance.games.star_command.policies.answering import is_answer
from balance.games.star_command.policies.fighting import list_attacks
from balance.games.star_command.state import LEADER_FLIPPED
from tests.games.star_command.desk_helpers import Table, line, play, square, unit

pytestmark = pytest.mark.kernel
RANGERS, ZURG = 0, 1
I = np.int64  # noqa: E741


def moves(table: Table, side: int) -> list[tuple[int, int, int, int]]:
    """(unit, way, number, square) of every legal single move and leap."""
    game, rules = table.game, table.rules
    n = list_single_moves(
        game, rules, I(side), numbers_in_hand(game, rules, I(side), 0, 7), specials_in_hand(game, rules, I(side))
    )
    return [(int(unit_of(o)), int(way_of(o)), int(number_of(o)), int(square_of(o))) for o in game.options[:n]]


def squares_of(table: Table, side: int, who: int, number: int, way: int = BY_CARD) -> set[int]:
    """End squares of one unit's moves with one number."""
    return {s for u, w, n, s in moves(table, side) if u == who and w == way and n == number}


def attacks(table: Table, side: int) -> set[tuple[int, int, int]]:
    """(unit, target, number) of every legal attack; number 0 = by Special."""
    game, rules = table.game, table.rules
    n = list_attacks(game, rules, I(side), attack_numbers(game, I(side)), specials_in_hand(game, rules, I(side)))
    return {(int(o >> 12), int(o >> 7 & 31), int(o >> 3 & 15)) for o in game.options[:n]}


def advance(table: Table, side: int, card: str, number: int, direction: int) -> int:
    """Advance every Space Ranger or Hornet that can; returns how many went."""
    game, rules = table.game, table.rules
    set_order(game, rules, I(side))
    for who in list(game.order[: game.order_n]):
        to = advance_square(game, rules, I(who), I(number), I(line(card)), I(direction))
        if to >= 0 and rules.kind[who] in (5, 11):
            join_team(game, I(who), to)
    went = int(game.team_n)
    play_group(game, rules, table.tally, I(side), I(line(card)), None)
    return went


def test_we1_group_advance_shot_and_expendable() -> None:
    table = Table(policies=("pass", "pass")).lay_out()
    table.stack("hover", "rifle", "special", "dodge", "pistol", "kick", "run", *["walk"] * 60)
    game, rules, tally = table.game, table.rules, table.tally
    game.side = RANGERS
    orders_phase(game, rules, table.players[0], tally, None)
    assert table.hand(RANGERS) == ["hover", "rifle", "special"] and game.deck_n - game.deck_at == 64
    assert advance(table, RANGERS, "hover", 3, 0) == 8  # a2..h2 -> a5..h5 (SC-21)
    assert all(game.board[square(f"{f}2")] == -1 and game.board[square(f"{f}5")] >= 0 for f in "abcdefgh")
    assert all(game.moved[unit("space_ranger", i)] == 1 for i in range(8)) and table.pile() == ["hover"]
    ranger, hornet = game.board[square("d5")], game.board[square("d7")]
    assert (ranger, hornet, 3) in attacks(table, RANGERS)
    assert not any(u == unit("space_cruiser") for u, _, _ in attacks(table, RANGERS))  # its rays end on its own men
    attack(game, rules, table.players, tally, I(ranger), I(hornet), I(3), I(2), None)
    assert game.pos[hornet] == -1 and table.hand(ZURG) == ["dodge"]  # removed, Zurg draws (SC-39)
    assert table.hand(RANGERS) == ["special"] and game.hornet_draws == 1
    assert game.deck_n - game.deck_at + game.discard_n + game.hand_n.sum() == 67
    game.turn, game.side = 2, ZURG
    game.moved[:] = 0
    orders_phase(game, rules, table.players[1], tally, None)
    assert sorted(table.hand(ZURG)) == ["dodge", "kick", "pistol", "run"]
    e7 = game.board[square("e7")]
    assert square("e5") not in squares_of(table, ZURG, e7, 2)
    assert squares_of(table, ZURG, unit("zurg"), 2) == {square("d6")}  # through the gap on d7
    c7, e5 = game.board[square("c7")], game.board[square("e5")]
    found = attacks(table, ZURG)
    assert (c7, e5, 2) in found and not any(number == 1 for _, _, number in found)  # kick: nobody is adjacent
    attack(game, rules, table.players, tally, I(c7), I(e5), I(2), I(2), None)
    assert game.pos[e5] == -1 and table.hand(RANGERS) == ["special"]  # a Special defends Buzz only (SC-36)
    table.give(RANGERS, "bazooka", "rifle")
    game.attacked[:] = 0
    found = attacks(table, RANGERS)
    d5 = game.board[square("d5")]
    assert (d5, unit("zurg"), 3) in found and not any(u == d5 and n == 4 for u, _, n in found)


def test_we1_shot_is_out_of_reach_with_exact_range() -> None:
    table = Table({"combat": {"range_mode": "exact"}}).stand(buzz="a1", zurg="h8", space_ranger="d5", hornet="d7")
    table.give(RANGERS, "rifle", "pistol")
    numbers = {n for u, t, n in attacks(table, RANGERS) if u == unit("space_ranger")}
    assert numbers == {2}


def flip_table(**rules: object) -> Table:
    table = Table({"combat": rules} if rules else None).stand(booster="e4", zurg="e5", buzz="a1")
    table.game.hits[unit("zurg")] = 1
    table.game.side = ZURG
    return table.give(ZURG, "kick").give(RANGERS, "flip", "armor_terrillium")


def kick_answered(table: Table, answer: str) -> None:
    game = table.game
    card = declare_attack(game, table.rules, table.tally, I(unit("zurg")), I(unit("booster")), I(1), I(1), None)
    settle_attack(game, table.rules, table.players, table.tally, I(unit("zurg")), I(unit("booster")), I(card), I(1), I(1),
                  I(line(answer)), None)  # fmt: skip


def test_we2_flip_captures_a_leader() -> None:
    table = flip_table()
    kick_answered(table, "flip")
    game = table.game
    assert game.hits[unit("booster")] == 2 and game.pos[unit("zurg")] == -1
    assert (game.over, game.winner, game.reason) == (1, RANGERS, LEADER_FLIPPED)
    assert (game.killer, game.killer_card, game.killer_distance) == (3, line("flip"), 1)


def test_we2_armor_only_negates() -> None:
    table = flip_table()
    kick_answered(table, "armor_terrillium")
    assert table.game.hits[unit("booster")] == 2 and table.game.hits[unit("zurg")] == 1 and not table.game.over


def test_we2_flip_that_does_not_negate_costs_both() -> None:
    table = flip_table(flip_negates=False)
    kick_answered(table, "flip")
    assert table.game.hits[unit("booster")] == 1 and table.game.winner == RANGERS


@pytest.mark.parametrize(
    ("scope", "legal"), [("close_combat_cards", False), ("number_1", False), ("adjacent", True), ("any", True)]
)
def test_we2_flip_against_a_special_of_number_3(scope: str, legal: bool) -> None:
    table = flip_table(flip_scope=scope)
    assert (
        is_answer(table.game, table.rules, I(line("flip")), I(unit("booster")), I(line("special")), I(3), I(1)) == legal
    )
    number_1 = is_answer(table.game, table.rules, I(line("flip")), I(unit("booster")), I(line("special")), I(1), I(2))
    assert number_1 == (scope in ("number_1", "any"))


def test_we3_megaray_field_experience_ghosting_and_knight() -> None:
    table = Table().stand(tower="f8", hornet="f6", zurg="h8", buzz="f2", alpha2="g1", mira="c1", xr="c2")
    game, rules = table.game, table.rules
    game.hits[unit("buzz")] = 2
    table.give(ZURG, "run", "special").give(RANGERS, "special", "pistol")
    game.side = ZURG
    assert not any(u == unit("tower") for u, _, _ in attacks(table, ZURG))
    assert squares_of(table, ZURG, unit("hornet"), 2) == {square(s) for s in ("d4", "f4", "h4", "d6", "h6", "d8")}
    play_single(game, rules, table.tally, I(ZURG), pack(BY_CARD, I(unit("hornet")), I(2), I(square("h6"))), None)
    assert (unit("tower"), unit("buzz"), 0) in attacks(table, ZURG)
    attack(game, rules, table.players, table.tally, I(unit("tower")), I(unit("buzz")), I(0), I(6), None)
    assert game.hits[unit("buzz")] == 2 and table.hand(RANGERS) == ["pistol"] and game.buzz_defenses == 1
    game.side = RANGERS
    table.give(RANGERS, "hover", "cannon", "special")
    assert squares_of(table, RANGERS, unit("mira"), 3) == {square(s) for s in ("c4", "f1", "f4")}
    play_single(game, rules, table.tally, I(RANGERS), pack(BY_CARD, I(unit("mira")), I(3), I(square("c4"))), None)
    assert squares_of(table, RANGERS, unit("alpha2"), 0, STEALTH) == {
        square(s) for s in ("h3", "e2", "f3") if s != "f2"
    } - {square("f2")}
    play_single(game, rules, table.tally, I(RANGERS), pack(STEALTH, I(unit("alpha2")), I(0), I(square("h3"))), None)
    assert game.board[square("h3")] == unit("alpha2") and table.hand(RANGERS) == ["pistol", "cannon"]
    assert attacks(table, RANGERS) == set()
    table.give(RANGERS, "hover")
    assert squares_of(table, RANGERS, unit("xr"), 3) == {square("f5")}  # c5 lies behind Mira: X-R has no pass-through


def test_we4_orders_with_reshuffle_and_limit() -> None:
    table = Table().stand(buzz="a1", zurg="h8", space_ranger="b1", mira="c1")
    table.give(RANGERS, "walk", "flip", "nefarious_scheme", "rifle").stack("special")
    game = table.game
    draw(game, table.rules, table.tally, I(RANGERS), I(1), None)
    assert game.deck_at == game.deck_n and game.shuffles == 0  # lazy: nothing is shuffled yet (SC-11)
    table.discarded("run", "pistol", "kick", "dodge")
    game.shuffles = 1
    draw(game, table.rules, table.tally, I(RANGERS), I(1), None)
    assert game.shuffles == 2 and game.deck_n - game.deck_at == 3 and game.discard_n == 0
    given = {"walk", "flip", "nefarious_scheme", "rifle", "special"}
    table.empty_hands()
    table.give(RANGERS, *given, "dodge").stack("run", "kick", "pistol")
    game.turn = 2
    rules = Table({"draw_per_turn": 1}).rules
    orders_phase(game, rules, table.players[0], table.tally, None)
    assert sorted(table.hand(RANGERS)) == ["dodge", "rifle", "run", "special", "walk"]
    assert sorted(table.pile()) == ["flip", "nefarious_scheme"]  # the dead card, then the largest surplus (SC-14)


def test_we5_repair_once_per_pods_and_not_without_a_square() -> None:
    table = Table().stand(brain_pods="e8", matrix="d8", slag="f8", hornet="d7", hornet_1="f7", zurg="a8", buzz="a1")
    table.game.side = ZURG
    table.give(ZURG, "special", "special")
    repair_step(table.game, table.rules, table.players[1], table.tally, None)
    back = table.game.board[square("e7")]
    assert table.rules.kind[back] == 11 and table.game.hits[back] == 1 and table.hand(ZURG) == ["special"]
    repair_step(table.game, table.rules, table.players[1], table.tally, None)
    assert table.hand(ZURG) == ["special"]  # no square is free


def test_we5_no_repair_without_the_pods() -> None:
    table = Table().stand(zurg="a8", buzz="a1", hornet="d7")
    table.game.side = ZURG
    table.give(ZURG, "special")
    repair_step(table.game, table.rules, table.players[1], table.tally, None)
    assert table.hand(ZURG) == ["special"]


def test_we6_all_pass_clock_of_j5() -> None:
    rows, _ = play({}, ("pass", "pass"), 4)
    assert (rows.turns == 300).all() and (rows.end_reason == 2).all() and (rows.reshuffles == 15).all()
    assert (rows.cards_discarded_limit.sum(axis=1) == 890).all()
    for turns, reshuffles in ((22, 0), (23, 1), (41, 1), (42, 2), (61, 3), (80, 4), (98, 4), (99, 5)):
        capped, _ = play({"turn_cap": turns}, ("pass", "pass"), 2)
        assert (capped.reshuffles == reshuffles).all()


def test_j8_single_move_destinations_at_the_start() -> None:
    wanted = {
        "line": ([22, 25, 22, 20, 4], 17, [22, 20, 18, 0, 0]),
        "artillery": ([22, 20, 18, 16, 0], 12, [19, 14, 13, 4, 0]),
    }
    for name, (rangers, special, zurg) in wanted.items():
        table = Table(setup={"rangers": name, "zurg": name}).lay_out()
        for side, counts in ((RANGERS, rangers), (ZURG, zurg)):
            for number, count in enumerate(counts, start=1):
                table.empty_hands()
                table.give(side, ["walk", "run", "hover", "jet_pack", "full_throttle"][number - 1])
                assert len(moves(table, side)) == count, (name, side, number)
        table.empty_hands()
        table.give(RANGERS, "special")
        options = moves(table, RANGERS)
        assert len({(u, s) for u, _, _, s in options}) == special
        assert {w for _, w, _, _ in options} <= {HOT_DOGGING, STEALTH}


def test_faction_card_is_spent_before_the_common_one() -> None:
    table = Table().lay_out().give(RANGERS, "hover", "blast_off")
    assert card_for(table.game, table.rules, I(RANGERS), I(-1), I(3), MOVE_LINES) == line("blast_off")
