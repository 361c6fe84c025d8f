"""Speed, measured and never asserted: `make bench`. Rates are per core; games are played warm, on one thread."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from balance.app.compare_variants import CompareOptions, CompareOutcome, compare_variants
from balance.app.open_scenario import metric_names, open_scenario
from balance.app.run_scenario import Options, run_scenario
from balance.app.watch import Silent
from balance.engine.seating import seat_plan
from balance.engine.table import lay_table
from balance.games import registry
from balance.games.contract import PlayerChoice
from balance.kit.jit import kernel
from balance.kit.streams import new_luck, roll, start_streams, streams_dtype
from balance.scenario.load import load_text

PLAYED = [
    ("astronuts", 4, "colonist", {}, 6000), ("astronuts", 2, "colonist", {}, 12000),
    ("planet_busters", 2, "greedy", {}, 1000), ("planet_busters", 4, "greedy", {}, 500),
    ("star_command", 2, "hunter", {}, 2000), ("star_command", 2, "greedy", {}, 2000),
    ("red_alert", 2, "greedy", {}, 1000), ("red_alert", 2, "planet_holder", {}, 1000),
]  # fmt: skip


@pytest.mark.parametrize(("game", "seats", "policy", "rules", "games"), PLAYED, ids=lambda v: str(v))
def test_games_per_second(benchmark, game: str, seats: int, policy: str, rules: dict, games: int) -> None:
    if game not in registry.known():
        pytest.skip("not there")
    found = registry.find(game)
    ruleset = found.load_ruleset.get()(rules, {}, seats)
    table = lay_table(found, ruleset, seat_plan([PlayerChoice(policy)] * seats, seats, "rotate"), 2026)
    table.play(0, 20)
    benchmark.extra_info["games"] = games
    benchmark.pedantic(table.play, (0, games), rounds=5)
    if benchmark.stats is not None:
        rate = games / benchmark.stats.stats.median
        benchmark.extra_info["games_per_second"] = round(rate)
        sys.stderr.write(f"\n{game}, {seats} seats, {policy}: {rate:,.0f} games a second on one core\n")


@kernel
def _many(streams, n):
    total = 0
    for _ in range(n):
        total += roll(streams, 0, 6)
    return total


def test_a_die(benchmark) -> None:
    streams = np.zeros(1, streams_dtype(1)).view(np.recarray)[0]
    start_streams(streams, new_luck(1), 0)
    _many(streams, 10)
    benchmark.pedantic(_many, (streams, 1_000_000), rounds=5)


def test_a_thousand_games_with_report(benchmark, tmp_path: Path) -> None:
    scenario = open_scenario("astronuts/declaration", {"run.games": 1000})
    names = iter(range(10_000))

    def run() -> None:
        run_scenario(scenario, Options("astronuts/declaration", tmp_path, f"r{next(names)}"), Silent())

    run()
    benchmark.pedantic(run, rounds=3)


HALF_A_POINT = """format = 1
game = "astronuts"
title = "Half a point"
question = "Is a share near one half, and half a point off, decided soon?"
[run]
games = 4_000_000
seed = 2026
[[seat]]
policy = "colonist"
count = 2
[[variant]]
id = "one"
title = "A failed declaration gives one action"
rules.declare_fail = "one"
"""


def test_half_a_point_is_decided(benchmark, tmp_path: Path) -> None:
    """The true shift of the first seat's share, about -0.46 points, is outside the margin of 0.2 points."""
    scenario = load_text(HALF_A_POINT, registry.find, metric_names, "half", None, {})
    names = iter(range(10_000))
    found: list[CompareOutcome] = []

    def decide() -> None:
        run = Options("half", tmp_path, f"r{next(names)}")
        wanted = CompareOptions(run, metrics=("win_share[seat=1]",), margin=0.002, until_decided=True)
        found.append(compare_variants(scenario, wanted, Silent()))

    benchmark.pedantic(decide, rounds=2)
    item = next(item for item in found[-1].compared if item.metric.name == "win_share[seat=1]")
    sys.stderr.write(f"\nhalf a point: {item.result.verdict} at {100 * item.result.difference:+.2f} points\n")


@pytest.mark.parametrize(
    "arguments", [["--help"], ["check", "astronuts/declaration"], ["odds", "astronuts", "declaration"]]
)
def test_start_up(benchmark, arguments: list[str]) -> None:
    def start() -> None:
        subprocess.run([sys.executable, "-m", "balance", *arguments], check=True, capture_output=True, env=os.environ)

    start()
    benchmark.pedantic(start, rounds=5)
