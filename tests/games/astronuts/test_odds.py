"""Exact odds of AstroNuts beside declarations: every figure printed in 13.3 to 13.6, brute force, monotonicity."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import pytest

from balance.games.astronuts.odds import ODDS
from balance.games.astronuts.odds_combat import Clash, destroy_all, win_chance
from balance.games.astronuts.odds_dash import settled_after, survive
from balance.games.astronuts.odds_deal import deal_counts, planet_kinds
from balance.games.astronuts.odds_fate import ENTRIES, entry_chances
from tests.games.astronuts.odds_helpers import cells, table

F = Fraction
FACES = range(1, 7)


# -------------------------------------------------------------------------------------------- 13.3 combat

COMBAT = {  # edge: P(win), per kill, attacker TW, defender re-roll, ties to attacker
    0: (F(5, 12), F(12, 5), F(13, 24), F(55, 216), F(7, 12)),
    1: (F(7, 12), F(12, 7), F(17, 24), F(91, 216), F(13, 18)),
    -1: (F(5, 18), F(18, 5), F(7, 18), F(5, 36), F(5, 12)),
}


@pytest.mark.parametrize(("edge", "wanted"), COMBAT.items())
def test_attack_table(edge, wanted):
    row = edge + 3
    result = table("attack")
    assert [cells(result, name)[row] for name in ("win", "per_kill", "win_tw", "win_defender_tw")] == list(wanted[:4])
    assert cells(table("attack", attack_tie="attacker"), "win")[row] == wanted[4]
    assert cells(result, "edge")[row] == edge


def test_attack_readings():
    assert cells(table("attack"), "tie")[3] == F(1, 6)
    assert cells(table("attack", attack_tie="reroll"), "win")[3] == F(1, 2)
    assert cells(table("attack", return_fire_margin=1), "attacker_lost")[3] == F(5, 12)
    assert set(cells(table("attack"), "attacker_lost")) == {0}
    later_uses = {edge: win_chance(Clash(edge), 1, 0) - Clash(edge).plain() for edge in (0, 1, -1)}
    assert later_uses == {0: F(1, 8), 1: F(1, 8), -1: F(1, 9)}  # 13.2


def test_time_warp_after_the_defence_die():
    """`after_defence`: a lost attack is rolled again by both sides (re-rolling only the attack die gives 125/216)."""
    assert cells(table("attack", attack_reroll_timing="after_defence"), "win_tw")[3] == F(95, 144)
    one_die = sum(F(max(x, again) > y, 216) for x, y, again in itertools.product(FACES, repeat=3))
    assert one_die == F(125, 216) < F(95, 144) == destroy_all(Clash(), 2, 1, 0)


@pytest.mark.parametrize("edge", range(-3, 4))
def test_attacks_by_brute_force(edge):
    clash = Clash(edge)
    plain = F(sum(x + edge > y for x in FACES for y in FACES), 36)
    given = {x: F(sum(x + edge > y for y in FACES), 6) for x in FACES}
    assert clash.plain() == plain
    assert win_chance(clash, 1, 0) == sum(max(given[x], plain) for x in FACES) / 6
    assert win_chance(clash, 0, 1) == sum(given[x] ** 2 for x in FACES) / 6
    assert clash.plain() + Clash(-edge).plain() + clash.tie_chance() == 1
    tied = clash.tie_chance()
    assert Clash(edge, "reroll").plain() == plain / (1 - tied)


@pytest.mark.parametrize("tie", ["defender", "attacker", "reroll"])
@pytest.mark.parametrize("after", [False, True])
def test_attack_odds_are_monotone(tie, after):
    """Attack bonus up never lowers P(win), uses never hurt their owner."""
    for attacker, defender in itertools.product(range(3), repeat=2):
        chances = [win_chance(Clash(edge, tie, after), attacker, defender) for edge in range(-3, 4)]
        assert chances == sorted(chances)
        for edge, chance in zip(range(-3, 4), chances):
            clash = Clash(edge, tie, after)
            assert win_chance(clash, attacker + 1, defender) >= chance >= win_chance(clash, attacker, defender + 1)


def test_series_of_attacks():
    level, laser = Clash(0), Clash(1)
    assert [destroy_all(level, n, 1, 0) for n in (2, 3)] == [F(95, 144), F(1385, 1728)]
    assert destroy_all(laser, 3, 1, 0) == F(1603, 1728)
    assert destroy_all(laser, 4, 3, 0) == F(343, 768)  # the rulebook's feat
    assert destroy_all(laser, 4, 3, 1) == F(35159, 62208)
    last = table("attack-series", edge=1, targets=3).rows[-1]
    assert last[:3] == (4, F(343, 768), F(35159, 62208))


def test_mean_kills_equal_the_binomial_tail():
    p = Clash(1).plain()
    wanted = sum(min(k, 3) * math.comb(5, k) * p**k * (1 - p) ** (5 - k) for k in range(6))
    assert table("attack-series", edge=1, targets=3, attacks=5).rows[-1][3] == wanted


# -------------------------------------------------------------------------------------------- 13.4 fate

LANDING = {  # event: plain, with TW on a first die of 1
    "crash": (F(1, 36), F(1, 216)),
    "landings to the first crash": (36, 216),
    "ship lost or stopped": (F(5, 72), F(11, 432)),
    "extraction barred": (F(7, 72), None),
    "founding barred": (F(7, 72), None),
    "movement barred": (F(7, 72), None),
    "attack barred": (F(7, 72), None),
    "mean Nuts found, full bank": (F(1, 2), F(7, 12)),
    "technology": (F(1, 36), None),
    "mean extra actions": (F(1, 12), None),
    "colony founded at once dies": (F(5, 216), None),
    "some free founding": (F(5, 36), None),
    "mean surcharge to extract at once": (F(1, 12), None),
    "mean surcharge to leave at once": (F(1, 9), None),
    "bad row (first die 1 to 3)": (F(1, 2), F(5, 12)),
    "ogres stop the ship, given 3-1": (F(1, 3), F(1, 9)),
    "animals stop the ship, given 3-2": (F(1, 6), F(1, 36)),
}


@pytest.mark.parametrize(("event", "wanted"), LANDING.items())
def test_landing_table(event, wanted):
    row = next(row for row in table("landing").rows if row[0] == event)
    assert row[2] == wanted[0]
    if wanted[1] is not None:
        assert row[3] == wanted[1]


def test_landing_settings():
    def plain(event, **changes):
        return next(row[2] for row in table("landing", **changes).rows if row[0] == event)

    assert round(float(plain("no crash in 10 landings")), 6) == 0.754493
    assert plain("mean Nuts found, full bank", fate_54_nuts=1) == F(4, 9)
    assert plain("technology", gift_66="61") == F(1, 18)
    assert plain("mean extra actions", gift_66="62") == F(1, 6)
    assert plain("some free founding", gift_66="none") == F(1, 9)
    assert [plain("mean Nuts found, full bank", fate_54_nuts=n) for n in range(6)] == [F(15 + n, 36) for n in range(6)]


def test_fate_chances():
    assert set(entry_chances("none").values()) == {F(1, 36)}
    warped = entry_chances("first_one")
    assert {warped[e] for e in range(11, 17)} == {F(1, 216)}
    assert {warped[e] for e in ENTRIES if e > 20} == {F(7, 216)}
    assert cells(table("fate", time_warp="first_one"), "row")[0] == F(1, 36)
    assert cells(table("fate", time_warp="first_one"), "row")[-1] == F(7, 36)
    assert sum(cells(table("fate"), "chance")) == 1


@pytest.mark.parametrize("room", [False, True])
def test_fate_under_the_policies_rule_by_brute_force(room):
    """D3 on every sequence of four dice: f1, its re-roll or f2, and so on; one use."""
    counts = dict.fromkeys(ENTRIES, F(0))
    for dice in itertools.product(FACES, repeat=3):
        queue = list(dice)
        first, free = queue.pop(0), True
        if first == 1:
            first, free = queue.pop(0), False
        second = queue.pop(0)
        entry = 10 * first + second
        if free and (entry in (11, 12) or (room and entry in (21, 22))):
            for again in FACES:
                counts[10 * first + again] += F(1, 6**4)
        else:
            counts[entry] += F(1, 6**3)
    assert entry_chances("policy", 1, room) == counts


def test_colonies_in_bad_air():
    rows = {row[0]: row for row in table("colony").rows}
    assert rows["2-1"][1:4] == (F(1, 2), F(3, 4), F(3, 4))
    assert rows["2-2"][1:4] == (F(2, 3), F(8, 9), F(8, 9))
    assert rows["2-1"][4] == F(7, 8) and rows["2-2"][6] == F(3, 2)


# -------------------------------------------------------------------------------------------- 13.5 dash


def test_arrivals():
    assert [settled_after(a, False) for a in range(4)] == [F(5, 36), F(23, 27), F(95, 108), F(95, 108)]
    assert [settled_after(a, True) for a in (0, 2, 4, 9)] == [F(1, 18), F(83, 108), F(23, 27), F(23, 27)]
    assert cells(table("arrival"), "found")[0] == F(5, 36)


DASH = {1: (1, F(23, 27)), 2: (2, F(475, 648)), 3: (2, F(115, 162)), 4: (3, F(95, 162)), 6: (4, F(95, 216)),
        8: (5, F(95, 324))}  # fmt: skip


@pytest.mark.parametrize(("distance", "wanted"), DASH.items())
def test_dash(distance, wanted):
    result = table("dash", distance=distance)
    best = cells(result, "best").index("yes")
    assert (cells(result, "d")[best], cells(result, "chance")[best]) == wanted


def test_dash_details():
    two, four = cells(table("dash", distance=2), "chance"), cells(table("dash", distance=4), "chance")
    assert (two[2], two[3]) == (F(395, 648), F(49, 81))
    assert (four[1], four[3]) == (F(25, 216), F(95, 216))
    extracting = [cells(table("dash", distance=m, extract=True), "chance") for m in (2, 4)]
    assert max(extracting[0]) == extracting[0][1] == F(415, 648)
    assert max(extracting[1]) == extracting[1][2] == F(83, 162)


@pytest.mark.parametrize("distance", range(1, 13))
def test_dash_is_monotone(distance):
    for extract in (False, True):
        base = cells(table("dash", distance=distance, extract=extract), "chance")
        for change in ({"time_warp": True}, {"extra_energy": True}, {"declare_mult": 3}):
            better = cells(table("dash", distance=distance, extract=extract, **change), "chance")
            assert all(b >= a for a, b in zip(base, better))
        further = cells(table("dash", distance=distance + 1, extract=extract), "chance")
        assert all(b <= a for a, b in zip(base, further))


# -------------------------------------------------------------------------------------------- 13.6 optional rules


def test_asteroids():
    result = table("asteroids")
    assert cells(result, "cross")[1:3] == [F(5, 6), F(25, 36)]
    assert cells(result, "cross_tw")[1] == F(35, 36)
    assert cells(result, "cross_stop")[::2] == [F(2, 3), F(25, 54), F(625, 1296) * F(2, 3)]
    assert cells(result, "cross_stop_tw")[0] == F(8, 9)
    for k, chance in enumerate(cells(result, "cross_tw")):
        assert chance == F(5, 6) ** k * (1 + F(k, 6))


def test_asteroids_by_brute_force():
    """Two crossings and a stop with one Time Warp: all rolls and the one re-roll enumerated."""
    alive = F(0)
    for dice in itertools.product(FACES, repeat=4):
        spare, free, lives = dice[3], True, True
        for roll, need in zip(dice, (2, 2, 3)):
            if roll < need and free:
                roll, free = spare, False
            lives = lives and roll >= need
        alive += F(lives, 6**4)
    assert cells(table("asteroids"), "cross_stop_tw")[2] == alive


def test_stricter_asteroids_never_help():
    for uses in range(3):
        for k in range(5):
            chances = [survive(misses, k, uses) for misses in range(7)]
            assert chances == sorted(chances, reverse=True)


def test_deal():
    counts, short = deal_counts(tuple(3 if kind == "L" else 2 for kind in planet_kinds("lattice49")), 16, "bag")
    assert sum(n * p for n, p in counts.items()) == pytest.approx(12)
    assert sum(n * n * p for n, p in counts.items()) - 144 == pytest.approx(1.818875, abs=5e-7)
    assert counts[12] == pytest.approx(0.292596, abs=5e-7)
    assert 0 <= short < 1e-8
    rows = {row[0]: row[1:] for row in table("deal").rows}
    assert rows["variance"][1] == F(9, 2) and rows["mean"][1] == 12
    assert rows["a large planet holds it"][1] == F(3, 4) and rows["a small planet holds it"][1] == F(1, 2)


@pytest.mark.parametrize("rule", ["bag", "uniform"])
def test_deal_by_brute_force(rule):
    """Every order of coins on three planets with two coins of each colour: the chain's counts, with short planets."""
    found, short = {}, 0.0

    def serve(sizes, stock, chance, missing):
        nonlocal short
        if not sizes:
            found[2 - stock[0]] = found.get(2 - stock[0], 0) + chance
            short += chance * missing
            return
        put((), sizes[0], sizes[1:], stock, chance, missing)

    def put(have, wants, rest, stock, chance, missing):
        legal = [c for c in range(4) if c not in have and stock[c]]
        if len(have) == wants or not legal:
            serve(rest, stock, chance, missing or len(have) < wants)
            return
        total = sum(stock[c] if rule == "bag" else 1 for c in legal)
        for c in legal:
            left = stock[:c] + (stock[c] - 1,) + stock[c + 1 :]
            put((*have, c), wants, rest, left, chance * (stock[c] if rule == "bag" else 1) / total, missing)

    serve((3, 2, 3), (2, 2, 2, 2), 1.0, False)
    counts, some_short = deal_counts((3, 2, 3), 2, rule)
    assert counts == pytest.approx(found)
    assert some_short == pytest.approx(short) and short > 0


def test_planets_of_the_boards():
    assert {board: (planet_kinds(board).count("L"), planet_kinds(board).count("s"))
            for board in ("lattice49", "compact25", "long45", "tiny5")} == {
        "lattice49": (8, 12), "compact25": (8, 12), "long45": (9, 4), "tiny5": (2, 1)}  # fmt: skip


# -------------------------------------------------------------------------------------------- all tables


@pytest.mark.parametrize("name", ODDS)
def test_every_table_is_well_formed(name):
    """Rows fit columns, chances lie in 0..1, and every setting changes something."""
    wanted = ODDS[name]
    base = table(name)
    assert base.rows and all(len(row) == len(base.columns) for row in base.rows)
    assert all(column.meaning for column in base.columns)
    for row in base.rows:
        for column, cell in zip(base.columns, row):
            if column.unit == "probability" and not isinstance(cell, str):
                assert 0 <= cell <= 1, (name, column.name, cell)
    contexts = [{}, {"time_warp": True, "extra_energy": True, "reroll": "gain", "tw_gain": 2.5,
                 "other_time_warp": True},
                {"attack_tie": "reroll", "time_warp": "policy"}]  # fmt: skip
    for key, setting in wanted.settings.items():
        seen = set()
        for context in contexts:
            usable = {k: v for k, v in context.items() if k in wanted.settings and k != key}
            usable = {
                k: v for k, v in usable.items() if not wanted.settings[k].choices or v in wanted.settings[k].choices
            }
            seen.add(any(table(name, **{**usable, key: value}) != table(name, **usable) for value in _others(setting)))
        assert True in seen, f"{name}: {key} changes nothing"


def _others(setting):
    if setting.choices:
        return [choice for choice in setting.choices if choice != setting.value]
    if isinstance(setting.value, bool):
        return [not setting.value]
    low, high = setting.range
    return [value for value in (low, setting.value + 1, high) if low <= value <= high and value != setting.value]
