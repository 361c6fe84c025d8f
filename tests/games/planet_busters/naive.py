"""The naive twin of Planet Busters: a slow simulator in plain Python, written from the rules reference alone.

It shares no code with the kernel; the two agree row by row (test_twin.py). `play` gives one game's outcome as a mapping
from flat column name to value. Rooms: naive_pieces (what there is), naive_chance (draws), naive_world (table, deck,
melds), naive_fleet (units, fuel), naive_battle, naive_late, naive_fire, naive_after (a battle), naive_turn (a
player-turn), naive_mind, naive_engine, naive_random (decisions), naive_record (the outcome).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.games.planet_busters.naive_chance import SLOT, Chance
from tests.games.planet_busters.naive_engine import Engine
from tests.games.planet_busters.naive_mind import Mind
from tests.games.planet_busters.naive_random import Pass, Random
from tests.games.planet_busters.naive_record import Recorder
from tests.games.planet_busters.naive_turn import finish_with_treaty, play_turn
from tests.games.planet_busters.naive_world import CAPPED, World
from tests.kit.naive_philox import Luck, NaiveStreams

BRAINS: Mapping[str, type[Mind]] = {"engine": Engine, "random_legal": Random, "pass": Pass}


def new_world(
    values: Mapping[str, Any], weights: Sequence[Mapping[str, Any]], luck: tuple[int, tuple[int, int, int]], block: int
) -> World:
    """A table with its players; nothing is drawn yet."""
    seed, repeats = luck
    chance = Chance(NaiveStreams(Luck(seed, *repeats), block, SLOT + 1))
    world = World(values, len(weights), chance)
    for player, own in zip(world.players, weights):
        player.mind = BRAINS[own["brain"]](world, player, own)
    return world


def play(
    values: Mapping[str, Any],
    _setup: Mapping[str, Any],
    players: Sequence[tuple[str, Mapping[str, Any]]],
    luck: tuple[int, tuple[int, int, int]],
    block: int,
    seating: Sequence[int],
) -> dict[str, int | float]:
    """One game. `players`: (policy name, value of every weight); seat s is taken by players[seating[s]]."""
    world = new_world(values, [players[who][1] for who in seating], luck, block)
    recorder = Recorder(world)
    world.set_up()
    if values["opening_meld"]:
        for seat in world.seats_from(world.first):
            if world.treaty_drawer < 0:
                world.players[seat].mind.meld_phase()
    if world.treaty_drawer >= 0:
        finish_with_treaty(world)
    while world.end_reason < 0:
        if world.turn == values["max_turns"]:
            world.end_reason = CAPPED
            break
        world.turn += 1
        world.chance.begin_turn(world.turn)
        play_turn(world, (world.first + world.turn - 1) % world.n)
        world.check()
        recorder.after_turn()
    return recorder.row()
