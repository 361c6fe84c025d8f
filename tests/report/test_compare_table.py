"""Tables and charts of a comparison: every headline metric drawn and told once, and what pairing saved in plain words."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from balance.app.compare_variants import CompareOptions, CompareOutcome, compare_variants
from balance.app.run_scenario import Options
from balance.app.watch import Silent
from balance.report.compare_figures import draw_compare_figures, draw_forest, draw_ranges
from balance.report.compare_page import answers
from balance.report.compare_table import (
    MARKDOWN,
    NAMED,
    gain_text,
    markdown_table,
    moved,
    moved_text,
    saved_text,
    variant_tables,
)
from balance.report.compare_words import MOVED, answer, overall, sentence
from balance.report.style import render
from balance.stats.paired import FEW_CHANGED, Verdict

BONUS = "\n[[variant]]\nid = 'bonus'\ntitle = 'Seat 1 adds one'\nrules.seat_bonus = 1\n"
SAME = "\n[[variant]]\nid = 'same'\ntitle = 'Default said aloud'\nrules.seat_bonus = 0\n"
MANY = "".join(f"\n[[variant]]\nid = 'sides-{n}'\nrules.sides = {n}\n" for n in range(7, 18))


def play(tiny: Any, folder: Path, extra: str) -> CompareOutcome:
    return compare_variants(tiny.scenario(extra), CompareOptions(Options("tiny", folder, "c")), Silent())


@pytest.fixture
def outcome(tiny: Any, tmp_path: Path) -> CompareOutcome:
    return play(tiny, tmp_path, BONUS + SAME)


def test_a_variant_has_one_row_per_headline_metric_and_its_other_moves_by_name(outcome: CompareOutcome) -> None:
    page = outcome.files.page
    bonus, same = variant_tables(page)
    titles = [item.metric.title for item in page.headline("bonus")]
    assert [row[0] for row in bonus.rows] == titles and "Game length (rounds)" in titles
    item = page.headline("bonus")[0]
    row = bonus.rows[0]
    assert (
        row[1].endswith(" %") and abs(float(row[1][:-2]) / 100 - item.result.baseline) < 1e-3 and "points [" in row[3]
    )
    assert row[4] == str(item.result.verdict) and row[5].startswith("×")
    others = [entry for entry in page.of("bonus") if not entry.metric.headline]
    assert bonus.moved.startswith(f"moved besides: {sum(map(moved, others))} of {len(others)} further metrics")
    assert same.rows == [] and "every one of the" in same.heading


def test_a_metric_asked_for_has_a_row_too(outcome: CompareOutcome) -> None:
    page = outcome.files.page
    wanted = next(item.metric for item in page.of("bonus") if not item.metric.headline)
    asked = variant_tables(replace(page, watched=(wanted.name,)))[0]
    assert wanted.title in [row[0] for row in asked.rows]
    assert wanted.title not in [row[0] for row in variant_tables(page)[0].rows]


def test_only_the_first_moved_names_are_told(outcome: CompareOutcome) -> None:
    one = next(item for item in outcome.compared if moved(item))
    text = moved_text([one] * 8)
    assert text.count(one.metric.title) == NAMED and text.endswith("; 3 more")
    assert moved_text([]) == "" and "none of 1 " in moved_text([replace_verdict(one, Verdict.UNDECIDED)])


def replace_verdict(item: Any, verdict: Verdict) -> Any:
    return replace(item, result=replace(item.result, verdict=verdict))


def test_notes_have_the_columns_of_the_terminal(outcome: CompareOutcome) -> None:
    items = outcome.files.page.of("bonus")
    head, rule, *rows = markdown_table(items)
    assert head == f"| {' | '.join(MARKDOWN)} |" and rule.count("|") == head.count("|")
    assert len(rows) == sum(item.metric.headline or moved(item) for item in items)
    assert all(row.count("|") == head.count("|") for row in rows)
    assert rows[0] in (outcome.folder / "compare.md").read_text()


def test_games_saved_are_told_in_plain_words(outcome: CompareOutcome) -> None:
    item = outcome.files.page.headline("bonus")[0]

    def gained(gain: float | None, method: str = item.result.method) -> Any:
        return replace(item, result=replace(item.result, pairing_gain=gain, method=method))

    assert saved_text(gained(3.2), 4000) == "×3.2 the games: about 8,800 games saved"
    assert saved_text(gained(1.0), 4000) == saved_text(gained(0.8), 4000) == "no more games"
    assert saved_text(gained(None), 4000) == gain_text(gained(None)) == "–"
    assert gain_text(gained(900.0, FEW_CHANGED)) == "–"  # the interval is a bound that pairing did not narrow
    written = (outcome.folder / "report.html").read_text()
    assert "separate runs would need" in written and saved_text(item, outcome.games) in written


def panels_of(items: Any) -> tuple[list[Any], str]:
    """Panels that hold something, as drawn."""
    kept: list[Any] = []

    def draw(ax: Any) -> str:
        figure = ax.figure
        alt = draw_forest(ax, items)
        kept.extend(figure.axes)
        return alt

    _, alt = render("test", draw, wide=True)
    return kept, alt


def test_means_are_drawn_beside_shares_each_in_its_unit(outcome: CompareOutcome) -> None:
    items = [item for item in outcome.compared if item.metric.headline]
    panels, alt = panels_of(items)
    assert [ax.get_title(loc="left").replace("\n", " ") for ax in panels] == list(
        dict.fromkeys(item.metric.title for item in items)
    )
    units = {ax.get_title(loc="left"): ax.get_xlabel() for ax in panels}
    assert units["Game length (rounds)"] == "rounds" and units["Win share of seat 1"] == "percentage points"
    assert all(ax.has_data() for ax in panels)
    assert "bonus, Game length (rounds): " in alt


def test_many_variants_have_a_row_of_their_own(tiny: Any, tmp_path: Path) -> None:
    """The picture grows with the variants, and neighbouring labels never touch."""
    page = play(tiny, tmp_path, MANY).files.page
    forest, lengths = draw_compare_figures(page.scenario.game, page.arms, page.compared)
    assert "step" not in lengths.alt and all(f"{arm} " in lengths.alt for arm in page.arms)
    few = draw_compare_figures(page.scenario.game, page.arms, page.of("sides-7"))[0]
    assert height(forest.svg) > 2 * height(few.svg)

    def draw(ax: Any) -> str:
        alt = draw_ranges(ax, page.scenario.game, page.arms)
        assert [label.get_text() for label in ax.get_yticklabels()] == list(page.arms)
        return alt

    render("test", draw, wide=True)


def height(svg: str) -> float:
    return float(svg.split('height="')[1].split("pt")[0])


def test_many_variants_are_told_with_their_clearest_moves_and_the_rest_counted(tiny: Any, tmp_path: Path) -> None:
    page = play(tiny, tmp_path, MANY).files.page
    items = page.headline("sides-17")
    moved_ones = [item for item in items if item.result.verdict in (Verdict.UP, Verdict.DOWN)]
    assert len(moved_ones) > 1
    short, whole = answer("Dice", items, 9, 10, most=1), answer("Dice", items, 9, 10)
    widths = [abs(item.result.difference) / (item.result.high - item.result.low) for item in moved_ones]
    clearest = moved_ones[widths.index(max(widths))]
    assert sentence(clearest) in short and f"{len(moved_ones) - 1} more moved; see the verdicts." in short
    assert all(sentence(item) in whole for item in moved_ones) and "more moved" not in whole
    assert sum(sentence(item) in short for item in moved_ones) == 1


def test_many_variants_have_one_answer_for_all_of_them(tiny: Any, tmp_path: Path) -> None:
    page = play(tiny, tmp_path, MANY).files.page
    first, *others = answers(page)
    assert len(others) == len(page.arms) - 1
    headline = {variant: page.headline(variant) for variant in page.arms if variant != "baseline"}
    moved_by = Counter(
        item.metric.title for items in headline.values() for item in items if item.result.verdict in MOVED
    )
    for title, times in moved_by.items():
        assert f"{title} by {times}" in first.text
    quiet = {item.metric.title for items in headline.values() for item in items} - set(moved_by)
    assert quiet and all(title in first.text.partition("By none: ")[2] for title in quiet)
    moving = sum(any(item.result.verdict in MOVED for item in items) for items in headline.values())
    assert first.text.startswith(f"{moving} of {len(headline)} variants move")
    still = {variant: [item for item in items if item.metric.title in quiet] for variant, items in headline.items()}
    assert overall(still) == f"None of the {len(headline)} variants was shown to move a headline figure."


def test_the_chart_comes_before_the_answers_of_many_variants(tiny: Any, tmp_path: Path) -> None:
    page = (play(tiny, tmp_path, MANY).folder / "report.html").read_text()
    places = [page.index(text) for text in ("All in all:", "<figure", "Variant by variant", "sides-17:")]
    assert places == sorted(places)


def test_the_caption_of_a_large_plot_counts_per_variant(tiny: Any, tmp_path: Path) -> None:
    page = play(tiny, tmp_path, MANY).files.page
    headline = [item for item in page.compared if item.metric.headline]
    of = sum(item.variant == "sides-17" for item in headline)
    moves = sum(item.variant == "sides-17" and item.result.verdict in (Verdict.UP, Verdict.DOWN) for item in headline)
    alt = page.figures[0].alt
    assert f"sides-17 {moves} of {of}" in alt and "points [" not in alt
