"""`balance selftest`: proofs that run on the user's own machine, each a yes or no with its figures."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from balance.app.open_scenario import open_scenario
from balance.app.run_scenario import Options, run_scenario
from balance.app.stored_run import extend, merge
from balance.app.tables import metrics_of, table_of
from balance.app.watch import Silent, Watch
from balance.engine.chunks import Chunk, whole_blocks
from balance.engine.outcomes import add_digests, rows_digest
from balance.engine.seating import SeatPlan
from balance.engine.session import play_chunk, rows_changed
from balance.engine.table import Table, lay_table
from balance.errors import UserError
from balance.scenario.find import shipped
from balance.scenario.model import Scenario
from balance.stats.blocks import Moments, ratio

GAMES = 2_000
REPEATS = 1_000


@dataclass(frozen=True, slots=True)
class Proof:
    """One promise and whether it held; `figures` is what was measured."""

    name: str
    held: bool
    figures: str


def selftest(game_id: str, watch: Watch, games: int = GAMES) -> Iterator[Proof]:
    """Run every proof on the first shipped scenario of a game."""
    source = next((name for name in shipped() if name.startswith(f"{game_id}/")), None)
    if source is None:
        raise UserError(f"{game_id} has no shipped scenario to test with", code="unknown-game")
    scenario = open_scenario(source, {"run.games": games})
    for proof in PROOFS:
        watch.stage(proof.__doc__.splitlines()[0].rstrip(".") if proof.__doc__ else proof.__name__)
        yield proof(scenario, source)


def _rows(table: Table, games: int) -> Any:
    return table.play(0, whole_blocks(games, table.unit_size))[0]


def equal_rules_tie(scenario: Scenario, source: str) -> Proof:
    """Equal rules tie exactly."""
    one, two = (_rows(table_of(scenario, scenario.baseline), scenario.run.games) for _ in range(2))
    changed = rows_changed(one, two)
    return Proof("equal rules tie exactly", changed == 0, f"{changed} of {len(one):,} rows differ")


def threads_agree(scenario: Scenario, source: str) -> Proof:
    """One, two and all threads give one digest."""
    digests = set()
    with tempfile.TemporaryDirectory() as folder:
        for threads in (1, 2, max(3, os.cpu_count() or 1)):
            options = Options(source, Path(folder), f"t{threads}", threads=threads)
            digests.add(run_scenario(scenario, options, Silent()).files.digest)
    return Proof("1/2/N threads one digest", len(digests) == 1, ", ".join(sorted(digests)))


def extended_is_whole(scenario: Scenario, source: str) -> Proof:
    """Interrupted and continued is uninterrupted."""
    half = replace(scenario, run=replace(scenario.run, games=scenario.run.games // 2))
    with tempfile.TemporaryDirectory() as folder:
        whole = run_scenario(scenario, Options(source, Path(folder), "whole"), Silent())
        settings = {"run.games": half.run.games}
        part = run_scenario(half, Options(source, Path(folder), "half", settings=settings), Silent())
        done = extend(part.folder, whole.games - part.games, None, Silent())
        held = done.files.digest == whole.files.digest
    return Proof("interrupted + resumed = uninterrupted", held, whole.files.digest)


def shards_are_whole(scenario: Scenario, source: str) -> Proof:
    """Sharded and merged is the whole."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        settings = {"run.games": scenario.run.games}
        whole = run_scenario(scenario, Options(source, root, "whole"), Silent())
        shards = [
            run_scenario(scenario, Options(source, root, f"s{i}", settings=settings, shard=(i, 3)), Silent()).folder
            for i in (1, 2, 3)
        ]
        page = merge(shards, root / "merged", Silent())
        held = f'"outcome_digest": "{whole.files.digest}"' in (page.parent / "summary.json").read_text(encoding="utf-8")
    return Proof("sharded + merged = whole", held, whole.files.digest)


def replay_is_row(scenario: Scenario, source: str) -> Proof:
    """A game played alone is the row of the run."""
    table = table_of(scenario, scenario.baseline)
    rows = _rows(table, 200)
    wrong = sum(np.asarray(table.play_one(n, None)[0]).tobytes() != np.asarray(rows[n]).tobytes() for n in range(50))
    return Proof("game N alone = row N", wrong == 0, f"{wrong} of 50 rows differ")


def labels_do_not_matter(scenario: Scenario, source: str) -> Proof:
    """Relabelled players permute nothing but their numbers."""
    table = table_of(scenario, scenario.baseline)
    players = table.plan.players
    order = list(range(len(players)))[::-1]
    place = {old: new for new, old in enumerate(order)}
    renamed = np.vectorize(place.__getitem__, otypes=[np.int8])(table.plan.seatings)
    plan = SeatPlan(tuple(players[old] for old in order), renamed)
    other = lay_table(table.game, table.ruleset, plan, scenario.run.seed, scenario.run.plays_per_deal)
    same, games = _rows(table, 400), _rows(other, 400)
    fields = [column.field for column in table.outcome.columns if column.field not in ("policy", "player")]
    wrong = sum(not np.array_equal(np.asarray(same[name]), np.asarray(games[name])) for name in fields)
    return Proof("relabelled players give the same games", wrong == 0, f"{wrong} of {len(fields)} fields differ")


def exact_questions(scenario: Scenario, source: str) -> Proof:
    """Simulated frequencies meet exact odds."""
    with tempfile.TemporaryDirectory() as folder:
        outcome = run_scenario(scenario, Options(source, Path(folder), "exact"), Silent())
    checks = outcome.files.checks
    worst = max((abs(check.z) for check in checks), default=0.0)
    return Proof("exact sub-questions", all(c.passed for c in checks), f"{len(checks)} checks, largest |z| {worst:.2f}")


def intervals_cover(scenario: Scenario, source: str) -> Proof:
    """95 % intervals cover the truth in 94 to 96 % of repeats."""
    rng = np.random.default_rng(20_260)
    hits = 0
    for _ in range(REPEATS):
        wins = rng.random((500, 4)) < 0.25
        sums = np.stack([wins.sum(axis=1), np.full(500, 4.0)], axis=1)
        found = ratio(Moments.of(sums), share=True).at()
        hits += found.low <= 0.25 <= found.high
    share = hits / REPEATS
    allowed = 3.3 * (0.95 * 0.05 / REPEATS) ** 0.5  # noise of the repeats themselves
    return Proof("95 % intervals cover", abs(share - 0.95) < allowed, f"{share:.1%} of {REPEATS} repeats")


def chunks_do_not_matter(scenario: Scenario, source: str) -> Proof:
    """However the games are cut, the rows are the same."""
    table = table_of(scenario, scenario.baseline)
    metrics = metrics_of(table)
    unit, total = table.unit_size, whole_blocks(300, table.unit_size)
    whole = rows_digest(_rows(table, total), 0)
    cuts = [0, unit, 3 * unit, total]
    parts = [play_chunk(table, metrics, Chunk(i, a, b))[0].digest for i, (a, b) in enumerate(pairwise(cuts))]
    return Proof("chunks do not matter", add_digests(parts) == whole, whole)


PROOFS: tuple[Callable[[Scenario, str], Proof], ...] = (
    equal_rules_tie, replay_is_row, chunks_do_not_matter, labels_do_not_matter, threads_agree, extended_is_whole,
    shards_are_whole, exact_questions, intervals_cover,
)  # fmt: skip
