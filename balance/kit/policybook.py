"""The policy book of a game: named heuristic players and the weights a scenario may set.

A `policies.toml` has one `[weights.NAME]` table per weight (meaning, range or choices, value = default) and one
`[policies.NAME]` table per policy: `summary`, and the weights in which it differs from the defaults.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from balance.errors import BugError, InputError, Problem, nearest
from balance.kit.ledger import Entry, Ledger


@dataclass(frozen=True, slots=True)
class Policy:
    """A heuristic player: `weights` holds the value of every weight, defaults included."""

    name: str
    summary: str
    weights: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PolicyBook:
    """All policies of a game in file order (the position is the number kernels switch on) and their weights."""

    policies: Mapping[str, Policy]
    weights: Mapping[str, Entry]

    @classmethod
    def read(cls, path: Path) -> PolicyBook:
        """Read a policies.toml; raises BugError where a policy sets a weight that is not declared or not legal."""
        tree = tomllib.loads(path.read_text(encoding="utf-8"))
        entries = {name: Entry(**_as_entry(name, node)) for name, node in tree.get("weights", {}).items()}
        ledger = Ledger(entries, "weights")
        policies: dict[str, Policy] = {}
        for name, node in tree["policies"].items():
            own = {key: value for key, value in node.items() if key != "summary"}
            try:
                resolved = ledger.resolve(own)
            except InputError as error:
                raise BugError(f"{path.name}: policies.{name}: {error.message}") from error
            policies[name] = Policy(name, node["summary"], dict(resolved.values))
        return cls(policies, entries)

    def index(self, name: str) -> int:
        """Position of policy `name`; raises InputError with the nearest name."""
        names = list(self.policies)
        if name not in self.policies:
            problem = Problem(
                ("policy",), f"policy {name!r} is unknown", ", ".join(names), nearest(name, names), "choice"
            )
            raise InputError(problems=[problem])
        return names.index(name)

    def resolve(self, name: str, overrides: Mapping[str, Any]) -> Mapping[str, Any]:
        """Weights of policy `name` with `overrides` applied; raises InputError (paths start with "weights")."""
        self.index(name)
        base = self.policies[name].weights
        entries = {key: _with_value(entry, base[key]) for key, entry in self.weights.items()}
        return Ledger(entries, "weights").resolve(overrides).values


def _as_entry(name: str, node: Mapping[str, Any]) -> dict[str, Any]:
    fields = {"status": "assumed", "source": "policy weight", **node, "key": name}
    for key in ("range", "choices", "sweep", "length"):
        if key in fields:
            fields[key] = tuple(fields[key])
    return fields


def _with_value(entry: Entry, value: Any) -> Entry:
    return Entry(
        key=entry.key, value=value, status=entry.status, source=entry.source, meaning=entry.meaning,
        range=entry.range, choices=entry.choices, sweep=entry.sweep, length=entry.length, unit=entry.unit,
    )  # fmt: skip
