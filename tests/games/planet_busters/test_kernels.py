"""How the kernels are built: one compiled version each, the same rows with JIT off and with bounds checking."""

from __future__ import annotations

import importlib
import os
import pkgutil
import subprocess
import sys

import pytest

from balance.games.planet_busters import kernel, policies
from balance.kit.jit import is_compiled
from tests.games.planet_busters.games import Run

pytestmark = pytest.mark.kernel
DIGEST = "from tests.games.planet_busters.games import Run; print(Run({}, ('greedy', 'random_legal'), 3).digest())"


def test_constants_get_no_version_of_their_own() -> None:
    """Compile time is the user's: a kernel has one version, two where a trace is handed down as well."""
    if not is_compiled():
        pytest.skip("nothing is compiled")
    Run({}, ("greedy", "greedy"), 2).told(0)
    many = {}
    for package in (kernel, policies):
        for info in pkgutil.iter_modules(package.__path__, package.__name__ + "."):
            module = importlib.import_module(info.name)
            for name, function in vars(module).items():
                if getattr(function, "__module__", "") == info.name and hasattr(function, "signatures"):
                    many[f"{info.name}.{name}"] = len(function.signatures)
    assert len(many) > 40 and max(many.values()) <= 2, {name: n for name, n in many.items() if n > 2}


@pytest.mark.parametrize("setting", ["NUMBA_DISABLE_JIT", "BALANCE_BOUNDSCHECK"])
def test_rows_are_the_same_without_jit_and_with_bounds_checking(setting: str) -> None:
    if not is_compiled() or (setting == "BALANCE_BOUNDSCHECK" and os.environ.get("BALANCE_DEEP") != "1"):
        pytest.skip("compared from the compiled run; bounds checking compiles everything anew (BALANCE_DEEP=1)")
    done = subprocess.run(
        [sys.executable, "-c", DIGEST], env={**os.environ, setting: "1"}, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == Run({}, ("greedy", "random_legal"), 3).digest()
