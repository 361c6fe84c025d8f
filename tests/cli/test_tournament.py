"""`balance tournament` from the command line: shares, and the games the cap stopped."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from balance.cli.app import main

CAPPED = "\n[rules]\ncap = true\nsides = 2\n"


@pytest.mark.parametrize(
    ("rules", "told", "note"), [("", False, "no game of any pair"), (CAPPED, True, "no game of the other pairs")]
)
def test_pairs_with_capped_games_are_listed(tiny, tmp_path: Path, capsys, rules: str, told: bool, note: str) -> None:
    path = tmp_path / "my.toml"
    path.write_text(tiny.text + rules)
    code = main(["tournament", str(path), "--games", "400", "--out", str(tmp_path / "out")])
    out, err = capsys.readouterr()
    assert code == 0 and ("plain against itself" in out) == ("share capped" in out) == told
    assert note in " ".join(err.split())


def test_json_counts_the_games_of_every_pair(tiny, tmp_path: Path, capsys) -> None:
    path = tmp_path / "my.toml"
    path.write_text(tiny.text + CAPPED)
    assert main(["tournament", str(path), "--games", "400", "--json", "--out", str(tmp_path / "out")]) == 0
    caps = {(row["player"], row["against"]): row for row in json.loads(capsys.readouterr().out)["caps"]}
    assert caps[("lucky", "plain")]["games"] == 400 and caps[("plain", "plain")]["games"] == 200
    assert caps[("plain", "plain")]["capped"] > 0 == caps[("lucky", "lucky")]["capped"]
