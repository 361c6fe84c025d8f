"""Golden playthroughs: one told game per policy. `python -m tests.games.astronuts.renew_playthroughs` rewrites them."""

from __future__ import annotations

from pathlib import Path

from balance.engine.seating import seat_plan
from balance.engine.table import lay_table
from balance.games.astronuts import GAME
from balance.games.contract import PlayerChoice

FOLDER = Path(__file__).parent / "playthroughs"
SEED = 2026
GAMES = {  # file -> (policies by seat, rules, setup)
    "colonist": (("colonist", "colonist", "colonist", "colonist"), {}, {}),
    "prospector": (("prospector", "colonist"), {}, {}),
    "raider": (("raider", "colonist", "raider"), {}, {}),
    "engineer": (("engineer", "colonist"), {}, {"board": "compact25"}),
    "cautious": (("cautious", "gambler"), {}, {"board": "long45"}),
    "gambler": (("gambler", "raider"), {"asteroids": True, "astroholes": True}, {}),
    "random_legal": (("random_legal", "random_legal"), {"goal_colonies": 3}, {"board": "tiny5"}),
}


def told_game(name: str) -> list[str]:
    """All lines of game 0, positions included."""
    policies, rules, setup = GAMES[name]
    ruleset = GAME.load_ruleset.get()(rules, setup, len(policies))
    plan = seat_plan([PlayerChoice(policy) for policy in policies], len(policies), "fixed")
    table = lay_table(GAME, ruleset, plan, SEED)
    lines: list[str] = []
    for line in GAME.desk.get().narrate(ruleset, policies, table.traced(0)[1]):
        lines.append(f"{line.step}. {line.text}")
        lines += [f"    {row}" for row in line.board.splitlines()]
    return lines


def main() -> None:
    """Rewrite every file."""
    FOLDER.mkdir(exist_ok=True)
    for name in GAMES:
        (FOLDER / f"{name}.txt").write_text("\n".join(told_game(name)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
