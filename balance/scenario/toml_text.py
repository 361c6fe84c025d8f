"""Values and keys as TOML text."""

from __future__ import annotations

import json
import re
from typing import Any

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


def key_text(dotted: str) -> str:
    """A dotted key as TOML writes it: parts that need quotes get them."""
    return ".".join(_key(part) for part in dotted.split("."))


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else literal(name)
