"""The page: self-contained, escaped, readable without script, small."""

import re
from pathlib import Path

import pytest

from balance.report.page import band_view
from balance.report.style import inline, render
from balance.report.words import amount, exact, interval, listed, number

NASTY = '<script>alert("x")</script><b>&amp;\'"'


@pytest.fixture
def page(tiny, tmp_path: Path) -> str:
    text = tiny.text.replace('"Seat 1"', f"'''{NASTY}'''").replace('"Is seat 1 favoured?"', f"'''{NASTY}?'''")
    text = text.replace('policy = "plain"', f"policy = \"plain\"\nlabel = '''{NASTY}'''")
    return tiny.run(tmp_path, text=text).report.read_text(encoding="utf-8")


def test_wanted_bands_of_shares_are_told_in_percent(tiny, tmp_path: Path) -> None:
    band = '\n[[expect]]\nmetric = "{}"\nbetween = [{}, {}]\n'
    outcome = tiny.run(tmp_path, band.format("win_share[seat=1]", 0.475, 0.6) + band.format("length", 1, 2.5))
    share, length = (band_view(band) for band in outcome.files.bands)
    assert share["wanted"] == "47.5 % to 60 %" and re.fullmatch(r"\d+\.\d+ % \[\d+\.\d+, \d+\.\d+\]", share["value"])
    assert length["wanted"] == "1 to 2.5" and "%" not in length["value"]


@pytest.mark.parametrize(("games", "bonus"), [(4000, 2), (40, 0)])
def test_every_shared_finding_says_what_to_test_next(tiny, tmp_path: Path, games: int, bonus: int) -> None:
    """A clear gap and a clear winner, then neither; with two sides the dice tie often."""
    text = tiny.text.replace('"plain"', '"lucky"', 1) if not bonus else tiny.text
    rules = f"[rules]\nsides = 2\nseat_bonus = {bonus}\n"
    found = [
        item for item in tiny.run(tmp_path, rules, text=text, run__games=games).files.findings if item.id != "faces"
    ]
    assert {item.id for item in found} >= {"seat_balance"}
    assert [item.title for item in found if not item.next_step] == []


def test_text_of_a_scenario_never_becomes_markup(page: str) -> None:
    assert "<script" not in page and "alert(&#34;x&#34;)" in page
    assert re.findall(r"<b>", page) == []


def test_the_page_needs_no_network_and_no_script(page: str) -> None:
    assert not re.search(r"(src|href)\s*=\s*[\"'](?!#)", page)
    assert "@import" not in page and "url(http" not in page
    assert "http" not in page.replace("http://www.w3.org", "")


def test_the_page_is_small_and_names_what_it_rests_on(page: str) -> None:
    assert len(page) < 2_000_000
    for words in ("Key numbers", "Players", "What the result rests on", "Method", "balance run", "balance replay"):
        assert words in page


def test_every_picture_has_its_words(page: str) -> None:
    assert page.count('role="img" aria-label="') == page.count("<svg") == 4


def test_ids_of_different_pictures_do_not_clash(page: str) -> None:
    per_picture = [set(re.findall(r'id="(p[0-9a-f]{8,})"', svg)) for svg in re.findall(r"<svg.*?</svg>", page, re.S)]
    everything = [name for names in per_picture for name in names]
    assert len(everything) == len(set(everything))


def test_pictures_are_the_same_bytes_each_time() -> None:
    def draw(ax) -> str:
        ax.plot([1, 2], [3, 4], label="a")
        ax.legend()
        return 'a "line" & more'

    one, two = render("salt", draw), render("salt", draw)
    assert one == two
    assert 'aria-label="a &#34;line&#34; &amp; more"' in inline(*one)


@pytest.mark.parametrize(
    ("value", "low", "high", "percent", "shown"),
    [(0.36712, 0.365, 0.369, True, "36.71 %"), (0.5, 0.1, 0.9, True, "50.0 %"), (5.03749, 5.01, 5.06, False, "5.037"),
     (1234.5, 1100, 1300, False, "1,234"), (float("nan"), 0, 1, True, "–"), (3.0, 3.0, 3.0, False, "3.0000")],
)  # fmt: skip
def test_digits_follow_the_interval(value: float, low: float, high: float, percent: bool, shown: str) -> None:
    assert number(value, low, high, percent=percent) == shown


def test_words() -> None:
    from fractions import Fraction

    assert interval(0.1, 0.2) == "[0.100, 0.200]"
    assert interval(float("-inf"), 1) == "not known"
    assert (amount(1234567), amount(2.5)) == ("1,234,567", "2.50")
    assert exact(Fraction(28, 3)) == "28/3 = 9.33333"
    assert (listed(["a"]), listed(["a", "b", "c"])) == ("a", "a, b and c")
