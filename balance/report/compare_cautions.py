"""The cautions of a comparison: those of each of its arms, and variants that change nothing."""

from __future__ import annotations

from balance.report.cautions import Caution, cautions
from balance.report.compare_model import ArmView, ComparePage
from balance.scenario.model import BASELINE

ONCE = ("partial", "few-games", "assumed-changed")  # said of the baseline: all arms share them, or vary them on purpose


def compare_cautions(page: ComparePage) -> list[Caution]:
    """All warnings of the page, each with the arms it is about; what holds for every arm is said once."""
    found: dict[Caution, list[str]] = {}
    for arm, view in page.arms.items():
        for caution in arm_cautions(page, arm, view):
            found.setdefault(caution, []).append(arm)
    told = [idle_variant(page, arm) for arm, view in page.arms.items() if arm != BASELINE and view.changed == 0]
    told += table_sizes(page)
    return told + [_of_arms(caution, arms, len(page.arms)) for caution, arms in found.items()]


def arm_cautions(page: ComparePage, arm: str, view: ArmView) -> list[Caution]:
    """What a run of this arm alone would be cautioned of, as far as it is this arm's own."""
    headline = [item for item in view.measured if item.metric.headline]
    policies = [player.policy for player in view.data.players]
    found = cautions(
        page.scenario.game, view.data.ruleset, view.data.counts, headline, policies, complete=page.complete
    )
    return [caution for caution in found if arm == BASELINE or caution.code not in ONCE]


def idle_variant(page: ComparePage, arm: str) -> Caution:
    """A variant that changes no row is probably not what was meant."""
    text = f"{arm} gave the same {page.games:,} rows as the baseline."
    remedy = "The rule may not apply on this board or to these players."
    return Caution("variant-changes-nothing", "A variant changes nothing.", text, remedy)


def table_sizes(page: ComparePage) -> list[Caution]:
    """Arms with more or fewer players than the baseline."""
    fair = {arm: view.data.seats for arm, view in page.arms.items()}
    if len(set(fair.values())) == 1:
        return []
    sizes = ", ".join(f"{arm} {seats} players (a fair share of wins is {1 / seats:.1%})" for arm, seats in fair.items())
    text = f"{sizes}. A deal to more hands is another deal: common seeds narrow the intervals little."
    remedy = "Read win shares against the fair share of their own table."
    return [Caution("table-sizes", "Tables of different size.", text, remedy)]


def _of_arms(caution: Caution, arms: list[str], of: int) -> Caution:
    if len(arms) == of or caution.code in ONCE:
        return caution
    return Caution(caution.code, caution.title, f"{', '.join(arms)}: {caution.text}", caution.remedy)
