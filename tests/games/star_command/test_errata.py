"""ER-1..ER-14 and A1..A25: the spec card says of each which rule decides it, and with what value."""

from __future__ import annotations

import re
from pathlib import Path

from balance.games.star_command.ruleset import load_ledger

README = Path(__file__).parents[3] / "balance" / "games" / "star_command" / "README.md"
NO_KEY = {"ER-6": "same event", "ER-13": "no effect"}


def rows() -> dict[str, tuple[str, str]]:
    """Id -> (decided by, default or reason)."""
    found = re.findall(r"^\| (ER-\d+|A\d+) \| (.+?) \| (.+) \|$", README.read_text(encoding="utf-8"), re.M)
    assert len({name for name, _, _ in found}) == len(found), "an id is listed twice"
    return {name: (decided, value) for name, decided, value in found}


def shown(value: object) -> str:
    """A value as the table writes it."""
    return str(value).lower() if isinstance(value, bool) else f'"{value}"' if isinstance(value, str) else str(value)


def test_every_id_is_listed_in_order() -> None:
    assert list(rows()) == [f"ER-{n}" for n in range(1, 15)] + [f"A{n}" for n in range(1, 26)]


def test_every_key_exists_and_has_the_default_the_table_tells() -> None:
    entries = load_ledger().entries
    for name, (decided, told) in rows().items():
        keys = re.findall(r"`([^`]+)`", decided)
        if name in NO_KEY:
            assert decided == NO_KEY[name] and len(told) > 20
            continue
        assert keys, name
        values = [shown(entries[key].value) for key in keys]
        wanted = values[0] if len(set(values)) == 1 and len(values) > 1 and told == values[0] else ", ".join(values)
        assert re.match(re.escape(wanted) + r"($|[;:,])", told), (name, wanted, told)


def test_readings_name_the_keys_of_the_ledger_with_choices() -> None:
    """A reading has another value: every key of A1..A25 has choices, a sweep or a range to try."""
    entries = load_ledger().entries
    for name, (decided, _) in rows().items():
        if name.startswith("A"):
            for key in re.findall(r"`([^`]+)`", decided):
                entry = entries[key]
                assert entry.sweep or entry.choices or isinstance(entry.value, bool), (name, key)
