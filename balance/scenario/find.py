"""From what a user typed to a file: `astronuts/declaration` is a shipped scenario, `my.toml` or `./x` a path."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from balance.errors import UserError, nearest


@dataclass(frozen=True, slots=True)
class Found:
    """A scenario file and the short name it goes by."""

    name: str
    path: Path
    shipped: bool


@cache
def shipped_folder() -> Path:
    """Where the shipped scenarios are: the package `balance.scenarios`, or `scenarios/` of a checkout."""
    spec = find_spec("balance.scenarios")  # a folder of data without an __init__.py, mapped there by the wheel
    if spec is not None and spec.submodule_search_locations:
        return Path(next(iter(spec.submodule_search_locations)))
    return Path(__file__).resolve().parents[2] / "scenarios"


def shipped() -> dict[str, Path]:
    """All shipped scenarios: `game/name` and the file."""
    folder = shipped_folder()
    return {f"{path.parent.name}/{path.stem}": path for path in sorted(folder.glob("*/*.toml"))}


def find_scenario(text: str) -> Found:
    """The scenario `text` names; raises UserError with the nearest name or file.

    A path ends in .toml or starts like one (`./`, `../`, `/`, `~`); anything else is the name of a shipped scenario,
    so that a folder of your own never hides one.
    """
    return _by_path(text) if _is_path(text) else _by_name(text)


def _is_path(text: str) -> bool:
    return text.endswith(".toml") or text.startswith((".", "~", "/", os.sep)) or Path(text).is_absolute()


def _by_path(text: str) -> Found:
    try:
        path = Path(text).expanduser() if text.startswith("~") else Path(text)
        there = path.exists()
        around = [entry.name for entry in path.parent.glob("*.toml")] if not there else []
    except (OSError, ValueError, RuntimeError) as error:  # too long, a NUL, no such user
        raise UserError(f"{text!r}: cannot be looked up ({error})", code="unreadable") from error
    if not there:
        close = nearest(path.name, around)
        hint = (
            f"did you mean {str(path.with_name(close))!r}?" if close else "`balance scenarios` lists the shipped ones"
        )
        raise UserError(f"there is no file {text!r}", hint=hint, code="unknown-scenario")
    return Found(path.stem, path, shipped=False)


def _by_name(text: str) -> Found:
    known = shipped()
    if text in known:
        return Found(text, known[text], shipped=True)
    raise UserError(f"no shipped scenario is called {text!r}", hint=_hint(text, known), code="unknown-scenario")


def names_file(path: Path) -> bool:
    """Whether a typed path is a file; no, too, for what no file can be called (too long, a NUL)."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _hint(text: str, known: dict[str, Path]) -> str:
    own = Path(f"{text}.toml")
    if names_file(own):
        return f"your own file is meant by its full name: {str(own)!r}"
    close = nearest(text, known) or _by_last_part(text, known)
    if close:
        return f"did you mean {close!r}?"
    return f"known: {', '.join(known)}" if known else "give the path of a .toml file"


def _by_last_part(text: str, known: dict[str, Path]) -> str:
    """`declaration` alone means `astronuts/declaration`."""
    stems = {name.rpartition("/")[2]: name for name in known}
    return stems.get(nearest(text.rpartition("/")[2], stems), "")
