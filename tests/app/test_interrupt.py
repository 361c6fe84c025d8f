"""Ctrl-C before there is anything to report: the run says so and leaves nothing behind."""

from __future__ import annotations

from pathlib import Path

import pytest

from balance import errors
from balance.app import run_scenario as runs
from balance.app.compare_variants import CompareOptions, compare_variants
from balance.app.run_scenario import Options
from balance.app.stored_run import resume
from balance.app.watch import Silent
from balance.cli.app import main

VARIANT = "\n[[variant]]\nid = 'bonus'\ntitle = 'Seat 1 adds one'\nrules.seat_bonus = 1\n"
NOTHING = "interrupted before the first chunk; nothing was kept"


def interrupt(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


@pytest.fixture(params=["compiling", "playing"])
def interrupted(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C while the kernels compile, or in the first chunk."""
    target = "Table.play" if request.param == "compiling" else "Session.play"
    module = "balance.engine.table" if request.param == "compiling" else "balance.engine.session"
    monkeypatch.setattr(f"{module}.{target}", interrupt)


@pytest.mark.usefixtures("interrupted")
def test_a_run_leaves_no_folder(tiny, tmp_path: Path) -> None:
    with pytest.raises(errors.StoppedError, match=NOTHING):
        tiny.run(tmp_path / "out")
    assert list((tmp_path / "out").iterdir()) == []


@pytest.mark.usefixtures("interrupted")
def test_a_comparison_leaves_no_folder(tiny, tmp_path: Path) -> None:
    options = CompareOptions(Options("tiny", tmp_path / "out", "c"))
    with pytest.raises(errors.StoppedError, match=NOTHING):
        compare_variants(tiny.scenario(VARIANT), options, Silent())
    assert list((tmp_path / "out").iterdir()) == []


@pytest.mark.usefixtures("interrupted")
def test_a_folder_that_was_there_is_kept(tiny, tmp_path: Path) -> None:
    folder = tmp_path / "out" / "tiny-tiny" / "r"
    folder.mkdir(parents=True)
    with pytest.raises(errors.StoppedError, match="go on with: balance resume"):
        tiny.run(tmp_path / "out")
    assert (folder / "run.json").is_file()


def test_resume_keeps_what_is_there(tiny, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    outcome = tiny.run(tmp_path / "out", run__games=200)
    text = (outcome.folder / "run.json").read_text().replace('"run.games": 200', '"run.games": 400')
    (outcome.folder / "run.json").write_text(text)
    monkeypatch.setattr(runs, "compile_kernels", interrupt)
    monkeypatch.setattr("balance.app.stored_run.compile_kernels", interrupt)
    with pytest.raises(KeyboardInterrupt):
        resume(outcome.folder, 1, Silent())
    assert list(outcome.folder.glob("outcomes/part-*"))


@pytest.mark.usefixtures("interrupted", "tiny_registered")
def test_the_verb_says_so(tiny, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "my.toml"
    source.write_text(tiny.text)
    assert main(["run", str(source), "--out", str(tmp_path / "out")]) == errors.EXIT_INTERRUPTED
    assert capsys.readouterr().err.splitlines()[-1] == NOTHING


def test_a_verb_without_a_folder_speaks_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("balance.app.catalogue.list_games", interrupt, raising=False)
    monkeypatch.setattr("balance.cli.console.table", interrupt)
    assert main(["games"]) == errors.EXIT_INTERRUPTED
    assert capsys.readouterr().err == "interrupted\n"
