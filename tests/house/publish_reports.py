"""Write the published reports of all shipped scenarios: pages and summaries; no raw outcomes. `make reports`."""

import shutil
import sys
import tempfile
from pathlib import Path

from balance.app.compare_sources import compare_sources
from balance.app.compare_variants import CompareOptions, compare_variants
from balance.app.open_scenario import open_scenario
from balance.app.run_scenario import Options, run_scenario
from balance.app.watch import Silent
from balance.scenario.find import shipped

PUBLISHED = Path(__file__).parents[2] / "reports" / "published"
PAIRS = {"planet_busters/two-player": "planet_busters/four-player"}  # scenarios a claim sets side by side (C6)
KEPT = ("report.html", "summary.json", "summary.md", "compare.json", "compare.md")


def publish(name: str) -> None:
    """Run a scenario, and compare its variants when it has some, and the scenario it is set beside."""
    scenario = open_scenario(name)
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder)
        run = run_scenario(scenario, Options(name, out, "run"), Silent())
        keep(run.folder, PUBLISHED / name)
        if scenario.variants:
            options = CompareOptions(Options(name, out, "compare"))
            keep(compare_variants(scenario, options, Silent()).folder, PUBLISHED / name / "compare")
        if name in PAIRS:
            options = CompareOptions(Options(name, out, "pair"))
            pair = compare_sources((name, PAIRS[name]), options, Silent())
            keep(pair.folder, PUBLISHED / name / f"compare-{PAIRS[name].rpartition('/')[2]}")


def keep(folder: Path, target: Path) -> None:
    """Copy what a reader opens; the pictures are inside the page."""
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    for file in KEPT:
        if (folder / file).exists():
            shutil.copy(folder / file, target / file)


if __name__ == "__main__":
    for scenario_name in sys.argv[1:] or shipped():
        sys.stderr.write(f"{scenario_name}\n")
        publish(scenario_name)
