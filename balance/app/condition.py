"""Conditions on outcome columns, such as `winner == 2 and turns < 6`: parsed, never executed."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Collection, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.errors import UserError, nearest

_COMPARE: dict[type, Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}  # fmt: skip
_ARITHMETIC: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Mod: operator.mod,
}  # fmt: skip


class Condition:
    """A parsed condition: `names` the columns it reads; `holds` evaluates it. Raises UserError on anything else."""

    def __init__(self, text: str, known: Collection[str]) -> None:
        try:
            self._tree = ast.parse(text.strip(), mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            raise UserError(
                f"the condition {text!r} cannot be read",
                hint='for example --where "winner == 2 and rounds < 6"; words: and, or, not, == != < <= > >=, + - * %',
                code="condition",
            ) from None
        names = {node.id for node in ast.walk(self._tree) if isinstance(node, ast.Name)}
        for name in sorted(names):
            if name not in known:
                close = nearest(name, known)
                raise UserError(
                    f"no outcome column is called {name!r}", hint=f"did you mean {close!r}?" if close else "",
                    code="unknown-column",
                )  # fmt: skip
        self.names = sorted(names)
        if not names:
            raise UserError("the condition names no outcome column", code="condition")

    def holds(self, columns: Mapping[str, NDArray[Any]]) -> NDArray[np.bool_]:
        """One bool per row of `columns`."""
        wide = {name: np.asarray(values, np.float64) for name, values in columns.items()}
        return np.asarray(_value(self._tree, wide), dtype=np.bool_)


def _value(node: ast.expr, columns: Mapping[str, NDArray[Any]]) -> Any:
    if isinstance(node, ast.Name):
        return columns[node.id]
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        return float(node.value)
    if isinstance(node, ast.BoolOp):
        parts = [np.asarray(_value(part, columns), np.bool_) for part in node.values]
        return np.logical_and.reduce(parts) if isinstance(node.op, ast.And) else np.logical_or.reduce(parts)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return np.logical_not(np.asarray(_value(node.operand, columns), np.bool_))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_value(node.operand, columns)
    if isinstance(node, ast.BinOp) and type(node.op) in _ARITHMETIC:
        return _ARITHMETIC[type(node.op)](_value(node.left, columns), _value(node.right, columns))
    if isinstance(node, ast.Compare) and all(type(op) in _COMPARE for op in node.ops):
        return _chain(node, columns)
    raise UserError(
        f"a condition cannot hold `{ast.unparse(node)}`", hint="words: and, or, not, == != < <= > >=, + - * %",
        code="condition",
    )  # fmt: skip


def _chain(node: ast.Compare, columns: Mapping[str, NDArray[Any]]) -> Any:
    values = [_value(item, columns) for item in (node.left, *node.comparators)]
    steps = [_COMPARE[type(op)](left, right) for op, left, right in zip(node.ops, values, values[1:], strict=False)]
    return np.logical_and.reduce(steps)
