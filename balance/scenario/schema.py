"""JSON Schema of scenario files, for completion and checking in an editor (Taplo, Even Better TOML).

Draft 4, because that is what Taplo understands. Built from the same tables the loader reads: `fields.py`, the game's
ledger and its policy book. The loader remains the judge: it also checks what a schema cannot say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from balance.games.contract import Game
from balance.kit.ledger import Entry, type_name
from balance.scenario.fields import EXPECT, REPORT, RUN, SEAT, TOP, VARIANT, VARIANT_SEAT, Section

Schema = dict[str, Any]

_TYPES = {"int": "integer", "float": "number", "str": "string", "bool": "boolean", "list": "array", "table": "object"}


def scenario_schema(games: Sequence[Game]) -> Schema:
    """Schema of scenarios of one game, or of any of several games (then rules and weights are left open)."""
    one = games[0] if len(games) == 1 else None
    definitions: dict[str, Schema] = {
        "rules": _tree(one.ledger.get()().entries) if one else {"type": "object"},
        "weights": _tree(one.policies.get()().weights) if one else {"type": "object"},
        "setup": _setup(one.setup_keys) if one else {"type": "object"},
    }
    policies = list(one.policies.get()().policies) if one else []
    seat = _with_policies(_section(SEAT, weights=_ref("weights")), policies)
    variant_seat = _with_policies(_section(VARIANT_SEAT, weights=_ref("weights")), policies)
    variant = _section(VARIANT, rules=_ref("rules"), setup=_ref("setup"), seat=_list(variant_seat))
    top = _section(
        TOP,
        run=_section(RUN), rules=_ref("rules"), setup=_ref("setup"), seat=_list(seat), variant=_list(variant),
        expect=_list(_section(EXPECT)), report=_section(REPORT),
    )  # fmt: skip
    top["properties"]["game"]["enum"] = [game.id for game in games]
    title = f"balance scenario: {one.title}" if one else "balance scenario"
    return {
        "$schema": "http://json-schema.org/draft-04/schema#", "title": title, **top, "definitions": definitions,
    }  # fmt: skip


def _section(section: Section, **tables: Schema) -> Schema:
    properties = {
        name: _entry(entry, with_default=name not in section.required) for name, entry in section.entries.items()
    }
    made = _closed({**properties, **tables})
    if section.required:
        made["required"] = list(section.required)
    return {**made, "description": section.meaning}


def _entry(entry: Entry, with_default: bool = True) -> Schema:
    """Schema of one value: type, limits, default and what it means."""
    source = f" ({entry.status}: {entry.source})" if entry.source else ""
    schema: Schema = {"type": _TYPES[entry.type_name], "description": f"{entry.meaning}{source}"}
    if entry.type_name == "list":
        item = _item_types(entry) | _limits(entry)
        schema |= {"items": item} if item else {}
        if entry.length is not None:
            schema |= {"minItems": entry.length[0], "maxItems": entry.length[1]}
    else:
        schema |= _limits(entry)
    if with_default and entry.value not in ("", []):
        schema["default"] = entry.value
    return schema


def _item_types(entry: Entry) -> Schema:
    """Types that the default list holds; an empty default says nothing."""
    samples: list[Any] = entry.value if isinstance(entry.value, list) else []
    kinds = sorted({_TYPES[type_name(sample)] for sample in samples})
    return {"type": kinds[0] if len(kinds) == 1 else kinds} if kinds else {}


def _limits(entry: Entry) -> Schema:
    limits: Schema = {}
    if entry.choices:
        limits["enum"] = list(entry.choices)
    if entry.range is not None and not entry.choices:
        limits |= {"minimum": entry.range[0], "maximum": entry.range[1]}
    return limits


def _tree(entries: Mapping[str, Entry]) -> Schema:
    """Dotted keys as nested tables."""
    root = _closed({})
    for key, entry in entries.items():
        *groups, last = key.split(".")
        place = root
        for group in groups:
            place = place["properties"].setdefault(group, _closed({}))
        place["properties"][last] = _entry(entry)
    return root


def _setup(keys: Sequence[str]) -> Schema:
    file = {"type": "string", "pattern": r"\.toml$", "description": "a TOML file inside the scenario's folder"}
    from_file = {**_closed({"file": file}), "required": ["file"]}
    in_place = {"type": "object", "not": {"required": ["file"]}}
    plain = {"type": ["string", "array", "integer"]}  # `required` says nothing of these, so they stand apart
    return _closed({key: {"anyOf": [from_file, in_place, plain]} for key in keys})


def _with_policies(schema: Schema, policies: Sequence[str]) -> Schema:
    if policies:
        schema["properties"]["policy"]["enum"] = list(policies)
    return schema


def _closed(properties: Mapping[str, Schema]) -> Schema:
    return {"type": "object", "properties": dict(properties), "additionalProperties": False}


def _list(item: Schema) -> Schema:
    return {"type": "array", "items": item}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/definitions/{name}"}
