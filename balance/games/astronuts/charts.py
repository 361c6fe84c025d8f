"""The figures of an AstroNuts report, in the order a designer wants to read them (section 11 of the spec).

Win share by seat (C4) and length by ending (C5) are the charts every game has.
"""

from __future__ import annotations

import numpy as np

from balance.games.astronuts import charts_game as game
from balance.games.astronuts import charts_odds as odds
from balance.games.astronuts.checks import EDGES
from balance.games.contract import Chart, RunData


def _declared(data: RunData) -> bool:
    return int(data.tally.decl_roll.sum()) > 0


def _duels(data: RunData) -> bool:
    return len(game.fixed_declarations(data)) > 1


def _landings(data: RunData) -> bool:
    return int(np.sum(data.tally.fate_hit)) >= 2000 and int(np.sum(data.tally.fate_hit_by_winner)) > 0


def _technologies(data: RunData) -> bool:
    names = [f"tech_round_{c}_{seat + 1}" for c in "rpoy" for seat in range(data.seats)]
    return sum(int((column > 0).sum()) for columns in data.chunks(*names) for column in columns.values()) >= 400


def _attacks(data: RunData) -> bool:
    return any(int(data.tally.attack[edge + 3, 0].sum()) >= odds.ENOUGH_ATTACKS for edge in EDGES)


def _few_players(data: RunData) -> bool:
    return len(data.player_labels) <= 4  # more whiskers than that cannot be told apart


CHARTS: tuple[Chart, ...] = (
    Chart("declaration_risk", "Mean against risk", "Which declaration is worth its risk?", odds.declaration_risk,
          applies=_declared),
    Chart("declaration_duel", "Fixed declarations", "Does the best declaration by mean also win?",
          game.declaration_duel, applies=_duels),
    Chart("actions_at_least", "At least k actions", "How likely are at least k actions?", odds.actions_at_least,
          applies=_declared),
    Chart("race", "The race", "How does the race run?", game.race, applies=_few_players),
    Chart("actions_spent", "Where actions go", "What do players spend their actions on?", game.actions_spent, wide=True),
    Chart("technology_lift", "Technologies", "Which technology is overpowered?", game.technology_lift,
          applies=_technologies),
    Chart("attack_success", "Attacks", "Is attacking worth it?", odds.attack_success, applies=_attacks),
    Chart("fate_winner", "Fate", "Which fate entries decide games?", odds.fate_winner, wide=True, applies=_landings),
)  # fmt: skip
