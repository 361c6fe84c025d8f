"""Malformed scenarios: each ends with exit code 2 and the message kept beside it, never with a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from balance.cli.app import main
from balance.errors import EXIT_BAD_INPUT
from tests.scenario import golden

CORPUS = Path(__file__).parent / "corpus"
FILES = sorted(path.name for path in CORPUS.glob("*.toml"))


def test_the_corpus_is_large() -> None:
    assert len(FILES) >= 60


@pytest.mark.parametrize("name", FILES)
@pytest.mark.usefixtures("fake_registered")
def test_each_has_its_message(name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CORPUS)
    code = main(["check", name])
    out, err = capsys.readouterr()
    assert code == EXIT_BAD_INPUT
    assert out == ""
    assert "Traceback" not in err and "internal" not in err
    assert err.startswith((name, "error[", "boards/"))
    assert max(len(line) for line in err.splitlines()) < 420
    assert all(char.isprintable() for char in err.replace("\n", ""))
    golden.check(CORPUS / "expected" / f"{Path(name).stem}.txt", err)


def test_no_golden_file_is_left_over() -> None:
    assert {path.stem for path in (CORPUS / "expected").iterdir()} == {Path(name).stem for name in FILES}
