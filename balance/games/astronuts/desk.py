"""The presentation side of AstroNuts in one place."""

from __future__ import annotations

from balance.games.astronuts.charts import CHARTS
from balance.games.astronuts.checks import exact_checks
from balance.games.astronuts.findings import findings
from balance.games.astronuts.metrics import METRICS
from balance.games.astronuts.narrate import EVENTS, narrate
from balance.games.astronuts.odds import ODDS
from balance.games.contract import Desk

DESK = Desk(
    narrate=narrate,
    events=EVENTS,
    metrics=METRICS,
    odds=ODDS,
    charts=CHARTS,
    exact_checks=exact_checks,
    findings=findings,
)
