"""Planet Busters by Tom Wham and James M. Ward: GAME is all the rest of the house needs."""

from pathlib import Path

from balance.games.contract import Game, Lazy

_HERE = "balance.games.planet_busters"

GAME = Game(
    id="planet_busters",
    title="Planet Busters",
    version=1,
    seats=(2, 3, 4),
    summary="Two to four star empires draw ships, planets and tricks from a bag and raid each other until peace is drawn.",
    home=Path(__file__).parent,
    ledger=Lazy(f"{_HERE}.ruleset:load_ledger"),
    policies=Lazy(f"{_HERE}.ruleset:load_policies"),
    outcome=Lazy(f"{_HERE}.state:OUTCOME"),
    load_ruleset=Lazy(f"{_HERE}.ruleset:load_ruleset"),
    load_players=Lazy(f"{_HERE}.ruleset:load_players"),
    kernels=Lazy(f"{_HERE}.kernel.playout:KERNELS"),
    desk=Lazy(f"{_HERE}.desk:DESK"),
    default_policy="greedy",
)
