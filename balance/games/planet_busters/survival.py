"""Which claims survive the sweeps of numbers nobody has published (section b.3).

Every statement about balance must say so, and every statement about busters whether it survives torpedo-proof busters.
"""

from __future__ import annotations

from balance.games.contract import ComparisonData, Finding, RunData
from balance.games.planet_busters import claim as c
from balance.games.planet_busters.claims import MAKERS, measure

SHIPS = ("scout", "zerstor", "conicle", "baycruz", "dranaut", "deathon", "tanker", "tug", "salvage_vessel")
SWEPT = {
    *(f"battle.{kind}" for kind in SHIPS), "torpedoes.baycruz", "torpedoes.dranaut", "torpedoes.deathon", "fuel_values",
    "starting_pieces", "rack_limit", "torpedo_vs_busters",
}  # fmt: skip
FEWEST = 3  # sweeps that are worth a table of survivals


def sweeps(data: ComparisonData) -> dict[str, RunData]:
    """The variants that change numbers of section b.3 and nothing else."""
    base = data.baseline.ruleset.values
    found = {}
    for name, run in data.variants.items():
        moved = {key for key, value in run.ruleset.values.items() if value != base[key]}
        if moved and moved <= SWEPT and list(run.players) == list(data.baseline.players):
            found[name] = run
    return found


def survivals(data: ComparisonData) -> list[Finding]:
    """Per claim with a verdict in the baseline: in how many of the sweeps it keeps it."""
    runs = sweeps(data)
    if len(runs) < FEWEST:
        return []
    found = []
    for number in MAKERS:
        base = measure(number, data.baseline)
        if base.verdict in (c.CONFIRMED, c.REFUTED):
            found.append(_survival(base, {name: measure(number, run) for name, run in runs.items()}, data.baseline))
    return found


def _survival(base: c.Claim, swept: dict[str, c.Claim], data: RunData) -> Finding:
    """`C3 refuted survives 10 of 12 sweeps`, and where it does not."""
    others = [f"{name} {claim.verdict}" for name, claim in swept.items() if claim.verdict != base.verdict]
    kept = len(swept) - len(others)
    verdict = " ".join(part for part in (base.verdict, base.but) if part)
    title = f"C{base.number} {verdict} survives {kept} of {len(swept)} sweeps: {c.SAYS[base.number]}"
    text = f"Baseline: {base.measured}" + (f" Elsewhere: {', '.join(others)}." if others else "")
    strength = "clear" if not others else "likely" if kept > len(others) else "not shown"
    evidence = f"{data.games:,} games per arm, each judged on its own 95 % interval; sweeps: {', '.join(swept)}"
    return Finding(title, f"{text} {c.under(data)}", strength, evidence, base.assumed, base.next_step,
                   c.CHART_OF[base.number], "Claims under the sweeps of assumed numbers")  # fmt: skip
