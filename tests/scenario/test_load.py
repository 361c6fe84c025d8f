"""What a good scenario becomes: defaults, players, variants laid over the baseline, files, settings from outside."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from balance.errors import UserError
from balance.scenario.diagnostics import ScenarioError
from balance.scenario.load import load_scenario, load_text
from balance.scenario.model import Expect, RunPlan, Scenario
from tests.scenario.fake_game import find_game, metric_names

HEAD = 'format = 1\ngame = "fake"\n'


def load(text: str, **more: Any) -> Scenario:
    return load_text(HEAD + text, find_game, metric_names, **more)


def mistakes(text: str, **more: Any) -> list[tuple[str, str]]:
    with pytest.raises(ScenarioError) as caught:
        load(text, **more)
    return [(d.place(), d.problem.code) for d in caught.value.diagnostics]


def test_defaults_of_an_almost_empty_scenario() -> None:
    scenario = load("")
    assert scenario.run == RunPlan()
    assert scenario.seats == 4 == len(scenario.baseline.players)
    assert {player.policy for player in scenario.baseline.players} == {"cautious"}
    assert (scenario.title, scenario.question, scenario.variants, scenario.expect) == ("scenario", "", (), ())
    assert scenario.baseline.ruleset.changed == ()


def test_all_keys_arrive() -> None:
    scenario = load(
        """
        title = "<b>T</b>"
        question = "Q?"
        [run]
        games = 1_000
        precision = 0.01
        seed = 18446744073709551615
        seating = "fixed"
        plays_per_deal = 3
        threads = 2
        [[seat]]
        policy = "greedy"
        label = "A"
        weights.greed = 1
        [[seat]]
        policy = "random"
        count = 2
        [[expect]]
        metric = "win_share[seat=1]"
        between = [0, 0.5]
        [report]
        charts = ["length"]
        """
    )
    assert scenario.run == RunPlan(1000, 0.01, 2**64 - 1, "fixed", None, 3, 2)
    assert [(p.policy, p.label, p.weights) for p in scenario.baseline.players] == [
        ("greedy", "A", {"greed": 1}), ("random", "", {}), ("random", "", {}),
    ]  # fmt: skip
    assert scenario.title == "<b>T</b>"  # data, escaped where it is shown
    assert scenario.expect == (Expect("win_share[seat=1]", 0.0, 0.5),)
    assert scenario.charts == ("length",)


@pytest.mark.parametrize(
    "spelling",
    ["rules.dice.sides = 8", 'rules."dice.sides" = 8', "rules = { dice = { sides = 8 } }", "[rules.dice]\nsides = 8",
     "[rules]\ndice.sides = 8", '[rules]\n"dice.sides" = 8', "[rules]\ndice = { sides = 8 }"],
)  # fmt: skip
def test_every_spelling_of_a_dotted_key_is_the_same(spelling: str) -> None:
    baseline = load(spelling).baseline
    assert baseline.rules == {"dice": {"sides": 8}}
    assert baseline.ruleset["dice.sides"] == 8
    assert baseline.ruleset.changed == ("dice.sides",)


def test_a_variant_lies_over_the_baseline() -> None:
    scenario = load(
        """
        rules.goal = 7
        rules."dice.sides" = 8
        setup.board = "large"
        [[variant]]
        id = "v"
        source = "house rule"
        rules.dice.sides = 10
        rules."dice.reroll" = true
        [[variant]]
        id = "w"
        title = "W"
        [variant.setup]
        board = { rows = ["ab"] }
        """
    )
    v, w = scenario.variants
    assert (v.id, v.title, v.source, w.title) == ("v", "v", "house rule", "W")
    assert [v.ruleset[key] for key in ("goal", "dice.sides", "dice.reroll")] == [7, 10, True]
    assert scenario.baseline.ruleset["dice.sides"] == w.ruleset["dice.sides"] == 8
    assert (v.setup["board"], w.setup["board"]) == ("large", {"rows": ["ab"]})
    assert v.players == scenario.baseline.players


def test_seats_of_a_variant() -> None:
    scenario = load(
        """
        [[seat]]
        policy = "greedy"
        weights = { greed = 0.1, declare = "low" }
        [[seat]]
        policy = "random"
        [[variant]]
        id = "one-seat"
        [[variant.seat]]
        seat = 1
        weights.greed = 0.7
        [[variant]]
        id = "other-policy"
        [[variant.seat]]
        seat = 1
        policy = "cautious"
        [[variant]]
        id = "all"
        [[variant.seat]]
        policy = "cautious"
        count = 2
        """
    )
    one, other, everyone = (arm.players for arm in scenario.variants)
    assert one[0].weights == {"greed": 0.7, "declare": "low"}
    assert one[1] == scenario.baseline.players[1]
    assert (other[0].policy, other[0].weights) == ("cautious", {})
    assert [player.policy for player in everyone] == ["cautious", "cautious"]


def test_round_robin_takes_contenders_and_a_table() -> None:
    text = """
        [run]
        seating = "round_robin"
        table = 3
        """
    players = "".join(f'[[seat]]\npolicy = "{name}"\n' for name in ("greedy", "cautious", "random", "greedy"))
    scenario = load(text + players)
    assert scenario.seats == 3
    assert len(scenario.baseline.players) == 4


def test_bom_and_line_ends_make_no_difference(tmp_path: Path) -> None:
    text = HEAD + 'title = "Größe"\nrules.goal = 9\n'
    plain = load_text(text, find_game)
    for raw in (b"\xef\xbb\xbf" + text.encode(), text.replace("\n", "\r\n").encode()):
        path = tmp_path / "s.toml"
        path.write_bytes(raw)
        found = load_scenario(path, find_game)
        assert (found.title, found.baseline.rules, found.text) == (plain.title, plain.baseline.rules, plain.text)


def test_settings_from_outside_replace_the_file() -> None:
    settings = {"run.games": 10, "rules.dice.sides": 12, "rules.goal": 3, "setup.board": "large"}
    scenario = load('rules."dice.sides" = 8\nrules.goal_end = "end_of_round"\n', settings=settings)
    ruleset = scenario.baseline.ruleset
    assert (scenario.run.games, ruleset["dice.sides"], ruleset["goal"], ruleset["goal_end"]) == (
        10,
        12,
        3,
        "end_of_round",
    )
    assert scenario.baseline.setup == {"board": "large"}


def test_a_bare_setting_names_a_rule() -> None:
    ruleset = load("", settings={"goal": 3, "dice.sides": 12}).baseline.ruleset
    assert (ruleset["goal"], ruleset["dice.sides"]) == (3, 12)


def test_mistakes_in_settings_are_named_as_settings() -> None:
    found = mistakes("[rules]\ngoal = 99\n", settings={"rules.bonus": 2, "rules.gaol": 1, "title": "x", "run.seed": -1})
    assert found == [
        ("--set rules.bonus=2", "range"),
        ("--set rules.gaol=1", "unknown-key"),
        ("--set rules.title='x'", "unknown-key"),
        ("--set run.seed=-1", "range"),
        ("scenario.toml:4:8", "range"),
    ]


def test_all_mistakes_come_at_once_in_file_order() -> None:
    text = '[run]\ngames = 0\nsaed = 1\n[[seat]]\npolicy = "gredy"\n[rules]\ngoal = "x"\n'
    text += '[[expect]]\nmetric = "wins"\nbetween = [2, 1]\n'
    places = mistakes(text)
    assert [place for place, _ in places] == [
        f"scenario.toml:{at}" for at in ("4:9", "5:1", "6:3", "7:10", "9:8", "11:10", "12:11")
    ]


def test_what_a_variant_inherits_is_told_once() -> None:
    assert mistakes('rules.goal = 0\n[[variant]]\nid = "a"\nrules.bonus = 0.1\n') == [("scenario.toml:3:14", "range")]


def test_a_board_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "boards").mkdir()
    (tmp_path / "boards" / "mine.toml").write_text('[board]\nrows = ["ab", "cd"]\n')
    (tmp_path / "bare.toml").write_text('rows = ["x"]\n')
    scenario = load(
        'setup.board = { file = "boards/mine.toml" }\n[[variant]]\nid = "v"\nsetup.board = { file = "bare.toml" }\n',
        folder=tmp_path,
    )
    assert scenario.baseline.setup == {"board": {"rows": ["ab", "cd"]}}
    assert scenario.variants[0].setup == {"board": {"rows": ["x"]}}
    assert dict(scenario.files) == {"boards/mine.toml": '[board]\nrows = ["ab", "cd"]\n', "bare.toml": 'rows = ["x"]\n'}
    (tmp_path / "bare.toml").unlink()
    again = load(scenario.text.removeprefix(HEAD), files=dict(scenario.files))  # as a stored run does
    assert again.variants[0].setup == scenario.variants[0].setup


@pytest.mark.parametrize("where", ["file", "folder", "chain"])
def test_links_that_leave_the_folder_are_refused(tmp_path: Path, where: str) -> None:
    outside = tmp_path / "outside"
    inside = tmp_path / "inside"
    outside.mkdir()
    inside.mkdir()
    (outside / "b.toml").write_text('rows = ["secret"]\n')
    name = "b.toml"
    if where == "file":
        (inside / "b.toml").symlink_to(outside / "b.toml")
    elif where == "folder":
        (inside / "sub").symlink_to(outside)
        name = "sub/b.toml"
    else:
        (inside / "hop.toml").symlink_to(outside / "b.toml")
        (inside / "b.toml").symlink_to(inside / "hop.toml")
    with pytest.raises(ScenarioError) as caught:
        load(f'setup.board = {{ file = "{name}" }}\n', folder=inside)
    assert "leaves the scenario's folder" in caught.value.message
    assert "secret" not in caught.value.message


def test_links_inside_the_folder_are_followed(tmp_path: Path) -> None:
    (tmp_path / "real.toml").write_text('rows = ["x"]\n')
    (tmp_path / "link.toml").symlink_to(tmp_path / "real.toml")
    assert load('setup.board = { file = "link.toml" }\n', folder=tmp_path).baseline.setup["board"] == {"rows": ["x"]}


def test_a_circle_of_links_is_no_crash(tmp_path: Path) -> None:
    (tmp_path / "a.toml").symlink_to(tmp_path / "b.toml")
    (tmp_path / "b.toml").symlink_to(tmp_path / "a.toml")
    assert mistakes('setup.board = { file = "a.toml" }\n', folder=tmp_path) == [("scenario.toml:3:24", "file")]
    with pytest.raises(UserError):
        load_scenario(tmp_path / "a.toml", find_game)


def test_files_that_are_no_files(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "absent.toml", Path("/dev/zero"), Path("a\0b.toml")):
        with pytest.raises(UserError) as caught:
            load_scenario(path, find_game)
        assert caught.value.code == "unreadable"


def test_huge_files_are_refused_before_parsing(tmp_path: Path) -> None:
    path = tmp_path / "huge.toml"
    path.write_bytes(b"# x\n" * 300_000)
    with pytest.raises(UserError, match="larger than 1,000,000 bytes"):
        load_scenario(path, find_game)


def test_a_megabyte_of_keys_is_refused() -> None:
    text = "".join(f"k{n} = {n}\n" for n in range(20_000))
    assert mistakes(text) == [("scenario.toml", "too-large")]


def test_one_line_of_a_megabyte() -> None:
    text = f'title = "{"x" * 900_000}"\nrules.goal = "{"y" * 90_000}"\n'
    with pytest.raises(ScenarioError) as caught:
        load(text)
    assert len(caught.value.message) < 1000
