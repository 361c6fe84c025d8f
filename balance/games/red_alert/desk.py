"""The presentation side of Red Alert in one place."""

from __future__ import annotations

from balance.games.contract import Desk
from balance.games.red_alert.charts import CHARTS
from balance.games.red_alert.checks import exact_checks
from balance.games.red_alert.findings import findings
from balance.games.red_alert.mapview import draw_map
from balance.games.red_alert.metrics import METRICS
from balance.games.red_alert.narrate import EVENT_LIST, narrate
from balance.games.red_alert.odds import ODDS

DESK = Desk(
    narrate=narrate,
    events=EVENT_LIST,
    metrics=METRICS,
    odds=ODDS,
    charts=CHARTS,
    exact_checks=exact_checks,
    findings=findings,
    map_picture=draw_map,
)
