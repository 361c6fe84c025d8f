"""Runs of games against the exact checks (section j): every count lies within four standard deviations.

Seeds are fixed beforehand. Tables from one position played over and over are in `test_agreement_positions.py`; what the
tally does not count is measured inside games in `test_agreement_games.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import pytest

from balance.games.contract import PlayerChoice
from balance.games.planet_busters.checks import exact_checks
from tests.games.plain import statistics
from tests.games.planet_busters.agreement import FAR, off
from tests.games.planet_busters.games import Run

pytestmark = [pytest.mark.kernel, statistics]

CROWDED = {  # pieces that are rare in the box meet often, and there are many of them
    "counts.reflector": 5, "counts.whirler": 6, "counts.carrier": 6, "counts.tug": 6, "counts.salvage_vessel": 8,
    "counts.mines": 8, "counts.armored_satellite": 6, "counts.spy": 5, "counts.mutiny": 5, "counts.revolt": 5,
    "counts.sabotage": 5, "counts.meteor_storm": 4, "counts.scout": 4, "counts.zerstor": 4,
    "reflector_self_test": "flat", "torpedo_width": 2, "mines_rolls": 2, "mutiny_odds": 7, "meteor_odds": 3,
    "carrier_min_drones": 1,
}  # fmt: skip
COMMON: Mapping[str, int] = {  # least trials of each family of checks
    "laser at difference": 200_000, "buster and planet": 3_000, "buster and picket": 3_000, "number and planet": 20_000,
    "meteor": 30_000, "mutiny": 5_000, "revolt": 5_000, "sabotage": 5_000, "Spy": 30_000, "mines": 3_000,
    "carrier": 200_000, "torpedo hits": 100_000, "torpedo takes": 1_000, "number at the Reflector": 2_000, "tug": 400,
}  # fmt: skip
RARE: Mapping[str, int] = {**COMMON, "number at the Reflector": 20_000, "beam": 20_000, "tug": 2_000, "salvage": 2_000}


def family(name: str) -> str:
    """The kind of check a check's name belongs to."""
    words = name.split()
    if words[0] in ("buster", "number") and "," in words[1]:
        return f"{words[0]} and {words[2]}"
    if words[0] == "number":
        return "number at the Reflector"
    longer = {"laser": "laser at difference", "torpedo": f"torpedo {words[1]}", "unit": "mines"}
    return longer.get(words[0], words[0])


@pytest.mark.parametrize(("policies", "rules", "least"), [
    (("greedy", "turtle"), {}, COMMON), (("random_legal", "raider"), {}, COMMON), (("buster", "raider"), CROWDED, RARE),
], ids=["greedy-turtle", "random_legal-raider", "crowded"])  # fmt: skip
def test_counts_of_a_run(policies: tuple[str, str], rules: Mapping[str, Any], least: Mapping[str, int]) -> None:
    run = Run(rules, policies, games=4000, seed=20_29)
    players = [PlayerChoice(name) for name in policies]
    data = SimpleNamespace(tally=run.tally, ruleset=run.ruleset, players=players)
    trials = dict.fromkeys(least, 0)
    for check in exact_checks(data):  # type: ignore[arg-type]
        trials[family(check.name)] = trials.get(family(check.name), 0) + check.n
        assert abs(off(check.hits, check.n, check.exact)) < FAR, (check.name, check.hits, check.n, check.exact)
    assert {name: n for name, n in least.items() if trials[name] < n} == {}, trials
