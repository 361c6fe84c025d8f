from pathlib import Path

import numpy as np
import pytest

from balance.app.variance import Design, as_json, nested_table, variance
from balance.app.watch import Silent


def test_all_luck_of_the_tiny_game_is_in_the_dice(tiny) -> None:
    splits = variance(tiny.scenario(), Design(200, 3, 2), ["length"], 1, Silent())
    parts = {part.source: part.share for part in splits[0][1].parts}
    assert parts["dice"].estimate > 0.9
    assert parts["deal"].low < 0.1 and parts["noise"].estimate == pytest.approx(0, abs=1e-9)
    assert as_json(Design(200, 3, 2), splits)["metrics"][0]["metric"] == "length"


def test_a_nested_table_repeats_what_it_says(tiny) -> None:
    rows, _ = nested_table(tiny.scenario(), Design(4, 3, 2)).play(0, 24)
    rolls = np.asarray(rows["roll"])[:, 0].reshape(4, 3, 2)
    assert (rolls[:, :, 0] == rolls[:, :, 1]).all()  # the noise does not reach the dice
    assert len(np.unique(rolls)) > 2


def test_deals_repeated_in_a_run_are_the_independent_unit(tiny, tmp_path: Path) -> None:
    """Four plays of each deal: the unit is the deal, and games are rounded up to whole deals."""
    outcome = tiny.run(tmp_path, run__plays_per_deal=4, run__games=1001)
    assert outcome.games % 8 == 0 and outcome.games >= 1001
    share = next(item for item in outcome.files.measured if item.name == "win_share[seat=1]")
    assert share.value.low < 0.5 < share.value.high
