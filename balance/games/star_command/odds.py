"""The exact tables of Star Command: `balance odds star_command NAME` (section j of the rules reference)."""

from __future__ import annotations

from collections.abc import Mapping

from balance.games.contract import OddsTable
from balance.games.star_command import odds_board, odds_cards, odds_opening

ODDS: Mapping[str, OddsTable] = {
    table.name: table for part in (odds_cards, odds_board, odds_opening) for table in part.TABLES
}
