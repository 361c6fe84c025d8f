"""The exact tables of Planet Busters: every figure of the rules reference, brute force, monotonicity."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest

from balance.errors import InputError
from balance.games.contract import OddsResult
from balance.games.planet_busters import exact
from balance.games.planet_busters.odds import ODDS
from balance.games.planet_busters.odds_deck import chain_of_planets, cover

F = Fraction
FACES = range(1, 11)


def ask(name: str, **settings: Any) -> OddsResult:
    table = ODDS[name]
    assert set(settings) <= set(table.settings), name
    return table.compute({**{key: setting.value for key, setting in table.settings.items()}, **settings})


def cell(result: OddsResult, row: Any, column: str = "value") -> Any:
    """Value of `column` in the first row whose leading cells are `row`."""
    key = row if isinstance(row, tuple) else (row,)
    at = [c.name for c in result.columns].index(column)
    return next(r[at] for r in result.rows if r[: len(key)] == key)


# ---- section j, figure by figure -----------------------------------------------------------------------------------


def test_pb_50_laser_curve_as_printed() -> None:
    printed = [F(n, 10) for n in (1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9)]
    assert [cell(ask("laser"), d, "hit") for d in range(-5, 6)] == printed
    assert cell(ask("laser", natural_one_hits=False), -6, "hit") == 0


@pytest.mark.parametrize(
    ("attacker", "defender", "both", "only_defender", "only_attacker"),
    [(1, 1, "1/4", "1/4", "1/4"), (2, 3, "6/25", "4/25", "9/25"), (7, 1, "9/100", "81/100", "1/100"),
     (3, 5, "21/100", "9/100", "49/100")],
)  # fmt: skip
def test_pb_52_duels(attacker: int, defender: int, both: str, only_defender: str, only_attacker: str) -> None:
    result = ask("duel", attacker=attacker, defender=defender)
    assert cell(result, "both lost") == F(both)
    assert cell(result, "only defender lost") == F(only_defender)
    assert cell(result, "only attacker lost") == F(only_attacker)
    assert sum(row[1] for row in result.rows[:4]) == 1  # type: ignore[misc]


def test_pb_52_attacker_first() -> None:
    assert cell(ask("duel", laser_timing="attacker_first"), "attacker lost") == F(36, 100)
    result = ask("duel", attacker=7, defender=1, laser_timing="attacker_first")
    assert cell(result, "attacker lost") == F(1, 100)


def test_pb_53_sailing_ship() -> None:
    result = ask("sailing")
    assert (cell(result, 1, "sailing_lost"), cell(result, 1, "opponent_lost")) == (F(4, 10), F(36, 100))
    assert (cell(result, 3, "sailing_lost"), cell(result, 3, "opponent_lost")) == (F(6, 10), F(16, 100))


def test_pb_52_several_on_one() -> None:
    assert cell(ask("focus", attackers="2,2", defender=5), 2, "lost") == F(36, 100)
    assert cell(ask("focus", attackers="1,1,1", defender=6), 3, "lost") == F(271, 1000)
    assert cell(ask("focus", attackers="5,3", defender=1, screened=True), 2, "lost") == F(63, 100)
    assert cell(ask("focus", attackers="5,3", defender=1), 2, "lost") == F(97, 100)


def test_pb_54_whirler() -> None:
    result = ask("whirler")
    hits = [cell(result, d, "hit") for d in (1, 3, 4, 6, 9)]
    assert hits == [F("0.988"), F("0.916"), F("0.832"), F("0.5464"), F("0.3439")]
    assert cell(result, 3, "expected_hits") == F("1.8")


def test_pb_55_screen() -> None:
    assert cell(ask("screen", attackers="2"), "field falls") == F(4, 10)
    assert cell(ask("screen", attackers="3,3"), "field falls") == F(75, 100)


def test_pb_57_reflector() -> None:
    result = ask("reflector")
    for firer, kill, die in (("1", 1, 5), ("5", 4, 5), ("7", 6, 5)):
        assert (cell(result, firer, "reflector_lost"), cell(result, firer, "firer_lost")) == (F(kill, 10), F(die, 10))
    assert all(cell(result, str(a), "firer_share") == 1 for a in range(7))
    assert cell(result, "7", "firer_share") == F(5, 6)
    assert cell(result, "whirler", "firer_lost") == F("0.832")


def test_pb_22_to_46_events() -> None:
    result = ask("events")
    assert cell(result, "revolt succeeds") == F(1, 2)
    assert cell(result, "one of two revolt cards succeeds") == F(3, 4)
    assert cell(ask("meteor", units=2), 0, "exactly") == F(1, 4)
    assert cell(ask("meteor", units=6), 4, "at_least") == F("0.34375")
    assert cell(ask("meteor", units=5), 1, "at_most") == F("0.1875")
    assert cell(ask("mines", units=1), 0, "exactly") == F(1, 8)
    assert cell(ask("mines", units=2), 2, "exactly") == F(49, 64)
    assert float(cell(ask("mines", units=5), 5, "exactly")) == pytest.approx(0.512909, abs=5e-7)
    for n in range(1, 11):
        assert cell(ask("events", hidden=n), f"Spy sees all {n}") == F(11 - n, 10)
    assert cell(result, "pieces the Spy sees on average") == F(9, 2)
    assert cell(result, "a scout finds one given piece of 8") == F(3, 8)


def test_pb_35_drones() -> None:
    one = ask("carrier")
    assert [(row[0], row[1]) for row in one.rows] == [(2, F(4, 10)), (3, F(2, 10)), (4, F(2, 10)), (5, F(2, 10))]
    assert one.note == "mean 16/5"
    assert cell(ask("carrier", carriers=2), 8, "at_least") == F("0.24")


def test_pb_24_tow_and_pb_71_salvage() -> None:
    assert cell(ask("tow"), 5, "hit") == F(7, 10)
    assert cell(ask("tow"), 5, "tug_lost") == F(35, 100)
    assert cell(ask("salvage"), "attacker gets it") == F(1, 2)
    assert cell(ask("salvage"), "first throw is a tie") == F(1, 10)


def test_pb_61_torpedoes() -> None:
    widths = [cell(ask("torpedo", torpedo_width=w), "one torpedo hits") for w in range(3)]
    assert widths == [F(1, 10), F(3, 10), F(5, 10)]
    assert cell(ask("torpedo", wrap=False), "one torpedo hits") == F(28, 100)
    lost = {n: cell(ask("torpedo", attacker_torpedoes=n), "target lost") for n in (2, 3, 4)}
    assert lost == {2: F("0.51"), 3: F("0.657"), 4: F("0.7599")}
    assert max(row[1] for row in ask("torpedo_numbers").rows) == F(3, 8)  # type: ignore[type-var]
    even = ask("torpedo_numbers", weights="1,1,1,1,1,1,1,1,1,1")
    assert {row[1] for row in even.rows} == {F(3, 10)}
    single = ask("torpedo", attacker_torpedoes=1, attacker_ships=1, defender_torpedoes=1)
    assert cell(single, "target lost") == F(3, 10)
    assert cell(single, "expected ships lost in return") == F(21, 100)
    colony = ask("torpedo")
    assert cell(colony, "target lost") == F("0.657")
    assert cell(colony, "expected ships lost in return") == F("0.2058")
    both = ask("duel", attacker_torpedoes=1, defender_torpedoes=1)
    assert cell(both, "attacker lost") == F("0.6504")
    assert cell(both, "defender lost") == F("0.472")


def test_pb_62_capture() -> None:
    result = ask("capture")
    assert [cell(result, p, "captured") for p in range(1, 10)] == [F(n, 10) for n in (7, 6, 5, 4, 3, 2, 1, 1, 1)]
    assert cell(ask("capture", shots="6,6"), 9, "captured") == F(36, 100)
    assert cell(ask("capture", shots="1,1,1,1,1"), 4, "captured") == F("0.67232")
    torpedo_only = ask("capture", shots="", torpedoes=1)
    assert {row[1] for row in torpedo_only.rows} == {F(3, 10)}


def test_pb_65_busters() -> None:
    assert cell(ask("buster"), (5, 6), "destroyed") == F(4, 10)
    assert cell(ask("buster", picket="armed", number=1), (5, 6), "destroyed") == F(36, 100)
    assert cell(ask("buster", picket="armed", number=4), (5, 6), "destroyed") == F(24, 100)
    assert cell(ask("buster", picket="mines"), (4, 5), "destroyed") == F(5, 100)
    assert cell(ask("buster"), (7, 8), "bare") == F(4, 10)  # Columbia
    assert cell(ask("salvo"), 9, "destroyed") == F("0.59176")
    assert ask("salvo").note.endswith(": 1/2")


def test_j_8_deck_and_fuel() -> None:
    result = ask("deck")
    assert float(cell(result, "planet", "none")) == pytest.approx(0.55924, abs=5e-6)
    assert float(cell(result, "fuel", "none")) == pytest.approx(0.13615, abs=5e-6)
    assert float(cell(result, "ship that can move", "none")) == pytest.approx(0.016702, abs=5e-7)
    assert "315/116" in result.note
    assert float(chain_of_planets(116, 9, 9, 2)) == pytest.approx(0.808747, abs=5e-7)
    assert sum(row[1] for row in result.rows) == 116  # type: ignore[misc]
    assert cell(ask("fuel"), "mean value of a counter") == 4
    assert cell(ask("fuel", need=9, counters=2), "need can be paid") == F(3, 7)
    assert float(cell(ask("fuel"), "points wasted when it is paid")) == pytest.approx(0.953545, abs=5e-7)


def test_j_9_length() -> None:
    result = ask("length")
    assert "second deck 95 pieces, Treaty after 48 draws" in result.note
    assert "mean 7149/95 player-turns" in result.note
    assert "47/95 for seat 1" in result.note
    assert result.rows[-1][-1] == 1


def test_j_10_clear() -> None:
    result = ask("clear")
    assert cell(result, "orbit cleared") == F("0.324")
    assert cell(result, "attacker loses nothing") == F("0.54")
    assert cell(result, "expected attackers lost") == F("0.5")


# ---- brute force over all dice --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("shots", "d"), [((5, 3), 1), ((2, 2, 1), 4), ((4, 3, 2), 3)])
def test_pb_52_screened_target_by_all_dice(shots: tuple[int, ...], d: int) -> None:
    drones = losses = 0
    for dice in product(FACES, repeat=len(shots)):
        drone, target = True, True
        for a, face in zip(shots, dice):
            if drone:
                drone = not exact.PRINTED.hits(face, a, 1)
            elif target:
                target = not exact.PRINTED.hits(face, a, d)
        drones += not drone
        losses += not target
    total = 10 ** len(shots)
    assert exact.screened([[a] for a in shots], d) == (F(drones, total), F(losses, total))


@pytest.mark.parametrize("timing", ["simultaneous", "attacker_first", "defender_first"])
def test_pb_52_duel_by_all_dice(timing: str) -> None:
    a, d = 4, 2
    lost = {"attacker lost": 0, "defender lost": 0}
    for first, second in product(FACES, repeat=2):
        kill, die = exact.PRINTED.hits(first, a, d), exact.PRINTED.hits(second, d, a)
        lost["defender lost"] += kill and not (timing == "defender_first" and die)
        lost["attacker lost"] += die and not (timing == "attacker_first" and kill)
    result = ask("duel", attacker=a, defender=d, laser_timing=timing)
    assert {row: cell(result, row) * 100 for row in lost} == lost


def test_pb_57_whirler_at_the_reflector_by_all_dice() -> None:
    kill = die = both = 0
    for dice in product(FACES, repeat=4):
        for a, face in zip((4, 3, 2, 1), dice):
            k, x = exact.PRINTED.hits(face, a, 6), exact.PRINTED.hits(face, a, 4)
            if k or x:
                kill, die, both = kill + k, die + x, both + (k and x)
                break
    result = ask("reflector")
    columns = ("reflector_lost", "firer_lost", "both_lost")
    assert [cell(result, "whirler", c) * 10_000 for c in columns] == [kill, die, both]


def test_pb_35_two_carriers_by_all_dice() -> None:
    for supply in (16, 7):
        result = ask("carrier", carriers=2, drone_supply=supply)
        made = [min(supply, exact.drones_of(a) + exact.drones_of(b)) for a, b in product(FACES, repeat=2)]
        assert {row[0]: row[1] for row in result.rows} == {n: F(made.count(n), 100) for n in set(made)}


def test_pb_13_chain_of_planets_by_all_orders() -> None:
    """Five pieces, two planets, two draws, one bonus piece per planet."""
    found = []
    for planets in combinations(range(5), 2):
        pending = at = got = 0
        pending = 2
        while pending and at < 5:
            pending -= 1
            if at in planets:
                got, pending = got + 1, pending + 1
            at += 1
        found.append(got)
    assert chain_of_planets(5, 2, 2, 1) == F(sum(found), len(found))


def test_f_1_cover_plays_the_smallest_sufficient_counter_else_the_largest() -> None:
    assert cover(2, (7, 1)) == (7,)
    assert cover(3, (2, 5, 4)) == (4,)
    assert cover(9, (7, 3, 2)) == (7, 2)
    assert cover(9, (7, 1)) is None
    assert cover(0, ()) == ()


def test_pb_60_alternate_and_simultaneous_orders() -> None:
    simultaneous = ask("torpedo", torpedo_order="simultaneous", attacker_torpedoes=1, defender_torpedoes=1)
    assert cell(simultaneous, "expected ships lost in return") == F(3, 10)
    alternate = ask("torpedo", torpedo_order="alternate", attacker_torpedoes=2, defender_torpedoes=1)
    assert cell(alternate, "target lost") == F(51, 100)
    assert cell(alternate, "expected ships lost in return") == F(21, 100)  # the reply comes after the first torpedo


# ---- what must rise with what (k.8) -------------------------------------------------------------------------------


@pytest.mark.parametrize("base", [4, 5, 6])
def test_k_8_hit_odds_are_monotone(base: int) -> None:
    curve = exact.Curve(base)
    for a, d in product(range(12), repeat=2):
        assert curve.hit(a + 1, d) >= curve.hit(a, d) >= curve.hit(a, d + 1)


def test_k_8_more_of_everything_is_never_worse() -> None:
    widths = [exact.torpedo(w) for w in range(5)]
    assert widths == sorted(widths) and widths[-1] < 1
    for d in range(10):
        assert exact.volley([3, 2], d) >= exact.volley([3], d)
    taken = [row[1] for row in ask("capture", shots="3,5", torpedoes=1).rows]
    assert taken == sorted(taken, reverse=True)  # type: ignore[type-var]
    rolls = [exact.mines_kill(n) for n in range(1, 6)]
    assert rolls == sorted(rolls)


def test_every_table_sums_and_stays_within_chances() -> None:
    for name, table in ODDS.items():
        result = ask(name)
        assert result.rows, name
        for row in result.rows:
            assert len(row) == len(result.columns), name
            for column, value in zip(result.columns, row):
                if column.unit == "probability" and isinstance(value, F) and column.name != "value":
                    assert 0 <= value <= 1, (name, column.name, value)
        assert table.name == name and table.rules.startswith("PB-")


def test_unreadable_settings_name_the_key() -> None:
    with pytest.raises(InputError, match="attackers"):
        ask("focus", attackers="2,x")
    with pytest.raises(InputError, match="weights"):
        ask("torpedo_numbers", weights="1,1")
    with pytest.raises(InputError, match="planet_values"):
        ask("deck", **{"counts.planet": 8})
    with pytest.raises(InputError, match="low"):
        ask("laser", low=5, high=2)
    with pytest.raises(InputError, match="armed"):
        ask("clear", armed="1,1")


@pytest.mark.parametrize(
    ("name", "key"),
    [("focus", "attackers"), ("focus", "whirler_shots"), ("whirler", "whirler_shots"), ("screen", "attackers"),
     ("clear", "attackers"), ("clear", "defenders"), ("buster", "busters"), ("salvo", "busters"), ("fuel", "values"),
     ("capture", "whirler_shots"), ("torpedo_numbers", "weights")],
)  # fmt: skip
def test_an_empty_list_is_no_table(name: str, key: str) -> None:
    for text in ("", " , "):
        with pytest.raises(InputError, match=key):
            ask(name, **{key: text})


def test_pb_46_mines_on_a_buster_take_the_dice_of_the_rule() -> None:
    through = [cell(ask("buster", picket="mines", mines_rolls=n), (4, 5), "through") for n in (1, 3)]
    assert through == [F(1, 2), F(1, 8)]


def test_pb_54_whirlers_fire_what_the_rule_says_in_every_table() -> None:
    assert cell(ask("capture", shots="w"), 3, "captured") == F("0.916")
    assert cell(ask("capture", shots="w", whirler_shots="4,4,4,4"), 3, "captured") == F("0.9744")  # 1 - 0.4 ** 4
    assert cell(ask("screen", attackers="w", whirler_shots="4,4,4,4"), "field falls") == F("0.9744")
    assert cell(ask("focus", attackers="w", whirler_shots="4,4,4,4", defender=3), 1, "lost") == F("0.9744")


def test_pb_02_the_box_may_hold_other_pieces() -> None:
    result = ask("deck", **{"counts.tug": 3})
    assert sum(row[1] for row in result.rows) == 117  # type: ignore[misc]
    assert cell(result, "ship that can move", "expected") == F(7 * 51, 117)
    small = ask("deck", **{"counts.planet": 2}, planet_values="3,9")
    assert f"planet points expected {F(7 * 12, 109)}" in small.note
    assert "second deck 97 pieces" in ask("length", **{"counts.scout": 10}).note
    basic = ask("deck", mode="basic", **{"counts.carrier": 10})
    assert basic == ask("deck", mode="basic")
    with pytest.raises(InputError, match="pieces"):
        ask("deck", **{key: 0 for key in ODDS["deck"].settings if key.startswith("counts.")}, planet_values="")
