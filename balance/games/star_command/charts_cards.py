"""Figures of cards: a hand as a shield, the siege clock, cards that rot, dead cards in hand (section i: 3, 4, 6, 7)."""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.games.contract import RunData
from balance.games.star_command.charts_game import SIDES, bar_errors, colours
from balance.games.star_command.checks import opening_cards
from balance.games.star_command.odds_cards import answers, counts_of, holds, side_may_use, siege
from balance.games.star_command.state import CARD_FACTS, CARD_NAMES

LEADERS = (("Buzz", "buzz"), ("Zurg", "zurg unit"))
EXPERIMENTS = 4000  # dealt sieges behind the dots of the siege clock
TURNS = 10


def leader_hand(ax: Any, data: RunData) -> str:
    """Share of attacks on a leader that were negated, by cards in his owner's hand, beside random hands (j1)."""
    tally, rules, told = data.tally, data.ruleset.values, []
    deck = sum(counts_of(rules).values())
    sizes = np.arange(1, 9)
    for (side, close), colour in zip(((0, 0), (0, 1), (1, 0), (1, 1)), colours(ax, 4)):
        name, target = LEADERS[side]
        word = "close combat" if close else "laser"
        copies = answers(target, bool(close), rules)
        ax.plot(
            sizes, [float(holds(copies, int(h), deck)) for h in sizes], color=colour, ls="--" if close else "-", lw=1.6
        )
        n, negated = tally.leader_attacks[side, close], tally.leader_negated[side, close]
        known = [int(h) for h in sizes if n[h] >= 20]
        shares = [data.share(float(negated[h]), float(n[h])) for h in known]
        ax.errorbar(known, [s for s, _, _ in shares], bar_errors(shares), fmt="s" if close else "o", ms=4.5, lw=1,
                    color=colour, label=f"{name}, {word}")  # fmt: skip
        exact = float(holds(copies, 5, deck))
        seen = f", in play {negated[5] / n[5]:.1%} of {int(n[5]):,}" if n[5] >= 20 else ""
        told.append(f"{name} against {word}: random hand of 5 {exact:.1%}{seen}")
    ax.set(xlabel="cards in the hand of the leader's owner", ylabel="share of attacks negated", xticks=sizes, ylim=(0, 1.28),
           yticks=np.linspace(0, 1, 6))  # fmt: skip
    ax.legend(loc="upper left", ncols=2, title="lines: random hand (exact), marks: hands in play", title_fontsize=8)
    return (
        f"Attacks on a leader negated. {'; '.join(told)}. Hands in play are not random: players keep or spend answers."
    )


def siege_clock(ax: Any, data: RunData) -> str:
    """P(a leader has fallen) under one laser attack a turn: exact, and dealt sieges (j3b)."""
    rules, told = data.ruleset.values, []
    deck, draw = sum(counts_of(rules).values()), int(rules["draw_per_turn"])
    turns = min(TURNS, deck // draw)
    keep = int(rules["hand_limit"])
    for (name, target), colour in zip(LEADERS, colours(ax, 2)):
        hits = int(rules["units.buzz.hits" if name == "Buzz" else "units.zurg.hits"])
        copies = answers(target, False, rules)
        exact = [float(p) for p in siege(turns, hits, copies, draw, keep, deck)]
        fallen = _dealt_sieges(turns, hits, copies, draw, keep, deck)
        shares = [data.share(float(n), EXPERIMENTS) for n in fallen]
        at = np.arange(1, turns + 1)
        ax.plot(at, exact, color=colour, label=f"{name}: {hits} hits, {copies} answers (exact)")
        ax.errorbar(at, [s for s, _, _ in shares], bar_errors(shares), fmt="o", ms=4, lw=1, color=colour)
        half = next(
            (f"fallen in half of the sieges by turn {t}" for t, p in zip(at, exact) if p >= 0.5), "stands longer"
        )
        told.append(f"{name} {half}, by turn {min(5, turns)} in {exact[min(5, turns) - 1]:.1%}")
    ax.set(xlabel="laser attacks, one a turn", ylabel="probability that the leader has fallen", ylim=(0, 1.32),
           xticks=range(1, turns + 1), yticks=np.linspace(0, 1, 6))  # fmt: skip
    ax.legend(loc="upper left", title=f"marks: {EXPERIMENTS:,} sieges dealt from the deck", title_fontsize=8)
    return f"Siege clock, {draw} cards drawn before each attack, up to {keep} answers kept: {'; '.join(told)}."


def _dealt_sieges(turns: int, hits: int, copies: int, draw: int, keep: int, deck: int) -> list[int]:
    """How many of the dealt sieges are over after each turn; the decks are always the same."""
    chance = np.random.default_rng(20260101)
    over = np.zeros(turns, np.int64)
    for _ in range(EXPERIMENTS):
        place = chance.permutation(deck) < copies
        held, life = 0, hits
        for t in range(turns):
            held = min(keep, held + int(place[t * draw : (t + 1) * draw].sum()))
            held, life = (held - 1, life) if held else (0, life - 1)
            if life == 0:
                over[t:] += 1
                break
    return [int(n) for n in over]


def cards_used(ax: Any, data: RunData) -> str:
    """Cards played for an effect per card drawn, by line and side; the lines of the other side are exactly 0."""
    drawn, played = np.asarray(data.tally.card_drawn), np.asarray(data.tally.card_played)
    places = np.arange(len(CARD_NAMES))
    with np.errstate(invalid="ignore", divide="ignore"):
        share = np.where(drawn > 0, played / np.maximum(drawn, 1), np.nan)
    for side, colour in enumerate(colours(ax, 2)):
        ax.bar(places + (side - 0.5) * 0.4, np.nan_to_num(share[side]), 0.38, color=colour, label=SIDES[side])
    dead = [(side, i) for side in (0, 1) for i, name in enumerate(CARD_NAMES)
            if drawn[side, i] and not side_may_use(name, side, data.ruleset.values)]  # fmt: skip
    if dead:
        ax.plot([i + (side - 0.5) * 0.4 for side, i in dead], [0.02] * len(dead), "x", color="0.25", ms=5,
                label="marked for the other side: 0 (exact)")  # fmt: skip
    ax.set_xticks(places, [fact["title"] for fact in CARD_FACTS], rotation=60, ha="right", fontsize=7.5)
    ax.set(ylabel="cards played per card drawn", xlim=(-0.7, len(CARD_NAMES) - 0.3),
           ylim=(0, max(1.0, float(np.nanmax(share))) * 1.22))  # fmt: skip
    ax.legend(loc="upper right", ncols=3)
    told = []
    for side in (0, 1):
        known = [i for i in range(len(CARD_NAMES)) if drawn[side, i] and (side, i) not in dead]
        low = sorted(known, key=lambda i: share[side, i])[:3]
        told.append(f"{SIDES[side]} play {played[side].sum() / max(1, drawn[side].sum()):.0%} of what they draw, least "
                    + ", ".join(f"{CARD_FACTS[i]['title']} {share[side, i]:.0%}" for i in low))  # fmt: skip
    return f"Cards played per card drawn. {'; '.join(told)}. {len(dead)} lines could never be played."


def dead_hands(ax: Any, data: RunData) -> str:
    """Share of hands with a card marked for the other side, by turn, beside the chance for the first hand (j2)."""
    hands, dead, told = np.asarray(data.tally.hands), np.asarray(data.tally.dead_hands), []
    rules = data.ruleset.values
    least = max(10, 0.05 * hands.max())  # later turns are reached too seldom to show
    for side, (mark, colour) in enumerate(zip("os", colours(ax, 2))):
        turns = [t for t in range(1, hands.shape[1] - 1) if hands[side, t] >= least]
        shares = [data.share(float(dead[side, t]), float(hands[side, t])) for t in turns]
        ax.errorbar(turns, [s for s, _, _ in shares], bar_errors(shares), fmt=f"-{mark}", ms=3.5, lw=1, color=colour,
                    label=f"{SIDES[side]} in play")  # fmt: skip
        told.append(
            f"{SIDES[side]} {dead[side].sum() / max(1, hands[side].sum()):.1%} of {int(hands[side].sum()):,} hands"
        )
    first = _first_hand(rules)
    if first is not None:
        ax.axhline(first, color="0.3", ls="--", lw=1.2, label=f"first hand, exact: {first:.1%}")
        told.append(f"a first hand {first:.1%} (exact)")
    ax.set(xlabel="turn (both players)", ylabel="share of hands with a dead card", xlim=(0, None))
    ax.set_ylim(0, ax.get_ylim()[1] * 1.3)
    ax.legend(loc="upper right")
    return f"Hands with at least one card marked for the other side: {'; '.join(told)}."


def _first_hand(rules: Any) -> float | None:
    """P(a dead card in the hand of turn 1) while it is what was drawn, before any choice of discards."""
    cards = opening_cards(rules) + rules["starting_hand"]
    if cards > rules["hand_limit"] or rules["cards.faction_cards"] == "redraw" or rules["cards.x_timing"] != "own_turn":
        return None
    counts = counts_of(rules)
    dead = sum(n for name, n in counts.items() if not side_may_use(name, 0, rules))
    return float(holds(dead, cards, sum(counts.values())))
