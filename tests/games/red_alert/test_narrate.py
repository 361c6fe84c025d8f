"""Told games: golden playthroughs, and a teller that knows every event and follows the board."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.red_alert.board_text import draw_board, short_name
from balance.games.red_alert.events import EVENTS
from balance.games.red_alert.mapview import draw_map, open_share
from balance.games.red_alert.narrate import TELL, narrate
from balance.games.red_alert.ruleset import load_ruleset
from balance.kit.hexes import hex_id

from .renew_playthroughs import HERE, playthrough
from .tables import POLICIES, traced

pytestmark = pytest.mark.kernel


@pytest.mark.parametrize("policy", POLICIES)
def test_golden_playthroughs(policy: str) -> None:
    """A changed line is a changed rule, decision or wording: renew only after reading the difference."""
    wanted = (HERE / f"{policy}.txt").read_text(encoding="utf-8").splitlines()
    told = playthrough(policy).splitlines()
    for number, (line, golden) in enumerate(zip(told, wanted, strict=False), 1):
        assert line == golden, f"line {number} of {policy}.txt"
    assert len(told) == len(wanted)


def test_every_event_has_a_sentence_and_occurs() -> None:
    assert set(TELL) == {name for name, _ in EVENTS}
    seen: set[str] = set()
    for block in range(12):
        ruleset, _, rows = traced(["random_legal", "raider"], block, {"first_player": "reveal", "clear_sector": "both"})
        lines = narrate(ruleset, ["a", "b"], rows)
        assert all(line.text.endswith(".") and "  " not in line.text for line in lines)
        seen |= {line.event for line in lines}
    assert {name for name, _ in EVENTS} - seen <= {"no_card", "fizzle", "parley", "board", "pursue", "lose_card"}


def test_the_last_board_shows_the_survivors() -> None:
    for block in range(4):
        ruleset, row, rows = traced(["greedy"], block)
        board = narrate(ruleset, ["a", "b"], rows)[-1].board
        codes = [short_name(unit, side) for side in (0, 1) for unit in ("flagship", "battleship", "cruiser", "fighter")]
        shown = sum(board.count(code) for code in codes)
        shown += sum(
            board.count(short_name(unit, side)) for side in (0, 1) for unit in ("heavy_destroyer", "heavy_fighter")
        )
        assert shown == 12 - int(row.elim.sum())


def test_board_in_characters() -> None:
    text = draw_board(
        {hex_id(6, 4): ("cruiser", 0, 3, 0), hex_id(5, 5): ("fighter", 1, 2, 1)}, [hex_id(6, 4), hex_id(2, 5)]
    )
    rows = text.splitlines()
    assert "CR3*" in rows[6]
    assert "fi2!" in rows[5]
    assert rows[5].count("*") == 1
    assert len(rows) == 12


def test_map_picture_says_what_it_shows() -> None:
    """The picture draws every hex and unit, and its text names groups, forces and sight."""
    from matplotlib.figure import Figure

    ruleset = load_ruleset({}, {})
    axes = Figure().add_subplot()
    text = draw_map(axes, ruleset)
    assert len(axes.patches) == 138
    assert len(axes.collections) == 12
    assert "planet group G0: (6, 4), (5, 5), (6, 5), (6, 6)" in text
    assert "commonwealth: flagship (6, 0)" in text
    hatched = [patch for patch in axes.patches if patch.get_hatch()]
    assert len(hatched) == 6
    share = open_share(ruleset)
    assert share.min() < share.max() <= 1
    assert int(np.argmin(share)) in (hex_id(5, 5), hex_id(6, 5))
