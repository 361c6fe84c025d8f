"""Golden playthroughs: one told game per policy. `python -m tests.games.star_command.renew_playthroughs` rewrites them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from balance.games.contract import Line, PlayerChoice
from balance.games.star_command.kernel.playout import KERNELS
from balance.games.star_command.narrate import narrate
from balance.games.star_command.ruleset import load_players, load_ruleset
from balance.games.star_command.state import OUTCOME_DTYPE, TALLY
from balance.kit.streams import new_luck
from balance.kit.trace import new_trace, trace_rows

FOLDER = Path(__file__).parent / "playthroughs"
GAMES = {  # file -> (policies, rules, block); `pass` is told under a low cap, or it would fill 300 turns
    "greedy": (("greedy", "greedy"), {}, 3), "hunter": (("hunter", "hunter"), {}, 1), "turtle": (("turtle", "turtle"), {}, 2),
    "swarm": (("swarm", "swarm"), {}, 4), "sniper": (("sniper", "sniper"), {}, 5), "random": (("random", "random"), {}, 6),
    "pass": (("pass", "hunter"), {"turn_cap": 24}, 7),
}  # fmt: skip
SEED = 2026


def tell(name: str) -> tuple[list[Line], Any]:
    """The lines of one golden game and its outcome row."""
    policies, rules, block = GAMES[name]
    ruleset = load_ruleset(rules, {}, 2)
    players = load_players(ruleset, [PlayerChoice(policy) for policy in policies])
    rows = np.zeros(1, OUTCOME_DTYPE).view(np.recarray)
    tally = np.zeros(1, TALLY).view(np.recarray)[0]
    trace = new_trace()
    KERNELS.play_one(ruleset.record, players, np.array([0, 1], np.int8), new_luck(SEED), block, rows[0], tally, trace)
    return narrate(ruleset, policies, trace_rows(trace)), rows[0]


def as_text(lines: list[Line]) -> str:
    """One line per step; the position under each turn's heading."""
    parts = []
    for line in lines:
        parts.append(line.text)
        if line.board:
            parts.append(line.board)
    return "\n".join(parts) + "\n"


def main() -> None:
    """Rewrite every file."""
    FOLDER.mkdir(exist_ok=True)
    for name in GAMES:
        (FOLDER / f"{name}.txt").write_text(as_text(tell(name)[0]), encoding="utf-8")


if __name__ == "__main__":
    main()
