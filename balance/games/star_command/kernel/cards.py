"""Cards: what each line is, drawing with reshuffles, discarding, and which card serves for a number or a Special."""

from __future__ import annotations

import numpy as np

from balance.games.star_command.events import DRAW, REDRAW, SHUFFLE
from balance.games.star_command.kernel.table import (
    CARDS_DRAWN,
    DEAD_DISCARDED,
    DEAD_DRAWN,
    P_SHUFFLE,
    end_game,
)
from balance.games.star_command.state import CARD_FACTS, CARD_NAMES, CARDS, DECK_PASSES, NUMBERS
from balance.kit.deck import order_by_luck
from balance.kit.jit import inlined, inner, shared
from balance.kit.streams import DEAL, DICE, stream_id
from balance.kit.trace import emit

MOVE_TYPE, ATTACK_TYPE, DEFENSE_TYPE, X_TYPE = range(4)
SPECIAL_LINE = CARD_NAMES.index("special")
FLIP_LINE = CARD_NAMES.index("flip")
DIAVALLIC_LINE = CARD_NAMES.index("armor_diavallic")
FIRST_X_LINE = CARD_NAMES.index("communicator")  # cards of type X come last
REDRAWS_MAX = 6  # SC-07

TYPE = np.array(["MADX".index(fact["type"]) for fact in CARD_FACTS], np.int64)
NUMBER = np.array([fact.get("number", 0) for fact in CARD_FACTS], np.int64)
IS_CLOSE = np.array([fact.get("class") == "close" for fact in CARD_FACTS], np.int64)
IS_LASER = np.array([fact.get("class") == "laser" for fact in CARD_FACTS], np.int64)
DRAWS = np.array([fact.get("draw", 0) for fact in CARD_FACTS], np.int64)
IS_LOOK = np.array([fact.get("look", False) for fact in CARD_FACTS], np.int64)
MARKED_LINES = np.array([line for line, fact in enumerate(CARD_FACTS) if "owner" in fact], np.int64)


def _lines_by_number(kind: str) -> np.ndarray:
    """[number, i]: lines of a type in the order they are spent: marked ones first, then by line; -1 = no more."""
    table = np.full((NUMBERS, 3), -1, np.int64)
    for number in range(1, NUMBERS):
        lines = [i for i, fact in enumerate(CARD_FACTS) if fact["type"] == kind and fact.get("number") == number]
        lines.sort(key=lambda i: ("owner" not in CARD_FACTS[i], i))
        table[number, : len(lines)] = lines
    return table


MOVE_LINES = _lines_by_number("M")
ATTACK_LINES = _lines_by_number("A")


@inner
def drop(game, side, line):
    """One copy of `line` from the hand to the discard pile (SC-08). Writes `game`."""
    game.hand[side, line] -= 1
    game.hand_n[side] -= 1
    game.discard[line] += 1
    game.discard_n += 1


@inner
def spend(game, tally, side, line):
    """Play a card: to the discard pile before its effect (SC-08). Writes `game`, `tally`."""
    drop(game, side, line)
    tally.card_played[side, line] += 1


@inner
def shuffle_discard(game, trace):
    """The discard pile becomes the deck, in the order of shuffle number `shuffles` (SC-11, SC-57). Writes `game`."""
    number = game.shuffles
    source = DEAL if number == 0 else DICE
    game.deck_n = order_by_luck(
        game.discard, np.int64(CARDS), game.deck, game.streams, np.int64(source), stream_id(P_SHUFFLE, 0, number)
    )
    game.deck_at = 0
    game.discard[:] = 0
    game.discard_n = 0
    game.shuffles = number + 1
    if number > 0:
        emit(trace, SHUFFLE, -1, number, game.deck_n)


@inner
def run_out(game, rules, trace):
    """The deck has run out: ends the game at the last pass allowed (SC-55), else reshuffles (SC-11). Writes `game`."""
    game.passes += 1
    if game.passes == rules.deck_passes:
        ahead = game.captures[0] - game.captures[1]
        end_game(game, -1 if ahead == 0 else (0 if ahead > 0 else 1), DECK_PASSES)
    elif game.discard_n > 0:
        shuffle_discard(game, trace)


@inner
def _take(game, rules, tally, side, trace):
    """Top card of the deck into the hand; returns its line or -1 (SC-11, SC-12). Writes `game`, `tally`."""
    if game.deck_at == game.deck_n:
        run_out(game, rules, trace)
        if game.over or game.deck_at == game.deck_n:
            return np.int64(-1)
    line = game.deck[game.deck_at]
    game.deck_at += 1
    game.hand[side, line] += 1
    game.hand_n[side] += 1
    game.count[side, CARDS_DRAWN] += 1
    tally.card_drawn[side, line] += 1
    if rules.usable[side, line] == 0:
        game.count[side, DEAD_DRAWN] += 1
    emit(trace, DRAW, side, line, game.deck_n - game.deck_at, game.hand_n[side])
    if rules.eager and game.deck_at == game.deck_n:
        run_out(game, rules, trace)
    return line


@shared
def draw(game, rules, tally, side, cards, trace):
    """Draw `cards` cards one by one (SC-10); returns how many arrived: int64. Writes `game`, `tally`.

    With faction_cards = "redraw" an unusable card is discarded at once for the next one, at most 6 times (SC-07).
    """
    arrived = np.int64(0)
    for _ in range(cards):
        line = _take(game, rules, tally, side, trace)
        again = 0
        while rules.redraw and line >= 0 and not game.over and again < REDRAWS_MAX and rules.usable[side, line] == 0:
            drop(game, side, line)
            game.count[side, DEAD_DISCARDED] += 1
            emit(trace, REDRAW, side, line)
            line = _take(game, rules, tally, side, trace)
            again += 1
        if line >= 0:
            arrived += 1
        if game.over:
            break
    return arrived


@shared
def numbers_in_hand(game, rules, side, first_line, last_line):
    """Bit n set when the side holds a usable card of number n among lines first..last for any of its units: int64."""
    mask = np.int64(0)
    for line in range(first_line, last_line + 1):
        if game.hand[side, line] > 0 and rules.usable[side, line] == 1 and rules.named[line] < 0:
            mask |= np.int64(1) << NUMBER[line]
    return mask


@inner
def _named_numbers(game, rules, side, unit):
    """Bits of the numbers of held cards that name this unit's type (A19): int64."""
    numbers = np.int64(0)
    for line in MARKED_LINES:
        if rules.named[line] == rules.kind[unit] and game.hand[side, line] > 0 and rules.usable[side, line] == 1:
            numbers |= np.int64(1) << NUMBER[line]
    return numbers


@inlined
def unit_numbers(game, rules, side, unit, common):
    """`common` plus the numbers of cards that only this type of unit may use (A19): int64 bits."""
    return common | _named_numbers(game, rules, side, unit) if rules.has_named else common


@shared
def card_for(game, rules, side, unit, number, lines):
    """Line spent for `number`: a marked card first, then the lowest line; unit -1 = any unit; -1 = none: int64.

    `lines`: MOVE_LINES or ATTACK_LINES.
    """
    for i in range(3):
        line = lines[number, i]
        if line >= 0 and game.hand[side, line] > 0 and rules.usable[side, line] == 1:
            if unit < 0 or rules.named[line] < 0 or rules.named[line] == rules.kind[unit]:
                return line
    return np.int64(-1)


@inner
def special_line(game, rules, side):
    """Line discarded as a Special: 25, or with special_cards = "any_x" the highest usable X line; -1 = none (SC-45)."""
    if game.hand[side, SPECIAL_LINE] > 0:
        return np.int64(SPECIAL_LINE)
    if rules.any_x:
        for line in range(SPECIAL_LINE - 1, SPECIAL_LINE - 6, -1):
            if game.hand[side, line] > 0 and rules.usable[side, line] == 1:
                return np.int64(line)
    return np.int64(-1)


@shared
def specials_in_hand(game, rules, side):
    """Cards the side may discard as a Special: int64 (SC-45)."""
    held = game.hand[side, SPECIAL_LINE]
    if rules.any_x:
        for line in range(SPECIAL_LINE - 5, SPECIAL_LINE):
            if rules.usable[side, line] == 1:
                held += game.hand[side, line]
    return held
