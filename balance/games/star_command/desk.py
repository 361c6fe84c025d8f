"""The presentation side of Star Command in one place."""

from __future__ import annotations

from balance.games.contract import Desk
from balance.games.star_command.events import EVENTS
from balance.games.star_command.findings import findings
from balance.games.star_command.metrics import METRICS
from balance.games.star_command.narrate import narrate

DESK = Desk(narrate=narrate, events=EVENTS, metrics=METRICS, findings=findings)
