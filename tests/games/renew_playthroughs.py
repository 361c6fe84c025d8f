"""Rewrite the golden playthroughs of every game. `make playthroughs`."""

import importlib
import sys

from balance.games import registry

if __name__ == "__main__":
    for game in sys.argv[1:] or registry.known():
        sys.stderr.write(f"{game}\n")
        importlib.import_module(f"tests.games.{game}.renew_playthroughs").main()
