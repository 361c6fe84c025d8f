"""Positions for tests: pieces put where a test wants them, kernels called step by step with forced dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from balance.games.contract import PlayerChoice
from balance.games.planet_busters import state as s
from balance.games.planet_busters.kernel import muster, playout, sphere, supply
from balance.games.planet_busters.kernel.table import bench, new_state
from balance.games.planet_busters.ruleset import load_players, load_ruleset
from balance.kit import streams


class Position:
    """A table with empty racks and Spheres; every piece not placed lies in the deck."""

    def __init__(self, rules: Mapping[str, Any] | None = None, policies: Sequence[str] = ("greedy", "greedy"),
                 weights: Mapping[str, Any] | None = None) -> None:  # fmt: skip
        self.ruleset = load_ruleset(rules or {}, {}, len(policies))
        self.rules = self.ruleset.record
        self.players = bench(load_players(self.ruleset, [PlayerChoice(p, weights or {}) for p in policies]))
        self.st = new_state()
        self.tally = np.zeros(1, s.TALLY).view(np.recarray)[0]
        self.row = np.zeros(1, s.OUTCOME_DTYPE).view(np.recarray)[0]
        seating = np.arange(len(policies), dtype=np.int8)
        playout.set_up(self.st, self.rules, self.players, seating, streams.new_luck(7), 0, None)
        self._clear(len(policies))
        self.used: set[int] = set()

    def _clear(self, seats: int) -> None:
        for seat in range(seats):
            while self.st.rack_n[seat]:
                supply.rack_take(self.st, self.rules, seat, self.st.rack[seat, 0])
        self.st.turn, self.st.clock, self.st.round_no, self.st.seat = 1, self.st.clock + 1, 1, 0
        self.st.counts[s.DRAWS_TOTAL] = 0
        self.st.opening[:] = 0
        self.st.bound = -1
        playout.open_noise(self.st)

    def take(self, name: str) -> int:
        """Piece number of the next unused piece called `name`: a kind, or "planet 5", "fuel 7", "buster 3"."""
        kind, _, value = name.partition(" ")
        code = s.KINDS.index({"buster": "planet_buster", "colony": "colony_columbia"}.get(kind, kind))
        for p in range(int(self.rules.pieces)):
            if self.rules.kind[p] == code and p not in self.used and (not value or self.rules.value[p] == int(value)):
                self.used.add(p)
                self._out_of_deck(p)
                return p
        raise LookupError(name)

    def _out_of_deck(self, piece: int) -> None:
        st = self.st
        left = [int(p) for p in st.deck[st.deck_at : st.deck_n] if p != piece]
        st.deck[: len(left)] = left
        st.deck_at, st.deck_n = 0, len(left)

    def orbit(self, seat: int, *names: str, up: bool = False) -> list[int]:
        """Put pieces into the ring of `seat`, in this order."""
        pieces = [self.take(name) for name in names]
        for piece in pieces:
            sphere.ring_add(self.st, self.rules, seat, piece, int(up))
            sphere.enlist(self.st, seat, piece)
        return pieces

    def planets(self, seat: int, *values: int) -> list[int]:
        """Put planets into the Sphere of `seat`."""
        pieces = [self.take(f"planet {value}") for value in values]
        for piece in pieces:
            sphere.world_add(self.st, self.rules, seat, piece)
        return pieces

    def rack(self, seat: int, *names: str) -> list[int]:
        """Put pieces into the rack of `seat`."""
        pieces = [self.take(name) for name in names]
        for piece in pieces:
            supply.rack_add(self.st, self.rules, seat, piece)
        return pieces

    def deck(self, *names: str) -> list[int]:
        """Let the next draws be these pieces (`peace_treaty` too)."""
        pieces = []
        for name in names:
            piece = int(self.rules.treaty) if name == "peace_treaty" else self.take(name)
            if name == "peace_treaty":
                self.st.disc_n = 0
                self.st.treaty_in = 1
            pieces.append(piece)
        rest = [int(p) for p in self.st.deck[self.st.deck_at : self.st.deck_n]]
        self.st.deck[: len(pieces) + len(rest)] = pieces + rest
        self.st.deck_at, self.st.deck_n = 0, len(pieces) + len(rest)
        return pieces

    def attack(self, foe: int, ships: Sequence[int], tows: Mapping[int, int] | None = None,
               busters: Sequence[int] = ()) -> None:  # fmt: skip
        """Declare an attack of seat `st.seat` with these pieces (PB-23); nothing is paid yet."""
        st = self.st
        st.planet_left[0] = st.world_n[st.seat] * self.rules.planet_fuel
        st.leftover[0] = st.credit[st.seat]
        st.plan_n, st.shot_n = len(ships), len(busters)
        st.plan_piece[: len(ships)] = sorted(ships)
        for ship in ships:
            st.plan_tow[ship] = (tows or {}).get(ship, -1)
        st.shot[: len(busters)] = sorted(busters)
        muster.open_battle(st, self.rules, None, foe)

    def force(self, *results: int) -> None:
        """The next dice and torpedo numbers, in order of execution."""
        streams.force(self.st.streams, list(results))

    def spent(self) -> bool:
        """Have all forced results been used, and no more?"""
        return bool(self.st.streams.forced_at == self.st.streams.forced_n)

    def unit(self, piece: int) -> int:
        """Index of the fleet unit of `piece`."""
        return int(np.flatnonzero(self.st.u_piece[: self.st.un] == piece)[0])

    def target(self, piece: int) -> int:
        """Index of the target of `piece`."""
        return int(np.flatnonzero(self.st.t_piece[: self.st.tn] == piece)[0])

    def here(self, piece: int) -> bool:
        """Is the fleet unit or target of `piece` still in the battle?"""
        units, targets = self.st.u_piece[: self.st.un], self.st.t_piece[: self.st.tn]
        if piece in units:
            return bool(self.st.u_here[self.unit(piece)])
        return bool(piece in targets and self.st.t_here[self.target(piece)])

    def names(self, pieces: Sequence[int]) -> list[str]:
        """Kinds of pieces, sorted, for assertions."""
        return sorted(s.KINDS[int(self.rules.kind[p])] for p in pieces)

    def ring(self, seat: int) -> list[int]:
        """Pieces in the ring of `seat`."""
        return [int(p) for p in self.st.ring[seat, : self.st.ring_n[seat]]]

    def racked(self, seat: int) -> list[int]:
        """Pieces in the rack of `seat`."""
        return [int(p) for p in self.st.rack[seat, : self.st.rack_n[seat]]]

    def discards(self) -> list[int]:
        """The discard pile, oldest first, without the Treaty."""
        return [int(p) for p in self.st.disc[: self.st.disc_n] if p != self.rules.treaty]

    def worlds(self, seat: int) -> list[int]:
        """Values of the planets in the Sphere of `seat`."""
        return [int(self.rules.value[p]) for p in self.st.world[seat, : self.st.world_n[seat]]]

    def count(self, index: int) -> int:
        """A counter of the game."""
        return int(self.st.counts[index])
