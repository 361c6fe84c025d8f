"""Counts of a run beside their exact chances: what must hold whatever the players do (spec section 13)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from balance.games.astronuts.odds_combat import Clash
from balance.games.astronuts.odds_declaration import DECLARATIONS, FACES, Bet, at_least
from balance.games.astronuts.odds_fate import ENTRIES
from balance.games.astronuts.ruleset import load_policies
from balance.games.contract import ExactCheck, RunData

EDGES = range(-3, 4)
WARP_MARGIN = Fraction(1, 5)  # D3: an attack die is rolled again when it is worse than average by more than this


def weights_of(data: RunData) -> list[Any]:
    """All weights of every player, defaults included."""
    book = load_policies()
    return [book.resolve(player.policy, player.weights) for player in data.players]


def all_sober(data: RunData) -> bool:
    """No player throws its Time Warps at random."""
    return all(weights["steps"] != "random" for weights in weights_of(data))


def bet_of_run(data: RunData, energy: bool, warp: bool) -> Bet | None:
    """How declarations of this run turn into actions; None where Time Warps follow more than one rule."""
    rules = data.ruleset
    gains = {Fraction(weights["tw_gain"]) for weights in weights_of(data)}
    if warp and (len(gains) != 1 or not all_sober(data)):
        return None
    return Bet(
        mult=int(rules["declare_mult"]),
        bonus=int(rules["declare_bonus"]),
        fail=str(rules["declare_fail"]),
        energy=int(rules["energy_bonus"]) if energy else 0,
        warp=warp,
        reroll="gain",
        gain=gains.pop() if gains else Fraction(0),
    )


def attack_chance(data: RunData, edge: int, warp: bool) -> Fraction | None:
    """P(an attack succeeds) at this edge; `warp`: with a Time Warp spent by the policies' rule (D3).

    None where the run's rules or players leave it open.
    """
    rules = data.ruleset
    if rules["time_warp_scope"] == "any_roll":
        return None  # the defender may re-roll, too
    clash = Clash(edge, str(rules["attack_tie"]))
    plain = clash.plain()
    if not warp:
        return plain
    if not all_sober(data) or rules["attack_tie"] == "reroll":
        return None
    if rules["attack_reroll_timing"] == "after_defence":
        return plain + (1 - plain) * plain if plain > WARP_MARGIN else plain
    given = [clash.given(face) for face in FACES]
    return sum((plain if chance < plain - WARP_MARGIN else chance for chance in given), Fraction(0)) / 6


def exact_checks(data: RunData) -> list[ExactCheck]:
    """All counts of the run whose chance is known exactly, those that were tried at all."""
    found = [*_declarations(data), *_actions(data), *_attacks(data), *_fate(data)]
    return [check for check in found if check.n > 0]


def _declarations(data: RunData) -> Iterator[ExactCheck]:
    rolls = data.tally.decl_roll
    for d in DECLARATIONS:
        hits, n = int(rolls[d - 1, d - 1 :].sum()), int(rolls[d - 1].sum())
        yield ExactCheck(f"a declared {d} is reached by the first die (AN-14)", Fraction(7 - d, 6), hits, n)


def _actions(data: RunData) -> Iterator[ExactCheck]:
    for state, (words, energy, warp) in enumerate(
        (("", False, False), (" with Extra Energy", True, False), (" with Time Warp", False, True),
         (" with Extra Energy and Time Warp", True, True))
    ):  # fmt: skip
        bet = bet_of_run(data, energy, warp)
        for d in DECLARATIONS if bet else ():
            counts, dist = data.tally.x_hist[state, d - 1], bet.distribution(d)  # type: ignore[union-attr]
            top = max(dist)
            hits = int(counts[top:].sum())
            name = f"declaring {d} gives {top} actions{words} (AN-14..AN-16)"
            yield ExactCheck(name, at_least(dist, top), hits, int(counts.sum()))


def _attacks(data: RunData) -> Iterator[ExactCheck]:
    for edge in EDGES:
        for warp in (False, True):
            exact = attack_chance(data, edge, warp)
            lost, won = (int(count) for count in data.tally.attack[edge + 3, int(warp)])
            if exact is not None and 0 < exact < 1:
                words = " with Time Warp at hand" if warp else ""
                yield ExactCheck(f"attack at {edge:+d}{words} (AN-33, AN-34)", exact, won, lost + won)


def _fate(data: RunData) -> Iterator[ExactCheck]:
    counts = data.tally.fate_plain
    n = int(counts.sum())
    for at, entry in enumerate(ENTRIES):
        name = f"fate {entry // 10}-{entry % 10} without Time Warp (AN-41)"
        yield ExactCheck(name, Fraction(1, 36), int(counts[at]), n)
