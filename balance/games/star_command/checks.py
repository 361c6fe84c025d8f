"""Counts of a run beside their exact chances: what must hold whatever the players do (section j)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from balance.games.contract import ExactCheck, RunData
from balance.games.star_command.odds_cards import (
    both_chance,
    counts_of,
    holds,
    hypergeometric,
    side_lines,
    side_may_use,
)
from balance.games.star_command.state import SIDE_NAMES


def exact_checks(data: RunData) -> list[ExactCheck]:
    """All counts of the run whose chance is known exactly, those that were tried at all."""
    found = [*_first_player(data), *_openings(data), *_set_ups(data)]
    return [check for check in found if check.n > 0]


def _first_player(data: RunData) -> Iterator[ExactCheck]:
    """SC-06: one draw per block."""
    if data.ruleset["first_player"] == "random":
        columns = data.columns("block", "first_side")
        _, at = np.unique(columns["block"], return_index=True)
        first = columns["first_side"][at]
        yield ExactCheck("Rangers move first (SC-06)", Fraction(1, 2), int((first == 0).sum()), len(first))


def games_per_block(data: RunData) -> int:
    """Games that share one deal: the seatings of a block."""
    return max(1, data.games // max(1, len(np.unique(data.columns("block")["block"]))))


def opening_cards(values: Mapping[str, Any]) -> int:
    """Cards drawn in the Orders Phase of turn 1 (SC-10)."""
    return int(values["first_turn_draw"] if values["first_turn_draw"] >= 0 else values["draw_per_turn"])


def _openings(data: RunData) -> Iterator[ExactCheck]:
    """Orders draw of turn 1: as many random cards of a fresh deck, whatever was dealt before (j2, j2b)."""
    rules, tally, again = data.ruleset.values, data.tally, games_per_block(data)
    counts = counts_of(rules)
    cards, deck = opening_cards(rules), sum(counts.values())
    dealt = 2 * rules["starting_hand"] + rules["second_player_bonus_cards"]
    if rules["cards.faction_cards"] == "redraw" or cards == 0 or dealt + cards >= deck:
        return
    for side, name in enumerate(SIDE_NAMES):
        n = int(tally.openings[side]) // again
        dead = sum(k for card, k in counts.items() if not side_may_use(card, side, rules))
        few = [hypergeometric(j, dead, cards, deck) for j in range(3)]
        for j, chance in enumerate((*few, 1 - sum(few, Fraction(0)))):
            word = f"{j}{' or more' if j == 3 else ''} dead cards in the first draw of {name} (SC-07)"
            yield ExactCheck(word, chance, int(tally.opening_dead[side, j]) // again, n)
        if rules["cards.faction_scope"] == "side":
            move, attack = side_lines(side, "M", rules), side_lines(side, "A", rules)
            for word, chance, hits in (
                ("no usable Move card", 1 - holds(move, cards, deck), tally.opening_no_move[side]),
                ("no usable Attack card", 1 - holds(attack, cards, deck), tally.opening_no_attack[side]),
                ("a usable Move and Attack card", both_chance(side, cards, rules), tally.opening_both[side]),
            ):
                yield ExactCheck(f"{word} in the first draw of {name} (j2b)", chance, int(hits) // again, n)


def leader_files(data: RunData, side: int) -> list[int]:
    """Files on which the leader may stand at set-up, all equally likely."""
    pattern = data.ruleset.setup[SIDE_NAMES[side]]
    if pattern == "random":
        return list(range(8))
    return [row.index("BZ"[side]) for row in (pattern["front"], pattern["back"]) if "BZ"[side] in row]


def gap_chances(data: RunData) -> list[Fraction]:
    """P(the leaders are g files apart at set-up), g = 0..7 (j6)."""
    ours, theirs = leader_files(data, 0), leader_files(data, 1)
    gaps = [abs(a - b) for a in ours for b in theirs]
    return [Fraction(gaps.count(g), len(gaps)) for g in range(8)]


def has_random_setup(data: RunData) -> bool:
    """Some side is set up at random and nobody reacts to what he sees (SC-04)."""
    patterns = [data.ruleset.setup[name] for name in SIDE_NAMES]
    return "random" in patterns and data.ruleset["setup.order"] == "blind"


def _set_ups(data: RunData) -> Iterator[ExactCheck]:
    if has_random_setup(data):
        again = games_per_block(data)
        gaps = np.asarray(data.tally.gap_at_setup)
        for g, chance in enumerate(gap_chances(data)):
            yield ExactCheck(f"leaders {g} files apart (j6)", chance, int(gaps[g]) // again, int(gaps.sum()) // again)
