"""One look for every figure: colour-blind safe, readable in grey, byte-identical SVG from run to run."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

# Okabe & Ito's palette, reordered so that neighbours also differ in lightness.
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#6A5ACD", "#7F7F7F")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")

_INK = "#24292f"
_GRID = "#d8dee4"


def settings(salt: str) -> Any:
    """Matplotlib settings of a figure; `salt` keeps the element ids of different figures on one page apart."""
    from cycler import cycler

    return {
        "svg.hashsalt": salt,
        "svg.fonttype": "path",
        "font.family": "DejaVu Sans",
        "font.size": 10.0,
        "axes.prop_cycle": cycler(color=COLOURS),
        "axes.edgecolor": _INK,
        "axes.labelcolor": _INK,
        "axes.titlesize": 11.0,
        "axes.titlelocation": "left",
        "axes.titleweight": "bold",
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": True,
        "axes.axisbelow": True,
        "grid.color": _GRID,
        "grid.linewidth": 0.6,
        "legend.frameon": False,
        "legend.fontsize": 9.0,
        "lines.linewidth": 1.8,
        "text.color": _INK,
        "xtick.color": _INK,
        "ytick.color": _INK,
        "figure.facecolor": "white",
        "figure.dpi": 100,
    }


def render(salt: str, draw: Callable[[Any], str], *, wide: bool = False, height: float = 0.0) -> tuple[str, str]:
    """Draw on a fresh Axes: (SVG text, alt text); `height` in inches, 0 for the usual one.

    No pyplot: nothing global, nothing on screen.
    """
    import matplotlib as mpl
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    context: AbstractContextManager[None] = mpl.rc_context(settings(salt))
    with context:
        figure = Figure(figsize=(9.2, height or 4.4) if wide else (6.4, height or 4.2), layout="constrained")
        FigureCanvasSVG(figure)
        alt = draw(figure.add_subplot())
        sink = io.StringIO()
        figure.savefig(sink, format="svg", metadata={"Date": None, "Creator": None})
    return re.sub(r"\s*<metadata>.*?</metadata>", "", sink.getvalue(), flags=re.S), alt


def inline(svg: str, alt: str) -> str:
    """The SVG without its XML prolog, with its alt text inside, ready to stand in HTML."""
    from markupsafe import escape

    body = svg[svg.index("<svg") :]
    head, rest = body.split(">", 1)
    return f'{head} role="img" aria-label="{escape(alt)}"><title>{escape(alt)}</title>{rest}'
