"""A complete game of one page, kept outside the package the way a user's own game is: every seat rolls once.

Highest roll wins, equal highest share. A seat's player may add a bonus (weight `bonus`); the rule `seat_bonus` favours
seat 1; with `cap` a game whose best roll is 1 counts as capped. The tests of engine, report and command line play it.
"""

from pathlib import Path

from balance.games.contract import Game, Lazy

GAME = Game(
    id="tiny",
    title="Tiny",
    version=1,
    seats=(2, 3),
    summary="Everybody rolls once, the highest roll wins.",
    home=Path(__file__).parent,
    ledger=Lazy("tests.tiny.rules:ledger"),
    policies=Lazy("tests.tiny.rules:policies"),
    outcome=Lazy("tests.tiny.rules:OUTCOME"),
    load_ruleset=Lazy("tests.tiny.rules:load_ruleset"),
    load_players=Lazy("tests.tiny.rules:load_players"),
    kernels=Lazy("tests.tiny.kernel:KERNELS"),
    desk=Lazy("tests.tiny.desk:DESK"),
    default_policy="plain",
)
