"""Levels of a comparison: every arm and headline figure with its own interval."""

from __future__ import annotations

from pathlib import Path

from balance.app.compare_variants import CompareOptions, compare_variants
from balance.app.run_scenario import Options
from balance.app.watch import Silent
from balance.report.levels import levels_table

VARIANT = "\n[[variant]]\nid = 'bonus'\nrules.seat_bonus = 1\n"


def test_every_arm_has_its_own_interval(tiny, tmp_path: Path) -> None:
    outcome = compare_variants(tiny.scenario(VARIANT), CompareOptions(Options("tiny", tmp_path, "c")), Silent())
    arms = {arm: view.measured for arm, view in outcome.files.page.arms.items()}
    table = levels_table(arms)
    assert [row[0] for row in table["rows"]] == ["baseline", "bonus"]
    at = table["columns"].index("Win share of seat 1")
    for row, measured in zip(table["rows"], arms.values(), strict=True):
        share = next(item for item in measured if item.name == "win_share[seat=1]")
        assert row[at] == share.value.text(percent=True) and "[" in row[at]
        assert row[at] in (outcome.folder / "report.html").read_text()
