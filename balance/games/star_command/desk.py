"""The presentation side of Star Command in one place."""

from __future__ import annotations

from balance.games.contract import Desk
from balance.games.star_command.charts import CHARTS
from balance.games.star_command.checks import exact_checks
from balance.games.star_command.events import EVENTS
from balance.games.star_command.findings import findings
from balance.games.star_command.metrics import METRICS
from balance.games.star_command.narrate import narrate
from balance.games.star_command.odds import ODDS
from balance.games.star_command.stalls import explain_arms

DESK = Desk(
    narrate=narrate,
    events=EVENTS,
    metrics=METRICS,
    odds=ODDS,
    charts=CHARTS,
    exact_checks=exact_checks,
    findings=findings,
    comparison_findings=explain_arms,
)
