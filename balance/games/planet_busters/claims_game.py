"""Claims about whole games: length, dominance, openings, the end, the first player (section n, C1..C8, C18)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.games.contract import RunData
from balance.games.planet_busters import state as s
from balance.games.planet_busters.claim import (
    REFUTED,
    TWO_ONLY,
    UNDECIDED,
    Claim,
    Z,
    all_of,
    judge,
    median,
    of_seats,
    percent,
    share_of_games,
    told,
    wins_of,
)


def _two_only(number: int, data: RunData) -> Claim:
    return Claim(number, TWO_ONLY, f"C{number} speaks of two players; this table has {data.seats} seats.",
                 "two-player measures it")  # fmt: skip


def c1(data: RunData) -> Claim:
    """Fighting lasts about 5 rounds, the game more than 30 turns (two players)."""
    if data.seats != 2:
        return _two_only(1, data)
    columns = data.columns("contested_rounds", "turns", "rounds")
    fight, turns, rounds = (median(columns[name]) for name in ("contested_rounds", "turns", "rounds"))
    verdict = all_of(judge(*fight[1:], 3, 8), judge(*turns[1:], 30.001))
    text = f"Median contested rounds {told(*fight, 0)}, player-turns {told(*turns, 0)}, rounds {told(*rounds, 0)}."
    return Claim(1, verdict, text)


def c2(data: RunData) -> Claim:
    """After a few battles one side has no forces left."""
    if data.seats != 2:
        return _two_only(2, data)
    columns = data.columns("dominance_round", "rounds", "sole_round")
    reached = columns["dominance_round"] >= 0
    share = share_of_games(data, reached)
    when = median(columns["dominance_round"][reached] / columns["rounds"][reached])
    sole = share_of_games(data, columns["sole_round"] >= 0)
    text = (
        f"Lasting dominance in {percent(*share)} of games, after {percent(*when)} of the rounds (median); "
        f"one player alone had orbit pieces in {percent(*sole)}."
    )
    return Claim(2, all_of(judge(*share[1:], 0.6), judge(*when[1:], 0.0, 1 / 3)), text)


def first_dominant_wins(data: RunData) -> tuple[float, float, float]:
    """Win share of the first dominant seat, of the games that have one."""
    columns = data.columns("first_dominance_seat", *of_seats("win_share"))
    seat = columns["first_dominance_seat"]
    return data.ratio(wins_of(columns, seat, data.seats), (seat >= 0).astype(np.float64), share=True)


def c3(data: RunData) -> Claim | None:
    """The loser stays crushed."""
    columns = data.columns("first_dominance_seat", "dominance_lost")
    known = columns["first_dominance_seat"] >= 0
    if not known.any():
        return None
    share = first_dominant_wins(data)
    lost = data.ratio(columns["dominance_lost"] * known, known.astype(np.float64), share=True)
    text = (
        f"The first dominant seat wins {percent(*share)}; it loses dominance again in {percent(*lost)} of those games."
    )
    return Claim(3, judge(*share[1:], 0.9), text)


def opening_pairs(columns: Mapping[str, NDArray[Any]], seats: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """Per game: pairs of the winner and another seat in which the winner opened better (equal counts half), and pairs."""
    winner = columns["winner"]
    better = np.zeros(len(winner))
    for k in range(seats):
        mine = columns[f"opening_value_s{k}"]
        for other in range(seats):
            if other != k:
                theirs = columns[f"opening_value_s{other}"]
                better += (winner == k) * ((mine > theirs) + 0.5 * (mine == theirs))
    return better, (winner >= 0) * float(seats - 1)


def c4(data: RunData) -> Claim | None:
    """Opening draws are random and critical: AUC of the opening value for the winner."""
    better, pairs = opening_pairs(data.columns("winner", *of_seats("opening_value")), data.seats)
    if not pairs.any():
        return None
    share = data.ratio(better, pairs, share=True)
    text = f"The winner had the better opening draw in {percent(*share)} of pairs (AUC)."
    return Claim(4, judge(*share[1:], 0.6), text, "two-player compares grace rounds and an opening meld (V6)")


def c5(data: RunData) -> Claim | None:
    """The winner cannot make the game end sooner."""
    columns = data.columns("rounds", *of_seats("score"))
    scores = np.sort(np.stack([columns[name] for name in of_seats("score")]), axis=0)
    margin, rounds = scores[-1] - scores[-2], columns["rounds"]
    if len(rounds) < 10 or np.ptp(margin) == 0 or np.ptp(rounds) == 0:
        return None
    r = float(np.clip(np.corrcoef(margin, rounds)[0, 1], -0.999999, 0.999999))
    half = Z / np.sqrt(len(rounds) - 3)
    low, high = float(np.tanh(np.arctanh(r) - half)), float(np.tanh(np.arctanh(r) + half))
    text = f"Correlation of rounds with the winner's margin {told(r, low, high)}; under 0.1 either way counts as none."
    return Claim(5, judge(low, high, -0.1, 0.1), text)


def c6(data: RunData) -> Claim:
    """The design works better with 4 than with 2: no run holds both tables, a comparison of two scenarios does."""
    columns = data.columns("dominance_round", "first_majority_round", *of_seats("score"))
    lasting = share_of_games(data, columns["dominance_round"] >= 0)
    major = share_of_games(data, columns["first_majority_round"] >= 0)
    scores = np.sort(np.stack([columns[name] for name in of_seats("score")]), axis=0)
    margin = data.mean(scores[-1] - scores[-2])
    text = (
        f"With {data.seats} players: lasting dominance in {percent(*lasting)} of games, a majority of all orbit value at "
        f"some time in {percent(*major)}, a margin of {told(*margin, 1)} points, "
        f"{int(data.tally.point_leads) / data.games:.2f} changes of the lead per game."
    )
    step = "balance compare planet_busters/two-player planet_busters/four-player sets both tables side by side"
    return Claim(6, UNDECIDED, text, step)


def c7(data: RunData) -> Claim | None:
    """The Treaty ends the game after about 1.5 passes."""
    if data.ruleset["treaty_mode"] != "second_pass":
        return None
    first = int(data.ruleset.record.deck_pieces) - 1
    passes = data.mean(data.columns("draws_total")["draws_total"] / first)
    return Claim(7, judge(*passes[1:], 1.3, 1.7), f"Draws per piece of the first deck {told(*passes)}.")


def c8(data: RunData) -> Claim:
    """Sudden death ends games sooner without other change: half of it needs the comparison."""
    step = "sudden-death compares it on the same luck"
    columns = data.columns("end_reason", "rounds")
    rounds, same = data.mean(columns["rounds"]), first_dominant_wins(data)
    text = f"Games last {told(*rounds, 2)} rounds, the first dominant seat wins {percent(*same)}"
    if not data.ruleset["sudden_death"]:
        return Claim(8, UNDECIDED, f"The rule is off in this run. {text}.", step)
    sudden = share_of_games(data, columns["end_reason"] == s.SUDDEN_DEATH)
    verdict = judge(*same[1:], 0.9)
    text += f", sudden deaths end {percent(*sudden)} of them."
    return Claim(8, verdict if verdict == REFUTED else UNDECIDED, text, step)


def c18(data: RunData) -> Claim:
    """First player advantage, which nobody claims."""
    columns = data.columns(*of_seats("win_share"))
    shares = [data.mean(columns[f"win_share_s{k}"]) for k in range(data.seats)]
    text = "Win share by seat: " + ", ".join(f"{k + 1}: {percent(*share)}" for k, share in enumerate(shares)) + "."
    return Claim(18, judge(*shares[0][1:], 1 / data.seats), text, "grace rounds (V6) shift it")
