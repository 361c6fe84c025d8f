"""Runs that are already on disk: report again, resume, extend, merge."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.app.open_scenario import open_scenario, reopen
from balance.app.run_record import differences, identity
from balance.app.run_scenario import Options, Outcome, Play, compile_kernels, finish, held
from balance.app.tables import metrics_of, table_of
from balance.app.watch import Watch
from balance.engine.chunks import whole_blocks
from balance.engine.estimates import Scoreboard
from balance.engine.run_folder import Part, RunFolder, part_name, tally_name
from balance.engine.session import ArmTotals, unit_sums, with_win_aliases
from balance.engine.table import Table, add_tallies
from balance.errors import UserError
from balance.games.contract import Metric
from balance.scenario.find import names_file
from balance.scenario.model import BASELINE, Scenario


def scenario_of(folder: RunFolder, changes: Mapping[str, Any] | None = None) -> Scenario:
    """The scenario a run folder was made from, with the settings of its command line, and `changes` over them."""
    record = folder.record
    settings = {**record["settings"], **(changes or {})}
    return reopen(record["scenario_text"], record["scenario"], settings, record["files"])


def open_source(source: str, settings: Mapping[str, Any]) -> Scenario:
    """What `source` names: a shipped scenario, a file, or a run folder and the scenario it was made from."""
    path = Path(source)
    if names_file(path / "run.json"):
        return scenario_of(RunFolder.read(path), settings)
    return open_scenario(source, settings)


def refuse_changes(folder: RunFolder, scenario: Scenario, tables: dict[str, Table]) -> None:
    """Raise UserError when rules, players, seed or game version are no longer those of the run."""
    wanted = {arm: folder.record["identity"]["arms"].get(arm) for arm in tables}
    stored = {**folder.record["identity"], "arms": wanted}
    changes = differences(stored, identity(scenario, tables))
    if changes:
        raise UserError(
            f"{folder.path} was played under other rules: " + "; ".join(changes[:5]),
            hint="start a new run instead; rows of different rules cannot be joined",
            code="changed",
        )


def read_board(folder: RunFolder, arm: str, table: Table, metrics: tuple[Metric, ...]) -> tuple[Scoreboard, ArmTotals]:
    """Measure stored rows again, chunk by chunk."""
    board, totals = Scoreboard(metrics), ArmTotals()
    for part, sums in stored_sums(folder, arm, table, metrics):
        board.add(sums)
        totals.counts = totals.counts + part.counts
        totals.digests.append(part.rows_digest)
        tally = np.load(folder.path / tally_name(arm, part.chunk.index)).view(np.recarray)[0]
        if totals.tally is None:
            totals.tally = tally.copy()
        else:
            add_tallies(totals.tally, tally)
    return board, totals


def stored_sums(
    folder: RunFolder, arm: str, table: Table, metrics: tuple[Metric, ...]
) -> Iterator[tuple[Part, NDArray[np.float64]]]:
    """Per stored chunk the unit sums of all metrics."""
    wins = next(column.names() for column in table.outcome.columns if column.field == "win")
    wanted = {name for metric in metrics for name in metric.columns if not name.startswith("win:")}
    names = sorted(wanted | {"ending", *wins[: table.ruleset.seats]})
    for part in folder.arm_parts(arm):
        columns = with_win_aliases(folder.read_part(part, names), wins[: table.ruleset.seats])
        yield part, unit_sums(columns, metrics, table.unit_size)


def report_again(path: Path, watch: Watch) -> Path:
    """Write summaries, figures and page of a stored run again; returns the page."""
    folder = RunFolder.open(path)
    try:
        return _rewrite(folder, watch)
    finally:
        folder.close()


def _rewrite(folder: RunFolder, watch: Watch) -> Path:
    from balance.app.write_report import write_report

    folder.verify()
    scenario = scenario_of(folder)
    table = table_of(scenario, scenario.baseline)
    refuse_changes(folder, scenario, {BASELINE: table})
    watch.stage("reading the rows")
    board, totals = read_board(folder, BASELINE, table, metrics_of(table))
    if totals.counts.games == 0:
        raise UserError(f"{folder.path} holds no finished chunk", code="run-folder")
    watch.stage("writing the report")
    write_report(scenario, table, folder, totals, board, complete=folder.record["state"] == "complete")
    return folder.path / "report.html"


def resume(path: Path, threads: int | None, watch: Watch) -> Outcome:
    """Play what an interrupted run still lacks."""
    return _go_on(path, None, threads, watch)


def extend(path: Path, games: int, threads: int | None, watch: Watch) -> Outcome:
    """Play `games` more games of a finished run."""
    return _go_on(path, games, threads, watch)


def _go_on(path: Path, more: int | None, threads: int | None, watch: Watch) -> Outcome:
    folder = RunFolder.open(path)
    with held(folder, f"balance resume {path}"):
        folder.verify()
        scenario = scenario_of(folder)
        table = table_of(scenario, scenario.baseline)
        refuse_changes(folder, scenario, {BASELINE: table})
        kept = folder.arm_parts(BASELINE)
        done = kept[-1].chunk.last if kept else 0
        goal = done + more if more is not None else scenario.run.games
        if whole_blocks(goal, table.unit_size) <= done:
            raise UserError(
                f"{path} is complete: {done:,} games", hint="add games with: balance extend", code="complete"
            )
        scenario = replace(scenario, run=replace(scenario.run, games=goal))
        folder.record["settings"] = {**folder.record["settings"], "run.games": goal}
        folder.parts = kept
        compile_kernels(table, watch)
        play = Play(
            scenario, {BASELINE: table}, folder, Options(source=folder.record["source"], threads=threads), watch
        )
        board, totals = read_board(folder, BASELINE, table, metrics_of(table))
        play.boards[BASELINE] = board
        if totals.tally is not None:
            play.session.totals[BASELINE] = totals
        play.play(first=done, first_chunk=len(kept))
        return finish(play)


def merge(paths: list[Path], out: Path, watch: Watch) -> Path:
    """Join runs of the same scenario that played different blocks (see `run --first-block`) into a new folder.

    Rows of one block are taken once; a gap between the runs is refused.
    """
    folders = [RunFolder.read(path) for path in paths]
    first = folders[0]
    for other in folders[1:]:
        changes = differences(first.record["identity"], other.record["identity"])
        if changes:
            raise UserError(f"{other.path} does not fit {first.path}: {'; '.join(changes[:5])}", code="changed")
    pieces = sorted(
        ((folder, part) for folder in folders for part in folder.parts if part.arm == BASELINE),
        key=lambda piece: (piece[1].chunk.first, -piece[1].chunk.last),
    )
    merged = RunFolder.create(
        out, {**first.record, "first_game": 0, "shard": "", "merged_from": [str(path) for path in paths]}
    )
    try:
        reached = 0
        for folder, part in pieces:
            reached = _take(merged, folder, part, reached)
        merged.record.update(state="complete", settings={**first.record["settings"], "run.games": reached})
        merged.save()
        return _rewrite(merged, watch)
    finally:
        merged.close()


def _take(merged: RunFolder, folder: RunFolder, part: Part, reached: int) -> int:
    chunk = part.chunk
    if chunk.last <= reached:
        return reached  # the same games, played twice
    if chunk.first != reached:
        raise UserError(
            f"games {reached:,} to {chunk.first:,} are in none of the runs" if chunk.first > reached
            else f"{folder.path}: games {chunk.first:,} to {chunk.last:,} overlap with another run in part",
            hint="shards must meet block by block", code="gap",
        )  # fmt: skip
    encoded = (folder.path / part_name(part.arm, chunk.index)).read_bytes()
    tally = np.load(folder.path / tally_name(part.arm, chunk.index))
    renumbered = replace(part, chunk=replace(chunk, index=len(merged.parts)))
    merged.add_part(renumbered, encoded, tally)
    return chunk.last
