"""The figures of a Star Command report, in the order a designer wants to read them (section i)."""

from __future__ import annotations

from balance.games.contract import Chart, RunData
from balance.games.star_command import charts_cards as cards
from balance.games.star_command import charts_game as game
from balance.games.star_command.checks import has_random_setup
from balance.games.star_command.state import LEADER_FLIPPED, LEADER_SHOT


def _some(data: RunData) -> bool:
    return data.games >= 30


def _decided(data: RunData) -> bool:
    return _some(data) and bool((data.columns("winner_side")["winner_side"] >= 0).any())


def _captured(data: RunData) -> bool:
    reasons = data.columns("end_reason")["end_reason"]
    return int(((reasons == LEADER_SHOT) | (reasons == LEADER_FLIPPED)).sum()) >= 30


def _several(data: RunData) -> bool:
    return len({player.policy for player in data.players}) > 1 and _decided(data)


def _fought(data: RunData) -> bool:
    return int(data.tally.unit_attacks.sum()) > 0


def _dealt(data: RunData) -> bool:
    return int(data.tally.card_drawn.sum()) > 0


def _attacked(data: RunData) -> bool:
    return int(data.tally.leader_attacks.sum()) >= 30


def _clogged(data: RunData) -> bool:
    return int(data.tally.dead_hands.sum()) > 0


def _besieged(data: RunData) -> bool:
    return bool(data.ruleset["cards.faction_cards"] != "redraw")


CHARTS: tuple[Chart, ...] = (
    Chart("sides", "Side and seat", "Who is favoured, and is it the side or the seat?", game.sides, applies=_decided),
    Chart("length", "Length of a game", "How long is a game?", game.length, wide=True, applies=_some),
    Chart("leader_hand", "A hand of cards as a shield", "Is a leader safe behind a hand of h cards?",
          cards.leader_hand, applies=_attacked),
    Chart("siege", "Siege clock", "How fast does a leader fall under fire?", cards.siege_clock, applies=_besieged),
    Chart("units", "What each unit is worth", "Which unit earns its place?", game.units, applies=_fought),
    Chart("cards_used", "Cards played and cards rotting", "Which cards rot?", cards.cards_used, wide=True, applies=_dealt),
    Chart("dead_hands", "Dead cards in hand", "How often does a dead card clog the hand?", cards.dead_hands,
          applies=_clogged),
    Chart("policies", "Policy against policy", "Which policy beats which?", game.policies, applies=_several),
    Chart("killer", "The killing shot", "Where does the killing shot come from?", game.killer, wide=True,
          applies=_captured),
    Chart("file_gap", "Leaders face to face", "Does set-up matter?", game.file_gap, applies=has_random_setup),
)  # fmt: skip
