"""The rooms stay light: no scipy.stats (2.5 s to import), pandas or numba behind any of them."""

import subprocess
import sys
from pathlib import Path

import balance.stats

ROOMS = sorted(p.stem for p in Path(balance.stats.__file__).parent.glob("*.py") if p.stem != "__init__")


def test_no_room_pulls_in_the_heavy_libraries():
    lines = [f"import balance.stats.{room}" for room in ROOMS]
    lines += ["import sys", "print([m for m in ('scipy.stats', 'statsmodels', 'pandas', 'numba') if m in sys.modules])"]
    done = subprocess.run([sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, check=True)
    assert len(ROOMS) >= 12 and done.stdout.strip() == "[]"
