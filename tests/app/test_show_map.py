"""`balance show --map` and `--columns`: the picture of a set-up, the columns of the rows."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from balance.app.catalogue import column_rows
from balance.app.show_map import show_map
from balance.engine.outcomes import flat_columns
from balance.errors import UserError
from balance.games import registry

OWN = """
format = 1
game = "red_alert"
[[seat]]
policy = "greedy"
count = 2
[setup.map]
planets = [[1, 1], [11, 9]]
"""


def test_the_map_of_a_game_is_a_picture_with_its_own_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path, text = show_map("red_alert", None)
    picture = (tmp_path / path).read_text()
    assert path == Path("red_alert-map.svg") and "planet group G0: (6, 4), (5, 5), (6, 5), (6, 6)" in text
    assert picture.startswith("<svg") and text[:60] in picture and picture.count("<path") > 138
    again, _ = show_map("red_alert", None)
    assert again == Path("red_alert-map-2.svg") and again.read_text() == picture  # nothing written over, same bytes


def test_the_map_of_a_scenario_is_its_own(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(OWN)
    _, text = show_map(str(tmp_path / "mine.toml"), tmp_path / "out.svg")
    assert "planet group G0: (1, 1); planet group G1: (11, 9)" in text


def test_pictures_are_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "there.svg").write_text("mine")
    with pytest.raises(UserError, match="exists already"):
        show_map("red_alert", tmp_path / "there.svg")
    assert (tmp_path / "there.svg").read_text() == "mine"
    with pytest.raises(UserError, match="cannot write"):
        show_map("red_alert", tmp_path / "no" / "folder.svg")
    with pytest.raises(UserError, match="has no map"):
        show_map("planet_busters", tmp_path / "a.svg")


@pytest.mark.parametrize("game", registry.known())
def test_columns_are_those_of_the_rows(game: str) -> None:
    rows, spec = column_rows(game), registry.find(game).outcome.get()
    assert [row["column"] for row in rows] == list(flat_columns(np.zeros(1, spec.dtype), spec))
    assert all(row["meaning"] for row in rows)
