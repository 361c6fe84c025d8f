"""The map as a picture: planet groups, starting forces, and how far each hex can see; readable without colour."""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.games.red_alert.board_text import short_name
from balance.kit.hexes import HEXES, cell, distances, groups, hex_id
from balance.kit.ledger import Ruleset

SHAPES = {"fighter": "o", "strike": "^", "capital": "s"}
NEAR, FAR = 2, 4  # distances of the shots the shading looks at


def _spot(h: int) -> tuple[float, float]:
    """Centre of a hex in the picture: columns one apart, rows closer, as pointy-top hexes stand."""
    c, r = cell(h)
    return c + 0.5 * (r & 1), r * np.sqrt(3) / 2


def open_share(ruleset: Ruleset) -> Any:
    """float[138]: share of the hexes 2 to 4 away that a unit on each hex sees (RA-11)."""
    gap = distances()
    near = (gap >= NEAR) & (gap <= FAR)
    sees = ruleset.record.sees == 1
    return (near & sees).sum(axis=1) / near.sum(axis=1)


def draw_map(axes: Any, ruleset: Ruleset) -> str:
    """Draw the map of `ruleset` on `axes`; returns a text that says the same."""
    from matplotlib.patches import RegularPolygon

    seen = open_share(ruleset)
    planets = [hex_id(c, r) for c, r in ruleset.setup["map"]["planets"]]
    group = groups(planets)
    for h in range(HEXES):
        shade = 1.0 - 0.55 * (1.0 - seen[h]) / max(1.0 - seen.min(), 1e-9)
        on_planet = bool(group[h] >= 0)
        axes.add_patch(
            RegularPolygon(
                _spot(h), 6, radius=1 / np.sqrt(3), facecolor=str(shade), edgecolor="0.2" if on_planet else "0.75",
                linewidth=1.6 if on_planet else 0.5, hatch="//" if on_planet else None, zorder=2 if on_planet else 1,
            )
        )  # fmt: skip
    _label_groups(axes, group)
    _place_units(axes, ruleset)
    _label_rows(axes)
    _explain(axes)
    return _alt_text(ruleset, group, seen)


def _label_groups(axes: Any, group: Any) -> None:
    for number in range(int(group.max()) + 1):
        spots = [_spot(int(h)) for h in np.flatnonzero(group == number)]
        x, y = max(spots)
        axes.text(x + 0.52, y, f"G{number}", ha="left", va="center", fontsize=8, fontweight="bold", zorder=5,
                  bbox={"boxstyle": "round,pad=0.15", "facecolor": "white", "edgecolor": "none"})  # fmt: skip


def _place_units(axes: Any, ruleset: Ruleset) -> None:
    kinds = {row["id"]: row["class"] for row in ruleset.setup["unit_type"]}
    for side, table in enumerate(ruleset.setup["side"]):
        face, ink = ("white", "black") if side == 0 else ("0.15", "white")
        for unit in table["unit"]:
            x, y = _spot(hex_id(*unit["at"]))
            shape = SHAPES[kinds[unit["type"]]]
            axes.scatter(
                [x],
                [y],
                s=300 if shape == "^" else 200,
                marker=shape,
                facecolor=face,
                edgecolor="black",
                linewidth=1.0,
                zorder=4,
            )
            drop = 0.1 if shape == "^" else 0.0
            axes.text(
                x, y - drop, short_name(unit["type"], 0), ha="center", va="center", fontsize=5.5, color=ink, zorder=5
            )


def _label_rows(axes: Any) -> None:
    for r in range(0, 11, 2):
        axes.text(-0.9, _spot(hex_id(0, r))[1], str(r), ha="center", va="center", fontsize=7, color="0.35")
    for c in range(0, 13, 2):
        axes.text(c, -0.95, str(c), ha="center", va="center", fontsize=7, color="0.35")
    axes.set_xlim(-1.3, 13.2)
    axes.set_ylim(-3.1, 9.6)
    axes.set_aspect("equal")
    axes.set_axis_off()


def _explain(axes: Any) -> None:
    notes = (
        "white: Commonwealth (row 0 is its baseline)   black: Confederation (row 10)",
        "circle fighter, triangle strike, square capital; letters name the type",
        f"hatched: planet hexes, G0.. their groups; darker hex: sees fewer of the hexes {NEAR} to {FAR} away",
    )
    for i, note in enumerate(notes):
        axes.text(6.0, -1.6 - 0.62 * i, note, ha="center", va="center", fontsize=7)


def _alt_text(ruleset: Ruleset, group: Any, seen: Any) -> str:
    parts = []
    for number in range(int(group.max()) + 1):
        hexes = ", ".join(str(cell(int(h))) for h in np.flatnonzero(group == number))
        parts.append(f"planet group G{number}: {hexes}")
    for table in ruleset.setup["side"]:
        units = ", ".join(f"{u['type'].replace('_', ' ')} {tuple(u['at'])}" for u in table["unit"])
        parts.append(f"{table['name']}: {units}")
    least = int(np.argmin(seen))
    parts.append(
        f"a hex sees {seen.mean():.0%} of the hexes {NEAR} to {FAR} away on average, least ({seen.min():.0%}) at {cell(least)}"
    )
    return f"Map of {ruleset.setup['battle'].replace('_', ' ')}, 138 hexes. " + "; ".join(parts) + "."
