"""The spec card lists the outcome columns under their own names, units and meanings."""

from __future__ import annotations

import re

from balance.games.astronuts import GAME
from balance.games.astronuts.state import OUTCOME

README = (GAME.home / "README.md").read_text(encoding="utf-8")


def test_every_column_is_listed_with_its_unit_and_meaning() -> None:
    listed = {
        name
        for row in README.splitlines()
        if row.startswith("| `")
        for name in re.findall(r"`(\w+)`", row.split("|")[1])
    }
    for column in OUTCOME.columns:
        if column.field in ("fate", "decl"):  # from..to
            continue
        names = {re.sub(r"_[1-4]$", "_s", name) if column.labels else name for name in column.names()}
        assert names <= listed, column.field
        assert f"| {column.unit} | {column.meaning}" in README, column.field


def test_the_card_has_every_room() -> None:
    for title in ("Outcome columns", "Draws", "Readings", "Open questions", "Version history"):
        assert f"\n## {title}\n" in README
