"""Write the golden help and error texts again: ``python -m tests.cli.renew``; look at the difference before keeping it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent


def main() -> int:
    """Run the tests that compare golden files, letting them write instead."""
    os.environ["BALANCE_RENEW"] = "1"
    corpus = HERE.parent / "scenario" / "test_corpus.py"
    return int(pytest.main(["-q", str(corpus), str(HERE)]))


if __name__ == "__main__":
    sys.exit(main())
