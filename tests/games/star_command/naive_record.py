"""Counters of the naive twin: the outcome row (section h) and the tallies."""

from __future__ import annotations

from typing import Any

from tests.games.star_command.naive_facts import KINDS, SIDES

SIDE_COUNTERS = (
    "cards_drawn", "cards_discarded_limit", "dead_drawn", "dead_discarded", "dead_hand_turns", "soft_dead_hand_turns",
    "idle_turns", "moves_single", "moves_group", "group_units", "squares_moved", "attacks", "attacks_negated", "flips",
    "flip_kills", "specials_move", "specials_attack", "specials_defense", "specials_repair", "repairs", "looks",
)  # fmt: skip
NUMBERS = (
    "flag_play_cap", "first_shot_turn", "first_loss_turn", "first_leader_hit_turn", "buzz_special_defenses",
    "hornet_draws", "leader_file_gap", "watched_turns", "repeats", "watched_idle",
)  # fmt: skip
GRIDS = {  # name -> shape
    **dict.fromkeys(("unit_attacks", "unit_hits", "unit_hits_taken", "unit_kills", "unit_losses"), (len(KINDS),)),
    "card_drawn": (2, 26), "card_played": (2, 26), "neg_by": (26,), "leader_attacks": (2, 2, 13),
    "leader_negated": (2, 2, 13), "hands": (2, 64), "dead_hands": (2, 64), "openings": (2,), "opening_dead": (2, 4),
    "opening_no_move": (2,), "opening_no_attack": (2,), "opening_both": (2,), "gap_at_setup": (8,),
}  # fmt: skip


class Count:
    """Everything that is counted in one game."""

    def __init__(self) -> None:
        self.sides = {name: [0, 0] for name in SIDE_COUNTERS}
        self.numbers = dict.fromkeys(NUMBERS, 0)
        self.killer = (-1, -1, -1)  # type, distance, card line
        self.grids: dict[str, dict[tuple[int, ...], int]] = {name: {} for name in GRIDS}

    def side(self, name: str, side: int, n: int = 1) -> None:
        """Add to a per-side column."""
        self.sides[name][side] += n

    def add(self, name: str, n: int = 1) -> None:
        """Add to a scalar column."""
        self.numbers[name] += n

    def first(self, name: str, turn: int) -> None:
        """The turn something first happened."""
        if self.numbers[name] == 0:
            self.numbers[name] = turn

    def grid(self, name: str, *place: int) -> None:
        """Count in a tally."""
        assert len(place) == len(GRIDS[name]) and all(0 <= i < n for i, n in zip(place, GRIDS[name], strict=True))
        self.grids[name][place] = self.grids[name].get(place, 0) + 1


def row(game: Any) -> dict[str, int | float]:
    """The flat outcome columns of a finished game."""
    count: Count = game.count
    board, winner = game.board, game.winner
    tie = 0.0 if game.end_reason == 2 else 0.5  # a capped game is nobody's, a tie of captures is shared
    found: dict[str, int | float] = {
        "ending": int(game.end_reason == 2),
        "win_1": tie if winner < 0 else float(winner == 0),
        "win_2": tie if winner < 0 else float(winner == 1),
        "first_side": game.first,
        "winner_side": winner,
        "first_won": -1 if winner < 0 else int(winner == game.first),
        "end_reason": game.end_reason,
        "turns": game.turn,
        "reshuffles": game.cards.shuffles - 1,
        "quiet_turns": game.turn - game.t0,
        "killer_type": count.killer[0],
        "killer_distance": count.killer[1],
        "killer_card": count.killer[2],
        **count.numbers,
    }
    for side, name in enumerate(SIDES):
        found[f"hits_left_{name}"] = board.total_hits(side)
        found[f"units_left_{name}"] = len(board.living(side))
        found[f"leader_hits_{name}"] = board.leaders[side].hits
        for counter in SIDE_COUNTERS:
            found[f"{counter}_{name}"] = count.sides[counter][side]
    return found
