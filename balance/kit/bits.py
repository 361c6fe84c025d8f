"""Sets of small numbers as bits of an int64."""

from __future__ import annotations

from typing import Any

from balance.kit.jit import is_compiled


def _make_lowest_bit() -> Any:
    if not is_compiled():
        return lambda word: (int(word) & -int(word)).bit_length() - 1
    from llvmlite import ir  # type: ignore[import-untyped]
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def count_zeros(typingctx: Any, word: Any) -> Any:
        def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.int64), codegen

    return count_zeros


lowest_bit = _make_lowest_bit()  # number of the lowest set bit of an int64 that is not 0
