"""The forum question has four answers, by battle and players: each is found from each other, and all from the README."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from balance.app.open_scenario import open_scenario

HOUSE = Path(__file__).parents[3]
SIBLING = re.compile(r"red_alert/(borg-ruling[a-z-]*)")
CELLS = ("borg-ruling", "borg-ruling-guns", "borg-ruling-base", "borg-ruling-base-guns")


@pytest.mark.parametrize("name", CELLS)
def test_each_scenario_names_the_other_three(name: str) -> None:
    scenario = open_scenario(f"red_alert/{name}")
    assert set(SIBLING.findall(scenario.text)) == set(CELLS) - {name}
    assert not SIBLING.search(scenario.question) and scenario.question.count("?") == 1


def test_the_questions_differ_in_whom_they_hold_for() -> None:
    assert len({open_scenario(f"red_alert/{name}").question for name in CELLS}) == len(CELLS)


def compared(name: str) -> dict[str, Any]:
    path = HOUSE / "reports" / "published" / "red_alert" / name / "compare" / "compare.json"
    return {row["metric"]: row for row in json.loads(path.read_text(encoding="utf-8"))["comparisons"]}


def told(row: dict[str, Any], times: int) -> str:
    return "{:+.2f} [{:+.2f}, {:+.2f}]".format(*(times * row[key] for key in ("difference", "low", "high")))


@pytest.mark.parametrize("name", CELLS)
def test_the_readme_tells_what_was_measured(name: str) -> None:
    """Games, players, games that use the ruling, games it changes, and what moves, as published."""
    readme = (HOUSE / "balance" / "games" / "red_alert" / "README.md").read_text(encoding="utf-8")
    line = next(line for line in readme.splitlines() if line.startswith(f"| `{name}` |"))
    cells = [cell.strip() for cell in line.strip("|").split("|")]
    arm, found = open_scenario(f"red_alert/{name}").baseline, compared(name)
    used, first = found["ruling_used"], found["first_player_share"]
    assert cells[1] == arm.setup.get("battle", "planet_skirmish")
    assert cells[2] == ", ".join(player.policy for player in arm.players)
    assert cells[3:6] == [f"{used['games']:,}", f"{used['baseline']:.1%}", f"{used['share_rows_changed']:.1%}"]
    assert cells[6:] == [told(first, 100), told(found["length"], 1)]


def test_no_win_share_moves_by_a_point() -> None:
    """The sentence below the table."""
    for name in CELLS:
        for metric, row in compared(name).items():
            if metric.startswith("win_share") or metric == "first_player_share":
                assert row["verdict"] == "equivalent within margin" and row["margin"] == 0.01, (name, metric)
