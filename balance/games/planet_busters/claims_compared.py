"""Claims only a comparison can decide: what a variant changes on the same luck (section n).

A variant is recognised by what it changes, not by its name: a claim is judged where the two arms differ in the rules or
weights it speaks of and in nothing else. Where the other arm is not the baseline, it is named.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeAlias

from balance.games.contract import ComparisonData, Finding, RunData
from balance.games.planet_busters import claim as c
from balance.games.planet_busters import claims_game as game
from balance.games.planet_busters import claims_pieces as pieces
from balance.games.planet_busters import figures as f
from balance.games.planet_busters.claim import Claim, alike, all_of, judge, moved
from balance.games.planet_busters.ruleset import load_policies
from balance.games.planet_busters.survival import survivals
from balance.kit.policybook import PolicyBook

Fits: TypeAlias = Callable[[RunData, RunData], bool]  # may the second arm be held against the first?
Judge: TypeAlias = Callable[[ComparisonData, str, str], Claim | None]  # of a variant against an arm
NEVER = 20  # least expected points of a buster that is sent: more than any buster can hope for


def comparison_findings(data: ComparisonData) -> list[Finding]:
    """Every claim a variant bears on, what busters are worth, then which claims survive the sweeps of assumed numbers."""
    found = []
    for fits, judged in JUDGES:
        for variant in data.variants:
            against = partner(data, variant, fits)
            made = judged(data, variant, against) if against is not None else None
            if made is not None:
                found.append(_finding(data, made, variant, against or ""))
    found += [worth for variant in data.variants if (worth := kept_busters(data, variant)) is not None]
    return found + survivals(data)


def arm(data: ComparisonData, name: str) -> RunData:
    """An arm by id; "" is the baseline."""
    return data.variants[name] if name else data.baseline


def partner(data: ComparisonData, variant: str, fits: Fits) -> str | None:
    """The arm to hold a variant against: the baseline ("") if it fits, else the first variant that does."""
    others = ["", *(name for name in data.variants if name != variant)]
    return next((name for name in others if fits(arm(data, name), data.variants[variant])), None)


def _finding(data: ComparisonData, made: Claim, variant: str, against: str) -> Finding:
    where = f"{variant} against {against}" if against else variant
    games = min(arm(data, against).games, data.variants[variant].games)
    return c.as_finding(made, data.variants[variant], where, f"{games:,} games per arm, paired 95 % intervals")


def changed(base: RunData, variant: RunData) -> set[str]:
    """Keys of the rules that differ."""
    mine, theirs = base.ruleset.values, variant.ruleset.values
    return {key for key in mine if mine[key] != theirs[key]}


def weights(data: RunData, name: str) -> set[float]:
    """What the players of a run set a weight to."""
    return {float(_book().resolve(player.policy, player.weights)[name]) for player in data.players}


@cache
def _book() -> PolicyBook:
    return load_policies()


def _only(*keys: str, when: Fits = lambda _a, _b: True) -> Fits:
    """Two arms that differ in some of these rules and nothing else."""

    def fits(base: RunData, variant: RunData) -> bool:
        found = changed(base, variant)
        return bool(found) and found <= set(keys) and same_players(base, variant) and when(base, variant)

    return fits


def same_players(base: RunData, variant: RunData) -> bool:
    """The same policies with the same weights."""
    return list(base.players) == list(variant.players)


def _weight(name: str, before: tuple[float, ...] = (), after: tuple[float, ...] = ()) -> Fits:
    """Two arms of the same rules and policies; all players of an arm set weight `name` alike, unlike the other arm's."""

    def fits(base: RunData, variant: RunData) -> bool:
        return (
            not changed(base, variant)
            and {player.policy for player in base.players} == {player.policy for player in variant.players}
            and weights(base, name) != weights(variant, name)
            and _all_at(weights(base, name), before)
            and _all_at(weights(variant, name), after)
        )

    return fits


def _all_at(found: set[float], wanted: tuple[float, ...]) -> bool:
    return len(found) == 1 and (not wanted or found <= set(wanted))


def c4(data: ComparisonData, variant: str, against: str) -> Claim | None:
    """V6: opening draws are critical, and a grace lowers their part."""
    base = game.c4(arm(data, against))
    if base is None:
        return None
    change = data.change(f.auc(data.baseline.seats), variant, against)
    lowered = judge(-change.high, -change.low, 0.0)
    text = (
        f"Pairs in which the winner had opened better (AUC): {moved(change, share=True)}; the claim wants more than 60 % "
        "without the change and less with it."
    )
    return Claim(4, all_of(base.verdict, lowered), text)


def c6(data: ComparisonData, variant: str, against: str) -> Claim:
    """Two table sizes side by side: dominance is rarer at the larger one, at both levels."""
    first, second = arm(data, against), data.variants[variant]
    sign = 1 if second.seats > first.seats else -1
    told, verdicts = [], []
    for name, metric in (("lasting dominance", f.LASTING), ("a majority at some time", f.MAJORITY)):
        change = data.change(metric, variant, against)
        low, high = sorted((-sign * change.low, -sign * change.high))
        verdicts.append(judge(low, high, 0.0))
        told.append(f"{name} {moved(change, share=True)}")
    text = (
        f"From {first.seats} to {second.seats} players: {'; '.join(told)}. At each table: {game.c6(first).measured} "
        f"{game.c6(second).measured}"
    )
    return Claim(6, all_of(*verdicts), text)


def c8(data: ComparisonData, variant: str, against: str) -> Claim:
    """V2: rounds halve, and the first dominant seat wins more than 90 %."""
    rounds = data.change(f.ROUNDS, variant, against)
    wins = data.change(f.FIRST_DOMINANT_WINS, variant, against)
    same = game.first_dominant_wins(data.variants[variant])
    half = rounds.baseline / 2
    halved = judge(-rounds.high, -rounds.low, half)
    text = (
        f"Rounds: {moved(rounds, share=False)} (half would be {-half:.2f}). First dominant seat wins: "
        f"{moved(wins, share=True)} (wanted: above 90 %)."
    )
    return Claim(8, all_of(halved, judge(*same[1:], 0.9)), text)


def c9(data: ComparisonData, variant: str, against: str) -> Claim | None:
    """V1, V13: lift of carrier and tug above the mean of ships whatever their number."""
    kinds = ("carrier", "tug")
    return _lifts(data, variant, against, (pieces.c9(arm(data, against)), pieces.c9(data.variants[variant])), kinds)


def c10(data: ComparisonData, variant: str, against: str) -> Claim | None:
    """V3: the extremes, two of each and one."""
    kinds = ("whirler", "salvage_vessel", "screen_satellite")
    return _lifts(data, variant, against, (pieces.c10(arm(data, against)), pieces.c10(data.variants[variant])), kinds)


def _lifts(
    data: ComparisonData, variant: str, against: str, made: tuple[Claim | None, Claim | None], kinds: tuple[str, ...]
) -> Claim | None:
    base, other = made
    if base is None or other is None:
        return None
    changes = {kind: data.change(f.lift(kind, data.baseline.seats), variant, against) for kind in kinds}
    told = "; ".join(f"{kind.replace('_', ' ')} {moved(change, share=True)}" for kind, change in changes.items())
    text = f"Win share of seats that melded it early, less the average: {told}. Here: {other.measured}"
    return Claim(base.number, alike(base.verdict, other.verdict), text)


def c11(data: ComparisonData, variant: str, against: str) -> Claim | None:
    """Ladders of battle numbers: first among warships under each."""
    base, other = pieces.c11(arm(data, against)), pieces.c11(data.variants[variant])
    if base is None or other is None:
        return None
    change = data.change(f.DEATHON_KILLS, variant, against)
    text = f"Kills per Deathon sent: {moved(change, share=False, digits=3)}. Here: {other.measured}"
    return Claim(11, alike(base.verdict, other.verdict), text, assumed=other.assumed)


def c12(data: ComparisonData, variant: str, against: str) -> Claim:
    """V12: without the tanker more of the fuel comes from stations."""
    station, merchant = (data.change(metric, variant, against) for metric in (f.STATION, f.MERCHANT))
    tanker = data.change(f.TANKER, variant, against)
    lift = data.change(f.lift("fuel_station", data.baseline.seats), variant, against)
    text = (
        f"Fuel from stations: {moved(station, share=True)}; from merchantmen {moved(merchant, share=True)}; from the tanker "
        f"{tanker.baseline:.1%} before. Win share of seats that melded a station early, less the average: "
        f"{moved(lift, share=True)}."
    )
    return Claim(12, judge(station.low, station.high, 0.0), text, "is the rise enough to be interesting? See the size")


def c13(data: ComparisonData, variant: str, against: str) -> Claim | None:
    """V10: the swingiest event at other odds, too."""
    base, other = pieces.c13(arm(data, against)), pieces.c13(data.variants[variant])
    if base is None or other is None:
        return None
    points = data.change(f.REVOLT_POINTS, variant, against)
    text = f"Points by Revolt: {moved(points, share=False)} per game. Here: {other.measured}"
    return Claim(13, alike(base.verdict, other.verdict), text)


def c15(data: ComparisonData, variant: str, against: str) -> Claim:
    """Scouts stay at home: do fewer busters get through?"""
    change = data.change(f.BUSTER_THROUGH, variant, against)
    text = f"Busters that get through, with scouts and without: {moved(change, share=True)}."
    return Claim(15, judge(-change.high, -change.low, 0.0), text, assumed=("torpedo_vs_busters",))


def c16(data: ComparisonData, variant: str, against: str) -> Claim:
    """E1: without a rear more carriers and merchantmen are lost, in a rear that torpedoes cannot reach fewer."""
    change = data.change(f.REAR_LOST, variant, against)
    low, high = change.low, change.high
    no_rear = data.variants[variant].ruleset["rear_area"] == "none"
    verdict = judge(low, high, 0.0) if no_rear else judge(-high, -low, 0.0)
    why = "without a rear area" if no_rear else "in a rear that torpedoes cannot reach"
    text = f"Carriers and merchantmen lost for each one melded, {why}: {moved(change, share=False, digits=3)}."
    return Claim(16, verdict, text)


def c17(data: ComparisonData, variant: str, against: str) -> Claim:
    """More drones on screens: are fewer carriers lost?"""
    change = data.change(f.CARRIERS_LOST, variant, against)
    before, after = (max(weights(run, "drone_screen")) for run in (arm(data, against), data.variants[variant]))
    sign = 1 if after < before else -1
    low, high = sorted((sign * change.low, sign * change.high))
    text = (
        f"Share of defending drones that screen {before:g} to {after:g}; carriers lost for each one melded "
        f"{moved(change, share=False, digits=3)}."
    )
    return Claim(17, judge(low, high, 0.0), text)


def kept_busters(data: ComparisonData, variant: str) -> Finding | None:
    """What busters are worth: one player of a variant never sends any, both are alike in all else."""
    run = data.variants[variant]
    book = _book()
    keeps = [book.resolve(player.policy, player.weights)["buster_min"] >= NEVER for player in run.players]
    policies = {player.policy for player in run.players}
    if len(keeps) != 2 or sum(keeps) != 1 or len(policies) != 1:
        return None
    keeper = keeps.index(True)
    share = run.ratio(*f.wins_of_player(run, keeper), share=True)
    fair = 1 / run.seats
    worth = (fair - share[0], fair - share[2], fair - share[1])
    verdict = "clear" if worth[1] > 0 or worth[2] < 0 else "not shown"
    text = (
        f"A player who keeps all his busters wins {c.percent(*share)} against one who sends them ({fair:.0%} if neither "
        f"does): busters are worth {c.percent_points(*worth)} to who uses them. {c.under(run)}"
    )
    evidence = f"{run.games:,} games, both in every seat on the same luck, 95 % interval"
    return Finding(f"What busters are worth ({variant}).", text, verdict, evidence, ("torpedo_vs_busters", "buster_values"),
                   id="buster_odds", section=c.SECTION)  # fmt: skip


def _table_sizes(base: RunData, variant: RunData) -> bool:
    """Two and four players of one kind under the same rules."""
    same = {player.policy for player in base.players} == {player.policy for player in variant.players}
    return {base.seats, variant.seats} == {2, 4} and same and not changed(base, variant)


def _ladder(base: RunData, variant: RunData) -> bool:
    found = changed(base, variant)
    return bool(found) and found <= {f"battle.{kind}" for kind in pieces.WARSHIPS}


def _fewer_extremes(base: RunData, variant: RunData) -> bool:
    keys = ("counts.whirler", "counts.salvage_vessel", "counts.screen_satellite")
    return all(variant.ruleset[key] < base.ruleset[key] for key in keys) and same_players(base, variant)


def _rear(base: RunData, variant: RunData) -> bool:
    """The printed rear against none, or against one that torpedoes cannot reach."""
    key = "rear_area" if variant.ruleset["rear_area"] == "none" else "rear_safe_from_torpedoes"
    return base.ruleset["rear_area"] == "attacker" and changed(base, variant) == {key}


def _sudden(base: RunData, variant: RunData) -> bool:
    return bool(variant.ruleset["sudden_death"] and not base.ruleset["sudden_death"])


def _no_tanker(_base: RunData, variant: RunData) -> bool:
    return bool(variant.ruleset["counts.tanker"] == 0)


JUDGES: tuple[tuple[Fits, Judge], ...] = (
    (_only("no_attack_rounds", "opening_meld"), c4),
    (_table_sizes, c6),
    (_only("sudden_death", "reserve_per_player", when=_sudden), c8),
    (_only("counts.tug", "counts.carrier", "carrier_min_drones"), c9),
    (_fewer_extremes, c10),
    (_ladder, c11),
    (_only("counts.tanker", when=_no_tanker), c12),
    (_only("revolt_odds"), c13),
    (_weight("use_scouts", (1.0,), (0.0,)), c15),
    (_only("rear_area", "rear_safe_from_torpedoes", when=_rear), c16),
    (_weight("drone_screen"), c17),
)
