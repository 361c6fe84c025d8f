"""Exact odds of the deck: answers to an attack, dead cards, usable cards, Flip, the deck clock, draw chains (j1-j5, j9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any

from balance.games.contract import Cell, OddsColumn, OddsResult, OddsTable, Setting
from balance.games.star_command.ruleset import load_ledger
from balance.games.star_command.state import CARD_FACTS, CARD_NAMES, SIDE_NAMES, UNIT_FACTS

TARGETS = ("buzz", "ranger unit", "zurg unit")
DECK = {fact["name"]: fact for fact in CARD_FACTS}


@cache
def printed() -> Mapping[str, Any]:
    """The default value of every rule."""
    return load_ledger().resolve({}).values


def counts_of(values: Mapping[str, Any]) -> dict[str, int]:
    """Copies of every card in the deck (SC-05, SC-07)."""
    out = values["cards.faction_cards"] == "removed"
    return {n: 0 if out and "owner" in DECK[n] else int(values[f"cards.counts.{n}"]) for n in CARD_NAMES}


def side_may_use(name: str, side: int, values: Mapping[str, Any]) -> bool:
    """SC-07."""
    owner = DECK[name].get("owner")
    return owner is None or values["cards.faction_cards"] == "open" or owner == SIDE_NAMES[side]


def answers(target: str, close: bool, values: Mapping[str, Any], special_attack: bool = False) -> int:
    """Cards of the deck that answer an attack on `target` by a card (or by a Special) from a distance above 1."""
    side = 1 if target.startswith("zurg") else 0
    shield = values["combat.buzz_defense_scope"]
    counts = counts_of(values)
    total = 0
    for name, n in counts.items():
        if not side_may_use(name, side, values):
            continue
        if DECK[name]["type"] == "D":
            total += n if _answers(name, target, close, special_attack, values) else 0
        elif side == 0 and (shield == "any_friendly" or (shield == "self" and target == "buzz")):
            named = name == "special" or values["cards.special_cards"] == "any_x"
            total += n if named and DECK[name]["type"] == "X" else 0
    return total


def _answers(name: str, target: str, close: bool, special_attack: bool, values: Mapping[str, Any]) -> bool:
    if name == "flip":
        return values["combat.flip_scope"] == "any" or (close and values["combat.flip_scope"] != "adjacent")
    if name == "armor_diavallic" and values["combat.laser_resistant_scope"] == "laser_only":
        return not close and not special_attack
    scoped = values["cards.faction_scope"] == "named_units" and values["cards.faction_cards"] != "open"
    return not (scoped and "owner" in DECK[name] and target != "space_ranger")


def holds(copies: int, cards: int, deck: int = 67) -> Fraction:
    """P(a hand of `cards` random cards holds at least one of `copies`)."""
    return 1 - Fraction(comb(deck - copies, cards), comb(deck, cards))


def hypergeometric(j: int, copies: int, cards: int, deck: int = 67) -> Fraction:
    """H(j; copies, cards): P(exactly j of `copies` among `cards` cards drawn without replacement)."""
    return (
        Fraction(comb(copies, j) * comb(deck - copies, cards - j), comb(deck, cards))
        if 0 <= j <= cards
        else Fraction(0)
    )


def captured(attacks: int, hits: int, cards: int, copies: int, deck: int = 67) -> Fraction:
    """P(`attacks` attacks take `hits` hits off a leader behind `cards` random cards, every answer used) (j3)."""
    spare = attacks - hits
    return sum((hypergeometric(j, copies, cards, deck) for j in range(min(spare, cards) + 1)), Fraction(0))


@cache
def siege(turns: int, hits: int, copies: int, draw: int = 3, keep: int = 5, deck: int = 67) -> tuple[Fraction, ...]:
    """P(captured within t laser attacks), t = 1..turns: `draw` cards before each, answers kept up to `keep` (j3b)."""
    states = {(0, 0, hits): Fraction(1)}  # answers in hand, answers drawn so far, hits left
    fallen, found = Fraction(0), []
    for turn in range(turns):
        following: dict[tuple[int, int, int], Fraction] = {}
        left = deck - draw * turn
        if left < draw:
            raise ValueError(f"the deck of {deck} cards lasts {deck // draw} draws of {draw}")
        for (held, drawn, life), chance in states.items():
            for j in range(min(draw, copies - drawn) + 1):
                p = chance * hypergeometric(j, copies - drawn, draw, left)
                have = min(keep, held + j)
                if have:
                    state = (have - 1, drawn + j, life)
                elif life > 1:
                    state = (0, drawn + j, life - 1)
                else:
                    fallen += p
                    continue
                following[state] = following.get(state, Fraction(0)) + p
        states = following
        found.append(fallen)
    return tuple(found)


def reshuffle_turns(draw: int, starting_hand: int, limit: int, turns: int, deck: int = 67) -> list[int]:
    """Turns on which the deck is shuffled again if both players only draw and discard to the limit (j5, WE-6)."""
    hands = [starting_hand, starting_hand]
    pile, found = deck - 2 * starting_hand, []
    discard = 0
    for turn in range(1, turns + 1):
        for _ in range(draw):
            if pile == 0:
                if discard == 0:
                    break
                found.append(turn)
                pile, discard = discard, 0
            pile -= 1
            hands[turn % 2] += 1
        discard += max(0, hands[turn % 2] - limit)
        hands[turn % 2] = min(hands[turn % 2], limit)
    return found


def first_reshuffle(draw: int, starting_hand: int, deck: int = 67) -> int:
    """Turn of the first reshuffle without extra draws: ceil((deck + 1 - 2 * starting_hand) / draw)."""
    return -(-(deck + 1 - 2 * starting_hand) // draw)


@cache
def chain(need: int, draws: tuple[tuple[int, int], ...], deck: int) -> Fraction:
    """Expected cards seen when `need` cards must be drawn and each draw card is played at once (j9).

    `draws`: (copies left, cards it draws) of each kind of draw card; `deck`: cards left.
    """
    if need == 0 or deck == 0:
        return Fraction(0)
    total, rest = Fraction(1), deck
    for i, (copies, more) in enumerate(draws):
        if copies:
            fewer = (*draws[:i], (copies - 1, more), *draws[i + 1 :])
            total += Fraction(copies, deck) * chain(need - 1 + more, fewer, deck - 1)
            rest -= copies
    return total + Fraction(rest, deck) * chain(need - 1, draws, deck - 1) if rest else total


def usable_lines(unit: str, kind: str, values: Mapping[str, Any], side: int) -> int:
    """Cards of type `kind` (M or A) in the deck that a unit can use."""
    stat = int(values[f"units.{unit}.{'move' if kind == 'M' else 'range'}"])
    exact, capped = values["stat_reading"] == "exact", values["over_number"] == "capped"
    counts = counts_of(values)

    def can(name: str) -> bool:
        number = DECK[name]["number"]
        return number == stat or (number < stat and not exact) or (number > stat > 0 and capped)

    return sum(
        n for name, n in counts.items() if DECK[name]["type"] == kind and side_may_use(name, side, values) and can(name)
    )


def side_lines(side: int, kind: str, values: Mapping[str, Any]) -> int:
    """Cards of type `kind` that some unit of a side can use."""
    counts, total = counts_of(values), 0
    for name in (n for n in CARD_NAMES if DECK[n]["type"] == kind and side_may_use(n, side, values)):
        single = {**values, **{f"cards.counts.{other}": 0 for other in CARD_NAMES if other != name}}
        units = [fact["name"] for fact in UNIT_FACTS if fact["side"] == side]
        total += counts[name] if any(usable_lines(unit, kind, single, side) for unit in units) else 0
    return total


def none_of(groups: Sequence[int], cards: int, deck: int) -> Fraction:
    """P(none of the cards of the groups among `cards` drawn)."""
    return Fraction(comb(deck - sum(groups), cards), comb(deck, cards))


def _settled(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The printed rules with the settings that are rules."""
    names = {"special": "cards.counts.special", "dodge": "cards.counts.dodge", "flip": "cards.counts.flip",
             "shield": "combat.buzz_defense_scope", "faction_cards": "cards.faction_cards",
             "any_x": "cards.special_cards"}  # fmt: skip
    return {**printed(), **{rule: settings[name] for name, rule in names.items() if name in settings}}


def answer_table(settings: Mapping[str, Any]) -> OddsResult:
    """j1: P(h random cards hold an answer)."""
    values = _settled(settings)
    deck = sum(counts_of(values).values())
    kinds = [(target, close) for target in TARGETS for close in (False, True)]
    copies = [answers(target, close, values) for target, close in kinds]
    rows: list[tuple[Cell, ...]] = [
        (h, *(holds(g, h, deck) for g in copies), *([holds(values["cards.counts.flip"], h, deck)]))
        for h in range(1, int(settings["cards"]) + 1)
    ]
    columns = [OddsColumn("cards", "cards in the defender's hand", "cards")]
    for (target, close), g in zip(kinds, copies):
        word = "close" if close else "laser"
        name = f"{target.replace(' ', '_')}_{word}"
        columns.append(OddsColumn(name, f"an answer to a {word} attack on {target}: {g} of {deck} cards"))
    columns.append(OddsColumn("flip", "at least one Flip"))
    return OddsResult(
        tuple(columns), tuple(rows), "Hand of random cards from the full deck; Zurg himself is a Zurg unit."
    )


def dead_table(settings: Mapping[str, Any]) -> OddsResult:
    """j2: cards marked for the other side among the cards drawn."""
    values = _settled(settings)
    counts = counts_of(values)
    deck = sum(counts.values())
    dead = [sum(n for name, n in counts.items() if not side_may_use(name, side, values)) for side in (0, 1)]
    rows: list[tuple[Cell, ...]] = []
    for k in range(1, int(settings["cards"]) + 1):
        row: list[Cell] = [k]
        for g in dead:
            row += [holds(g, k, deck), hypergeometric(1, g, k, deck), Fraction(g * k, deck)]
        rows.append(tuple(row))
    columns = [OddsColumn("cards", "cards drawn from the full deck", "cards")]
    for side, g in zip(SIDE_NAMES, dead):
        columns += [OddsColumn(f"any_{side}", f"at least one of the {g} dead cards of {side}"),
                    OddsColumn(f"one_{side}", "exactly one"),
                    OddsColumn(f"mean_{side}", "expected dead cards", "cards")]  # fmt: skip
    return OddsResult(tuple(columns), tuple(rows))


def usable_table(settings: Mapping[str, Any]) -> OddsResult:
    """j2b: cards of the deck each unit can use, and the chance that a draw holds one."""
    values = {**printed(), "stat_reading": settings["stat_reading"], "over_number": settings["over_number"]}
    k, rows = int(settings["cards"]), []
    deck = sum(counts_of(values).values())
    for fact in UNIT_FACTS:
        move, attack = (usable_lines(fact["name"], kind, values, fact["side"]) for kind in "MA")
        rows.append((fact["name"], move, holds(move, k, deck), attack, holds(attack, k, deck), _wait(attack, deck)))
    for side, name in enumerate(SIDE_NAMES):
        move, attack = side_lines(side, "M", values), side_lines(side, "A", values)
        rows.append((f"any of {name}", move, holds(move, k, deck), attack, holds(attack, k, deck), _wait(attack, deck)))
    columns = (
        OddsColumn("unit", "unit, or any unit of the side", "unit"),
        OddsColumn("move_cards", "Move cards of the deck it can use", "cards"),
        OddsColumn("a_move", f"{k} cards hold one"),
        OddsColumn("attack_cards", "Attack cards it can use", "cards"),
        OddsColumn("an_attack", f"{k} cards hold one"),
        OddsColumn("draws_to_attack", "expected draws to the first usable Attack card", "cards"),
    )
    return OddsResult(columns, tuple(rows), _both_note(values, k, deck))


def _wait(copies: int, deck: int) -> Cell:
    return Fraction(deck + 1, copies + 1) if copies else "never"


def both_chance(side: int, cards: int, values: Mapping[str, Any]) -> Fraction:
    """P(a usable Move and a usable Attack card among the first `cards`)."""
    deck = sum(counts_of(values).values())
    move, attack = side_lines(side, "M", values), side_lines(side, "A", values)
    return 1 - none_of([move], cards, deck) - none_of([attack], cards, deck) + none_of([move, attack], cards, deck)


def _both_note(values: Mapping[str, Any], k: int, deck: int) -> str:
    told = [f"{name} {float(both_chance(side, k, values)):.6f}" for side, name in enumerate(SIDE_NAMES)]
    return f"A usable Move and a usable Attack card among {k}: {', '.join(told)}."


def assault_table(settings: Mapping[str, Any]) -> OddsResult:
    """j3: k attacks on a leader behind h random cards."""
    values = _settled(settings)
    deck, close = sum(counts_of(values).values()), settings["attack"] == "close"
    h, q = int(settings["cards"]), int(settings["hits"])
    copies = [answers(target, close, values) for target in ("buzz", "zurg unit")]
    rows: list[tuple[Cell, ...]] = [
        (k, *(captured(k, q, h, g, deck) for g in copies)) for k in range(1, int(settings["attacks"]) + 1)
    ]
    rows.append(("attacks needed", *(q + Fraction(g * h, deck) for g in copies)))
    columns = (OddsColumn("attacks", "attacks on the leader in a row", "attacks"),
               OddsColumn("buzz", f"Buzz falls ({copies[0]} answers in the deck)", "probability (last row: attacks)"),
               OddsColumn("zurg", f"Zurg falls ({copies[1]} answers)", "probability (last row: attacks)"))  # fmt: skip
    return OddsResult(columns, tuple(rows), "Every answer held is used; Flip's counter-hit is left out.")


def siege_table(settings: Mapping[str, Any]) -> OddsResult:
    """j3b: one laser attack a turn on a leader whose owner draws before each."""
    values = _settled(settings)
    deck, draw, keep = sum(counts_of(values).values()), int(settings["draw"]), int(settings["hand_limit"])
    turns = min(int(settings["turns"]), deck // draw)
    falls = [
        siege(turns, int(settings[hits]), answers(target, False, values), draw, keep, deck)
        for target, hits in (("buzz", "buzz_hits"), ("zurg unit", "zurg_hits"))
    ]
    rows = tuple((t + 1, falls[0][t], falls[1][t]) for t in range(turns))
    columns = (OddsColumn("turn", "attacks so far", "turns"), OddsColumn("buzz", "Buzz has fallen"),
               OddsColumn("zurg", "Zurg has fallen"))  # fmt: skip
    return OddsResult(
        columns, rows, f"The defender draws {draw} cards before each attack and keeps up to {keep} answers."
    )


def clock_table(settings: Mapping[str, Any]) -> OddsResult:
    """j5: when the deck runs out if nobody plays a card."""
    draw, start, limit = (int(settings[name]) for name in ("draw", "starting_hand", "hand_limit"))
    turns = reshuffle_turns(draw, start, limit, int(settings["turns"]), int(settings["deck"]))
    rows = tuple((i + 1, turn) for i, turn in enumerate(turns))
    columns = (
        OddsColumn("reshuffle", "number of the reshuffle", "count"),
        OddsColumn("turn", "turn (both players)", "turn"),
    )
    first = first_reshuffle(draw, start, int(settings["deck"]))
    return OddsResult(columns, rows, f"First reshuffle on turn {first} whatever is played, unless a card draws cards.")


def chain_table(settings: Mapping[str, Any]) -> OddsResult:
    """j9: cards seen in a draw when draw cards are played at once."""
    values = _settled(settings)
    counts = counts_of(values)
    deck, rows = sum(counts.values()), []
    for k in range(1, int(settings["cards"]) + 1):
        row: list[Cell] = [k]
        for side in (0, 1):
            kinds: dict[int, int] = {}
            for name in (n for n in CARD_NAMES if "draw" in DECK[n] and side_may_use(n, side, values)):
                kinds[DECK[name]["draw"]] = kinds.get(DECK[name]["draw"], 0) + counts[name]
            row.append(chain(k, tuple((n, more) for more, n in sorted(kinds.items())), deck))
        rows.append(tuple(row))
    columns = (OddsColumn("cards", "cards drawn by rule", "cards"),
               *(OddsColumn(side, f"cards {side} sees", "cards") for side in SIDE_NAMES))  # fmt: skip
    return OddsResult(columns, tuple(rows), "A fresh deck; every usable draw card is played as soon as it comes.")


_FACTION = Setting("dead", "cards marked for the other side", choices=("dead", "open", "removed"))
_DECK = {
    "special": Setting(6, "copies of Special", range=(0, 20)),
    "dodge": Setting(1, "copies of Dodge", range=(0, 20)),
    "flip": Setting(2, "copies of Flip", range=(0, 20)),
    "shield": Setting("self", "whom a Special of Buzz protects", choices=("self", "any_friendly", "none")),
    "any_x": Setting("named", "which cards serve as a Special", choices=("named", "any_x")),
    "faction_cards": _FACTION,
}
_DRAW = Setting(3, "cards drawn a turn", range=(1, 6))
_LIMIT = Setting(5, "hand limit", range=(2, 12))

TABLES = (
    OddsTable("answers", "Answers to an attack", "SC-34..36, j1, j4",
              {"cards": Setting(8, "largest hand", range=(1, 20)), **_DECK}, answer_table),
    OddsTable("dead", "Dead cards", "SC-07, j2", {"cards": Setting(8, "most cards drawn", range=(1, 20)),
                                                  "faction_cards": _FACTION}, dead_table),
    OddsTable("usable", "Cards a unit can use", "SC-16, SC-27, j2b",
              {"cards": Setting(3, "cards drawn", range=(1, 20)),
               "stat_reading": Setting("max", "reading of Move and Range", choices=("max", "exact")),
               "over_number": Setting("forbidden", "cards above the stat", choices=("forbidden", "capped"))}, usable_table),
    OddsTable("assault", "Assault on a leader", "SC-33..36, j3",
              {"hits": Setting(3, "hits of the leader", range=(1, 9)),
               "cards": Setting(5, "cards in his owner's hand", range=(0, 20)),
               "attacks": Setting(8, "most attacks", range=(1, 20)),
               "attack": Setting("laser", "kind of attack", choices=("laser", "close")), **_DECK}, assault_table),
    OddsTable("siege", "Siege clock", "SC-33..36, j3b",
              {"turns": Setting(12, "attacks, one a turn", range=(1, 20)), "buzz_hits": Setting(3, "hits of Buzz", range=(1, 9)),
               "zurg_hits": Setting(3, "hits of Zurg", range=(1, 9)), "draw": _DRAW, "hand_limit": _LIMIT, **_DECK}, siege_table),
    OddsTable("deck_clock", "Deck clock", "SC-10, SC-11, SC-14, j5",
              {"turns": Setting(100, "turns of both players", range=(1, 600)), "draw": _DRAW, "hand_limit": _LIMIT,
               "starting_hand": Setting(0, "cards dealt before turn 1", range=(0, 10)),
               "deck": Setting(67, "cards in the deck", range=(20, 200))}, clock_table),
    OddsTable("draw_chain", "Draw cards chained", "SC-46..48, j9",
              {"cards": Setting(3, "most cards drawn by rule", range=(1, 6)), "faction_cards": _FACTION}, chain_table),
)  # fmt: skip
