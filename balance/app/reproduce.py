"""Commands that repeat what a run folder holds, as a shell takes them."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Any

from balance.engine.run_folder import RunFolder
from balance.scenario.model import BASELINE, Scenario
from balance.scenario.toml_text import literal

OPTIONS = ("run.games", "run.seed", "run.precision")  # settings that have an option of their own
SEATING = ("run.seating", "run.table", "run.plays_per_deal")  # settings that decide who sits where and on which luck
MARGIN = 0.01  # of `balance compare` unless given


def replay_command(folder: RunFolder, arm: str) -> str:
    """The command that tells one game of an arm of this run, but for its number."""
    record = folder.record
    settings = {key: value for key, value in record["settings"].items() if key in SEATING or not key.startswith("run.")}
    seed, sources = record["settings"].get("run.seed"), record.get("sources", ())
    source = record["source"]
    if len(sources) == 2 and arm != BASELINE:  # it sat as the first source sits, on the first one's luck
        source, arm, seed = sources[1], BASELINE, record["identity"]["seed"]
        settings |= {f"run.{key}": value for key, value in record.get("seating", {}).items() if value is not None}
    elif sources:
        source = sources[0]
    parts = ["balance replay", shlex.quote(source)]
    parts += [f"--variant {shlex.quote(arm)}"] if arm != BASELINE else []
    parts += [f"--seed {seed}"] if seed is not None else []
    parts += [f"--set {setting(key, value)}" for key, value in settings.items()]
    return " ".join(parts) + " --game"


def setting(key: str, value: Any) -> str:
    """KEY=VALUE of --set; a plain word needs no TOML quotes."""
    plain = isinstance(value, str) and value.isidentifier() and value not in ("true", "false", "inf", "nan")
    return shlex.quote(f"{key}={value if plain else literal(value)}")


def play_command(folder: RunFolder, scenario: Scenario, played: int) -> str:
    """The command that gives the rows of a run or comparison again; sweeps and the like as they were typed.

    `played`: games per arm. Where a rule of ours stopped the play, that rule and the most games it had are repeated.
    """
    record = folder.record
    typed = record["command"].split()
    if typed[1:2] and typed[1] not in ("run", "compare"):
        return str(record["command"])
    is_run, asked = record.get("kind") != "compare", record.get("asked", {})
    parts = ["balance", "run" if is_run else "compare"]
    parts += [shlex.quote(source) for source in record.get("sources") or [record["source"]]]
    ruled = scenario.run.precision is not None or record.get("shard") if is_run else _ruled(asked)
    finished = record["state"] == "complete" and not record.get("stopped_because", "").startswith("the budget")
    parts += [f"--games {scenario.run.games if ruled and finished else played}", f"--seed {scenario.run.seed}"]
    settings = record["settings"]
    parts += [f"--precision {settings['run.precision']}"] if is_run and "run.precision" in settings else []
    parts += [f"--shard {record['shard']}"] if record.get("shard") else []
    parts += [f"--set {setting(key, value)}" for key, value in settings.items() if key not in OPTIONS]
    return " ".join([*parts, *_asked(asked)])


def replay_line(folder: RunFolder, arm: str) -> str:
    """The command that tells game 0 of an arm."""
    return f"{replay_command(folder, arm)} 0"


def _ruled(asked: Mapping[str, Any]) -> bool:
    return bool(asked.get("until_decided") or asked.get("best"))


def _asked(asked: Mapping[str, Any]) -> list[str]:
    """Options of a comparison that differ from their defaults."""
    parts = [f"--metric {shlex.quote(name)}" for name in asked.get("metric", ())]
    parts += [f"--margin {asked['margin']}"] if asked.get("margin", MARGIN) != MARGIN else []
    parts += ["--until-decided"] if asked.get("until_decided") else []
    parts += [f"--best {shlex.quote(asked['best'])}"] if asked.get("best") else []
    return parts + (["--smallest"] if asked.get("smallest") else [])
