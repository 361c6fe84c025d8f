"""One game told step by step: trace rows in, sentences and the position after each turn out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from balance.games.contract import Line
from balance.games.planet_busters.kernel import log
from balance.games.planet_busters.position import Replica
from balance.kit.ledger import Ruleset

_TOGETHER = (log.DRAW, log.MELD, log.UNIT, log.DISCARD, log.MINE_DIE)  # runs of these are told in one sentence
_WHY_SHOWN = (
    "is turned up", "is seen beside it", "is turned up as a fuel source", "is turned up to be activated",
    "is turned up to fire", "is turned up to salvage", "is shown to the Spy",
)  # fmt: skip
_CAUSES = (
    "is destroyed by laser fire", "is destroyed by a torpedo", "is destroyed by the mines", "is sabotaged",
    "is destroyed by its own beam", "is blown up by the buster", "is lost with its tug", "goes off and is discarded",
)  # fmt: skip
_SOURCES = ("its planets", "the tanker", "the fuel station", "the merchantmen", "fuel counters")
_USES = ("to move", "to activate a carrier", "to fire", "to fire at the planet")
_JOINS = ("as a mutineer", "as a captured tow", "as a salvaged wreck", "after the Revolt")
_ENDS = ("the Peace Treaty is drawn", "the limit is reached", "sudden death", "the simulator's turn limit is reached")


def narrate(ruleset: Ruleset, players: Sequence[str], rows: Sequence[tuple[int, ...]]) -> list[Line]:
    """Tell the game whose trace is `rows`; `players` are the labels by seat."""
    teller = Teller(ruleset, players)
    for at, row in enumerate(rows):
        teller.take(row, rows[at + 1] if at + 1 < len(rows) else None)
    return teller.lines


class Teller:
    """Turns rows into lines; a replica of the Spheres draws the position."""

    def __init__(self, ruleset: Ruleset, players: Sequence[str]) -> None:
        self.names: Sequence[str] = ruleset.extra["pieces"]
        self.players = players
        self.replica = Replica(ruleset)
        self.lines: list[Line] = []
        self.run: list[str] = []

    def take(self, row: tuple[int, ...], following: tuple[int, ...] | None) -> None:
        """Tell one row; draws, melds, units, discards and mine dice in a row become one sentence."""
        kind = log.EVENTS[row[0]]
        data: dict[str, Any] = dict(zip(kind.fields, row[2:], strict=False))
        self.replica.apply(kind.name, row[1], data)
        if row[0] in _TOGETHER:
            self.run.append(self._item(row[0], data))
            if following is not None and following[:2] == row[:2]:
                return
        text = getattr(self, f"_{kind.name}")(row[1], **data)
        picture = self.replica.picture() if kind.name in ("home", "end") else ""
        self.lines.append(Line(len(self.lines) + 1, row[1], kind.name, text, data, picture))
        self.run.clear()

    def _item(self, event: int, data: dict[str, Any]) -> str:
        if event == log.MINE_DIE:
            return str(data["die"])
        word = self.names[data["piece"]]
        if event == log.UNIT and data["tow"] >= 0:
            return f"{word} towing {self.names[data['tow']]}"
        if event == log.MELD and not data["face_up"]:
            return f"{word} (face down)"
        return f"{word} (from the reserve)" if data.get("reserve") else word

    def _of(self, piece: int) -> str:
        return f"the {self.names[piece]}"

    def _seat(self, seat: int) -> str:
        return f"Seat {seat + 1}"

    # ---- turns, draws, melds -----------------------------------------------------------------------------------------

    def _deal(self, seat: int, pieces: int) -> str:
        return f"{self._seat(seat)} ({self.players[seat]}) draws {pieces} starting pieces."

    def _turn(self, seat: int, turn: int, round: int, deck: int, rack: int) -> str:
        return f"Round {round}, turn {turn}: {self._seat(seat)} ({self.players[seat]}), {rack} in the rack, {deck} in the deck."

    def _draw(self, seat: int, **_: int) -> str:
        return f"{self._seat(seat)} draws {_listed(self.run)}."

    def _restock(self, _seat: int, pieces: int, number: int) -> str:
        return f"The deck is empty: {pieces} discards become the new deck (restock {number})."

    def _meld(self, seat: int, **_: int) -> str:
        return f"{self._seat(seat)} melds {_listed(self.run)}."

    def _treaty(self, seat: int) -> str:
        return f"{self._seat(seat)} has drawn the Peace Treaty."

    def _discard(self, seat: int, **_: int) -> str:
        return f"{self._seat(seat)} discards {_listed(self.run)}."

    # ---- before the battle -------------------------------------------------------------------------------------------

    def _spy(self, seat: int, piece: int, foe: int, die: int) -> str:
        return f"{self._seat(seat)} sends {self._of(piece)} to {self._seat(foe)} and rolls {die}."

    def _reveal(self, _seat: int, piece: int, why: int) -> str:
        return f"{self._of(piece).capitalize()} {_WHY_SHOWN[why]}."

    def _revolt(self, seat: int, piece: int, foe: int, planet: int, die: int, success: int) -> str:
        result = "it succeeds" if success else "it fails"
        return (
            f"{self._seat(seat)} starts a Revolt on {self.names[planet]} of {self._seat(foe)}: rolls {die}, {result}."
        )

    def _attack(self, seat: int, foe: int, units: int) -> str:
        return f"{self._seat(seat)} attacks {self._seat(foe)} with {units} unit{'s' * (units != 1)}."

    def _unit(self, _seat: int, **_: int) -> str:
        return f"The fleet: {_listed(self.run)}."

    def _pay(self, seat: int, points: int, source: int, use: int) -> str:
        return f"{self._seat(seat)} pays {points} fuel from {_SOURCES[source]} {_USES[use]}."

    def _counter(self, seat: int, piece: int, points: int) -> str:
        return f"{self._seat(seat)} plays a fuel counter of {points}."

    def _halley(self, seat: int, piece: int) -> str:
        return f"{self._seat(seat)} plays Halley's Comet: the whole fleet turns back."

    def _meteor(self, seat: int, piece: int) -> str:
        return f"{self._seat(seat)} plays a Meteor Storm."

    def _storm(self, _seat: int, piece: int, die: int, back: int) -> str:
        return f"{self._of(piece).capitalize()} rolls {die} and {'turns back' if back else 'goes on'}."

    def _sabotage(self, seat: int, piece: int, target: int, die: int, success: int) -> str:
        return self._agents("Sabotage", seat, target, die, "it is destroyed" if success else "nothing happens")

    def _mutiny(self, seat: int, piece: int, target: int, die: int, success: int) -> str:
        return self._agents("Mutiny", seat, target, die, "it changes sides" if success else "the crew stays loyal")

    def _agents(self, what: str, seat: int, target: int, die: int, result: str) -> str:
        return f"{self._seat(seat)} plays {what} on {self._of(target)}: rolls {die}, {result}."

    def _launch(self, seat: int, piece: int, die: int, drones: int) -> str:
        return f"{self._of(piece).capitalize()} of {self._seat(seat)} is activated: rolls {die}, {drones} drones."

    def _screening(self, seat: int, drone: int, piece: int) -> str:
        where = f"screens {self._of(piece)}" if piece >= 0 else "stands alone"
        return f"{self._of(drone).capitalize()} {where}."

    def _withheld(self, seat: int, piece: int) -> str:
        return f"{self._seat(seat)} keeps {self._of(piece)} in the rear."

    # ---- the fight -----------------------------------------------------------------------------------------------------

    def _pair(self, seat: int, piece: int, target: int) -> str:
        hidden = "" if self.replica.is_up(target) else " (face down)"
        return f"{self._of(piece).capitalize()} is paired with {self._of(target)}{hidden}."

    def _mine_die(self, _seat: int, piece: int, die: int) -> str:
        return f"{self._of(piece).capitalize()} meets the mines and rolls {_listed(self.run)}."

    def _mine_test(self, _seat: int, piece: int, survived: int) -> str:
        return f"{self._of(piece).capitalize()} {'gets through' if survived else 'is hit'}."

    def _aim(self, _seat: int, piece: int, target: int) -> str:
        return f"{self._of(piece).capitalize()} will fire at {self._of(target)}."

    def _chaff(self, seat: int, piece: int) -> str:
        return f"{self._seat(seat)} plays Chaff: no laser fires in this battle."

    def _field(self, seat: int, standing: int) -> str:
        return f"The Screen of {self._seat(seat)} {'stands: all other fire is off' if standing else 'is broken'}."

    def _shot(self, _seat: int, piece: int, target: int, number: int, defence: int, die: int, result: int) -> str:
        hit = "hit" if result else "miss"
        return f"{self._of(piece).capitalize()} [{number}] fires at {self._of(target)} [{defence}]: rolls {die}, {hit}."

    def _strike(self, _seat: int, piece: int, target: int, die: int, hit: int) -> str:
        return f"{self._of(piece).capitalize()} blows itself up at {self._of(target)}: rolls {die}, {'hit' if hit else 'miss'}."

    def _tow(self, seat: int, tug: int, tow: int, die: int, captured: int) -> str:
        lost = "the tug is lost and the tow captured" if captured else "the tow is lost"
        return f"{self._seat(seat)} rolls {die} for {self._of(tug)} and {self._of(tow)}: {lost}."

    def _loss(self, _seat: int, piece: int, cause: int) -> str:
        return f"{self._of(piece).capitalize()} {_CAUSES[cause]}."

    def _torpedo(self, _seat: int, piece: int, target: int, number: int, guess: int, hit: int) -> str:
        result = "hit" if hit else "miss"
        return (
            f"{self._of(piece).capitalize()} fires a torpedo at {self._of(target)}: {number} against {guess}, {result}."
        )

    def _capture_aim(self, seat: int, planet: int, foe: int) -> str:
        return f"{self._seat(seat)} tries to capture {self.names[planet]} of {self._seat(foe)}."

    def _capture_shot(self, _seat: int, piece: int, planet: int, number: int, die: int, hit: int) -> str:
        result = "hit" if hit else "miss"
        return f"{self._of(piece).capitalize()} [{number}] fires at {self.names[planet]}: rolls {die}, {result}."

    def _captured(self, seat: int, planet: int, foe: int) -> str:
        return f"{self._seat(seat)} captures {self.names[planet]}."

    def _bust(self, _seat: int, piece: int, planet: int, die: int, hit: int) -> str:
        result = "the planet is destroyed" if hit else "it fails"
        return f"{self._of(piece).capitalize()} strikes {self.names[planet]}: rolls {die}, {result}."

    def _idle(self, _seat: int, piece: int) -> str:
        return f"{self._of(piece).capitalize()} is through but finds nothing to attack."

    # ---- afterwards ----------------------------------------------------------------------------------------------------

    def _salvage(self, seat: int, vessel: int, wreck: int) -> str:
        return f"{self._of(vessel).capitalize()} of {self._seat(seat)} salvages {self._of(wreck)}."

    def _contest(self, _seat: int, vessel: int, rival: int, die: int, rival_die: int) -> str:
        return f"Both sides want the wreck: {self.names[vessel]} rolls {die}, {self.names[rival]} {rival_die}."

    def _joins(self, seat: int, piece: int, why: int) -> str:
        return f"{self._of(piece).capitalize()} goes to {self._seat(seat)} {_JOINS[why]}."

    def _home(self, seat: int, foe: int, units: int, lost: int, foe_lost: int) -> str:
        losses = f"{self._seat(seat)} lost {lost / 100:g}, {self._seat(foe)} {foe_lost / 100:g} in value"
        return f"The battle is over: {losses}; {units} piece{'s' * (units != 1)} come home."

    def _end(self, _seat: int, reason: int, drawer: int) -> str:
        return f"The game ends: {_ENDS[reason]}."

    def _score(self, seat: int, points: int, planets: int, colonies: int, win: int) -> str:
        share = {1000: ", wins", 0: ""}.get(win, ", shares the win")
        have = f"{planets} planet{'s' * (planets != 1)}, {colonies} colon{'ies' if colonies != 1 else 'y'}"
        return f"{self._seat(seat)} ({self.players[seat]}): {points} points from {have}{share}."


def _listed(items: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} and {items[-1]}"
