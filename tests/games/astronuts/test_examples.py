"""The worked examples of the rules reference (section 14), step by step on the compiled kernels, and single rules beside them."""

from __future__ import annotations

from typing import Any

import pytest

from balance.games.astronuts import words as w
from balance.games.astronuts.kernel.ending import end_reason, write_result
from balance.games.astronuts.kernel.legal import has_free_founding
from balance.games.astronuts.kernel.playout import begin_turn
from tests.games.astronuts.positions import Position

pytestmark = pytest.mark.kernel


def example_of_play(shields: bool = False) -> Position:
    """The position before the rulebook's example."""
    p = Position()
    p.empty(16)
    p.ships(a=0, b=16)
    p.settle(1, {16: 2})
    p.own(0, "ROY")
    p.own(1, "P" if shields else "")
    p.hand(0, "1111")
    p.bank("5555")
    return p


def test_me1_the_rulebooks_example_of_play() -> None:
    """AN-14, AN-16, AN-22..AN-26, AN-31..AN-39, AN-F51."""
    p = example_of_play()
    p.begin(0, [6, 5, 6, 1, 3, 2, 6, 6, 2, 2, 5, 1])
    assert p.g.a == 9
    assert p.move(1, 8, 9) == 6
    assert p.do(w.ATTACK, to=16, target=1) == 5
    assert p.g.ships[1] == 1  # 6 against 6
    assert p.do(w.ATTACK, to=16, target=1) == 4
    assert p.g.ships[1] == 0 and p.g.warps[0] == 0  # 4 against 2 after Time Warp
    assert p.do(w.ATTACK, to=16, target=1) == 3
    assert p.do(w.ATTACK, to=16, target=1) == 2
    assert p.g.colonies[1] == 0
    assert p.move(16) == 1
    assert (p.coins_of(0), p.in_bank()) == ("2211", "4455")
    assert p.do(w.COLONISE) == 0
    assert (p.coins_of(0), p.in_bank()) == ("1211", "5455")
    assert p.g.col[p.planet(16)].tolist() == [1, 0, 0, 0]
    assert (p.g.figures[0], p.g.figures[1], p.dice_left()) == (13, 14, 0)
    o = p.out
    assert (o.x_sum[0], o.a_move[0], o.a_attack[0], o.a_colonise[0]) == (9, 4, 4, 1)
    assert (o.kill_ship[0], o.kill_col[0], o.tw_att[0], o.nuts_fate[0]) == (1, 2, 1, 2)
    assert (p.g.founded[0], o.fate[w.FATE_IDS.index("51")], o.lost_ship[1], o.lost_col[1]) == (1, 1, 1, 2)
    begin_turn(p.t, 1)
    assert p.g.ship[1, 0] == 48 and o.respawns[1] == 1  # AN-46


def test_me1_with_mega_shields_only_the_second_attack_wins() -> None:
    p = example_of_play(shields=True)
    p.begin(0, [6, 5, 6, 1, 3, 2, 6, 6, 2, 2])
    p.move(1, 8, 9)
    for _ in range(4):
        p.do(w.ATTACK, to=16, target=1)
    assert (p.out.kill_ship[0], p.out.kill_col[0], p.out.defence_held[1]) == (1, 0, 3)


def test_me2_failed_declaration_and_toxic_air() -> None:
    """AN-14, AN-26, AN-F21: costs stay paid, the figure returns."""
    p = Position(declares=5)
    p.ships(a=9)
    p.hand(0, "1111")
    bank = p.g.bank.copy()
    p.begin(0, [3, 2, 1, 3, 4])
    assert p.g.a == 3
    assert p.move(16) == 2
    assert p.do(w.COLONISE) == 1
    assert (p.g.colonies[0], p.g.figures[0], p.coins_of(0)) == (0, 14, "0111")
    assert p.do(w.COLONISE) == 0
    assert (p.g.colonies[0], p.g.figures[0], p.coins_of(0)) == (1, 13, "0011")
    assert (p.out.died[0], p.g.founded[0], p.dice_left()) == (1, 1, 0)
    assert (p.g.bank - bank).tolist() == [1, 1, 0, 0]


def test_me3_short_bank_and_the_genii() -> None:
    """AN-44, AN-F55, AN-F63, AN-F66."""
    p = Position(declares=2)
    p.ships(a=1)
    p.hand(0, "0000")
    p.bank("3210")
    p.begin(0, [5, 5, 5, 6, 6])
    assert p.g.a == 4
    assert p.move(2) == 3
    assert (p.coins_of(0), p.in_bank(), p.out.bank_refusals) == ("1110", "2100", 1)
    assert p.move(3) == 2
    assert p.move(4) == 1
    assert p.g.col[p.planet(0), 0] == 1
    assert p.do(w.COLONISE) == 0
    assert (p.coins_of(0), p.in_bank(), p.g.figures[0]) == ("0110", "3100", 12)
    assert (p.g.founded[0], p.out.founded_free[0]) == (2, 1)


def race_for_the_goal(goal_end: str) -> Position:
    """Thirteen colonies each, seat 1 to move."""
    p = Position({"goal_end": goal_end}, declares=5)
    p.ships(a=14, b=34)
    p.settle(0, {0: 3, 2: 2, 4: 2, 6: 3, 10: 2, 14: 1})
    p.settle(1, {48: 3, 46: 2, 44: 2, 42: 3, 38: 2, 34: 1})
    p.hand(0, "1111")
    p.hand(1, "1110")
    p.bank("6667")
    p.begin(0, [3])
    assert p.g.a == 3
    assert p.do(w.COLONISE) == 2
    assert p.in_bank() == "7667"
    return p


def test_me4_goal_at_once() -> None:
    """AN-61 `immediate`: 14 to 13, seat 2 has a turn less."""
    p = race_for_the_goal("immediate")
    assert p.g.over
    p.end(0)
    write_result(p.t, end_reason(p.t))
    assert (p.out.end_reason, p.out.winner, p.out.margin, p.out.tie_level) == (1, 1, 1, 0)
    assert p.out.seat_turns.tolist()[:2] == [1, 0]
    assert p.out.x_unused[0] == 2


def test_me4_round_played_out() -> None:
    """AN-61 `end_of_round`, AN-63: 14 to 14, decided on Nuts."""
    p = race_for_the_goal("end_of_round")
    assert not p.g.over and p.g.last_round
    p.end(0)
    p.begin(1, [5])
    p.do(w.COLONISE)
    p.end(1)
    write_result(p.t, end_reason(p.t))
    assert (p.out.end_reason, p.out.winner, p.out.margin, p.out.tie_level) == (1, 1, 0, 1)
    assert p.out.nuts[:2].tolist() == [3, 2]


def test_me5_asteroid_crossed_or_not() -> None:
    """AN-71..AN-73: announced as a crossing a 2 survives, as a stop it does not."""
    for goal, survives in ((18, True), (17, False)):
        p = Position({"asteroids": True}, declares=2)
        p.ships(a=16)
        p.begin(0, [4, 2, 4, 1])
        assert p.g.a == 4
        p.g.goal, p.g.goal_gap = goal, 0
        assert p.do(w.MOVE, to=17) == 3
        assert p.g.ships[0] == int(survives)
        if survives:
            assert p.g.must == 0 and not p.choose(w.TECH, target=0) and not p.choose(w.ATTACK, to=18, target=1)
            assert p.move(18) == 2
            assert p.out.fate[w.FATE_IDS.index("41")] == 1


def test_me5_astrohole_shortens_the_way() -> None:
    """AN-74: 1 - 8 - jump to 40 - 41 - 48 takes three actions."""
    p = Position({"astroholes": True})
    p.ships(a=1, b=34)
    p.free_turn(0, 3, [4, 1])
    p.g.goal, p.g.goal_gap = 48, 0
    assert p.move(8) == 2
    assert p.g.ship[0, 0] == 40
    assert p.move(41, 48) == 0


def passing(policy: str) -> Position:
    """Seat 1 next to a ship of a seat with this policy."""
    p = Position(policies=("colonist", policy))
    p.ships(a=1, b=2)
    p.free_turn(0, 3)
    return p


def test_me6_passing() -> None:
    """AN-22: with consent two actions, no landing; refused nothing happens, and the answer stands."""
    p = passing("colonist")
    assert p.do(w.PASS, to=3, via=[2]) == 1
    assert (p.g.ship[0, 0], p.out.landings) == (3, 0)
    p = passing("gambler")
    assert p.do(w.PASS, to=3, via=[2]) == 3
    assert (p.g.ship[0, 0], p.out.blocked_pass) == (1, 1)
    assert not p.choose(w.PASS, to=3, via=[2])
    assert p.choose(w.ATTACK, to=2, target=1)


def landed(entry: str, rules: dict[str, Any] | None = None, actions: int = 9, dice: tuple[int, ...] = ()) -> Position:
    """A ship of seat 1 that has just landed on small planet 2 and drawn `entry`; hand 1111."""
    p = Position(rules)
    p.ships(a=1)
    p.hand(0, "1111")
    p.free_turn(0, actions, [int(entry[0]), int(entry[1]), *dice])
    p.move(2)
    return p


def test_row_1_defects() -> None:
    """AN-F11..AN-F16, AN-47."""
    assert landed("11").g.ships[0] == 0 and landed("11").out.crashes[0] == 1
    barred = {
        "12": (w.EXTRACT, w.COLONISE, w.MOVE), "13": (w.EXTRACT,), "14": (w.COLONISE,), "15": (w.MOVE,), "16": (),
    }  # fmt: skip
    for entry, closed in barred.items():
        p = landed(entry)
        for step, to in ((w.EXTRACT, -1), (w.COLONISE, -1), (w.MOVE, 3)):
            assert p.choose(step, to=to) == (step not in closed), (entry, step)
        p.settle(1, {4: 1})
        p.ships(a=3)
        assert p.choose(w.ATTACK, to=4, target=1) == (entry not in ("12", "16"))


def test_row_2_surcharges() -> None:
    """AN-F23..AN-F26, AN-24: extraction 3 and 2, leaving 3 and 2; they lapse when the ship leaves."""
    assert landed("23").do(w.EXTRACT) == 5
    assert landed("24").do(w.EXTRACT) == 6
    assert landed("25").move(3) == 5
    assert landed("26").move(3) == 6
    p = landed("25")
    p.move(3)
    assert p.move(10) == 4


def test_row_3_natives() -> None:
    """AN-F31..AN-F36, AN-48."""
    assert landed("31", dice=(3,)).choose(w.EXTRACT) and not landed("31", dice=(2,)).choose(w.EXTRACT)
    assert landed("32", dice=(2,)).choose(w.EXTRACT) and not landed("32", dice=(1,)).choose(w.EXTRACT)
    assert landed("33").g.a == 7 and landed("33", actions=1).g.a == 0
    p = landed("34")
    p.do(w.EXTRACT)
    assert p.out.nuts_spent[0] == 1 and p.g.purse[0] == 4 - 1 + 2
    p = landed("35")
    p.do(w.COLONISE)
    assert p.g.purse[0] == 2
    p.do(w.COLONISE)
    assert p.g.purse[0] == 1  # the toll is paid once
    assert landed("36").move(3) == 6


def test_row_4_friendly_natives() -> None:
    """AN-F41..AN-F46, AN-18: free foundings go on without actions."""
    for entry, actions, nuts in (("41", 6, 2), ("44", 8, 2), ("45", 7, 3), ("46", 8, 4)):
        p = landed(entry)
        p.do(w.COLONISE)
        assert p.do(w.COLONISE) == actions, entry
        assert p.g.purse[0] == nuts, entry
    for entry, goes_on in (("41", False), ("44", True), ("45", True), ("46", True)):
        assert has_free_founding(landed(entry, actions=1).t, 0) == goes_on
    p = landed("46", {"free_colony_needs_action": True})
    assert p.do(w.COLONISE) == 8
    assert landed("45", {"free_colony_needs_action": True}).do(w.COLONISE) == 7


def test_row_4_exchange() -> None:
    """AN-F42, AN-F43, D9: while two of a colour are held and another is rarer in hand."""
    p = Position()
    p.ships(a=1)
    p.hand(0, "4000")
    p.free_turn(0, 3, [4, 3])
    p.move(2)
    assert p.coins_of(0) == "2110"


def test_row_5_finds() -> None:
    """AN-F51..AN-F56: of choice is the colour held least."""
    for entry, hand in (("51", "2211"), ("52", "1122"), ("53", "2211"), ("54", "2221"), ("55", "2222"), ("56", "3222")):
        assert landed(entry).coins_of(0) == hand, entry
    assert landed("54", {"fate_54_nuts": 1}).coins_of(0) == "2111"


def test_row_6_gifts() -> None:
    """AN-F61..AN-F66: the best technology, three actions, a colony on the home, a better planet, a ship."""
    p = landed("61")
    assert p.g.tech[0] == 1 << w.WARP and p.g.warps[0] == 1 and p.out.tech_gift[0] == 8
    assert p.g.marker[0].tolist() == [0, 0, 0, 1]
    assert landed("62").g.a == 11 and landed("62").out.x_gift[0] == 3
    assert landed("63").g.col[landed("63").planet(0), 0] == 1
    p = landed("64")
    assert p.g.ship[0, 0] == 0 and p.out.landings == 1  # the own home is large and free: not a landing
    p = landed("65")
    assert p.g.ships[0] == 2 and p.g.ship[0, 1] == 0
    assert landed("66").g.colonies[0] == 1  # gift_order of colonist: 63 first


def test_time_warp_on_landing_dice() -> None:
    """AN-39, AN-42: a first 1 is rolled again before the second die; a crash by the second die, too; once a turn."""
    p = Position()
    p.own(0, "Y")
    p.ships(a=1)
    p.free_turn(0, 4, [1, 4, 1, 1, 2])
    p.move(2)
    assert p.out.fate[w.FATE_IDS.index("41")] == 1 and p.out.tw_fate[0] == 1
    p.move(3)
    p.move(4)
    assert p.out.fate[w.FATE_IDS.index("12")] == 1 and p.dice_left() == 0


def test_conditions_stay_with_the_planet_or_the_ship() -> None:
    """AN-43 fate_scope: surcharges add up only when everything sticks to the ship."""
    for scope, left, kept in (("ship_and_planet", 7, 0), ("ship", 6, 3)):
        p = Position({"fate_scope": scope})
        p.ships(a=1)
        p.free_turn(0, 14, [2, 6, 2, 5])  # leaving 2 costs one more, leaving 4 two more
        assert p.move(2, 3, 4, 5) == left, scope
        assert p.g.leave[0] == kept, scope


def test_building_needs_four_colours_and_a_free_home() -> None:
    """AN-29, AN-30."""
    p = Position()
    p.hand(0, "1111")
    p.free_turn(0, 3)
    assert not p.choose(w.BUILD)  # the first ship is at home
    p.ships(a=1)
    assert p.do(w.BUILD) == 2
    assert (p.coins_of(0), p.g.ships[0], p.out.a_build[0], p.out.nuts_spent[0]) == ("0000", 2, 1, 4)
    p.hand(0, "9990")
    p.g.ship[0, 1] = -1
    assert not p.choose(w.BUILD)


def test_technology_costs_four_actions_and_its_nut() -> None:
    """AN-35, AN-38, AN-39: the Nut becomes the marker; Time Warp may be used at once, Extra Energy works from the next turn."""
    p = Position(declares=1)
    p.hand(0, "0012")
    p.free_turn(0, 9)
    assert not p.choose(w.TECH, target=w.LASER)
    assert p.do(w.TECH, target=w.WARP) == 5
    assert p.g.warps[0] == 1 and p.g.marker[0].tolist() == [0, 0, 0, 1] and p.coins_of(0) == "0011"
    assert p.do(w.TECH, target=w.ENERGY) == 1
    assert not p.choose(w.TECH, target=w.ENERGY)
    p.end(0)
    p.begin(0, [1])
    assert p.g.a == 3
    assert p.out.tech_round[0].tolist() == [-1, -1, 1, 1]


def test_replacement_ship_beside_an_occupied_home() -> None:
    """AN-46 respawn_blocked: the free neighbour lowest in the own numbering, or none."""
    for blocked, space in (("adjacent", 1), ("wait", -1)):
        p = Position({"respawn_blocked": blocked})
        p.ships(b=0, a=1)
        p.free_turn(1, 3, [6, 1])
        p.do(w.ATTACK, to=1, target=0)
        assert p.g.ships[0] == 0
        begin_turn(p.t, 0)
        assert p.g.ship[0, 0] == space


def test_replacement_only_after_a_crash() -> None:
    """AN-46 respawn: an attack does not count with crash_only, nothing does with never; immediate comes at once."""
    for respawn, timing, at_once, later in (
        ("any_loss", "next_turn", 0, 1), ("crash_only", "next_turn", 0, 0), ("never", "next_turn", 0, 0),
        ("any_loss", "immediate", 1, 1),
    ):  # fmt: skip
        p = Position({"respawn": respawn, "respawn_timing": timing})
        p.ships(a=1, b=2)
        p.free_turn(1, 1, [6, 1])
        p.do(w.ATTACK, to=1, target=0)
        assert p.g.ships[0] == at_once, (respawn, timing)
        begin_turn(p.t, 0)
        assert p.g.ships[0] == later, (respawn, timing)


def test_ties_and_return_fire() -> None:
    """AN-34 attack_tie, return_fire_margin."""
    for rules, mine, theirs in (
        ({}, 1, 1), ({"attack_tie": "attacker"}, 1, 0), ({"attack_tie": "reroll"}, 1, 0), ({"return_fire_margin": 1}, 1, 1),
    ):  # fmt: skip
        p = Position(rules)
        p.ships(a=1, b=2)
        p.free_turn(0, 1, [4, 4, 5, 2])
        p.do(w.ATTACK, to=2, target=1)
        assert (p.g.ships[0], p.g.ships[1]) == (mine, theirs), rules
    p = Position({"return_fire_margin": 2})
    p.ships(a=1, b=2)
    p.free_turn(0, 2, [3, 4, 3, 5])
    p.do(w.ATTACK, to=2, target=1)
    assert p.g.ships[0] == 1
    p.do(w.ATTACK, to=2, target=1)
    assert p.g.ships[0] == 0 and p.out.lost_ship[0] == 1


def test_target_of_an_attack() -> None:
    """AN-32 target_choice: the defender offers its ship; the attacker takes what it values more."""
    for choice, ship_hit in (("defender", True), ("attacker", False), ("ship_first", True), ("colony_first", False)):
        p = Position({"target_choice": choice})
        p.ships(a=1, b=2)
        p.settle(1, {2: 1})
        p.free_turn(0, 1, [6, 1])
        p.do(w.ATTACK, to=2, target=1)
        assert (p.g.ships[1] == 0) == ship_hit, choice


def test_attack_reach() -> None:
    """AN-31: neighbouring spaces, the own one only with attack_same_space; home_immune shields units at home."""
    p = Position()
    p.ships(a=2)
    p.settle(1, {2: 1})
    p.free_turn(0, 2)
    assert not p.choose(w.ATTACK, to=2, target=1)
    assert not p.choose(w.ATTACK, to=4, target=1)
    p = Position({"attack_same_space": True})
    p.ships(a=2)
    p.settle(1, {2: 1})
    p.free_turn(0, 2)
    assert p.choose(w.ATTACK, to=2, target=1)
    for immune in (False, True):
        p = Position({"home_immune": immune})
        p.ships(a=47)
        p.free_turn(0, 2)
        assert p.choose(w.ATTACK, to=48, target=1) != immune


def test_illegal_steps_are_seen() -> None:
    """Invariant 17: occupied or distant spaces, too few actions, a planet without Nuts."""
    p = Position()
    p.ships(a=1, b=2)
    p.free_turn(0, 0)
    assert not p.choose(w.MOVE, to=0)
    p.g.a = 5
    assert p.choose(w.MOVE, to=0)
    assert not p.choose(w.MOVE, to=2)
    assert not p.choose(w.MOVE, to=9)
    assert not p.choose(w.EXTRACT)
    assert not p.choose(w.PASS, to=4, via=[2])
    p.ships(a=0)
    p.empty(0)
    assert not p.choose(w.EXTRACT)
    p.g.figures[0] = 0
    assert not p.choose(w.COLONISE)
