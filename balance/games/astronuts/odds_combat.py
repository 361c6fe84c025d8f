"""Exact combat odds: one attack, and a run of attacks on several targets (AN-31..AN-34, AN-39, spec 13.3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from balance.games.contract import Cell, OddsColumn, OddsResult, OddsTable, Setting

FACES = range(1, 7)
SURE, NEVER = Fraction(1), Fraction(0)


@dataclass(frozen=True, slots=True)
class Clash:
    """One attack die against one defence die.

    `edge`: attack bonus minus defence bonus. `tie`: who has equal totals (defender, attacker, reroll). `after`: the
    attacker sees both dice before he decides about a Time Warp, and the defender answers the new attack die with a new
    die of his own (`attack_reroll_timing` = after_defence). The defender's own Time Warp (any_roll) comes last.
    """

    edge: int = 0
    tie: str = "defender"
    after: bool = False

    def settled(self, attack: int, defence: int, tied: Fraction) -> Fraction:
        """Attacker's chance once both dice stand; `tied` is what a tie under `reroll` is worth."""
        difference = attack + self.edge - defence
        if difference == 0:
            return {"defender": NEVER, "attacker": SURE, "reroll": tied}[self.tie]
        return SURE if difference > 0 else NEVER

    def plain(self) -> Fraction:
        """P(win) with no re-roll on either side."""
        return win_chance(self, 0, 0)

    def given(self, attack: int) -> Fraction:
        """P(win) once the attack die shows `attack` and no Time Warp is left."""
        return sum((self.settled(attack, y, self.plain()) for y in FACES), NEVER) / 6

    def tie_chance(self) -> Fraction:
        """Equal totals on the first pair of dice."""
        return Fraction(sum(1 for x in FACES for y in FACES if x + self.edge == y), 36)

    def fired_back(self, margin: int) -> Fraction:
        """The defence total is at least `margin` above the attack total (`return_fire_margin`, 0 = off)."""
        if margin == 0:
            return NEVER
        return Fraction(sum(1 for x in FACES for y in FACES if y - x - self.edge >= margin), 36)


@cache
def win_chance(clash: Clash, attacker: int, defender: int) -> Fraction:
    """P(win) with that many Time Warp uses on either side, spent optimally; every die can be re-rolled once.

    A tie that is rolled again keeps the uses that are left, so the chance can depend on itself; it is piecewise linear
    in itself, and the fixed point is found exactly by following the slope of its piece.
    """
    value = Fraction(1, 2)
    step = Fraction(1, 10**9)
    while True:
        found = _attack(clash, attacker, defender, value)
        if found == value:
            return value
        slope = (_attack(clash, attacker, defender, value + step) - found) / step
        value = (found - slope * value) / (1 - slope)


def _tied(clash: Clash, attacker: int, defender: int, start: tuple[int, int], value: Fraction) -> Fraction:
    """Worth of starting again with the uses left: `value` if none was spent, else a smaller case."""
    if clash.tie != "reroll":
        return NEVER
    return value if (attacker, defender) == start else win_chance(clash, attacker, defender)


def _attack(clash: Clash, attacker: int, defender: int, value: Fraction) -> Fraction:
    """One exchange: the attacker decides first, then the defender about the defence die that stands."""
    start = (attacker, defender)

    def stands(attack: int, defence: int, uses: int) -> Fraction:
        worth = clash.settled(attack, defence, _tied(clash, uses, defender, start, value))
        if not defender:
            return worth
        left = _tied(clash, uses, defender - 1, start, value)
        return min(worth, sum((clash.settled(attack, y, left) for y in FACES), NEVER) / 6)

    kept = [[stands(x, y, attacker) for y in FACES] for x in FACES]
    again = NEVER
    if attacker:
        again = sum((stands(x, y, attacker - 1) for x in FACES for y in FACES), NEVER) / 36
    if clash.after:
        return sum((max(worth, again) for row in kept for worth in row), NEVER) / 36
    return sum((max(sum(row, NEVER) / 6, again) for row in kept), NEVER) / 6


@cache
def destroy_all(clash: Clash, attacks: int, targets: int, uses: int) -> Fraction:
    """P(every target falls within `attacks` attacks), Time Warps spent when the chance of that rises."""
    if targets == 0:
        return SURE
    if attacks < targets:
        return NEVER

    def stands(attack: int, left: int) -> Fraction:
        win = clash.given(attack)
        hit = destroy_all(clash, attacks - 1, targets - 1, left)
        return win * hit + (1 - win) * destroy_all(clash, attacks - 1, targets, left)

    again = sum((stands(x, uses - 1) for x in FACES), NEVER) / 6 if uses else NEVER
    return sum((max(stands(x, uses), again) for x in FACES), NEVER) / 6


def attack(settings: Mapping[str, Any]) -> OddsResult:
    """One attack, for every difference of bonuses."""
    after = settings["attack_reroll_timing"] == "after_defence"
    uses = int(settings["time_warp_uses"])
    margin = int(settings["return_fire_margin"])
    cost = int(settings["cost_attack"])
    rows: list[tuple[Cell, ...]] = []
    for edge in range(-3, 4):
        clash = Clash(edge, str(settings["attack_tie"]), after)
        win, warped = clash.plain(), win_chance(clash, uses, 0)
        rows.append(
            (
                edge,
                win,
                clash.tie_chance(),
                _per_kill(cost, win),
                warped,
                _per_kill(cost, warped),
                win_chance(clash, 0, uses),
                win_chance(clash, uses, uses),
                clash.fired_back(margin),
            )
        )
    columns = (
        OddsColumn("edge", "attack bonus minus defence bonus", "pips"),
        OddsColumn("win", "the unit is destroyed"),
        OddsColumn("tie", "equal totals on the first pair of dice"),
        OddsColumn("per_kill", "actions per destroyed unit", "actions"),
        OddsColumn("win_tw", "destroyed when the attacker's Time Warp is free"),
        OddsColumn("per_kill_tw", "actions per destroyed unit with a Time Warp free each time", "actions"),
        OddsColumn("win_defender_tw", "destroyed when the defender may re-roll (any_roll)"),
        OddsColumn("win_both_tw", "destroyed when both may re-roll"),
        OddsColumn("attacker_lost", "the attacker is destroyed by return fire"),
    )
    note = "Time Warps are spent whenever that helps their owner. Laser against none is +1, none against shields -1."
    return OddsResult(columns, tuple(rows), note)


def _per_kill(cost: int, chance: Fraction) -> Cell:
    return cost / chance if chance else "never"


def series(settings: Mapping[str, Any]) -> OddsResult:
    """A run of attacks on several targets."""
    clash = Clash(int(settings["edge"]), str(settings["attack_tie"]))
    targets, uses = int(settings["targets"]), int(settings["time_warp_uses"])
    rows: list[tuple[Cell, ...]] = []
    for attacks in range(1, int(settings["attacks"]) + 1):
        plain = destroy_all(clash, attacks, targets, 0)
        rows.append((attacks, plain, destroy_all(clash, attacks, targets, uses), _mean_kills(clash, attacks, targets)))
    columns = (
        OddsColumn("attacks", "attacks made at most", "attacks"),
        OddsColumn("all", f"all {targets} destroyed"),
        OddsColumn("all_tw", f"all {targets} destroyed with {uses} Time Warp"),
        OddsColumn("mean", "mean units destroyed, no Time Warp", "units"),
    )
    return OddsResult(columns, tuple(rows), "Time Warps are spent when the chance to destroy all of them rises.")


def _mean_kills(clash: Clash, attacks: int, targets: int) -> Fraction:
    return sum((destroy_all(clash, attacks, wanted, 0) for wanted in range(1, targets + 1)), NEVER)


_TIE = {"attack_tie": Setting("defender", "who has equal totals", choices=("defender", "attacker", "reroll"))}

TABLES = (
    OddsTable(
        "attack",
        "One attack",
        "AN-31..34, AN-39",
        {
            **_TIE,
            "attack_reroll_timing": Setting(
                "before_defence",
                "the attacker decides about Time Warp before or after the defence die",
                choices=("before_defence", "after_defence"),
            ),
            "time_warp_uses": Setting(1, "re-rolls a Time Warp gives, one a die", range=(0, 3)),
            "return_fire_margin": Setting(0, "attacker lost if the defence is this much higher; 0 = off", range=(0, 5)),
            "cost_attack": Setting(1, "actions an attack costs", range=(1, 4)),
        },
        attack,
    ),
    OddsTable(
        "attack-series",
        "A run of attacks on several targets",
        "AN-31..34, AN-39",
        {
            **_TIE,
            "edge": Setting(0, "attack bonus minus defence bonus", range=(-3, 3)),
            "attacks": Setting(4, "attacks at most", range=(1, 12)),
            "targets": Setting(1, "units to destroy", range=(1, 6)),
            "time_warp_uses": Setting(1, "re-rolls in the whole run", range=(0, 3)),
        },
        series,
    ),
)
