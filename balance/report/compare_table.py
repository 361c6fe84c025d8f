"""Verdicts as rows of a table: for the terminal, for notes, and what pairing saved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from balance.engine.pairing import Compared
from balance.report.compare_model import ComparePage
from balance.report.compare_words import changes_text, difference_parts, difference_text
from balance.report.words import number
from balance.scenario.model import BASELINE
from balance.stats.paired import FEW_CHANGED, Verdict

COLUMNS = ("metric", "baseline", "variant", "difference, 95 %", "verdict", "pairing gain")
MARKDOWN = ("metric", "baseline", "variant", "difference", "95 % interval", "verdict", "pairing gain")
NAMED = 5  # moved metrics named on the terminal; the page has them all


@dataclass(frozen=True, slots=True)
class VariantTable:
    """One variant on the terminal; `rows` under `COLUMNS`, none where nothing changed; `moved`: what moved besides."""

    heading: str
    rows: list[list[str]]
    moved: str


def variant_tables(page: ComparePage) -> list[VariantTable]:
    """A table per variant: headline metrics and those asked for, then the names of the others that moved."""
    tables = []
    for variant, view in page.arms.items():
        if variant == BASELINE:
            continue
        heading = f"{variant}: {changes_text(view.arm.title or variant, view.changed, page.games)}"
        if view.changed == 0:
            tables.append(VariantTable(heading, [], ""))
            continue
        items = page.of(variant)
        shown = [item for item in items if item.metric.headline or item.metric.name in page.watched]
        rest = [item for item in items if item not in shown]
        tables.append(VariantTable(heading, [terminal_row(item) for item in shown], moved_text(rest)))
    return tables


def terminal_row(item: Compared) -> list[str]:
    """One verdict under `COLUMNS`."""
    return [item.metric.title, *values(item), difference_text(item), str(item.result.verdict), gain_text(item)]


def markdown_table(items: Sequence[Compared]) -> list[str]:
    """Lines of a Markdown table: headline metrics, and whatever else moved."""
    lines = [f"| {' | '.join(MARKDOWN)} |", "|---|---:|---:|---:|---:|---|---:|"]
    for item in items:
        if item.metric.headline or moved(item):
            shown, limits = difference_parts(item)
            cells = [item.metric.title, *values(item), shown, limits, str(item.result.verdict), gain_text(item)]
            lines.append(f"| {' | '.join(cells)} |")
    return lines


def moved(item: Compared) -> bool:
    """Whether the metric was shown to move."""
    return item.result.verdict in (Verdict.UP, Verdict.DOWN)


def moved_text(items: Sequence[Compared]) -> str:
    """`moved besides: 7 of 40 further metrics: Margin; ...`, the first five by name; nothing without metrics."""
    if not items:
        return ""
    names = [item.metric.title for item in items if moved(item)]
    if not names:
        return f"moved besides: none of {len(items)} further metrics"
    more = f"; {len(names) - NAMED} more" if len(names) > NAMED else ""
    return f"moved besides: {len(names)} of {len(items)} further metrics: {'; '.join(names[:NAMED])}{more}"


def values(item: Compared) -> tuple[str, str]:
    """Baseline and variant with the digits the difference deserves; shares in percent."""
    result, share = item.result, item.metric.kind == "share"
    width = (result.high - result.low) / 2
    a, b = (number(x, x - width, x + width, percent=share) for x in (result.baseline, result.changed))
    return a, b


def gain_of(item: Compared) -> float | None:
    """The pairing gain; None where the interval is a bound that pairing did not narrow."""
    return None if item.result.method == FEW_CHANGED else item.result.pairing_gain


def gain_text(item: Compared) -> str:
    """`×3.2`: how many times the games separate runs would need."""
    gain = gain_of(item)
    return f"×{gain:,.1f}" if gain else "–"


def saved_text(item: Compared, games: int) -> str:
    """What separate runs would need, in plain words; `games`: games per arm behind this difference."""
    gain = gain_of(item)
    if not gain:
        return "–"
    saved = float(f"{(gain - 1) * games:.2g}")  # the gain is an estimate too
    if gain < 1.05 or saved < 1:
        return "no more games"
    return f"×{gain:,.1f} the games: about {saved:,.0f} games saved"
