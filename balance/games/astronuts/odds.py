"""The exact tables of AstroNuts: `balance odds astronuts NAME` (section 13 of the rules reference)."""

from __future__ import annotations

from collections.abc import Mapping

from balance.games.astronuts import odds_bets, odds_combat, odds_dash, odds_deal, odds_fate
from balance.games.contract import OddsTable

_PARTS = (odds_bets, odds_combat, odds_fate, odds_dash, odds_deal)

ODDS: Mapping[str, OddsTable] = {table.name: table for part in _PARTS for table in part.TABLES}
