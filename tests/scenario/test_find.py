"""Names and paths of scenarios."""

from __future__ import annotations

from pathlib import Path

import pytest

import balance
from balance.errors import UserError
from balance.scenario import find
from balance.scenario.find import find_scenario, shipped, shipped_folder


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A shelf of shipped scenarios, and an own folder as the working directory."""
    for name in ("astronuts/declaration", "astronuts/boards", "red_alert/side"):
        path = tmp_path / "shelf" / f"{name}.toml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    own = tmp_path / "own"
    (own / "astronuts").mkdir(parents=True)
    (own / "astronuts" / "declaration.toml").write_text("# mine")
    (own / "mine.toml").write_text("")
    monkeypatch.setattr(find, "shipped_folder", lambda: tmp_path / "shelf")
    monkeypatch.chdir(own)
    return tmp_path


def test_names_are_shipped_and_paths_are_own(shelf: Path) -> None:
    by_name = find_scenario("astronuts/declaration")
    assert by_name.shipped and by_name.path == shelf / "shelf" / "astronuts" / "declaration.toml"
    for text in ("astronuts/declaration.toml", "./astronuts/declaration.toml"):
        by_path = find_scenario(text)
        assert not by_path.shipped and by_path.path.read_text() == "# mine"
    assert find_scenario(str(shelf / "own" / "mine.toml")).name == "mine"


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("astronuts/declaraton", "'astronuts/declaration'"),
        ("declaration", "'astronuts/declaration'"),
        ("red_alert/sied", "'red_alert/side'"),
        ("mine", "'mine.toml'"),
        ("mime.toml", "'mine.toml'"),
        ("nothing-like-it", "astronuts/boards"),
    ],
)
@pytest.mark.usefixtures("shelf")
def test_unknown_names_get_the_nearest(text: str, hint: str) -> None:
    with pytest.raises(UserError) as caught:
        find_scenario(text)
    assert caught.value.code == "unknown-scenario"
    assert hint in caught.value.hint


@pytest.mark.parametrize("text", ["a\0b", "a\0b.toml", "x" * 5000 + ".toml", "", ".", "/", "~nobody-here/x.toml"])
@pytest.mark.usefixtures("shelf")
def test_odd_names_are_no_crash(text: str) -> None:
    try:
        assert find_scenario(text).path.exists()
    except UserError as error:
        assert error.message


def test_shipped_scenarios_are_named_game_and_stem() -> None:
    for name, path in shipped().items():
        assert path.is_file()
        assert name == f"{path.parent.name}/{path.stem}"
        assert path.is_relative_to(shipped_folder())


def test_an_installed_wheel_brings_its_scenarios_as_a_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "scenarios" / "astronuts").mkdir(parents=True)
    monkeypatch.setattr(balance, "__path__", [*balance.__path__, str(tmp_path)])
    shipped_folder.cache_clear()
    try:
        assert shipped_folder() == tmp_path / "scenarios"
    finally:
        shipped_folder.cache_clear()


def test_a_checkout_has_them_beside_the_package() -> None:
    shipped_folder.cache_clear()
    assert shipped_folder() == Path(balance.__file__).resolve().parents[1] / "scenarios"
