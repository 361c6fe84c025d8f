"""Kernels as plain Python (JIT off) are a few hundred times slower: every rule still runs there, statistics wait.

Row by row the plain kernels are held to the naive twins (`test_twin.py` of each game).
"""

import pytest

from balance.kit.jit import is_compiled

statistics = pytest.mark.skipif(
    not is_compiled(), reason="statistics need compiled speed; rows of plain Python are compared in test_twin"
)


def games(compiled: int, plain: int) -> int:
    """Games to play: `compiled` as machine code, `plain` as plain Python."""
    return compiled if is_compiled() else plain
