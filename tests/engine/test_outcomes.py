import numpy as np
import pytest

from balance.engine.outcomes import Counts, add_digests, check_spec, count, flat_columns, rows_digest
from balance.errors import BugError
from balance.games.contract import Column, OutcomeSpec
from tests.tiny.rules import OUTCOME


def some_rows(n: int = 12):
    rows = np.zeros(n, OUTCOME.dtype).view(np.recarray)
    rows.win[:, 0] = 1
    rows.win[:, 2] = -1
    rows.rounds = np.arange(n)
    return rows


def test_endings_are_counted_apart() -> None:
    rows = some_rows()
    rows.win[3] = (0.5, 0.5, -1)
    rows.ending[5] = 1
    assert count(rows, 2, 0) == Counts(10, 1, 1, 0)
    assert count(rows, 2, 0).games == 12


@pytest.mark.parametrize("spoil", [("ending", 2), ("win", (1, 1, -1)), ("win", (0, 0, -1)), ("ending", 7)])
def test_an_impossible_row_is_a_bug_with_a_replay_command(spoil) -> None:
    rows = some_rows()
    rows[spoil[0]][4] = spoil[1]
    with pytest.raises(BugError) as caught:
        count(rows, 2, 100)
    assert "replay" in caught.value.hint


def test_flat_columns_name_every_element() -> None:
    flat = flat_columns(some_rows(), OUTCOME)
    assert list(flat) == [name for column in OUTCOME.columns for name in column.names()]
    assert flat["win_3"].tolist() == [-1] * 12


def test_digests_add_up_however_rows_are_cut_and_see_every_byte() -> None:
    rows = some_rows()
    whole = rows_digest(rows, 40)
    for cut in range(1, 12):
        assert add_digests([rows_digest(rows[:cut], 40), rows_digest(rows[cut:], 40 + cut)]) == whole
    assert rows_digest(rows, 41) != whole
    swapped = rows.copy()
    swapped[[2, 3]] = swapped[[3, 2]]
    assert rows_digest(swapped, 40) != whole
    for field in ("rounds", "end_reason", "ending"):
        changed = rows.copy()
        changed[field][7] += 1
        assert rows_digest(changed, 40) != whole


def test_columns_must_fit_the_record() -> None:
    check_spec(OUTCOME)
    wrong = OutcomeSpec(OUTCOME.dtype, (*OUTCOME.columns[:-1], Column("nothing", "")), OUTCOME.tally, "rounds")
    with pytest.raises(BugError):
        check_spec(wrong)
    short = (*OUTCOME.columns[:1], Column("win", "", labels=("win_1",)), *OUTCOME.columns[2:])
    with pytest.raises(BugError):
        check_spec(OutcomeSpec(OUTCOME.dtype, short, OUTCOME.tally, "rounds"))
