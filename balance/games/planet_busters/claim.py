"""What a claim to test is: its words, its verdict from an interval, and how it is told as a finding (section n)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.games.contract import Change, Finding, RunData
from balance.games.planet_busters import state as s

CONFIRMED, REFUTED, UNDECIDED = "confirmed", "refuted", "undecided"
TWO_ONLY = "for two players"  # the claim is not about this table
STRENGTH = {CONFIRMED: "clear", REFUTED: "clear", UNDECIDED: "not shown", TWO_ONLY: "not shown"}
SECTION = "Claims to test"
SWEEPS = ("starting_pieces", "rack_limit", "fuel_values", "torpedo_vs_busters")
Z = 1.959963984540054

SAYS = {
    1: "real fighting lasts about 5 turns, the game more than 30",
    2: "combat is bloody, one side soon has no forces left",
    3: "from then on the loser stays crushed",
    4: "opening draws are very critical (AUC above 0.6)",
    5: "the winner cannot make the game end sooner",
    6: "the design works better with 4 than with 2",
    7: "the game ends after about 1.5 passes through the pieces",
    8: "sudden death ends games sooner without other change",
    9: "three carriers and three tugs are many and hard to balance",
    10: "whirler, salvage vessel and Screen are extreme",
    11: "the Deathon is the ultimate warship",
    12: "without the tanker the Fuel Station becomes interesting",
    13: "Revolt is the swingiest event",
    14: "most ships that kill the Reflector die too",
    15: "scouts find holes for busters",
    16: "carriers and merchantmen belong in the rear, torpedoes make it unsafe",
    17: "it is important to screen carriers",
    18: "the first player has an advantage",
}
# The chart a claim is read from: a scenario's first chart picks the claim that answers its question.
CHART_OF = {1: "length", 2: "snowball", 3: "snowball", 4: "piece_lift", 5: "length", 6: "seat_balance", 7: "treaty_place",
            8: "length", 9: "piece_lift", 10: "piece_lift", 11: "piece_lift", 12: "fuel", 13: "events", 14: "laser_curve",
            15: "buster_pickets", 16: "routes", 17: "routes", 18: "seat_balance"}  # fmt: skip


@dataclass(frozen=True)
class Claim:
    """A claim with what was measured. `but`: what a confirmation leaves out, e.g. "but for 4.8 %"."""

    number: int
    verdict: str
    measured: str
    next_step: str = ""
    assumed: tuple[str, ...] = SWEEPS
    but: str = ""


def as_finding(claim: Claim, data: RunData, where: str = "", evidence: str = "") -> Finding:
    """The finding of a claim. `where`: the variant it was judged in."""
    verdict = " ".join(part for part in (claim.verdict, claim.but) if part)
    title = f"C{claim.number} {verdict}{f' ({where})' if where else ''}: {SAYS[claim.number]}"
    text = f"{claim.measured} {under(data)}"
    evidence = evidence or f"{data.games:,} games, 95 % intervals"
    return Finding(
        title, text, STRENGTH[claim.verdict], evidence, claim.assumed, claim.next_step, CHART_OF[claim.number], SECTION
    )


def under(data: RunData) -> str:
    """Who played: `Players: greedy, raider; 2 seats.`"""
    return f"Players: {', '.join(dict.fromkeys(data.player_labels))}; {data.seats} seats."


def judge(low: float, high: float, at_least: float, at_most: float = float("inf")) -> str:
    """Confirmed when the interval lies inside the wanted band, refuted when outside, else undecided."""
    if low >= at_least and high <= at_most:
        return CONFIRMED
    return REFUTED if high < at_least or low > at_most else UNDECIDED


def all_of(*verdicts: str) -> str:
    """Several conditions of one claim: one that fails refutes it, all must hold to confirm it."""
    if REFUTED in verdicts:
        return REFUTED
    return CONFIRMED if set(verdicts) == {CONFIRMED} else UNDECIDED


def alike(*verdicts: str) -> str:
    """One claim judged in several places: the common verdict, or undecided."""
    return verdicts[0] if len(set(verdicts)) == 1 else UNDECIDED


def told(estimate: float, low: float, high: float, digits: int = 3) -> str:
    """`0.910 [0.902, 0.917]`."""
    return f"{estimate:.{digits}f} [{low:.{digits}f}, {high:.{digits}f}]"


def percent(estimate: float, low: float, high: float) -> str:
    """A share: `91.0% [90.2%, 91.7%]`."""
    return f"{estimate:.1%} [{low:.1%}, {high:.1%}]"


def percent_points(estimate: float, low: float, high: float) -> str:
    """A difference of shares: `+12.3 [+11.9, +12.7] percentage points`."""
    return f"{100 * estimate:+.1f} [{100 * low:+.1f}, {100 * high:+.1f}] percentage points"


def moved(change: Change, *, share: bool, digits: int = 2) -> str:
    """A paired difference: `40.1% to 43.0%, +2.9 [+2.5, +3.3] percentage points`."""
    if share:
        points = percent_points(change.difference, change.low, change.high)
        return f"{change.baseline:.1%} to {change.changed:.1%}, {points}"
    limits = f"[{change.low:+.{digits}f}, {change.high:+.{digits}f}]"
    return f"{change.baseline:.{digits}f} to {change.changed:.{digits}f}, {change.difference:+.{digits}f} {limits}"


def median(values: NDArray[Any]) -> tuple[float, float, float]:
    """Median with a 95 % interval from order statistics; nan without values."""
    n = len(values)
    if n == 0:
        return float("nan"), float("nan"), float("nan")
    ordered = np.sort(values)
    half = Z * np.sqrt(n) / 2
    low, high = int(max(0, np.floor(n / 2 - half))), int(min(n - 1, np.ceil(n / 2 + half)))
    return float(np.median(ordered)), float(ordered[low]), float(ordered[high])


def share_of_games(data: RunData, which: NDArray[np.bool_]) -> tuple[float, float, float]:
    """Share of all games, grouped by block."""
    return data.ratio(which.astype(np.float64), np.ones(len(which)), share=True)


def wins_of(columns: Mapping[str, NDArray[Any]], seat: NDArray[Any], seats: int) -> NDArray[np.float64]:
    """Win share per game of the seat named in `seat`; 0 where it names none."""
    return np.asarray(sum((seat == k) * columns[f"win_share_s{k}"] for k in range(seats)), np.float64)


def of_seats(name: str) -> tuple[str, ...]:
    """The columns of a per-seat counter."""
    return tuple(f"{name}_s{seat}" for seat in range(s.SEATS))
