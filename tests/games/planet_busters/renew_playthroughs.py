"""Golden playthroughs: `python -m tests.games.planet_busters.renew_playthroughs` writes them anew."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from balance.games.planet_busters.narrate import narrate
from tests.games.planet_busters.games import Run

FOLDER = Path(__file__).parent / "playthroughs"


@dataclass(frozen=True)
class Playthrough:
    """One told game: its players and seed."""

    policies: tuple[str, ...]
    seed: int
    path: Path


def _two(name: str, other: str, seed: int) -> Playthrough:
    return Playthrough((name, other), seed, FOLDER / f"{name}.txt")


PLAYTHROUGHS = {
    "greedy": _two("greedy", "greedy", 1),
    "raider": _two("raider", "greedy", 2),
    "turtle": _two("turtle", "raider", 3),
    "buster": _two("buster", "greedy", 4),
    "hoarder": _two("hoarder", "greedy", 5),
    "random_legal": _two("random_legal", "random_legal", 6),
    "pass": _two("pass", "greedy", 7),
    "four": Playthrough(("greedy", "raider", "turtle", "buster"), 8, FOLDER / "four.txt"),
}


def told_game(playthrough: Playthrough) -> list[str]:
    """All lines of game 0, with positions."""
    run = Run({}, playthrough.policies, games=1, seed=playthrough.seed)
    lines: list[str] = []
    for line in narrate(run.ruleset, playthrough.policies, run.told(0)[1]):
        lines.append(f"{line.step}. {line.text}")
        lines += [f"    {row}" for row in line.board.splitlines()]
    return lines


def main() -> None:
    """Write all playthroughs."""
    FOLDER.mkdir(exist_ok=True)
    for playthrough in PLAYTHROUGHS.values():
        playthrough.path.write_text("\n".join(told_game(playthrough)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
