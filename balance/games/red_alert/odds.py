"""The exact tables of Red Alert: `balance odds red_alert NAME` (section j of the spec)."""

from __future__ import annotations

from collections.abc import Mapping

from balance.games.contract import OddsTable
from balance.games.red_alert import odds_cards, odds_dice, odds_duels

_PARTS = (odds_dice, odds_cards, odds_duels)

ODDS: Mapping[str, OddsTable] = {table.name: table for part in _PARTS for table in part.TABLES}
