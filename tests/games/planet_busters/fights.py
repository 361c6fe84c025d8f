"""Battles of real games read back from their traces: who fought whom, who was committed to fire, what was lost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from balance.games.planet_busters import state as s
from balance.games.planet_busters.kernel import log
from balance.games.planet_busters.kernel.playout import play_one
from balance.games.planet_busters.position import Replica
from balance.kit.trace import new_trace, trace_rows
from tests.games.planet_busters.games import Run

Rows = list[tuple[int, ...]]
FIRST, SECOND, THIRD = 2, 3, 4  # where a row keeps its values, after event and seat


@dataclass
class Fight:
    """One battle: `orbit` and `worlds` are the defender's pieces and the attacker's planets when it was declared."""

    seat: int
    foe: int
    orbit: list[int]
    worlds: int
    spied: bool  # a Spy was there first in this turn
    rows: Rows = field(default_factory=list)
    shown_screens: list[int] = field(default_factory=list)  # Screens face up when the field was tried

    def of(self, event: int, seat: int | None = None) -> Rows:
        """Rows of one event, of one seat if given."""
        return [row for row in self.rows if row[0] == event and seat in (None, row[1])]

    def has(self, *events: int) -> bool:
        """Did any of these happen?"""
        return any(row[0] in events for row in self.rows)

    def units(self) -> dict[int, int]:
        """Fleet units as declared, drones left out: piece and its tow (-1 without)."""
        return {row[FIRST]: row[SECOND] for row in self.of(log.UNIT)}

    def lost(self, until: int | None = None) -> set[int]:
        """Pieces no longer in the battle after the first `until` rows: destroyed, mutinied, turned back."""
        rows = self.rows[:until]
        gone = {row[FIRST] for row in rows if row[0] == log.LOSS}
        gone |= {row[FIRST] for row in rows if row[0] == log.STORM and row[4]}
        return gone | {row[SECOND] for row in rows if row[0] == log.MUTINY_ROLL and row[5]}


class Witness:
    """Plays games with a trace; `games` holds the rows of each, `fights` all battles, `tally` what the kernel counted."""

    def __init__(self, rules: Mapping[str, Any], policies: Sequence[str], games: int, seed: int = 31) -> None:
        run = Run(rules, policies, games=0, seed=seed)
        self.run, self.rules, self.tally = run, run.ruleset.record, run.tally
        self.kind = [int(code) for code in self.rules.kind]
        self.fire = [int(number) for number in self.rules.fire]
        self.defence = [int(number) for number in self.rules.defence]
        self.games = list(self._play(games))
        self.fights = [fight for rows in self.games for fight in self._fights(rows)]

    def _play(self, games: int) -> Iterator[Rows]:
        row = np.zeros(1, s.OUTCOME_DTYPE).view(np.recarray)[0]
        trace = new_trace()
        n = len(self.run.seatings)
        for game in range(games):
            trace.n = 0
            seating = self.run.seatings[game % n]
            play_one(self.rules, self.run.players, seating, self.run.luck, game, row, self.tally, trace)
            yield trace_rows(trace)

    def _fights(self, rows: Rows) -> Iterator[Fight]:
        replica, fight, spied = Replica(self.run.ruleset), None, False
        for row in rows:
            event = log.EVENTS[row[0]]
            if row[0] in (log.TURN, log.SPY_LOOKS):
                spied = row[0] == log.SPY_LOOKS
            if row[0] == log.ATTACK:
                foe = row[FIRST]
                fight = Fight(row[1], foe, list(replica.orbit[foe]), len(replica.worlds[row[1]]), spied)
            if hasattr(replica, f"_{event.name}"):
                replica.apply(event.name, row[1], dict(zip(event.fields, row[2:])))
            if fight is None:
                continue
            fight.rows.append(row)
            if row[0] == log.FIELD:
                screens = [piece for piece in fight.orbit if self.kind[piece] == s.SCREEN]
                fight.shown_screens = [piece for piece in screens if replica.is_up(piece)]
            elif row[0] == log.HOME:
                yield fight
                fight = None

    def shots_of(self, piece: int) -> tuple[int, ...]:
        """Battle numbers a unit without a tow fires with."""
        if self.kind[piece] == s.WHIRLER:
            return tuple(int(number) for number in self.rules.whirler_shots)
        return (self.fire[piece],)


@dataclass
class Group:
    """Units paired with one target of a fight: those committed to fire, in firing order, and whether it replies."""

    fight: Fight
    target: int
    drone: int  # on the target, -1 without one
    firing: list[int]
    replies_at: int  # unit the target is committed to fire at, -1 for none

    def shot(self, piece: int, at: int) -> int:
        """1 if the first roll of `piece` at piece `at` hit, 0 if it missed, -1 without a roll."""
        return next((row[7] for row in self.fight.of(log.SHOT) if row[FIRST] == piece and row[SECOND] == at), -1)


def plain_groups(witness: Witness, fight: Fight) -> Iterator[Group]:
    """Groups whose shots are all fixed by the commitments of PB-47: no tow, no buster at a colony, no
    late event, no chaff."""
    if fight.has(log.CHAFF_PLAYED) or any(tow >= 0 for tow in fight.units().values()):
        return
    if fight.of(log.SABOTAGE_ROLL, fight.seat) or fight.of(log.MUTINY_ROLL, fight.seat):
        return
    aims = {row[FIRST]: row[SECOND] for row in fight.of(log.AIM, fight.seat)}
    replies = {row[FIRST]: row[SECOND] for row in fight.of(log.AIM, fight.foe)}
    drones = {row[SECOND]: row[FIRST] for row in fight.of(log.SCREENING)}
    paired: dict[int, list[int]] = {}
    for row in fight.of(log.PAIR):
        paired.setdefault(row[SECOND], []).append(row[FIRST])
    for target, units in paired.items():
        if witness.rules.cls[target] == s.COLONY and any(witness.kind[unit] == s.BUSTER for unit in units):
            continue
        firing = [unit for unit in units if unit in aims]
        yield Group(fight, target, drones.get(target, -1), firing, replies.get(target, -1))


def field_stands(fight: Fight) -> bool:
    """Did a Screen stand, so that only Screens were fired at (PB-55)?"""
    return any(row[FIRST] for row in fight.of(log.FIELD))
