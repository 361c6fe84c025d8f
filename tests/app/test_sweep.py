from pathlib import Path

import pytest

from balance.app.compare_variants import CompareOptions
from balance.app.open_scenario import open_scenario
from balance.app.run_scenario import Options
from balance.app.sweep import assumed_changes, read_dial, sensitivity, sweep
from balance.app.vary import ARMS_LIMIT
from balance.app.watch import Silent
from balance.cli.playing import parse_change
from balance.errors import UserError


@pytest.fixture
def source(tiny, tmp_path: Path) -> str:
    path = tmp_path / "my.toml"
    path.write_text(tiny.text.replace('"lucky"', '"plain"'))
    return str(path)


def options(tmp_path: Path) -> CompareOptions:
    return CompareOptions(Options("my.toml", tmp_path / "out"))


@pytest.mark.parametrize(
    ("text", "values"),
    [("rules.a=0:3", (0, 1, 2, 3)), ("rules.a=0:1:0.25", (0.0, 0.25, 0.5, 0.75, 1.0)), ("rules.a=x,y", ("x", "y")),
     ("rules.a=true,false", (True, False)), ("rules.a=5", (5,)), ("rules.a=-2:0", (-2, -1, 0))],
)  # fmt: skip
def test_dials_are_ranges_steps_or_lists(text: str, values: tuple) -> None:
    dial = read_dial(text, parse_change)
    assert (dial.key, dial.values) == ("rules.a", values)


@pytest.mark.parametrize(
    "text", ["rules.a", "rules.a=", "rules.a=3:1", "rules.a=0:1:0", "rules.a=a:b", "rules.a=1:2:3:4"]
)
def test_a_dial_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(UserError):
        read_dial(text, parse_change)


def test_a_sweep_shows_a_rule_at_work(source: str, tmp_path: Path) -> None:
    dial = read_dial("rules.seat_bonus=0:5", parse_change)
    outcome = sweep(source, [dial], ["win_share[seat=1]"], options(tmp_path), Silent())
    shares = [point.measured["win_share[seat=1]"].value.estimate for point in outcome.points]
    assert shares == sorted(shares) and shares[0] < 0.53 and shares[-1] > 0.98
    assert (outcome.compared.folder / "figures" / "sweep.svg").is_file()


def test_two_dials_make_a_grid(source: str, tmp_path: Path) -> None:
    dials = [read_dial(text, parse_change) for text in ("rules.seat_bonus=0:1", "rules.sides=4,6,8")]
    assert len(sweep(source, dials, [], options(tmp_path), Silent()).points) == 6


def test_a_value_out_of_range_is_refused_like_in_the_file(source: str, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="seat_bonus"):
        sweep(source, [read_dial("rules.seat_bonus=4:7", parse_change)], [], options(tmp_path), Silent())


def test_sensitivity_puts_the_largest_mover_first(tiny, tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    path.write_text(tiny.text.replace('"lucky"', '"plain"') + "\n[rules]\nsides = 2\n")
    swings, _ = sensitivity(str(path), None, options(tmp_path), Silent())
    assert [swing.key for swing in swings] == ["seat_bonus", "cap"]
    assert swings[0].moves[0][1] > 0.1


@pytest.mark.parametrize(
    "name",
    ["astronuts/first-seat", "planet_busters/two-player", "red_alert/skirmish", "star_command/side-and-seat"],
)
def test_sensitivity_of_every_game_fits_into_one_comparison(name: str) -> None:
    """Every assumed number of a game at every value worth trying."""
    changes, keys = assumed_changes(open_scenario(name, {}))
    assert keys and len(changes) <= ARMS_LIMIT
    assert "whirler_shots" in keys or not name.startswith("planet_busters")
