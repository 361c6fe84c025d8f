"""The list of everything wrong with a scenario, each with its place in the right file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from balance.errors import Problem
from balance.scenario.diagnostics import Diagnostic, ScenarioError
from balance.scenario.fields import Section
from balance.scenario.merge import nested, with_setting
from balance.scenario.source import Source

Path = tuple[str | int, ...]
AT_KEY = ("unknown-key", "missing", "twice", "seats")  # the caret goes under the key, not under the value
SETTABLE = ("run", "rules", "setup")


def _qualified(key: str) -> str:
    return key if key.partition(".")[0] in SETTABLE else f"rules.{key}"


class Mistakes:
    """Collects problems of one scenario and raises them together.

    `settings` are dotted keys given on the command line (a bare one names a rule); problems below them are reported there.
    """

    def __init__(self, source: Source, settings: Mapping[str, Any]) -> None:
        self.source = source
        self.settings = {_qualified(key): value for key, value in settings.items()}
        self.found: list[Diagnostic] = []
        self._seen: set[tuple[Any, ...]] = set()
        self._mounts: dict[str, tuple[Source, str]] = {}  # dotted path -> the file read there, and where in that file

    def read_tree(self) -> dict[str, Any]:
        """The file's content with the settings laid over it; keys given in two spellings are reported."""
        for path, span in self.source.positions.twice.items():
            problem = Problem((path,), f"{path} is set twice, in two spellings", code="twice")
            self.found.append(Diagnostic(self.source.name, problem, span, self.source.line(span)))
        tree = dict(self.source.tree)
        for dotted, value in self.settings.items():
            section, _, key = dotted.partition(".")
            if section not in SETTABLE or not key:
                legal = "run.KEY, rules.KEY or setup.KEY"
                self.add(Problem((dotted,), f"{dotted!r} cannot be set from outside", legal, code="unknown-key"))
                continue
            table = tree.get(section, {})
            if isinstance(table, dict):
                tree[section] = with_setting(nested(table), key, value)
        return tree

    def mount(self, path: Path, source: Source, inside: str) -> None:
        """Say that what stands at `path` was read from `source`, at dotted path `inside` of it."""
        self._mounts[_dotted(path)] = (source, inside)

    def section(self, section: Section, table: Mapping[str, Any], path: Path) -> dict[str, Any]:
        """The legal values of a table; what is wrong with it is noted."""
        values, problems = section.read(table, path)
        self.extend(problems)
        return values

    def add(self, problem: Problem) -> None:
        """Note one problem, unless the same was noted before at the same place."""
        found = self._locate(problem)
        key = (found.file, found.span, problem.message)
        if key not in self._seen:
            self._seen.add(key)
            self.found.append(found)

    def extend(self, problems: Iterable[Problem], prefix: Path = ()) -> None:
        """Note several problems whose paths start at `prefix`."""
        for problem in problems:
            self.add(replace(problem, path=(*prefix, *problem.path)))

    def has(self, path: Path) -> bool:
        """Whether the file itself says something at `path` (or inside it)."""
        dotted = _dotted(path)
        return dotted in self.source.positions.keys

    def finish(self) -> None:
        """Raise everything noted, in the order of the file; do nothing if all is well."""
        if self.found:
            raise ScenarioError(sorted(self.found, key=_order), self.source.name)

    def _locate(self, problem: Problem) -> Diagnostic:
        dotted = _dotted(problem.path)
        at_key = problem.code in AT_KEY
        for setting in self.settings:
            if dotted == setting or dotted.startswith(setting + "."):
                return Diagnostic(f"--set {setting}={self.settings[setting]!r}", problem)
        for mount, (source, inside) in self._mounts.items():
            if dotted.startswith(mount + "."):
                return source.diagnose(problem, f"{inside}{dotted[len(mount) :]}".lstrip("."), at_key)
        return self.source.diagnose(problem, dotted, at_key)


def _dotted(path: Sequence[str | int]) -> str:
    return ".".join(str(part) for part in path)


def _order(found: Diagnostic) -> tuple[Any, ...]:
    place = (found.span.line, found.span.column) if found.span else (0, 0)
    return (found.span is not None, found.file, *place)
