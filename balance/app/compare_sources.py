"""What to compare: the variants of one scenario, two scenario files, or two finished runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from balance.app.compare_variants import CompareOptions, CompareOutcome, compare_variants
from balance.app.stored_run import open_source
from balance.app.watch import Watch
from balance.errors import UserError
from balance.scenario.model import BASELINE, Arm, Scenario


def compare_sources(sources: Sequence[str], options: CompareOptions, watch: Watch) -> CompareOutcome:
    """Open what was named and compare it."""
    if len(sources) == 1:
        scenario = open_source(sources[0], options.run.settings)
    elif len(sources) == 2:
        scenario = joined(*(open_source(source, options.run.settings) for source in sources))
    else:
        raise UserError(f"compare takes one scenario or two, not {len(sources)}", code="usage")
    return compare_variants(scenario, replace(options, sources=tuple(sources)), watch)


def joined(first: Scenario, second: Scenario) -> Scenario:
    """The first scenario with the second one's rules and players as its only variant.

    Two finished runs are played again on common seeds: rows of unlike seeds cannot be paired. Tables of different size
    are set side by side: they deal to more or fewer players, so that a common seed is no common luck.
    """
    if first.game.id != second.game.id:
        raise UserError(
            f"{first.name} ({first.game.id}) and {second.name} ({second.game.id}) cannot be compared",
            hint="both must be of one game", code="other-game",
        )  # fmt: skip
    other = second.baseline
    name = second.name.split("/")[-1]
    variant = Arm(
        name if name != BASELINE else "second", second.title or second.name, "", other.rules, other.setup, other.players,
        other.ruleset,
    )  # fmt: skip
    return replace(first, variants=(variant,))
