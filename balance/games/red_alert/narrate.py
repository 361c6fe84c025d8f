"""Trace rows -> sentences a designer can follow: cards, orders, moves, dice, payments, losses."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from balance.games.contract import Event, Line
from balance.games.red_alert.board_text import draw_board
from balance.games.red_alert.events import EVENTS
from balance.games.red_alert.state import FACES, REASONS
from balance.kit.hexes import cell, hex_id
from balance.kit.ledger import Ruleset

EVENT_LIST = tuple(Event(name, fields) for name, fields in EVENTS)
ADJECTIVES = ("Commonwealth", "Confederation")
STAR_REASONS = ("from the dice", "at the end of the turn", "for the discarded card", "from the enemy")
MOVE_VERBS = ("moves to", "makes its second move to", "retires to", "pursues to")

Data = Mapping[str, int]


@dataclass
class Unit:
    """A unit as the teller follows it."""

    kind: str
    side: int
    place: int
    figures: int
    caps: int
    marks: int = 0


@dataclass
class Teller:
    """Follows the board through the trace and words each step."""

    ruleset: Ruleset
    policies: Sequence[str]
    units: dict[int, Unit] = field(default_factory=dict)
    board: str = ""

    def __post_init__(self) -> None:
        types = {row["id"]: row for row in self.ruleset.setup["unit_type"]}
        for side, table in enumerate(self.ruleset.setup["side"]):
            for i, row in enumerate(table["unit"]):
                kind = types[row["type"]]
                unit = Unit(row["type"], side, hex_id(*row["at"]), kind["figures"], kind["caps"])
                self.units[16 * side + i] = unit

    def side(self, seat: int) -> str:
        """Name of a side with its player."""
        return ADJECTIVES[seat]

    def name(self, u: int) -> str:
        """A unit in words: side, type, where it stands."""
        unit = self.units[u]
        return f"{ADJECTIVES[unit.side]} {unit.kind.replace('_', ' ')} at {_place(unit.place)}"

    def command(self, row: int) -> str:
        """A command card in words."""
        return str(self.ruleset.setup["command_card"][row]["id"]).replace("_", " ") if row >= 0 else "nothing"

    def combat(self, row: int) -> str:
        """A combat card in words."""
        return str(self.ruleset.setup["combat_card"][row]["id"]).replace("_", " ")

    def picture(self) -> str:
        """The mat as it stands."""
        planets = [hex_id(c, r) for c, r in self.ruleset.setup["map"]["planets"]]
        units = {u.place: (u.kind, u.side, u.figures + u.caps, u.marks) for u in self.units.values() if u.place >= 0}
        return draw_board(units, planets)

    def tell(self, event: str, seat: int, data: Data) -> str:
        """The sentence for one trace row; follows the board. `self.board` is set where a drawing helps."""
        self.board = ""
        return TELL[event](self, seat, data)


def narrate(ruleset: Ruleset, policies: Sequence[str], rows: Sequence[tuple[int, ...]]) -> list[Line]:
    """All steps of one game in words; `policies` names the player of each seat."""
    teller = Teller(ruleset, policies)
    lines = []
    for step, row in enumerate(rows, 1):
        event, fields = EVENTS[row[0]]
        data = dict(zip(fields, row[2:], strict=False))
        text = teller.tell(event, row[1], data)
        lines.append(Line(step, row[1], event, text, data, teller.board))
    return lines


def _place(h: int) -> str:
    c, r = cell(h)
    return f"({c},{r})"


def _count(n: int, noun: str) -> str:
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def _faces(packed: int) -> str:
    counts = [(packed // 10**i) % 10 for i in range(6)]
    return ", ".join(f"{n} {FACES[i]}" if n > 1 else FACES[i] for i, n in enumerate(counts) if n) or "nothing"


def _tell_hand(t: Teller, seat: int, d: Data) -> str:
    card = t.combat(d["row"]) if d["kind"] else t.command(d["row"])
    return f"{t.side(seat)} is dealt {_count(d['copies'], card)} ({'combat' if d['kind'] else 'command'} card)."


def _tell_reveal(t: Teller, seat: int, d: Data) -> str:
    return f"{t.side(seat)} shows {t.command(d['row'])}, which counts {_count(d['orders'], 'order')}."


def _tell_first(t: Teller, seat: int, d: Data) -> str:
    why = "on a coin, after equal cards" if d["tie"] else "first"
    t.board = t.picture()
    return f"{t.side(seat)} ({t.policies[seat]}) begins {why}."


def _tell_turn(t: Teller, seat: int, d: Data) -> str:
    if d["turn"] > 1:
        t.board = t.picture()
    return (
        f"Turn {d['turn']}, {t.side(seat)} ({t.policies[seat]}). Points {d['vp_0']} to {d['vp_1']}; "
        f"stars {d['stars_0']} and {d['stars_1']}, {d['pool']} in the pool."
    )


def _tell_objective(t: Teller, seat: int, d: Data) -> str:
    what = "sectors free of enemies" if d["kind"] else "planet hexes it holds"
    return f"{t.side(seat)} scores {_count(d['points'], 'point')} for {what}."


def _tell_card(t: Teller, seat: int, d: Data) -> str:
    useless = "" if d["can_order"] else ", but has no unit it can order"
    return f"{t.side(seat)} plays {t.command(d['row'])} ({_count(d['orders'], 'order')}){useless}."


def _tell_no_card(t: Teller, seat: int, d: Data) -> str:
    if d["row"] < 0:
        return f"{t.side(seat)} has no command card and passes."
    return f"{t.side(seat)} holds reaction cards only, discards {t.command(d['row'])} and passes."


def _tell_order(t: Teller, _seat: int, d: Data) -> str:
    return f"Ordered: {t.name(d['unit'])}."


def _tell_unmark(t: Teller, _seat: int, d: Data) -> str:
    t.units[d["unit"]].marks = d["left"]
    price = f"for {_count(d['cost'], 'star')}" if d["cost"] else "for free"
    return f"A red alert marker comes off the {t.name(d['unit'])} {price}; {d['left']} left."


def _tell_combat_card(t: Teller, seat: int, d: Data) -> str:
    return (
        f"{t.side(seat)} plays the combat card {t.combat(d['row'])} for {_count(d['cost'], 'star')}; {d['stars']} left."
    )


def _tell_impulse(t: Teller, seat: int, d: Data) -> str:
    return f"Full impulse for the {t.name(d['unit'])}: {_count(d['cost'], 'star')}; {d['stars']} left."


def _tell_move(t: Teller, _seat: int, d: Data) -> str:
    text = f"The {t.name(d['unit'])} {MOVE_VERBS[d['kind']]} {_place(d['end'])}"
    t.units[d["unit"]].place = d["end"]
    return text + (" and may not combat this turn." if d["no_combat"] else ".")


def _tell_board(t: Teller, _seat: int, d: Data) -> str:
    text = f"The {t.name(d['unit'])} boards the {t.name(d['enemy'])}: {d['stars']} stars against {d['enemy_stars']}"
    if not d["won"]:
        return f"{text}, repelled."
    t.units[d["unit"]].figures += 1
    t.units[d["enemy"]].figures -= 1
    return f"{text}: a figure changes sides."


def _tell_attack(t: Teller, _seat: int, d: Data) -> str:
    how = "in close quarters" if d["distance"] == 1 else f"at {d['distance']} hexes"
    kind = "makes a bonus combat against" if d["bonus"] else "attacks"
    dice = _count(d["base_dice"], "die") if d["base_dice"] == 1 else f"{d['base_dice']} dice"
    extra = f", {d['dice']} with the command card" if d["dice"] != d["base_dice"] else ""
    return f"The {t.name(d['unit'])} {kind} the {t.name(d['enemy'])} {how}: {dice}{extra}."


def _tell_strike_first(t: Teller, _seat: int, d: Data) -> str:
    card = t.command(d["row"] - 100) if d["row"] >= 100 else t.combat(d["row"])
    return (
        f"{card.capitalize()}: the {t.name(d['unit'])} attacks the {t.name(d['enemy'])} before, with {d['dice']} dice."
    )


def _tell_parley(t: Teller, seat: int, d: Data) -> str:
    if d["given"]:
        return f"{t.side(seat)} rolls {_count(d['stars'], 'star')} and gives as many: the attack does not happen."
    return f"{t.side(seat)} rolls {_count(d['stars'], 'star')}: the attack goes on."


def _tell_fizzle(t: Teller, _seat: int, d: Data) -> str:
    return f"The {t.name(d['unit'])} has no die left against the {t.name(d['enemy'])}."


def _tell_roll(t: Teller, _seat: int, d: Data) -> str:
    shields = f", {_count(d['ignored'], 'blast')} ignored" if d["ignored"] else ""
    return f"The {t.name(d['unit'])} rolls {_faces(d['faces'])}: {_count(d['hits'], 'hit')}{shields}."


def _tell_shields(_t: Teller, _seat: int, d: Data) -> str:
    return f"Shields leave {_count(d['hits_left'], 'hit')}."


def _tell_loss(t: Teller, _seat: int, d: Data) -> str:
    unit = t.units[d["unit"]]
    unit.figures, unit.caps = d["figures"], d["caps"]
    left = _count(d["caps"], "cap fighter") if unit.kind == "flagship" else _count(d["figures"], "figure")
    return f"The {t.name(d['unit'])} is down to {left}."


def _tell_confirm(t: Teller, _seat: int, d: Data) -> str:
    end = "destroyed" if d["dead"] else "not confirmed"
    return f"Confirm die against the {t.name(d['unit'])}: {FACES[d['face']]}, {end}."


def _tell_gone(t: Teller, _seat: int, d: Data) -> str:
    text = f"The {t.name(d['unit'])} is eliminated: {_count(d['vp'], 'point')} for the {ADJECTIVES[d['by'] // 16]}."
    t.units[d["unit"]].place = -1
    return text


def _tell_stars(t: Teller, seat: int, d: Data) -> str:
    return f"{t.side(seat)} takes {_count(d['gained'], 'star')} {STAR_REASONS[d['reason']]}; it has {d['stars']}."


def _tell_alert(t: Teller, _seat: int, d: Data) -> str:
    most = int(t.ruleset["red_alert_marker_max"])
    unit = t.units[d["unit"]]
    unit.marks = min(unit.marks + 1, most)
    return f"Red alert: the {t.name(d['unit'])} must retire {d['hexes']} hex{'' if d['hexes'] == 1 else 'es'}."


def _tell_blocked(t: Teller, _seat: int, d: Data) -> str:
    return f"The {t.name(d['unit'])} cannot retire."


def _tell_battle_back(t: Teller, _seat: int, d: Data) -> str:
    price = f"for {_count(d['cost'], 'star')}" if d["cost"] else "without paying stars"
    return f"The {t.name(d['unit'])} battles back {price} with {d['dice']} dice."


def _tell_pursue(t: Teller, _seat: int, d: Data) -> str:
    price = f"for {_count(d['cost'], 'star')}" if d["cost"] else "without paying stars"
    return f"The {t.name(d['unit'])} pursues {price}."


def _tell_draw(t: Teller, seat: int, d: Data) -> str:
    verb = "draws" if d["kept"] else "sees and discards"
    return f"{t.side(seat)} {verb} {t.command(d['row'])}."


def _tell_lose_card(t: Teller, seat: int, d: Data) -> str:
    return f"{t.side(seat)} loses the command card {t.command(d['row'])}; its rating falls to {d['rating']}."


def _tell_draw_combat(t: Teller, seat: int, d: Data) -> str:
    return f"{t.side(seat)} draws the combat card {t.combat(d['row'])}."


def _tell_discard_combat(t: Teller, seat: int, d: Data) -> str:
    return f"{t.side(seat)} discards the combat card {t.combat(d['row'])}."


def _tell_end(t: Teller, seat: int, d: Data) -> str:
    t.board = t.picture()
    score = f"{d['vp_0']} to {d['vp_1']} points after {_count(d['turns'], 'turn')}"
    if seat < 0:
        return f"Nobody has won at the turn cap: {score}."
    return f"{t.side(seat)} ({t.policies[seat]}) wins by {REASONS[d['reason']]}: {score}."


TELL: Mapping[str, Callable[[Teller, int, Data], str]] = {
    "hand": _tell_hand,
    "reveal": _tell_reveal,
    "first": _tell_first,
    "turn": _tell_turn,
    "objective": _tell_objective,
    "card": _tell_card,
    "no_card": _tell_no_card,
    "order": _tell_order,
    "unmark": _tell_unmark,
    "combat_card": _tell_combat_card,
    "impulse": _tell_impulse,
    "move": _tell_move,
    "board": _tell_board,
    "attack": _tell_attack,
    "strike_first": _tell_strike_first,
    "parley": _tell_parley,
    "fizzle": _tell_fizzle,
    "roll": _tell_roll,
    "shields": _tell_shields,
    "loss": _tell_loss,
    "confirm": _tell_confirm,
    "gone": _tell_gone,
    "stars": _tell_stars,
    "alert": _tell_alert,
    "blocked": _tell_blocked,
    "battle_back": _tell_battle_back,
    "pursue": _tell_pursue,
    "draw": _tell_draw,
    "lose_card": _tell_lose_card,
    "draw_combat": _tell_draw_combat,
    "discard_combat": _tell_discard_combat,
    "end": _tell_end,
}
