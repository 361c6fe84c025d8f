"""Claims to test (section n, C1..C18): what the designer and others say, measured in one run.

Every finding names the figure, its 95 % interval, the players it holds for, and the verdict: confirmed, refuted or
undecided. A claim about a change of rules needs a comparison (`claims_compared.py`); then the finding says which scenario
makes it.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from balance.games.contract import Finding, RunData
from balance.games.planet_busters import claims_game as game
from balance.games.planet_busters import claims_pieces as pieces
from balance.games.planet_busters.claim import UNDECIDED, Claim, as_finding, of_seats, percent, percent_points, under
from balance.games.planet_busters.lift import hit_lift, sent_lift

MAKERS: dict[int, Callable[[RunData], Claim | None]] = {
    1: game.c1, 2: game.c2, 3: game.c3, 4: game.c4, 5: game.c5, 6: game.c6, 7: game.c7, 8: game.c8, 9: pieces.c9,
    10: pieces.c10, 11: pieces.c11, 12: pieces.c12, 13: pieces.c13, 14: pieces.c14, 15: pieces.c15, 16: pieces.c16,
    17: pieces.c17, 18: game.c18,
}  # fmt: skip
FATES = (
    ("buster_through", "get through"), ("buster_hits", "destroy a planet"), ("buster_idle", "find nothing to attack"),
    ("buster_lost_to_fire", "are shot down"), ("buster_lost_to_torpedo", "fall to torpedoes"),
    ("buster_turned_back", "are turned back by comet or storm"),
)  # fmt: skip


def findings(data: RunData) -> list[Finding]:
    """The section "Claims to test" of the report, C1 to C18, and how busters fare."""
    found = [as_finding(measure(number, data), data) for number in MAKERS]
    busters = buster_worth(data)
    return found + ([busters] if busters is not None else [])


def measure(number: int, data: RunData) -> Claim:
    """Claim `number` in this run; undecided where nothing in it bears on the claim."""
    nothing = Claim(number, UNDECIDED, "Nothing in this run measures it.", "other rules, players or more games")
    return MAKERS[number](data) or nothing


def buster_worth(data: RunData) -> Finding | None:
    """How busters really fare, and how often seats win that sent one or destroyed a planet with one."""
    columns = data.columns("buster_sent", *(name for name, _ in FATES), *of_seats("busted_pts"))
    sent = columns["buster_sent"]
    if not sent.any():
        return None
    shares = {name: data.ratio(columns[name], sent, share=True) for name, _ in FATES}
    points = sum(float(np.maximum(columns[name], 0).sum()) for name in of_seats("busted_pts")) / int(sent.sum())
    fates = ", ".join(f"{percent(*shares[name])} {words}" for name, words in FATES)
    text = (
        f"Of {int(sent.sum()):,} busters sent {fates}; {points:.2f} points destroyed per buster. Win share less the average "
        f"of seats that sent one {percent_points(*sent_lift(data).interval())}, of seats that destroyed a planet "
        f"{percent_points(*hit_lift(data).interval())} (not only because of it). {under(data)}"
    )
    title = f"A buster sent destroys {points:.1f} points; {shares['buster_hits'][0]:.0%} destroy a planet."
    step = "hit-odds compares a player who keeps his busters, and torpedo-proof busters"
    return Finding(
        title, text, "clear", f"{data.games:,} games", ("torpedo_vs_busters", "buster_values"), step, "buster_odds"
    )
