"""How the kernels are built: one compiled version each, the same rows with JIT off and with bounds checking."""

from __future__ import annotations

import importlib
import os
import pkgutil
import subprocess
import sys
from ast import literal_eval
from pathlib import Path

import pytest

from balance.games.planet_busters import kernel, policies
from balance.kit.jit import is_compiled
from tests.games.planet_busters.games import Run

pytestmark = pytest.mark.kernel
DIGEST = "from tests.games.planet_busters.games import Run; print(Run({}, ('greedy', 'random_legal'), 3).digest())"


@pytest.mark.deep
def test_constants_get_no_version_of_their_own(tmp_path: Path) -> None:
    """Compile time is the user's: a kernel has one version, two where a trace is handed down as well.

    In a process of its own and from an empty cache: what was compiled before keeps no count of its callees.
    """
    if not is_compiled():
        pytest.skip("nothing is compiled")
    done = subprocess.run(
        [sys.executable, "-c", "from tests.games.planet_busters.test_kernels import versions; print(versions())"],
        env={**os.environ, "BALANCE_CACHE": str(tmp_path)}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    many = literal_eval(done.stdout)
    assert len(many) > 40 and set(many.values()) >= {1, 2}
    assert max(many.values()) <= 2, {name: n for name, n in many.items() if n > 2}


def versions() -> dict[str, int]:
    """Compiled versions of every kernel after games with and without a trace."""
    Run({}, ("greedy", "greedy"), 2).told(0)
    many = {}
    for package in (kernel, policies):
        for info in pkgutil.iter_modules(package.__path__, package.__name__ + "."):
            for name, function in vars(importlib.import_module(info.name)).items():
                if getattr(function, "__module__", "") == info.name and hasattr(function, "signatures"):
                    many[f"{info.name}.{name}"] = len(function.signatures)
    return many


@pytest.mark.parametrize("setting", ["NUMBA_DISABLE_JIT", "BALANCE_BOUNDSCHECK"])
def test_rows_are_the_same_without_jit_and_with_bounds_checking(setting: str) -> None:
    if not is_compiled() or (setting == "BALANCE_BOUNDSCHECK" and os.environ.get("BALANCE_DEEP") != "1"):
        pytest.skip("compared from the compiled run; bounds checking compiles everything anew (BALANCE_DEEP=1)")
    done = subprocess.run(
        [sys.executable, "-c", DIGEST], env={**os.environ, setting: "1"}, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == Run({}, ("greedy", "random_legal"), 3).digest()
