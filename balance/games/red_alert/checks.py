"""Counts of a run beside their exact chances: what must hold whatever the players do (spec section j)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from balance.games.contract import ExactCheck, RunData
from balance.games.red_alert import chances
from balance.games.red_alert.odds_cards import orders_left, reveal_odds, some
from balance.games.red_alert.ruleset import load_policies
from balance.games.red_alert.state import COMMAND_SLOTS, FACES, MAX_DICE, SIDE_NAMES


def exact_checks(data: RunData) -> list[ExactCheck]:
    """All counts of the run whose chance is known exactly, those that were tried at all."""
    found = [*_faces(data), *_hits(data), *_cards(data), *_opening(data), *_reveal(data)]
    return [check for check in found if check.n > 0]


def _faces(data: RunData) -> Iterator[ExactCheck]:
    counts = data.tally.faces
    for face, name in enumerate(FACES):
        yield ExactCheck(f"battle dice show {name} (b3)", Fraction(1, 6), int(counts[face]), int(counts.sum()))
    rolled, killed = (int(count) for count in data.tally.confirm)
    yield ExactCheck("a confirm die eliminates the flagship (RA-56)", Fraction(1, 3), killed, rolled)


def _hits(data: RunData) -> Iterator[ExactCheck]:
    """P(hits >= h) for the three lowest h, where it is neither impossible nor certain (j2)."""
    rolls = data.tally.rolls
    for dice in range(1, MAX_DICE + 1):
        for ignored in range(rolls.shape[1]):
            counts = rolls[dice, ignored]
            for least in (1, 2, 3):
                exact = chances.kill(dice, ignored, least)
                if 0 < exact < 1:
                    name = f"{dice} dice, {ignored} blasts ignored: at least {least} hits (RA-55)"
                    yield ExactCheck(name, exact, int(counts[least:].sum()), int(counts.sum()))


def _cards(data: RunData) -> Iterator[ExactCheck]:
    for left, (played, worked) in enumerate(data.tally.parley):
        exact = chances.parley(left)
        if 0 < exact < 1:
            words = f"{left} stars left" if left < 3 else "3 stars or more left"
            yield ExactCheck(f"Hold Your Fire with {words} (RA-61)", exact, int(worked), int(played))
    boarding = data.tally.boarding
    for own in range(1, MAX_DICE + 1):
        for other in range(1, MAX_DICE + 1):
            tried, won = (int(count) for count in boarding[own, other])
            name = f"boarding with {own} dice against {other} (RA-62)"
            yield ExactCheck(name, chances.more_stars(own, other), won, tried)


def opening_odds(data: RunData) -> dict[str, tuple[Fraction, tuple[Fraction, Fraction]]]:
    """Per command row of the run: nominal share of the deck, and P(opening hand of side 0, 1 holds one)."""
    rows, ratings = data.ruleset.setup["command_card"], data.ruleset.record.rating
    deck = sum(row["copies"] for row in rows)
    return {
        slot: (Fraction(row["copies"], deck), (some(deck, row["copies"], int(ratings[0])),
                                               some(deck, row["copies"], int(ratings[1]))))
        for slot, row in zip(data.ruleset.extra["command_slots"], rows, strict=True)
    }  # fmt: skip


def _opening(data: RunData) -> Iterator[ExactCheck]:
    rules, slots = data.ruleset, data.ruleset.extra["command_slots"]
    deck = sum(row["copies"] for row in rules.setup["command_card"])
    left = sum(row["copies"] for row in rules.setup["command_card"] if orders_left(row))
    for side, name in enumerate(SIDE_NAMES):
        for slot, (_, exact) in opening_odds(data).items():
            if slots.count(slot) == 1 and 0 < exact[side] < 1:
                hits = int(data.tally.opening[side, COMMAND_SLOTS.index(slot)])
                yield ExactCheck(f"opening hand of {name} holds {slot} (RA-12)", exact[side], hits, data.games)
        wing = some(deck, left, int(rules.record.rating[side]))
        if 0 < wing < 1:
            hits = int(data.tally.opening_left[side])
            yield ExactCheck(f"opening hand of {name} can order the left wing", wing, hits, data.games)


def _reveal(data: RunData) -> Iterator[ExactCheck]:
    """Ties of the reveal, where all players want the same place in the order of play."""
    book: Any = load_policies()
    wishes = {
        bool(book.resolve(player.policy, player.weights)["want_first"]) if player.policy != "random_legal" else None
        for player in data.players
    }
    if len(wishes) == 1 and None not in wishes:
        which = "lowest" if wishes.pop() else "highest"
        first, second = (int(n) for n in data.ruleset.record.rating)
        tie, _ = reveal_odds((first, second), (which, which), data.ruleset.setup["command_card"])
        reveals, ties = (int(count) for count in data.tally.reveals)
        if 0 < tie < 1:
            yield ExactCheck(f"both show their {which} card: a tie (RA-13)", tie, ties, reveals)
