"""The naive twin on the worked examples (WE-1..WE-6) and the invariants of the rules page (section k)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from balance.games.star_command.ruleset import load_ledger, load_policies
from tests.games.star_command import naive
from tests.games.star_command.naive_facts import CARDS, DIRECTIONS, own_index, square
from tests.games.star_command.naive_mind import answers_to
from tests.games.star_command.naive_moves import Move
from tests.kit.naive_philox import Luck

LINE = {card.name: card.line for card in CARDS}
IDS = {"buzz": 0, "mira": 1, "xr": 2, "booster": 3, "alpha2": 15, "zurg": 16, "pods": 18, "hornet": 19, "tower": 31}


def new_game(rules: Mapping[str, Any] | None = None, policy: str = "pass") -> naive.Game:
    """A game of two equal players, set up, nothing drawn."""
    values = load_ledger().resolve({"first_player": "rangers", **(rules or {})}).values
    game = naive.Game(values, {}, [(policy, load_policies().resolve(policy, {}))] * 2, Luck(5), 0)
    game.prepare()
    return game


def position(places: Mapping[str, str], rules: Mapping[str, Any] | None = None, policy: str = "pass") -> naive.Game:
    """A game with only these units: name -> square."""
    game = new_game(rules, policy)
    for unit in game.board.units:
        game.board.remove(unit)
        unit.hits = 0
    for name, where in places.items():
        unit = game.board.units[IDS[name] if name in IDS else int(name)]
        unit.hits = unit.start
        game.board.place(unit, square(where))
    game.lowest = game.board.total_hits()
    game.turn = 1
    return game


def give(game: naive.Game, side: int, *names: str) -> None:
    """Cards from the deck to a hand."""
    for name in names:
        game.cards.deck.remove(LINE[name])
        game.cards.hand[side][LINE[name]] += 1


def hand(game: naive.Game, side: int) -> list[str]:
    return [CARDS[line].name for line, n in game.cards.hand[side].items() for _ in range(n)]


def squares_of(moves: list[Move], unit: Any, number: int) -> set[int]:
    return {m.to for m in moves if m.unit is unit and m.number == number}


def names(*squares: str) -> set[int]:
    return {square(s) for s in squares}


def attack(game: naive.Game, side: int, who: str, target: str, line: str | None) -> Any:
    """The legal attack of the unit on `who` against `target` with a card (None: a Special)."""
    found = [a for a in game.legal.attacks(side) if a.unit.square == square(who) and a.target.square == square(target)
             and a.line == (None if line is None else LINE[line])]  # fmt: skip
    assert len(found) == 1, "not a legal attack"
    return found[0]


def scripted(game: naive.Game, side: int, *answers: str | None) -> None:
    """The next answers of a side."""
    waiting = [None if name is None else LINE[name] for name in answers]

    def choose(target: Any, options: list[int]) -> int | None:
        answer = waiting.pop(0)
        assert answer is None or answer in options
        return answer

    game.minds[side].choose_answer = choose  # type: ignore[method-assign]


def test_we1_group_advance_shot_expendable_stat_limits() -> None:
    game = new_game()
    game.turn = 1
    order = [LINE[n] for n in ("hover", "rifle", "special", "dodge", "pistol", "kick", "run")]
    for line in order:
        game.cards.deck.remove(line)
    game.cards.deck = order + game.cards.deck
    for _ in range(3):
        game.cards.draw(0)
    assert sorted(hand(game, 0)) == ["hover", "rifle", "special"] and len(game.cards.deck) == 64
    forward = DIRECTIONS[0][0]
    rangers = [u for u in game.legal.group_order(0) if u.kind == "space_ranger"]
    steps = [(u, game.legal.advance(u, 3, forward)) for u in rangers]
    game.make_advance(0, 3, steps)
    assert {u.square for u in rangers} == {square(f + "5") for f in "abcdefgh"} and all(u.moved for u in rangers)
    assert not [a for a in game.legal.attacks(0) if a.line is None], "WE-1 step 4: no Special attack"
    scripted(game, 1, None)
    game.make_attack(0, attack(game, 0, "d5", "d7", "rifle"))
    assert hand(game, 1) == ["dodge"] and len(game.cards.discard) == 2 and hand(game, 0) == ["special"]
    assert game.count.numbers["hornet_draws"] == 1
    for _ in range(3):
        game.cards.draw(1)
    assert sorted(hand(game, 1)) == ["dodge", "kick", "pistol", "run"]
    moves = game.legal.single_moves(1)
    assert square("e5") not in {m.to for m in moves if m.unit.square == square("e7")}
    assert square("d6") in squares_of(moves, game.board.leaders[1], 2), "through the empty d7"
    assert not [a for a in game.legal.attacks(1) if a.line == LINE["kick"]]
    shot = attack(game, 1, "c7", "e5", "pistol")
    assert answers_to(game, 0, shot.target, shot, shot.line) == [], "SC-36: a Special defends Buzz only"
    scripted(game, 0, None)
    game.make_attack(1, shot)
    assert game.board.at[square("e5")] is None and sorted(hand(game, 1)) == ["dodge", "kick", "run"]
    give(game, 0, "bazooka", "rifle")
    for unit in game.board.units:
        unit.attacked = 0
    attack(game, 0, "d5", "d8", "rifle")
    assert not [a for a in game.legal.attacks(0) if a.unit.kind == "space_ranger" and a.line == LINE["bazooka"]]
    game.check()


def flip_position(**rules: Any) -> naive.Game:
    game = position({"booster": "e4", "zurg": "e5", "buzz": "a1"}, {f"combat.{k}": v for k, v in rules.items()})
    game.board.leaders[1].hits = 1
    game.lowest = game.board.total_hits()
    give(game, 1, "kick", "special")
    give(game, 0, "flip", "armor_terrillium")
    return game


def test_we2_flip_captures_a_leader() -> None:
    game = flip_position()
    scripted(game, 0, "flip")
    with pytest.raises(naive.GameOverError):
        game.make_attack(1, attack(game, 1, "e5", "e4", "kick"))
    assert (game.winner, game.end_reason, game.board.units[3].hits) == (0, naive.BY_FLIP, 2)
    assert game.count.killer == (3, 1, LINE["flip"])


def test_we2_armor_only_negates() -> None:
    game = flip_position()
    scripted(game, 0, "armor_terrillium")
    game.make_attack(1, attack(game, 1, "e5", "e4", "kick"))
    assert (game.board.units[3].hits, game.board.leaders[1].hits) == (2, 1)


def test_we2_flip_that_does_not_negate() -> None:
    game = flip_position(flip_negates=False)
    scripted(game, 0, "flip")
    with pytest.raises(naive.GameOverError):
        game.make_attack(1, attack(game, 1, "e5", "e4", "kick"))
    assert (game.winner, game.board.units[3].hits, game.board.leaders[1].hits) == (0, 1, 0)


@pytest.mark.parametrize(("scope", "legal"), [("close_combat_cards", False), ("number_1", False), ("adjacent", True)])
def test_we2_flip_scope(scope: str, legal: bool) -> None:
    game = flip_position(flip_scope=scope)
    special = attack(game, 1, "e5", "e4", None)
    assert special.number == 3
    assert (LINE["flip"] in answers_to(game, 0, special.target, special, None)) == legal


def test_we3_megaray_field_experience_pass_through_knight() -> None:
    game = position(
        {"tower": "f8", "hornet": "f6", "zurg": "h8", "buzz": "f2", "alpha2": "g1", "mira": "c1", "xr": "c2"}
    )
    buzz, alpha, mira, xr, hornet = (game.board.units[i] for i in (0, 15, 1, 2, 19))
    buzz.hits = 2
    game.lowest = game.board.total_hits()
    give(game, 1, "run", "special")
    give(game, 0, "special", "pistol")
    assert not [a for a in game.legal.attacks(1) if a.unit.kind == "tower"]
    moves = game.legal.single_moves(1)
    assert squares_of(moves, hornet, 2) == names("d4", "f4", "h4", "d6", "h6", "d8")
    assert not [m for m in moves if m.unit.kind == "tower"], "SC-22"
    game.make_move(1, next(m for m in moves if m.unit is hornet and m.to == square("h6")))
    ray = attack(game, 1, "f8", "f2", None)
    assert ray.distance == 6
    scripted(game, 0, "special")
    game.make_attack(1, ray)
    assert buzz.hits == 2 and hand(game, 0) == ["pistol"] and game.count.numbers["buzz_special_defenses"] == 1
    for unit in game.board.units:
        unit.moved = unit.attacked = 0
    give(game, 0, "hover", "cannon", "special")
    moves = game.legal.single_moves(0)
    assert squares_of(moves, mira, 3) == names("c4", "f1", "f4")
    assert squares_of(moves, xr, 3) >= names("f5", "c5")
    game.make_move(0, next(m for m in moves if m.unit is mira and m.to == square("c4")))
    assert square("c5") not in {m.to for m in game.legal.single_moves(0) if m.unit is xr}
    leaps = [m for m in game.legal.single_moves(0) if m.unit is alpha and m.line is None]
    assert {m.to for m in leaps} == names("e2", "f3", "h3")
    game.make_move(0, next(m for m in leaps if m.to == square("h3")))
    assert not game.legal.attacks(0)


def test_we4_orders_with_reshuffle_and_limit() -> None:
    game = new_game(policy="hunter")
    game.turn = 3
    game.cards.deck += game.cards.discard
    give(game, 0, "walk", "flip", "nefarious_scheme", "rifle")
    rest = game.cards.deck
    for name in ("special", "run", "pistol", "kick", "dodge"):
        rest.remove(LINE[name])
    for line in rest:
        game.cards.hand[1][line] += 1
    game.cards.deck, game.cards.discard = [LINE["special"]], [LINE[n] for n in ("run", "pistol", "kick", "dodge")]
    following = [LINE[n] for n in ("dodge", "run", "kick", "pistol")]

    def shuffle() -> None:
        assert sorted(game.cards.discard) == sorted(following)
        game.cards.deck, game.cards.discard = list(following), []

    game.cards.shuffle = shuffle  # type: ignore[method-assign]
    game.orders(0)
    assert sorted(hand(game, 0)) == sorted(["walk", "run", "rifle", "dodge", "special"])
    assert [CARDS[line].name for line in game.cards.discard] == ["nefarious_scheme", "flip"]
    assert [CARDS[line].name for line in game.cards.deck] == ["kick", "pistol"]


def test_we5_repair() -> None:
    places = {"pods": "e8", "zurg": "d8", "17": "f8", "28": "d7", "29": "f7", "buzz": "a1"}
    game = position(places, policy="hunter")
    give(game, 1, "special", "special")
    game.repair_phase(1)
    first = game.board.at[square("e7")]
    assert first is not None and first.id == 19 and first.hits == 1 and hand(game, 1) == ["special"]
    game = position({**places, "pods": "h1"}, policy="hunter")
    pods = game.board.units[18]
    pods.hits = 0
    game.board.remove(pods)
    give(game, 1, "special", "special")
    game.repair_phase(1)
    assert len(hand(game, 1)) == 2, "no repairer, no repair"


def test_we6_all_pass_clock() -> None:
    """Invariant 19."""
    values = load_ledger().resolve({}).values
    found = naive.play(values, {}, [("pass", load_policies().resolve("pass", {}))], (5, (1, 1, 1)), 0, (0, 0))
    assert (found["turns"], found["end_reason"], found["winner_side"], found["reshuffles"]) == (300, 2, -1, 15)
    assert found["cards_discarded_limit_rangers"] + found["cards_discarded_limit_zurg"] == 890
    assert found["idle_turns_rangers"] + found["idle_turns_zurg"] == 300


@pytest.mark.parametrize("policy", ["greedy", "hunter", "turtle", "swarm", "sniper", "random"])
def test_invariants_of_whole_games(policy: str) -> None:
    """Invariants 1-5, 12 are asserted inside the twin; here 13, 15, 16 and 20."""
    values, book = load_ledger().resolve({}).values, load_policies()
    for block in range(6):
        for first in ("rangers", "zurg"):
            rules = {**values, "first_player": first}
            play = lambda r=rules, b=block: naive.play_counted(  # noqa: E731
                r, {}, [(policy, book.resolve(policy, {}))] * 2, (3, (1, 1, 1)), b, (0, 1)
            )
            game, again = play(), play()
            found = naive.row(game)
            assert found == naive.row(again)
            assert 1 <= found["turns"] <= 300 and found["ending"] == int(found["end_reason"] == 2)
            losses = game.count.grids["unit_losses"].get((11,), 0)
            assert 0 <= losses - found["hornet_draws"] <= 1
            assert not {(1, 5), (1, 6), (1, 17), (0, 7), (0, 21), (0, 24)} & set(game.count.grids["card_played"])


def test_mirrored_files_change_no_count_of_options() -> None:
    """Invariant 17."""
    values = load_ledger().resolve({}).values
    for rangers, zurg in (("RMCRRAOR/RLRBRXLR", "HGWTHQHH/HPHZHDSH"), ("RRRRRRRR/CLMBXOLA", "HHHHHHHH/WSGZPTQD")):
        counts = []
        for turn in (1, -1):
            setup = {side: {"front": text[:8][::turn], "back": text[9:][::turn]}
                     for side, text in (("rangers", rangers), ("zurg", zurg))}  # fmt: skip
            game = naive.Game(values, setup, [("pass", load_policies().resolve("pass", {}))] * 2, Luck(1), 0)
            game.prepare()
            for side in (0, 1):
                game.cards.hand[side].update(dict.fromkeys(range(26), 1))
            counts.append([len(game.legal.single_moves(s)) + 1000 * len(game.legal.attacks(s)) for s in (0, 1)])
        assert counts[0] == counts[1]


def test_own_index_counts_from_the_own_back_rank() -> None:
    assert [own_index(square(s), 1) for s in ("a8", "h8", "a7", "h1")] == [0, 7, 8, 63]
