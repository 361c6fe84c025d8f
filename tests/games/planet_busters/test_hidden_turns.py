"""Whole turns from two tables that differ only in what a player cannot see, with equal luck (k.5).

Covered, for every policy, `random_legal` included:

* bystanders and deck: every decision of mover and target in a turn, D1-D22, reads neither the racks and face-down
  pieces of players outside the battle nor the deck below what is drawn;
* the mover's view of all others (D1-D7, D11-D21): his decisions are the same up to the first thing that shows a
  difference (a piece turned up, a draw, an act of another player). For `random_legal` face-down mines stay in place:
  they are no legal target of Sabotage and Mutiny (PB-48), so that the list of legal targets itself gives them away;
* the target's view of the mover (D8-D10, D13, D15, D17, D20): events in his rack, and Reflectors, Screens and mines
  in his orbit, which no fleet takes along;
* the target's view of everything else the mover left at home (D8-D10, D13, D15, D17, D20): wherever another home gives
  the same fleet, the battle is told in the same words to its end.

D22 and D23 read nothing hidden by construction: all planets, and the end of the ring.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from balance.games.planet_busters import state as s
from balance.games.planet_busters.kernel import log
from tests.games.plain import games
from tests.games.planet_busters.told import Turn, played_again, told_turns
from tests.games.planet_busters.unseen import IN_ORBIT, copied, count_again, deal_anew, holding, places

pytestmark = pytest.mark.kernel
TABLES = (("greedy", "raider", "random_legal"), ("turtle", "buster", "hoarder"), ("random_legal", "greedy", "turtle"),
          ("raider", "hoarder", "buster", "random_legal"))  # fmt: skip
BUSY: dict[str, Any] = {"counts.carrier": 6, "counts.spy": 6, "counts.sabotage": 6, "counts.mutiny": 5, "counts.chaff": 6,
                        "counts.salvage_vessel": 4, "counts.tug": 5, "counts.screen_satellite": 4, "counts.mines": 4,
                        "counts.reflector": 4, "counts.revolt": 5}  # fmt: skip
# How many of a row's values its actor decides; the rest is dice and results.
DECIDED = {
    log.MELD: 2, log.SPY_LOOKS: 2, log.REVOLT_ROLL: 3, log.ATTACK: 2, log.UNIT: 2, log.PAY: 3, log.COUNTER_PLAYED: 2,
    log.HALLEY_COMES: 1, log.METEOR_COMES: 1, log.SABOTAGE_ROLL: 2, log.MUTINY_ROLL: 2, log.LAUNCH: 1, log.SCREENING: 2,
    log.WITHHELD: 1, log.PAIR: 2, log.AIM: 2, log.CHAFF_PLAYED: 1, log.SHOT: 2, log.STRIKE: 2, log.TORPEDO: 3,
    log.CAPTURE_AIM: 2, log.CAPTURE_SHOT: 2, log.BUST: 2, log.IDLE: 1, log.SALVAGE_PICK: 2, log.DISCARD: 1,
}  # fmt: skip
PIECES = ("piece", "target", "tow", "tug", "drone", "planet", "vessel", "wreck", "rival")
AT_HOME = (s.REFLECTOR, s.SCREEN, s.MINES)
FUEL_SOURCES = (s.TANKER, s.FUEL_STATION, s.MERCHANTMAN)


class View:
    """How one player can name pieces: by place while they are hidden from him, else by number."""

    def __init__(self, st: Any, rules: Any, seat: int) -> None:
        self.rules, self.seat, self.names = rules, seat, {}
        for other in range(st.seats):
            if other != seat:
                down = [(k, int(st.ring[other, k])) for k in range(st.ring_n[other])]
                self.names |= {piece: ("down", other, k) for k, piece in down if not st.up[piece]}
                self.names |= {int(p): ("rack", other) for p in st.rack[other, : st.rack_n[other]]}

    def name(self, field: str, value: int, shown: bool) -> Any:
        """A value of a row; with `shown` a hidden piece also gives away its kind, as it does on the table."""
        if field not in PIECES or value < 0:
            return value
        kind = int(self.rules.kind[value])
        if field == "wreck" and kind < s.PLANET:
            return s.KINDS[kind]  # two wrecks of a kind are the same to everybody
        place = self.names.get(value)
        if place is None:
            return value
        return (place, kind, int(self.rules.value[value])) if shown else place

    def seen(self, row: tuple[int, ...]) -> tuple[Any, ...]:
        """A whole row as everybody at the table could tell it."""
        fields = log.EVENTS[row[0]].fields
        return (*row[:2], *(self.name(f, v, True) for f, v in zip(fields, row[2:], strict=False)))

    def decided(self, row: tuple[int, ...]) -> tuple[Any, ...] | None:
        """What this player decided in a row, None if it is no decision of his."""
        if row[1] != self.seat or row[0] not in DECIDED:
            return None
        fields = log.EVENTS[row[0]].fields[: DECIDED[row[0]]]
        return (*row[:2], *(self.name(f, v, False) for f, v in zip(fields, row[2:], strict=False)))


def same_decisions(a: list[tuple[int, ...]], b: list[tuple[int, ...]], views: tuple[View, View]) -> Counter[int]:
    """Decisions of one player by event, compared up to the first row that shows him a difference."""
    met: Counter[int] = Counter()
    for left, right in zip(a, b, strict=False):
        mine = views[0].decided(left), views[1].decided(right)
        if any(mine) and left[1] == right[1]:
            assert mine[0] == mine[1], (left, right)
        met[left[0]] += any(mine)
        if views[0].seen(left) != views[1].seen(right):
            return met
    return met


def some_turns(seeds: int) -> Iterator[tuple[Turn, int]]:
    """Every fifth turn of some games, and a number for its luck."""
    for seed in range(seeds):
        for n, turn in enumerate(told_turns(BUSY, TABLES[seed % len(TABLES)], seed)):
            if n % 5 == seed % 5:
                yield turn, 1000 * seed + n


def involved(turn: Turn) -> set[int]:
    """The mover, whom he attacks, and whose pieces a Spy looks at."""
    foes = {row[2] for row in turn.rows if row[0] == log.ATTACK} | {
        row[3] for row in turn.rows if row[0] == log.SPY_LOOKS
    }
    return foes | {turn.seat}


def test_counting_again_changes_nothing_by_itself() -> None:
    for turn, _ in some_turns(games(8, 1)):
        again = copied(turn.after)
        count_again(again, turn.rules)
        for seat in range(turn.after.seats):
            n, m = int(again.rack_n[seat]), int(again.ring_n[seat])
            assert (again.rack[seat, :n] == turn.after.rack[seat, :n]).all()
            assert (again.roster[seat, :m] == turn.after.roster[seat, :m]).all()
        for name in ("held", "fuel", "fuel_sum", "roster_n"):
            assert (again[name] == turn.after[name]).all(), name


def test_bystanders_and_the_deck_are_read_by_nobody() -> None:
    """k.5: the whole turn is told in the same words."""
    met: Counter[int] = Counter()
    moved = 0
    for turn, seed in some_turns(games(32, 2)):
        others = set(range(turn.after.seats)) - involved(turn)
        table = copied(turn.before)
        deal_anew(table, turn.rules, places(table, others, others), seed)
        moved += int((table.ring != turn.before.ring).any())
        assert played_again(turn, table) == turn.rows
        met += Counter(row[0] for row in turn.rows)
    wanted = set(DECIDED) - {log.WITHHELD, log.IDLE, log.STRIKE}
    assert moved and (games(0, 1) or wanted <= set(met)), wanted - set(met)


@pytest.mark.parametrize("what", ["orbits", "racks", "everything"])
def test_the_mover_reads_nothing_hidden(what: str) -> None:
    """k.5, D1-D7, D11-D21: the mover's decisions up to the first thing that shows a difference."""
    met: Counter[int] = Counter()
    for turn, seed in some_turns(games(32, 2)):
        others = set(range(turn.after.seats)) - {turn.seat}
        table = copied(turn.before)
        found = places(table, others if what != "orbits" else (), others if what != "racks" else ())
        if turn.players.of[turn.before.player[turn.seat]].brain == s.RANDOM_LEGAL:
            found = holding(found, lambda p, rules=turn.rules: rules.kind[p] != s.MINES)
        deal_anew(table, turn.rules, found, seed)
        views = View(turn.before, turn.rules, turn.seat), View(table, turn.rules, turn.seat)
        met += same_decisions(turn.rows, played_again(turn, table), views)
    wanted = [log.MELD, log.SPY_LOOKS, log.REVOLT_ROLL, log.ATTACK, log.UNIT, log.PAY, log.LAUNCH, log.PAIR]
    late = [log.AIM, log.SHOT, log.TORPEDO, log.CAPTURE_AIM, log.BUST, log.SALVAGE_PICK, log.DISCARD, log.SABOTAGE_ROLL]
    assert games(0, 1) or all(met[event] for event in wanted + (late if what == "racks" else [])), met


def test_the_target_reads_nothing_hidden_of_the_mover() -> None:
    """k.5, D8-D10, D13, D15, D17, D20: events in the mover's rack, and what never leaves his orbit."""
    met: Counter[int] = Counter()
    for turn, seed in some_turns(games(60, 2)):
        foes = involved(turn) - {turn.seat}
        if len(foes) != 1:
            continue
        (foe,) = foes
        table = copied(turn.before)
        others = set(range(turn.after.seats)) - {foe}
        found = places(table, others, others)
        deal_anew(table, turn.rules, holding(found, lambda p, rules=turn.rules: rules.cls[p] == s.EVENT), seed)
        deal_anew(table, turn.rules, holding(found, lambda p, rules=turn.rules: rules.kind[p] in AT_HOME), seed)
        views = View(turn.before, turn.rules, foe), View(table, turn.rules, foe)
        met += same_decisions(turn.rows, played_again(turn, table), views)
    wanted = [log.HALLEY_COMES, log.METEOR_COMES, log.SABOTAGE_ROLL, log.MUTINY_ROLL, log.LAUNCH, log.SCREENING, log.PAY,
              log.AIM, log.SHOT, log.CHAFF_PLAYED, log.TORPEDO, log.SALVAGE_PICK]  # fmt: skip
    assert games(0, 1) or all(met[event] for event in wanted), met


def battle_rows(rows: list[tuple[int, ...]]) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    """Rows of a turn up to its last declared unit, and from there to the way home."""
    units = [n for n, row in enumerate(rows) if row[0] == log.UNIT]
    start = units[-1] + 1 if units else len(rows)
    end = next((n for n, row in enumerate(rows) if row[0] == log.HOME), len(rows))
    return rows[:start], rows[start:end]


def test_the_target_reads_nothing_of_what_the_mover_left_at_home() -> None:
    """k.5: other pieces at home, the same fleet, the same battle. Fuel sources stay: the mover pays from them."""
    met: Counter[int] = Counter()
    moved = 0
    for turn, seed in some_turns(games(60, 2)):
        declared, battle = battle_rows(turn.rows)
        away = {piece for row in declared if row[0] == log.UNIT for piece in row[2:4]}
        table = copied(turn.before)
        found = holding(places(table, (), {turn.seat}), lambda p, rules=turn.rules, away=away: at_home(rules, p, away))
        deal_anew(table, turn.rules, found, seed)
        again, other = battle_rows(played_again(turn, table))
        if battle and declared == again:
            assert other == battle
            moved += int((table.ring != turn.before.ring).any())
            met += Counter(row[0] for row in battle if row[1] != turn.seat)
    wanted = [log.METEOR_COMES, log.LAUNCH, log.SCREENING, log.PAY, log.AIM, log.SHOT, log.TORPEDO]
    assert games(0, 1) or (moved > 50 and all(met[event] for event in wanted)), (moved, met)


def at_home(rules: Any, piece: int, away: set[int]) -> bool:
    """May this piece be exchanged at home: an orbit piece that neither flies nor gives fuel?"""
    return bool(rules.cls[piece] in IN_ORBIT and piece not in away and rules.kind[piece] not in FUEL_SOURCES)
