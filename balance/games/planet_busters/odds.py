"""The exact tables of Planet Busters: `balance odds planet_busters NAME` (section j of the rules reference)."""

from __future__ import annotations

from collections.abc import Mapping

from balance.games.contract import OddsTable
from balance.games.planet_busters import odds_assault, odds_deck, odds_lasers

ODDS: Mapping[str, OddsTable] = {
    table.name: table for table in (*odds_lasers.TABLES, *odds_assault.TABLES, *odds_deck.TABLES)
}
