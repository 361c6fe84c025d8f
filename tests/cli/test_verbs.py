"""The verbs that need no run: games, scenarios, policies, show, check, new, schema, explain."""

from __future__ import annotations

import json
import re
from pathlib import Path

import jsonschema
import pytest

from balance.app.new_scenario import starter_text
from balance.games import registry
from balance.scenario.load import load_text
from tests.cli.conftest import Run
from tests.scenario import golden
from tests.scenario.fake_game import GAME, find_game, metric_names

SNAPSHOTS = Path(__file__).parent / "snapshots"
GOOD = 'format = 1\ngame = "fake"\n[[variant]]\nid = "v"\nrules.goal = 3\n'


@pytest.mark.parametrize(
    "line",
    ["games", "policies fake", "policies fake --weights", "show fake", "show fake goal dice", "show fake --status assumed",
     "explain type", "explain win_share[seat=1]", "explain caps"],
)  # fmt: skip
def test_what_the_tables_say(run: Run, line: str) -> None:
    answer = run(*line.split())
    assert answer.code == 0
    name = re.sub(r"[^a-z]+", "-", line).strip("-")
    golden.check(SNAPSHOTS / f"{name}.txt", f"{answer.out}--- stderr\n{answer.err}")


def test_json_says_the_same(run: Run) -> None:
    rows = json.loads(run("show", "fake", "--json").out)["rules"]
    assert [row["key"] for row in rows] == list(GAME.ledger.get()().entries)
    assert rows[1] == {
        "key": "goal_end", "value": "at_once", "status": "assumed", "source": "not covered", "rule": "",
        "meaning": "when a reached goal ends the game", "legal": '"at_once", "end_of_round"',
        "sweep": ["at_once", "end_of_round"], "unit": "", "note": "",
    }  # fmt: skip
    games = json.loads(run("games", "--json").out)["games"]
    assert (games[0]["id"], games[0]["seats"]) == ("fake", [2, 3, 4])
    policies = json.loads(run("policies", "fake", "--json").out)
    assert policies["policies"][1]["own"] == {"greed": 0.9}
    assert [row["weight"] for row in policies["weights"]] == ["greed", "declare"]
    assert json.loads(run("explain", "type", "--json").out)["terms"][0]["kind"] == "error"
    assert json.loads(run("scenarios", "--json").out)["schema"] == 1


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("show fakes", "no game is called 'fakes'\n  did you mean 'fake'?"),
        ("show fake gaol", "no key is called 'gaol'\n  did you mean 'goal'?"),
        ("show fake --status assume", "no status is called 'assume'\n  did you mean 'assumed'?"),
        ("show fake --columns goal", "the map, the columns and the rules are shown one at a time"),
        ("show fake --map --columns", "the map, the columns and the rules are shown one at a time"),
        ("show fake --out a.svg", "--out names the file of a map\n  add --map"),
        ("policies nothing", "no game is called 'nothing'"),
        ("scenarios fakes", "no game is called 'fakes'"),
        ("explain tipe", "nothing is known about 'tipe'\n  did you mean 'type'?"),
        ("schema fakes", "no game is called 'fakes'"),
        ("new fakes", "no game is called 'fakes'"),
        ("check nothing/here", "no shipped scenario is called 'nothing/here'"),
        ("check nothing.toml", "there is no file 'nothing.toml'"),
        ("check .", ": is a folder, not a scenario file"),
    ],
)
def test_unknown_names(run: Run, line: str, words: str) -> None:
    answer = run(*line.split())
    assert answer.code == 2
    assert answer.out == ""
    assert words in answer.err


def test_check_reports_each_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "good.toml").write_text(GOOD)
    (tmp_path / "bad.toml").write_text(GOOD.replace("goal = 3", "goal = 300"))
    assert run("check", "good.toml") == (0, "good.toml: ok (Fake Game, 4 seats, 20,000 games, 1 variant)\n", "")
    both = run("check", "bad.toml", "good.toml", "absent.toml")
    assert both.code == 2
    assert "good.toml: ok" in both.out
    assert "bad.toml:5:14: variant[1].rules.goal: 300 is out of range [range]" in both.err
    assert "there is no file 'absent.toml'" in both.err


def test_check_as_json(run: Run, tmp_path: Path) -> None:
    (tmp_path / "good.toml").write_text(GOOD)
    (tmp_path / "bad.toml").write_text(GOOD.replace("goal", "gaol"))
    answer = run("check", "good.toml", "bad.toml", "absent.toml", "--json")
    assert (answer.code, answer.err) == (2, "")
    good, bad, absent = json.loads(answer.out)["files"]
    assert good == {"file": "good.toml", "ok": True, "mistakes": []}
    assert bad["mistakes"] == [
        {
            "file": "bad.toml", "line": 5, "column": 1, "path": "variant[1].rules.gaol", "code": "unknown-key",
            "message": "unknown key 'gaol'", "legal": "goal, goal_end, dice.sides, dice.reroll, bonus, values",
            "nearest": "goal",
        }
    ]  # fmt: skip
    assert absent["mistakes"][0]["code"] == "unknown-scenario"


def test_new_writes_a_scenario_that_checks_and_never_overwrites(run: Run, tmp_path: Path) -> None:
    first = run("new", "fake")
    assert (first.code, first.out) == (0, "my-fake.toml\n")
    assert run("check", "my-fake.toml").code == 0
    text = (tmp_path / "my-fake.toml").read_text()
    golden.check(SNAPSHOTS / "new-fake.toml", text)
    again = run("new", "fake", "my-fake.toml")
    assert again.code == 2
    assert "is there already" in again.err
    assert (tmp_path / "my-fake.toml").read_text() == text
    assert run("new", "fake", "x.txt").code == 2
    assert "cannot write" in run("new", "fake", "no/such/folder.toml").err


def uncommented(text: str) -> str:
    """A starter scenario with every `# key = value`, `# [table]` line taken out of its comment."""
    return re.sub(r"^# (?=(\[|[A-Za-z_][\w.\"-]* = ))", "", text, flags=re.MULTILINE)


def test_every_commented_line_of_a_starter_is_good_too() -> None:
    text = uncommented(starter_text(GAME, "x.toml"))
    text = text.replace('[setup]\nboard = { file = "my_board.toml" }\n', "")
    scenario = load_text(text, find_game, metric_names)
    assert set(scenario.baseline.rules) == {"goal", "goal_end", "dice", "bonus", "values"}
    assert scenario.baseline.ruleset.changed == ()
    assert len(scenario.variants) == len(scenario.expect) == 1
    assert scenario.run.precision == 0.005


def test_schema_is_written_or_printed(run: Run, tmp_path: Path) -> None:
    printed = json.loads(run("schema", "fake").out)
    jsonschema.Draft4Validator.check_schema(printed)
    written = run("schema", "fake", "--out", "fake.schema.json")
    assert (written.code, written.out) == (0, "")
    assert "#:schema ./fake.schema.json" in written.err
    assert json.loads((tmp_path / "fake.schema.json").read_text()) == printed
    assert json.loads(run("schema").out)["properties"]["game"]["enum"] == ["fake"]
    assert run("schema", "fake", "--out", "no/such/folder.json").code == 2


def test_explain_without_a_word_lists_all(run: Run) -> None:
    out = run("explain").out
    for word in ("unknown-key", "one-policy", "win_share", "block", "undecided", "130"):
        assert f"\n{word}" in out


@pytest.mark.parametrize("game_id", registry.known())
def test_starters_of_all_games_check(game_id: str) -> None:
    game = registry.find(game_id)
    for text in (starter_text(game, "x.toml"), uncommented_rules(starter_text(game, "x.toml"))):
        scenario = load_text(text, registry.find)
        assert scenario.baseline.ruleset.changed == ()


def uncommented_rules(text: str) -> str:
    """The [rules] of a starter taken out of its comments; the examples behind stay comments."""
    head, rest = text.split("[rules]\n")
    end = min(at for at in (rest.find("\n\n"), len(rest)) if at >= 0)
    return f"{head}[rules]\n{uncommented(rest[:end])}{rest[end:]}"
