"""`balance compare`: the baseline against every variant on the same luck, with paired verdicts."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from balance import errors
from balance.app.run_record import first_record, identity, new_run_id, reports_root, scenario_slug
from balance.app.run_scenario import Options, compile_kernels, held
from balance.app.tables import metrics_of
from balance.app.watch import Watch
from balance.app.write_compare import CompareFiles, write_compare
from balance.engine.chunks import Chunk, chunk_size, whole_blocks
from balance.engine.estimates import Scoreboard
from balance.engine.metrics import shared_metrics
from balance.engine.outcomes import check_spec
from balance.engine.pairing import Compared, PairBoard
from balance.engine.run_folder import RunFolder
from balance.engine.seating import seat_plans
from balance.engine.session import ArmChunk, Session
from balance.engine.table import Table, lay_table
from balance.engine.threads import default_threads
from balance.errors import UserError, nearest
from balance.games.contract import Metric
from balance.scenario.model import BASELINE, Scenario
from balance.stats.estimate import FloatArray, divide
from balance.stats.paired import Verdict
from balance.stats.race import Race
from balance.stats.sequential import Looking


@dataclass(frozen=True, slots=True)
class CompareOptions:
    """What the command line adds. `metrics`: names to decide on (headline metrics unless given). `margin`: differences
    inside ± margin count as equivalent (absolute for shares, a fraction of the baseline for means). `until_decided`:
    stop as soon as all verdicts of those metrics stand. `budget`: seconds of play at most. `best`: a metric to be as
    large (or, with `smallest`, small) as can be; arms that have clearly lost are dropped early.
    """

    run: Options
    metrics: tuple[str, ...] = ()
    margin: float = 0.01
    until_decided: bool = False
    budget: float | None = None
    best: str | None = None
    smallest: bool = False
    sources: tuple[str, ...] = ()  # what was compared, where it was more than the one scenario of `run`


@dataclass(frozen=True)
class CompareOutcome:
    """What a comparison ended with."""

    folder: Path
    compared: list[Compared]
    watched: tuple[str, ...]
    files: CompareFiles
    games: int
    seconds: float
    reason: str
    interrupted: bool
    dropped: list[str]
    racing: list[str] | None = None  # with `best`: arms still in the race, none when a winner was found

    @property
    def exit_code(self) -> int:
        """0 decided (or not asked to decide), 1 a band is missed, 4 undecided at the game limit, 130 interrupted.

        With `best` the question is who wins: a verdict of a loser may stay open.
        """
        if self.interrupted:
            return errors.EXIT_INTERRUPTED
        verdicts = [band.verdict for band in self.files.bands]
        if "missed" in verdicts:
            return errors.EXIT_BAND_MISSED
        verdicts_open = any(is_open(item, self.watched) for item in self.compared)
        is_undecided = bool(self.racing) if self.racing is not None else verdicts_open
        return errors.EXIT_UNDECIDED if is_undecided or "undecided" in verdicts else errors.EXIT_DONE


def is_open(item: Compared, watched: Sequence[str]) -> bool:
    """Is a metric that was to be decided still undecided?"""
    return item.metric.name in watched and item.result.verdict is Verdict.UNDECIDED


def compare_variants(scenario: Scenario, options: CompareOptions, watch: Watch) -> CompareOutcome:
    """Play all arms block by block and write verdicts and report."""
    if not scenario.variants:
        raise UserError(
            f"{scenario.name} has no [[variant]] to compare with its baseline",
            hint="add a [[variant]], or compare two files: balance compare A.toml B.toml", code="no-variant",
        )  # fmt: skip
    tables = paired_tables(scenario)
    watched = watched_metrics(tables, options.metrics)
    folder = open_compare_folder(scenario, tables, options)
    with held(folder):
        compile_kernels(tables[BASELINE], watch)
        state = ComparePlay(scenario, tables, folder, options, watched, watch)
        state.play()
        return state.finish()


def paired_tables(scenario: Scenario) -> dict[str, Table]:
    """One table per arm, all with the same number of seatings per block, so that games can be paired."""
    arms = [scenario.baseline, *scenario.variants]
    plans = seat_plans([arm.players for arm in arms], scenario.run.seating)
    run = scenario.run
    tables = {
        arm.id: lay_table(scenario.game, arm.ruleset, plan, run.seed, run.plays_per_deal)
        for arm, plan in zip(arms, plans, strict=True)
    }
    check_spec(tables[BASELINE].outcome)
    return tables


def watched_metrics(tables: Mapping[str, Table], wanted: Sequence[str]) -> tuple[str, ...]:
    """Names of the metrics to decide on; raises UserError with the nearest name."""
    known = shared_metrics([metrics_of(table) for table in tables.values()])
    if not wanted:
        return tuple(metric.name for metric in known if metric.headline)
    names = [metric.name for metric in known]
    for name in wanted:
        if name not in names:
            close = nearest(name, names)
            hint = f"did you mean {close!r}? " if close else ""
            raise UserError(
                f"no metric is called {name!r}", hint=f"{hint}Known: {', '.join(names)}", code="unknown-metric"
            )
    return tuple(wanted)


def open_compare_folder(scenario: Scenario, tables: Mapping[str, Table], options: CompareOptions) -> RunFolder:
    """Make the run folder before any work."""
    run = options.run
    arms = [scenario.baseline, *scenario.variants]
    path = reports_root(run.out) / f"{scenario_slug(scenario)}-compare" / (run.run_id or new_run_id(scenario, arms))
    row_bytes = sum(table.outcome.dtype.itemsize for table in tables.values())
    size = chunk_size(scenario.run.games, tables[BASELINE].unit_size, row_bytes)
    record = first_record(scenario, tables, command=run.command, size=size, source=run.source, settings=run.settings)
    asked = {
        "metric": list(options.metrics), "margin": options.margin, "best": options.best, "smallest": options.smallest,
        "until_decided": options.until_decided and options.budget is None,  # where time ran out only the games repeat it
    }  # fmt: skip
    more = {"kind": "compare", "sources": list(options.sources), "asked": asked}
    return RunFolder.create(path, {**record, **more}, force=run.force)


@dataclass
class ComparePlay:
    """A comparison under way."""

    scenario: Scenario
    tables: Mapping[str, Table]
    folder: RunFolder
    options: CompareOptions
    watched: tuple[str, ...]
    watch: Watch
    interrupted: bool = False
    reason: str = "all games played"
    seconds: float = 0.0
    games: int = 0
    boards: dict[str, Scoreboard] = field(default_factory=dict)

    def __post_init__(self) -> None:
        own = {arm: metrics_of(table) for arm, table in self.tables.items()}
        shared = shared_metrics(list(own.values()))
        self.metrics: tuple[Metric, ...] = tuple(_promoted(metric, self.options.metrics) for metric in shared)
        names = [metric.name for metric in shared]
        by_arm = {arm: _in_order(metrics, names) for arm, metrics in own.items()}
        self.boards = {arm: Scoreboard(self.metrics) for arm in self.tables}
        self.pairs = PairBoard(self.metrics, [arm for arm in self.tables if arm != BASELINE])
        base = identity(self.scenario, self.tables)["arms"]
        self.same = {arm for arm in self.tables if base[arm] == base[BASELINE]}
        unit = self.tables[BASELINE].unit_size
        self.total = whole_blocks(self.scenario.run.games, unit)
        self.looking = Looking(tightest_at=max(1, self.total // unit // 4)) if self.options.until_decided else None
        self.race = Elimination(self.options, names, list(self.tables)) if self.options.best else None
        threads = self.options.run.threads or self.scenario.run.threads or default_threads()
        self.session = Session(self.tables, by_arm, self.folder, threads)

    def play(self) -> None:
        """Play to the end, to a decision, to the end of the budget or to an interrupt."""
        self.watch.stage(f"playing {len(self.tables)} arms", self.total)
        self._begun = time.perf_counter()
        try:
            self.session.play(0, self.total, self.folder.record["chunk_games"], 0, self._look)
        except KeyboardInterrupt:
            self.interrupted, self.reason = True, "interrupted"
        self.seconds = time.perf_counter() - self._begun

    def _look(self, chunk: Chunk, parts: Mapping[str, ArmChunk]) -> bool:
        base = parts[BASELINE]
        for arm, part in parts.items():
            self.boards[arm].add(part.sums)
            if arm != BASELINE:
                self.pairs.add(arm, base.sums, part.sums)
        if self.race is not None and self.race.look({arm: part.sums for arm, part in parts.items()}):
            self.session.active = [arm for arm in self.tables if arm == BASELINE or arm in self.race.running]
        self.games = chunk.last
        self.watch.done(chunk.last)
        if self.looking is not None and chunk.last < self.total and not self._open_verdicts():
            self.reason = "every verdict stands"
            return True
        if self.race is not None and self.race.decided:
            self.reason = f"{self.race.running[0]} is best"
            return True
        if self.options.budget is not None and time.perf_counter() - self._begun > self.options.budget:
            self.reason = f"the budget of {self.options.budget:g} s is spent"
            return True
        return False

    def _open_verdicts(self) -> bool:
        """A metric that no block has moved yet is open too, unless the arm's rules and players are the baseline's."""
        settled = (Verdict.UP, Verdict.DOWN, Verdict.EQUIVALENT)
        found = self.pairs.compare({"*": self.options.margin}, self.looking)
        return any(
            item.metric.name in self.watched and item.result.verdict not in settled and item.variant not in self.same
            for item in found
        )

    def finish(self) -> CompareOutcome:
        """Verdicts, summaries, figures and page."""
        if self.games == 0:
            raise KeyboardInterrupt  # nothing to report: `held` says so
        self.watch.stage("writing the report")
        self.folder.record.update(
            state="partial" if self.interrupted else "complete", seconds=round(self.seconds, 3),
            stopped_because=self.reason, games=self.games,
        )  # fmt: skip
        self.folder.save()
        compared = self.pairs.compare({"*": self.options.margin}, self.looking)
        files = write_compare(
            self.scenario, self.tables, self.folder, self.session.totals, self.boards, compared, self.watched,
            self.reason, self.looking,
        )  # fmt: skip
        return CompareOutcome(
            self.folder.path,
            compared,
            self.watched,
            files,
            self.games,
            self.seconds,
            self.reason,
            self.interrupted,
            self.race.told if self.race is not None else [],
            self.race.undecided if self.race is not None else None,
        )


class Elimination:
    """The race for the best arm: who is still running, and who was dropped against whom."""

    def __init__(self, options: CompareOptions, names: Sequence[str], arms: list[str]) -> None:
        if options.best not in names:
            close = nearest(options.best or "", names)
            hint = f"did you mean {close!r}? " if close else ""
            raise UserError(
                f"no metric is called {options.best!r}", hint=f"{hint}Known: {', '.join(names)}", code="unknown-metric"
            )
        self._index = list(names).index(options.best or "")
        self._arms = arms
        self._race = Race(len(arms), largest=not options.smallest)
        self.told: list[str] = []

    @property
    def running(self) -> list[str]:
        """Arms not dropped."""
        return [self._arms[index] for index in self._race.running]

    @property
    def decided(self) -> bool:
        """Is one arm left?"""
        return self._race.decided

    @property
    def undecided(self) -> list[str]:
        """Arms still in the race; none when it is decided."""
        return [] if self.decided else self.running

    def look(self, sums: Mapping[str, FloatArray]) -> bool:
        """Take in a chunk; True when somebody was dropped."""
        if self.decided:
            return False
        pairs = [sums[arm][:, self._index] for arm in self.running]
        values = np.stack([divide(pair[:, 0], pair[:, 1]) for pair in pairs], axis=1)
        dropped = self._race.add(values)
        self.told += [
            f"{self._arms[item.arm]} dropped after {item.blocks:,} blocks: behind {self._arms[item.beaten_by]} by {item.gap:.4g}"
            for item in dropped
        ]
        return bool(dropped)


def _in_order(metrics: Sequence[Metric], names: Sequence[str]) -> list[Metric]:
    """An arm's own metrics by name: who sits where may differ from arm to arm."""
    by_name = {metric.name: metric for metric in metrics}
    return [by_name[name] for name in names]


def _promoted(metric: Metric, wanted: Sequence[str]) -> Metric:
    """A metric asked for by name counts as headline; then only those asked for do."""
    return replace(metric, headline=metric.name in wanted) if wanted else metric
