"""Sentences a designer can use about one run: side against seat, and what stopped the capped games."""

from __future__ import annotations

import numpy as np

from balance.games.contract import Finding, RunData
from balance.games.star_command.stalls import explain

_SETUP_KEYS = ("setup.rangers", "setup.zurg")
_NEXT = "repeat with another policy and another set-up; no side verdict holds for all of them"


def findings(data: RunData) -> list[Finding]:
    """Findings of one arm: who is favoured by side and by turn order, dead cards, capped games."""
    return [_side_and_seat(data), _dead_cards(data), *explain(data)]


def _players(data: RunData) -> str:
    return " against ".join(dict.fromkeys(player.policy for player in data.players))


def _side_and_seat(data: RunData) -> Finding:
    columns = data.columns("winner_side", "first_won")
    decided = int(np.sum(columns["winner_side"] >= 0))
    side, side_low, side_high = data.share(int(np.sum(columns["winner_side"] == 0)), decided)
    first, first_low, first_high = data.share(int(np.sum(columns["first_won"] == 1)), decided)
    side_gap, first_gap = abs(side - 0.5), abs(first - 0.5)
    larger = (
        "The side matters more than the first move"
        if side_gap > first_gap
        else "The first move matters more than the side"
    )
    clear = (side_low > 0.5 or side_high < 0.5) and (side_high - side_low) / 2 < abs(side_gap - first_gap)
    return Finding(
        title=f"{larger}, with {_players(data)}",
        text=(
            f"Rangers win {side:.1%} [{side_low:.1%}, {side_high:.1%}] of the {decided:,} decided games, the first player "
            f"{first:.1%} [{first_low:.1%}, {first_high:.1%}]. The two are separate effects: who moves first is drawn, "
            "whatever the side."
        ),
        strength="clear" if clear else "not shown",
        evidence=f"{decided:,} decided of {data.games:,} games, set-ups {data.ruleset[_SETUP_KEYS[0]]} and "
        f"{data.ruleset[_SETUP_KEYS[1]]}",
        assumed=_SETUP_KEYS,
        next_step=_NEXT,
    )


def _dead_cards(data: RunData) -> Finding:
    columns = data.columns("dead_drawn_rangers", "dead_drawn_zurg", "winner_side")
    gap = columns["dead_drawn_rangers"].astype(np.int64) - columns["dead_drawn_zurg"]
    rangers_won = columns["winner_side"] == 0
    told = []
    for word, chosen in (("fewer than", gap < 0), ("as many as", gap == 0), ("more than", gap > 0)):
        n = int(np.sum(chosen))
        share, low, high = data.share(int(np.sum(rangers_won & chosen)), n)
        told.append(f"{share:.1%} [{low:.1%}, {high:.1%}] of {n:,} games where they drew {word} Zurg")
    return Finding(
        title="Do dead cards decide games?",
        text=f"Rangers win {'; '.join(told)}. A dead card is one marked for the other side.",
        strength="likely",
        evidence=f"{data.games:,} games",
        next_step='compare with cards.faction_cards = "redraw" and "removed" on the same seeds',
    )
