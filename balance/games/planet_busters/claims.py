"""Claims to test (section n, C1..C18): what the designer and others say, measured in one run.

Every finding names the figure, its 95 % interval, the players it holds for, and the verdict: confirmed, refuted or
undecided. A claim about a change of rules needs a comparison; then the finding says which scenario makes it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.games.contract import Finding, RunData
from balance.games.planet_busters import state as s
from balance.games.planet_busters.lift import Lift, event_lifts, hit_lift, piece_lifts

CONFIRMED, REFUTED, UNDECIDED = "confirmed", "refuted", "undecided"
SWEEPS = ("starting_pieces", "rack_limit", "fuel_values", "torpedo_vs_busters")
Z = 1.959963984540054
WARSHIPS = ("zerstor", "conicle", "baycruz", "dranaut", "deathon", "whirler", "sailing_ship", "scout")


@dataclass(frozen=True)
class Claim:
    """A claim with what was measured."""

    number: int
    says: str
    verdict: str
    measured: str
    next_step: str = ""
    assumed: tuple[str, ...] = SWEEPS


# The chart a claim is read from: a scenario's first chart picks the claim that answers its question.
CHART_OF = {1: "length", 2: "snowball", 3: "snowball", 4: "piece_lift", 5: "length", 6: "seat_balance", 7: "treaty_place",
            8: "length", 9: "piece_lift", 10: "piece_lift", 11: "piece_lift", 12: "fuel", 13: "events", 14: "laser_curve",
            15: "buster_pickets", 16: "routes", 17: "routes", 18: "seat_balance"}  # fmt: skip


def findings(data: RunData) -> list[Finding]:
    """The section "claims to test" of the report, C1 to C18."""
    who = ", ".join(dict.fromkeys(data.player_labels))
    made = [claim for make in CLAIMS if (claim := make(data)) is not None]
    busters = buster_worth(data, who)
    return [_finding(claim, who, data) for claim in made] + ([busters] if busters is not None else [])


def _finding(claim: Claim, who: str, data: RunData) -> Finding:
    strength = {CONFIRMED: "clear", REFUTED: "clear", UNDECIDED: "not shown"}[claim.verdict]
    text = f"{claim.measured} Players: {who}; {data.seats} seats."
    evidence = f"{data.games:,} games, 95 % intervals"
    title = f"C{claim.number} {claim.verdict}: {claim.says}"
    return Finding(title, text, strength, evidence, claim.assumed, claim.next_step, CHART_OF[claim.number])


def buster_worth(data: RunData, who: str) -> Finding | None:
    """How busters really fare, and what one that destroys a planet is worth in win probability."""
    fates = (
        "buster_sent",
        "buster_through",
        "buster_hits",
        "buster_lost_to_fire",
        "buster_lost_to_torpedo",
        "buster_idle",
    )
    columns = data.columns(*fates, *_of_seats("busted"), *_of_seats("busted_pts"), *_of_seats("win_share"))
    sent = int(columns["buster_sent"].sum())
    if sent == 0:
        return None
    shares = {name: data.share(float(columns[name].sum()), sent) for name in fates[1:]}
    points = sum(float(np.maximum(columns[name], 0).sum()) for name in _of_seats("busted_pts")) / sent
    lift = hit_lift(data)
    text = (
        f"Of {sent:,} busters sent {percent(*shares['buster_through'])} get through, {percent(*shares['buster_hits'])} destroy a "
        f"planet, {percent(*shares['buster_lost_to_fire'])} are shot down, {percent(*shares['buster_lost_to_torpedo'])} fall to "
        f"torpedoes; {points:.2f} points destroyed per buster. Win share of seats that destroyed a planet, less the "
        f"average: {percent_points(*lift.interval())} (not only because of it). Players: {who}; {data.seats} seats."
    )
    title = f"A buster sent destroys {points:.1f} points; {shares['buster_hits'][0]:.0%} destroy a planet."
    step = "torpedo-proof busters, the variant of hit-odds"
    return Finding(
        title, text, "clear", f"{data.games:,} games", ("torpedo_vs_busters", "buster_values"), step, "buster_odds"
    )


def judge(low: float, high: float, at_least: float, at_most: float = float("inf")) -> str:
    """Confirmed when the interval lies inside the wanted band, refuted when outside, else undecided."""
    if low >= at_least and high <= at_most:
        return CONFIRMED
    return REFUTED if high < at_least or low > at_most else UNDECIDED


def told(estimate: float, low: float, high: float, digits: int = 3) -> str:
    """`0.910 [0.902, 0.917]`."""
    return f"{estimate:.{digits}f} [{low:.{digits}f}, {high:.{digits}f}]"


def percent(estimate: float, low: float, high: float) -> str:
    """A share: `91.0% [90.2%, 91.7%]`."""
    return f"{estimate:.1%} [{low:.1%}, {high:.1%}]"


def percent_points(estimate: float, low: float, high: float) -> str:
    """A difference of win shares: `+12.3 [+11.9, +12.7] percentage points`."""
    return f"{100 * estimate:+.1f} [{100 * low:+.1f}, {100 * high:+.1f}] percentage points"


def median(values: NDArray[Any]) -> tuple[float, float, float]:
    """Median with a 95 % interval from order statistics; nan without values."""
    n = len(values)
    if n == 0:
        return float("nan"), float("nan"), float("nan")
    ordered = np.sort(values)
    half = Z * np.sqrt(n) / 2
    low, high = int(max(0, np.floor(n / 2 - half))), int(min(n - 1, np.ceil(n / 2 + half)))
    return float(np.median(ordered)), float(ordered[low]), float(ordered[high])


def c1(data: RunData) -> Claim | None:
    """Fighting lasts about 5 rounds, the game more than 30 turns (two players)."""
    if data.seats != 2:
        return None
    columns = data.columns("contested_rounds", "turns", "rounds")
    fight, turns, rounds = (median(columns[name]) for name in ("contested_rounds", "turns", "rounds"))
    verdicts = {judge(*fight[1:], 3, 8), judge(*turns[1:], 30.001)}
    verdict = CONFIRMED if verdicts == {CONFIRMED} else REFUTED if REFUTED in verdicts else UNDECIDED
    text = f"Median contested rounds {told(*fight, 0)}, player-turns {told(*turns, 0)}, rounds {told(*rounds, 0)}."
    return Claim(1, "real fighting lasts about 5 turns, the game more than 30", verdict, text)


def c2(data: RunData) -> Claim | None:
    """After a few battles one side has no forces left."""
    if data.seats != 2:
        return None
    columns = data.columns("dominance_round", "rounds", "sole_round")
    reached = columns["dominance_round"] >= 0
    share = data.share(float(reached.sum()), data.games)
    when = median(columns["dominance_round"][reached] / columns["rounds"][reached])
    sole = data.share(float((columns["sole_round"] >= 0).sum()), data.games)
    verdicts = {judge(*share[1:], 0.6), judge(*when[1:], 0.0, 1 / 3)}
    verdict = CONFIRMED if verdicts == {CONFIRMED} else REFUTED if REFUTED in verdicts else UNDECIDED
    text = (
        f"Lasting dominance in {percent(*share)} of games, after {percent(*when)} of the rounds (median); "
        f"one player alone had orbit pieces in {percent(*sole)}."
    )
    return Claim(2, "combat is bloody, one side soon has no forces left", verdict, text)


def c3(data: RunData) -> Claim | None:
    """The loser stays crushed."""
    columns = data.columns("first_dominance_seat", "dominance_lost", *_of_seats("win_share"))
    seat = columns["first_dominance_seat"]
    n = int((seat >= 0).sum())
    if n == 0:
        return None
    won = sum(float(columns[f"win_share_s{k}"][seat == k].sum()) for k in range(data.seats))
    share, lost = data.share(won, n), data.share(float(columns["dominance_lost"].sum()), n)
    text = (
        f"The first dominant seat wins {percent(*share)}; it loses dominance again in {percent(*lost)} of those games."
    )
    return Claim(3, "from then on the loser stays crushed", judge(*share[1:], 0.9), text)


def c4(data: RunData) -> Claim | None:
    """Opening draws are random and critical: AUC of the opening value for the winner."""
    columns = data.columns("winner", *_of_seats("opening_value"))
    winner = columns["winner"]
    worse, n = 0.0, 0
    for k in range(data.seats):
        mine = columns[f"opening_value_s{k}"][winner == k]
        for other in range(data.seats):
            if other != k:
                theirs = columns[f"opening_value_s{other}"][winner == k]
                worse += float((mine > theirs).sum() + 0.5 * (mine == theirs).sum())
                n += len(mine)
    share = data.share(worse, n)
    text = f"The winner had the better opening draw in {percent(*share)} of pairs (AUC)."
    return Claim(4, "opening draws are very critical (AUC above 0.6)", judge(*share[1:], 0.6), text,
                 "two-player compares grace rounds and an opening meld (V6)")  # fmt: skip


def c5(data: RunData) -> Claim | None:
    """The winner cannot make the game end sooner."""
    columns = data.columns("rounds", *_of_seats("score"))
    scores = np.sort(np.stack([columns[name] for name in _of_seats("score")]), axis=0)
    margin, rounds = scores[-1] - scores[-2], columns["rounds"]
    if len(rounds) < 10 or np.ptp(margin) == 0 or np.ptp(rounds) == 0:
        return None
    r = float(np.clip(np.corrcoef(margin, rounds)[0, 1], -0.999999, 0.999999))
    half = Z / np.sqrt(len(rounds) - 3)
    low, high = float(np.tanh(np.arctanh(r) - half)), float(np.tanh(np.arctanh(r) + half))
    text = f"Correlation of rounds with the winner's margin {told(r, low, high)}; under 0.1 either way counts as none."
    return Claim(5, "the winner cannot make the game end sooner", judge(low, high, -0.1, 0.1), text)


def c6(data: RunData) -> Claim:
    """The design works better with 4 than with 2: needs both seat counts."""
    columns = data.columns("dominance_round", "first_majority_round")
    lasting = data.share(float((columns["dominance_round"] >= 0).sum()), data.games)
    major = data.share(float((columns["first_majority_round"] >= 0).sum()), data.games)
    text = f"Lasting dominance in {percent(*lasting)} of games, a majority of all orbit value at some time in {percent(*major)}."
    return Claim(6, "the design works better with 4 than with 2", UNDECIDED, text,
                 "lay the reports of two-player and four-player side by side")  # fmt: skip


def c7(data: RunData) -> Claim | None:
    """The Treaty ends the game after about 1.5 passes."""
    if data.ruleset["treaty_mode"] != "second_pass":
        return None
    first = int(data.ruleset.record.deck_pieces) - 1
    passes = data.mean(data.columns("draws_total")["draws_total"] / first)
    text = f"Draws per piece of the first deck {told(*passes)}."
    return Claim(7, "the game ends after about 1.5 passes through the pieces", judge(*passes[1:], 1.3, 1.7), text)


def c8(data: RunData) -> Claim:
    """Sudden death ends games sooner without other change: half of it needs the comparison."""
    says, step = "sudden death ends games sooner without other change", "sudden-death compares it on the same luck"
    if not data.ruleset["sudden_death"]:
        return Claim(8, says, UNDECIDED, "The rule is off in this run.", step)
    columns = data.columns("winner", "first_dominance_seat", "end_reason", "rounds")
    known = columns["first_dominance_seat"] >= 0
    same = data.share(float((columns["winner"] == columns["first_dominance_seat"])[known].sum()), int(known.sum()))
    sudden = data.share(float((columns["end_reason"] == s.SUDDEN_DEATH).sum()), data.games)
    text = f"Sudden deaths end {percent(*sudden)} of games; the first dominant seat wins {percent(*same)}."
    verdict = judge(*same[1:], 0.9)
    return Claim(8, says, verdict if verdict == REFUTED else UNDECIDED, text, step)


def _lift_claim(data: RunData, number: int, says: str, pieces: tuple[str, ...], step: str,
                wanted: Callable[[dict[str, Lift], str], str]) -> Claim | None:  # fmt: skip
    lifts = piece_lifts(data)
    if not all(name in lifts for name in pieces):
        return None
    verdicts = [wanted(lifts, name) for name in pieces]
    verdict = verdicts[0] if len(set(verdicts)) == 1 else UNDECIDED
    parts = [
        f"{name.replace('_', ' ')} {percent_points(*lifts[name].interval())} ({v})" for name, v in zip(pieces, verdicts)
    ]
    round_ = data.ruleset["lift_round"]
    return Claim(number, says, verdict, f"Win share of seats that melded it by round {round_}, less the average: "
                 f"{', '.join(parts)}.", step)  # fmt: skip


def c9(data: RunData) -> Claim | None:
    """Carriers and tugs: lift above the mean of ships."""

    def above_mean(lifts: dict[str, Lift], name: str) -> str:
        ships = [lifts[kind].estimate for kind in s.KINDS[: s.ARMORED_SATELLITE] if kind in lifts]
        _, low, high = lifts[name].interval()
        return judge(low, high, float(np.mean(ships)))

    says = "three carriers and three tugs are many and hard to balance"
    return _lift_claim(data, 9, says, ("carrier", "tug"), "box-118 compares the third tug (V1)", above_mean)


def c10(data: RunData) -> Claim | None:
    """Whirler, salvage vessel, Screen: in the top quartile of lift."""

    def top_quartile(lifts: dict[str, Lift], name: str) -> str:
        line = float(np.quantile([lift.estimate for lift in lifts.values()], 0.75))
        _, low, high = lifts[name].interval()
        return judge(low, high, line)

    says = "whirler, salvage vessel and Screen are extreme"
    pieces = ("whirler", "salvage_vessel", "screen_satellite")
    return _lift_claim(data, 10, says, pieces, "deck-96 drops one of each (V3)", top_quartile)


def c11(data: RunData) -> Claim | None:
    """The Deathon is the ultimate warship: most kills per ship sent."""
    names = [f"{what}_{kind}" for what in ("kills", "sent") for kind in WARSHIPS]
    columns = data.columns(*names)
    rates = {}
    for kind in WARSHIPS:
        kills, sent = float(columns[f"kills_{kind}"].sum()), float(columns[f"sent_{kind}"].sum())
        if sent > 0:
            rates[kind] = (kills / sent, Z * np.sqrt(max(kills, 1.0)) / sent)
    if "deathon" not in rates or len(rates) < 2:
        return None
    rival = max((kind for kind in rates if kind != "deathon"), key=lambda kind: rates[kind][0])
    gap = rates["deathon"][0] - rates[rival][0]
    half = float(np.hypot(rates["deathon"][1], rates[rival][1]))
    text = f"Kills per ship sent: {rates['deathon'][0]:.3f} against {rates[rival][0]:.3f} of the {rival}, gap "
    text += f"{told(gap, gap - half, gap + half)}."
    return Claim(11, "the Deathon is the ultimate warship", judge(gap - half, gap + half, 0.0), text,
                 "assumptions compares the ladders of battle numbers", ("battle.deathon", "battle.dranaut"))  # fmt: skip


def c12(data: RunData) -> Claim:
    """Removing the tanker makes the Fuel Station interesting."""
    sources = ("planet", "counter", "tanker", "station", "merchant")
    columns = data.columns(*(f"fuel_source_{name}" for name in sources))
    points = {name: float(columns[f"fuel_source_{name}"].sum()) for name in sources}
    total = max(1.0, sum(points.values()))
    shares = ", ".join(f"{name} {points[name] / total:.1%}" for name in sources)
    return Claim(12, "without the tanker the Fuel Station becomes interesting", UNDECIDED,
                 f"Fuel paid by source: {shares}.", "tanker compares one tanker with none (V12)")  # fmt: skip


def c13(data: RunData) -> Claim | None:
    """Revolt: the greatest change of win share of all events."""
    lifts = event_lifts(data)
    if "revolt" not in lifts or len(lifts) < 2:
        return None
    rival = max((name for name in lifts if name != "revolt"), key=lambda name: lifts[name].estimate)
    gap = lifts["revolt"].estimate - lifts[rival].estimate
    half = Z * float(np.hypot(lifts["revolt"].error, lifts[rival].error))
    text = f"Win share of seats with a successful Revolt, less the average: {percent_points(*lifts['revolt'].interval())}; "
    text += f"next {rival} {percent_points(*lifts[rival].interval())}."
    return Claim(13, "Revolt is the swingiest event", judge(gap - half, gap + half, 0.0), text,
                 "revolt compares its odds (V10)")  # fmt: skip


def c14(data: RunData) -> Claim | None:
    """Most ships that kill the Reflector die too: exact 1 for numbers up to 6, 5/6 at 7."""
    kills, both = data.tally.reflector_kills, data.tally.reflector_both
    if int(kills.sum()) == 0:
        return None
    share = data.share(float(both.sum()), int(kills.sum()))
    by_number = ", ".join(f"{a}: {int(both[a])} of {int(kills[a])}" for a in range(14) if kills[a])
    text = (
        f"Of all shots that destroyed it {percent(*share)} destroyed their firer, too (by firing number {by_number})."
    )
    return Claim(
        14, "most ships that kill the Reflector die too", judge(*share[1:], 0.5), text, assumed=("battle.deathon",)
    )


def c15(data: RunData) -> Claim | None:
    """Scouts find holes for busters: needs the comparison without scouts."""
    columns = data.columns("buster_through", "buster_sent")
    sent = int(columns["buster_sent"].sum())
    if sent == 0:
        return None
    share = data.share(float(columns["buster_through"].sum()), sent)
    return Claim(15, "scouts find holes for busters", UNDECIDED, f"Busters that get through: {percent(*share)}.",
                 "rear-area compares fleets with and without scouts", ("torpedo_vs_busters",))  # fmt: skip


def c16(data: RunData) -> Claim | None:
    """Carriers and merchantmen belong in the rear, which torpedoes reach."""
    kinds = [s.CARRIER, s.MERCHANTMAN]
    paired, paired_lost, rear, rear_lost, by_torpedo = (int(data.tally.rear[row, kinds].sum()) for row in range(5))
    if min(paired, rear) == 0:
        return None
    front, back = data.share(paired_lost, paired), data.share(rear_lost, rear)
    text = f"Lost when paired {percent(*front)}, in the rear {percent(*back)}, there {by_torpedo} of {rear_lost} by torpedoes."
    verdict = CONFIRMED if front[1] > back[2] and by_torpedo > 0 else REFUTED if front[2] < back[1] else UNDECIDED
    return Claim(16, "carriers and merchantmen belong in the rear, torpedoes make it unsafe", verdict, text,
                 "rear-area compares the old reading (E1)")  # fmt: skip


def c17(data: RunData) -> Claim | None:
    """It is important to screen carriers."""
    bare, screened = data.tally.carriers_defended[0], data.tally.carriers_defended[1]
    if min(int(bare.sum()), int(screened.sum())) == 0:
        return None
    lost = data.share(float(bare[1]), int(bare.sum()))
    safe = data.share(float(screened[1]), int(screened.sum()))
    text = f"Activated carriers lost in defence: {percent(*lost)} bare, {percent(*safe)} under a drone."
    verdict = CONFIRMED if safe[2] < lost[1] else REFUTED if safe[1] > lost[2] else UNDECIDED
    return Claim(17, "it is important to screen carriers", verdict, text, "vary weights.drone_screen (0, 0.5, 1)")


def c18(data: RunData) -> Claim:
    """First player advantage, which nobody claims."""
    columns = data.columns(*_of_seats("win_share"))
    shares = [data.mean(columns[f"win_share_s{k}"]) for k in range(data.seats)]
    text = "Win share by seat: " + ", ".join(f"{k + 1}: {percent(*share)}" for k, share in enumerate(shares)) + "."
    fair = 1 / data.seats
    verdict = judge(*shares[0][1:], fair)
    return Claim(18, "the first player has an advantage", verdict, text, "grace rounds (V6) shift it")


def _of_seats(name: str) -> tuple[str, ...]:
    return tuple(f"{name}_s{seat}" for seat in range(s.SEATS))


CLAIMS: tuple[Callable[[RunData], Claim | None], ...] = (
    c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16, c17, c18,
)  # fmt: skip
