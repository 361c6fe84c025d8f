"""Set-ups: built-in battles, a designer's own, and bad ones refused with the row named."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from balance.errors import InputError
from balance.games.contract import PlayerChoice
from balance.games.red_alert import state as st
from balance.games.red_alert.ruleset import load_ledger, load_players, load_policies, load_ruleset, sectors
from balance.kit.hexes import hex_id

from .tables import Table, run


def problems(setup: Mapping[str, Any], rules: Mapping[str, Any] | None = None, seats: int = 2) -> dict[str, str]:
    with pytest.raises(InputError) as caught:
        load_ruleset(rules or {}, setup, seats)
    return {p.breadcrumb(): p.message for p in caught.value.problems}


def test_built_in_battles() -> None:
    """b5: points, points won and fighters of both fleets."""
    for battle, points, vp, units in (("planet_skirmish", 85, 16, 6), ("supply_base", 140, 27, 10)):
        ruleset = load_ruleset({}, {"battle": battle})
        types = {row["id"]: row for row in ruleset.setup["unit_type"]}
        fleets = []
        for side in ruleset.setup["side"]:
            kinds = [types[unit["type"]] for unit in side["unit"]]
            assert sum(kind["points"] for kind in kinds) == points
            assert sum(kind["vp"] for kind in kinds) == vp
            assert len(kinds) == units
            fleets.append([hex_id(*unit["at"]) for unit in side["unit"]])
        assert [137 - place for place in fleets[0]] == fleets[1]
        assert not ruleset.extra["warnings"]


def test_sectors() -> None:
    """b1: 44 left only, 6 both, 38 centre only, 6 both, 44 right only, mirrored for side 1."""
    mask = sectors()
    assert [int((mask[0] == m).sum()) for m in (1, 3, 2, 6, 4)] == [44, 6, 38, 6, 44]
    assert np.array_equal(mask[1], mask[0][::-1])


def test_decks() -> None:
    """b6, b7: 60 command cards (36 sector, 22 tactic, 2 reaction), 40 combat cards."""
    ruleset = load_ruleset({}, {})
    kinds = dict.fromkeys(("sector", "tactic", "reaction"), 0)
    for row in ruleset.setup["command_card"]:
        kinds[row["kind"]] += row["copies"]
    assert kinds == {"sector": 36, "tactic": 22, "reaction": 2}
    assert sum(row["copies"] for row in ruleset.setup["combat_card"]) == 40
    assert tuple(row["id"] for row in ruleset.setup["command_card"]) == st.COMMAND_ROWS
    assert tuple(row["id"] for row in ruleset.setup["combat_card"]) == st.COMBAT_ROWS


def test_ledger_numbers_reach_units_and_cards() -> None:
    ruleset = load_ruleset({"units": {"cruiser": {"vp": 3}}, "combat_deck": {"ambush": {"cost": 4}}}, {})
    assert ruleset.record.type_vp[st.UNIT_TYPES.index("cruiser")] == 3
    assert ruleset.record.combat_cost[st.COMBAT_ROWS.index("ambush")] == 4
    assert set(ruleset.changed) == {"units.cruiser.vp", "combat_deck.ambush.cost"}


OWN = {
    "map": {"planets": [[0, 0], [1, 0]]},
    "side": [
        {"name": "commonwealth", "command_rating": 3, "combat_cards": 1, "stars": 2,
         "unit": [{"type": "corvette", "at": [3, 1]}, {"type": "monitor", "at": [5, 1]}]},
        {"name": "confederation", "mirror_of": "commonwealth", "stars": 5},
    ],
    "unit_type": [
        {"id": "corvette", "class": "strike", "figures": 2, "move": 3, "dice": [2, 2], "vp": 1, "destroyer": True},
        {"id": "monitor", "class": "capital", "figures": 5, "move": 1, "dice": [3, 3, 3, 3, 1], "vp": 4, "ra": 2},
    ],
    "command_card": [
        {"id": "all_left", "kind": "sector", "copies": 4, "orders": ["rating", 0, 0]},
        {"id": "anything", "kind": "tactic", "copies": 8, "orders": 2, "die_bonus_ranged": 1},
    ],
    "combat_card": [{"id": "aim", "copies": 6, "cost": 1, "timing": "own_attack", "die_delta": 1}],
}  # fmt: skip


def test_a_designers_own_map_forces_and_decks() -> None:
    ruleset = load_ruleset({"units_to_eliminate": 2}, OWN)
    assert list(ruleset.record.rating) == [3, 3]
    assert list(ruleset.record.stars) == [2, 5]
    assert ruleset.record.unit_hex[16] == 137 - hex_id(3, 1)
    assert ruleset.extra["type_slots"] == ["other_type_1", "other_type_2"]
    assert ruleset.extra["command_slots"] == ["other_1", "other_2"]
    rows, _ = run(["greedy", "random_legal"], 40, {"units_to_eliminate": 2}, OWN)
    assert set(rows.winner) <= {-1, 0, 1}
    names = {label: rows[c.field].reshape(40, -1)[:, i] for c in st.SPEC.columns for i, label in enumerate(c.names())}
    assert names["other_type_1_0_fielded"].sum() == 40
    assert names["cb_other_1_played_0"].sum() + names["cb_other_1_played_1"].sum() > 0
    assert names["cmd_other_2_played_0"].sum() > 0


BAD = [
    ({"battle": "planet_skirmis"}, "setup.battle"),
    ({"forces": {}}, "setup.forces"),
    ({"map": {"asteroids": [[1, 1]]}}, "setup.map.asteroids"),
    ({"map": {"planets": [[12, 1]]}}, "setup.map.planets[0]"),
    ({"map": {"planets": [[1, 11]]}}, "setup.map.planets[0]"),
    ({"map": {"planets": [[1, 1], [1, 1]]}}, "setup.map.planets[1]"),
    ({"map": {"planets": [[1, 1.5]]}}, "setup.map.planets[0]"),
    ({"map": {"planet": []}}, "setup.map.planet"),
    ({"side": [{"name": "commonwealth", "unit": [{"type": "cruiser", "at": [13, 0]}]}]}, "setup.side[0].unit[0].at"),
    ({"side": [{"name": "commonwealth", "unit": [{"type": "cruser", "at": [3, 0]}]}]}, "setup.side[0].unit[0].type"),
    ({"side": [{"name": "commonwealth", "unit": [{"type": "cruiser", "at": [3, 0]}, {"type": "fighter", "at": [3, 0]}]}]},
     "setup.side[0].unit[1].at"),
    ({"side": [{"name": "commonwealth", "unit": [{"type": "cruiser"}]}]}, "setup.side[0].unit[0]"),
    ({"side": [{"name": "commonwealth", "unit": []}]}, "setup.side[0].unit"),
    ({"side": [{"name": "commonwealth", "unit": [{"type": "fighter", "at": [c, 0]} for c in range(13)]
       + [{"type": "fighter", "at": [c, 1]} for c in range(4)]}]}, "setup.side[0].unit"),
    ({"side": [{"name": "empire"}]}, "setup.side[0].name"),
    ({"side": [{"name": "commonwealth", "command_rating": 9}]}, "setup.side[0].command_rating"),
    ({"side": [{"name": "commonwealth"}, {"name": "commonwealth"}]}, "setup.side[1].name"),
    ({"side": [{"name": "commonwealth", "mirror_of": "commonwealth"}]}, "setup.side[0].mirror_of"),
    ({"side": [{"name": "commonwealth", "color": "red"}]}, "setup.side[0].color"),
    ({"unit_type": [{"id": "x", "dice": [1, 2, 3, 4, 5, 6, 1]}]}, "setup.unit_type[0].dice"),
    ({"unit_type": [{"id": "x", "dice": [7]}]}, "setup.unit_type[0].dice"),
    ({"unit_type": [{"id": "x", "flagship": True}]}, "setup.unit_type[0].figures"),
    ({"unit_type": [{"id": "x", "caps": 2}]}, "setup.unit_type[0].caps"),
    ({"unit_type": [{"id": "x"}, {"id": "x"}]}, "setup.unit_type[1].id"),
    ({"command_card": [{"id": "a", "copies": 7, "kind": "tactic", "orders": 2}]}, "setup.command_card"),
    ({"command_card": [{"id": "a", "copies": 9, "kind": "sector", "orders": 2}]}, "setup.command_card[0].orders"),
    ({"command_card": [{"id": "a", "copies": 9, "kind": "tactics", "orders": 2}]}, "setup.command_card[0].kind"),
    ({"combat_card": [{"id": "a", "copies": 3}]}, "setup.combat_card"),
    ({"combat_card": [{"id": "a", "copies": 9, "timing": "never"}]}, "setup.combat_card[0].timing"),
]  # fmt: skip


@pytest.mark.parametrize(("setup", "path"), BAD)
def test_bad_setups_are_refused_with_the_row_named(setup: Mapping[str, Any], path: str) -> None:
    """RA-04, RA-05, e."""
    assert path in problems(setup)


def test_two_enemies_on_a_hex_and_several_problems_at_once() -> None:
    side = [
        {"name": "commonwealth", "unit": [{"type": "cruiser", "at": [3, 0]}]},
        {"name": "confederation", "unit": [{"type": "cruiser", "at": [3, 0]}, {"type": "cruiser", "at": [3, 11]}]},
    ]
    found = problems({"side": side}, {"planet_die_penalty": 9})
    assert set(found) == {"setup.side[1].unit[0].at", "setup.side[1].unit[1].at", "rules.planet_die_penalty"}
    assert "commonwealth" in found["setup.side[1].unit[0].at"]


def test_a_bad_row_of_a_mirrored_fleet_is_told_once() -> None:
    """The other side repeats the row; nobody wrote it there."""
    rows = [{"type": "cruser", "at": [3, 0]}, {"type": "cruiser", "at": [13, 0]}, {"type": "cruiser"}]
    found = problems({"side": [{"name": "commonwealth", "unit": rows}]})
    assert set(found) == {"setup.side[0].unit[0].type", "setup.side[0].unit[1].at", "setup.side[0].unit[2]"}
    found = problems({"side": [{"name": "commonwealth", "unit": []}]})
    assert set(found) == {"setup.side[0].unit"}
    found = problems({"side": [{"name": "commonwealth", "mirror_of": "confederation"}]})
    assert set(found) == {"setup.side[0].mirror_of"}


def test_a_fleet_turned_onto_itself_is_refused_in_the_row_written() -> None:
    """RA-04: (6,4) turned by 180 degrees is (6,6)."""
    rows = [
        {"type": "cruiser", "at": [6, 4]},
        {"type": "fighter", "at": [6, 6]},
        {"type": "heavy_cruiser", "at": [6, 0]},
    ]
    found = problems({"side": [{"name": "commonwealth", "unit": rows}]})
    assert set(found) == {"setup.side[0].unit[0].at", "setup.side[0].unit[1].at"}
    assert all("confederation" in text and "turned" in text for text in found.values())


def test_breakthrough_is_refused() -> None:
    """RA-82: no unit leaves the mat; a scenario that asks for it is not played as something else."""
    assert "rules.breakthrough" in problems({}, {"breakthrough": "both"})
    assert "setup.breakthrough" in problems({"breakthrough": {"commonwealth": [6, 10]}})
    assert "setup.map.exits" in problems({"map": {"exits": [[6, 10]]}})


def test_rules_without_effect_are_refused() -> None:
    setup = {"unit_type": [{"id": "cruiser", "dice": [3]}], "side": [
        {"name": "commonwealth", "unit": [{"type": "cruiser", "at": [3, 0]}]}]}  # fmt: skip
    assert "rules.units.cruiser.vp" in problems(setup, {"units": {"cruiser": {"vp": 3}}})
    assert "seat" in problems({}, seats=3)


def test_more_fighters_than_others_is_a_warning() -> None:
    units = [{"type": "fighter", "at": [c, 0]} for c in (3, 4)] + [{"type": "cruiser", "at": [5, 0]}]
    ruleset = load_ruleset({}, {"side": [{"name": "commonwealth", "unit": units}]})
    assert len(ruleset.extra["warnings"]) == 2  # the mirrored side has the same fleet


def test_policy_problems_name_seat_and_weight() -> None:
    with pytest.raises(InputError) as caught:
        load_players(load_ruleset({}, {}), [PlayerChoice("greedy", {"w_dgm": 1}), PlayerChoice("gredy")])
    assert {p.breadcrumb() for p in caught.value.problems} == {"seat[0].weights.w_dgm", "seat[1].policy"}


def test_policy_tables_in_micro_points() -> None:
    """f2: EVP of j4's match-ups, rounded once."""
    ruleset = load_ruleset({}, {})
    greedy, raider = load_players(ruleset, [PlayerChoice("greedy"), PlayerChoice("raider")])
    cruiser, flagship = st.UNIT_TYPES.index("cruiser"), st.UNIT_TYPES.index("flagship")
    # cruiser on full cruiser, 3 dice: mean 1 of 3 figures, kill 1/27, 2 points
    assert greedy.value[1, cruiser, 3, 3] == round(2e6 * (1 / 3 + 1 / 27))
    assert raider.value[1, cruiser, 3, 3] == round(2e6 * (1 / 3 + 2 / 27))
    # a bare flagship has no figures to lose but may be confirmed dead: 265/1458 (j5)
    assert greedy.value[1, flagship, 1, 3] == round(5e6 * 265 / 1458)
    assert raider.value[1, flagship, 1, 3] == round(1.5 * 2 * 5e6 * 265 / 1458)
    assert greedy.close[3] == 150_000
    assert greedy.star_value == 250_000


def test_policy_book_and_ledger_cover_the_spec() -> None:
    assert len(load_policies().policies) == 6
    entries = load_ledger().entries
    for key in st.SWITCHES + st.NUMBERS:
        assert key in entries
    assert all(entry.sweep for entry in entries.values() if entry.status == "assumed")


@pytest.mark.kernel
def test_a_unit_may_start_on_a_planet_without_a_flag() -> None:
    table = Table([("battleship", (6, 4))], [("cruiser", (6, 10))])
    assert table.state.u_flag[0] == 0
