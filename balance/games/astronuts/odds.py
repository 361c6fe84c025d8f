"""The exact tables of AstroNuts: `balance odds astronuts NAME` (section 13 of the rules reference)."""

from __future__ import annotations

from collections.abc import Mapping

from balance.games.astronuts import odds_bets, odds_combat, odds_dash, odds_fate
from balance.games.contract import OddsTable

ODDS: Mapping[str, OddsTable] = {
    table.name: table for table in (*odds_bets.TABLES, *odds_combat.TABLES, *odds_fate.TABLES, *odds_dash.TABLES)
}
