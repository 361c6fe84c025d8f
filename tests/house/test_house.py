"""Rules of the house that no linter knows."""

import ast
import re
from pathlib import Path

import pytest

from balance.games import registry

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "balance").rglob("*.py"))
GAMES = [game for game in registry.BUILT_IN if (ROOT / "balance" / "games" / game / "__init__.py").exists()]


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(ROOT)))
def test_files_are_rooms_not_halls(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 400


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(ROOT)))
def test_numba_decorators_live_in_kit_jit_only(path: Path) -> None:
    if path.relative_to(ROOT) == Path("balance/kit/jit.py"):
        return
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"^\s*@(nb\.|numba\.)?n?jit\b", text, re.M)
    # the kit's one intrinsic; the version in run.json; numba's own report of what it compiles
    if path.parent.name != "kit" and path.name not in ("run_record.py", "compiling.py"):
        assert not re.search(r"^\s*(import numba|from numba)", text, re.M)


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(ROOT)))
def test_only_the_console_prints(path: Path) -> None:
    if path.name == "console.py":
        return
    calls = [node for node in ast.walk(tree(path)) if isinstance(node, ast.Call)]
    assert not [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "print"]


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(ROOT)))
def test_nothing_is_left_open(path: Path) -> None:
    assert not re.search(r"TODO|FIXME|XXX|NotImplementedError|pragma: no cover", path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("game", GAMES)
def test_every_kernel_has_a_docstring(game: str) -> None:
    missing = []
    for path in sorted((ROOT / "balance" / "games" / game / "kernel").rglob("*.py")):
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.FunctionDef) and _is_kernel(node) and not ast.get_docstring(node):
                missing.append(f"{path.name}:{node.lineno} {node.name}")
    assert not missing


def _is_kernel(node: ast.FunctionDef) -> bool:
    return bool(_marks(node) & {*COMPILED, *ENTRYLESS})


COMPILED, ENTRYLESS = ("kernel", "shared", "folded", "inlined"), ("inner", "helper")


def _marks(node: ast.FunctionDef) -> set[str]:
    return {mark.id for mark in node.decorator_list if isinstance(mark, ast.Name)}


def test_what_python_calls_has_an_entry() -> None:
    """A kernel compiled without a Python entry ends the process when Python calls it, so no Python code may."""
    paths = [*SOURCES, *sorted((ROOT / "tests").rglob("*.py"))]
    trees = {path: tree(path) for path in paths}
    bare = {
        (_module(path), node.name)
        for path, found in trees.items()
        for node in found.body
        if isinstance(node, ast.FunctionDef) and _marks(node) & set(ENTRYLESS)
    }
    wrong = []
    for path, found in trees.items():
        own = {name: name for module, name in bare if module == _module(path)}
        names = own | {
            alias.asname or alias.name: alias.name
            for node in ast.walk(found)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
            if (node.module, alias.name) in bare
        }
        wrong += [f"{_module(path)}: {name}" for name in _called_by_python(found) if name in names]
    assert len(bare) > 100 and not wrong


def _module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def _called_by_python(found: ast.Module) -> set[str]:
    plain = [node for node in found.body if not (isinstance(node, ast.FunctionDef) and _is_kernel(node))]
    calls = [call for node in plain for call in ast.walk(node) if isinstance(call, ast.Call)]
    return {call.func.id for call in calls if isinstance(call.func, ast.Name)}


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_the_same_rooms(game: str) -> None:
    home = ROOT / "balance" / "games" / game
    wanted = ["README.md", "ruleset.toml", "policies.toml", "state.py", "ruleset.py", "kernel", "odds.py", "charts.py"]
    wanted += ["narrate.py", "metrics.py", "desk.py"]
    assert [room for room in wanted if not (home / room).exists()] == []
    assert (home / "policies.py").exists() or (home / "policies").is_dir()
    tests = ROOT / "tests" / "games" / game
    assert (tests / "naive.py").exists() and any((tests / "playthroughs").glob("*.txt"))
    assert any((ROOT / "scenarios" / game).glob("*.toml"))


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_of_the_code_is_named_in_a_test(game: str) -> None:
    """One grep for a rule id finds code and proof; the switch tests prove each ledger entry, which names its rule."""
    pattern = re.compile(r"\b(?:AN|PB|SC|RA)-F?\d+\b")
    code = {
        rule for path in (ROOT / "balance/games" / game).rglob("*.py") for rule in pattern.findall(path.read_text())
    }
    tests = {rule for path in (ROOT / "tests/games" / game).rglob("*.py") for rule in pattern.findall(path.read_text())}
    tests |= set(pattern.findall((ROOT / "balance/games" / game / "ruleset.toml").read_text(encoding="utf-8")))
    assert sorted(code - tests) == []


def test_no_machine_paths_or_registry_hosts() -> None:
    suspicious = re.compile(r"(^|[^A-Za-z0-9._-])/(root|home|wor[k])/[a-z]")
    for path in ROOT.rglob("*"):
        if path.is_file() and path.suffix in {".py", ".toml", ".md", ".txt", ".cfg", ".yml"} and _ours(path):
            assert not suspicious.search(path.read_text(encoding="utf-8", errors="replace")), path
    assert "http" not in (ROOT / "constraints.txt").read_text(encoding="utf-8")


def _ours(path: Path) -> bool:
    parts = path.relative_to(ROOT).parts
    return not parts[0].startswith(".venv") and not parts[0].startswith(".") and parts[0] not in {"build", "dist"}
