"""Why a game hit the turn cap: reads the stall watch of a capped game and names the deadlock."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from balance.games.contract import CAPPED, ComparisonData, Finding, RunData
from balance.games.star_command.hands import idle_hands

COLUMNS = ("ending", "turns", "quiet_turns", "watched_turns", "repeats", "watched_idle", "units_left_rangers",
           "units_left_zurg", "block")  # fmt: skip
IDLE = "idle"
KINDS = {
    "lone leaders": "only the two leaders are left and keep out of each other's reach",
    "hand lock": "in half or more of the last quiet turns nobody moved or attacked, and the hands held no Move or Attack "
    "card a unit could use",
    "standoff": "in half or more of the last quiet turns nobody moved or attacked, with Move or Attack cards in hand: "
    "the players wait for each other",
    IDLE: "in half or more of the last quiet turns nobody moved or attacked; these games were not looked into",
    "loop": "the same positions come back: the players move to and fro",
    "avoidance": "units keep moving to new positions without a shot that both sides would allow",
    "slow game": "losses went on until the cap: the game was long, not stuck",
}
SLOW_UNDER = 16  # quiet turns below which the watch never ran
LOOKED_INTO = 200  # idle games per run whose hands are followed: some hundredths of a second each


def kind_of(game: Mapping[str, Any]) -> str:
    """Name of the deadlock of one capped game from its outcome columns; IDLE where only the hands can tell more."""
    if game["quiet_turns"] < SLOW_UNDER or game["watched_turns"] == 0:
        return "slow game"
    if game["units_left_rangers"] == 1 and game["units_left_zurg"] == 1:
        return "lone leaders"
    if 2 * game["watched_idle"] >= game["watched_turns"]:
        return IDLE
    return "loop" if 5 * game["repeats"] >= game["watched_turns"] else "avoidance"


def idle_kind(hands: Iterable[bool]) -> str:
    """Hand lock or standoff: `hands` tells of every idle turn whether a card could have been used by some unit."""
    usable = list(hands)
    return "hand lock" if usable and 2 * sum(usable) < len(usable) else "standoff"


def kinds_of(data: RunData, capped: Iterable[int], columns: Mapping[str, Any]) -> Iterator[tuple[int, str]]:
    """Game number and kind of every capped game; the first idle ones are played again to see the hands."""
    left = LOOKED_INTO
    for game in capped:
        kind = kind_of({name: columns[name][game] for name in COLUMNS})
        if kind == IDLE and left > 0:
            left -= 1
            kind = idle_kind(idle_hands(data.traced(game), data.ruleset.values, SLOW_UNDER))
        yield game, kind


def explain(data: RunData, arm: str = "") -> list[Finding]:
    """One finding on the capped games of a run: what kinds of deadlock, and how to replay one of each."""
    columns = data.columns(*COLUMNS)
    capped = [int(game) for game in np.flatnonzero(columns["ending"] == CAPPED)]
    if not capped:
        return []
    kinds = list(kinds_of(data, capped, columns))
    first = {kind: game for game, kind in reversed(kinds)}
    told = "; ".join(
        f"{count} x {kind} ({KINDS[kind]}), for example `{data.replay} {first[kind]}`"
        for kind, count in Counter(kind for _, kind in kinds).most_common()
    )
    share, low, high = data.share(len(capped), data.games)
    return [
        Finding(
            title=f"{f'{arm}: g' if arm else 'G'}ames the turn cap stopped, and why",
            text=f"{len(capped):,} of {data.games:,} games reached the turn cap. {told}.",
            strength="clear",
            evidence=f"{share:.5f} [{low:.5f}, {high:.5f}] of {data.games:,} games",
            assumed=("turn_cap",),
            next_step="replay one game of each kind; try turn_cap 600 and another stall_gain",
            id="stalls",
        )
    ]


def explain_arms(data: ComparisonData) -> list[Finding]:
    """The same for every arm of a comparison that has capped games."""
    arms = {"baseline": data.baseline, **data.variants}
    return [finding for arm, run in arms.items() for finding in explain(run, arm)]
