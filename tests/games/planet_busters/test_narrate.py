"""The told game: golden playthroughs, line by line, and the told position against the row."""

from __future__ import annotations

import pytest

from balance.games.planet_busters import GAME
from balance.games.planet_busters import state as s
from balance.games.planet_busters.kernel import log
from balance.games.planet_busters.narrate import narrate
from balance.games.planet_busters.position import Replica
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
            int(row.seat[4, seat]) for seat in (0, 1)
        ]
        told |= {line.event for line in lines}
    rare = {"nothing", "skip", "strike", "idle", "bust", "mutiny", "revolt", "spy", "halley", "contest", "tow"}
    assert {event.name for event in log.EVENTS} - rare <= told


def test_pictures_show_face_up_what_lies_face_up() -> None:
    """PB-18, PB-21, PB-74: a Screen seen in battle, a piece a Spy saw, a piece of the second deck are hidden again."""
    run = Run({}, ("greedy", "greedy"), games=0)
    kinds = [int(kind) for kind in run.ruleset.record.kind]
    screen, shown, scout = kinds.index(s.SCREEN), kinds.index(s.SCREEN) + 1, kinds.index(s.SCOUT)
    replica = Replica(run.ruleset)

    def tell(event: int, seat: int, *values: int) -> None:
        replica.apply(log.EVENTS[event].name, seat, dict(zip(log.EVENTS[event].fields, values, strict=True)))

    for piece, face_up in ((screen, 0), (shown, 1), (scout, 0)):
        tell(log.MELD, 1, piece, face_up)
    tell(log.REVEAL, 1, screen, log.BY_PAIRING)
    tell(log.HOME, 0, 1, 0, 0, 0)
    assert [replica.is_up(piece) for piece in (screen, shown, scout)] == [False, True, False]
    tell(log.REVEAL, 1, scout, log.BY_SPY)
    assert replica.is_up(scout)
    tell(log.TURN, 1, 2, 1, 90, 5)
    assert not replica.is_up(scout)
    tell(log.REVEAL, 1, screen, log.BY_PAIRING)
    tell(log.LOSS, 1, screen, log.BY_LASER)
    tell(log.MELD, 0, screen, 0)
    assert not replica.is_up(screen)


def last_picture(lines: list) -> str:  # type: ignore[type-arg]
    """The position drawn at the end."""
    return next(line.board for line in reversed(lines) if line.event == "end")


def test_game_is_registered_with_its_desk() -> None:
    desk = GAME.desk.get()
    assert {"laser", "duel", "focus", "torpedo", "buster"} <= set(desk.odds)
    assert desk.events == log.EVENTS and len(desk.metrics) > 30 and desk.findings is not None
