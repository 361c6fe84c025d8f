"""Which files compiled kernels depend on, so that an edit of any of them, and of no other, compiles anew.

Kernels live in a game's `kernel/` and `policies/`. They may call the kit and whatever those two rooms import, directly or
through others; tables they hold as constants come from the game's TOML files. Charts, odds and words of a game are no
part of it: an edit there costs no compile time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
KIT = PACKAGE / "kit"
ROOMS = ("kernel", "policies")
_IMPORT = re.compile(r"^\s*(?:from|import)\s+(\S+)(?:\s+import\s+(.+))?", re.MULTILINE)


def home_of(module: str, file: str) -> Path:
    """Folder the kernels of `module` belong to: the kit, a game, or the folder of a game of another distribution."""
    parts = module.split(".")
    if parts[:2] == ["balance", "kit"]:
        return KIT
    if parts[:2] == ["balance", "games"] and len(parts) > 2:
        return PACKAGE / "games" / parts[2]
    return Path(file).resolve().parent


@cache
def sources_of(home: Path) -> tuple[Path, ...]:
    """Files the kernels of `home` depend on, sorted: of the kit all, of a game what its kernels reach and its TOML files."""
    files = set(KIT.rglob("*.py"))
    if home == KIT:
        return tuple(sorted(files))
    if home.parent != PACKAGE / "games":
        return tuple(sorted(files | set(home.rglob("*.py")) | set(home.rglob("*.toml"))))
    return tuple(sorted(files | _reached(home) | set(home.rglob("*.toml"))))


def _reached(home: Path) -> set[Path]:
    found: set[Path] = set()
    waiting = [path for room in ROOMS for path in (home / room).rglob("*.py")]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting.extend(_imported(path, home))
    return found


def _imported(path: Path, home: Path) -> Iterator[Path]:
    """Modules of the game that `path` imports; of a package every file."""
    for module, names in _IMPORT.findall(path.read_text(encoding="utf-8")):
        parts = module.split(".")
        if module.startswith("."):  # relative: anything in the game
            yield from home.rglob("*.py")
        elif parts[:3] == ["balance", "games", home.name]:
            stems = parts[3:4] or [name.split()[0] for name in names.strip("( ").split(",") if name.split()]
            for stem in stems:
                yield from (home / f"{stem}.py",) if (home / f"{stem}.py").exists() else (home / stem).rglob("*.py")
