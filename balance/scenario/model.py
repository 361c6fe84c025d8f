"""A scenario as the rest of the house sees it: frozen, checked, with its rulesets resolved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from balance.games.contract import Game, PlayerChoice
from balance.kit.ledger import Ruleset

BASELINE = "baseline"


@dataclass(frozen=True, slots=True)
class RunPlan:
    """The [run] table: how much to play and how seats are filled.

    `games` counts games per arm (rounded up to whole blocks). `precision` is the wanted half width of every headline
    share; play stops early when all have it. `seating`: rotate = every cyclic rotation of the listed players; fixed =
    as listed; random = every distinct order of them; round_robin = the listed players are
    contenders, each pair sits alternately at a table of `table` seats, both ways round.
    `plays_per_deal` > 1 repeats each deal over that many blocks (nested design).
    """

    games: int = 20_000
    precision: float | None = None
    seed: int = 2026
    seating: str = "rotate"
    table: int | None = None
    plays_per_deal: int = 1
    threads: int | None = None


@dataclass(frozen=True, slots=True)
class Arm:
    """One set of rules and players to play: the baseline or a variant."""

    id: str
    title: str
    source: str
    rules: Mapping[str, Any]
    setup: Mapping[str, Any]
    players: tuple[PlayerChoice, ...]
    ruleset: Ruleset


@dataclass(frozen=True, slots=True)
class Expect:
    """A wanted band: `metric` of `arm` should lie in [low, high]."""

    metric: str
    low: float
    high: float
    arm: str = BASELINE


@dataclass(frozen=True, slots=True)
class Scenario:
    """A designer's question, ready to run. `seats`: table size; `text`: the file as read; `name`: its short name."""

    name: str
    path: Path | None
    text: str
    game: Game
    title: str
    question: str
    seats: int
    run: RunPlan
    baseline: Arm
    variants: tuple[Arm, ...] = ()
    expect: tuple[Expect, ...] = ()
    charts: tuple[str, ...] = ()  # shown first; the other default charts follow where they apply
    notes: tuple[str, ...] = field(default=())  # warnings of the loader that do not stop the run
    files: tuple[tuple[str, str], ...] = ()  # (name, text) of the files named under [setup]
