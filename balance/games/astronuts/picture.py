"""The board in plain characters, for a told game."""

from __future__ import annotations

from balance.games.astronuts import words as w
from balance.games.astronuts.position import Replica

WIDTH = 7


def draw_board(replica: Replica) -> str:
    """One cell per space: ship (A-D), planet size and Nuts, colonies per seat; a list of planets for graph boards."""
    if not replica.board.where:
        return "\n".join(f"{name}: {_cell(replica, space)}" for space, name in enumerate(replica.board.names))
    rows = 1 + max(row for row, _ in replica.board.where)
    columns = 1 + max(column for _, column in replica.board.where)
    number = {place: space for space, place in enumerate(replica.board.where)}
    lines = []
    for row in range(rows):
        cells = [_cell(replica, number[row, c]) if (row, c) in number else "" for c in range(columns)]
        lines.append("".join(cell.ljust(WIDTH) for cell in cells).rstrip())
    return "\n".join(lines)


def _cell(replica: Replica, space: int) -> str:
    ship = "".join("ABCD"[seat] for (seat, _), place in replica.ships.items() if place == space)
    kind = replica.board.kinds[space]
    if kind != w.PLANET:
        sign = "." if not replica.optional.get(kind, False) else ("*" if kind == w.ASTEROID else "o")
        return ship or sign
    size = "L" if space in replica.board.large else "s"
    settled = "".join("abcd"[seat] * replica.colonies.get((space, seat), 0) for seat in range(w.MAX_SEATS))
    return f"{ship}{size}{replica.nuts.get(space, 0)}{settled}"
