"""Exact odds of Star Command: every figure printed in section j of the rules reference, brute force, monotonicity."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, pairwise, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from balance.games.contract import OddsResult
from balance.games.star_command.odds import ODDS
from balance.games.star_command.odds_board import KNIGHT, LINES, aim, aligned_pairs, clear, mean_destinations
from balance.games.star_command.odds_cards import (
    answers,
    both_chance,
    captured,
    chain,
    first_reshuffle,
    holds,
    hypergeometric,
    printed,
    reshuffle_turns,
    side_lines,
    siege,
    usable_lines,
)
from balance.games.star_command.odds_opening import group_shots, shot_chance, shots, single_moves, start
from tests.games.star_command import naive_facts
from tests.games.star_command.naive import Game
from tests.kit.naive_philox import Luck

F = Fraction


def table(name: str, **changes) -> OddsResult:
    """Compute a table with its defaults and some changes."""
    wanted = ODDS[name]
    assert not set(changes) - set(wanted.settings)
    return wanted.compute({key: changes.get(key, setting.value) for key, setting in wanted.settings.items()})


def cells(result: OddsResult, column: str) -> list:
    index = [c.name for c in result.columns].index(column)
    return [row[index] for row in result.rows]


def six(value: Fraction) -> float:
    return round(float(value), 6)


# ---------------------------------------------------------------------------------------------- j1 answers, j4 Flip


def test_answers_in_the_deck():
    found = {(t, c): answers(t, c, printed()) for t in ("buzz", "ranger unit", "zurg unit") for c in (False, True)}
    assert found == {("buzz", False): 11, ("buzz", True): 13, ("ranger unit", False): 5, ("ranger unit", True): 7,
                     ("zurg unit", False): 4, ("zurg unit", True): 6}  # fmt: skip


def test_answer_figures():
    result = table("answers")
    assert cells(result, "buzz_laser")[4] == F(81, 134)
    assert cells(result, "zurg_unit_laser")[4] == F(41727, 153296)
    assert cells(result, "ranger_unit_close")[4] == F(24977, 57486)
    assert cells(result, "zurg_unit_close")[2] == F(2383, 9581)
    flip = cells(result, "flip")
    assert (flip[0], flip[2], six(flip[4])) == (F(2, 67), F(65, 737), 0.144731)


def test_answer_settings_move_the_figures():
    base = cells(table("answers"), "buzz_laser")[4]
    assert cells(table("answers", shield="none"), "buzz_laser")[4] == cells(table("answers"), "ranger_unit_laser")[4]
    assert cells(table("answers", dodge=4), "buzz_laser")[4] > base
    assert cells(table("answers", shield="any_friendly"), "ranger_unit_laser")[4] == base
    assert cells(table("answers", any_x="any_x"), "buzz_laser")[4] > base
    assert (
        cells(table("answers", faction_cards="open"), "zurg_unit_laser")[4]
        > cells(table("answers"), "zurg_unit_laser")[4]
    )
    assert answers("zurg unit", True, {**printed(), "combat.flip_scope": "adjacent"}) == 4
    assert answers("zurg unit", True, {**printed(), "combat.laser_resistant_scope": "laser_only"}) == 5


def test_answers_by_counting_every_hand():
    deck, good = range(9), {0, 4, 7}
    for h in range(1, 7):
        hands = list(combinations(deck, h))
        assert holds(3, h, 9) == F(sum(1 for hand in hands if good & set(hand)), len(hands))
        for j in range(h + 1):
            assert hypergeometric(j, 3, h, 9) == F(sum(1 for hand in hands if len(good & set(hand)) == j), len(hands))


# ------------------------------------------------------------------------------------------ j2 dead, j2b usable cards


def test_dead_cards():
    result = table("dead")
    for side in ("rangers", "zurg"):
        dead = cells(result, f"any_{side}")
        assert (dead[2], dead[4], six(dead[7])) == (F(6241, 47905), F(2017, 9581), 0.321386)
        assert cells(result, f"one_{side}")[2] == F(6048, 47905)
        assert cells(result, f"mean_{side}")[2] == F(9, 67)
    assert set(cells(table("dead", faction_cards="removed"), "any_zurg")) == {0}


def test_usable_cards():
    result = table("usable")
    rows = {row[0]: row[1:] for row in result.rows}
    assert rows["space_ranger"][:2] == (21, F(595, 871))
    assert six(rows["hornet"][1]) == 0.565285 and six(rows["matrix"][1]) == 0.210521
    assert rows["tower"][:2] == (0, 0)
    assert six(1 - rows["any of rangers"][1]) == 0.257614 and six(1 - rows["any of zurg"][1]) == 0.276464
    assert six(1 - rows["any of rangers"][3]) == six(1 - rows["any of zurg"][3]) == 0.257614
    assert both_chance(0, 3, printed()) == F(24192, 47905) and both_chance(1, 3, printed()) == F(4692, 9581)
    assert rows["any of rangers"][4] == F(68, 25) and rows["hornet"][4] == F(17, 3)


@pytest.mark.parametrize(("side", "move", "attack"), [(0, F(43, 2), F(261, 16)), (1, F(235, 16), F(219, 16))])
def test_mean_usable_cards_of_a_side(side, move, attack):
    """b3: the structural handicap of Zurg."""
    units = [(row[0], row[2]) for row in naive_facts.UNITS[side]]
    for kind, mean in (("M", move), ("A", attack)):
        assert F(sum(n * usable_lines(u, kind, printed(), side) for u, n in units), 16) == mean


def test_readings_move_usable_cards():
    assert side_lines(0, "A", {**printed(), "stat_reading": "exact"}) < side_lines(0, "A", printed())
    assert usable_lines("space_ranger", "A", {**printed(), "over_number": "capped"}, 0) == 24
    assert usable_lines("tower", "M", {**printed(), "over_number": "capped"}, 1) == 0


# ------------------------------------------------------------------------------------------------ j3 assault and siege


def test_assault_figures():
    result = table("assault")
    buzz, zurg = cells(result, "buzz"), cells(result, "zurg")
    assert buzz[2] == F(53, 134)
    assert (six(buzz[3]), six(zurg[2]), six(zurg[3])) == (0.813863, 0.727801, 0.974513)
    assert (six(buzz[-1]), six(zurg[-1])) == (3.820896, 3.298507)


def test_siege_figures():
    result = table("siege")
    buzz, zurg = cells(result, "buzz"), cells(result, "zurg")
    assert [six(buzz[t - 1]) for t in (3, 5, 8)] == [0.177184, 0.562394, 0.888029]
    assert [six(zurg[t - 1]) for t in (3, 4)] == [0.553530, 0.861582]


def test_siege_by_playing_every_deck():
    """Nine cards, three answers, two drawn before each attack, two hits, at most two kept."""
    good = {0, 1, 2}
    fallen = [0, 0, 0, 0]
    orders = [tuple(card in hand for card in range(9)) for hand in combinations(range(9), len(good))]
    for order in orders:
        held, hits = 0, 2
        for t in range(4):
            held = min(2, held + sum(order[2 * t : 2 * t + 2]))
            held, hits = (held - 1, hits) if held else (0, hits - 1)
            if hits <= 0:
                fallen[t] += 1
    assert siege(4, 2, 3, 2, 2, 9) == tuple(F(n, len(orders)) for n in fallen)


@given(st.integers(1, 6), st.integers(0, 12), st.integers(0, 10))
def test_assault_is_monotone(hits, cards, attacks):
    """Invariant 18."""
    assert captured(attacks, hits, cards, 11) <= captured(attacks + 1, hits, cards, 11) <= 1
    assert captured(attacks, hits + 1, cards, 11) <= captured(attacks, hits, cards, 11)
    assert holds(11, cards) <= holds(11, cards + 1)


# --------------------------------------------------------------------------------------------- j5 clock, j9 draw cards


def test_deck_clock():
    assert cells(table("deck_clock"), "turn")[:5] == [23, 42, 61, 80, 99]
    assert [first_reshuffle(draw, 0) for draw in (3, 2, 4)] == [23, 34, 17]
    turns = reshuffle_turns(3, 0, 5, 300)
    assert len(turns) == 15 and {b - a for a, b in pairwise(turns[3:])} == {19}


@given(st.integers(1, 6), st.integers(0, 6))
def test_first_reshuffle_is_the_closed_form(draw, start_hand):
    assert reshuffle_turns(draw, start_hand, 5, 80)[0] == first_reshuffle(draw, start_hand)


def test_draw_chain():
    result = table("draw_chain")
    assert cells(result, "rangers")[2] == F(2382, 737) and cells(result, "zurg")[2] == F(14754, 4355)


def test_draw_chain_by_playing_every_deck():
    """Five cards: one draws two, one draws one; two are drawn by rule."""
    decks = list(permutations((2, 1, 0, 0, 0)))
    seen = 0
    for deck in decks:
        need, at = 2, 0
        while need and at < 5:
            need += deck[at] - 1
            at += 1
        seen += at
    assert chain(2, ((1, 1), (1, 2)), 5) == F(seen, len(decks))


# ---------------------------------------------------------------------------------------- j6 set-up, j7 geometry, j8


def test_random_setup():
    chances = dict(table("random_setup").rows)
    assert chances["a leader stands in the back row"] == F(1, 2)
    assert chances["a leader stands in a rear corner"] == F(1, 8)
    assert chances["the leaders are 0 files apart"] == F(1, 8)
    assert chances["a leader in the back row has a soldier right in front"] == F(4, 15)
    assert chances["the Tower stands in the front row"] == F(1, 2)
    assert chances["all eight soldiers of a side stand in the front row"] == F(1, 12870)
    gaps = [abs(a - b) for a, b in product(range(8), repeat=2)]
    assert [chances[f"the leaders are {g} files apart"] for g in range(8)] == [F(gaps.count(g), 64) for g in range(8)]


def test_geometry():
    assert [aligned_pairs(d) for d in range(1, 8)] == [420, 336, 260, 192, 132, 80, 36]
    assert (aim(1, 1), aim(1, 3), aim(1, 5), aim(3, 3)) == (F(5, 48), F(127, 504), F(335, 1008), F(65, 1008))
    assert aim(6, 8) == F(29, 1008)
    assert (mean_destinations(KNIGHT), mean_destinations(LINES)) == (F(21, 4), F(105, 16))
    assert clear(3, 16) == F(1035, 1891) and six(clear(5, 30)) == 0.064462


def test_aligned_pairs_by_looking_at_every_pair():
    for d in range(1, 8):
        pairs = sum(1 for squares in naive_facts.RAYS.values() if len(squares) >= d)
        assert aligned_pairs(d) == pairs


def test_opening_figures():
    line = [table("opening").rows[i][1:] for i in range(6)]
    assert [row[0] for row in line] == [22, 25, 22, 20, 4, 17] and [row[1] for row in line] == [22, 20, 18, 0, 0, 0]
    assert shot_chance(0, "line", "line", 3, False) == F(23742, 47905)
    assert shot_chance(1, "line", "line", 3, False) == F(6915, 47905)
    assert shot_chance(0, "line", "line", 3, True) == F(26816, 47905)
    assert shot_chance(1, "line", "line", 3, True) == F(13254, 47905)
    rows = [row[1:] for row in table("opening", rangers="artillery", zurg="artillery").rows]
    assert [row[0] for row in rows[:6]] == [22, 20, 18, 16, 0, 12] and [row[1] for row in rows[:5]] == [
        19,
        14,
        13,
        4,
        0,
    ]
    assert rows[6] == rows[7] == (F(28859, 47905), F(28178, 47905))


@pytest.mark.parametrize("setups", list(product(("line", "artillery", "corner"), repeat=2)))
def test_opening_moves_are_those_of_the_naive_rules(setups):
    """Single moves and shots of turn 1 against the twin's move lists, number by number."""
    setup = dict(zip(("rangers", "zurg"), setups))
    at = start(*setups)
    for side, card_by_number in product((0, 1), (False, True)):
        game = Game(printed(), setup, [("pass", weights()), ("pass", weights())], Luck(1), 0)
        game.prepare()
        hand = game.cards.hand[side]
        hand.update({25: 1} if not card_by_number else dict.fromkeys((0, 1, 2, 3, 4), 1))
        moves = {(m.unit.square, m.to, m.number if m.line is not None else "S") for m in game.legal.single_moves(side)}
        numbers = (1, 2, 3, 4, 5) if card_by_number else ("S",)
        assert moves == {(a, b, n) for n in numbers for a, b in single_moves(at, side, n)}


@pytest.mark.parametrize("setups", [("line", "line"), ("artillery", "corner"), ("corner", "artillery")])
def test_group_shots_by_trying_many_subsets(setups):
    """Every subset of up to two units, all of them, and all but one: none finds a shot that the closed form misses."""
    at = start(*setups)
    for side, number in product((0, 1), (1, 2, 3, 4)):
        claimed = group_shots(at, side, number) | shots(at, side)
        game = Game(printed(), dict(zip(("rangers", "zurg"), setups)), [("pass", weights())] * 2, Luck(1), 0)
        game.prepare()
        game.cards.hand[side].update(dict.fromkeys((0, 1, 2, 3, 8, 9, 10, 11, 12, 25), 1))
        order = game.legal.group_order(side)
        subsets = (
            [set(c) for k in (1, 2) for c in combinations(order, k)] + [set(order)] + [set(order) - {u} for u in order]
        )
        found = set()
        for subset in subsets:
            with game.scratch():
                for unit in order:
                    end = game.legal.advance(unit, number, naive_facts.DIRECTIONS[side][0])
                    if unit in subset and end is not None:
                        game.board.place(unit, end)
                found |= {a.number if a.line is not None else "S" for a in game.legal.attacks(side)}
        assert found <= claimed, (side, number, found, claimed)
        assert found == claimed, "these openings need no cleverer subset"


def weights():
    from balance.games.star_command.ruleset import load_policies

    return load_policies().resolve("pass", {})


def test_every_table_answers_at_every_choice():
    for name, wanted in ODDS.items():
        base = {key: setting.value for key, setting in wanted.settings.items()}
        for key, setting in wanted.settings.items():
            for value in setting.choices or tuple(int(v) for v in setting.range or ()):
                result = wanted.compute({**base, key: value})
                assert all(len(row) == len(result.columns) for row in result.rows), (name, key, value)
                for row in result.rows:
                    assert all(not isinstance(c, F) or c >= 0 for c in row)
