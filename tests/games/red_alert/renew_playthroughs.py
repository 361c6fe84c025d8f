"""Write the golden playthroughs anew: `python -m tests.games.red_alert.renew_playthroughs`. Read the diff before committing."""

from __future__ import annotations

from pathlib import Path

from balance.games.red_alert.narrate import narrate

from .tables import POLICIES, traced

HERE = Path(__file__).parent / "playthroughs"
BLOCKS = {"random_legal": 4, "greedy": 1, "raider": 2, "standoff": 3, "gunline": 5, "planet_holder": 6}
BATTLES = {"gunline": "supply_base"}


def playthrough(policy: str) -> str:
    """One game of a policy against itself, told line by line, boards included, with its outcome row."""
    battle = BATTLES.get(policy, "planet_skirmish")
    ruleset, row, rows = traced([policy], BLOCKS[policy], {"max_turns": 60}, {"battle": battle})
    lines = [f"{policy} against {policy}, {battle}, seed 11, block {BLOCKS[policy]}"]
    for line in narrate(ruleset, [policy, policy], rows):
        lines.append(f"{line.step:>4} {line.text}")
        if line.board:
            lines += [f"     {text}" for text in line.board.splitlines()]
    totals = {name: row[name].tolist() for name in ("winner", "turns", "vp", "elim", "stars_gained", "stars_spent")}
    return "\n".join([*lines, f"     {totals}"]) + "\n"


def main() -> None:
    """Renew all files."""
    HERE.mkdir(exist_ok=True)
    for policy in POLICIES:
        (HERE / f"{policy}.txt").write_text(playthrough(policy), encoding="utf-8")


if __name__ == "__main__":
    main()
