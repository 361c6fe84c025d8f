"""What the intervals, verdicts and stop rules promise, measured by simulation.

Quick versions use a few hundred repeats and allow for their sampling error; the deep ones are the published 2,000.
"""

import math
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.stats import studies

PAGE = Path(__file__).parents[2] / "docs" / "statistics.md"
QUICK, FULL = 300, studies.REPEATS
EVERY = pytest.mark.parametrize(
    "repeats", [pytest.param(QUICK, id="quick"), pytest.param(FULL, id="full", marks=pytest.mark.deep)]
)


@cache
def measure(study: Callable[[int], Iterator[studies.Row]], repeats: int) -> tuple[studies.Row, ...]:
    """Run a study once for all tests that want it."""
    return tuple(study(repeats))


def slack(share: float, repeats: int) -> float:
    """Three standard errors of a measured share."""
    return 3 * math.sqrt(share * (1 - share) / repeats)


def covers(coverage: float, repeats: int, room: float = 0.01) -> bool:
    """94 to 96 % in the full study; as near as the sampling error allows in the quick one."""
    width = room if repeats >= FULL else slack(0.95, repeats)
    return abs(coverage - 0.95) <= width + 1e-9


@EVERY
def test_shares_cover(repeats):
    for row in measure(studies.coverage_of_shares, repeats):
        figure = row.figures["coverage"]
        if "Clopper" in row.what:
            assert figure >= 0.95 - slack(0.95, repeats), row
        else:
            assert covers(figure, repeats), row


@EVERY
def test_means_of_skewed_counts_cover(repeats):
    for row in measure(studies.coverage_of_means, repeats):
        assert covers(row.figures["coverage"], repeats), row


@EVERY
def test_quantiles_cover_at_least_as_promised(repeats):
    for row in measure(studies.coverage_of_quantiles, repeats):
        assert row.figures["coverage"] >= 0.95 - slack(0.95, repeats), row


@EVERY
def test_variance_parts_cover(repeats):
    for row in measure(studies.coverage_of_variance_split, repeats if repeats >= FULL else 150):
        least = 0.87 if "exponential" in row.what else 0.93
        assert min(row.figures.values()) >= least - slack(0.95, repeats if repeats >= FULL else 150), row


@EVERY
def test_null_comparisons_stay_null(repeats):
    rows = {row.what: row.figures for row in measure(studies.null_comparisons, repeats)}
    for what, figures in rows.items():
        assert figures["moved"] <= 0.05 + slack(0.05, repeats) or "none" in what, what
    assert rows["ten variants, holm: any of them moved"]["moved"] <= 0.05 + (
        slack(0.05, repeats) if repeats < FULL else 0
    )
    each, family = (figures["moved"] for what, figures in rows.items() if "as a report calls it" in what)
    assert each <= 0.025 and family <= 0.05 + (slack(0.05, repeats) if repeats < FULL else 0)
    assert rows["ten variants, none: any of them moved"]["moved"] > 0.25  # the study can fail


@EVERY
def test_useless_pieces_are_not_called(repeats):
    (row,) = measure(studies.lift_nulls, repeats)
    assert row.figures["any called, BH"] <= 0.05 + slack(0.05, repeats // 4)
    assert abs(row.figures["coverage"] - 0.95) < (0.01 if repeats >= FULL else 0.02)
    assert row.figures["coverage ignoring policy"] < 0.5


@EVERY
def test_sequences_hold_at_every_look(repeats):
    for row in measure(studies.watched_estimates, repeats):
        assert row.figures["inside at every look"] >= 0.95, row
        assert row.figures["fixed-size interval, misused"] < 0.85, row


@EVERY
def test_watched_nulls_stay_null(repeats):
    for row in measure(studies.watched_nulls, repeats):
        assert row.figures["moved at some look"] <= 0.05, row
        assert row.figures.get("fixed-size test, misused", 1) > 0.1, row


@EVERY
def test_until_decided_errs_rarely(repeats):
    rows = {row.what: row.figures for row in measure(studies.until_decided, repeats)}
    null, margin = rows["true shift +0.00"], rows["true shift +0.02"]
    assert null["moved up"] + null["moved down"] <= 0.05  # type I
    assert margin["equivalent"] <= 0.05  # a shift as large as the margin called equivalent
    assert rows["true shift +0.03"]["moved up"] >= 0.99  # type II
    assert all(figures["undecided"] <= 0.02 and figures["moved down"] <= 0.025 for figures in rows.values())


@EVERY
def test_pair_test_keeps_its_errors(repeats):
    rows = {row.what: row.figures for row in measure(studies.pair_test_errors, repeats)}
    assert rows["true strength 0 nElo"]["accepts 40"] <= 0.05 + slack(0.05, repeats)
    assert rows["true strength 40 nElo"]["accepts 0"] <= 0.05 + slack(0.05, repeats)


@EVERY
def test_races_keep_the_best(repeats):
    rows = {row.what: row.figures for row in measure(studies.races, repeats)}
    assert all(figures["best dropped"] <= 0.05 for figures in rows.values())
    assert rows["best ahead by 0.05"]["games saved"] > 0.4


@pytest.mark.deep
@pytest.mark.parametrize("title", studies.STUDIES)
def test_the_published_tables_are_what_the_studies_give(title):
    assert studies.table(title, list(measure(studies.STUDIES[title], FULL))) in PAGE.read_text(encoding="utf-8")


def test_every_study_is_published():
    page = PAGE.read_text(encoding="utf-8")
    assert all(f"### {title}\n" in page for title in studies.STUDIES)


def test_the_table_writer_prints_every_figure_in_its_place():
    rows = [studies.Row("a", {"coverage": 0.95}), studies.Row("b", {"coverage": 0.9, "median blocks": 1234.0})]
    assert studies.table("T", rows) == (
        "### T\n\n| simulated | coverage | median blocks |\n|---|---:|---:|\n| a | 0.9500 |  |\n| b | 0.9000 | 1,234 |\n"
    )
