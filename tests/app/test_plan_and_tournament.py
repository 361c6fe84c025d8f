import json
from pathlib import Path

import pytest

from balance.app.plan_run import Wanted, plan_run
from balance.app.run_scenario import Options
from balance.app.tournament import as_json, cap_note, tournament, write_pairings
from balance.app.watch import Silent
from balance.errors import UserError

VARIANT = "\n[[variant]]\nid = 'bonus'\nrules.seat_bonus = 1\n"


def test_a_plan_keeps_its_word(tiny, tmp_path: Path) -> None:
    """Playing the planned number of games gives the planned width."""
    scenario = tiny.scenario()
    wanted = Wanted(0.01, 0.01, 0.8, watched=False)
    rows = plan_run(scenario, wanted, ["win_share[seat=1]"], 1, Silent())
    games = rows[0].plan.games
    assert rows[0].plan.few_games <= games <= rows[0].plan.many_games
    outcome = tiny.run(tmp_path, run__games=games)
    share = next(item for item in outcome.files.measured if item.name == "win_share[seat=1]")
    assert 0.0093 < share.value.half_width < 0.0107


def test_a_plan_knows_variants_and_what_pairing_saves(tiny) -> None:
    scenario = tiny.scenario(VARIANT)
    rows = plan_run(scenario, Wanted(0.01, 0.01, 0.8, False), ["win_share[seat=1]"], 1, Silent())
    assert [row.variant for row in rows] == [None, "bonus"]
    assert rows[1].pilot.pairing_gain > 1.2
    assert rows[1].plan.games < rows[1].plan.separate_games


def test_looking_costs_games(tiny) -> None:
    scenario = tiny.scenario()
    plain, watched = (
        plan_run(scenario, Wanted(0.01, 0.01, 0.8, flag), ["win_share[seat=1]"], 1, Silent())[0].plan.games
        for flag in (False, True)
    )
    assert plain < watched


def test_a_tournament_ranks_and_pairs(tiny, tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    path.write_text(tiny.text)
    pairings = tournament(str(path), [], Options("my.toml", tmp_path / "out"), Silent())
    assert pairings.players == ("plain", "lucky")
    assert [pairings.players[i] for i in pairings.ranking()] == ["lucky", "plain"]
    one, other = pairings.table[0][1], pairings.table[1][0]
    assert one is not None and other is not None
    assert one.estimate + other.estimate == pytest.approx(1)
    assert one.high < 0.5 < other.low
    assert write_pairings(pairings).stat().st_size > 1000
    assert json.loads(json.dumps(as_json(pairings)))["pairs"][0]["against"] == "lucky"


def test_a_tournament_counts_capped_games_of_every_pair_mirrors_included(tiny, tmp_path: Path) -> None:
    """With `cap` a game whose best roll is 1 is capped: that takes two rolls of 1 and no bonus."""
    path = tmp_path / "my.toml"
    path.write_text(tiny.text + "\n[rules]\ncap = true\nsides = 4\n")
    pairings = tournament(str(path), [], Options("my.toml", tmp_path / "out"), Silent())
    assert pairings.pairs() == [(1, 1), (1, 0), (0, 0)]
    plain, mixed = pairings.caps[0][0], pairings.caps[0][1]
    assert plain.low < 1 / 16 < plain.high and plain.denominator == mixed.denominator / 2 == 2000
    assert pairings.stopped() == [(0, 0)] and mixed.numerator == pairings.caps[1][1].numerator == 0
    assert "the other pairs" in cap_note(pairings) and "under 0.19%" in cap_note(pairings)
    told = as_json(pairings)["caps"][2]
    assert told["player"] == told["against"] == "plain" and told["capped"] == plain.numerator
    assert f"cap {plain.estimate:.1%}" in write_pairings(pairings).read_text()


def test_unknown_policies_are_refused_with_the_nearest(tiny, tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    path.write_text(tiny.text)
    with pytest.raises(UserError) as caught:
        tournament(str(path), ["luky"], Options("my.toml", tmp_path), Silent())
    assert "'lucky'" in caught.value.hint
    with pytest.raises(UserError, match="at least two"):
        tournament(str(path), ["lucky"], Options("my.toml", tmp_path), Silent())
