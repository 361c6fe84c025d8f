"""Whole runs of the one-page game: what is promised of every run."""

import json
import os
from pathlib import Path

import pytest

from balance import errors
from balance.app import stored_run
from balance.app.find_games import find_games
from balance.app.open_scenario import open_scenario
from balance.app.run_scenario import Options, run_scenario
from balance.app.tables import table_of
from balance.app.tell_game import told
from balance.app.watch import Silent
from balance.app.write_report import per_unit
from balance.engine.run_folder import RunFolder
from balance.engine.threads import in_order
from balance.errors import BugError, StoppedError, UserError

FILES = ["report.html", "run.json", "summary.csv", "summary.json", "summary.md"]


def digest(folder: Path) -> str:
    return str(json.loads((folder / "summary.json").read_text())["outcome_digest"])


def test_a_run_leaves_a_complete_folder(tiny, tmp_path: Path) -> None:
    outcome = tiny.run(tmp_path)
    assert [name for name in FILES if not (outcome.folder / name).is_file()] == []
    summary = json.loads((outcome.folder / "summary.json").read_text())
    arm = summary["arms"][0]
    assert (summary["schema"], summary["complete"], arm["games"], arm["failed"]) == (1, True, 4000, 0)
    share = arm["metrics"]["win_share[seat=1]"]
    assert share["low"] < 0.5 < share["high"] and share["denominator"] == 4000
    assert outcome.exit_code == errors.EXIT_DONE
    assert len(list((outcome.folder / "figures").glob("*.svg"))) == 4


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_threads_do_not_change_a_row(tiny, tmp_path: Path, threads: int) -> None:
    reference = digest(tiny.run(tmp_path, run_id="one", threads=1).folder)
    assert digest(tiny.run(tmp_path, run_id="n", threads=threads).folder) == reference


def test_threads_do_not_change_a_row_of_a_shipped_game(tmp_path: Path) -> None:
    """Four hundred games of AstroNuts in eight chunks and more: every chunk is played by whichever thread is free."""
    scenario = open_scenario("astronuts/first-seat", {"run.games": 400})
    names = {n: Options("astronuts/first-seat", tmp_path, f"threads-{n}", threads=n) for n in (1, 2, 5)}
    folders = {n: run_scenario(scenario, options, Silent()).folder for n, options in names.items()}
    assert len(list((folders[1] / "outcomes").glob("part-*"))) >= 8
    assert len({digest(folder) for folder in folders.values()}) == 1


def test_two_runs_give_the_same_page_and_pictures(tiny, tmp_path: Path) -> None:
    one, two = (tiny.run(tmp_path, run_id=name).folder for name in "ab")
    assert (one / "report.html").read_bytes() == (two / "report.html").read_bytes()
    for figure in (one / "figures").iterdir():
        assert figure.read_bytes() == (two / "figures" / figure.name).read_bytes()


def test_the_seed_matters(tiny, tmp_path: Path) -> None:
    assert digest(tiny.run(tmp_path, run_id="a").folder) != digest(tiny.run(tmp_path, run_id="b", run__seed=4).folder)


class Interrupted:
    """Raises KeyboardInterrupt after some chunks, like Ctrl-C."""

    def __init__(self, after: int) -> None:
        self.after = after

    def __call__(self, work, jobs, threads):
        for count, item in enumerate(in_order(work, jobs, threads)):
            if count == self.after:
                raise KeyboardInterrupt
            yield item


def test_interrupted_and_resumed_is_uninterrupted(tiny, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = tiny.run(tmp_path, run_id="whole")
    with monkeypatch.context() as patch:
        patch.setattr("balance.engine.session.in_order", Interrupted(3))
        part = tiny.run(tmp_path, run_id="part")
    assert part.exit_code == errors.EXIT_INTERRUPTED
    assert 0 < part.games < 4000
    assert "Partial run" in (part.folder / "report.html").read_text()
    resumed = stored_run.resume(part.folder, 2, Silent())
    assert digest(resumed.folder) == digest(whole.folder)
    for name in ("report.html", "summary.csv", "summary.md"):
        assert (resumed.folder / name).read_bytes() == (whole.folder / name).read_bytes()
    with pytest.raises(UserError, match="is complete"):
        stored_run.resume(part.folder, 2, Silent())


def test_interrupted_before_the_first_chunk_says_so(tiny, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("balance.engine.session.in_order", Interrupted(0))
    with pytest.raises(StoppedError, match="nothing was kept"):
        tiny.run(tmp_path)


def test_extended_is_the_longer_run(tiny, tmp_path: Path) -> None:
    short = tiny.run(tmp_path, run_id="short", run__games=1000)
    long = tiny.run(tmp_path, run_id="long", run__games=1600)
    extended = stored_run.extend(short.folder, 600, 2, Silent())
    assert extended.games == 1600
    assert digest(extended.folder) == digest(long.folder)
    # other chunks, so sums of floats may differ in the last bit; every printed digit is the same
    assert (extended.folder / "summary.md").read_bytes() == (long.folder / "summary.md").read_bytes()


def test_shards_merged_are_the_whole(tiny, tmp_path: Path) -> None:
    whole = tiny.run(tmp_path, run_id="whole")
    shards = [tiny.run(tmp_path, run_id=f"s{i}", shard=(i, 3)).folder for i in (3, 1, 2)]
    page = stored_run.merge(shards, tmp_path / "merged", Silent())
    assert digest(page.parent) == digest(whole.folder)
    assert page.read_bytes() == whole.report.read_bytes()
    with pytest.raises(UserError, match="in none of the runs"):
        stored_run.merge([shards[0], shards[1]], tmp_path / "gap", Silent())


def test_runs_of_other_rules_do_not_join(tiny, tmp_path: Path) -> None:
    one = tiny.run(tmp_path, run_id="a", shard=(1, 2))
    other = tiny.run(tmp_path, run_id="b", shard=(2, 2), rules__sides=8)
    with pytest.raises(UserError, match="does not fit"):
        stored_run.merge([one.folder, other.folder], tmp_path / "m", Silent())


def test_resume_refuses_changed_rules_and_says_what(tiny, tmp_path: Path) -> None:
    folder = tiny.run(tmp_path).folder
    record = json.loads((folder / "run.json").read_text())
    record["scenario_text"] = record["scenario_text"].replace("seed = 3", "seed = 4")
    record["settings"] = {"run.games": 8000}
    (folder / "run.json").write_text(json.dumps(record))
    with pytest.raises(UserError, match="seed: was 3, is 4"):
        stored_run.resume(folder, 2, Silent())


def test_report_again_gives_the_same_page(tiny, tmp_path: Path) -> None:
    outcome = tiny.run(tmp_path)
    before = outcome.report.read_bytes()
    outcome.report.unlink()
    assert stored_run.report_again(outcome.folder, Silent()).read_bytes() == before


def test_a_failed_game_is_a_bug_that_names_it(tiny, tmp_path: Path) -> None:
    with pytest.raises(BugError, match="game 6 ended"):
        tiny.run(tmp_path, rules__broken=True)


def test_capped_games_are_counted_apart_and_warned_of(tiny, tmp_path: Path) -> None:
    mirror = tiny.text.replace('"lucky"', '"plain"')
    outcome = tiny.run(tmp_path, "[rules]\ncap = true\nsides = 2\n", text=mirror)
    summary = json.loads((outcome.folder / "summary.json").read_text())
    arm = summary["arms"][0]
    assert 900 < arm["capped"] < 1100
    assert arm["metrics"]["win_share[seat=1]"]["denominator"] == 4000 - arm["capped"]
    assert "caps" in [caution["code"] for caution in summary["cautions"]]


def test_bands_decide_the_exit_code(tiny, tmp_path: Path) -> None:
    def band(low: float, high: float) -> str:
        return f'\n[[expect]]\nmetric = "win_share[seat=1]"\nbetween = [{low}, {high}]\n'

    assert tiny.run(tmp_path, band(0.4, 0.6), "pass").exit_code == errors.EXIT_DONE
    assert tiny.run(tmp_path, band(0.6, 0.7), "missed").exit_code == errors.EXIT_BAND_MISSED
    assert tiny.run(tmp_path, band(0.5, 0.7), "straddles").exit_code == errors.EXIT_UNDECIDED


def test_precision_stops_early_and_pays_for_looking(tiny, tmp_path: Path) -> None:
    outcome = tiny.run(tmp_path, run__precision=0.02, run__games=400_000)
    assert "± 0.02" in outcome.reason
    assert outcome.games < 100_000
    shares = [item for item in outcome.files.measured if item.name.startswith("win_share[seat")]
    assert all(item.value.half_width <= 0.02 for item in shares)
    assert all("any-time" in item.value.method for item in shares)


def test_a_replayed_game_is_the_row_of_the_run(tiny, tmp_path: Path) -> None:
    outcome = tiny.run(tmp_path)
    scenario = tiny.scenario()
    table = table_of(scenario, scenario.baseline)
    rolls = RunFolder.read(outcome.folder).read_columns("baseline", ["roll_1", "roll_2", "rounds"])
    for number in (0, 1, 17, 3999):
        game = told(scenario, "baseline", table, number)
        assert [game.outcome["roll_1"], game.outcome["roll_2"]] == [rolls["roll_1"][number], rolls["roll_2"][number]]
        assert game.lines[0].text.endswith(f"has {rolls['roll_1'][number]}.")


def test_find_lists_games_and_their_replay_command(tiny, tmp_path: Path) -> None:
    outcome = tiny.run(tmp_path)
    found = find_games(outcome.folder, "roll_1 == 7 and not roll_2 > 2", 5)
    rolls = RunFolder.read(outcome.folder).read_columns("baseline", ["roll_1", "roll_2"])
    wanted = [i for i in range(4000) if rolls["roll_1"][i] == 7 and rolls["roll_2"][i] <= 2]
    assert (found.matches, found.numbers, found.games) == (len(wanted), wanted[:5], 4000)
    assert found.replay == "balance replay tiny --game"
    with pytest.raises(UserError, match="no outcome column"):
        find_games(outcome.folder, "rol_1 == 7", 5)


@pytest.mark.parametrize(
    "text",
    ["roll_1 ==", "__import__('os')", "roll_1.real > 1", "roll_1 if 1 else 2", "1 == 1", "roll_1 > 'a'", "(" * 300],
)
def test_conditions_execute_nothing(tiny, tmp_path: Path, text: str) -> None:
    folder = tmp_path / "tiny-tiny" / "r"
    if not folder.exists():
        tiny.run(tmp_path, run__games=200)
    with pytest.raises(UserError):
        find_games(folder, text, 5)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_folder_is_told_before_the_work(tiny, tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(UserError, match="cannot write"):
        tiny.run(tmp_path)


def test_a_file_where_the_folder_should_be_is_told_before_the_work(
    tiny, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody can make a folder inside a file, root included."""
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setattr("balance.engine.session.in_order", Interrupted(0))
    with pytest.raises(UserError, match="cannot write") as refused:
        tiny.run(tmp_path / "file")
    assert refused.value.code == "folder"
    assert (tmp_path / "file").read_text() == "not a folder"


@pytest.mark.parametrize(("hits", "n"), [(3038, 3038), (0, 3038), (1519, 3038), (41, 41)])
def test_counting_a_block_once_keeps_all_and_none(hits: int, n: int) -> None:
    scaled, trials = per_unit(hits, n, 42)
    assert trials == n // 42 and 0 <= scaled <= trials
    assert (scaled == trials) == (hits == n or trials == 0) and (scaled == 0) == (hits == 0 or trials == 0)
