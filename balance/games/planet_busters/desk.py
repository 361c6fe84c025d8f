"""The presentation side of Planet Busters in one place."""

from __future__ import annotations

from balance.games.contract import Desk
from balance.games.planet_busters.charts import CHARTS
from balance.games.planet_busters.checks import exact_checks
from balance.games.planet_busters.claims import findings
from balance.games.planet_busters.claims_compared import comparison_findings
from balance.games.planet_busters.kernel.log import EVENTS
from balance.games.planet_busters.metrics import METRICS
from balance.games.planet_busters.narrate import narrate
from balance.games.planet_busters.odds import ODDS

DESK = Desk(
    narrate=narrate,
    events=EVENTS,
    metrics=METRICS,
    odds=ODDS,
    charts=CHARTS,
    exact_checks=exact_checks,
    findings=findings,
    comparison_findings=comparison_findings,
)
