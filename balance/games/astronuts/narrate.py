"""One game told move by move: trace rows in, sentences and pictures of the board out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from balance.games.astronuts import words as w
from balance.games.astronuts.picture import draw_board
from balance.games.astronuts.position import Replica
from balance.games.contract import Event, Line
from balance.kit.ledger import Ruleset

EVENTS = (
    Event("home", ("space", "policy")),
    Event("deal", ("space", "colours")),
    Event("round", ("round", "planets_with_nuts")),
    Event("turn", ("ships", "nuts", "colonies")),
    Event("declare", ("declared", "die")),
    Event("time_warp", ("kind", "die")),
    Event("actions", ("gained", "actions", "die")),
    Event("step", ("step", "ship", "space", "target", "actions")),
    Event("ask", ("space", "granted", "asker")),
    Event("fate", ("ship", "space", "entry")),
    Event("gift", ("entry",)),
    Event("check", ("kind", "die", "needed", "passed")),
    Event("coin", ("colour", "paid_out", "why")),
    Event("pay", ("colour",)),
    Event("swap", ("give", "take")),
    Event("colony", ("space", "stands", "supply", "colonies")),
    Event("technology", ("technology", "gift")),
    Event("ship", ("ship", "space", "why")),
    Event("lost_ship", ("ship", "space", "cause")),
    Event("attack", ("space", "defender", "at_ship", "attack_die", "defence_die", "bonus")),
    Event("jump", ("ship", "from", "to")),
    Event("teleport", ("ship", "from", "to")),
    Event("shift", ("ship", "from", "to")),
    Event("turn_end", ("unused", "kept")),
    Event("end", ("reason", "winners", "tie_level")),
)

_WARPED = (
    "the declaration", "the first landing die", "the landing dice", "the check", "the air check", "the asteroid roll",
    "the attack die", "the defence die",
)  # fmt: skip
_CHECKS = {w.WARP_CHECK: "the natives", w.WARP_SURVIVE: "the air", w.WARP_ASTEROID: "the asteroids"}
_CAUSES = ("", "crashes", "is shot down", "is smashed by asteroids")
_SHIPS = ("starts", "is built", "comes as a replacement", "is a gift")
_ENDS = ("no planet holds Nuts any more", "the goal is reached", "the round cap is reached")


def narrate(ruleset: Ruleset, players: Sequence[str], rows: Sequence[tuple[int, ...]]) -> list[Line]:
    """Tell the game whose trace is `rows`; `players` are the labels by seat."""
    teller = Teller(ruleset, players)
    for at, row in enumerate(rows):
        teller.take(row, rows[at + 1] if at + 1 < len(rows) else None)
    return teller.lines


def fate_name(entry: int) -> str:
    """`5-4` for entry 27."""
    return "-".join(w.FATE_IDS[entry])


class Teller:
    """Turns rows into lines; keeps a replica of the board to name spaces and draw it."""

    def __init__(self, ruleset: Ruleset, players: Sequence[str]) -> None:
        self.rules = ruleset
        self.players = players
        self.board = Replica(ruleset)
        self.lines: list[Line] = []
        self.coins: list[str] = []
        self.deal: list[str] = []
        self.tell: tuple[Callable[..., str], ...] = (
            self._home, self._deal, self._round, self._turn, self._declare, self._warp, self._actions, self._step, self._ask,
            self._fate, self._gift, self._check, self._coin, self._pay, self._swap, self._colony, self._tech, self._ship,
            self._lost, self._attack, self._jump, self._teleport, self._shift, self._turn_end, self._end,
        )  # fmt: skip

    def take(self, row: tuple[int, ...], following: tuple[int, ...] | None) -> None:
        """Tell one row. Coins of one kind in a row, and the deal, are told in one sentence, when the last has come."""
        event, seat = row[0], row[1]
        kind = EVENTS[event]
        self.board.apply(row)
        text = self.tell[event](seat, *row[2 : 2 + len(kind.fields)])
        if self._goes_on(row, following) or not text:
            return
        data: dict[str, Any] = dict(zip(kind.fields, row[2:], strict=False))
        picture = draw_board(self.board) if event in (w.EV_UNUSED, w.EV_END) else ""
        self.lines.append(Line(len(self.lines) + 1, seat, kind.name, text, data, picture))
        self.coins.clear()
        self.deal.clear()

    def _goes_on(self, row: tuple[int, ...], following: tuple[int, ...] | None) -> bool:
        if following is None or row[0] not in (w.EV_COIN, w.EV_PAY, w.EV_DEAL) or following[0] != row[0]:
            return False
        return row[0] == w.EV_DEAL or (row[1] == following[1] and row[3:5] == following[3:5])

    def _name(self, seat: int) -> str:
        return f"Seat {seat + 1}"

    def _home(self, seat: int, space: int, policy: int) -> str:
        return f"{self._name(seat)} ({self.players[seat]}) has its home on {self.board.space(space)}."

    def _deal(self, _seat: int, space: int, colours: int) -> str:
        letters = "".join(letter for colour, letter in enumerate(w.LETTERS) if colours >> colour & 1) or "none"
        self.deal.append(f"{space} {letters}")
        return f"Nuts on the planets: {', '.join(self.deal)}."

    def _round(self, _seat: int, number: int, rich: int) -> str:
        return f"Round {number}: {rich} planet{'s' * (rich != 1)} with Nuts."

    def _turn(self, seat: int, ships: int, nuts: int, colonies: int) -> str:
        have = f"{ships} ship{'s' * (ships != 1)}, {nuts} Nut{'s' * (nuts != 1)}"
        return f"{self._name(seat)} ({self.players[seat]}) to play: {have}, {colonies} {_plural(colonies, 'colony')}."

    def _declare(self, seat: int, declared: int, die: int) -> str:
        return f"{self._name(seat)} declares {declared} and rolls {die}."

    def _warp(self, seat: int, kind: int, die: int) -> str:
        return f"{self._name(seat)} uses Time Warp on {_WARPED[kind]} ({die})."

    def _actions(self, seat: int, gained: int, actions: int, die: int) -> str:
        kept = f", {actions} with those kept" if actions != gained else ""
        return f"The die shows {die}: {gained} {_plural(gained, 'action')}{kept}."

    def _step(self, seat: int, step: int, ship: int, space: int, target: int, actions: int) -> str:
        place = self.board.space(space)
        here = self.board.space(self.board.ships.get((seat, ship), -1))
        what = {
            w.COLONISE: f"ship {ship + 1} founds a colony on {here}",
            w.EXTRACT: f"ship {ship + 1} extracts on {here}",
            w.MOVE: f"ship {ship + 1} moves to {place}",
            w.PASS: f"ship {ship + 1} wants to pass to {place}",
            w.ATTACK: f"ship {ship + 1} attacks seat {target + 1} on {place}",
            w.TECH: f"buys {w.TECHNOLOGIES[target % 4]}",
            w.BUILD: "builds a ship",
        }[step]
        return f"[{actions}] {self._name(seat)}: {what}."

    def _ask(self, owner: int, space: int, granted: int, asker: int) -> str:
        answer = "lets" if granted else "does not let"
        return f"{self._name(owner)} {answer} seat {asker + 1} pass over {self.board.space(space)}."

    def _fate(self, seat: int, ship: int, space: int, entry: int) -> str:
        meaning = self.rules_of(entry)
        return f"Landing on {self.board.space(space)}, fate {fate_name(entry)}: {meaning}."

    def rules_of(self, entry: int) -> str:
        """The entry's effect and numbers in the words of the ruleset."""
        value = self.rules.values[f"fate.{w.FATE_IDS[entry]}"]
        numbers = [f"{key} {number}" for key, number in value.items() if key != "effect"]
        effect = str(value["effect"]).replace("_", " ")
        return f"{effect} ({', '.join(numbers)})" if numbers else effect

    def _gift(self, seat: int, entry: int) -> str:
        return f"{self._name(seat)} takes gift {fate_name(entry)}: {self.rules_of(entry)}."

    def _check(self, seat: int, kind: int, die: int, needed: int, passed: int) -> str:
        return f"Roll against {_CHECKS[kind]}: {die}, needs {needed}: {'passed' if passed else 'failed'}."

    def _coin(self, seat: int, colour: int, paid_out: int, why: int) -> str:
        self.coins.append(w.COLOURS[colour])
        if not paid_out:
            return f"The bank is out of {', '.join(self.coins)}."
        how = ("starts with", "gets as a bonus", "extracts", "finds")[why]
        return f"{self._name(seat)} {how} {', '.join(self.coins)}."

    def _pay(self, seat: int, colour: int) -> str:
        self.coins.append(w.COLOURS[colour])
        return f"{self._name(seat)} pays {', '.join(self.coins)}."

    def _swap(self, seat: int, give: int, take: int) -> str:
        return f"{self._name(seat)} swaps {w.COLOURS[give]} for {w.COLOURS[take]}."

    def _colony(self, seat: int, space: int, stands: int, supply: int, colonies: int) -> str:
        if not stands:
            return f"The colony on {self.board.space(space)} dies."
        return f"A colony of seat {seat + 1} stands on {self.board.space(space)}: {colonies} in all, {supply} left."

    def _tech(self, seat: int, tech: int, gift: int) -> str:
        return f"{self._name(seat)} {'is given' if gift else 'owns'} {w.TECHNOLOGIES[tech]}."

    def _ship(self, seat: int, ship: int, space: int, why: int) -> str:
        return f"Ship {ship + 1} of seat {seat + 1} {_SHIPS[why]} on {self.board.space(space)}."

    def _lost(self, owner: int, ship: int, space: int, cause: int) -> str:
        return f"Ship {ship + 1} of seat {owner + 1} {_CAUSES[cause]} on {self.board.space(space)}."

    def _attack(self, seat: int, space: int, defender: int, at_ship: int, attack: int, defence: int, bonus: int) -> str:
        unit = "its ship" if at_ship else "a colony"
        margin = attack + bonus - defence
        tie = self.rules.values["attack_tie"]
        won = margin > 0 or (margin == 0 and tie == "attacker")
        added = f" {'+' if bonus > 0 else '-'} {abs(bonus)}" if bonus else ""
        result = "hit" if won else ("again" if margin == 0 and tie == "reroll" else "held")
        return f"{self._name(defender)} defends {unit}: {attack}{added} against {defence}, {result}."

    def _jump(self, seat: int, ship: int, start: int, to: int) -> str:
        return f"Ship {ship + 1} jumps from AstroHole {start} to AstroHole {to}."

    def _teleport(self, seat: int, ship: int, start: int, to: int) -> str:
        return f"Ship {ship + 1} is taken to {self.board.space(to)}."

    def _shift(self, *_ignored: int) -> str:
        return ""

    def _turn_end(self, seat: int, unused: int, kept: int) -> str:
        lapsed = unused - kept
        left = f", {lapsed} {_plural(lapsed, 'action')} lapse" if lapsed else ""
        return f"End of turn of seat {seat + 1}{left}{f', {kept} kept' if kept else ''}."

    def _end(self, _seat: int, reason: int, winners: int, tie_level: int) -> str:
        names = " and ".join(str(seat + 1) for seat in range(4) if winners >> seat & 1)
        how = ("", " on the tie-break", ", shared")[tie_level]
        return f"The game ends: {_ENDS[reason]}. Winner: seat {names}{how}."


def _plural(n: int, word: str) -> str:
    return word if n == 1 else (word[:-1] + "ies" if word.endswith("y") else word + "s")
