"""The outcome row and the tallies of a finished naive game (section 10 of the spec)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.games.astronuts.naive_board import NAMES
from tests.games.astronuts.naive_table import SEAT_COUNTERS, Seat

if TYPE_CHECKING:
    from tests.games.astronuts.naive import Game

POLICIES = ("colonist", "prospector", "raider", "engineer", "cautious", "gambler", "random_legal")


def winners(g: Game) -> tuple[list[int], int]:
    """(winning seats, tie level): AN-62, AN-63."""
    t = g.table
    scores = [t.colonies_of(seat) for seat in t.seats]
    best = [seat for seat in t.seats if scores[seat.number] == max(scores)]
    if len(best) == 1:
        return [best[0].number], 0
    keys = {
        "nuts": lambda seat: (seat.coins(),),
        "shared": lambda seat: (0,),
        "ships_nuts": lambda seat: (len(seat.fleet()), seat.coins()),
        "late_seat": lambda seat: (seat.number,),
    }
    key = keys[g.values["tie_break"]]
    top = max(key(seat) for seat in best)
    left = [seat.number for seat in best if key(seat) == top]
    return left, 1 if len(left) == 1 else 2


def end_reason(g: Game) -> int:
    """0 explored, 1 goal, 2 cap; the goal counts first."""
    if g.table.goal_reached:
        return 1
    return 0 if g.table.planets_with_nuts() == 0 else 2


def row_of(g: Game, policies: list[str]) -> dict[str, Any]:
    """Every flat column of the outcome record."""
    t = g.table
    won, tie_level = winners(g)
    scores = sorted((t.colonies_of(seat) for seat in t.seats), reverse=True)
    reason = end_reason(g)
    row: dict[str, Any] = {
        "ending": 1 if reason == 2 else 0,
        "seats": len(t.seats),
        "rounds": t.round,
        "turns": sum(seat.count["turns"] for seat in t.seats),
        "end_reason": reason,
        "winner": won[0] + 1 if len(won) == 1 else 0,
        "winner_mask": sum(1 << seat for seat in won),
        "tie_level": tie_level,
        "margin": scores[0] - scores[1],
        "planets_left": t.planets_with_nuts(),
        "nuts_left": sum(len(coins) for coins in t.nuts.values()),
        "bank_left": sum(t.bank),
        **t.count,
    }
    row |= {f"fate_{entry}": n for entry, n in t.fate.items()}
    for s in range(1, 5):
        present = s <= len(t.seats)
        cells = seat_cells(g, t.seats[s - 1], policies[s - 1], won) if present else {}
        for name in SEAT_COLUMNS:
            row[f"{name}_{s}"] = cells[name] if present else -1
    check_end(g, row, won)
    return row


SEAT_COLUMNS = (
    "policy", "win", "colonies", "nuts", "ships", "techs", *SEAT_COUNTERS, "tech_gift",
    *(f"tech_round_{c}" for c in "rpoy"), *(f"decl_{d}" for d in range(1, 7)), "col_r3", "col_r6", "col_r10",
)  # fmt: skip


def seat_cells(g: Game, seat: Seat, policy: str, won: list[int]) -> dict[str, Any]:
    """The columns of one seat, without suffix."""
    t = g.table
    seat.count["x_unused"] += seat.carried
    seat.carried = 0
    final = t.colonies_of(seat)
    cells: dict[str, Any] = {
        "policy": POLICIES.index(policy),
        "win": 1 / len(won) if seat.number in won else 0.0,
        "colonies": final,
        "nuts": seat.coins(),
        "ships": len(seat.fleet()),
        "techs": sum(1 << c for c in range(4) if seat.tech[c]),
        "tech_gift": sum(1 << c for c in range(4) if seat.tech_gift[c]),
        **seat.count,
    }
    cells |= {f"tech_round_{letter}": seat.tech_round[c] for c, letter in enumerate("rpoy")}
    cells |= {f"decl_{d}": seat.decl[d] for d in range(1, 7)}
    cells |= {f"col_r{r}": final if kept < 0 or t.round <= r else kept for r, kept in seat.colonies_after.items()}
    t.check_books(seat)
    return cells


def check_end(g: Game, row: dict[str, Any], won: list[int]) -> None:
    """Invariants of a finished game."""
    t = g.table
    scores = [t.colonies_of(seat) for seat in t.seats]
    assert all(scores[seat] == max(scores) for seat in won), "12.16"
    if g.values["goal_end"] == "immediate" and g.values["goal_counts"] == "on_board":
        assert max(scores) <= g.values["goal_colonies"], "12.8"
    assert max(scores) <= t.figures, "12.8"
    if row["end_reason"] == 0:
        assert row["planets_left"] == 0, "12.9"
    assert sum(row[f"win_{s}"] for s in range(1, len(scores) + 1)) > 0.999
    assert sum(t.fate.values()) == t.count["landings"]


def tally_of(g: Game) -> dict[str, Any]:
    """The tallies, with plain keys: numbers declared, faces, entries, spaces."""
    t = g.table
    won, _ = winners(g)
    by_winner = {entry: sum(g.fate_by_seat[seat][entry] for seat in won) for entry in t.fate}
    colonies = [sum(t.colonies[space]) if t.is_planet(space) else 0 for space in range(t.board.spaces)]
    return {**g.tally, "fate_hit": dict(t.fate), "fate_hit_by_winner": by_winner, "planet_colonies": colonies}


def board_number(setup: dict[str, Any]) -> int:
    """Position among the shipped boards, the default first; -1 an own one."""
    name = setup.get("board", "lattice49")
    return NAMES.index(name) if isinstance(name, str) else -1
