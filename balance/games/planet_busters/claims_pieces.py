"""Claims about pieces: lift, kills, fuel, events, scouts, the rear, screens (section n, C9..C17)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from balance.games.contract import RunData
from balance.games.planet_busters import state as s
from balance.games.planet_busters.claim import (
    CONFIRMED,
    REFUTED,
    UNDECIDED,
    Claim,
    Z,
    alike,
    judge,
    percent,
    percent_points,
    told,
)
from balance.games.planet_busters.lift import Lift, controlled_lifts, event_lifts, piece_lifts

WARSHIPS = ("zerstor", "conicle", "baycruz", "dranaut", "deathon", "whirler", "sailing_ship", "scout")
FUEL_SOURCES = ("planet", "counter", "tanker", "station", "merchant")


def _lift_claim(
    data: RunData, number: int, pieces: tuple[str, ...], step: str, wanted: Callable[[dict[str, Lift], str], str]
) -> Claim | None:
    lifts = piece_lifts(data)
    if not all(name in lifts for name in pieces):
        return None
    verdicts, held = [wanted(lifts, name) for name in pieces], controlled_lifts(data, pieces)
    parts = []
    for name, verdict in zip(pieces, verdicts):
        part = f"{name.replace('_', ' ')} {percent_points(*lifts[name].interval())} ({verdict}"
        if name in held:
            part += f"; with less without it at equal opening value {percent_points(*held[name].interval())}"
        parts.append(f"{part})")
    text = f"Win share of seats that melded it by round {data.ruleset['lift_round']}, less the average: {', '.join(parts)}."
    return Claim(number, alike(*verdicts), text, step)


def c9(data: RunData) -> Claim | None:
    """Carriers and tugs: lift above the mean of ships."""

    def above_mean(lifts: dict[str, Lift], name: str) -> str:
        ships = [lifts[kind].estimate for kind in s.KINDS[: s.ARMORED_SATELLITE] if kind in lifts]
        _, low, high = lifts[name].interval()
        return judge(low, high, float(np.mean(ships)))

    return _lift_claim(data, 9, ("carrier", "tug"), "box-118 compares the third tug (V1)", above_mean)


def c10(data: RunData) -> Claim | None:
    """Whirler, salvage vessel, Screen: in the top quartile of lift."""

    def top_quartile(lifts: dict[str, Lift], name: str) -> str:
        line = float(np.quantile([lift.estimate for lift in lifts.values()], 0.75))
        _, low, high = lifts[name].interval()
        return judge(low, high, line)

    pieces = ("whirler", "salvage_vessel", "screen_satellite")
    return _lift_claim(data, 10, pieces, "deck-96 drops one of each (V3)", top_quartile)


def c11(data: RunData) -> Claim | None:
    """The Deathon is the ultimate warship: most kills per ship sent."""
    columns = data.columns(*(f"{what}_{kind}" for what in ("kills", "sent") for kind in WARSHIPS))
    sent = [kind for kind in WARSHIPS if columns[f"sent_{kind}"].any()]
    rates = {kind: data.ratio(columns[f"kills_{kind}"], columns[f"sent_{kind}"]) for kind in sent}
    if "deathon" not in rates or len(rates) < 2:
        return None
    rival = max((kind for kind in rates if kind != "deathon"), key=lambda kind: rates[kind][0])
    (best, low, _), (next_best, next_low, _) = rates["deathon"], rates[rival]
    gap, half = best - next_best, float(np.hypot(best - low, next_best - next_low))
    text = (
        f"Kills per ship sent: {told(*rates['deathon'])} against {told(*rates[rival])} of the {rival.replace('_', ' ')}, "
        f"gap {told(gap, gap - half, gap + half)}."
    )
    return Claim(11, judge(gap - half, gap + half, 0.0), text, "assumptions compares the ladders of battle numbers",
                 ("battle.deathon", "battle.dranaut"))  # fmt: skip


def c12(data: RunData) -> Claim:
    """Removing the tanker makes the Fuel Station interesting: needs the comparison."""
    columns = data.columns(*(f"fuel_source_{name}" for name in FUEL_SOURCES))
    total = np.sum(list(columns.values()), axis=0)
    step = "tanker compares one tanker with none (V12)"
    if not total.any():
        return Claim(12, UNDECIDED, "No fuel was paid.", step)
    shares = {name: data.ratio(columns[f"fuel_source_{name}"], total, share=True) for name in FUEL_SOURCES}
    text = ", ".join(f"{name} {percent(*share)}" for name, share in shares.items())
    return Claim(12, UNDECIDED, f"Fuel paid by source: {text}.", step)


def c13(data: RunData) -> Claim | None:
    """Revolt: the greatest change of win share of all events."""
    lifts = event_lifts(data)
    if "revolt" not in lifts or len(lifts) < 2:
        return None
    rival = max((name for name in lifts if name != "revolt"), key=lambda name: lifts[name].estimate)
    gap = lifts["revolt"].estimate - lifts[rival].estimate
    half = Z * float(np.hypot(lifts["revolt"].error, lifts[rival].error))
    text = (
        f"Win share of seats with a successful Revolt, less the average: {percent_points(*lifts['revolt'].interval())}; "
        f"next {rival} {percent_points(*lifts[rival].interval())}."
    )
    return Claim(13, judge(gap - half, gap + half, 0.0), text, "revolt compares its odds (V10)")


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
    return Claim(14, judge(*share[1:], 0.5), text, assumed=("battle.deathon",))


def c15(data: RunData) -> Claim | None:
    """Scouts find holes for busters: needs the comparison without scouts."""
    columns = data.columns("buster_through", "buster_sent")
    if not columns["buster_sent"].any():
        return None
    share = data.ratio(columns["buster_through"], columns["buster_sent"], share=True)
    return Claim(15, UNDECIDED, f"Busters that get through: {percent(*share)}.",
                 "hit-odds compares fleets with and without scouts", ("torpedo_vs_busters",))  # fmt: skip


def c16(data: RunData) -> Claim | None:
    """Carriers and merchantmen belong in the rear, which torpedoes reach.

    A unit that is sabotaged was not paired yet and counts as lost in the rear, so "by torpedo only" holds but for those.
    """
    kinds = [s.CARRIER, s.MERCHANTMAN]
    paired, paired_lost, rear, rear_lost, by_torpedo = (int(data.tally.rear[row, kinds].sum()) for row in range(5))
    if min(paired, rear) == 0:
        return None
    front, back = data.share(paired_lost, paired), data.share(rear_lost, rear)
    others = rear_lost - by_torpedo
    how = "Sabotage before the pairing" + (" or mines" if data.ruleset["mines_scope"] == "all_attackers" else "")
    text = f"Lost when paired {percent(*front)}, in the rear {percent(*back)}, there {by_torpedo:,} of {rear_lost:,} by torpedoes"
    text += f", the other {others:,} by {how}." if others else "."
    verdict = CONFIRMED if front[1] > back[2] and by_torpedo > 0 else REFUTED if front[2] < back[1] else UNDECIDED
    but = f"but for {others / rear_lost:.1%} of rear losses" if others and verdict == CONFIRMED else ""
    return Claim(16, verdict, text, "rear-area compares the old reading (E1)", but=but)


def c17(data: RunData) -> Claim | None:
    """It is important to screen carriers: within one run only the players' choice of what to screen shows."""
    bare, screened = data.tally.carriers_defended[0], data.tally.carriers_defended[1]
    if min(int(bare.sum()), int(screened.sum())) == 0:
        return None
    lost = data.share(float(bare[1]), int(bare.sum()))
    safe = data.share(float(screened[1]), int(screened.sum()))
    text = (
        f"Activated carriers lost in defence: {percent(*lost)} bare, {percent(*safe)} under a drone. Drones screen the most "
        "valuable pieces first (D10), so bare and screened carriers did not face the same: only a comparison can tell."
    )
    return Claim(17, UNDECIDED, text, "drone-screen compares no drone, half and all of them on screens")
