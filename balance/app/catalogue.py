"""What there is to play with: games, their numbers with provenance, their heuristic players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from balance.errors import UserError, nearest
from balance.games import registry
from balance.games.contract import Game
from balance.kit.ledger import STATUSES, Entry


def game_rows() -> list[dict[str, Any]]:
    """One row per game."""
    return [_game_row(registry.find(game_id)) for game_id in registry.known()]


def _game_row(game: Game) -> dict[str, Any]:
    return {
        "id": game.id,
        "title": game.title,
        "seats": list(game.seats),
        "version": game.version,
        "policies": list(game.policies.get()().policies),
        "summary": game.summary,
    }


def column_rows(game_id: str) -> list[dict[str, str]]:
    """The columns of a game's outcome record, one row per flat column."""
    columns = registry.find(game_id).outcome.get().columns
    return [{"column": name, "unit": c.unit, "meaning": c.meaning} for c in columns for name in c.names()]


def ledger_rows(game_id: str, keys: Sequence[str] = (), statuses: Sequence[str] = ()) -> list[dict[str, Any]]:
    """The numbers and readings of a game: all, or those of `keys` (a key or a group of keys) and `statuses`."""
    entries = registry.find(game_id).ledger.get()().entries
    for status in statuses:
        _known("status", status, STATUSES)
    chosen = _chosen(entries, keys) if keys else list(entries)
    rows = [ledger_row(entries[key]) for key in chosen]
    return [row for row in rows if not statuses or row["status"] in statuses]


def _chosen(entries: Any, keys: Sequence[str]) -> list[str]:
    chosen: list[str] = []
    for key in keys:
        group = [name for name in entries if name == key or name.startswith(key + ".")]
        if not group:
            _known("key", key, list(entries))
        chosen += [name for name in group if name not in chosen]
    return chosen


def _known(what: str, name: str, known: Sequence[str]) -> None:
    if name not in known:
        close = nearest(name, known)
        hint = f"did you mean {close!r}?" if close else f"known: {', '.join(known)}"
        raise UserError(f"no {what} is called {name!r}", hint=hint, code="unknown-key")


def ledger_row(entry: Entry) -> dict[str, Any]:
    """One entry as plain data."""
    return {
        "key": entry.key, "value": entry.value, "status": entry.status, "source": entry.source, "rule": entry.rule,
        "meaning": entry.meaning, "legal": entry.legal(), "sweep": list(entry.sweep), "unit": entry.unit,
        "note": entry.note,
    }  # fmt: skip


def status_counts(rows: Sequence[dict[str, Any]]) -> str:
    """`12 printed, 3 assumed`, in the ledger's order."""
    counts = Counter(row["status"] for row in rows)
    return ", ".join(f"{counts[status]} {status}" for status in STATUSES if counts[status])


def policy_rows(game_id: str) -> list[dict[str, Any]]:
    """The heuristic players of a game: summary, all weights, and those that differ from the default."""
    game = registry.find(game_id)
    book = game.policies.get()()
    return [
        {
            "policy": policy.name,
            "default": policy.name == game.default_policy,
            "summary": policy.summary,
            "weights": dict(policy.weights),
            "own": {key: value for key, value in policy.weights.items() if value != book.weights[key].value},
        }
        for policy in book.policies.values()
    ]


def weight_rows(game_id: str) -> list[dict[str, Any]]:
    """The weights a scenario may set in any policy of a game."""
    book = registry.find(game_id).policies.get()()
    return [
        {"weight": name, "default": entry.value, "legal": entry.legal(), "meaning": entry.meaning}
        for name, entry in book.weights.items()
    ]
