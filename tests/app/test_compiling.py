"""A compile is told when it happens, with its length; kernels kept on disk say nothing."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from balance.app.compiling import LABEL
from tests.conftest import TINY

ROOT = Path(__file__).parents[2]
PROGRAM = (
    "import sys\nfrom importlib.metadata import EntryPoint\nfrom balance.games import registry\n"
    "entry = EntryPoint('tiny', 'tests.tiny:GAME', 'balance.games')\n"
    "registry.entry_points = lambda group: (entry,)\nfrom balance.cli.app import main\nsys.exit(main(sys.argv[1:]))\n"
)

pytestmark = pytest.mark.kernel


def test_the_first_use_compiles_and_says_so_and_the_second_does_not(tmp_path: Path) -> None:
    source = tmp_path / "my.toml"
    source.write_text(TINY)
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "BALANCE_CACHE": str(tmp_path / "cache")}
    environment.pop("NUMBA_DISABLE_JIT", None)  # plain Python compiles nothing

    def err(*arguments: str) -> str:
        command = [sys.executable, "-c", PROGRAM, *arguments]
        done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=True)
        return done.stderr

    for verb in (("run", str(source), "--games", "100"), ("replay", str(source))):
        first, second = err(*verb), err(*verb)
        assert f"{LABEL} ..." in first and re.search(r"^compiled in \d+ s$", first, re.MULTILINE), first
        assert "compil" not in second, second
