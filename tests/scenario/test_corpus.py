"""Malformed scenarios: each ends with exit code 2 and the message kept beside it, never with a traceback.

`corpus/` asks the fake game, so that its messages stay whatever the real games do; `corpus_astronuts/` shows mistakes in
the rules, boards and weights of a real game, `corpus_red_alert/` those in forces that one row places twice.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from balance.cli.app import main
from balance.errors import EXIT_BAD_INPUT
from balance.games import registry
from tests.scenario import golden

HERE = Path(__file__).parent
CORPUS = HERE / "corpus"
ASTRONUTS = HERE / "corpus_astronuts"
RED_ALERT = HERE / "corpus_red_alert"


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("*.toml"))


def check_one(folder: Path, name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    code = main(["check", name])
    out, err = capsys.readouterr()
    assert code == EXIT_BAD_INPUT
    assert out == ""
    assert "Traceback" not in err and "internal" not in err
    assert err.startswith((f"{name}:", "error[", "boards/"))
    assert max(len(line) for line in err.splitlines()) < 420
    assert all(char.isprintable() for char in err.replace("\n", ""))
    golden.check(folder / "expected" / f"{Path(name).stem}.txt", err)


def test_the_corpus_is_large() -> None:
    assert len(names(CORPUS)) + len(names(ASTRONUTS)) >= 150


@pytest.mark.parametrize("name", names(CORPUS))
@pytest.mark.usefixtures("fake_registered")
def test_each_has_its_message(name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    check_one(CORPUS, name, capsys, monkeypatch)


@pytest.mark.skipif("astronuts" not in registry.known(), reason="AstroNuts is not in this house")
@pytest.mark.parametrize("name", names(ASTRONUTS))
def test_astronuts(name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    check_one(ASTRONUTS, name, capsys, monkeypatch)


@pytest.mark.skipif("red_alert" not in registry.known(), reason="Red Alert is not in this house")
@pytest.mark.parametrize("name", names(RED_ALERT))
def test_red_alert(name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    check_one(RED_ALERT, name, capsys, monkeypatch)


@pytest.mark.parametrize("folder", [CORPUS, ASTRONUTS, RED_ALERT])
def test_no_golden_file_is_left_over(folder: Path) -> None:
    assert {path.stem for path in (folder / "expected").iterdir()} == {Path(name).stem for name in names(folder)}
