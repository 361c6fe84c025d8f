from functools import cache

import numpy as np

from balance.games.contract import Column, OutcomeSpec
from balance.kit.ledger import Entry, Ledger, Ruleset
from balance.kit.policybook import Policy, PolicyBook

RULES = np.dtype([("seats", "i8"), ("sides", "i8"), ("seat_bonus", "i8"), ("cap", "i1"), ("broken", "i1")])
PLAYER = np.dtype([("bonus", "i8")])
OUTCOME = OutcomeSpec(
    dtype=np.dtype(
        [("ending", "i1"), ("win", "f4", (3,)), ("roll", "i2", (3,)), ("rounds", "i2"), ("end_reason", "i1")]
    ),
    columns=(
        Column("ending", "0 played out, 1 capped, 2 failed", "code"),
        Column("win", "share of the win", "share", ("win_1", "win_2", "win_3"), absent=-1),
        Column("roll", "the roll, bonus included", "pips", ("roll_1", "roll_2", "roll_3"), absent=-1),
        Column("rounds", "length", "rounds"),
        Column("end_reason", "0 roll, 1 cap", "code"),
    ),
    tally=np.dtype([("face", "i8", (20,))]),
    length="rounds",
    reasons={0: "roll", 1: "cap"},
)


@cache
def ledger() -> Ledger:
    entries = [
        Entry("sides", 6, "printed", "page 1", "TY-01", "sides of the die", range=(2, 20)),
        Entry("seat_bonus", 0, "assumed", "nobody knows", "TY-02", "added to the roll of seat 1", (0, 5), sweep=(0, 1)),
        Entry(
            "cap", False, "assumed", "nobody knows", "TY-03", "a best roll of 1 is a capped game", sweep=(False, True)
        ),
        Entry("broken", False, "printed", "for tests", "TY-04", "block 3 fails"),
    ]
    return Ledger({entry.key: entry for entry in entries})


@cache
def policies() -> PolicyBook:
    weights = {"bonus": Entry("bonus", 0, "assumed", "policy", meaning="added to each roll", range=(0, 9))}
    book = {name: Policy(name, f"adds {bonus}", {"bonus": bonus}) for name, bonus in (("plain", 0), ("lucky", 1))}
    return PolicyBook(book, weights)


def load_ruleset(rules, setup, seats):
    resolved = ledger().resolve(rules)
    record = np.zeros(1, RULES).view(np.recarray)[0]
    record.seats = seats
    for name in ("sides", "seat_bonus", "cap", "broken"):
        record[name] = resolved.values[name]
    return Ruleset("tiny", seats, resolved.values, resolved.changed, dict(setup), record)


def load_players(ruleset, choices):
    players = np.zeros(len(choices), PLAYER).view(np.recarray)
    for player, choice in zip(players, choices, strict=True):
        player.bonus = policies().resolve(choice.policy, choice.weights)["bonus"]
    return players
