"""Kinds of trace rows: the numbers kernels emit and the names of their values."""

from __future__ import annotations

from balance.games.contract import Event

(PLACE, FIRST, TURN, SHUFFLE, DRAW, REDRAW, DISCARD, DRAW_CARDS, LOOK, MOVE, GROUP, ADVANCE, ATTACK, DEFEND, HIT, REMOVED,
 EXPENDABLE, REPAIR, PHASE_CAP, SEEN_BEFORE, END) = range(21)  # fmt: skip

EVENTS = (
    Event("place", ("unit", "square")),
    Event("first"),
    Event("turn", ("turn", "deck", "discard", "hand_rangers", "hand_zurg", "quiet")),
    Event("shuffle", ("number", "cards")),
    Event("draw", ("line", "deck", "hand")),
    Event("redraw", ("line",)),
    Event("discard", ("line", "hand")),
    Event("draw_cards", ("line", "cards")),
    Event("look", ("line", "hand", "answers")),
    Event("move", ("unit", "from", "to", "line", "special")),
    Event("group", ("line", "units")),
    Event("advance", ("unit", "from", "to")),
    Event("attack", ("unit", "from", "target", "square", "line", "distance")),
    Event("defend", ("line", "unit", "negated")),
    Event("hit", ("unit", "hits", "by")),
    Event("removed", ("unit", "square")),
    Event("expendable", ("unit", "cards", "line")),
    Event("repair", ("repairer", "unit", "square", "line")),
    Event("phase_cap", ("plays",)),
    Event("seen_before", ("turn", "times")),
    Event("end", ("winner", "reason", "turns")),
)
