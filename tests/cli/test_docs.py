"""The documentation says what the program does: tables of keys and codes are written from the same source."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from balance.app.glossary import GLOSSARY
from balance.cli.app import VERBS, make_group
from balance.kit.ledger import Entry
from balance.scenario.fields import SECTIONS, TOP, Section
from balance.scenario.toml_text import literal
from tests.scenario import golden

DOCS = Path(__file__).parents[2] / "docs"
FORMAT = DOCS / "scenario-format.md"
_BLOCK = re.compile(r"<!-- keys:([a-z.]*) -->\n.*?<!-- end -->", re.DOTALL)


def default(section: Section, entry: Entry) -> str:
    if entry.key in section.required:
        return "must be given"
    return f"`{literal(entry.value)}`" if entry.value not in ("", []) and entry.key in ALWAYS else ""


# keys whose default is used when they are left out (others are then simply not there)
ALWAYS = ("games", "seed", "seating", "plays_per_deal", "count", "arm")


def key_table(section: Section) -> str:
    rows = ["| key | what it says | legal | if left out |", "|---|---|---|---|"]
    for entry in section.entries.values():
        rows.append(f"| `{entry.key}` | {entry.meaning} | {entry.legal()} | {default(section, entry)} |")
    for name, kind in section.tables.items():
        where = f"`[{name}]`" if kind == "table" else f"`[[{name}]]`"
        rows.append(f"| {where} | {TABLES.get(name, name)} | {'a table' if kind == 'table' else 'any number of'} | |")
    return "\n".join(rows)


TABLES = {section.name: section.meaning for section in SECTIONS} | {
    "rules": "what differs from the game's ruleset",
    "setup": "boards, forces and decks in place of the built-in ones",
    "weights": "weights that differ from the policy's own",
}


def test_the_key_tables_of_the_format_page() -> None:
    sections = {section.name: section for section in SECTIONS}
    page = FORMAT.read_text(encoding="utf-8")
    assert set(_BLOCK.findall(page)) == set(sections)
    written = _BLOCK.sub(lambda found: f"<!-- keys:{found[1]} -->\n{key_table(sections[found[1]])}\n<!-- end -->", page)
    golden.check(FORMAT, written)


def test_the_example_of_the_format_page_has_only_known_keys() -> None:
    example = FORMAT.read_text(encoding="utf-8").split("```toml\n")[1].split("```")[0]
    tree = tomllib.loads(example)
    assert set(tree) <= set(TOP.known())
    for section in SECTIONS[1:]:
        items = tree.get(section.name, [])
        for item in items if isinstance(items, list) else [items]:
            assert section.read(item, (section.name,))[1] == []


def sources() -> list[Path]:
    """Everything that tells a reader what to type."""
    root = DOCS.parent
    texts = [*root.glob("*.md"), *DOCS.rglob("*.md"), *root.glob("scenarios/*/*.toml")]
    return [*texts, *(path for end in ("py", "md", "html", "toml") for path in (root / "balance").rglob(f"*.{end}"))]


def test_every_command_named_anywhere_exists() -> None:
    """`balance VERB ... --option` in docs, help, messages and games' readmes."""
    group = make_group(VERBS)
    context = group.make_context("balance", [], resilient_parsing=True)
    commands = {name: group.get_command(context, name) for name in group.list_commands(context)}
    verbs = {
        name: {option for found in command.params for option in (*found.opts, *found.secondary_opts)}
        for name, command in commands.items()
        if command is not None
    }
    unknown, seen = [], 0
    for path in sources():
        for line in path.read_text(encoding="utf-8").splitlines():
            for verb, rest in re.findall(r"(?:`|^ *)balance ([a-z]+)\b([^`;|#]*)", line):
                seen += 1
                options = re.findall(r"(?<![\w-])--[a-z][a-z-]*", rest)
                if verb not in verbs or set(options) - verbs[verb] - {"--help"}:
                    unknown.append(f"{path.name}: balance {verb}{rest}")
    assert seen > 100 and not unknown, unknown


@pytest.mark.parametrize("kind", ["error", "caution", "metric", "verdict", "exit code", "term"])
def test_the_glossary_has_every_kind(kind: str) -> None:
    assert any(term.kind == kind for term in GLOSSARY)


def test_the_page_of_codes() -> None:
    titles = {
        "error": "Errors", "caution": "Cautions", "verdict": "Verdicts", "exit code": "Exit codes",
        "metric": "Metrics every game has", "term": "Terms",
    }  # fmt: skip
    lines = [
        "# Errors, cautions and other words", "",
        "What `balance explain WORD` says, as one page. Written from `balance/app/glossary.py` by"
        " `BALANCE_RENEW=1 pytest tests/cli`; do not edit.", "",
        "A mistake in a scenario ends with its code in brackets, other errors begin with it: `error[usage]: ...`.",
    ]  # fmt: skip
    for kind, title in titles.items():
        lines += ["", f"## {title}", ""]
        for term in GLOSSARY:
            if term.kind == kind:
                lines.append(f"* **{term.name}**: {term.meaning}" + (f" *{term.remedy}*" if term.remedy else ""))
    golden.check(DOCS / "errors.md", "\n".join(lines) + "\n")
