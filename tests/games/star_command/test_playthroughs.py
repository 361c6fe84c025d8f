"""Golden playthroughs replay line by line; a told game is the same game as the row of a range."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.contract import PlayerChoice
from balance.games.star_command.events import EVENTS
from balance.games.star_command.kernel.playout import KERNELS
from balance.games.star_command.ruleset import load_players, load_policies, load_ruleset
from balance.games.star_command.state import OUTCOME_DTYPE
from balance.kit.streams import new_luck
from balance.kit.trace import new_trace, trace_rows
from tests.games.star_command.desk_helpers import new_tally, play
from tests.games.star_command.renew_playthroughs import FOLDER, GAMES, as_text, tell

pytestmark = pytest.mark.kernel


@pytest.mark.parametrize("name", GAMES)
def test_playthrough(name: str) -> None:
    told = as_text(tell(name)[0]).splitlines()
    kept = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    for number, (now, before) in enumerate(zip(told, kept), start=1):
        assert now == before, f"{name}.txt, line {number}"
    assert len(told) == len(kept)


def test_there_is_a_playthrough_of_every_policy() -> None:
    assert set(GAMES) == set(load_policies().policies)


def test_a_replay_is_the_game_of_the_range() -> None:
    rows, _ = play({}, ("hunter", "random"), 8, seed=99)
    ruleset = load_ruleset({}, {}, 2)
    players = load_players(ruleset, [PlayerChoice("hunter"), PlayerChoice("random")])
    for game in range(8):
        alone = np.zeros(1, OUTCOME_DTYPE).view(np.recarray)
        trace = new_trace()
        seating = np.array([[0, 1], [1, 0]], np.int8)[game % 2]
        KERNELS.play_one(ruleset.record, players, seating, new_luck(99), game // 2, alone[0], new_tally(), trace)
        assert alone[0].tobytes() == rows[game].tobytes()
        assert all(0 <= row[0] < len(EVENTS) for row in trace_rows(trace))


def test_a_range_does_not_depend_on_where_it_starts() -> None:
    rows, _ = play({}, ("turtle", "sniper"), 10)
    for first in (1, 4, 7):
        part, _ = play({}, ("turtle", "sniper"), 3, first=first)
        assert part.tobytes() == rows[first : first + 3].tobytes()
