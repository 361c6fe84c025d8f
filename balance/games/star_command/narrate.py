"""Trace rows -> sentences: one told game of Star Command, with the position drawn at the start of every turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from balance.games.contract import Line
from balance.games.star_command.events import EVENTS
from balance.games.star_command.state import CARD_FACTS, REASONS, TURN_CAP, TYPE_OF_UNIT, UNIT_FACTS
from balance.kit.ledger import Ruleset

Data: TypeAlias = dict[str, Any]
SIDES = ("Rangers", "Zurg")
CHANGES = ("move", "advance", "hit", "removed", "repair")  # events after which a position is another one
ROUND = 2  # turns after which the same side is to move again


def square_name(square: int) -> str:
    """`a1` .. `h8`."""
    return f"{'abcdefgh'[square % 8]}{square // 8 + 1}"


def unit_name(unit: int) -> str:
    """Title of the unit's type."""
    return str(UNIT_FACTS[TYPE_OF_UNIT[unit]]["title"])


def card_name(line: int) -> str:
    """Title of the card, with its number where it has one."""
    fact = CARD_FACTS[line]
    what = {"M": "move", "A": "attack"}.get(fact["type"])
    return f"{fact['title']} ({what} {fact['number']})" if what else str(fact["title"])


class Teller:
    """Follows the board while it turns trace rows into lines."""

    def __init__(self, labels: Sequence[str]) -> None:
        self.labels = labels
        self.at: dict[int, int] = {}
        self.turn = self.changed = 0  # this turn, and the last one in which a unit moved, was hit or came back

    def who(self, side: int) -> str:
        """The side and the player behind it."""
        label = self.labels[side] if 0 <= side < len(self.labels) else ""
        return f"{SIDES[side]} ({label})" if label else SIDES[side]

    def piece(self, unit: int) -> str:
        """The unit and where it stands."""
        return f"{unit_name(unit)} {square_name(self.at[unit])}" if unit in self.at else unit_name(unit)

    def board(self) -> str:
        """The position in letters, rank 8 on top: Rangers in capitals, Zurg in small letters."""
        letters = {s: UNIT_FACTS[TYPE_OF_UNIT[u]]["code"] for u, s in self.at.items()}
        rows = []
        for rank in range(7, -1, -1):
            cells = []
            for square in range(8 * rank, 8 * rank + 8):
                owner = next((u >> 4 for u, s in self.at.items() if s == square), 0)
                letter = letters.get(square, ".")
                cells.append(letter.lower() if owner == 1 else letter)
            rows.append(f"{rank + 1} {' '.join(cells)}")
        return "\n".join([*rows, "  a b c d e f g h"])

    def tell(self, event: str, seat: int, data: Data) -> str:
        """The sentence of one row; keeps the board up to date."""
        told: Callable[[int, Data], str] = getattr(self, f"on_{event}")
        if event in CHANGES:
            self.changed = self.turn
        return told(seat, data)

    def on_place(self, seat: int, data: Data) -> str:
        """A unit is set up."""
        self.at[data["unit"]] = data["square"]
        return f"{SIDES[seat]} set up {self.piece(data['unit'])}."

    def on_first(self, seat: int, data: Data) -> str:
        """Who begins."""
        return f"{self.who(seat)} will move first."

    def on_turn(self, seat: int, data: Data) -> str:
        """A turn begins."""
        self.turn = data["turn"]
        calm = f"; no new loss for {data['quiet']} turns" if data["quiet"] > 6 else ""
        return (
            f"Turn {data['turn']}: {self.who(seat)}. Deck {data['deck']}, discard {data['discard']}, "
            f"hands {data['hand_rangers']} and {data['hand_zurg']}{calm}."
        )

    def on_shuffle(self, seat: int, data: Data) -> str:
        """A reshuffle."""
        return f"The discard pile is shuffled into a new deck of {data['cards']} cards (reshuffle {data['number']})."

    def on_draw(self, seat: int, data: Data) -> str:
        """A card is drawn."""
        return f"{SIDES[seat]} draw {card_name(data['line'])}; {data['hand']} in hand, {data['deck']} left."

    def on_redraw(self, seat: int, data: Data) -> str:
        """An unusable card is replaced."""
        return f"{SIDES[seat]} cannot use {card_name(data['line'])}: discarded, the next card is drawn."

    def on_discard(self, seat: int, data: Data) -> str:
        """The hand limit bites."""
        return f"{SIDES[seat]} discard {card_name(data['line'])} to the hand limit; {data['hand']} left."

    def on_draw_cards(self, seat: int, data: Data) -> str:
        """A draw card is played."""
        return f"{SIDES[seat]} play {card_name(data['line'])}: draw {data['cards']}."

    def on_look(self, seat: int, data: Data) -> str:
        """The enemy hand is seen."""
        return (
            f"{SIDES[seat]} play {card_name(data['line'])} and see the enemy's {data['hand']} cards: "
            f"{data['answers']} could answer an attack on the leader."
        )

    def on_move(self, seat: int, data: Data) -> str:
        """A single move."""
        mover = self.piece(data["unit"])
        self.at[data["unit"]] = data["to"]
        paid = [card_name(line) for line in (data["line"], data["special"]) if line >= 0]
        return f"{SIDES[seat]} move {mover} to {square_name(data['to'])} with {' and '.join(paid)}."

    def on_group(self, seat: int, data: Data) -> str:
        """A group advance."""
        return f"{SIDES[seat]} advance a group of {data['units']} with {card_name(data['line'])}:"

    def on_advance(self, seat: int, data: Data) -> str:
        """One unit of a group."""
        mover = self.piece(data["unit"])
        self.at[data["unit"]] = data["to"]
        return f"  {mover} to {square_name(data['to'])}."

    def on_attack(self, seat: int, data: Data) -> str:
        """An attack is declared."""
        return (
            f"{SIDES[seat]}: {self.piece(data['unit'])} attacks {self.piece(data['target'])} "
            f"with {card_name(data['line'])} at distance {data['distance']}."
        )

    def on_defend(self, seat: int, data: Data) -> str:
        """An answer."""
        effect = "negated" if data["negated"] else "the hit still counts"
        return f"{SIDES[seat]} answer for {self.piece(data['unit'])} with {card_name(data['line'])}: {effect}."

    def on_hit(self, seat: int, data: Data) -> str:
        """A hit is lost."""
        left = data["hits"]
        return f"{self.piece(data['unit'])} loses a hit to {unit_name(data['by'])}; {left} left."

    def on_removed(self, seat: int, data: Data) -> str:
        """A unit leaves the board."""
        self.at.pop(data["unit"], None)
        return f"{unit_name(data['unit'])} is captured on {square_name(data['square'])}."

    def on_expendable(self, seat: int, data: Data) -> str:
        """A Hornet's last service."""
        paid = f" for {card_name(data['line'])}" if data["line"] >= 0 else ""
        return f"Expendable: {SIDES[seat]} draw {data['cards']}{paid}."

    def on_repair(self, seat: int, data: Data) -> str:
        """A unit returns."""
        self.at[data["unit"]] = data["square"]
        return (
            f"{self.piece(data['repairer'])} returns {unit_name(data['unit'])} to {square_name(data['square'])} "
            f"for {card_name(data['line'])}."
        )

    def on_phase_cap(self, seat: int, data: Data) -> str:
        """The safety stop of a phase."""
        return f"The phase is stopped after {data['plays']} plays (play_cap_per_phase)."

    def on_seen_before(self, seat: int, data: Data) -> str:
        """The stall watch speaks: the same position because nobody moved since, or because the players came back to it."""
        still = data["turn"] - self.changed - 1
        why = f"nobody has moved for {still} turns" if still >= ROUND else "the players go in circles"
        return f"This position has been seen {data['times']} times before since the last loss: {why}."

    def on_end(self, seat: int, data: Data) -> str:
        """The result."""
        who = f"{self.who(data['winner'])} win" if data["winner"] >= 0 else "Nobody wins"
        how = "stopped by the turn cap" if data["reason"] == TURN_CAP else REASONS[data["reason"]]
        return f"{who} after {data['turns']} turns: {how}."


def narrate(ruleset: Ruleset, labels: Sequence[str], rows: Sequence[tuple[int, ...]]) -> list[Line]:
    """The told game; `labels` name the players by seat (side)."""
    teller = Teller(labels)
    lines = []
    for step, row in enumerate(rows, start=1):
        kind = EVENTS[row[0]]
        data: Data = dict(zip(kind.fields, row[2:]))
        text = teller.tell(kind.name, row[1], data)
        board = teller.board() if kind.name in ("turn", "end") else ""
        lines.append(Line(step, row[1], kind.name, text, data, board))
    return lines
