"""Values as TOML text, and a single value read from text (for `--set rules.goal=7`)."""

from __future__ import annotations

import json
import re
import tomllib
from typing import Any

from balance.errors import UserError

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def literal(value: Any) -> str:
    """`value` as TOML on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, dict):
        inside = ", ".join(f"{_key(name)} = {literal(item)}" for name, item in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(literal(item) for item in value)}]"
    return repr(value)


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else literal(name)


def read_setting(text: str) -> tuple[str, Any]:
    """`rules.goal=7` as (dotted key, value); a value that is no TOML is taken as text (`rules.goal_end=at_once`)."""
    key, equals, value = (part.strip() for part in text.partition("="))
    if not key or not equals:
        raise UserError(f"{text!r} is no setting", hint="write KEY=VALUE, e.g. rules.goal=7", code="usage")
    try:
        tree = tomllib.loads(f"value = {value}")
    except ValueError:
        return key, value
    return key, tree["value"] if len(tree) == 1 else value
