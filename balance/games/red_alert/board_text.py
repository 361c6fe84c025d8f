"""The mat in plain characters: one cell of four characters per hex, odd rows shifted by half a cell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from balance.kit.hexes import ROWS, hex_id

SHORT = {
    "flagship": "FL", "heavy_battleship": "HB", "battleship": "BB", "heavy_cruiser": "HC", "cruiser": "CR",
    "heavy_destroyer": "HD", "destroyer": "DD", "heavy_fighter": "HF", "fighter": "FI",
}  # fmt: skip


def short_name(kind: str, side: int) -> str:
    """Two letters for a unit type: capitals for side 0, small letters for side 1."""
    letters = SHORT.get(kind, (kind + "__")[:2]).upper()
    return letters if side == 0 else letters.lower()


def draw_board(units: Mapping[int, tuple[str, int, int, int]], planets: Sequence[int]) -> str:
    """The mat with `units`: hex -> (type, side, figures, markers). Row 10 on top; * planet, ! red alert marker."""
    lines = []
    for r in range(ROWS - 1, -1, -1):
        cells = [_cell(units.get(hex_id(c, r)), hex_id(c, r) in planets) for c in range(13 - (r & 1))]
        lines.append(f"{r:>2} {'  ' * (r & 1)}{' '.join(cells)}".rstrip())
    lines.append("    " + "".join(f"{c:<5}" for c in range(13)).rstrip())
    return "\n".join(lines)


def _cell(unit: tuple[str, int, int, int] | None, planet: bool) -> str:
    if unit is None:
        return " *  " if planet else " .  "
    kind, side, figures, marks = unit
    tail = "!" if marks else ("*" if planet else " ")
    return f"{short_name(kind, side)}{figures}{tail}"


def legend(rows: Sequence[Mapping[str, Any]]) -> str:
    """What the letters stand for."""
    return ", ".join(f"{short_name(row['id'], 0)} {row['id'].replace('_', ' ')}" for row in rows)
