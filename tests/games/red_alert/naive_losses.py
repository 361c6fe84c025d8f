"""What a roll does in the naive twin: figures lost, flagships confirmed, eliminations, red alerts (RA-55..RA-74)."""

from __future__ import annotations

from typing import Any

from tests.games.red_alert.naive_rules import retire_hexes
from tests.games.red_alert.naive_table import BLAST, CLASSES, Table, Unit, pick


class Losses:
    """Losses on a table; `minds` choose where to retire."""

    def __init__(self, table: Table, minds: list[Any]) -> None:
        self.t, self.minds = table, minds

    def _hits(self, by: Unit, target: Unit, hits: int) -> None:
        t = self.t
        if not target.flagship:
            self._lose(by, target, min(hits, target.figures))
            return
        on_caps = min(hits, target.caps)
        beyond = hits - on_caps
        if t.values["flagship_overflow"] == "wasted" and target.caps:
            beyond = 0
        target.caps -= on_caps
        t.count_unit(target, "figs_lost", on_caps)
        if beyond:
            self._confirm(by, target, beyond)

    def _lose(self, by: Unit, target: Unit, figures: int) -> None:
        target.figures -= figures
        self.t.count_unit(target, "figs_lost", figures)
        if target.figures == 0:
            self.eliminate(by, target)

    def _confirm(self, by: Unit, target: Unit, dice: int) -> None:
        """Hits on a bare flagship (RA-56)."""
        t = self.t
        dead = not t.values["flagship_confirm"]
        if not dead:
            kills = sum(face in (CLASSES.index("capital"), BLAST) for face in t.roll(by.side, dice))
            t.count(by.side, "flagship_confirm_rolls", dice)
            t.note("confirm", 0, n=dice)
            t.note("confirm", 1, n=kills)
            dead = kills > 0
        if dead:
            self._sink(by, target)

    def _sink(self, by: Unit, target: Unit) -> None:
        self.t.count_unit(target, "figs_lost")
        target.figures = 0
        self.eliminate(by, target)

    def eliminate(self, by: Unit, target: Unit) -> None:
        """Remove a unit, credit the roller, check victory at once (RA-55, RA-56, RA-83)."""
        t = self.t
        player = t.players[by.side]
        self.forfeit(target)
        target.hex = None
        t.count_unit(target, "lost")
        t.count_unit(by, "kills")
        t.count_unit(by, "vp_won", target.row["vp"])
        player.vp += target.row["vp"]
        player.elim += 1
        if target.flagship:
            t.count(by.side, "flagship_kills")
        self.victory(by.side, target.flagship)
        if target.flagship and not t.over:
            self._lose_command(target.side)

    def _lose_command(self, side: int) -> None:
        t = self.t
        player = t.players[side]
        for _ in range(t.values["flagship_loss_cards"]):
            cards = sum(player.hand.values())
            if cards:
                row = pick(player.hand, t.below(7, side, cards))
                player.hand[row] -= 1
                t.command_deck.discards[row] += 1
            player.rating = max(player.rating - 1, 0)

    def victory(self, side: int, flagship: bool = False) -> None:
        """RA-83 for the side that just scored."""
        t = self.t
        player = t.players[side]
        reached = (player.vp >= t.vp_goal, player.elim >= t.elim_goal, not t.enemies(side), False,
                   flagship and t.values["flagship_loss_ends_game"])  # fmt: skip
        if not t.over and any(reached):
            t.winner, t.end_reason = side, reached.index(True)

    def forfeit(self, unit: Unit) -> None:
        """planet_control_points = while_held: points go with the unit."""
        player = self.t.players[unit.side]
        player.vp -= unit.earned
        player.obj -= unit.earned
        unit.earned = 0

    # ---- red alerts

    def _red_alert(self, by: Unit, target: Unit, alerts: int) -> None:
        """Marker and retire (RA-70..RA-73)."""
        t = self.t
        if target.marks < t.values["red_alert_marker_max"]:
            target.marks += 1
            t.count(target.side, "markers_placed")
        blocked = False
        for _ in range(alerts * t.values["red_alert_hexes"]):
            free = [] if blocked else retire_hexes(t, target)
            if free:
                self.forfeit(target)
                target.hex = self.minds[target.side].retire(target, free)
                assert target.hex in free
                t.count(target.side, "retire_hexes")
                continue
            blocked = True
            t.count(target.side, "retire_losses")
            self._blocked(by, target)
            if not target.alive or t.over:
                return

    def _blocked(self, by: Unit, target: Unit) -> None:
        """A step that cannot be taken costs figures (RA-72)."""
        t = self.t
        for _ in range(t.values["retire_blocked_loss"]):
            if not target.alive:
                return
            if not target.flagship:
                self._lose(by, target, 1)
            elif target.caps:
                target.caps -= 1
                t.count_unit(target, "figs_lost")
            elif t.values["flagship_retire_loss"] == "confirm":
                self._confirm(by, target, 1)
            elif t.values["flagship_retire_loss"] == "eliminated":
                self._sink(by, target)
