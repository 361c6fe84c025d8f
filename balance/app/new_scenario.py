"""Writes a starter scenario: complete, checked, and with every rule of the game as a comment to uncomment."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from balance.errors import UserError
from balance.games import registry
from balance.games.contract import Game
from balance.kit.ledger import Entry
from balance.scenario.toml_text import key_text, literal

HEAD = """\
# A question to {title}. Check it with `balance check {file}`, play it with `balance run {file}`.
# All keys: docs/scenario-format.md. Completion in your editor: `balance schema {game} --out {game}.schema.json`,
# then make this the first line of the file:   #:schema ./{game}.schema.json

format = 1
game = "{game}"
title = "My question"
question = "Does the first seat win too often?"      # stands at the top of the report

[run]
games = 20_000              # per rule set
# precision = 0.005         # or stop earlier: when every headline share is known to ± this
seed = 2026                 # the same seed gives the same games, bit by bit
seating = "rotate"          # every player on every seat, with the same luck; or fixed, random, round_robin
"""

SEATS = """
# Who plays. {title} seats {seats}. Players: {policies}.
# What they do and their weights: `balance policies {game}`.
[[seat]]
policy = "{policy}"
count = {count}                   # that many seats; or write one [[seat]] per player
"""

RULES = """
# Only what differs from the game's own ruleset; `balance show {game}` prints every number with its source.
# Each line shows the default: remove the # and change the value.
[rules]
"""

TAIL = """
# Variants are played on the same luck as the rules above: `balance compare {file}`.
# [[variant]]
# id = "my-variant"
# title = "What changes, in a few words"
# source = "house rule"
# rules.{key} = {value}

# Wanted bands: outside, the run ends with exit code 1.
# [[expect]]
# metric = "win_share[seat=1]"
# between = [{low:.2f}, {high:.2f}]
"""


def new_scenario(game_id: str, path: Path | None) -> Path:
    """Write a starter scenario for a game; never overwrites. Returns the path."""
    game = registry.find(game_id)
    path = path or Path(f"my-{game_id.replace('_', '-')}.toml")
    if path.suffix != ".toml":
        raise UserError(f"{path}: a scenario's name ends in .toml", hint=f"try {path}.toml", code="usage")
    text = starter_text(game, path.name)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise UserError(f"{path} is there already", hint="give another name", code="exists") from None
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror or error}", code="folder") from error
    return path


def starter_text(game: Game, file: str) -> str:
    """The text of a starter scenario."""
    entries = game.ledger.get()().entries
    seats = max(game.seats)
    names: dict[str, Any] = {
        "title": game.title, "file": file, "game": game.id, "policy": game.default_policy, "count": seats,
        "seats": " or ".join(str(n) for n in game.seats), "policies": ", ".join(game.policies.get()().policies),
        "low": 0.9 / seats, "high": 1.1 / seats, **_example(entries),
    }  # fmt: skip
    parts = [HEAD.format(**names), SEATS.format(**names), RULES.format(**names)]
    parts += [_rule_lines(entry) for entry in entries.values()]
    parts.append(_setup_lines(game))
    parts.append(TAIL.format(**names))
    return "".join(parts)


def _example(entries: Mapping[str, Entry]) -> dict[str, str]:
    """A rule to show in the example variant: the first that has another value to try."""
    for entry in entries.values():
        others = [value for value in entry.sweep if value != entry.value]
        if others:
            return {"key": key_text(entry.key), "value": literal(others[0])}
    first = next(iter(entries.values()))
    return {"key": key_text(first.key), "value": literal(first.value)}


def _rule_lines(entry: Entry) -> str:
    about = f"{entry.meaning} ({entry.status}; {entry.legal()})".strip()
    comment = textwrap.fill(about, 110, initial_indent="#   ", subsequent_indent="#   ", break_long_words=False)
    return f"{comment}\n# {key_text(entry.key)} = {literal(entry.value)}\n"


def _setup_lines(game: Game) -> str:
    if not game.setup_keys:
        return ""
    lines = ["", "# Boards, forces and decks of your own, in place of the built-in ones:", "# [setup]"]
    lines += [f'# {key} = {{ file = "my_{key}.toml" }}' for key in game.setup_keys]
    return "\n".join(lines) + "\n"
