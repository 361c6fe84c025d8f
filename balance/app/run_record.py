"""What run.json says of a run: enough to repeat it, resume it and refuse to mix it with another."""

from __future__ import annotations

import hashlib
import json
import platform
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from balance._version import VERSION
from balance.engine.table import Table
from balance.kit.ledger import Ruleset
from balance.scenario.model import Arm, Scenario


def ruleset_digest(ruleset: Ruleset) -> str:
    """Fingerprint of the rules a kernel reads."""
    content = json.dumps([dict(ruleset.values), dict(ruleset.setup)], sort_keys=True, default=str)
    return hashlib.blake2b(content.encode(), digest_size=8).hexdigest()


def identity(scenario: Scenario, tables: Mapping[str, Table]) -> dict[str, Any]:
    """Everything that decides the rows: two runs with equal identity play equal games."""
    return {
        "game": scenario.game.id,
        "game_version": scenario.game.version,
        "seed": scenario.run.seed,
        "seats": scenario.seats,
        "plays_per_deal": scenario.run.plays_per_deal,
        "arms": {arm: _arm_identity(table) for arm, table in tables.items()},
    }


def _arm_identity(table: Table) -> dict[str, Any]:
    return {
        "ruleset": ruleset_digest(table.ruleset),
        "players": [{"policy": p.policy, "weights": dict(p.weights)} for p in table.plan.players],
        "seatings": table.plan.seatings.tolist(),
    }


def first_record(
    scenario: Scenario,
    tables: Mapping[str, Table],
    *,
    command: str,
    size: int,
    source: str,
    settings: Mapping[str, Any],
) -> dict[str, Any]:
    """run.json at the start of a run."""
    run = scenario.run
    return {
        "scenario": scenario.name,
        "source": source,
        "title": scenario.title,
        "question": scenario.question,
        "scenario_text": scenario.text,
        "scenario_digest": hashlib.blake2b(scenario.text.encode(), digest_size=8).hexdigest(),
        "settings": dict(settings),
        "seating": {"seating": run.seating, "table": run.table, "plays_per_deal": run.plays_per_deal},
        "files": dict(scenario.files),
        "identity": identity(scenario, tables),
        "command": command,
        "chunk_games": size,
        "started": datetime.now(UTC).isoformat(timespec="seconds"),
        "seconds": 0.0,
        "versions": versions(),
        "machine": {"system": platform.system(), "cpu": platform.machine(), "python": sys.version.split()[0]},
    }


def versions() -> dict[str, str]:
    """Versions that can move a result."""
    import numba
    import numpy as np

    return {"balance": VERSION, "numba": numba.__version__, "numpy": np.__version__}


def differences(old: Mapping[str, Any], new: Mapping[str, Any], path: Sequence[str] = ()) -> list[str]:
    """Where two identities differ, in words."""
    found: list[str] = []
    for key in sorted(set(old) | set(new)):
        left, right = old.get(key), new.get(key)
        if isinstance(left, Mapping) and isinstance(right, Mapping):
            found += differences(left, right, (*path, key))
        elif left != right:
            found.append(f"{'.'.join((*path, key))}: was {left!r}, is {right!r}")
    return found


def new_run_id(scenario: Scenario, arms: Sequence[Arm]) -> str:
    """A folder name that sorts by time and cannot collide by accident."""
    now = datetime.now(UTC)
    content = scenario.text + str(scenario.run) + "".join(arm.id for arm in arms) + str(now)
    return f"{now:%Y%m%d-%H%M%S}-{hashlib.blake2b(content.encode(), digest_size=3).hexdigest()}"


def scenario_slug(scenario: Scenario) -> str:
    """The scenario's part of the folder name: game and file name, safe for any file system."""
    name = scenario.name.split("/")[-1]
    safe = "".join(letter if letter.isascii() and (letter.isalnum() or letter in "-_") else "-" for letter in name)
    return f"{scenario.game.id}-{safe.strip('-') or 'scenario'}"


def reports_root(out: Path | None) -> Path:
    """Where run folders go: `out`, else ./reports."""
    return out if out is not None else Path("reports")
