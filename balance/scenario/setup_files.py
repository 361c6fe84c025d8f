"""Files a scenario names under [setup]: ``board = { file = "my_board.toml" }``.

Only TOML files inside the scenario's own folder, no absolute paths, no `..`, no links that lead out.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from balance.errors import InputError, Problem, UserError
from balance.kit.ledger import described
from balance.scenario.mistakes import Mistakes
from balance.scenario.source import Source, parse_source, read_source

LEGAL = 'a .toml file inside the scenario\'s own folder, e.g. "my_board.toml" or "boards/mine.toml"'


def read_setup(top: dict[str, Any], source: Source, mistakes: Mistakes) -> tuple[tuple[str, str], ...]:
    """Replace every ``{ file = ... }`` in the [setup] of the baseline and the variants by the file's content.

    Changes `top` in place; returns (name, text) of the files read.
    """
    files: dict[str, str] = {}
    top["setup"] = _read(top.get("setup", {}), ("setup",), source, mistakes, files)
    top["variant"] = [
        {**variant, "setup": _read(variant["setup"], ("variant", number, "setup"), source, mistakes, files)}
        if isinstance(variant.get("setup"), dict)
        else variant
        for number, variant in enumerate(top.get("variant", []))
    ]
    return tuple(files.items())


def _read(
    setup: dict[str, Any], path: tuple[str | int, ...], source: Source, mistakes: Mistakes, files: dict[str, str]
) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for name, value in setup.items():
        if not (isinstance(value, dict) and "file" in value):
            result[name] = value
            continue
        content = _read_one(name, value, (*path, name), source, mistakes, files)
        if content is not None:
            result[name] = content
    return result


def _read_one(
    name: str,
    value: dict[str, Any],
    path: tuple[str | int, ...],
    source: Source,
    mistakes: Mistakes,
    files: dict[str, str],
) -> Any:
    if len(value) > 1:
        others = ", ".join(key for key in value if key != "file")
        mistakes.add(Problem(path, f"`file` stands alone; {others} belongs into the file", code="file"))
        return None
    wrong = _refusal(value["file"], source)
    if wrong:
        mistakes.add(Problem((*path, "file"), wrong, LEGAL, code="file"))
        return None
    try:
        inner = _source_of(value["file"], source)
    except InputError as error:  # mistakes in that file come with their own places
        mistakes.found += getattr(error, "diagnostics", [])
        return None
    except UserError as error:
        mistakes.add(Problem((*path, "file"), error.message, LEGAL, code="file"))
        return None
    files[value["file"]] = inner.text
    alone = len(inner.tree) == 1 and name in inner.tree  # a file that holds just [board] may keep that header
    mistakes.mount(path, inner, name if alone else "")
    return inner.tree[name] if alone else inner.tree


def _refusal(file: Any, source: Source) -> str:
    """Why `file` may not be read, or an empty string."""
    if not isinstance(file, str):
        return f"wants the name of a file, not {described(file)}"
    if file in source.kept:
        return ""
    if source.path is None:
        return f"{file!r}: a scenario without a folder can name no files"
    parts = Path(file).parts
    if not file.endswith(".toml"):
        return f"{file!r} is not a .toml file"
    if "\0" in file or "\\" in file or ":" in file or Path(file).is_absolute() or ".." in parts:
        return f"{file!r} leaves the scenario's folder"
    folder = _folder(source)
    try:
        inside = (folder / file).resolve().is_relative_to(folder)
    except (OSError, RuntimeError):  # links in a circle
        return f"{file!r} cannot be followed"
    if not inside:
        return f"{file!r} is a link that leaves the scenario's folder"
    return ""


def _source_of(file: str, source: Source) -> Source:
    if file in source.kept:
        return parse_source(source.kept[file], file)
    return read_source(_folder(source) / file, file)


def _folder(source: Source) -> Path:
    assert source.path is not None  # checked in `_refusal`
    return source.path.resolve().parent
