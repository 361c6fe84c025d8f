"""The told game: golden playthroughs, line by line, and the told position against the row."""

from __future__ import annotations

import pytest

from balance.games.planet_busters import GAME
from balance.games.planet_busters.kernel import log
from balance.games.planet_busters.narrate import narrate
from tests.games.planet_busters.games import Run
from tests.games.planet_busters.renew_playthroughs import PLAYTHROUGHS, told_game

pytestmark = pytest.mark.kernel


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_playthrough_is_told_as_before(name: str) -> None:
    """Renew with `python -m tests.games.planet_busters.renew_playthroughs` when the rules moved on purpose."""
    wanted = PLAYTHROUGHS[name].path.read_text(encoding="utf-8").splitlines()
    for line, (now, then) in enumerate(zip(told_game(PLAYTHROUGHS[name]), wanted, strict=True), 1):
        assert now == then, f"{name}, line {line}"


def test_every_event_can_be_told_and_the_end_fits_the_row() -> None:
    crowd = {"counts.tug": 6, "counts.reflector": 6, "counts.carrier": 8, "counts.screen_satellite": 6,
             "counts.chaff": 6, "counts.salvage_vessel": 6, "rear_area": "both"}  # fmt: skip
    run = Run(crowd, ("greedy", "random_legal"), games=8)
    told: set[str] = set()
    for game in range(8):
        row, rows = run.told(game)
        lines = narrate(run.ruleset, ["greedy", "random_legal"], rows)
        assert all(line.text and line.text[0].isupper() and line.text.endswith(".") for line in lines)
        assert [line.step for line in lines] == list(range(1, len(lines) + 1))
        scores = [line.data["points"] for line in lines if line.event == "score"]
        assert scores == [int(row.seat[0, 0]), int(row.seat[0, 1])]
        planets = [part.split("|")[0].split("planets ")[1].split() for part in last_picture(lines).splitlines()]
        assert [sum(int(v) for v in seat if v != "-") for seat in planets] == [
            int(row.seat[0, seat]) - int(row.seat[2, seat]) for seat in (0, 1)
        ]
        orbits = [part.split("orbit ")[1] for part in last_picture(lines).splitlines()]
        assert [0 if orbit == "-" else orbit.count(",") + 1 for orbit in orbits] == [
            int(row.seat[4, s]) for s in (0, 1)
        ]
        told |= {line.event for line in lines}
    rare = {"nothing", "skip", "strike", "idle", "bust", "mutiny", "revolt", "spy", "halley", "contest", "tow"}
    assert {event.name for event in log.EVENTS} - rare <= told


def last_picture(lines: list) -> str:  # type: ignore[type-arg]
    """The position drawn at the end."""
    return next(line.board for line in reversed(lines) if line.event == "end")


def test_game_is_registered_with_its_desk() -> None:
    desk = GAME.desk.get()
    assert {"laser", "duel", "focus", "torpedo", "buster"} <= set(desk.odds)
    assert desk.events == log.EVENTS and len(desk.metrics) > 30 and desk.findings is not None
