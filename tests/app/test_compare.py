"""Comparisons of the one-page game: ties, verdicts, pairing, stopping rules, forms."""

import json
from pathlib import Path

import numpy as np
import pytest

from balance import errors
from balance.app.compare_sources import compare_sources
from balance.app.compare_variants import CompareOptions, CompareOutcome, compare_variants
from balance.app.run_scenario import Options
from balance.app.watch import Silent
from balance.errors import UserError
from balance.report.compare_words import sentence
from balance.stats.paired import Verdict

SAME = "\n[[variant]]\nid = 'same'\ntitle = 'Default said aloud'\nrules.seat_bonus = 0\n"
BONUS = "\n[[variant]]\nid = 'bonus'\ntitle = 'Seat 1 adds one'\nrules.seat_bonus = 1\n"
UNUSED = "\n[[variant]]\nid = 'unused'\ntitle = 'Cap'\nrules.cap = true\n"
SEAT = (
    "\n[[variant]]\nid = 'lucky'\ntitle = 'Seat 2 lucky'\n[[variant.seat]]\npolicy = 'plain'\n"
    "[[variant.seat]]\npolicy = 'lucky'\n"
)


@pytest.fixture
def compare(tiny, tmp_path: Path):
    mirror = tiny.text.replace('"lucky"', '"plain"')

    def play(extra: str, run_id: str = "c", text: str = mirror, **options: object) -> CompareOutcome:
        settings = {key.replace("__", "."): options.pop(key) for key in list(options) if "__" in key}
        scenario = tiny.scenario(extra, text, **{key.replace(".", "__"): value for key, value in settings.items()})
        run = Options("tiny", tmp_path, run_id)
        return compare_variants(scenario, CompareOptions(run, **options), Silent())  # type: ignore[arg-type]

    return play


def verdicts(outcome: CompareOutcome) -> dict[tuple[str, str], Verdict]:
    return {(item.variant, item.metric.name): item.result.verdict for item in outcome.compared}


def test_equal_rules_tie_in_every_row_and_raise_a_caution(compare) -> None:
    outcome = compare(SAME)
    assert set(verdicts(outcome).values()) == {Verdict.EQUAL}
    assert outcome.files.page.arms["same"].changed == 0
    page = (outcome.folder / "report.html").read_text()
    assert "every one of the 4,000 rows is equal" in page and "move by move." not in page
    summary = json.loads((outcome.folder / "summary.json").read_text())
    assert summary["cautions"][0]["code"] == "variant-changes-nothing"
    assert summary["arms"][0]["outcome_digest"] == summary["arms"][1]["outcome_digest"]


def test_a_rule_that_matters_moves_what_it_should(compare) -> None:
    found = verdicts(compare(BONUS))
    assert found["bonus", "win_share[seat=1]"] is Verdict.UP
    assert found["bonus", "win_share[seat=2]"] is Verdict.DOWN
    assert found["bonus", "length"] is Verdict.UP
    assert found["bonus", "caps"] is Verdict.EQUAL


def test_a_metric_that_is_equal_is_told_block_by_block(compare) -> None:
    item = next(found for found in compare(BONUS).compared if found.metric.name == "caps")
    assert sentence(item).endswith(": the same in every block.")


def test_paired_differences_are_those_of_the_rows(compare) -> None:
    outcome = compare(BONUS)
    data = {arm: view.data.columns("win:0") for arm, view in outcome.files.page.arms.items()}
    difference = np.mean(data["bonus"]["win:0"].astype(float) - data["baseline"]["win:0"])
    item = next(i for i in outcome.compared if i.metric.name == "win_share[seat=1]")
    assert item.result.difference == pytest.approx(difference, abs=1e-7)
    assert item.result.pairing_gain is not None and item.result.pairing_gain > 2


def test_a_game_may_judge_the_comparison_itself(compare) -> None:
    """The paired difference handed to the game is the verdict's own; page and notes show it under the game's heading."""
    outcome = compare(SAME + BONUS)
    item = next(i for i in outcome.compared if i.variant == "bonus" and i.metric.name == "best")
    same, bonus = outcome.files.page.findings
    result = item.result
    numbers = (result.baseline, result.changed, result.difference, result.low, result.high)
    assert bonus.text == "{:.4f} {:.4f} {:.4f} [{:.4f}, {:.4f}]".format(*numbers) and result.difference > 0
    assert " 0.0000 [" in same.text
    for name in ("report.html", "compare.md"):
        written = (outcome.folder / name).read_text()
        assert "Rolls to test" in written and bonus.text in written


def test_a_variant_may_change_who_sits_there(compare) -> None:
    found = verdicts(compare(SEAT))
    assert found["lucky", "length"] is Verdict.UP
    assert found["lucky", "win_share[seat=1]"] in (Verdict.EQUIVALENT, Verdict.UNDECIDED)


def test_until_decided_stops_early_and_says_why(compare) -> None:
    outcome = compare(BONUS, until_decided=True, run__games=400_000, metrics=("win_share[seat=1]",))
    assert outcome.reason == "every verdict stands" and outcome.games < 100_000
    assert outcome.exit_code == errors.EXIT_DONE
    assert verdicts(outcome)["bonus", "win_share[seat=1]"] is Verdict.UP


def test_undecided_at_the_limit_has_its_own_exit_code(compare) -> None:
    outcome = compare(SEAT, run__games=80, metrics=("win_share[seat=1]",), until_decided=True)
    assert outcome.exit_code == errors.EXIT_UNDECIDED


def test_a_budget_stops_at_a_whole_chunk(compare) -> None:
    outcome = compare(BONUS, run__games=4_000_000, budget=0.2)
    assert "budget" in outcome.reason and 0 < outcome.games < 4_000_000
    assert outcome.games % outcome.files.page.arms["baseline"].data.table.unit_size == 0


def test_losers_are_dropped_early_and_the_best_is_named(compare) -> None:
    arms = "".join(f"\n[[variant]]\nid = 'b{n}'\ntitle = 'b{n}'\nrules.seat_bonus = {n}\n" for n in (1, 2, 4))
    outcome = compare(arms, best="win_share[seat=1]", run__games=400_000)
    assert outcome.reason == "b4 is best" and outcome.games < 50_000
    assert len(outcome.dropped) == 3 and all("behind" in text for text in outcome.dropped)
    least = compare(arms, "least", best="win_share[seat=1]", smallest=True, run__games=400_000)
    assert least.reason == "baseline is best"
    with pytest.raises(UserError, match="no metric"):
        compare(arms, "typo", best="win_share")


@pytest.mark.parametrize("games", [1, 2, 20])
def test_tiny_samples_give_finite_intervals_and_no_warning(compare, games: int) -> None:
    for item in compare(BONUS, run__games=games).compared:
        assert np.isfinite([item.result.low, item.result.high]).all()
        assert item.result.low <= item.result.difference <= item.result.high


def test_two_files_and_two_runs(tiny, tmp_path: Path) -> None:
    one, two = tmp_path / "old.toml", tmp_path / "new.toml"
    one.write_text(tiny.text)
    two.write_text(tiny.text + "\n[rules]\nseat_bonus = 1\n")
    run = Options("old new", tmp_path / "out", "files")
    outcome = compare_sources([str(one), str(two)], CompareOptions(run), Silent())
    assert verdicts(outcome)["new", "win_share[seat=1]"] is Verdict.UP
    runs = [tiny.run(tmp_path, extra, name) for extra, name in (("", "a"), ("\n[rules]\nseat_bonus = 1\n", "b"))]
    folders = [str(item.folder) for item in runs]
    again = compare_sources(folders, CompareOptions(Options("a b", tmp_path / "out", "runs")), Silent())
    assert verdicts(again)["tiny", "win_share[seat=1]"] is Verdict.UP


def test_what_cannot_be_compared_is_refused(tiny, compare, tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"no \[\[variant\]\]"):
        compare("")
    with pytest.raises(UserError) as caught:
        compare(BONUS, metrics=("win_shar[seat=1]",))
    assert "win_share[seat=1]" in caught.value.hint


def test_forms_agree(compare) -> None:
    outcome = compare(BONUS + SAME)
    rows = json.loads((outcome.folder / "compare.json").read_text())["comparisons"]
    assert len(rows) == len(outcome.compared)
    assert [row["real_but_small"] for row in rows] == [item.result.real_but_small for item in outcome.compared]
    lines = (outcome.folder / "compare.csv").read_text().splitlines()
    assert len(lines) == len(rows) + 1
    text = (outcome.folder / "compare.md").read_text()
    assert "Seat 1 adds one" in text and "moved up" in text
    page = (outcome.folder / "report.html").read_text()
    assert page.count("<svg") == 2 and "http" not in page.replace("http://www.w3.org", "")


@pytest.mark.deep
def test_null_comparisons_are_called_moved_at_most_one_time_in_twenty(compare) -> None:
    """A variant that only renames the luck: the seats of a mirror match, 400 seeds, Holm over its headline metrics."""
    moved = 0
    for seed in range(400):
        outcome = compare(SEAT, run_id=f"n{seed}", run__seed=seed, run__games=400, margin=0.0,
                          metrics=("win_share[seat=1]",))  # fmt: skip
        found = verdicts(outcome)["lucky", "win_share[seat=1]"]
        moved += found in (Verdict.UP, Verdict.DOWN)
    assert moved / 400 < 0.05 + 3.3 * (0.05 * 0.95 / 400) ** 0.5
