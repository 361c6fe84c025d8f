"""Monte Carlo balance analyser for tabletop games.

From a notebook::

    import balance

    run = balance.run("astronuts/declaration", games=20_000)
    run.metrics                     # DataFrame: estimate, low, high, numerator, denominator per metric
    run.outcomes(["rounds"])        # DataFrame: one row per game
    balance.compare("astronuts/five-four").differences
    balance.odds("astronuts", "declaration", time_warp=True)

Everything heavy is imported when it is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from balance._version import VERSION as __version__  # noqa: N811

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd

    from balance.app.notebook import ComparedRun, PlayedRun
    from balance.scenario.model import Scenario

__all__ = ["__version__", "compare", "load_scenario", "odds", "run"]


def load_scenario(source: str, **settings: Any) -> Scenario:
    """Load a shipped scenario ("game/name") or a TOML file; `settings` replace values of [run], e.g. games=1000."""
    from balance.app.notebook import load

    return load(source, settings)


def run(source: str, out: Path | str | None = None, **settings: Any) -> PlayedRun:
    """Play a scenario; the run folder goes to `out` (a temporary folder unless given)."""
    from balance.app.notebook import play

    return play(source, out, settings)


def compare(source: str, out: Path | str | None = None, **settings: Any) -> ComparedRun:
    """Play the baseline against every variant of a scenario on the same luck."""
    from balance.app.notebook import compare_all

    return compare_all(source, out, settings)


def odds(game: str, table: str, **settings: Any) -> pd.DataFrame:
    """An exact table; cells are Fractions where the value is rational."""
    from balance.app.notebook import odds_frame

    return odds_frame(game, table, settings)
