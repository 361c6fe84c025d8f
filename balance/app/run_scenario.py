"""`balance run`: play the baseline of a scenario, estimate, check against exact odds, write the report."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from balance import errors
from balance.app.compiling import told_compiling
from balance.app.run_record import first_record, new_run_id, reports_root, scenario_slug
from balance.app.tables import metrics_of, table_of
from balance.app.watch import Watch
from balance.app.write_report import ReportFiles, write_report
from balance.engine.chunks import Chunk, chunk_size, whole_blocks
from balance.engine.estimates import Scoreboard
from balance.engine.run_folder import RunFolder
from balance.engine.session import ArmChunk, Session
from balance.engine.table import Table
from balance.engine.threads import default_threads
from balance.scenario.model import BASELINE, Scenario
from balance.stats.estimate import MISSED
from balance.stats.estimate import UNDECIDED as BAND_UNDECIDED
from balance.stats.sequential import Looking


@dataclass(frozen=True, slots=True)
class Options:
    """What the command line adds to a scenario. `source` is what the user typed, for the reproduction command."""

    source: str
    out: Path | None = None
    run_id: str | None = None
    force: bool = False
    threads: int | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    command: str = ""
    shard: tuple[int, int] = (1, 1)


@dataclass(frozen=True)
class Outcome:
    """What a run ended with."""

    folder: Path
    report: Path
    files: ReportFiles
    games: int
    seconds: float
    interrupted: bool
    reason: str

    @property
    def exit_code(self) -> int:
        """0 inside all bands, 1 a band is missed, 3 an exact check failed, 4 undecided, 130 interrupted."""
        if self.interrupted:
            return errors.EXIT_INTERRUPTED
        if any(not check.passed for check in self.files.checks):
            return errors.EXIT_BUG
        verdicts = [band.verdict for band in self.files.bands]
        if MISSED in verdicts:
            return errors.EXIT_BAND_MISSED
        return errors.EXIT_UNDECIDED if BAND_UNDECIDED in verdicts else errors.EXIT_DONE


def run_scenario(scenario: Scenario, options: Options, watch: Watch) -> Outcome:
    """Play, measure, report; an interrupt leaves a labelled partial result."""
    table = table_of(scenario, scenario.baseline)
    folder = open_folder(scenario, {BASELINE: table}, options)
    with held(folder, f"balance resume {folder.path}"):
        compile_kernels(table, watch)
        state = Play(scenario, {BASELINE: table}, folder, options, watch)
        folder.record["first_game"] = state.first
        state.play(state.first)
        return finish(state)


@contextmanager
def held(folder: RunFolder, resume: str = "") -> Iterator[None]:
    """Close the folder at the end; a Ctrl-C before its first chunk removes it, and says so (or how to go on)."""
    try:
        yield
    except KeyboardInterrupt:
        if folder.parts:
            raise
        begun = "interrupted before the first chunk"
        if folder.discard() or not resume:
            raise errors.StoppedError(f"{begun}; nothing was kept") from None
        raise errors.StoppedError(f"{begun}; go on with: {resume}") from None
    finally:
        folder.close()


def open_folder(scenario: Scenario, tables: Mapping[str, Table], options: Options) -> RunFolder:
    """Make the run folder before any work, so that a bad path fails at once."""
    arms = [scenario.baseline, *scenario.variants]
    path = reports_root(options.out) / scenario_slug(scenario) / (options.run_id or new_run_id(scenario, arms))
    row_bytes = max(table.outcome.dtype.itemsize for table in tables.values())
    unit = max(table.unit_size for table in tables.values())
    record = first_record(
        scenario, tables, command=options.command, size=chunk_size(scenario.run.games, unit, row_bytes),
        source=options.source, settings=options.settings,
    )  # fmt: skip
    if options.shard != (1, 1):
        record["shard"] = "{}/{}".format(*options.shard)
    return RunFolder.create(path, record, force=options.force)


def compile_kernels(table: Table, watch: Watch) -> None:
    """Load or compile the kernels by playing one block."""
    with told_compiling(watch):
        table.play(0, table.block_size)


class Play:
    """The play of a run: sessions of chunks until the games are played, the precision is met or Ctrl-C."""

    def __init__(
        self, scenario: Scenario, tables: Mapping[str, Table], folder: RunFolder, options: Options, watch: Watch
    ) -> None:
        self.scenario, self.tables, self.folder, self.watch = scenario, tables, folder, watch
        metrics = {arm: metrics_of(table) for arm, table in tables.items()}
        threads = options.threads or scenario.run.threads or default_threads()
        self.boards = {arm: Scoreboard(metrics[arm]) for arm in tables}
        self.session = Session(tables, metrics, folder, threads)
        unit = max(table.unit_size for table in tables.values())
        self.first, self.games = shard_range(scenario.run.games, unit, options.shard)
        blocks = (self.games - self.first) // unit
        self.looking = Looking(tightest_at=max(1, blocks // 2)) if scenario.run.precision is not None else None
        self.interrupted = False
        self.reason = "all games played"
        self.seconds = 0.0

    def play(self, first: int = 0, first_chunk: int = 0) -> None:
        """Play from game `first` to the end or to an interrupt."""
        self.watch.stage("playing", self.games)
        begun = time.perf_counter()
        try:
            self.session.play(first, self.games, self.folder.record["chunk_games"], first_chunk, self._look)
        except KeyboardInterrupt:
            self.interrupted = True
            self.reason = "interrupted"
        self.seconds = time.perf_counter() - begun

    def _look(self, chunk: Chunk, parts: Mapping[str, ArmChunk]) -> bool:
        for arm, part in parts.items():
            self.boards[arm].add(part.sums)
        self.watch.done(chunk.last)
        wanted = self.scenario.run.precision
        if wanted is not None and self.boards[BASELINE].precise(wanted, self.looking or Looking()):
            self.reason = f"every headline share is known to ± {wanted:g}"
            return True
        return False


def shard_range(games: int, unit: int, shard: tuple[int, int]) -> tuple[int, int]:
    """Games first..last-1 of shard i of k: whole units, the shards meet without gap or overlap."""
    number, shards = shard
    units = whole_blocks(games, unit) // unit
    return units * (number - 1) // shards * unit, units * number // shards * unit


def finish(state: Play) -> Outcome:
    """Estimates, summaries, figures, page, and the last line of run.json."""
    folder, scenario = state.folder, state.scenario
    total = state.session.totals[BASELINE]
    if total.counts.games == 0:
        raise KeyboardInterrupt  # nothing to report: `held` says so
    state.watch.stage("writing the report")
    folder.record.update(
        state="partial" if state.interrupted else "complete",
        seconds=round(state.seconds, 3), stopped_because=state.reason, games=total.counts.games,
    )  # fmt: skip
    folder.save()
    files = write_report(
        scenario, state.tables[BASELINE], folder, total, state.boards[BASELINE], complete=not state.interrupted,
        looking=state.looking,
    )  # fmt: skip
    return Outcome(
        folder.path, folder.path / "report.html", files, total.counts.games, state.seconds,
        state.interrupted, state.reason,
    )  # fmt: skip
