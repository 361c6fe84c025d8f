"""Every verb that plays, from the command line, on the one-page game."""

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from balance.cli.app import main
from balance.engine.run_folder import RunFolder
from balance.errors import EXIT_BUG
from balance.games.contract import ExactCheck
from balance.report.compare_table import COLUMNS
from tests.tiny.desk import DESK

VARIANT = "\n[[variant]]\nid = 'bonus'\ntitle = 'Seat 1 adds one'\nrules.seat_bonus = 1\n"
MAY_WORK = ("run MY --out NAME", "run MY --run-id NAME", "new astronuts NAME")  # a name like any other


@pytest.fixture
def source(tiny, tmp_path: Path) -> str:
    path = tmp_path / "my.toml"
    path.write_text(tiny.text + VARIANT)
    return str(path)


@pytest.fixture
def call(source: str, tmp_path: Path, capsys: pytest.CaptureFixture):
    def run(verb: str, *arguments: str, out: bool = True, named: bool = True) -> tuple[int, str, str]:
        where = ["--out", str(tmp_path / "out")] if out else []
        code = main([verb, *([source] if named else []), *arguments, *where])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


@pytest.mark.parametrize("name", ["x" * 5000, "x" * 5000 + ".toml", "a\0b", "~nobody-here/x"])
@pytest.mark.parametrize(
    "line",
    [
        "run NAME", "run MY --out NAME", "run MY --run-id NAME", "compare NAME", "compare MY NAME", "compare NAME MY",
        "replay NAME", "sweep NAME rules.sides=2:3", "sensitivity NAME", "tournament NAME", "variance NAME", "plan NAME",
        "check NAME", "find NAME --where roll_1==1", "report NAME", "resume NAME", "extend NAME --games 10",
        "merge NAME NAME --out OUT", "odds NAME", "show NAME", "policies NAME", "explain NAME", "new NAME", "selftest NAME",
        "warmup NAME", "new astronuts NAME",
    ],
)  # fmt: skip
def test_a_name_no_file_can_have_is_bad_usage(
    line: str, name: str, source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    monkeypatch.chdir(tmp_path)
    named = {"NAME": name, "MY": source, "OUT": "out"}
    code = main([named.get(word, word) for word in line.split()])
    error = capsys.readouterr().err
    legal = (0, 2) if line in MAY_WORK and name.startswith("~") else (2,)
    assert code in legal and "Traceback" not in error, error[:300]


def test_a_run_folder_can_be_replayed(call, capsys: pytest.CaptureFixture) -> None:
    """Its games are those of its own seed and settings, whatever the scenario file says by now."""
    run = folder(call("run", "--games", "100", "--seed", "77", "--set", "rules.sides=20")[1])
    rows = RunFolder.read(run).read_columns("baseline", ["roll_1"])["roll_1"]
    for number in (0, 99):
        assert main(["replay", str(run), "--game", str(number), "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["outcome"]["roll_1"] == rows[number]


def folder(out: str) -> Path:
    return Path(out.strip().splitlines()[-1]).parent


def test_run_ends_with_the_path_of_the_report(call) -> None:
    code, out, err = call("run", "--games", "2000")
    assert code == 0 and folder(out).joinpath("report.html").is_file()
    assert "games in" in err and "Traceback" not in err


def test_a_failed_exact_check_fails_the_run(call, monkeypatch: pytest.MonkeyPatch) -> None:
    """The die's face 1 is said to be half as likely as it is: the report is written, the exit code is that of a bug."""

    def wrong(data) -> list[ExactCheck]:
        return [ExactCheck("face 1", Fraction(1, 12), int(data.tally.face[0]), int(data.tally.face.sum()))]

    monkeypatch.setattr("tests.tiny.desk.DESK", replace(DESK, exact_checks=wrong))
    code, out, err = call("run", "--games", "4000", "--exit-zero")
    assert code == EXIT_BUG == 3
    assert "error[exact]: face 1: exact 0.0833333, simulated 0.1" in " ".join(err.split())
    assert "FAILED: face 1" in folder(out).joinpath("report.html").read_text()


def test_run_json_is_the_summary(call) -> None:
    code, out, _ = call("run", "--games", "500", "--json", "--set", "rules.sides=8")
    summary = json.loads(out)
    assert code == 0 and summary["arms"][0]["games"] == 500 and summary["schema"] == 1


def test_a_second_run_never_overwrites_the_first(call) -> None:
    assert call("run", "--games", "100", "--run-id", "same")[0] == 0
    code, _, err = call("run", "--games", "100", "--run-id", "same")
    assert code == 2 and "nothing was overwritten" in err
    assert call("run", "--games", "100", "--run-id", "same", "--force")[0] == 0


def test_compare_in_all_its_forms(call) -> None:
    code, out, _ = call("compare", "--games", "4000")
    assert code == 0 and out.count("Win share of seat 1") == 1  # each verdict once, in a table
    head = next(line for line in out.splitlines() if line.startswith("metric "))
    assert [part.strip() for part in head.split("  ") if part] == list(COLUMNS)
    assert "\nmoved besides: " in out and "Median game length: baseline " in out
    assert json.loads(call("compare", "--json")[1])["comparisons"][0]["variant"] == "bonus"
    assert call("compare", "--csv")[1].startswith("variant,metric")
    assert "| metric |" in call("compare", "--md")[1]
    code, out, err = call("compare", "--until-decided", "--budget", "60s", "--margin", "0.02", "--games", "400000")
    assert code == 0 and "every verdict stands" in err
    assert call("compare", "--budget", "soon")[0] == 2


def test_compare_names_the_missed_bands_of_each_arm(call, source: str) -> None:
    with Path(source).open("a") as file:
        for arm in ("baseline", "bonus"):
            file.write(f"[[expect]]\nmetric = 'win_share[seat=1]'\nbetween = [0.0, 0.1]\narm = '{arm}'\n")
    code, out, _ = call("compare", "--games", "400")
    assert code == 1
    for arm in ("baseline", "bonus"):
        assert f"wanted band win_share[seat=1] of {arm} 0 to 0.1: missed" in out


def test_a_race_without_a_winner_says_who_is_still_in_it(call) -> None:
    code, out, _ = call("compare", "--games", "40", "--best", "length")
    assert code == 4 and "no best yet: baseline, bonus still in the race" in out
    code, out, err = call("compare", "--games", "400000", "--best", "length")
    assert code == 0 and "no best yet" not in out and "bonus is best" in err


def test_sweep_sensitivity_plan_tournament_variance(call) -> None:
    code, out, _ = call("sweep", "rules.seat_bonus=0:2", "--games", "400")
    assert code == 0 and "rules.seat_bonus" in out
    points = json.loads(call("sweep", "rules.seat_bonus=0:1", "rules.sides=4,6", "--games", "200", "--json")[1])[
        "points"
    ]
    assert len(points) == 4
    code, out, _ = call("sensitivity", "--games", "400")
    assert code == 0 and "seat_bonus" in out
    assert json.loads(call("plan", "--json", out=False)[1])["plans"][0]["games"] > 0
    assert "pairing gain" in call("plan", out=False)[1]
    assert json.loads(call("tournament", "--games", "400", "--json")[1])["players"] == ["plain", "lucky"]
    assert "wins per seat held" in call("tournament", "--games", "400")[1]
    _, out, err = call("variance", "--deals", "40", "--json", out=False)
    assert [part["source"] for part in json.loads(out)["metrics"][0]["parts"]] == ["deal", "dice", "noise"]
    assert "warning[few-deals]" in err
    _, out, err = call("variance", "--deals", "300", "--metric", "length", out=False)
    assert "few-deals" not in err and "0 % exactly" in out  # no mood of these players moves a game


def test_odds_list_table_and_json(call) -> None:
    assert "--set sides=6" in call("odds", "tiny", "--list", out=False, named=False)[1]
    assert "1/6 = 0.166667" in call("odds", "tiny", "face", out=False, named=False)[1]
    found = json.loads(call("odds", "tiny", "face", "--set", "sides=4", "--json", out=False, named=False)[1])
    assert found["rows"][0] == {"face": 1, "chance": {"exact": "1/4", "value": 0.25}}
    for wrong in (["fce"], ["face", "--set", "sides=99"], ["face", "--set", "side=4"], ["face", "--set", "sides=x"]):
        code, _, err = call("odds", "tiny", *wrong, out=False, named=False)
        assert code == 2 and "Traceback" not in err


def test_odds_names_the_legal_settings_and_the_nearest(call) -> None:
    _, _, err = call("odds", "tiny", "face", "--set", "side=4", out=False, named=False)
    assert "side: unknown setting\n  = did you mean 'sides'?\n  = legal: sides" in err
    assert (
        "= legal: a whole number from 2 to 20"
        in call("odds", "tiny", "face", "--set", "sides=99", out=False, named=False)[2]
    )


def test_replay_find_report_extend_resume_merge(call, tmp_path: Path) -> None:
    run = folder(call("run", "--games", "400")[1])
    code, out, _ = call("replay", "--game", "7", out=False)
    assert code == 0 and "rolls" in out
    assert json.loads(call("replay", "--game", "7", "--json", out=False)[1])["game_number"] == 7
    assert call("replay", "--game", "7", "--variant", "bonsu", out=False)[0] == 2
    code, out, _ = call("find", str(run), "--where", "roll_1 == 1", out=False, named=False)
    assert code == 0 and "balance replay" in out
    assert (
        json.loads(call("find", str(run), "--where", "roll_1 < 3", "--json", out=False, named=False)[1])["matches"] > 0
    )
    assert call("report", str(run), out=False, named=False)[0] == 0
    assert call("extend", str(run), "--games", "100", out=False, named=False)[0] == 0
    assert call("resume", str(run), out=False, named=False)[0] == 2
    shards = [str(folder(call("run", "--games", "400", "--shard", f"{i}/2", "--run-id", f"s{i}")[1])) for i in (1, 2)]
    code, out, _ = call("merge", *shards, "--into", str(tmp_path / "whole"), out=False, named=False)
    assert code == 0 and "400 games" in (tmp_path / "whole" / "report.html").read_text()
    assert call("run", "--shard", "3/2")[0] == 2


@pytest.mark.parametrize("change", ["rules.sidse=3", "rules.sides=99", "nonsense", "rules.sides=six", "run.games=0"])
def test_a_bad_setting_is_refused_with_exit_code_2(call, change: str) -> None:
    code, out, err = call("run", "--set", change)
    assert code == 2 and out == "" and "Traceback" not in err


def test_a_killed_run_keeps_what_was_finished(tmp_path: Path) -> None:
    """SIGKILL in the middle: the run folder is readable and can be gone on with."""
    program = (
        "import sys\nfrom importlib.metadata import EntryPoint\nfrom balance.games import registry\n"
        "entry = EntryPoint('tiny', 'tests.tiny:GAME', 'balance.games')\n"
        "registry.entry_points = lambda group: (entry,)\nfrom balance.cli.app import main\nsys.exit(main(sys.argv[1:]))\n"
    )
    from tests.conftest import TINY

    source = tmp_path / "my.toml"
    source.write_text(TINY)
    root = Path(__file__).parents[2]
    environment = {**os.environ, "PYTHONPATH": str(root)}
    arguments = ["--out", str(tmp_path / "out"), "--run-id", "k"]
    command = [sys.executable, "-c", program, "run", str(source), "--games", "30000000", *arguments]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    parts = tmp_path / "out" / "tiny-my" / "k"
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and len(list(parts.glob("outcomes/part-*.parquet"))) < 4:
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.wait()
    record = json.loads((parts / "run.json").read_text())
    assert record["state"] == "partial" and len(record["parts"]) >= 3
    text = (parts / "run.json").read_text().replace("30000000", "60000")
    (parts / "run.json").write_text(text)
    again = subprocess.run(
        [sys.executable, "-c", program, "report", str(parts)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert again.returncode == 0, again.stderr
    assert "Partial run" in (parts / "report.html").read_text()
