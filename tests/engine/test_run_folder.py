import errno
import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from balance.engine import run_folder
from balance.engine.chunks import Chunk
from balance.engine.outcomes import Counts
from balance.engine.run_folder import Part, RunFolder
from balance.engine.session import encode
from balance.errors import UserError

TALLY = np.zeros(1, np.dtype([("a", "i8")])).view(np.recarray)[0]


def part(index: int, first: int, last: int, arm: str = "baseline") -> Part:
    return Part(arm, Chunk(index, first, last), Counts(last - first), "0" * 32, "")


def fill(folder: RunFolder, index: int, first: int, last: int) -> None:
    folder.add_part(part(index, first, last), encode({"x": np.arange(first, last)}), TALLY)
    folder.save()


def test_parts_are_read_back_in_game_order_without_gaps(tmp_path: Path) -> None:
    folder = RunFolder.create(tmp_path / "r", {})
    fill(folder, 0, 0, 5)
    fill(folder, 2, 9, 12)
    assert folder.read_columns("baseline", ["x"])["x"].tolist() == [0, 1, 2, 3, 4]
    fill(folder, 1, 5, 9)
    folder.close()
    again = RunFolder.read(tmp_path / "r")
    assert again.read_columns("baseline", ["x"])["x"].tolist() == list(range(12))
    again.verify()


def test_a_part_counts_only_once_run_json_lists_it(tmp_path: Path) -> None:
    folder = RunFolder.create(tmp_path / "r", {})
    fill(folder, 0, 0, 5)
    folder.add_part(part(1, 5, 9), encode({"x": np.arange(5, 9)}), TALLY)  # killed before `save`
    folder.close()
    assert len(RunFolder.read(tmp_path / "r").arm_parts("baseline")) == 1


def test_a_damaged_part_is_named(tmp_path: Path) -> None:
    folder = RunFolder.create(tmp_path / "r", {})
    fill(folder, 0, 0, 5)
    path = tmp_path / "r" / "outcomes" / "part-baseline-00000.parquet"
    path.write_bytes(path.read_bytes()[:-3] + b"abc")
    with pytest.raises(UserError, match="damaged"):
        folder.verify()
    folder.close()


def test_nothing_is_overwritten_without_force(tmp_path: Path) -> None:
    RunFolder.create(tmp_path / "r", {"a": 1}).close()
    with pytest.raises(UserError, match="nothing was overwritten"):
        RunFolder.create(tmp_path / "r", {})
    RunFolder.create(tmp_path / "r", {"a": 2}, force=True).close()
    assert json.loads((tmp_path / "r" / "run.json").read_text())["a"] == 2


def test_force_never_replaces_a_folder_that_is_no_run(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("dear")
    with pytest.raises(UserError, match="not a run folder"):
        RunFolder.create(tmp_path / "mine", {}, force=True)
    assert (tmp_path / "mine" / "thesis.txt").read_text() == "dear"


def test_a_second_process_is_refused(tmp_path: Path) -> None:
    first = RunFolder.create(tmp_path / "r", {})
    with pytest.raises(UserError, match="another process"):
        RunFolder.open(tmp_path / "r")
    first.close()
    RunFolder.open(tmp_path / "r").close()


def test_a_full_disk_is_told_before_the_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(run_folder.shutil, "disk_usage", lambda _: usage._replace(free=1000))
    with pytest.raises(UserError, match="cannot write") as caught:
        RunFolder.create(tmp_path / "r", {})
    assert "--out" in caught.value.hint


def test_a_disk_that_fills_up_is_an_error_and_leaves_no_half_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = RunFolder.create(tmp_path / "r", {})

    def full(self: Path, content: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(UserError, match="No space"):
        fill(folder, 0, 0, 5)
    folder.close()
    assert not list((tmp_path / "r" / "outcomes").iterdir())


def test_a_path_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(UserError, match="cannot write"):
        RunFolder.create(tmp_path / "file" / "r", {})


@pytest.mark.parametrize("content", ["", "{", '{"schema": 99, "parts": []}'])
def test_a_folder_that_is_no_run_is_told(tmp_path: Path, content: str) -> None:
    with pytest.raises(UserError, match=r"run\.json"):
        RunFolder.read(tmp_path)
    (tmp_path / "run.json").write_text(content)
    with pytest.raises(UserError):
        RunFolder.read(tmp_path)
