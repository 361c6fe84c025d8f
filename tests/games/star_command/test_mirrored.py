"""Invariant 17: with files a..h read as h..a on both sides no count of legal options changes (SC-03, SC-18, SC-21)."""

from __future__ import annotations

from typing import Any

import pytest

from balance.games.star_command.state import SETUPS
from tests.games.star_command.desk_helpers import Table
from tests.games.star_command.test_examples import attacks, moves

pytestmark = pytest.mark.kernel
CARDS = ("walk", "run", "hover", "jet_pack", "full_throttle", "pistol", "cannon", "kick", "special")


def counts(setup: dict[str, Any], side: int) -> list[tuple[int, int]]:
    """Move options and attacks with each card alone, from the opening."""
    table = Table(setup=setup).lay_out()
    found = []
    for card in CARDS:
        table.empty_hands()
        table.give(side, card)
        found.append((len(moves(table, side)), len(attacks(table, side))))
    return found


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("name", ["line", "artillery", "corner"])
def test_mirrored_set_ups_offer_as_many_options(name: str, side: int) -> None:
    pattern = {owner: SETUPS[owner][name] for owner in ("rangers", "zurg")}
    mirrored = {owner: {row: rows[row][::-1] for row in ("front", "back")} for owner, rows in pattern.items()}
    found = counts(mirrored, side)
    assert found == counts(dict.fromkeys(pattern, name), side) and sum(n for n, _ in found) > 40
