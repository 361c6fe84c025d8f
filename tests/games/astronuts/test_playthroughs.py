"""Golden playthroughs replay line by line, one per policy."""

from __future__ import annotations

import pytest

from balance.games.astronuts.ruleset import load_policies
from tests.games.astronuts.renew_playthroughs import FOLDER, GAMES, told_game

pytestmark = pytest.mark.kernel


@pytest.mark.parametrize("name", GAMES)
def test_playthrough(name: str) -> None:
    told = told_game(name)
    kept = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    for number, (now, before) in enumerate(zip(told, kept, strict=False), start=1):
        assert now == before, f"{name}.txt, line {number}"
    assert len(told) == len(kept)


def test_there_is_a_playthrough_of_every_policy() -> None:
    assert set(GAMES) == set(load_policies().policies)
