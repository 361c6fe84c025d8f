"""The compile cache never serves old code, whichever file was edited, and does serve unchanged code."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from balance.kit import jit
from balance.kit.sources import PACKAGE

CALLER = """
from balance.kit.jit import kernel
from pack.deep.callee import value

@kernel
def answer(x):
    return value(x) + 1
"""
CALLEE = """
from balance.kit.jit import kernel

@kernel
def value(x):
    return x * {factor}
"""
MAIN = """
import time
from pack.caller import answer
begun = time.process_time()
result = answer(10)
hits = sum(sum(f.stats.cache_hits.values()) for f in [answer])
print(int(result), hits)
"""

LAST = """
from balance.kit.jit import kernel

@kernel
def last(values):
    return values[-1]
"""
NEGATIVE = """
import numpy as np
from balance.kit.square import corner_closed
from pack.last import last
print(last(np.arange(5)))
try:
    corner_closed(np.full(64, -1), 0, 5, 1)  # looks at square -8
except IndexError:
    print("refused")
"""


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    folder = tmp_path / "pack"
    (folder / "deep").mkdir(parents=True)
    for init in (folder, folder / "deep"):
        (init / "__init__.py").write_text("")
    (folder / "caller.py").write_text(CALLER)
    (folder / "deep" / "callee.py").write_text(CALLEE.format(factor=2))
    return tmp_path


def play(pack: Path, **flags: str) -> tuple[int, int]:
    result, hits = run(pack, MAIN, **flags)
    return int(result), int(hits)


def run(pack: Path, program: str, **flags: str) -> list[str]:
    """Words printed by `program` in a process of its own, with a cache of its own."""
    environment = {
        **os.environ,
        "BALANCE_CACHE": str(pack / "cache"),
        "PYTHONPATH": os.pathsep.join([str(pack), str(PACKAGE.parent)]),
    }
    environment.pop("NUMBA_DISABLE_JIT", None)
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**environment, **flags},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    return done.stdout.split()


def test_an_edited_callee_in_another_file_is_seen(pack: Path) -> None:
    assert play(pack) == (21, 0)
    assert play(pack) == (21, 1)  # read back from the cache
    (pack / "pack" / "deep" / "callee.py").write_text(CALLEE.format(factor=3))
    assert play(pack) == (31, 0)
    (pack / "pack" / "deep" / "callee.py").write_text(CALLEE.format(factor=2))
    assert play(pack)[0] == 21


def test_bounds_checking_has_a_cache_of_its_own(pack: Path) -> None:
    assert play(pack) == (21, 0)
    assert play(pack, BALANCE_BOUNDSCHECK="1") == (21, 0)


def test_our_indices_never_count_from_the_end_and_those_of_others_still_do(pack: Path) -> None:
    (pack / "pack" / "last.py").write_text(LAST)
    assert run(pack, NEGATIVE, BALANCE_BOUNDSCHECK="1") == ["4", "refused"]


def test_stale_folders_are_forgotten(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    old.mkdir()
    new.mkdir()
    os.utime(old, (0, 0))
    jit._forget_stale(tmp_path, keep=new)
    assert [path.name for path in tmp_path.iterdir()] == ["new"]
