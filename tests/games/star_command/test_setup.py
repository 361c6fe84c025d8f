"""Set-ups, deck totals and other input that is accepted or refused with a reason (SC-03..SC-05)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from balance.errors import InputError
from balance.games.contract import PlayerChoice
from balance.games.star_command.kernel.table import leader_of
from balance.games.star_command.ruleset import load_players, load_ruleset
from balance.games.star_command.state import SETUPS
from tests.games.plain import statistics
from tests.games.star_command.desk_helpers import Table, play, square, unit


def message(rules: Mapping[str, Any], setup: Mapping[str, Any] | None = None) -> str:
    with pytest.raises(InputError) as found:
        load_ruleset(rules, setup or {}, 2)
    return str(found.value)


def test_a_set_up_that_is_no_permutation_names_surplus_and_missing_codes() -> None:
    told = message({}, {"rangers": {"front": "RRRRRRRR", "back": "CLMBXOLC"}})
    assert "surplus: C" in told and "missing: A" in told and told.startswith("setup.rangers")
    told = message({}, {"zurg": {"front": "HHHHHHHH", "back": "WSGZPTHH"}})
    assert "surplus: H H" in told and "missing: D Q" in told
    assert "8 codes" in str(load_error({"zurg": {"front": "HHH", "back": "WSGZPTQD"}}))


def load_error(setup: Mapping[str, Any]) -> str:
    with pytest.raises(InputError) as found:
        load_ruleset({}, setup, 2)
    return " ".join(f"{p.message} {p.legal}" for p in found.value.problems)


def test_deck_totals_out_of_range_are_refused() -> None:
    small = {f"cards.counts.{name}": 0 for name in ("walk", "run", "hover", "jet_pack", "full_throttle", "pistol", "rifle",
                                                    "bazooka", "cannon", "kick", "punch")}  # fmt: skip
    # 67 printed cards less the 46 moves and attacks named, less 6 Specials
    assert "the deck has 15 cards" in message({**small, "cards.counts.special": 0})
    large = {
        f"cards.counts.{name}": 20
        for name in ("walk", "run", "hover", "pistol", "rifle", "kick", "punch", "special", "dodge")
    }
    assert "cards" in message(large)
    assert load_ruleset({"cards.counts.special": 20}, {}, 2).record.counts.sum() == 81


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ({"repair.adjacency": 6}, "6 is no reading"),
        ({"combat.megaray_min": 8, "combat.megaray_max": 7}, "above the greatest"),
        ({"movement.distanse": "exact"}, "unknown key"),
        ({"combat.flip_scope": "close"}, "unknown"),
    ],
)
def test_other_mistakes(rules: dict[str, Any], words: str) -> None:
    assert words in message(rules)


def test_weights_too_large_for_exact_scores_are_refused() -> None:
    ruleset = load_ruleset({"turn_cap": 2000}, {}, 2)
    load_players(ruleset, [PlayerChoice("hunter"), PlayerChoice("turtle")])
    with pytest.raises(InputError, match="too much for exact scores"):
        load_players(ruleset, [PlayerChoice("hunter", {"stall_gain": 1.0, "adv": 2.0})])


@pytest.mark.kernel
def test_named_set_ups_stand_where_they_should() -> None:
    for name in ("line", "artillery", "corner"):
        table = Table(setup={"rangers": name, "zurg": name}).lay_out()
        for side, (front, back) in ((0, (1, 0)), (1, (6, 7))):
            rows = SETUPS[("rangers", "zurg")[side]][name]
            for row, codes in ((front, rows["front"]), (back, rows["back"])):
                stood = "".join(code_at(table, 8 * row + file) for file in range(8))
                assert stood == codes
        given = [
            int(table.game.board[s]) for s in (*range(8, 16), *range(8)) if table.rules.kind[table.game.board[s]] == 5
        ]
        assert given == sorted(given)  # ids of one code: front row a..h, then back row a..h


def code_at(table: Table, where: int) -> str:
    from balance.games.star_command.state import UNIT_FACTS

    return str(UNIT_FACTS[table.rules.kind[table.game.board[where]]]["code"])


@pytest.mark.kernel
def test_the_second_player_mirrors_only_to_widen_the_gap() -> None:
    blind, _ = play({}, ("pass", "pass"), 20)
    seen, _ = play({}, ("pass", "pass"), 20, setup={"order": "second_sees"})
    assert (blind.leader_file_gap == 0).all() and (seen.leader_file_gap == 1).all()  # d1 and d8, one of them to e
    corner, _ = play({}, ("pass", "pass"), 20, setup={"rangers": "corner", "zurg": "corner", "order": "second_sees"})
    assert (corner.leader_file_gap == 7).all()  # a1 and h8 are as far apart as files allow


@pytest.mark.kernel
@statistics
def test_random_set_up_is_uniform_over_files_and_rows() -> None:
    rows, tally = play({}, ("pass", "pass"), 4000, setup={"rangers": "random", "zurg": "random"})
    same_file = int(tally.gap_at_setup[0])
    assert abs(same_file / len(rows) - 1 / 8) < 4 * (1 / 8 * 7 / 8 / (len(rows) / 2)) ** 0.5  # j6; blocks of two games


@pytest.mark.kernel
def test_leaders_start_on_d1_and_d8() -> None:
    table = Table().lay_out()
    assert table.game.pos[leader_of(0)] == square("d1") and table.game.pos[unit("zurg")] == square("d8")
