"""Quantiles of the game length: in every summary, in the key figures, and before and after in a comparison."""

import json
from pathlib import Path

import numpy as np

from balance.app.compare_variants import CompareOptions, compare_variants
from balance.app.run_scenario import Options
from balance.app.watch import Silent
from balance.engine.run_folder import RunFolder

NAMES = ["length[p10]", "length[median]", "length[p90]"]
VARIANT = '\n[[variant]]\nid = "eight"\nrules.sides = 8\n'


def test_a_run_tells_quantiles_wherever_it_tells_the_mean(tiny, tmp_path: Path) -> None:
    outcome = tiny.run(tmp_path)
    lengths = np.sort(RunFolder.read(outcome.folder).read_columns("baseline", ["rounds"])["rounds"])
    metrics = json.loads((outcome.folder / "summary.json").read_text())["arms"][0]["metrics"]
    for name, share in zip(NAMES, (0.1, 0.5, 0.9), strict=True):
        value = metrics[name]
        assert value["estimate"] == lengths[int(np.ceil(share * len(lengths))) - 1]
        assert value["low"] <= value["estimate"] <= value["high"] and value["unit"] == "rounds"
        assert value["numerator"] == (lengths <= value["estimate"]).sum() and value["denominator"] == len(lengths)
    names = [row.split(",")[0] for row in (outcome.folder / "summary.csv").read_text().splitlines()]
    assert names[names.index("length") + 1 :][:3] == NAMES
    shown = f"| Game length (rounds), median | {metrics['length[median]']['estimate']:.0f} | ["
    assert shown in (outcome.folder / "summary.md").read_text()
    assert "Game length (rounds), 90 % quantile" in outcome.report.read_text()


def test_games_of_a_block_count_as_one(tiny, tmp_path: Path) -> None:
    """Two seatings of one block may be alike, so the interval is that of half as many games."""
    from balance.stats.quantiles import Histogram, quantile

    outcome = tiny.run(tmp_path, rules__sides=20, run__games=400)
    rounds = RunFolder.read(outcome.folder).read_columns("baseline", ["rounds"])["rounds"]
    wanted = quantile(Histogram().add(rounds), 0.5, independent=200)
    found = next(item.value for item in outcome.files.measured if item.name == "length[median]")
    assert (found.low, found.high) == (wanted.low, wanted.high)


def test_a_comparison_shows_lengths_before_and_after(tiny, tmp_path: Path) -> None:
    options = CompareOptions(Options("tiny", tmp_path, "c", threads=1))
    outcome = compare_variants(tiny.scenario(VARIANT), options, Silent())
    lengths = json.loads((outcome.folder / "compare.json").read_text())["lengths"]
    assert {arm: list(found) for arm, found in lengths.items()} == {"baseline": NAMES, "eight": NAMES}
    assert lengths["eight"]["length[median]"]["estimate"] > lengths["baseline"]["length[median]"]["estimate"]
    assert "Median game length: baseline " in (outcome.folder / "compare.md").read_text()
    assert "Game length, before and after" in (outcome.folder / "report.html").read_text()
    arms = json.loads((outcome.folder / "summary.json").read_text())["arms"]
    assert all(set(NAMES) <= set(arm["metrics"]) for arm in arms)
