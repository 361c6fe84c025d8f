"""A replica of the board, kept up to date from trace rows: what a teller needs to name spaces and draw them."""

from __future__ import annotations

from balance.games.astronuts import words as w
from balance.games.astronuts.board import Board
from balance.kit.ledger import Ruleset


class Replica:
    """Who stands where: `ships` by (seat, ship), `colonies` by (space, seat), `nuts` per space."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.board: Board = ruleset.setup["board"]
        self.optional = {w.ASTEROID: ruleset["asteroids"], w.HOLE: ruleset["astroholes"]}
        self.ships: dict[tuple[int, int], int] = {}
        self.colonies: dict[tuple[int, int], int] = {}
        self.nuts: dict[int, int] = {}
        self.homes: dict[int, int] = {}
        self.tie_to_attacker = ruleset["attack_tie"] == "attacker"
        self._acting = (0, 0)

    def space(self, space: int) -> str:
        """A space in words: `large planet 16`, `space 9`."""
        if space < 0:
            return "no space"
        name = self.board.names[space]
        kind = self.board.kinds[space]
        if kind == w.PLANET:
            return f"{'large' if space in self.board.large else 'small'} planet {name}"
        if self.optional.get(kind, False):
            return f"{'asteroids' if kind == w.ASTEROID else 'AstroHole'} {name}"
        return f"space {name}"

    def apply(self, row: tuple[int, ...]) -> None:
        """Follow one trace row."""
        event, seat, a, b, c, d, e, f = row
        if event == w.EV_HOME:
            self.homes[seat] = a
        elif event == w.EV_DEAL:
            self.nuts[a] = b.bit_count()
        elif event == w.EV_STEP:
            self._acting = (seat, b)
        elif event == w.EV_COIN and c == w.COIN_EXTRACT:
            self.nuts[self.ships[self._acting]] -= 1
        elif event == w.EV_COLONY and b:
            self.colonies[a, seat] = self.colonies.get((a, seat), 0) + 1
        elif event == w.EV_SHIP:
            self.ships[seat, a] = b
        elif event == w.EV_LOST:
            del self.ships[seat, a]
        elif event == w.EV_SHIFT:
            self.ships[seat, a] = c
        elif event == w.EV_ATTACK and not c and (d + f > e or (d + f == e and self.tie_to_attacker)):
            self.colonies[a, b] -= 1
