"""What the findings of every game owe a reader who sees only title and text: the numbers themselves."""

import re
from pathlib import Path

import pytest

from balance.app.open_scenario import open_scenario
from balance.app.run_scenario import Options, run_scenario
from balance.app.watch import Silent

from .plain import statistics

pytestmark = [pytest.mark.kernel, statistics]
SMALL = {  # scenario, games: every finding of the game has something to say
    "astronuts": ("astronuts/declaration", 200),
    "planet_busters": ("planet_busters/four-player", 200),
    "star_command": ("star_command/side-and-seat", 200),
    "red_alert": ("red_alert/borg-ruling", 200),
}
SHARE_WITH_INTERVAL = re.compile(r"\d+(\.\d+)?% \[\d+(\.\d+)?%, \d+(\.\d+)?%\]")


def findings(game: str, folder: Path):
    name, games = SMALL[game]
    return run_scenario(open_scenario(name, {"run.games": games}), Options(name, folder), Silent()).files.findings


@pytest.mark.parametrize("game", SMALL)
def test_every_text_holds_its_numbers(game: str, tmp_path: Path) -> None:
    """The terminal and summary.md print title and text, nothing else."""
    found = findings(game, tmp_path)
    assert found
    for finding in found:
        assert any(character.isdigit() for character in finding.text), finding


def test_red_alert_tells_shares_with_their_intervals(tmp_path: Path) -> None:
    """How often the forum ruling is used is the answer of four shipped scenarios."""
    found = findings("red_alert", tmp_path)
    told = {finding.id: finding.text for finding in found}
    next_step = next(finding.next_step for finding in found if finding.id == "errata")
    assert {f"red_alert/borg-ruling{rest}" for rest in ("", "-guns", "-base", "-base-guns")} <= set(
        re.findall(r"red_alert/[a-z-]+", next_step)
    )
    for topic in ("errata", "seat", "planet_race"):
        assert SHARE_WITH_INTERVAL.search(told[topic]), topic
    assert len(re.findall(r"\d\.\d{3} \[\d\.\d{3}, \d\.\d{3}\]", told["value_for_points"])) == 2
