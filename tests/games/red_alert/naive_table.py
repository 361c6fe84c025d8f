"""What lies on the table in the naive twin: units, hands, decks, stars; and the row of counts a game leaves behind."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from balance.games.red_alert.state import SIDE_STATS, UNIT_STATS
from tests.games.red_alert.naive_map import Map, distance, hex_of
from tests.kit.naive_philox import DEAL, DICE, NOISE, Luck, NaiveStreams, stream_id

BATTLES = tomllib.loads(
    (Path(__file__).parents[3] / "balance/games/red_alert/battles.toml").read_text(encoding="utf-8")
)
TYPE_NAMES = ("flagship", "heavy_battleship", "battleship", "heavy_cruiser", "cruiser", "heavy_destroyer", "destroyer",
              "heavy_fighter", "fighter")  # fmt: skip
COMMAND_NAMES = tuple(
    f"{kind}_{sector}" for kind in ("recon", "patrol", "attack", "assault") for sector in ("left", "centre", "right")
) + ("pincer", "battle_line", "fighter_sweep", "strike_wing", "broadside", "fleet_command", "full_impulse", "barrage",
     "close_action", "damage_control", "first_strike")  # fmt: skip
COMBAT_NAMES = ("ambush", "hold_your_fire", "boarding_party", "target_lock", "overload", "evasive_action", "shields_up",
                "damage_control_team", "return_fire", "hot_pursuit", "slipstream")  # fmt: skip
CLASSES = ("fighter", "strike", "capital")
BLAST, STAR, RED = 3, 4, 5
SIDES = ("commonwealth", "confederation")


def column_names(ids: Sequence[str], known: Sequence[str], spare: Sequence[str]) -> list[str]:
    """Column of each row: its own, or the next spare one, the last of which is shared."""
    others = [name for name in ids if name not in known]
    return [name if name in known else spare[min(others.index(name), len(spare) - 1)] for name in ids]


class Unit:
    """A squadron."""

    def __init__(self, index: int, side: int, row: Mapping[str, Any], column: str, h: int) -> None:
        self.index, self.side, self.row, self.column = index, side, row, column
        self.hex: int | None = h
        self.figures, self.caps, self.marks = row["figures"], row["caps"], 0
        self.earned = 0  # points of planet control that hang on this unit (while_held)
        self.new_turn()

    def new_turn(self) -> None:
        """Flags of a turn."""
        self.ordered = self.no_combat = self.pursued = self.moved_in_group = False
        self.impulses = 0

    @property
    def kind(self) -> str:
        """Class: fighter, strike or capital."""
        return str(self.row["class"])

    @property
    def flagship(self) -> bool:
        """Whether hits go to cap fighters first."""
        return bool(self.row["flagship"])

    @property
    def alive(self) -> bool:
        """On the mat."""
        return self.hex is not None

    @property
    def at(self) -> int:
        """The hex of a living unit."""
        assert self.hex is not None
        return self.hex

    @property
    def steps(self) -> int:
        """f(t) of spec f2."""
        return self.caps + 1 if self.flagship else self.figures


class Player:
    """A side: rating, hands, stars, points."""

    def __init__(self, side: int, notes: Mapping[str, Any]) -> None:
        self.side, self.rating = side, notes["command_rating"]
        self.hand: dict[int, int] = {}  # command row -> copies
        self.combat: dict[int, int] = {}
        self.stars = self.vp = self.elim = self.obj = 0
        self.cards_used = 0  # combat cards this turn
        self.struck_first = False


class Deck:
    """A draw pile and its discards as counts per row."""

    def __init__(self, rows: Sequence[Mapping[str, Any]]) -> None:
        self.pile = {i: row["copies"] for i, row in enumerate(rows)}
        self.discards = dict.fromkeys(self.pile, 0)

    def left(self) -> int:
        """Cards that can still be drawn."""
        return sum(self.pile.values()) + sum(self.discards.values())

    def draw(self, below: Any) -> int:
        """The row drawn; an empty pile takes its discards first."""
        if not sum(self.pile.values()):
            self.pile, self.discards = self.discards, dict.fromkeys(self.pile, 0)
        row = pick(self.pile, below(sum(self.pile.values())))
        self.pile[row] -= 1
        return row


def pick(counts: Mapping[int, int], number: int) -> int:
    """Row that owns `number` when rows own as many numbers as they hold cards."""
    for row in sorted(counts):
        number -= counts[row]
        if number < 0:
            return row
    raise AssertionError("no such card")


class Table:
    """The position, the streams and the counts."""

    def __init__(self, values: Mapping[str, Any], setup: Mapping[str, Any], luck: Luck, block: int) -> None:
        self.values, self.setup = values, setup
        self.map = Map((hex_of(c, r) for c, r in setup["map"]["planets"]), values["los_edge_rule"],
                       values["los_from_planet_out"], values["same_group_los"])  # fmt: skip
        self.types = list(setup["unit_type"])
        self.commands, self.combats = list(setup["command_card"]), list(setup["combat_card"])
        self.streams = NaiveStreams(luck, block, 1)
        self.cursors: dict[tuple[int, int, int], int] = {}
        self.turn = self.active = 0
        self.winner, self.end_reason = -1, -1
        self.card: int | None = None  # the command card on the table
        self._name_columns()
        self.units = self._units()
        self.players = [Player(s, side) for s, side in enumerate(setup["side"])]
        self.command_deck, self.combat_deck = Deck(self.commands), Deck(self.combats)
        self.pool = values["star_pool"]
        notes = BATTLES[setup["battle"]]
        self.vp_goal = values["victory_points"] or notes["victory_points"]
        self.elim_goal = values["units_to_eliminate"] or notes["units_to_eliminate"]
        self.row = self._empty_row()
        self.tally: dict[tuple[Any, ...], int] = {}

    def _name_columns(self) -> None:
        spare_types = [f"other_type_{i}" for i in (1, 2, 3)]
        spare_cards = [f"other_{i}" for i in range(1, 6)]
        self.type_columns = column_names([r["id"] for r in self.types], TYPE_NAMES, spare_types)
        self.command_columns = column_names([r["id"] for r in self.commands], COMMAND_NAMES, spare_cards)
        self.combat_columns = column_names([r["id"] for r in self.combats], COMBAT_NAMES, spare_cards[:3])

    def _units(self) -> list[Unit]:
        ids = [row["id"] for row in self.types]
        found = []
        for s, side in enumerate(self.setup["side"]):
            for i, unit in enumerate(side["unit"]):
                t = ids.index(unit["type"])
                found.append(Unit(16 * s + i, s, self.types[t], self.type_columns[t], hex_of(*unit["at"])))
        return found

    def _empty_row(self) -> dict[str, Any]:
        row = {f"{stat}_{side}": 0 for stat in SIDE_STATS for side in (0, 1)}
        types = (*TYPE_NAMES, "other_type_1", "other_type_2", "other_type_3")
        row.update({f"{t}_{side}_{stat}": 0 for t in types for side in (0, 1) for stat in UNIT_STATS})
        spare = tuple(f"other_{i}" for i in range(1, 6))
        row.update({f"cmd_{c}_played_{side}": 0 for c in COMMAND_NAMES + spare for side in (0, 1)})
        row.update({f"cb_{c}_{what}_{side}": 0 for c in COMBAT_NAMES + spare[:3] for what in ("played", "success")
                    for side in (0, 1)})  # fmt: skip
        row.update({"first_player": 0, "reveal_tie": 0})
        return row

    # ---- chance

    def below(self, purpose: int, seat: int, n: int) -> int:
        """The next number of stream (purpose, seat, turn); `turn` 0 is set-up."""
        key = (purpose, seat, self.turn)
        source = DEAL if purpose <= 3 else NOISE if purpose >= 8 else DICE
        self.streams.set_source(0, source)
        self.streams.stream[0], self.streams.position[0] = stream_id(*key), self.cursors.get(key, 0)
        result = self.streams.below(0, n)
        self.cursors[key] = self.streams.position[0]
        return result

    def roll(self, side: int, dice: int) -> list[int]:
        """Battle dice of a side: faces 0..5."""
        return [self.below(4, side, 6) for _ in range(dice)]

    # ---- counting

    def count(self, side: int, stat: str, n: int = 1) -> None:
        """Add to a count of a side."""
        self.row[f"{stat}_{side}"] += n

    def count_unit(self, unit: Unit, stat: str, n: int = 1) -> None:
        """Add to a count of a unit type."""
        self.row[f"{unit.column}_{unit.side}_{stat}"] += n

    def note(self, *key: Any, n: int = 1) -> None:
        """Add to a tally."""
        self.tally[key] = self.tally.get(key, 0) + n

    # ---- looking

    @property
    def over(self) -> bool:
        """Whether somebody has won."""
        return self.winner >= 0

    def own(self, side: int) -> list[Unit]:
        """Living units of a side by index."""
        return [u for u in self.units if u.side == side and u.alive]

    def enemies(self, side: int) -> list[Unit]:
        """Living units of the other side."""
        return self.own(1 - side)

    def unit_at(self, h: int) -> Unit | None:
        """Who stands there."""
        return next((u for u in self.units if u.hex == h), None)

    def occupied(self) -> set[int]:
        """Hexes with a unit."""
        return {u.at for u in self.units if u.alive}

    def controls(self, key: str, side: int) -> bool:
        """Whether planet_control or clear_sector counts for a side."""
        return self.values[key] in ("both", SIDES[side])

    def beside(self, h: int, side: int) -> list[Unit]:
        """Units hostile to `side` next to a hex."""
        return [e for e in self.enemies(side) if distance(e.at, h) == 1]

    # ---- stars and cards

    def gain(self, side: int, n: int) -> None:
        """Stars from the pool, while it lasts."""
        n = min(n, self.pool)
        self.pool -= n
        self.players[side].stars += n
        self.count(side, "stars_gained", n)

    def pay(self, side: int, n: int) -> None:
        """Stars to the pool."""
        assert self.players[side].stars >= n
        self.players[side].stars -= n
        self.pool += n
        self.count(side, "stars_spent", n)

    def playable(self, side: int, timing: str) -> list[int]:
        """Combat cards of that timing a side may play now (RA-54, RA-65)."""
        player, own = self.players[side], side == self.active
        if player.cards_used >= self.values["combat_cards_own_turn" if own else "combat_cards_enemy_turn"]:
            return []
        return [i for i, row in enumerate(self.combats) if row["timing"] == timing and player.combat.get(i, 0)
                and row["cost"] <= player.stars]  # fmt: skip

    def play_combat(self, side: int, card: int, success: bool = True) -> None:
        """Pay and discard a combat card; `success` False: whether it worked comes later."""
        player = self.players[side]
        self.pay(side, self.combats[card]["cost"])
        player.combat[card] -= 1
        player.cards_used += 1
        self.combat_deck.discards[card] += 1
        self.row[f"cb_{self.combat_columns[card]}_played_{side}"] += 1
        if success:
            self.succeed(side, card)

    def succeed(self, side: int, card: int) -> None:
        """A combat card did what it is for."""
        self.row[f"cb_{self.combat_columns[card]}_success_{side}"] += 1

    def check(self) -> None:
        """Invariants of spec k."""
        places = [u.at for u in self.units if u.alive]
        assert len(set(places)) == len(places), "two units on a hex"
        assert sum(p.stars for p in self.players) + self.pool == self.values["star_pool"]
        assert self.pool >= 0 and all(p.stars >= 0 for p in self.players)
        held = self.command_deck.left() + sum(sum(p.hand.values()) for p in self.players)
        assert held + (self.card is not None) == sum(row["copies"] for row in self.commands)
        held = self.combat_deck.left() + sum(sum(p.combat.values()) for p in self.players)
        assert held == sum(row["copies"] for row in self.combats)
        for player in self.players:
            gone = [u for u in self.units if u.side != player.side and not u.alive]
            assert player.elim == len(gone)
            assert player.vp == player.obj + sum(u.row["vp"] for u in gone)
        assert all(1 <= u.figures <= 6 and u.caps >= 0 for u in self.units if u.alive)
