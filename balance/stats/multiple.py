"""Many questions at once: adjusted p-values.

Holm keeps the chance of any false alarm in the family below the level (headline metrics). Benjamini-Hochberg keeps the
expected share of false alarms among the alarms below it (long lists); Benjamini-Yekutieli does so under any dependence.
A p-value that is nan (no data) is left out of the family and stays nan.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from balance.errors import BugError
from balance.stats.estimate import FloatArray

Adjust = Callable[[FloatArray], FloatArray]


def _holm(ascending: FloatArray) -> FloatArray:
    m = len(ascending)
    return np.maximum.accumulate(ascending * np.arange(m, 0, -1))


def _hochberg(ascending: FloatArray) -> FloatArray:
    m = len(ascending)
    steps = ascending * m / np.arange(1, m + 1)
    return np.minimum.accumulate(steps[::-1])[::-1]


def _yekutieli(ascending: FloatArray) -> FloatArray:
    return _hochberg(ascending) * np.sum(1.0 / np.arange(1, len(ascending) + 1))


def _bonferroni(ascending: FloatArray) -> FloatArray:
    return ascending * len(ascending)


METHODS: dict[str, Adjust] = {
    "none": lambda ascending: ascending,
    "bonferroni": _bonferroni,
    "holm": _holm,
    "bh": _hochberg,
    "by": _yekutieli,
}


def adjust(p_values: ArrayLike, method: str = "holm") -> FloatArray:
    """Adjusted p-values, in the order given: claim what is at or below the level."""
    if method not in METHODS:
        raise BugError(f"unknown correction {method!r}; legal: {', '.join(METHODS)}")
    given = np.asarray(p_values, np.float64)
    flat = given.ravel()
    known = np.flatnonzero(~np.isnan(flat))
    order = known[np.argsort(flat[known], kind="stable")]
    adjusted = np.full(flat.shape, np.nan)
    if len(order):
        adjusted[order] = np.clip(METHODS[method](flat[order]), flat[order], 1.0)
    return adjusted.reshape(given.shape)
