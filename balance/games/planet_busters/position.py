"""The Spheres as the told game shows them: who has what in orbit and in the middle."""

from __future__ import annotations

from collections.abc import Mapping

from balance.games.planet_busters import state as s
from balance.games.planet_busters.kernel import log
from balance.kit.ledger import Ruleset


class Replica:
    """Follows the trace; knows what everybody at the table could know, and what lies face down."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.names = ruleset.extra["pieces"]
        self.kind = [int(k) for k in ruleset.record.kind]
        self.orbit: list[list[int]] = [[] for _ in range(ruleset.seats)]
        self.worlds: list[list[int]] = [[] for _ in range(ruleset.seats)]
        self.fleet: list[int] = []
        self.up: set[int] = set()
        self.chosen: set[int] = set()  # melded face up: they stay so after a battle (PB-18)
        self.spied: set[int] = set()  # turned up by a Spy of this turn: face down again at its end (PB-21)
        self.refaces = bool(ruleset["reface_after_battle"])

    def apply(self, event: str, seat: int, data: Mapping[str, int]) -> None:
        """Take one event in."""
        handler = getattr(self, f"_{event}", None)
        if handler is not None:
            handler(seat, **data)

    def is_up(self, piece: int) -> bool:
        """Does an orbit piece lie face up?"""
        return piece in self.up

    def picture(self) -> str:
        """One line per seat: points, planets, orbit (face-down pieces in brackets)."""
        lines = []
        for seat, (orbit, worlds) in enumerate(zip(self.orbit, self.worlds)):
            shown = [self.names[p] if p in self.up else f"[{self.names[p]}]" for p in sorted(orbit)]
            planets = " ".join(sorted(self.names[p].split()[-1] for p in worlds)) or "-"
            lines.append(f"seat {seat + 1}: planets {planets} | orbit {', '.join(shown) or '-'}")
        return "\n".join(lines)

    def _meld(self, seat: int, piece: int, face_up: int) -> None:
        (self.worlds if self.kind[piece] == s.PLANET else self.orbit)[seat].append(piece)
        for shown in (self.up, self.chosen):  # a piece of the second deck may have been seen in the first
            shown.discard(piece)
            if face_up:
                shown.add(piece)

    def _turn(self, seat: int, **_: int) -> None:
        self.up -= self.spied
        self.spied.clear()

    def _reveal(self, seat: int, piece: int, why: int) -> None:
        self.up.add(piece)
        if why == log.BY_SPY:
            self.spied.add(piece)

    def _pair(self, seat: int, piece: int, target: int) -> None:
        self.spied.discard(target)

    def _unit(self, seat: int, piece: int, tow: int) -> None:
        for member in (piece, tow):
            if member >= 0:
                self._leave(member)
                self.chosen.discard(member)
                self.fleet.append(member)

    def _screening(self, seat: int, drone: int, piece: int) -> None:
        self.up.add(drone)

    def _loss(self, seat: int, piece: int, cause: int) -> None:
        self._leave(piece)

    def _mutiny(self, seat: int, piece: int, target: int, die: int, success: int) -> None:
        if success:
            self._leave(target)

    def _captured(self, seat: int, planet: int, foe: int) -> None:
        self.worlds[foe].remove(planet)
        self.worlds[seat].append(planet)

    def _bust(self, seat: int, piece: int, planet: int, die: int, hit: int) -> None:
        if hit:
            for worlds in self.worlds:
                if planet in worlds:
                    worlds.remove(planet)

    def _joins(self, seat: int, piece: int, why: int) -> None:
        self._leave(piece)
        if self.kind[piece] == s.PLANET:
            self.worlds[seat].append(piece)
            return
        self.orbit[seat].append(piece)
        self.up.discard(piece)
        self.chosen.discard(piece)
        if self.kind[piece] in (s.COLUMBIA, s.BETA):
            self.up.add(piece)

    def _home(self, seat: int, foe: int, units: int, lost: int, foe_lost: int) -> None:
        home = [p for p in self.fleet if self.kind[p] not in (s.BUSTER, s.DRONE)]
        self.orbit[seat] += home
        self.fleet.clear()
        if self.refaces:
            kept = {p for p in self.orbit[foe] if p in self.chosen or self.kind[p] in (s.COLUMBIA, s.BETA)}
            self.up -= {*home, *self.orbit[foe]} - kept
        else:
            self.up |= set(home)

    def _leave(self, piece: int) -> None:
        for pieces in (*self.orbit, *self.worlds, self.fleet):
            if piece in pieces:
                pieces.remove(piece)
