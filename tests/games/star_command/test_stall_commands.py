"""The replay command printed for a capped game tells that very game: run and comparison, with --set and --seed (SC-52)."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from balance.cli.app import main
from tests.games.plain import statistics

pytestmark = [pytest.mark.kernel, statistics]
CHANGED = ["--games", "40", "--seed", "5", "--set", "rules.turn_cap=20", "--set", "rules.first_player=zurg"]


def printed(text: str) -> list[list[str]]:
    """The commands in a summary, as a shell would split them."""
    return [shlex.split(command)[1:] for command in re.findall(r"`(balance replay [^`]+)`", text)]


def summary(verb: str, name: str, out: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    assert main([verb, "star_command/stalls", *CHANGED, "--out", str(out), "--exit-zero"]) == 0
    capsys.readouterr()
    return next(out.rglob(name))


def outcome(command: list[str], capsys: pytest.CaptureFixture[str]) -> dict[str, int]:
    assert main([*command, "--json"]) == 0
    return dict(json.loads(capsys.readouterr().out)["outcome"])


def test_commands_of_a_run_tell_the_capped_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    commands = printed(summary("run", "summary.md", tmp_path, capsys).read_text())
    assert len(commands) == 1 and {"rules.turn_cap=20", "rules.first_player=zurg", "5"} <= set(commands[0])
    row = outcome(commands[0], capsys)
    assert (row["ending"], row["turns"], row["first_side"]) == (1, 20, 1)


def test_a_comparison_explains_and_cautions_every_arm(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = summary("compare", "compare.md", tmp_path, capsys)
    commands = printed(page.read_text())
    assert [("--variant" in command) for command in commands] == [False, True, True]
    assert {"no-impatience", "exact-range"} <= {word for command in commands for word in command}
    for command in commands[:2]:
        assert outcome(command, capsys)["turns"] == 20
    told = json.loads((page.parent / "summary.json").read_text())["cautions"]
    caps = [caution["text"] for caution in told if caution["code"] == "caps"]
    assert caps and "Caution: Many games hit the cap." in page.read_text()
    assert "Many games hit the cap." in (page.parent / "report.html").read_text()
