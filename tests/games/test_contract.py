"""One suite over every registered game: what the rest of the house relies on."""

from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from balance.app.open_scenario import open_scenario
from balance.app.tables import metrics_of, table_of
from balance.engine.chunks import Chunk
from balance.engine.outcomes import check_spec, rows_digest
from balance.engine.seating import seat_plan
from balance.engine.session import play_chunk, rows_changed
from balance.engine.table import lay_table
from balance.games import registry
from balance.games.contract import Game, PlayerChoice
from balance.kit.jit import is_compiled
from balance.kit.ledger import STATUSES
from balance.scenario.find import shipped

pytestmark = pytest.mark.kernel
GAMES = registry.known()
BLOCKS = 12 if is_compiled() else 1  # plain Python plays a game in a tenth of a second to some seconds


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return registry.find(request.param)


def table(game: Game, policy: str, seats: int, seed: int = 11):
    ruleset = game.load_ruleset.get()({}, {}, seats)
    return lay_table(game, ruleset, seat_plan([PlayerChoice(policy)] * seats, seats, "rotate"), seed)


def test_names_and_rooms(game: Game) -> None:
    assert game.id in GAMES and game.version >= 1 and game.title and game.summary
    assert (game.home / "README.md").is_file()
    assert game.default_policy in game.policies.get()().policies
    check_spec(game.outcome.get())
    assert files("balance") is not None and Path(str(game.home)).name == game.id


def test_the_ledger_is_complete(game: Game) -> None:
    for entry in game.ledger.get()().entries.values():
        assert entry.status in STATUSES and entry.source
        assert entry.meaning or entry.note or entry.rule, entry.key


def test_columns_say_what_they_are(game: Game) -> None:
    spec = game.outcome.get()
    names = [name for column in spec.columns for name in column.names()]
    assert len(names) == len(set(names))
    assert spec.length in names
    assert all(column.meaning for column in spec.columns)


@pytest.mark.parametrize("which", ["policies", "random"])
def test_every_policy_and_table_size_plays_sound_games(game: Game, which: str) -> None:
    for seats in game.seats:
        for policy in game.policies.get()().policies:
            if ("random" in policy) != (which == "random"):
                continue
            ready = table(game, policy, seats)
            part, _ = play_chunk(ready, metrics_of(ready), Chunk(0, 0, BLOCKS * ready.block_size))
            assert part.counts.games == BLOCKS * ready.block_size and part.counts.failed == 0
            assert np.isfinite(part.sums).all()


def test_a_game_alone_is_its_row_with_and_without_trace(game: Game) -> None:
    ready = table(game, game.default_policy, game.seats[-1])
    games = 6 if is_compiled() else 1
    rows, _ = ready.play(0, games)
    for number in range(games):
        alone, _ = ready.play_one(number, None)
        traced, trace = ready.traced(number)
        assert np.asarray(alone).tobytes() == np.asarray(rows[number]).tobytes()
        assert np.asarray(traced).tobytes() == np.asarray(rows[number]).tobytes()
        assert len(trace) > 3


def test_ranges_join(game: Game) -> None:
    ready = table(game, game.default_policy, game.seats[0])
    cut, last = (25, 40) if is_compiled() else (1, 2)
    whole, _ = ready.play(0, last)
    later, _ = ready.play(cut, last)
    assert rows_changed(whole[cut:], later) == 0
    assert rows_digest(whole[cut:], cut) == rows_digest(later, cut)


def test_tallies_add_up(game: Game) -> None:
    ready = table(game, game.default_policy, game.seats[0])
    cut, last = (7, 30) if is_compiled() else (1, 2)
    _, whole = ready.play(0, last)
    parts = [ready.play(a, b)[1] for a, b in ((0, cut), (cut, last))]
    for name in whole.dtype.names:
        assert np.array_equal(whole[name], parts[0][name] + parts[1][name])


def test_a_told_game_names_every_seat(game: Game) -> None:
    ready = table(game, game.default_policy, game.seats[0])
    _, rows = ready.traced(0)
    seats = [f"player {seat}" for seat in range(game.seats[0])]
    lines = game.desk.get().narrate(ready.ruleset, seats, rows)
    assert {line.seat for line in lines} >= set(range(game.seats[0]))
    assert all(line.text for line in lines)
    assert [line.step for line in lines] == sorted(line.step for line in lines)


def test_metrics_read_columns_that_exist(game: Game) -> None:
    spec = game.outcome.get()
    names = {name for column in spec.columns for name in column.names()}
    names |= {f"player_{seat}" for seat in range(1, 9)} | {f"win:{seat}" for seat in range(8)}
    for metric in game.desk.get().metrics:
        assert set(metric.columns) <= names, metric.name
        assert metric.meaning


def test_odds_tables_answer_with_their_defaults(game: Game) -> None:
    for name, odds in game.desk.get().odds.items():
        assert name == odds.name
        result = odds.compute({key: setting.value for key, setting in odds.settings.items()})
        assert result.rows and all(len(row) == len(result.columns) for row in result.rows), name


@pytest.mark.parametrize("name", sorted(shipped()))
def test_shipped_scenarios_load_and_play(name: str) -> None:
    if name.split("/")[0] not in GAMES:
        pytest.skip("the game is not there yet")
    scenario = open_scenario(name)
    assert scenario.question, "a shipped scenario asks a question"
    for arm in (scenario.baseline, *scenario.variants):
        ready = table_of(scenario, arm)
        if not is_compiled():
            continue  # a unit may be hundreds of games
        part, _ = play_chunk(ready, metrics_of(ready), Chunk(0, 0, 2 * ready.unit_size))
        assert part.counts.failed == 0
