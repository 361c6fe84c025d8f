"""Red Alert: fleet engagements around planet groups."""

from pathlib import Path

from balance.games.contract import Game, Lazy

_HERE = "balance.games.red_alert"

GAME = Game(
    id="red_alert",
    title="Red Alert",
    version=1,
    seats=(2,),
    summary="Fleet engagements around planet groups: hexes, line of sight, special dice, command and combat cards.",
    home=Path(__file__).parent,
    ledger=Lazy(f"{_HERE}.ruleset:load_ledger"),
    policies=Lazy(f"{_HERE}.ruleset:load_policies"),
    outcome=Lazy(f"{_HERE}.state:SPEC"),
    load_ruleset=Lazy(f"{_HERE}.ruleset:load_ruleset"),
    load_players=Lazy(f"{_HERE}.ruleset:load_players"),
    kernels=Lazy(f"{_HERE}.kernel.playout:KERNELS"),
    desk=Lazy(f"{_HERE}.desk:DESK"),
    default_policy="greedy",
    setup_keys=("battle", "map", "side", "unit_type", "command_card", "combat_card"),
)
