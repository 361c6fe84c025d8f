"""A comparison in plain words."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence

from balance.engine.pairing import Compared
from balance.report.words import decimals
from balance.stats.paired import Verdict

MOVED = (Verdict.UP, Verdict.DOWN)


def signed(value: float, low: float, high: float, *, points: bool) -> str:
    """A difference with its sign: percentage points for shares."""
    if not math.isfinite(value):
        return "–"
    scale = 100 if points else 1
    places = max(1 if points else 0, min(4, decimals(low * scale, high * scale)))
    return f"{value * scale:+.{places}f}" + (" points" if points else "")


def difference_text(item: Compared) -> str:
    """`+2.1 points [+1.8, +2.4]`."""
    return " ".join(difference_parts(item))


def difference_parts(item: Compared) -> tuple[str, str]:
    """A difference and its interval: `+2.1 points` and `[+1.8, +2.4]`."""
    result, points = item.result, item.metric.kind == "share"
    shown = signed(result.difference, result.low, result.high, points=points)
    low = signed(result.low, result.low, result.high, points=points).removesuffix(" points")
    high = signed(result.high, result.low, result.high, points=points).removesuffix(" points")
    return shown, f"[{low}, {high}]"


def sentence(item: Compared) -> str:
    """One verdict as a sentence."""
    title, word = item.metric.title, item.result.verdict
    if word is Verdict.EQUAL:
        return f"{title}: the same in every block."
    if word is Verdict.EQUIVALENT:
        small = ", small but real," if item.result.real_but_small else ""
        return f"{title}: equivalent within ± {margin_text(item)}; the difference{small} is {difference_text(item)}."
    if word is Verdict.UNDECIDED:
        return f"{title}: undecided after {item.result.blocks:,} blocks; the difference is {difference_text(item)}."
    return f"{title} moves {'up' if word is Verdict.UP else 'down'}: {difference_text(item)}."


def margin_text(item: Compared) -> str:
    """The margin of equivalence in the metric's own unit."""
    if item.metric.kind == "share":
        return f"{item.result.margin * 100:g} points"
    return f"{item.result.margin:.3g} {item.metric.unit}"


def changes_text(variant_title: str, changed: int, games: int) -> str:
    """How many games a variant touches."""
    if changed == 0:
        return f"{variant_title} changed nothing: every one of the {games:,} rows is equal."
    return f"{variant_title} changes {changed / games:.1%} of the games."


def answer(variant_title: str, items: Sequence[Compared], changed: int, games: int, *, most: int | None = None) -> str:
    """What a variant does, in two or three sentences. `most`: so many moves are told, the clearest."""
    start = changes_text(variant_title, changed, games)
    if changed == 0:
        return start
    moved = [item for item in items if item.result.verdict in MOVED]
    if moved:
        told = moved if most is None else _clearest(moved, most)
        rest = f" {len(moved) - len(told)} more moved; see the verdicts." if len(told) < len(moved) else ""
        return f"{start} {' '.join(sentence(item) for item in told)}{rest}"
    still_open = [item for item in items if item.result.verdict is Verdict.UNDECIDED]
    if still_open:
        names = ", ".join(item.metric.title for item in still_open)
        return f"{start} No headline figure was shown to move; undecided: {names}."
    return f"{start} No headline figure moves by more than the margin."


def overall(headline: Mapping[str, Sequence[Compared]]) -> str:
    """How many of the variants move a headline figure, and which figures by how many. `headline`: by variant."""
    moves = [[item.metric.title for item in items if item.result.verdict in MOVED] for items in headline.values()]
    titles = dict.fromkeys(item.metric.title for items in headline.values() for item in items)
    counts = Counter(title for moved in moves for title in moved)
    by = ", ".join(f"{title} by {counts[title]}" for title in sorted(counts, key=lambda title: -counts[title]))
    never = ", ".join(title for title in titles if title not in counts)
    if not by:
        return f"None of the {len(moves)} variants was shown to move a headline figure."
    said = f"{sum(map(bool, moves))} of {len(moves)} variants move a headline figure: {by}."
    return f"{said} By none: {never}." if never else said


def _clearest(moved: Sequence[Compared], most: int) -> list[Compared]:
    """The moves that stand the most widths of their interval from zero, in the order of the headline."""

    def widths(item: Compared) -> float:
        result = item.result
        return abs(result.difference) / max(result.high - result.low, 1e-12)

    chosen = sorted(moved, key=widths, reverse=True)[:most]
    return [item for item in moved if any(item is one for one in chosen)]
