"""The commands a page prints give the same rows again."""

from __future__ import annotations

import html
import json
import re
import shlex
from pathlib import Path

import pytest

from balance.app.find_games import FoundGames, find_games
from balance.cli.app import main
from balance.engine.run_folder import RunFolder

TOLD = ("roll_1", "roll_2", "rounds")
VARIANT = "\n[[variant]]\nid = 'bonus'\ntitle = 'Seat 1 adds one'\nrules.seat_bonus = 1\n"


@pytest.fixture
def source(tiny, tmp_path: Path) -> str:
    path = tmp_path / "some where" / "my.toml"  # a path that needs quotes, and is not its last part
    path.parent.mkdir()
    path.write_text(tiny.text + VARIANT)
    return str(path)


@pytest.fixture
def play(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """Play a command line; returns the folder."""

    def run(*arguments: str) -> Path:
        assert main([*arguments, "--out", str(tmp_path / "out")]) in (0, 4)  # so few games may leave a verdict open
        return Path(capsys.readouterr().out.strip().splitlines()[-1]).parent

    return run


def digests(folder: Path) -> list[str]:
    summary = json.loads((folder / "summary.json").read_text())
    return [arm.get("outcome_digest", summary["outcome_digest"]) for arm in summary["arms"]]


def printed(folder: Path) -> list[str]:
    page = (folder / "report.html").read_text()
    return [html.unescape(text) for text in re.findall(r"<pre>(balance .*?)</pre>", page)]


@pytest.mark.parametrize(
    "options",
    [
        "run --games 200",
        "run --games 200 --seed 9 --set rules.sides=8 --set rules.cap=true",
        "run --games 40000 --precision 0.05",
        "run --games 400 --shard 2/2",
        "run --games 200 --set run.seating=fixed",
        "compare --games 200 --set rules.sides=8 --metric win_share[seat=1] --margin 0.2",
        "compare --games 40000 --until-decided --margin 0.05 --metric win_share[seat=1]",
        "compare --games 40000 --best length --smallest",
    ],
)
def test_the_printed_command_gives_the_same_rows(play, source: str, options: str) -> None:
    verb, *rest = options.split()
    first = play(verb, source, *rest)
    command, replay = printed(first)
    assert digests(play(*shlex.split(command)[1:])) == digests(first)
    assert main(shlex.split(replay)[1:]) == 0
    assert ("rules.sides=8" in replay) == ("rules.sides=8" in options)
    assert ("run.seating=fixed" in replay) == ("run.seating=fixed" in options)


def test_two_files_and_two_runs_are_both_named(play, source: str, tiny, tmp_path: Path, capsys) -> None:
    other = tmp_path / "other.toml"
    other.write_text(tiny.text.replace("[run]\n", '[run]\nseating = "fixed"\n') + "\n[rules]\nseat_bonus = 1\n")
    runs = [str(play("run", name, "--games", "100")) for name in (source, str(other))]
    for pair in ([source, str(other)], runs):
        first = play("compare", *pair, "--games", "200", "--seed", "8")
        command, replay = printed(first)
        assert shlex.split(command)[2:4] == pair and "--games 200 --seed 8" in command
        assert digests(play(*shlex.split(command)[1:])) == digests(first)
        assert shlex.split(replay)[2] == pair[1]
        for arm, found in each_arm(first):
            rows = RunFolder.read(first).read_columns(arm, list(TOLD))
            for number in found.numbers:
                capsys.readouterr()
                assert main([*shlex.split(found.replay)[1:], str(number), "--json"]) == 0
                told = json.loads(capsys.readouterr().out)["outcome"]
                assert [told[name] for name in TOLD] == [rows[name][number] for name in TOLD], (arm, number)


def each_arm(folder: Path) -> list[tuple[str, FoundGames]]:
    """A few games of each arm, with the command that tells them."""
    arms = sorted({part.arm for part in RunFolder.read(folder).parts})
    assert len(arms) == 2
    return [(arm, find_games(folder, "roll_1 >= 3", 5, arm)) for arm in arms]


def test_a_sweep_repeats_itself_as_typed(play, source: str, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ["sweep", source, "rules.seat_bonus=0:1", "--games", "200"]
    monkeypatch.setattr("sys.argv", ["balance", *arguments])
    command, _ = printed(play(*arguments))
    assert shlex.split(command) == ["balance", *arguments]
