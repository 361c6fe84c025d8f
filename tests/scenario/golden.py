"""Plain golden files: compared as text, written again with ``BALANCE_RENEW=1 pytest tests/scenario tests/cli``."""

from __future__ import annotations

import os
from pathlib import Path

RENEW = os.environ.get("BALANCE_RENEW") == "1"


def check(path: Path, text: str) -> None:
    """Compare `text` with the file, or write it when renewing."""
    if RENEW:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    expected = path.read_text(encoding="utf-8") if path.exists() else "(no golden file yet)"
    assert text == expected, (
        f"{path.name} differs; if the new text is right: BALANCE_RENEW=1 pytest tests/scenario tests/cli"
    )
