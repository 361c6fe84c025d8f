"""From estimates to sentences: what was compared, under which players, how sure, what to test next."""

from __future__ import annotations

from collections.abc import Sequence

from balance.engine.estimates import Measured
from balance.games.contract import Finding
from balance.report.words import interval, listed, number


def standard_findings(
    measured: Sequence[Measured], strict: Sequence[Measured], seats: int, players: Sequence[str], games: int
) -> list[Finding]:
    """Findings every game has: seat gap, strongest player, ties.

    `strict` holds the same metrics with intervals that allow for looking at every seat.
    """
    found = [_seat_gap(strict, seats, players, games)]
    if len(players) > 1:
        found.append(_strongest(measured, players))
    found += _ties(measured)
    return found


def _named(estimates: Sequence[Measured], prefix: str) -> list[Measured]:
    return [item for item in estimates if item.metric.name.startswith(prefix)]


def _percent(item: Measured) -> str:
    value = number(item.value.estimate, item.value.low, item.value.high, percent=True)
    return f"{value} {interval(item.value.low, item.value.high, percent=True)}"


def _seat_gap(strict: Sequence[Measured], seats: int, players: Sequence[str], games: int) -> Finding:
    """Judged on intervals that hold for all seats together (Bonferroni over the seats)."""
    shares = _named(strict, "win_share[seat=")
    fair = 1 / seats
    evidence = "; ".join(f"{_seat(item)} {_percent(item)}" for item in shares)
    evidence += f"; an equal share is {fair:.1%}; {games:,} games, intervals hold for all seats together at 95 %"
    who = _who(players)
    if any(item.value.low > fair or item.value.high < fair for item in shares):
        best = max(shares, key=lambda item: item.value.estimate)
        worst = min(shares, key=lambda item: item.value.estimate)
        text = (
            f"With {who}, {_seat(best)} wins {best.value.estimate:.1%} of the games and {_seat(worst)} "
            f"{worst.value.estimate:.1%}; equal seats would win {fair:.1%} each."
        )
        step = "the same with other players, and with a compensation for the weaker seats"
        return Finding("The seats are not equal.", text, "clear", evidence, next_step=step, id="seat_balance")
    widest = max((max(item.value.high - fair, fair - item.value.low) for item in shares), default=1.0)
    text = (
        f"No seat gap was found with {who}; a seat further than {widest:.1%} of the games from an equal share would have "
        "shown, a smaller gap could not be seen."
    )
    step = "the same with other players; for a smaller gap more games, `balance plan` tells how many"
    return Finding("No seat gap found.", text, "not shown", evidence, next_step=step, id="seat_balance")


def _who(players: Sequence[str]) -> str:
    return listed(list(players)) if len(players) <= 3 else f"these {len(players)} players"


def _seat(item: Measured) -> str:
    return item.metric.title.lower().removeprefix("win share of ")


def _strongest(estimates: Sequence[Measured], players: Sequence[str]) -> Finding:
    shares = sorted(_named(estimates, "win_share[player="), key=lambda item: -item.value.estimate)
    evidence = "; ".join(f"{item.metric.name[17:-1]} {_percent(item)}" for item in shares)
    first, second = shares[0], shares[1]
    name = first.metric.name[17:-1]
    if first.value.low > second.value.high:
        text = f"{name} wins {first.value.estimate:.1%} per seat held, more than any other of {_who(players)}."
        step = f"which of {name}'s weights wins: the others with one of them at a time, or `balance tournament`"
        return Finding("One player is strongest.", text, "clear", evidence, next_step=step, id="player_balance")
    text = f"{name} leads with {first.value.estimate:.1%} per seat held, but the next is within the error."
    step = f"{name} and {second.metric.name[17:-1]} against each other alone, with more games"
    return Finding("No single strongest player.", text, "likely", evidence, next_step=step, id="player_balance")


def _ties(estimates: Sequence[Measured]) -> list[Finding]:
    ties = next((item for item in estimates if item.metric.name == "ties"), None)
    if ties is None or ties.value.estimate < 0.005:
        return []
    text = f"{_percent(ties)} of the games end in a shared win."
    step = "another tie-break as a [[variant]]: does it favour a seat?"
    return [Finding("Shared wins happen.", text, "clear", next_step=step, id="ties")]
