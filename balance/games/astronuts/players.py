"""From the players of a scenario to the records the decision kernels read.

Everything a policy can know before the game is worked out here, exactly: declarations, Time Warp on declarations, scores
of goals by distance, and the bounds that end a search early.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from balance.errors import InputError, Problem
from balance.games.astronuts.ruleset import chance_to_win, load_policies
from balance.games.astronuts.state import BASE_COSTS, PLAYER
from balance.games.astronuts.words import FATE_IDS, FIXED, MAX_PLANET_NUTS, NEED, RANDOM, TABLE, USEFUL
from balance.games.contract import PlayerChoice
from balance.kit.ledger import Ruleset

SCALE = 2**40  # scores are whole multiples of 2**-40
SLACK = 4  # added to bounds, in the same unit, so that rounding cannot make a bound too low
FULL, REDUCED = 0, 1
REDUCTION = 0.4  # worth of a Nut from six Nuts on
FREE_COST = 0.1  # price in actions of a step that costs none, for the score


@dataclass(frozen=True, slots=True)
class Declaring:
    """How a policy declares: `mode` is FIXED, RANDOM, TABLE (mean, risk), NEED or USEFUL; `number` its parameter."""

    mode: int
    number: float = 0.0


def load_players(ruleset: Ruleset, choices: Sequence[PlayerChoice]) -> Any:
    """Player records (a recarray) for these choices; raises InputError with paths that start with "seat"."""
    players = np.zeros(len(choices), PLAYER).view(np.recarray)
    problems: list[Problem] = []
    for at, choice in enumerate(choices):
        try:
            _fill_player(players[at], ruleset, choice)
        except InputError as error:
            problems += [Problem(("seat", at, *p.path), p.message, p.legal, p.nearest, p.code) for p in error.problems]
    if problems:
        raise InputError(problems=problems)
    return players


def _fill_player(player: Any, ruleset: Ruleset, choice: PlayerChoice) -> None:
    book = load_policies()
    weights = book.resolve(choice.policy, choice.weights)
    _check_weights(weights)
    player.policy = book.index(choice.policy)
    player.random = weights["steps"] == "random"
    for name in ("w_col", "w_nut", "w_kcol", "w_kship", "leader", "w_finish", "min_surv"):
        player[name] = weights[name]
    player.w_tech[:] = weights["w_tech"]
    player.w_ship[2:] = weights["w_ship2"], weights["w_ship3"]
    player.consent = weights["consent"]
    order = [FATE_IDS.index(gift) for gift in weights["gift_order"]]
    player.gift_order[:] = order + [-1] * (5 - len(order))
    _fill_declaring(player, ruleset, weights)
    _fill_scores(player, ruleset)


def _check_weights(weights: Mapping[str, Any]) -> None:
    problems = []
    for at, worth in enumerate(weights["w_tech"]):
        if isinstance(worth, bool) or not isinstance(worth, int | float):
            problems.append(Problem(("weights", "w_tech", at), f"{worth!r} is not a number", code="type"))
    order = weights["gift_order"]
    if any(not isinstance(gift, str) for gift in order) or len(set(map(str, order))) < len(order):
        problems.append(Problem(("weights", "gift_order"), "wants different ids of row 6", '"61" .. "65"', code="type"))
    if parse_declaring(weights["declare"]) is None:
        legal = "fixed:1 .. fixed:6, random, mean, risk:L with L >= 0, need, useful"
        problems.append(
            Problem(("weights", "declare"), f"{weights['declare']!r} is no way to declare", legal, code="choice")
        )
    if problems:
        raise InputError(problems=problems)


def parse_declaring(text: str) -> Declaring | None:
    """Read "fixed:4", "risk:0.6", "mean" ...; None when it is none of them."""
    if text in ("random", "mean", "need", "useful"):
        return Declaring({"random": RANDOM, "mean": TABLE, "need": NEED, "useful": USEFUL}[text])
    fixed = re.fullmatch(r"fixed:([1-6])", text)
    if fixed:
        return Declaring(FIXED, int(fixed[1]))
    risk = re.fullmatch(r"risk:(\d{1,3}(?:\.\d{1,9})?)", text)
    return Declaring(TABLE, float(risk[1])) if risk else None


def base_actions(values: Mapping[str, Any], declared: int, die: int) -> int:
    """Actions of a declaration before Extra Energy (AN-14)."""
    if die >= declared:
        return max(0, int(values["declare_mult"]) * declared + int(values["declare_bonus"]))
    return {"roll": die, "one": 1, "zero": 0, "half": die // 2}[str(values["declare_fail"])]


def rounded(value: float | Fraction) -> int:
    """Nearest multiple of 2**-40, as a whole number of them."""
    return round(value * SCALE)


def _moments(outcomes: Mapping[int, Fraction]) -> tuple[Fraction, Fraction]:
    mean = sum((x * p for x, p in outcomes.items()), Fraction(0))
    return mean, sum((x * x * p for x, p in outcomes.items()), Fraction(0)) - mean * mean


def x_distribution(
    values: Mapping[str, Any], declared: int, rerolled: Sequence[int], cap: int = 0
) -> dict[int, Fraction]:
    """Distribution of the actions of a declaration when the faces in `rerolled` are rolled again once."""
    outcomes: dict[int, Fraction] = {}
    once, twice = Fraction(1, 6), Fraction(1, 36)
    for die in range(1, 7):
        for face, chance in [(second, twice) for second in range(1, 7)] if die in rerolled else [(die, once)]:
            actions = base_actions(values, declared, face)
            actions = min(actions, cap) if cap else actions
            outcomes[actions] = outcomes.get(actions, Fraction(0)) + chance
    return outcomes


def rerolled_faces(values: Mapping[str, Any], declared: int, gain: float) -> list[int]:
    """Faces of a failed declaration on which Time Warp is used (D3): the mean gains at least `gain` actions."""
    mean, _ = _moments(x_distribution(values, declared, ()))
    lost = [die for die in range(1, 7) if die < declared]
    return [die for die in lost if rounded(mean - base_actions(values, declared, die)) >= rounded(gain)]


def best_declaration(values: Mapping[str, Any], risk: float, gain: float | None, cap: int = 0) -> int:
    """argmax of mean - risk x SD over the legal declarations; `gain` is None where Time Warp cannot help.

    Ties: the smaller variance (mean only), then the smaller number.
    """
    ranked = []
    for declared in range(values["declare_min"], values["declare_max"] + 1):
        faces = () if gain is None else rerolled_faces(values, declared, gain)
        mean, variance = _moments(x_distribution(values, declared, faces, cap))
        if risk:
            ranked.append((-rounded(float(mean) - risk * math.sqrt(variance)), Fraction(0), declared))
        else:
            ranked.append((-rounded(mean), variance, declared))
    return min(ranked)[2]


def _fill_declaring(player: Any, ruleset: Ruleset, weights: Mapping[str, Any]) -> None:
    values = ruleset.values
    how = parse_declaring(weights["declare"])
    assert how is not None
    player.declare_mode = how.mode
    for declared in range(1, 7):
        player.warp_declare[declared, rerolled_faces(values, declared, weights["tw_gain"])] = 1
    if how.mode == FIXED:
        legal = min(max(int(how.number), values["declare_min"]), values["declare_max"])
        player.declare[:] = legal
        player.declare_capped = legal
    elif how.mode == TABLE:
        usable = values["time_warp_uses"] > 0 and values["time_warp_scope"] in ("own_turn", "any_roll")
        player.declare[0] = best_declaration(values, how.number, None)
        player.declare[1] = best_declaration(values, how.number, weights["tw_gain"] if usable else None)
        player.declare_capped = best_declaration(values, how.number, None, values["first_turn_action_cap"])


def _fill_scores(player: Any, ruleset: Ruleset) -> None:
    """Scores of moves by coin value, actions to arrive, Nuts there and foundings m; bounds for the other rows."""
    rules = ruleset.values
    most = max(int(rules["planet_nuts.small"]), int(rules["planet_nuts.large"]))
    for level, factor in ((FULL, 1.0), (REDUCED, REDUCTION)):
        coin = float(player.w_nut) * factor
        value = player.w_col * 1.0 - coin * rules["cost_colonise_nuts"]
        player.found_score[level] = rounded(value / max(rules["cost_colonise_actions"], FREE_COST))
        for nuts in range(MAX_PLANET_NUTS + 1):
            player.extract_score[level, nuts] = rounded(coin * nuts / max(rules["cost_extract"], FREE_COST))
            for m in range(4):
                value = coin * nuts + m * (player.w_col - coin * rules["cost_colonise_nuts"]) - 0.03 * player.w_ship[2]
                player.move_value[level, nuts, m] = value
                for base in range(BASE_COSTS):
                    cost = base + (nuts > 0) * rules["cost_extract"] + m * rules["cost_colonise_actions"]
                    player.move_score[level, base, nuts, m] = rounded(value / max(cost, FREE_COST))
        player.extract_bound[level] = player.extract_score[level, : most + 1].max() + SLACK
        best = player.move_score[level, :, : most + 1].max(axis=(1, 2))
        player.move_bound[level] = np.maximum.accumulate(best[::-1])[::-1] + SLACK
    strike = max(1.0, float(player.leader)) * max(float(player.w_kcol), float(player.w_kship))
    for laser in (0, 1):
        chance = float(chance_to_win(laser * rules["laser_bonus"], rules["attack_tie"])[0])
        player.fight_bound[laser] = rounded(strike * chance / rules["cost_attack"]) + SLACK
    for level, factor in ((FULL, 1.0), (REDUCED, REDUCTION)):
        coin = float(player.w_nut) * factor
        for tech, worth in enumerate(player.w_tech.tolist()):
            value = worth - coin * rules["cost_tech_nuts"]
            player.tech_bound[level, tech] = rounded(value / max(rules["cost_tech_actions"], FREE_COST)) + SLACK
        best_ship = float(player.w_ship.max()) - coin * rules["cost_build_colours"]
        player.ship_bound[level] = rounded(best_ship / max(rules["cost_build_actions"], FREE_COST)) + SLACK
        nearest = player.move_bound[level, rules["cost_move"]]
        for laser in (0, 1):
            others = (player.fight_bound[laser], player.tech_bound[level].max(), player.ship_bound[level])
            player.late_bound[level, laser] = max(nearest, *others)
