"""Overrides as nested tables: one spelling for dotted keys, and how a variant's changes lie over the baseline's."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any


def nested(table: Mapping[str, Any]) -> dict[str, Any]:
    """`table` with dotted names (``"movement.max"``) opened into tables, so that every key has one spelling."""
    result: dict[str, Any] = {}
    for name, value in table.items():
        *groups, last = name.split(".")
        place = result
        for group in groups:
            inner = place.get(group)
            if not isinstance(inner, dict):
                inner = place[group] = {}
            place = inner
        value = nested(value) if isinstance(value, Mapping) else value
        if isinstance(value, dict) and isinstance(place.get(last), dict):
            value = merged(place[last], value, ())
        place[last] = value
    return result


def merged(base: Mapping[str, Any], over: Mapping[str, Any], whole: Collection[str], key: str = "") -> dict[str, Any]:
    """`over` laid over `base`: groups of keys are merged, values are replaced.

    `whole` lists dotted keys whose value is a table that is replaced as one.
    """
    result = dict(base)
    for name, value in over.items():
        dotted = f"{key}.{name}" if key else name
        old = result.get(name)
        if isinstance(value, dict) and isinstance(old, dict) and dotted not in whole:
            result[name] = merged(old, value, whole, dotted)
        else:
            result[name] = value
    return result


def with_setting(table: Mapping[str, Any], dotted: str, value: Any) -> dict[str, Any]:
    """A copy of nested `table` with one dotted key set."""
    name, _, rest = dotted.partition(".")
    inner = table.get(name)
    if rest:
        value = with_setting(inner if isinstance(inner, dict) else {}, rest, value)
    return {**table, name: value}
