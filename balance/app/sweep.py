"""`balance sweep`: one or two dials turned over their values, everything else equal, on the same luck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from balance.app.compare_variants import CompareOptions, CompareOutcome, compare_variants
from balance.app.open_scenario import open_scenario
from balance.app.vary import Change, with_arms
from balance.app.watch import Watch
from balance.engine.estimates import Measured
from balance.errors import UserError
from balance.report.sweep_page import SweepPoint, draw_tornado, write_sweep, write_tornado
from balance.scenario.model import Scenario

SWEEP_SCHEMA = 1


@dataclass(frozen=True, slots=True)
class Dial:
    """A key and the values it takes."""

    key: str
    values: tuple[Any, ...]


@dataclass(frozen=True)
class SweepOutcome:
    """Estimates at every setting of the dials."""

    dials: tuple[Dial, ...]
    points: list[SweepPoint]
    metrics: tuple[str, ...]
    compared: CompareOutcome


def read_dial(text: str, parse: Any) -> Dial:
    """`rules.torpedo_width=0:4` (whole numbers), `0:1:0.25` (steps), `a,b,c` (a list). Raises UserError."""
    key, sign, right = text.partition("=")
    if not sign or not right.strip():
        raise UserError(
            f"a dial is KEY=FROM:TO or KEY=A,B,C, not {text!r}", hint="rules.declare_mult=1:4", code="usage"
        )
    if ":" in right:
        return Dial(key.strip(), _steps(right))
    return Dial(key.strip(), tuple(parse(f"x={part}")[1] for part in right.split(",")))


def _steps(text: str) -> tuple[Any, ...]:
    try:
        numbers = [float(part) for part in text.split(":")]
    except ValueError:
        numbers = []
    if len(numbers) not in (2, 3) or (len(numbers) == 3 and numbers[2] <= 0) or numbers[0] > numbers[1]:
        raise UserError(
            f"{text!r} is no range", hint="FROM:TO or FROM:TO:STEP, for example 0:4 or 0:1:0.25", code="usage"
        )
    low, high, step = (*numbers, 1.0)[:3]
    count = int((high - low) / step + 1e-9) + 1
    values = [low + step * index for index in range(min(count, 1000))]
    whole = all(part.strip().lstrip("-").isdigit() for part in text.split(":"))
    return tuple(int(value) if whole else round(value, 9) for value in values)


def sweep(
    source: str, dials: Sequence[Dial], metrics: Sequence[str], options: CompareOptions, watch: Watch
) -> SweepOutcome:
    """Play every setting of the dials on the same blocks; the file's own values are the baseline."""
    changes = [
        Change(_id(dials, values), _title(dials, values), dict(zip((dial.key for dial in dials), values, strict=True)))
        for values in product(*(dial.values for dial in dials))
    ]
    scenario = with_arms(source, options.run.settings, changes)
    outcome = compare_variants(scenario, options, watch)
    shown = tuple(metrics) or tuple(outcome.watched)
    arms = outcome.files.page.arms
    points = [
        SweepPoint(change.settings, {item.name: item for item in arms[change.id].measured if item.name in shown})
        for change in changes
    ]
    write_sweep(outcome.files.page, outcome.folder, [dial.key for dial in dials], points, shown)
    return SweepOutcome(tuple(dials), points, shown, outcome)


def _id(dials: Sequence[Dial], values: Sequence[Any]) -> str:
    text = "_".join(f"{dial.key.split('.')[-1]}-{value}" for dial, value in zip(dials, values, strict=True))
    return "".join(letter if letter.isalnum() or letter in "-_" else "-" for letter in text)


def _title(dials: Sequence[Dial], values: Sequence[Any]) -> str:
    return ", ".join(f"{dial.key.split('.')[-1]} = {value}" for dial, value in zip(dials, values, strict=True))


@dataclass(frozen=True, slots=True)
class Swing:
    """An assumed number and how far its values move the metric: paired differences from the default, with intervals."""

    key: str
    default: Any
    values: tuple[Any, ...]
    moves: tuple[tuple[float, float, float], ...]

    @property
    def size(self) -> float:
        """The largest move."""
        return max((abs(move[0]) for move in self.moves), default=0.0)


def sensitivity(
    source: str, metric: str | None, options: CompareOptions, watch: Watch
) -> tuple[list[Swing], CompareOutcome]:
    """Set every assumed number, one at a time, to each value worth trying; the largest mover comes first."""
    base = open_scenario(source, options.run.settings)
    changes, keys = assumed_changes(base)
    if not changes:
        raise UserError(f"{base.game.title} has no assumed number to try", code="nothing-assumed")
    outcome = compare_variants(with_arms(source, options.run.settings, changes), options, watch)
    name = metric or outcome.watched[0]
    moves = {item.variant: item.result for item in outcome.compared if item.metric.name == name}
    values = base.baseline.ruleset.values
    swings: list[Swing] = []
    for key, members in keys.items():
        found = [moves[change.id] for change in members]
        steps = tuple((result.difference, result.low, result.high) for result in found)
        swings.append(Swing(key, values[key], tuple(change.settings[f"rules.{key}"] for change in members), steps))
    swings.sort(key=lambda swing: -swing.size)
    rows = [(s.key, [(str(v), *move) for v, move in zip(s.values, s.moves, strict=True)]) for s in swings]
    write_tornado(outcome.files.page, outcome.folder, lambda ax: draw_tornado(ax, rows, name))
    return swings, outcome


def assumed_changes(scenario: Scenario) -> tuple[list[Change], dict[str, list[Change]]]:
    """One change per assumed number and value worth trying that differs from the one in force and fits the rest."""
    from balance.errors import InputError

    values = scenario.baseline.ruleset.values
    changes: list[Change] = []
    keys: dict[str, list[Change]] = {}
    for entry in scenario.game.ledger.get()().entries.values():
        if entry.status != "assumed":
            continue
        for number, value in enumerate(entry.sweep):
            if value == values[entry.key]:
                continue
            try:
                rules = {**scenario.baseline.rules, entry.key: value}
                scenario.game.load_ruleset.get()(rules, scenario.baseline.setup, scenario.seats)
            except InputError:
                continue  # a value that this scenario's other rules do not allow
            change = Change(
                f"{entry.key.replace('.', '-')}_{number}", f"{entry.key} = {value}", {f"rules.{entry.key}": value}
            )
            changes.append(change)
            keys.setdefault(entry.key, []).append(change)
    return changes, keys


def as_json(outcome: SweepOutcome) -> dict[str, Any]:
    """The documented shape of `sweep --json`."""
    return {
        "schema": SWEEP_SCHEMA, "dials": {dial.key: list(dial.values) for dial in outcome.dials},
        "games": outcome.compared.games,
        "points": [
            {"settings": dict(point.settings), "metrics": {name: _point(item) for name, item in point.measured.items()}}
            for point in outcome.points
        ],
    }  # fmt: skip


def _point(item: Measured) -> Mapping[str, float]:
    return {"estimate": item.value.estimate, "low": item.value.low, "high": item.value.high}
