"""A tiny game with a ledger, policies and a set-up, so that the loader can be tested without any real game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from balance.errors import InputError, Problem, UserError
from balance.games.contract import Chart, Column, Desk, Game, OutcomeSpec, PlayerChoice
from balance.kit.ledger import Ledger, Ruleset
from balance.kit.policybook import PolicyBook

HOME = Path(__file__).parent / "fake"
BOARDS = ("small", "large")


class Given:
    """Stands for `Lazy`: the thing is already there."""

    def __init__(self, thing: Any) -> None:
        self.thing = thing

    def get(self) -> Any:
        return self.thing


def load_ledger() -> Ledger:
    return Ledger.read(HOME / "ruleset.toml")


def load_policies() -> PolicyBook:
    return PolicyBook.read(HOME / "policies.toml")


def load_ruleset(rules: Mapping[str, Any], setup: Mapping[str, Any], seats: int) -> Ruleset:
    problems: list[Problem] = []
    resolved = None
    try:
        resolved = load_ledger().resolve(rules)
    except InputError as error:
        problems += error.problems
    board = setup.get("board", "small")
    if isinstance(board, dict):
        problems += _board_problems(board)
    elif board not in BOARDS:
        problems.append(Problem(("setup", "board"), f"board {board!r} is unknown", ", ".join(BOARDS), code="choice"))
    if problems:
        raise InputError(problems=problems)
    assert resolved is not None
    return Ruleset("fake", seats, resolved.values, resolved.changed, {"board": board}, record=None)


def _board_problems(board: Mapping[str, Any]) -> list[Problem]:
    rows = board.get("rows")
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        return [Problem(("setup", "board", "rows"), "rows is a list of texts", code="type")]
    return [
        Problem(("setup", "board", "rows", number), f"row {row!r} has another width than the first", code="length")
        for number, row in enumerate(rows)
        if len(row) != len(rows[0])
    ]


def load_players(ruleset: Ruleset, players: Sequence[PlayerChoice]) -> Any:
    book = load_policies()
    return [book.resolve(player.policy, player.weights) for player in players]


OUTCOME = OutcomeSpec(
    dtype=np.dtype([("ending", np.int8), ("win", np.float32, (4,)), ("turns", np.int16)]),
    columns=(Column("ending", "how it ended"), Column("win", "wins", labels=("win_1", "win_2", "win_3", "win_4"))),
    tally=np.dtype([("rolls", np.int64)]),
    length="turns",
)

CHARTS = tuple(Chart(name, name, "?", lambda axes, data: "") for name in ("seat_balance", "length"))

GAME = Game(
    id="fake", title="Fake Game", version=1, seats=(2, 3, 4), summary="for tests", home=HOME,
    ledger=Given(load_ledger), policies=Given(load_policies), outcome=Given(OUTCOME),
    load_ruleset=Given(load_ruleset), load_players=Given(load_players), kernels=Given(None),
    desk=Given(Desk(narrate=lambda *_: [], charts=CHARTS)), default_policy="cautious", setup_keys=("board",),
)  # fmt: skip


def find_game(game_id: str) -> Game:
    if game_id != "fake":
        raise UserError(f"no game is called {game_id!r}", hint="Known: fake", code="unknown-game")
    return GAME


def metric_names(game: Game, seats: int, players: Sequence[PlayerChoice], seating: str) -> list[str]:
    return [*(f"win_share[seat={seat + 1}]" for seat in range(seats)), "ties", "caps", "length"]
