"""Why a game hit the turn cap: reads the stall watch of a capped game and names the deadlock."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np

from balance.games.contract import CAPPED, Finding, RunData

COLUMNS = ("ending", "turns", "quiet_turns", "watched_turns", "repeats", "watched_idle", "units_left_rangers",
           "units_left_zurg", "block")  # fmt: skip
KINDS = {
    "lone leaders": "only the two leaders are left and keep out of each other's reach",
    "hand lock": "half or more of the last quiet turns were idle: the hands hold nothing the players can or want to play",
    "loop": "the same positions come back: the players move to and fro",
    "avoidance": "units keep moving to new positions without a shot that both sides would allow",
    "slow game": "losses went on until the cap: the game was long, not stuck",
}
SLOW_UNDER = 16  # quiet turns below which the watch never ran


def kind_of(game: Mapping[str, Any]) -> str:
    """Name of the deadlock of one capped game, from its outcome columns."""
    if game["quiet_turns"] < SLOW_UNDER or game["watched_turns"] == 0:
        return "slow game"
    if game["units_left_rangers"] == 1 and game["units_left_zurg"] == 1:
        return "lone leaders"
    if 2 * game["watched_idle"] >= game["watched_turns"]:
        return "hand lock"
    return "loop" if 5 * game["repeats"] >= game["watched_turns"] else "avoidance"


def explain(data: RunData) -> list[Finding]:
    """One finding on the capped games of a run: what kinds of deadlock, and how to replay one of each."""
    columns = data.columns(*COLUMNS)
    capped = np.flatnonzero(columns["ending"] == CAPPED)
    if capped.size == 0:
        return []
    kinds = [kind_of({name: columns[name][g] for name in COLUMNS}) for g in capped]
    first = {kind: int(capped[kinds.index(kind)]) for kind in kinds}
    told = "; ".join(
        f"{count} x {kind} ({KINDS[kind]}), for example `balance replay FILE --game {first[kind]}`"
        for kind, count in Counter(kinds).most_common()
    )
    share, low, high = data.share(int(capped.size), data.games)
    return [
        Finding(
            title="Games the turn cap stopped, and why",
            text=f"{capped.size} of {data.games} games reached the turn cap. {told}.",
            strength="clear",
            evidence=f"{share:.5f} [{low:.5f}, {high:.5f}] of {data.games:,} games",
            assumed=("turn_cap",),
            next_step="replay one game of each kind; try turn_cap 600 and another stall_gain",
        )
    ]
