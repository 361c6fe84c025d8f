"""What kernels depend on: everything they reach, the game's tables, the kit; and not the desk of the game."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from balance.games.registry import BUILT_IN
from balance.kit.sources import KIT, PACKAGE, ROOMS, home_of, sources_of


def names(home: Path) -> set[str]:
    return {path.relative_to(PACKAGE).as_posix() for path in sources_of(home)}


def test_a_module_belongs_to_the_kit_or_to_its_game() -> None:
    assert home_of("balance.kit.philox", "x.py") == KIT
    assert home_of("balance.games.astronuts.kernel.playout", "x.py") == PACKAGE / "games" / "astronuts"
    assert home_of("other.kernel", "/some/where/kernel.py") == Path("/some/where")


def test_the_desk_of_a_game_is_no_part_of_it_but_rules_and_tables_are() -> None:
    found = names(PACKAGE / "games" / "star_command")
    assert {"kit/square.py", "games/star_command/state.py", "games/star_command/cards.toml",
            "games/star_command/policies/moving.py", "games/star_command/kernel/motion.py"} <= found  # fmt: skip
    assert not any("charts" in name or "odds" in name or "narrate" in name for name in found)
    assert not any("astronuts" in name for name in found)


@pytest.mark.parametrize("game", BUILT_IN)
def test_whatever_a_reached_file_imports_is_reached(game: str) -> None:
    """A second reading of the imports, by the parser; nothing is loaded by name."""
    home = PACKAGE / "games" / game
    found = set(sources_of(home))
    for path in found:
        if path.suffix != ".py" or not path.is_relative_to(home):
            continue
        text = path.read_text(encoding="utf-8")
        assert "importlib" not in text and "__import__" not in text, path
        for node in ast.walk(ast.parse(text)):
            modules = [node.module] if isinstance(node, ast.ImportFrom) else []
            modules += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            assert not (isinstance(node, ast.ImportFrom) and node.level), f"relative import in {path}"
            for module in modules:
                prefix = f"balance.games.{game}."
                if module and module.startswith(prefix):
                    target = home.joinpath(*module.removeprefix(prefix).split("."))
                    assert target.with_suffix(".py") in found or target / "__init__.py" in found, (path, module)


@pytest.mark.parametrize("game", BUILT_IN)
def test_all_kernels_are_reached(game: str) -> None:
    home = PACKAGE / "games" / game
    compiled = {path for path in home.rglob("*.py") if "balance.kit.jit import" in path.read_text(encoding="utf-8")}
    assert compiled <= set(sources_of(home))
    assert all(path.relative_to(home).parts[0] in ROOMS for path in compiled)


def test_a_folder_of_others_is_taken_whole(tmp_path: Path) -> None:
    for name in ("kernel.py", "deep/charts.py", "cards.toml", "notes.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    own = {path.name for path in sources_of(tmp_path) if path.is_relative_to(tmp_path)}
    assert own == {"kernel.py", "charts.py", "cards.toml"}
